#include "model/spec.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "model/option_value.hpp"
#include "model/spec_check.hpp"
#include "model/workload.hpp"

namespace fsduel {
namespace {

std::string quote(std::string_view text) {
  return "'" + escape_text(text) + "'";
}

// Makes a Spec and gathers every mistake on the way.
class SpecMaker {
 public:
  SpecMaker(const RawSpec& raw, const Vocabulary& vocabulary)
      : raw_(raw), vocabulary_(vocabulary), options_(choose_options(raw, vocabulary)) {}

  Parsed<Spec> make();

 private:
  void take_global_options();
  void take_venue(std::string_view value, const Place& place);
  struct UsedDevice {
    std::string name;
    Place place;
  };
  [[nodiscard]] std::vector<UsedDevice> list_used_devices();
  void take_wipe();
  void take_workload_options();
  void take_candidates();
  void take_candidate(const RawCandidate& raw);
  void check_candidate_options(Candidate& candidate, const Place& place);
  void take_baseline();
  void report(const Place& place, std::string message, std::string hint = {});
  // The value that counts of a global option: as typed, else the default; empty for none.
  [[nodiscard]] std::string value_of(std::string_view name) const;
  [[nodiscard]] Place place_of(std::string_view name) const;

  const RawSpec& raw_;
  const Vocabulary& vocabulary_;
  ChosenOptions options_;
  Spec spec_;
  std::vector<Place> candidate_places_;
};

void SpecMaker::report(const Place& place, std::string message, std::string hint) {
  options_.diagnostics.push_back({place, std::move(message), std::move(hint)});
}

std::string SpecMaker::value_of(std::string_view name) const {
  const auto at = options_.global.find(name);
  return at == options_.global.end() ? std::string{} : at->second.value;
}

Place SpecMaker::place_of(std::string_view name) const {
  const auto at = options_.global.find(name);
  return at == options_.global.end() ? Place{} : at->second.place;
}

Parsed<Spec> SpecMaker::make() {
  take_candidates();
  take_global_options();
  take_workload_options();
  take_wipe();
  take_baseline();
  auto& diagnostics = options_.diagnostics;
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const auto& a, const auto& b) {
    return std::pair(a.place.line, a.place.line == 0 ? 0 : a.place.column) <
           std::pair(b.place.line, b.place.line == 0 ? 0 : b.place.column);
  });
  if (!diagnostics.empty()) return {std::nullopt, std::move(diagnostics)};
  return {std::move(spec_), {}};
}

void SpecMaker::take_candidates() {
  for (const auto& raw : raw_.candidates) take_candidate(raw);
  if (raw_.candidates.size() < 2) {
    report(raw_.candidates.empty() ? Place{} : raw_.candidates.front().place,
           fmt::format("a duel needs two candidates at least, not {}", raw_.candidates.size()),
           "for example: ext4 xfs");
  }
  for (auto& diagnostic : assign_labels(spec_.candidates, candidate_places_)) {
    options_.diagnostics.push_back(std::move(diagnostic));
  }
}

void SpecMaker::take_candidate(const RawCandidate& raw) {
  auto parsed = parse_candidate(raw.text, raw.place, vocabulary_.filesystems);
  for (auto& diagnostic : parsed.diagnostics) options_.diagnostics.push_back(std::move(diagnostic));
  if (raw.label && !is_label(*raw.label)) {
    report(raw.place, quote(*raw.label) + " cannot be a label",
           fmt::format("a label is 1 to {} letters, digits and _ . + -", kMaxLabel));
  }
  if (!parsed.value) return;
  if (raw.label && !parsed.value->label.empty()) {
    report(raw.place, fmt::format("the candidate has two labels, {} and {}", quote(*raw.label),
                                  quote(parsed.value->label)));
  }
  if (raw.label) parsed.value->label = *raw.label;
  check_candidate_options(*parsed.value, raw.place);
  spec_.candidates.push_back(std::move(*parsed.value));
  candidate_places_.push_back(raw.place);
}

void SpecMaker::check_candidate_options(Candidate& candidate, const Place& place) {
  if (options_.workload == nullptr) return;
  for (const auto& [name, value] : candidate.workload_options) {
    const auto* descriptor = find_descriptor(options_.workload->options, name);
    if (descriptor == nullptr) {
      report(place,
             fmt::format("the workload {} has no option {}", options_.workload->name, quote(name)),
             suggest_option(options_.workload->options, name));
    } else if (auto fault = find_option_fault(*descriptor, value)) {
      report(place, fmt::format("option {}: {}", quote(name), fault->message),
             std::move(fault->hint));
    }
  }
}

void SpecMaker::take_global_options() {
  for (const auto& [name, chosen] : options_.global) {
    const auto& value = chosen.value;
    if (name == "work") spec_.work_directory = value;
    if (name == "wipe") spec_.wipe = value;
    if (name == "wipe-signature") spec_.wipe_signature = value;
    if (name == "image-size") spec_.image_size = parse_bytes(value);
    if (name == "rounds") spec_.rounds_cap = parse_number(value).value_or(spec_.rounds_cap);
    if (name == "time-limit") spec_.time_limit = parse_duration(value).value_or(spec_.time_limit);
    if (name == "seed") spec_.seed = parse_number(value).value_or(spec_.seed);
    if (name == "margin") spec_.margin = parse_ratio(value).value_or(spec_.margin);
    if (name == "disturb" && value == "true") spec_.disturb = Disturb::yes;
    if (name == "on") take_venue(value, chosen.place);
    if (name == "ionice") {
      if (auto fault = find_ionice_fault(value)) {
        report(chosen.place, "option 'ionice': " + fault->message, std::move(fault->hint));
      }
      spec_.ionice = value;
    }
  }
}

void SpecMaker::take_venue(std::string_view value, const Place& place) {
  static const std::vector<std::string> kVenues{"auto", "native", "guest", "virtual"};
  if (is_block_device_text(value)) {
    spec_.venue = VenueKind::native;
    spec_.device = value;
    return;
  }
  const auto at = std::find(kVenues.begin(), kVenues.end(), value);
  if (at != kVenues.end()) {
    using enum VenueKind;
    static constexpr VenueKind kKinds[] = {automatic, native, guest, virtual_time};
    spec_.venue = kKinds[at - kVenues.begin()];
    return;
  }
  const auto near = nearest_name(value, kVenues);
  report(place, fmt::format("option 'on': {} is no venue", quote(value)),
         near ? "did you mean " + quote(*near) + "?"
              : "it is auto, native, guest, virtual or a device /dev/NAME");
}

// The words that allow devices to be destroyed must be said twice, and name the same.
void SpecMaker::take_wipe() {
  const auto used = list_used_devices();
  std::vector<std::string> wiped;
  for (const auto name : split(spec_.wipe, ',')) {
    if (!name.empty()) wiped.emplace_back(name);
  }
  std::vector<std::string> names;
  for (const auto& device : used) names.push_back(device.name);
  const std::string all = escape_text(join(names, ","));
  for (const auto& device : used) {
    if (std::find(wiped.begin(), wiped.end(), device.name) != wiped.end()) continue;
    report(device.place,
           fmt::format("{} would be overwritten and nothing allows it", quote(device.name)),
           "if all of its data may be destroyed, say --wipe " + all);
  }
  const bool read_all = spec_.candidates.size() == raw_.candidates.size();
  for (const auto& name : wiped) {
    if (!read_all || std::find(names.begin(), names.end(), name) != names.end()) continue;
    report(
        place_of("wipe"), fmt::format("'wipe' names {}, which the duel does not use", quote(name)),
        used.empty() ? fmt::format("say --on {0} --wipe {0}, or leave it away", escape_text(name))
                     : "the devices of this duel are --wipe " + all);
  }
  if (spec_.wipe.empty() && spec_.wipe_signature) {
    report(place_of("wipe-signature"), "'wipe-signature' has no meaning without 'wipe'");
  }
}

// Each block device once, with the place that names it first. One filesystem cannot lie on the same
// device twice.
std::vector<SpecMaker::UsedDevice> SpecMaker::list_used_devices() {
  std::vector<UsedDevice> used;
  if (!spec_.device.empty()) used.push_back({spec_.device, place_of("on")});
  for (std::size_t i = 0; i < spec_.candidates.size(); ++i) {
    const auto& candidate = spec_.candidates[i];
    std::vector<std::string> own;
    if (!spec_.device.empty()) own.push_back(spec_.device);
    const auto add = [&](const ExtraDisk& disk) {
      if (disk.device.empty()) return;
      if (std::find(own.begin(), own.end(), disk.device) != own.end()) {
        report(candidate_places_[i], fmt::format("{} stands for two disks", quote(disk.device)),
               "name another device");
      }
      own.push_back(disk.device);
      const bool known = std::any_of(used.begin(), used.end(), [&](const UsedDevice& other) {
        return other.name == disk.device;
      });
      if (!known) used.push_back({disk.device, candidate_places_[i]});
    };
    if (candidate.log) add(*candidate.log);
    for (const auto& disk : candidate.devices) add(disk);
  }
  return used;
}

void SpecMaker::take_workload_options() {
  if (options_.workload == nullptr) return;
  spec_.workload = options_.workload->name;
  for (const auto& descriptor : options_.workload->options) {
    if (!descriptor.default_value.empty()) {
      spec_.workload_options[descriptor.name] = descriptor.default_value;
    }
  }
  for (const auto& [name, chosen] : options_.of_workload) {
    spec_.workload_options[name] = chosen.value;
  }
}

void SpecMaker::take_baseline() {
  const std::string wanted = value_of("baseline");
  // Labels are certain only when every candidate could be read.
  if (spec_.candidates.empty() || spec_.candidates.size() != raw_.candidates.size()) return;
  spec_.baseline = wanted.empty() ? spec_.candidates.front().label : wanted;
  std::vector<std::string> labels;
  for (const auto& candidate : spec_.candidates) labels.push_back(candidate.label);
  if (std::find(labels.begin(), labels.end(), spec_.baseline) != labels.end()) return;
  const auto near = nearest_name(wanted, labels);
  report(place_of("baseline"), fmt::format("option 'baseline': no candidate is {}", quote(wanted)),
         near ? "did you mean " + quote(*near) + "?" : "the labels are " + join(labels, ", "));
}

}  // namespace

Parsed<Spec> make_spec(const RawSpec& raw, const Vocabulary& vocabulary) {
  return SpecMaker(raw, vocabulary).make();
}

}  // namespace fsduel
