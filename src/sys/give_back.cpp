#include "sys/give_back.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::sys {
namespace {

struct Outcome {
  GiveBack outcome;
  std::string reason;
};

Outcome left_alone(std::string reason) {
  return {GiveBack::not_ours, std::move(reason)};
}

// One rule per kind: look whether it is still ours, then free it.
class GiveBackRules {
 public:
  GiveBackRules(System& system, const GiveBackOptions& options)
      : system_(system), options_(options) {}

  Outcome operator()(const TakenMount& taken) const {
    if (options_.boot == Boot::later) return {GiveBack::gone, {}};
    const auto mounts = system_.read_mounts();
    const MountEntry* entry = find_mount(mounts, taken.target);
    if (entry == nullptr) return {GiveBack::gone, {}};
    if (entry->source != taken.source || entry->type != taken.type) {
      return left_alone("now " + escape_text(entry->source) + " is mounted there");
    }
    if (is_real()) system_.unmount(taken.target);
    return {GiveBack::done, {}};
  }

  Outcome operator()(const TakenLoop& taken) const {
    if (options_.boot == Boot::later) return {GiveBack::gone, {}};
    bool is_name_taken = false;
    for (const LoopStatus& loop : system_.read_loops()) {
      const bool same_name = loop.name == taken.name;
      is_name_taken = is_name_taken || same_name;
      const bool is_ours = (same_name || taken.name.empty()) && is_over(loop, taken);
      if (is_ours) return detach(loop);
    }
    if (is_name_taken) return left_alone("the device is now over another file");
    // Autoclear has detached it; the empty device that was added for us may be left.
    if (taken.name.empty() || !system_.find_status("/sys/block/" + taken.name)) {
      return {GiveBack::gone, {}};
    }
    if (is_real()) system_.remove_loop(taken.name);
    return {GiveBack::done, {}};
  }

  Outcome operator()(const TakenFile& taken) const {
    const auto status = system_.find_status(taken.path);
    if (!status) return {GiveBack::gone, {}};
    if (status->kind != FileKind::regular) return left_alone("it is no regular file now");
    const bool is_unmade = taken.identity.inode == 0;
    // Killed between the journal and the making of it, or right after: then it is empty.
    if (is_unmade && status->size > Bytes{0}) return left_alone("it is not certain who made it");
    if (!is_unmade && !is_same(*status, taken.identity)) return left_alone("another file is there");
    if (is_real()) system_.remove_file(taken.path);
    return {GiveBack::done, {}};
  }

  Outcome operator()(const TakenDirectory& taken) const {
    const auto status = system_.find_status(taken.path);
    if (!status) return {GiveBack::gone, {}};
    if (status->kind != FileKind::directory) return left_alone("it is no directory now");
    const bool is_unmade = taken.identity.inode == 0;
    if (!is_unmade && !is_same(*status, taken.identity)) {
      return left_alone("another directory is there");
    }
    if (taken.contents == Contents::ours && !is_unmade) {
      if (is_real()) system_.remove_tree(taken.path);
      return {GiveBack::done, {}};
    }
    if (!system_.list_directory(taken.path).empty()) return left_alone("it is not empty");
    if (is_real()) system_.remove_directory(taken.path);
    return {GiveBack::done, {}};
  }

  Outcome operator()(const TakenSetting& taken) const {
    if (options_.boot == Boot::later) return {GiveBack::gone, {}};
    const auto text = system_.read_text(taken.path);
    if (!text) return {GiveBack::gone, {}};
    const std::string value = find_setting_value(*text);
    if (value == taken.old_value) return {GiveBack::gone, {}};
    if (value != taken.new_value) {
      return left_alone("somebody has set it to " + escape_text(value) + " since");
    }
    if (is_real()) system_.write_text(taken.path, taken.old_value);
    return {GiveBack::done, {}};
  }

  Outcome operator()(const TakenProcess& taken) const {
    const bool is_there = options_.boot == Boot::same &&
                          system_.find_process_start(taken.process.pid) == taken.process.start_time;
    if (!is_there) return {GiveBack::gone, {}};
    if (is_real()) system_.kill_process(taken.process);
    return {GiveBack::done, {}};
  }

 private:
  [[nodiscard]] bool is_real() const { return options_.mode == SweepMode::free; }

  // After a restart the same filesystem may have another device number.
  [[nodiscard]] bool is_same(const FileStatus& status, const FileIdentity& identity) const {
    return status.inode == identity.inode &&
           (options_.boot == Boot::later || status.device == identity.device);
  }

  static bool is_over(const LoopStatus& loop, const TakenLoop& taken) {
    const bool same_path =
        loop.backing_file == taken.image || loop.backing_file == taken.image + " (deleted)";
    return same_path && taken.identity.inode != 0 && loop.backing_inode == taken.identity.inode &&
           loop.backing_device == taken.identity.device;
  }

  [[nodiscard]] Outcome detach(const LoopStatus& loop) const {
    if (!is_real()) return {GiveBack::done, {}};
    if (!system_.detach_loop(loop)) return {GiveBack::gone, {}};
    system_.remove_loop(loop.name);
    const auto loops = system_.read_loops();
    const bool is_still_there = std::any_of(loops.begin(), loops.end(), [&](const LoopStatus& l) {
      return l.name == loop.name && l.backing_inode == loop.backing_inode;
    });
    if (is_still_there) return {GiveBack::failed, "somebody still uses it"};
    return {GiveBack::done, {}};
  }

  System& system_;
  const GiveBackOptions& options_;
};

}  // namespace

GiveBackResult give_back(System& system, const Taken& taken, const GiveBackOptions& options) {
  try {
    Outcome outcome = std::visit(GiveBackRules(system, options), taken);
    return {taken, outcome.outcome, std::move(outcome.reason)};
  } catch (const Error& error) {
    return {taken, GiveBack::failed, error.what()};
  }
}

}  // namespace fsduel::sys
