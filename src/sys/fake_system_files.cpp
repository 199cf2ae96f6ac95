// FakeSystem: files, images, space.
#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sys/fake_system.hpp"
#include "sys/system_calls.hpp"

namespace fsduel::sys {
namespace {

bool is_inside(const std::string& path, const std::string& folder) {
  return folder == "/" || path == folder || path.starts_with(folder + "/");
}

FakeFile make_text_file(const std::string& text) {
  FakeFile file;
  file.text = text;
  file.size = Bytes{text.size()};
  file.allocated = file.size;
  return file;
}

FakeFile make_folder(mode_t mode) {
  FakeFile folder;
  folder.kind = FileKind::directory;
  folder.mode = mode;
  return folder;
}

// sysfs shows a choice as "mq-deadline [none]": writing one of its words moves the brackets.
// nullopt when the text is no choice or has no such word.
std::optional<std::string> find_choice(const std::string& text, std::string_view chosen) {
  if (text.find('[') == std::string::npos) return std::nullopt;
  std::vector<std::string> words;
  bool is_known = false;
  for (std::string_view word : split_words(text)) {
    if (word.starts_with('[') && word.ends_with(']')) word = word.substr(1, word.size() - 2);
    const bool is_chosen = word == chosen;
    is_known = is_known || is_chosen;
    words.push_back(is_chosen ? "[" + std::string(word) + "]" : std::string(word));
  }
  return is_known ? std::optional(join(words, " ") + "\n") : std::nullopt;
}

}  // namespace

FakeSystem::Place FakeSystem::locate(const std::string& path) {
  for (auto mounted = mounts_.rbegin(); mounted != mounts_.rend(); ++mounted) {
    const std::string& target = mounted->entry.target;
    if (!is_inside(path, target)) continue;
    const std::string rest = path.substr(target.size());
    return {&volumes_.at(mounted->volume), rest.empty() ? "/" : rest};
  }
  return {&root_, path};
}

FakeFile* FakeSystem::find_file(const std::string& path) {
  const Place place = locate(path);
  const auto found = place.volume->files.find(place.path);
  return found == place.volume->files.end() ? nullptr : &found->second;
}

FakeFile& FakeSystem::require_file(const std::string& doing, const std::string& path) {
  FakeFile* file = find_file(path);
  if (file == nullptr) fail({doing, path, {}}, ENOENT);
  return *file;
}

void FakeSystem::require_free_name(const std::string& doing, const std::string& path) {
  if (find_file(path) != nullptr) fail({doing, path, {}}, EEXIST);
  const FakeFile* parent = find_file(parent_path(path));
  if (parent == nullptr) fail({doing, path, {}}, ENOENT);
  if (parent->kind != FileKind::directory) fail({doing, path, {}}, ENOTDIR);
}

FakeFile& FakeSystem::add_file(const std::string& path, FakeFile file) {
  const Place place = locate(path);
  file.inode = next_inode_++;
  return place.volume->files[place.path] = std::move(file);
}

void FakeSystem::make_folders(const std::string& path) {
  if (path == "/" || find_file(path) != nullptr) return;
  make_folders(parent_path(path));
  add_file(path, make_folder(0755));
}

std::vector<std::string> FakeSystem::find_children(const Place& place) {
  const std::string prefix = place.path == "/" ? "/" : place.path + "/";
  std::vector<std::string> names;
  for (const auto& [path, file] : place.volume->files) {
    if (!path.starts_with(prefix) || path.size() == prefix.size()) continue;
    const std::string rest = path.substr(prefix.size());
    if (rest.find('/') == std::string::npos) names.push_back(rest);
  }
  return names;
}

void FakeSystem::set_text(const std::string& path, const std::string& text) {
  make_folders(parent_path(path));
  FakeFile* file = find_file(path);
  if (file == nullptr) {
    add_file(path, make_text_file(text));
    return;
  }
  file->text = text;
  file->size = file->allocated = Bytes{text.size()};
}

void FakeSystem::set_link(const std::string& path, const std::string& target) {
  make_folders(parent_path(path));
  FakeFile link = make_text_file(target);
  link.kind = FileKind::symlink;
  add_file(path, std::move(link));
}

void FakeSystem::punch_holes(const std::string& path) {
  FakeFile& file = require_file("punch holes into", path);
  file.allocated = Bytes{file.allocated.value / 2};
}

std::optional<std::string> FakeSystem::read_text(const std::string& path) {
  const FakeFile* file = find_file(path);
  if (file == nullptr) return std::nullopt;
  if (file->kind == FileKind::directory) fail({"read", path, {}}, EISDIR);
  return file->text;
}

void FakeSystem::write_text(const std::string& path, const std::string& text) {
  const std::string doing = "write '" + text + "' to";
  FakeFile& file = require_file(doing, path);
  if (file.kind != FileKind::regular) fail({doing, path, {}}, EISDIR);
  if (file.text.find('[') != std::string::npos) {
    const auto choice = find_choice(file.text, trim(text));
    if (!choice) fail({doing, path, {}}, EINVAL);
    set_text(path, *choice);
    return;
  }
  set_text(path, text);
}

void FakeSystem::append_durably(const std::string& path, const std::string& text) {
  const FakeFile* file = find_file(path);
  if (file == nullptr) require_free_name("append to", path);
  set_text(path, (file == nullptr ? "" : file->text) + text);
}

std::vector<std::string> FakeSystem::list_directory(const std::string& path) {
  const FakeFile& folder = require_file("list directory", path);
  if (folder.kind != FileKind::directory) fail({"list directory", path, {}}, ENOTDIR);
  return find_children(locate(path));
}

std::optional<FileStatus> FakeSystem::find_status(const std::string& path) {
  const FakeFile* file = find_file(path);
  if (file == nullptr) return std::nullopt;
  return FileStatus{.kind = file->kind,
                    .size = file->size,
                    .allocated = file->allocated,
                    .device = locate(path).volume->device,
                    .special_device = file->special_device,
                    .inode = file->inode,
                    .mode = file->mode,
                    .owner = 0,
                    .modified = Nanoseconds{0}};
}

std::string FakeSystem::resolve_path(const std::string& path) {
  std::string resolved = path;
  // As many links as the kernel follows.
  for (int links = 0; links < 40; ++links) {
    std::string walked;
    bool followed = false;
    const std::string walking = resolved;
    for (std::string_view part : split(walking, '/')) {
      if (part.empty() || part == ".") continue;
      if (part == "..") {
        walked = walked.empty() ? "" : walked.substr(0, walked.find_last_of('/'));
        continue;
      }
      const std::string next = walked + "/" + std::string(part);
      const FakeFile* file = followed ? nullptr : find_file(next);
      const bool is_link = file != nullptr && file->kind == FileKind::symlink;
      if (is_link) followed = true;
      walked = !is_link                      ? next
               : file->text.starts_with('/') ? file->text
                                             : walked + "/" + file->text;
    }
    resolved = walked.empty() ? "/" : walked;
    if (followed) continue;
    static_cast<void>(require_file("find", resolved));
    return resolved;
  }
  fail({"find", path, {}}, ELOOP);
}

bool FakeSystem::make_directory(const std::string& path, mode_t mode) {
  const FakeFile* found = find_file(path);
  if (found != nullptr && found->kind == FileKind::directory) return false;
  require_free_name("make directory", path);
  add_file(path, make_folder(mode));
  return true;
}

std::string FakeSystem::make_temporary_directory(const std::string& parent,
                                                 const std::string& prefix) {
  std::string path = parent + "/" + prefix + std::to_string(next_inode_);
  require_free_name("make a directory in", path);
  add_file(path, make_folder(0700));
  return path;
}

FileStatus FakeSystem::make_file(const std::string& path) {
  require_free_name("make file", path);
  FakeFile file;
  file.mode = 0600;
  add_file(path, std::move(file));
  return *find_status(path);
}

bool FakeSystem::remove_directory(const std::string& path) {
  const FakeFile* file = find_file(path);
  if (file == nullptr) return false;
  const Place place = locate(path);
  if (file->kind != FileKind::directory) fail({"remove directory", path, {}}, ENOTDIR);
  if (place.path == "/") fail({"remove directory", path, {}}, EBUSY);
  if (!find_children(place).empty()) fail({"remove directory", path, {}}, ENOTEMPTY);
  place.volume->files.erase(place.path);
  return true;
}

bool FakeSystem::remove_file(const std::string& path) {
  const FakeFile* file = find_file(path);
  if (file == nullptr) return false;
  const Place place = locate(path);
  if (file->kind == FileKind::directory) fail({"remove file", path, {}}, EISDIR);
  place.volume->files.erase(place.path);
  return true;
}

bool FakeSystem::remove_tree(const std::string& path) {
  const FakeFile* folder = find_file(path);
  if (folder == nullptr) return false;
  if (folder->kind != FileKind::directory) fail({"remove the tree", path, {}}, ENOTDIR);
  for (const Mounted& mounted : mounts_) {
    if (is_inside(mounted.entry.target, path)) fail({"remove directory", path, {}}, EXDEV);
  }
  const Place place = locate(path);
  std::erase_if(place.volume->files,
                [&](const auto& entry) { return is_inside(entry.first, place.path); });
  return true;
}

SpaceStatus FakeSystem::read_space(const std::string& path) {
  static_cast<void>(require_file("ask for the free space of", path));
  return {.size = free_space_ + kGiB,
          .free = free_space_,
          .available = free_space_,
          .block_size = Bytes{4096},
          .files = 1'000'000,
          .files_free = 900'000};
}

void FakeSystem::write_image(const ImageRequest& request, const StopFlag& stop,
                             const WriteProgress& progress) {
  const std::string doing = "write image";
  FakeFile* file = find_file(request.path);
  if (file != nullptr && file->kind != FileKind::regular) fail({doing, request.path, {}}, EINVAL);
  if (file == nullptr) static_cast<void>(make_file(request.path));
  FakeFile& image = require_file(doing, request.path);
  const bool is_stopped = stop.is_set();
  if (is_stopped || request.size > image.allocated + free_space_) {
    free_space_ = free_space_ + image.allocated;
    static_cast<void>(remove_file(request.path));
    throw_if_stopped(stop, "write", "an image");
    fail({doing, request.path, {}}, ENOSPC);
  }
  free_space_ = free_space_ + image.allocated - request.size;
  image.size = image.allocated = request.size;
  volumes_.erase(image.inode);
  if (progress) progress(request.size);
}

bool FakeSystem::is_fully_allocated(const std::string& path) {
  const FakeFile& file = require_file("read the allocation of", path);
  return file.allocated >= file.size;
}

}  // namespace fsduel::sys
