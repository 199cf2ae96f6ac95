#include "venue/native.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "venue/device_guard.hpp"
#include "venue/images.hpp"

namespace fsduel::venue {
namespace {

constexpr mode_t kPrivateMode = 0700;

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Runs an action for a record that has to say what went wrong, instead of ending the duel.
RunRecord failed_record(const RunSpec& spec, const Error& error, const RunWatch& watch) {
  RunRecord record;
  record.spec = spec;
  record.status = watch.stop.is_set() ? RunStatus::interrupted : RunStatus::failed;
  record.failure = error.what();
  record.failed_step = "prepare the disk";
  return record;
}

}  // namespace

void make_directories(sys::System& system, const std::string& path) {
  for (std::size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
    const std::string part = path.substr(0, at);
    if (!part.empty() && !system.find_status(part)) system.make_directory(part, kPrivateMode);
    if (at == std::string::npos) return;
  }
}

// The disks of one run: loop devices that are attached here and detached in reverse order, devices
// that exist as they are.
class NativeVenue::Attachments {
 public:
  Attachments(sys::System& system, sys::Journal& journal) : system_(system), journal_(journal) {}
  ~Attachments() {
    try {
      close();
    } catch (const Error&) {
      // Autoclear frees the devices when we are gone; the journal has them besides.
    }
  }
  Attachments(const Attachments&) = delete;
  Attachments& operator=(const Attachments&) = delete;

  Disk attach_image(const std::string& image) {
    const auto status = system_.find_status(image);
    sys::TakenLoop taken{.image = image, .identity = {}, .name = {}};
    if (status) taken.identity = {status->device, status->inode};
    const auto entry = journal_.take(taken);
    held_.push_back({system_.attach_loop(image, {}), entry});
    const auto& loop = held_.back().loop;
    taken.name = loop.name();
    journal_.update(entry, taken);
    return {.path = loop.device(),
            .kernel_name = loop.name(),
            .size = system_.read_device_size(loop.device())};
  }

  Disk use_device(const std::string& path) {
    return {.path = path, .kernel_name = base_name(path), .size = system_.read_device_size(path)};
  }

  void close() {
    while (!held_.empty()) {
      held_.back().loop.close();
      journal_.release(held_.back().entry);
      held_.pop_back();
    }
  }

 private:
  struct Held {
    sys::LoopAttachment loop;
    sys::EntryId entry;
  };
  sys::System& system_;
  sys::Journal& journal_;
  std::vector<Held> held_;
};

NativeVenue::NativeVenue(sys::System& system, sys::Journal& journal, const Plan& plan)
    : system_(system), journal_(journal), plan_(plan) {}

NativeVenue::~NativeVenue() {
  try {
    close();
  } catch (const Error&) {
    // The journal has the folder: the next start or sweep frees it.
  }
}

std::vector<std::string> list_devices(const Spec& spec) {
  std::vector<std::string> devices;
  const auto add = [&](const std::string& device) {
    if (!device.empty()) devices.push_back(device);
  };
  add(spec.device);
  for (const auto& candidate : spec.candidates) {
    if (candidate.log) add(candidate.log->device);
    for (const auto& disk : candidate.devices) add(disk.device);
  }
  return devices;
}

DeviceClaim make_claim(const Plan& plan, const std::string& device) {
  DeviceClaim claim{.device = device,
                    .wipe = {},
                    .wipe_signature = plan.spec.wipe_signature,
                    .work_directory = plan.work_directory};
  for (const auto name : split(plan.spec.wipe, ',')) claim.wipe.emplace_back(name);
  return claim;
}

// After our own first mkfs a device carries a signature that is ours.
DeviceClaim NativeVenue::claim_again(const std::string& device) const {
  DeviceClaim claim = make_claim(plan_, device);
  if (formatted_.contains(device)) claim.signatures = DeviceClaim::Signatures::ours;
  return claim;
}

void NativeVenue::examine_devices() {
  for (const auto& device : list_devices(plan_.spec)) {
    identities_.insert_or_assign(device, claim_device(system_, make_claim(plan_, device)));
  }
}

void NativeVenue::open(const RunWatch& watch) {
  first_of_runs_ = journal_.next_entry();
  examine_devices();
  bool needs_folder = false;
  for (const auto& candidate : plan_.spec.candidates) {
    needs_folder = needs_folder || candidate.kind == CandidateKind::filesystem;
  }
  if (!needs_folder) return;
  make_directories(system_, plan_.work_directory);
  const auto self = system_.own_process();
  folder_ = fmt::format("{}/duel-{}-{}", plan_.work_directory, self.pid, self.start_time);
  folder_entry_ = journal_.make_directory(folder_, sys::Contents::ours);
  system_.make_directory(path_of("mnt"), kPrivateMode);
  first_of_runs_ = journal_.next_entry();
  write_images(watch);
}

void NativeVenue::write_images(const RunWatch& watch) {
  for (const auto& need : list_images(plan_)) write_image(need.name, need.size, watch);
}

void NativeVenue::write_image(const std::string& name, Bytes size, const RunWatch& watch) {
  ProgressEvent event;
  event.kind = ProgressEvent::Kind::preparing;
  event.text = fmt::format("writing an image of {} in {}", render_bytes(size),
                           escape_text(plan_.work_directory));
  const auto tell = [&](Bytes written) {
    event.share = static_cast<double>(written.value) / static_cast<double>(size.value);
    watch.progress.tell(event);
  };
  tell(Bytes{});
  system_.write_image({.path = path_of(name), .size = size}, watch.stop, tell);
}

// METHOD D6: a hole would be allocated by the host inside the measured window.
void NativeVenue::prove_allocated(const RunWatch& watch) {
  for (const auto& need : list_images(plan_)) {
    if (system_.is_fully_allocated(path_of(need.name))) continue;
    ProgressEvent event;
    event.text = fmt::format("{} had holes and is written again", need.name);
    watch.progress.tell(event);
    write_image(need.name, need.size, watch);
  }
}

// What an earlier run could not give back would be part of the next one: a second mount of the same
// image, a setting that is not its own.
void NativeVenue::give_back_leftovers() {
  for (const auto& result : journal_.give_back_since(first_of_runs_)) {
    if (result.outcome != sys::GiveBack::failed) continue;
    throw Error({.doing = "begin a run before giving back",
                 .object = sys::describe_taken(result.taken),
                 .cause = result.reason,
                 .next_step = "fsduel sweep, when this duel has ended"});
  }
}

RunRecord NativeVenue::execute(const RunSpec& spec, const RunFunction& function,
                               const RunWatch& watch) {
  try {
    give_back_leftovers();
    if (spec.candidate.kind == CandidateKind::directory) {
      return execute_in_directory(spec, function, watch);
    }
    return execute_on_disks(spec, function, watch);
  } catch (const Error& error) {
    return failed_record(spec, error, watch);
  }
}

RunRecord NativeVenue::execute_on_disks(const RunSpec& spec, const RunFunction& function,
                                        const RunWatch& watch) {
  prove_allocated(watch);
  Attachments disks(system_, journal_);
  const auto images = name_images(spec.candidate, plan_);
  const auto take = [&](const std::string& image, const std::string& device) {
    if (!image.empty()) return disks.attach_image(path_of(image));
    const auto identity = guard_device(system_, claim_again(device), identities_.at(device));
    formatted_.insert(device);
    return disks.use_device(identity.path);
  };
  RunSite site;
  site.mount_point = path_of("mnt");
  site.data = take(images.data, plan_.spec.device);
  if (spec.candidate.log) site.log = take(images.log, spec.candidate.log->device);
  for (std::size_t i = 0; i < images.further.size(); ++i) {
    site.further.push_back(take(images.further[i], spec.candidate.devices[i].device));
  }
  RunRecord record = function(spec, site, watch);
  disks.close();
  return record;
}

RunRecord NativeVenue::execute_in_directory(const RunSpec& spec, const RunFunction& function,
                                            const RunWatch& watch) {
  const auto self = system_.own_process();
  RunSite site;
  site.mount_point = fmt::format("{}/fsduel-{}-{}", system_.resolve_path(spec.candidate.directory),
                                 self.pid, self.start_time);
  const auto entry = journal_.make_directory(site.mount_point, sys::Contents::ours);
  RunRecord record = function(spec, site, watch);
  const auto result = journal_.give_back_one(entry);
  if (result.outcome == sys::GiveBack::failed) {
    throw Error({.doing = "remove",
                 .object = escape_text(site.mount_point),
                 .cause = result.reason,
                 .next_step = "fsduel sweep"});
  }
  return record;
}

void NativeVenue::close() {
  if (!folder_entry_) return;
  const auto result = journal_.give_back_one(*folder_entry_);
  folder_entry_.reset();
  if (result.outcome == sys::GiveBack::failed) {
    throw Error({.doing = "remove",
                 .object = escape_text(folder_),
                 .cause = result.reason,
                 .next_step = "fsduel sweep"});
  }
}

}  // namespace fsduel::venue
