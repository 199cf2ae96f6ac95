#include "run/filesystem_under_test.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::run {
namespace {

const filesystem::Filesystem& find_or_die(const std::string& name) {
  const auto* found = filesystem::find_filesystem(name);
  FSDUEL_CHECK(found != nullptr, "a run names a filesystem of the catalogue");
  return *found;
}

filesystem::FormatTarget make_target(const RunSite& site) {
  FSDUEL_CHECK(site.data.has_value(), "a filesystem is made on a disk");
  return {.data = *site.data, .log = site.log, .further = site.further};
}

// A mounted options line with the options of the mount and of the filesystem.
std::string options_line(const sys::MountEntry& entry) {
  std::vector<std::string> words = entry.options;
  for (const auto& word : entry.super_options) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return join(words, ",");
}

}  // namespace

void set_fact(Facts& facts, const std::string& name, const std::string& value) {
  for (auto& fact : facts) {
    if (fact.name == name) {
      fact.value = value;
      return;
    }
  }
  facts.push_back({name, value});
}

FilesystemUnderTest::FilesystemUnderTest(const Place& place, RunRecord& record)
    : place_(place),
      record_(record),
      filesystem_(find_or_die(place.spec.candidate.filesystem)),
      target_(make_target(place.site)) {}

FilesystemUnderTest::~FilesystemUnderTest() {
  try {
    unmount();
  } catch (const Error&) {
    // The journal still has the mount: sweep frees it. Nothing more can be done while unwinding.
  }
}

sys::ProcessResult FilesystemUnderTest::run_tool(const Command& command) {
  return place_.system.run(command, {.stop = &place_.stop});
}

void FilesystemUnderTest::run_or_throw(const Command& command, const char* doing) {
  const auto result = run_tool(command);
  if (result.end == sys::ProcessEnd::stopped) {
    sys::throw_if_stopped(place_.stop, doing, command.argv.front().c_str());
  }
  if (result.succeeded()) return;
  throw Error({.doing = doing,
               .object = render_command(command),
               .cause = sys::render_failure(result),
               .next_step = "the same command by hand, or another option"});
}

void FilesystemUnderTest::format() {
  const auto& candidate = place_.spec.candidate;
  filesystem::FormatPins pins;
  if (place_.spec.format_seed != 0) pins.seed = place_.spec.format_seed;
  for (const auto& command : filesystem_.prepare(candidate, target_, pins)) {
    record_.facts.push_back({"command", render_command(command)});
    run_or_throw(command, "prepare for mkfs with");
  }
  const auto mkfs = filesystem_.mkfs(candidate, target_, pins);
  set_fact(record_.facts, "mkfs command", render_command(mkfs));
  run_or_throw(mkfs, "make the filesystem with");
  if (const auto describe = filesystem_.describe(target_)) {
    const auto result = run_tool(*describe);
    superblock_ = filesystem_.parse_describe(result.output);
    for (const auto& fact : superblock_) set_fact(record_.facts, fact.name, fact.value);
  }
}

void FilesystemUnderTest::record_mount(const sys::MountEntry& entry) {
  set_fact(record_.facts, "mounted as", entry.type);
  const std::string line = options_line(entry);
  set_fact(record_.facts, "mount options in force", line);
  const auto durability =
      filesystem_.durability(filesystem::parse_mount_options(line), superblock_);
  for (const auto& fact : durability)
    set_fact(record_.facts, "durability: " + fact.name, fact.value);
}

void FilesystemUnderTest::mount() {
  const auto request = filesystem_.mount(place_.spec.candidate, target_, place_.site.mount_point);
  set_fact(record_.facts, "mount command", render_mount(request));
  entry_ = place_.journal.take(
      sys::TakenMount{.target = request.target, .source = request.source, .type = request.type});
  place_.system.mount(request);
  mounted_ = true;
  const auto mounts = place_.system.read_mounts();
  const auto* entry = sys::find_mount(mounts, request.target);
  if (entry == nullptr || entry->type != request.type) {
    throw Error({.doing = "mount",
                 .object = request.target,
                 .cause = entry == nullptr ? "the kernel's mount table does not show it"
                                           : "it is mounted as " + escape_text(entry->type) +
                                                 ", not as " + request.type,
                 .next_step = "another candidate: this kernel does not serve it under its name"});
  }
  record_mount(*entry);
}

void FilesystemUnderTest::flush_disks() {
  place_.system.flush_buffers(target_.data.path);
  if (target_.log) place_.system.flush_buffers(target_.log->path);
  for (const auto& disk : target_.further) place_.system.flush_buffers(disk.path);
}

void FilesystemUnderTest::remount() {
  unmount();
  flush_disks();
  mount();
}

void FilesystemUnderTest::unmount() {
  if (!mounted_) return;
  place_.system.unmount(place_.site.mount_point);
  mounted_ = false;
  if (entry_) place_.journal.release(*entry_);
  entry_.reset();
}

std::optional<std::string> FilesystemUnderTest::check() {
  const auto command = filesystem_.check(target_);
  if (!command) {
    set_fact(record_.facts, "check", "there is no such tool for this filesystem");
    return std::nullopt;
  }
  const auto result = run_tool(*command);
  if (result.end == sys::ProcessEnd::stopped) return std::nullopt;
  const int status = result.end == sys::ProcessEnd::exited ? result.status : -1;
  const auto verdict = filesystem_.judge_check(status, result.output + result.errors);
  const bool clean = verdict.state == filesystem::CheckState::clean;
  set_fact(record_.facts, "check", clean ? "clean" : verdict.words);
  if (verdict.state != filesystem::CheckState::not_clean) return std::nullopt;
  return verdict.words;
}

}  // namespace fsduel::run
