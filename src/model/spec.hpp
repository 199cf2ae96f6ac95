// A duel as the user states it: raw values from the command line or a TOML file, and the checked
// Spec made of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/candidate.hpp"
#include "model/diagnostic.hpp"
#include "model/option.hpp"

namespace fsduel {

enum class VenueKind { automatic, native, guest, virtual_time };
[[nodiscard]] std::string_view render_venue(
    VenueKind venue);  // "auto", "native", "guest", "virtual"

// A value as it was typed, with its place.
struct RawOption {
  std::string name;  // "rounds", "tree.files"
  std::string value;
  Place place;            // of the value
  Place name_place = {};  // of the name, where that is another one; else all empty
};
struct RawCandidate {
  std::string text;
  Place place;
  std::optional<std::string> label = {};  // given beside the text instead of in it
};
struct RawSpec {
  std::vector<RawCandidate> candidates;
  std::vector<RawOption> options;  // a later one replaces an earlier one of the same name
};

// Whether the duel may slow down what else uses the machine: work and syncfs inside a filesystem in
// use, caches of the whole machine dropped.
enum class Disturb { no, yes };

// The checked duel. Every field has a value, defaults included, so that the record says what really
// shaped it.
struct Spec {
  std::vector<Candidate> candidates;  // at least two
  std::string workload = "tree";
  OptionValues workload_options;  // of that workload, defaults filled in
  VenueKind venue = VenueKind::automatic;
  std::string device;  // --on /dev/X: the block device to format; empty: images
  std::string wipe;    // --wipe /dev/X,/dev/Y: the explicit words for every device of the duel
  std::optional<std::string> wipe_signature;  // a signature that may be overwritten
  std::string work_directory;                 // where images live; empty: chosen by the plan
  std::optional<Bytes> image_size;            // empty: from the workload's estimate
  std::uint64_t rounds_cap = 40;
  Nanoseconds time_limit = std::chrono::minutes{3};
  std::uint64_t seed = 1;
  std::string baseline;  // label; the first candidate by default
  double margin = 0.05;  // differences below it do not matter: 0.05 = 5 %
  std::string ionice;    // "best-effort:4"; empty: as inherited
  Disturb disturb = Disturb::no;
  friend bool operator==(const Spec&, const Spec&) = default;
};

// The names that a spec may use, given by the layers above.
struct Vocabulary;

// All global options (those not belonging to a workload), in the order of the help text.
[[nodiscard]] const std::vector<OptionDescriptor>& spec_options();

// Reads the TOML form: keys are the option names (dashes or underscores), [workload-name] tables
// hold the workload's options, `candidates` is an array of strings or of tables (label, text). Only
// TOML's own syntax errors come one at a time.
[[nodiscard]] Parsed<RawSpec> parse_spec_toml(std::string_view text, std::string_view source);

// Checks everything at once: unknown names (with the nearest valid one), values out of range,
// candidates, labels, baseline. Pure: whether the machine can do it is the plan's question.
[[nodiscard]] Parsed<Spec> make_spec(const RawSpec& raw, const Vocabulary& vocabulary);

// The TOML text that parses back to the same spec.
[[nodiscard]] std::string render_spec_toml(const Spec& spec);

}  // namespace fsduel
