#include "lab/planner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.hpp"
#include "base/text.hpp"
#include "filesystem/candidate_rules.hpp"
#include "filesystem/filesystem.hpp"
#include "lab/order.hpp"
#include "run/tar_tree.hpp"
#include "venue/images.hpp"
#include "venue/native.hpp"

namespace fsduel::lab {
namespace {

constexpr Bytes kImageStep{64ULL << 20};
// A filesystem short of space behaves as such long before it is full (docs/decisions/0006).
constexpr Bytes kLeastImage{2ULL << 30};
constexpr const char* kDefaultWork = "/var/tmp/fsduel";

// Collects refusals; the exit code is usage as soon as one of them is the user's to mend.
class Refusals {
 public:
  void usage(std::string source, std::string message, std::string hint) {
    add(ExitCode::usage, std::move(source), std::move(message), std::move(hint));
  }
  void lacks(std::string source, std::string message, std::string hint) {
    add(ExitCode::machine_lacks, std::move(source), std::move(message), std::move(hint));
  }
  void take(Diagnostic diagnostic) {
    code_ = ExitCode::usage;
    list_.push_back(std::move(diagnostic));
  }
  [[nodiscard]] bool empty() const { return list_.empty(); }
  void move_to(Planned& out) {
    out.refusals = std::move(list_);
    out.exit_code = code_;
  }

 private:
  void add(ExitCode code, std::string source, std::string message, std::string hint) {
    if (code_ != ExitCode::usage) code_ = code;
    list_.push_back({{.source = std::move(source)}, std::move(message), std::move(hint)});
  }
  std::vector<Diagnostic> list_;
  ExitCode code_ = ExitCode::ok;
};

std::string candidate_name(const Candidate& candidate) {
  return "candidate " + escape_text(candidate.label);
}

bool has_kind(const Spec& spec, CandidateKind kind) {
  return std::any_of(spec.candidates.begin(), spec.candidates.end(),
                     [&](const Candidate& candidate) { return candidate.kind == kind; });
}

void check_candidate(const PlanRequest& request, const Candidate& candidate, Refusals& refusals) {
  for (auto diagnostic : filesystem::check_candidate(candidate)) {
    diagnostic.place = {.source = candidate_name(candidate)};
    refusals.take(std::move(diagnostic));
  }
  if (candidate.kernel || candidate.md) {
    refusals.usage(candidate_name(candidate),
                   fmt::format("{} needs a guest, and this duel runs natively",
                               candidate.kernel ? "kernel=" : "md="),
                   "leave it out: the guest venue is not part of this version");
  } else if (const auto why = filesystem::refusal(candidate, request.machine, VenueKind::native)) {
    refusals.lacks(candidate_name(candidate), *why, "");
  }
}

void check_tools(const PlanRequest& request, Refusals& refusals) {
  for (const auto& missing : filesystem::missing_tools(request.spec.candidates, request.machine)) {
    refusals.lacks("this machine", missing.tool + " is not installed",
                   "apt-get install " + missing.package);
  }
}

// Whoever else uses that filesystem feels the load and each syncfs.
void check_leave(const Spec& spec, const Candidate& candidate, Refusals& refusals) {
  if (spec.disturb == Disturb::yes) return;
  refusals.usage(candidate_name(candidate),
                 fmt::format("work in {} and syncfs on its filesystem slow down whatever else uses "
                             "it",
                             escape_text(candidate.directory)),
                 "--disturb allows it (--dry-run says what it does), or compare filesystems in "
                 "images");
}

void check_directory(sys::System& system, const Candidate& candidate, Refusals& refusals) {
  const auto status = system.find_status(candidate.directory);
  if (!status) {
    refusals.usage(candidate_name(candidate),
                   fmt::format("there is no directory {}", escape_text(candidate.directory)),
                   "make it, or name a filesystem");
    return;
  }
  try {
    const auto target = system.find_status(system.resolve_path(candidate.directory));
    if (!target || target->kind != sys::FileKind::directory) {
      refusals.usage(candidate_name(candidate),
                     escape_text(candidate.directory) + " is not a directory", "name a directory");
    }
  } catch (const Error& error) {
    refusals.usage(candidate_name(candidate), error.what(), "name a directory");
  }
}

void check_venue(const PlanRequest& request, Refusals& refusals) {
  const Spec& spec = request.spec;
  if (spec.venue == VenueKind::guest || spec.venue == VenueKind::virtual_time) {
    refusals.usage(
        "--on", fmt::format("the {} venue is not part of this version", render_venue(spec.venue)),
        "--on native");
  }
  if (!has_kind(spec, CandidateKind::filesystem)) return;
  if (request.machine.root == Ability::no) {
    refusals.lacks("this machine", "making and mounting filesystems needs root",
                   "sudo fsduel ..., or compare directories");
  } else if (spec.device.empty() && request.machine.loop_devices == Ability::no) {
    refusals.lacks("this machine", request.machine.loop_reason,
                   "modprobe loop, or name a block device with --on /dev/X --wipe /dev/X");
  }
}

void check_devices(sys::System& system, const Plan& plan, Refusals& refusals) {
  for (const auto& device : venue::list_devices(plan.spec)) {
    for (const auto& objection :
         venue::examine_device(system, venue::make_claim(plan, device)).objections) {
      refusals.usage(escape_text(device), "refused: " + objection, "");
    }
  }
}

// One device under two names is not two disks.
void check_distinct(sys::System& system, const Plan& plan, Refusals& refusals) {
  for (const auto& candidate : plan.spec.candidates) {
    Spec alone;
    alone.device = plan.spec.device;
    alone.candidates = {candidate};
    std::map<dev_t, std::string> seen;
    for (const auto& device : venue::list_devices(alone)) {
      const auto identity = venue::examine_device(system, venue::make_claim(plan, device)).identity;
      if (!identity) continue;
      const auto [at, is_new] = seen.emplace(identity->number, device);
      if (is_new) continue;
      refusals.usage(
          candidate_name(candidate),
          fmt::format("{} is the same device as {}", escape_text(device), escape_text(at->second)),
          "name another device");
    }
  }
}

// The nearest folder above a path that exists.
std::string existing_parent(sys::System& system, std::string path) {
  while (path.size() > 1 && !system.find_status(path))
    path = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
  return path;
}

const sys::MountEntry* find_holder(const std::vector<sys::MountEntry>& mounts,
                                   const std::string& path) {
  const sys::MountEntry* best = nullptr;
  for (const auto& mount : mounts) {
    const bool inside =
        path == mount.target || mount.target == "/" || path.starts_with(mount.target + "/");
    if (inside && (best == nullptr || mount.target.size() >= best->target.size())) best = &mount;
  }
  return best;
}

std::string absolute(const std::string& path, const std::string& fallback) {
  return path.empty() ? fallback : path;
}

Bytes sum_images(const Plan& plan) {
  Bytes sum{};
  for (const auto& image : venue::list_images(plan)) sum = sum + image.size;
  return sum;
}

void plan_place(sys::System& system, const PlanRequest& request, Plan& plan, Refusals& refusals) {
  const Spec& spec = request.spec;
  plan.work_directory = absolute(spec.work_directory, kDefaultWork);
  if (plan.work_directory.front() != '/') {
    refusals.usage("--work", "the work folder must be an absolute path",
                   "--work $PWD/" + escape_text(plan.work_directory));
    return;
  }
  if (!has_kind(spec, CandidateKind::filesystem)) return;
  const std::string parent = existing_parent(system, plan.work_directory);
  const auto mounts = system.read_mounts();
  const auto* holder = find_holder(mounts, parent);
  const std::string where = holder == nullptr ? parent
                                              : fmt::format("{} ({} on {})", plan.work_directory,
                                                            holder->type, holder->source);
  plan.written_to = spec.device.empty() ? where : spec.device;
  if (!spec.device.empty()) return;
  const Bytes needed = sum_images(plan);
  const Bytes free = system.read_space(parent).available;
  if (needed + kImageStep > free) {
    refusals.lacks("--work",
                   fmt::format("images need {} and {} has {} free", render_bytes(needed),
                               escape_text(where), render_bytes(free)),
                   "--work on a larger filesystem, fewer --files, or --image-size");
  }
}

void check_image_size(const Spec& spec, const Plan& plan, Refusals& refusals) {
  if (!spec.device.empty() || plan.image_size.value == 0) return;
  for (const auto& candidate : spec.candidates) {
    const auto* filesystem = filesystem::find_filesystem(candidate.filesystem);
    if (filesystem == nullptr) continue;
    const Bytes least = filesystem->minimum_size(candidate);
    if (plan.image_size < least) {
      refusals.usage(
          "--image-size",
          fmt::format("{} is too small for {}: its mkfs needs {}", render_bytes(plan.image_size),
                      escape_text(candidate.label), render_bytes(least)),
          fmt::format("--image-size {}m", (least.value >> 20) + 1));
    }
  }
}

void plan_log_size(const Spec& spec, Plan& plan) {
  for (const auto& candidate : spec.candidates) {
    if (candidate.log && candidate.log->image_size) {
      plan.log_image_size = std::max(plan.log_image_size, *candidate.log->image_size);
    }
  }
}

CandidatePlan plan_directory(sys::System& system, const Candidate& candidate) {
  const auto mounts = system.read_mounts();
  const auto* holder = find_holder(mounts, system.resolve_path(candidate.directory));
  CandidatePlan plan;
  plan.label = candidate.label;
  plan.commands = {"mkdir " + escape_text(candidate.directory) + "/fsduel-PID-START"};
  plan.driver = "directory " + escape_text(candidate.directory);
  if (holder != nullptr) {
    plan.driver +=
        fmt::format(" ({} on {})", escape_text(holder->type), escape_text(holder->source));
  }
  return plan;
}

// An archive is read once for the size of what is in it.
void plan_size(const PlanRequest& request, Plan& plan, Refusals& refusals) {
  const Spec& spec = request.spec;
  try {
    OptionValues options = spec.workload_options;
    options["tar-inside"] = "true";  // counted while it is read, not kept in memory
    run::TarTrees trees;
    const auto size = request.workload.estimate(
        {.options = spec.workload_options, .seed = spec.seed, .tree = trees.find(options)});
    plan.bytes_per_run = size.bytes_written;
    plan.time_per_run = size.expected_time;
    if (spec.device.empty() && has_kind(spec, CandidateKind::filesystem)) {
      plan.image_size = spec.image_size.value_or(choose_image_size(spec, size));
    }
  } catch (const Error& error) {
    refusals.usage("workload " + spec.workload, error.what(), "");
  }
}

CandidatePlan plan_candidate(sys::System& system, const PlanRequest& request,
                             const Candidate& candidate) {
  if (candidate.kind == CandidateKind::directory) return plan_directory(system, candidate);
  const Disk data{.path = request.spec.device.empty() ? "IMAGE" : request.spec.device,
                  .kernel_name = {},
                  .size = {}};
  return filesystem::make_candidate_plan(candidate, request.machine,
                                         filesystem::make_placeholders(candidate, data), "MOUNT");
}

std::uint64_t find_baseline(const Spec& spec) {
  for (std::size_t i = 0; i < spec.candidates.size(); ++i) {
    if (spec.candidates[i].label == spec.baseline) return i;
  }
  return 0;
}

std::string venue_reason(const PlanRequest& request) {
  if (request.spec.venue == VenueKind::native) return "asked for";
  if (!has_kind(request.spec, CandidateKind::filesystem)) return "every candidate is a directory";
  return "this is root, and the kernel has every candidate's filesystem";
}

void add_notes(const PlanRequest& request, const Plan& plan, std::vector<std::string>& notes) {
  if (request.spec.rounds_cap < 6) {
    notes.push_back(fmt::format("{} rounds cannot decide anything: six are the least",
                                request.spec.rounds_cap));
  }
  const auto six = plan.time_per_run * static_cast<long>(6 * (plan.spec.candidates.size() + 1));
  if (six > request.spec.time_limit) {
    notes.push_back(
        fmt::format("six rounds may need {} and the time limit is {}: give --time-limit",
                    render_duration(six), render_duration(request.spec.time_limit)));
  }
}

}  // namespace

std::vector<std::string> needed_tools(const Spec& spec) {
  std::set<std::string> names;
  for (const auto& candidate : spec.candidates) {
    const auto* filesystem = filesystem::find_filesystem(candidate.filesystem);
    if (filesystem == nullptr) continue;
    for (auto& tool : filesystem->tools()) names.insert(std::move(tool));
  }
  return {names.begin(), names.end()};
}

Bytes choose_image_size(const Spec& spec, const WorkloadSize& size) {
  // Small files take whole blocks and an inode: up to 4 KiB more than their bytes.
  const Bytes content = size.bytes_peak + Bytes{4096} * size.files;
  Bytes minimum{};
  for (const auto& candidate : spec.candidates) {
    const auto* filesystem = filesystem::find_filesystem(candidate.filesystem);
    if (filesystem != nullptr) minimum = std::max(minimum, filesystem->minimum_size(candidate));
  }
  const std::uint64_t need =
      std::max(kLeastImage.value, minimum.value + content.value + content.value / 3);
  return Bytes{(need + kImageStep.value - 1) / kImageStep.value * kImageStep.value};
}

Planned make_plan(sys::System& system, const PlanRequest& request) {
  Planned out;
  Refusals refusals;
  Plan plan;
  plan.spec = request.spec;
  check_venue(request, refusals);
  for (const auto& candidate : request.spec.candidates) {
    if (candidate.kind == CandidateKind::directory) {
      check_directory(system, candidate, refusals);
      check_leave(request.spec, candidate, refusals);
    } else {
      check_candidate(request, candidate, refusals);
    }
  }
  check_tools(request, refusals);
  plan_log_size(request.spec, plan);
  plan_size(request, plan, refusals);
  plan_place(system, request, plan, refusals);
  check_devices(system, plan, refusals);
  check_distinct(system, plan, refusals);
  check_image_size(request.spec, plan, refusals);
  if (!refusals.empty()) {
    refusals.move_to(out);
    return out;
  }
  plan.venue = VenueKind::native;
  plan.venue_reason = venue_reason(request);
  plan.baseline = find_baseline(request.spec);
  for (const auto& candidate : request.spec.candidates) {
    plan.candidates.push_back(plan_candidate(system, request, candidate));
  }
  plan.rounds = make_order({.seed = request.spec.seed,
                            .rounds = request.spec.rounds_cap,
                            .candidates = request.spec.candidates.size(),
                            .baseline = plan.baseline});
  plan.headline_metrics = request.workload.headline_metrics;
  plan.phases = request.workload.phases;
  add_notes(request, plan, out.notes);
  out.plan = std::move(plan);
  return out;
}

}  // namespace fsduel::lab
