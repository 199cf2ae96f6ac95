#include "sys/archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::sys {
namespace {

struct FreeArchive {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};
using Reader = std::unique_ptr<struct archive, FreeArchive>;

[[noreturn]] void fail_archive(const std::string& path, struct archive* reader) {
  const char* words = archive_error_string(reader);
  const int error = archive_errno(reader);
  throw Error({.doing = "read tarball",
               .object = escape_text(path),
               .cause = words != nullptr ? escape_text(words) : "it is damaged",
               .next_step = "check that the file is whole, and a tar archive",
               .errno_value = error > 0 ? error : 0});
}

Reader open_tarball(const std::string& path) {
  Reader reader(archive_read_new());
  if (!reader) fail_archive(path, nullptr);
  archive_read_support_filter_all(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_gnutar(reader.get());
  constexpr std::size_t kBlock = 256 * 1024;
  if (archive_read_open_filename(reader.get(), path.c_str(), kBlock) != ARCHIVE_OK) {
    fail_archive(path, reader.get());
  }
  return reader;
}

// The bytes as they are in the archive: names need not be text of any encoding.
std::string to_text(const char* text) {
  return text == nullptr ? std::string() : text;
}

std::optional<MemberKind> find_kind(struct archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr) return MemberKind::hardlink;
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
      return MemberKind::file;
    case AE_IFDIR:
      return MemberKind::directory;
    case AE_IFLNK:
      return MemberKind::symlink;
    default:
      return std::nullopt;
  }
}

// Decides member by member; remembers the links of this archive, because a later member must not
// go through one.
class Gate {
 public:
  // nullopt when the member is refused.
  std::optional<Member> admit(struct archive_entry* entry) {
    raw_path_ = to_text(archive_entry_pathname(entry));
    const auto kind = find_kind(entry);
    if (!kind) return refuse("a device node, pipe or socket is never made");
    const auto path = find_safe_path(raw_path_);
    // "./" is the top folder itself, which is there already.
    if (!path && *kind == MemberKind::directory && is_top(raw_path_)) return std::nullopt;
    if (!path) return refuse("its name leads out of the folder");
    if (raw_path_.starts_with('/')) note_change("made relative");
    if (goes_through_link(*path)) return refuse("its name goes through a link of the archive");
    // Opening it for writing would follow the link.
    if (links_.contains(*path)) return refuse("its name is that of a link of the archive");
    Member member{.path = *path,
                  .kind = *kind,
                  .mode = take_mode(entry),
                  .modified = std::chrono::seconds(archive_entry_mtime(entry)) +
                              std::chrono::nanoseconds(archive_entry_mtime_nsec(entry)),
                  .size = {},
                  .link_target = {}};
    if (*kind == MemberKind::file) member.size = take_size(entry);
    if (*kind == MemberKind::symlink) return admit_symlink(std::move(member), entry);
    if (*kind == MemberKind::hardlink) return admit_hardlink(std::move(member), entry);
    return member;
  }

  std::vector<MemberNote> take_notes() { return std::move(notes_); }

 private:
  static bool is_top(const std::string& path) {
    return path.find_first_not_of("./") == std::string::npos &&
           path.find("..") == std::string::npos;
  }

  std::nullopt_t refuse(std::string reason) {
    notes_.push_back({raw_path_, MemberNote::What::refused, std::move(reason)});
    return std::nullopt;
  }
  void note_change(std::string reason) {
    notes_.push_back({raw_path_, MemberNote::What::changed, std::move(reason)});
  }

  mode_t take_mode(struct archive_entry* entry) {
    const mode_t mode = archive_entry_perm(entry);
    if ((mode & 07000) != 0) note_change("setuid, setgid and sticky bits taken off");
    return mode & 0777;
  }

  static Bytes take_size(struct archive_entry* entry) {
    const la_int64_t size = archive_entry_size(entry);
    return Bytes{size > 0 ? static_cast<std::uint64_t>(size) : 0};
  }

  // True when a folder part of the path is a link.
  [[nodiscard]] bool goes_through_link(const std::string& path) const {
    for (auto slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      if (links_.contains(path.substr(0, slash))) return true;
    }
    return false;
  }

  std::optional<Member> admit_symlink(Member member, struct archive_entry* entry) {
    member.link_target = to_text(archive_entry_symlink(entry));
    if (!is_safe_link(member.path, member.link_target)) {
      return refuse("the link leads out of the folder");
    }
    links_.insert(member.path);
    return member;
  }

  std::optional<Member> admit_hardlink(Member member, struct archive_entry* entry) {
    const auto target = find_safe_path(to_text(archive_entry_hardlink(entry)));
    if (!target) return refuse("the hard link leads out of the folder");
    if (goes_through_link(*target) || links_.contains(*target)) {
      return refuse("the hard link goes through a link of the archive");
    }
    member.link_target = *target;
    return member;
  }

  std::string raw_path_;
  std::set<std::string> links_;
  std::vector<MemberNote> notes_;
};

// Holes of sparse members are passed on as zeros, so that exactly `size` bytes come.
class ContentPump {
 public:
  ContentPump(const ArchiveSink& sink, Bytes size) : sink_(sink), left_(size.value) {}

  void pass(std::uint64_t offset, std::span<const std::byte> chunk) {
    pass_zeros_to(offset);
    emit(chunk);
  }
  void finish() { pass_zeros_to(done_ + left_); }

 private:
  void pass_zeros_to(std::uint64_t offset) {
    static constexpr std::size_t kZeros = 4096;
    static const std::vector<std::byte> zeros(kZeros);
    while (done_ < offset && left_ > 0) {
      const auto gap = static_cast<std::size_t>(std::min<std::uint64_t>(kZeros, offset - done_));
      emit(std::span(zeros).first(gap));
    }
  }
  void emit(std::span<const std::byte> chunk) {
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left_, chunk.size()));
    if (part == 0) return;
    sink_.content(chunk.first(part));
    done_ += part;
    left_ -= part;
  }

  const ArchiveSink& sink_;
  std::uint64_t done_ = 0;
  std::uint64_t left_;
};

void pass_content(const std::string& path, struct archive* reader, ContentPump pump) {
  while (true) {
    const void* block = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int result = archive_read_data_block(reader, &block, &size, &offset);
    if (result == ARCHIVE_EOF) break;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) fail_archive(path, reader);
    pump.pass(static_cast<std::uint64_t>(offset), {static_cast<const std::byte*>(block), size});
  }
  pump.finish();
}

}  // namespace

std::vector<MemberNote> read_tarball(const std::string& path, const ArchiveSink& sink) {
  const Reader reader = open_tarball(path);
  Gate gate;
  struct archive_entry* entry = nullptr;
  while (true) {
    const int result = archive_read_next_header(reader.get(), &entry);
    if (result == ARCHIVE_EOF) return gate.take_notes();
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) fail_archive(path, reader.get());
    const auto member = gate.admit(entry);
    if (!member) continue;
    sink.begin(*member);
    if (member->kind == MemberKind::file) {
      pass_content(path, reader.get(), ContentPump(sink, member->size));
    }
  }
}

std::optional<std::string> find_safe_path(const std::string& path) {
  std::vector<std::string> parts;
  for (std::string_view part : split(path, '/')) {
    if (part == "..") return std::nullopt;
    if (!part.empty() && part != ".") parts.emplace_back(part);
  }
  if (parts.empty()) return std::nullopt;
  return join(parts, "/");
}

bool is_safe_link(const std::string& path, const std::string& target) {
  if (target.empty() || target.starts_with('/')) return false;
  auto folders_above = std::ssize(split(path, '/')) - 1;
  bool is_leading = true;
  for (std::string_view part : split(target, '/')) {
    if (part.empty() || part == ".") continue;
    // Behind an ordinary part ".." may lead anywhere: that part can be a link itself.
    if (part == ".." && (!is_leading || --folders_above < 0)) return false;
    if (part != "..") is_leading = false;
  }
  return true;
}

}  // namespace fsduel::sys
