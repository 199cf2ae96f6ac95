#include "sys/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/check.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::sys {
namespace {

constexpr std::string_view kSuffix = ".journal";

std::string render_checksum(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return fmt::format("{:016x}", hash);
}

struct Owner {
  std::string boot_id;
  ProcessIdentity process;
};

std::string render_file_name(const Owner& owner) {
  return fmt::format("{}.{}.{}{}", owner.boot_id, owner.process.pid, owner.process.start_time,
                     kSuffix);
}

std::optional<Owner> parse_file_name(std::string_view name) {
  if (!name.ends_with(kSuffix)) return std::nullopt;
  const auto parts = split(name.substr(0, name.size() - kSuffix.size()), '.');
  if (parts.size() != 3) return std::nullopt;
  const auto pid = parse_number(parts[1]);
  const auto start = parse_number(parts[2]);
  if (!pid || !start || *pid > std::numeric_limits<pid_t>::max()) return std::nullopt;
  return Owner{std::string(parts[0]), {static_cast<pid_t>(*pid), *start}};
}

// A line with its checksum taken off; nullopt when it is damaged.
std::optional<std::string_view> verify_line(std::string_view line) {
  const auto space = line.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view record = line.substr(space + 1);
  if (line.substr(0, space) != render_checksum(record)) return std::nullopt;
  return record;
}

using Held = std::map<EntryId, Taken>;

bool apply_record(std::string_view record, Held& held) {
  const auto fields = split(record, ' ');
  if (fields.size() < 2) return false;
  const auto entry = parse_number(fields[0]);
  if (!entry) return false;
  if (fields[1] == "release") {
    held.erase(*entry);
    return true;
  }
  if (fields.size() < 3 || (fields[1] != "take" && fields[1] != "update")) return false;
  const auto taken = parse_taken(record.substr(fields[0].size() + fields[1].size() + 2));
  if (taken) held.insert_or_assign(*entry, *taken);
  return taken.has_value();
}

[[noreturn]] void fail_taken_name(const char* doing, const std::string& path) {
  throw Error({.doing = doing,
               .object = escape_text(path),
               .cause = "the name is taken by something that is not ours",
               .next_step = "another name, or remove it",
               .errno_value = EEXIST});
}

// Before the journal names it: a sweep after a kill must not take for ours what was there before.
void require_free_name(System& system, const char* doing, const std::string& path) {
  if (system.find_status(path)) fail_taken_name(doing, path);
}

FileIdentity to_identity(const FileStatus& status) {
  return {status.device, status.inode};
}

bool is_alive(System& system, const Owner& owner) {
  return owner.boot_id == system.boot_id() &&
         system.find_process_start(owner.process.pid) == owner.process.start_time;
}

SweptJournal sweep_one(System& system, const Owner& owner, const std::string& path,
                       SweepMode mode) {
  const JournalText journal = parse_journal(system.read_text(path).value_or(""));
  SweptJournal swept{
      .path = path, .owner = owner.process, .results = {}, .damaged_lines = journal.damaged_lines};
  const GiveBackOptions options{
      .mode = mode, .boot = owner.boot_id == system.boot_id() ? Boot::same : Boot::later};
  for (auto taken = journal.held.rbegin(); taken != journal.held.rend(); ++taken) {
    swept.results.push_back(give_back(system, *taken, options));
  }
  const bool all_done =
      std::none_of(swept.results.begin(), swept.results.end(),
                   [](const GiveBackResult& result) { return result.outcome == GiveBack::failed; });
  if (all_done && mode == SweepMode::free) system.remove_file(path);
  return swept;
}

}  // namespace

Journal::Journal(System& system, const std::string& directory) : system_(system) {
  system_.make_directory(directory, 0700);
  path_ = directory + "/" + render_file_name({system_.boot_id(), system_.own_process()});
}

void Journal::append(const std::string& record) {
  const std::string line = render_checksum(record) + " " + record + "\n";
  const std::string text = is_torn_ ? "\n" + line : line;
  is_torn_ = true;
  is_begun_ = true;
  system_.append_durably(path_, text);
  is_torn_ = false;
}

EntryId Journal::take(const Taken& taken) {
  const EntryId entry = entries_.size();
  // Kept first: after a failed append it is in doubt, and then it is better held than forgotten.
  entries_.push_back({taken, false});
  append(fmt::format("{} take {}", entry, render_taken(taken)));
  return entry;
}

void Journal::update(EntryId entry, const Taken& taken) {
  FSDUEL_CHECK(entry < entries_.size(), "the entry is of this journal");
  entries_[entry].taken = taken;
  append(fmt::format("{} update {}", entry, render_taken(taken)));
}

void Journal::release(EntryId entry) {
  FSDUEL_CHECK(entry < entries_.size(), "the entry is of this journal");
  if (entries_[entry].is_released) return;
  entries_[entry].is_released = true;
  append(fmt::format("{} release", entry));
}

EntryId Journal::make_file(const std::string& path) {
  require_free_name(system_, "make file", path);
  const EntryId entry = take(TakenFile{path, {}});
  try {
    const FileStatus made = system_.make_file(path);
    update(entry, TakenFile{path, to_identity(made)});
  } catch (const Error& error) {
    // Somebody was faster: an empty file of theirs must not pass for ours.
    if (error.parts().errno_value == EEXIST) release(entry);
    throw;
  }
  return entry;
}

EntryId Journal::make_directory(const std::string& path, Contents contents) {
  require_free_name(system_, "make directory", path);
  const EntryId entry = take(TakenDirectory{path, contents, {}});
  if (!system_.make_directory(path, 0700)) {
    release(entry);
    fail_taken_name("make directory", path);
  }
  const auto made = system_.find_status(path);
  if (made) update(entry, TakenDirectory{path, contents, to_identity(*made)});
  return entry;
}

EntryId Journal::change_setting(const std::string& path, const std::string& value) {
  const auto before = system_.read_text(path);
  if (!before) {
    throw Error({.doing = "set",
                 .object = escape_text(path),
                 .cause = "there is no such setting",
                 .next_step = "check the name; another kernel may not have it",
                 .errno_value = ENOENT});
  }
  TakenSetting taken{path, find_setting_value(*before), value};
  const EntryId entry = take(taken);
  try {
    system_.write_text(path, value);
    // The kernel may write it in another way, or round it.
    taken.new_value = find_setting_value(system_.read_text(path).value_or(value));
    update(entry, taken);
  } catch (const Error&) {
    // Nobody would hold it, and what comes next would run with it.
    static_cast<void>(give_back_one(entry));
    throw;
  }
  return entry;
}

GiveBackResult Journal::give_back_one(EntryId entry) {
  FSDUEL_CHECK(entry < entries_.size(), "the entry is of this journal");
  GiveBackResult result = give_back(system_, entries_[entry].taken, {});
  if (result.outcome == GiveBack::failed) return result;
  entries_[entry].is_released = true;
  try {
    append(fmt::format("{} release", entry));
  } catch (const Error&) {
    // The thing is given back; a sweep will find it gone.
    return result;
  }
  return result;
}

std::vector<GiveBackResult> Journal::give_back_since(EntryId first) {
  std::vector<GiveBackResult> results;
  for (EntryId entry = entries_.size(); entry > first; --entry) {
    if (!entries_[entry - 1].is_released) results.push_back(give_back_one(entry - 1));
  }
  return results;
}

std::vector<GiveBackResult> Journal::give_back_all() {
  auto results = give_back_since(0);
  remove_when_done();
  return results;
}

void Journal::remove_when_done() {
  if (!is_begun_ || !held().empty()) return;
  try {
    system_.remove_file(path_);
  } catch (const Error&) {
    // A journal in which all is released is removed by the next sweep.
    return;
  }
  is_begun_ = false;
}

GiveBackAtEnd::~GiveBackAtEnd() {
  for (const GiveBackResult& result : journal_.give_back_all()) {
    const bool is_left = result.outcome == GiveBack::failed || result.outcome == GiveBack::not_ours;
    if (is_left && tell_) tell_(result);
  }
}

std::vector<Taken> Journal::held() const {
  std::vector<Taken> held;
  for (const Entry& entry : entries_) {
    if (!entry.is_released) held.push_back(entry.taken);
  }
  return held;
}

JournalText parse_journal(std::string_view text) {
  JournalText journal;
  Held held;
  const auto last_end = text.rfind('\n');
  const std::string_view whole =
      last_end == std::string_view::npos ? std::string_view() : text.substr(0, last_end);
  for (std::string_view line : split(whole, '\n')) {
    if (line.empty()) continue;
    const auto record = verify_line(line);
    if (!record || !apply_record(*record, held)) ++journal.damaged_lines;
  }
  for (auto& [entry, taken] : held) journal.held.push_back(std::move(taken));
  return journal;
}

std::vector<SweptJournal> sweep(System& system, const std::string& directory, SweepMode mode) {
  std::vector<SweptJournal> swept;
  if (!system.find_status(directory)) return swept;
  for (const std::string& name : system.list_directory(directory)) {
    const auto owner = parse_file_name(name);
    if (!owner || is_alive(system, *owner)) continue;
    swept.push_back(sweep_one(system, *owner, directory + "/" + name, mode));
  }
  return swept;
}

}  // namespace fsduel::sys
