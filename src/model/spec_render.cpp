#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "model/byte_text.hpp"
#include "model/option_value.hpp"
#include "model/spec.hpp"

namespace fsduel {
namespace {

// A TOML basic string.
std::string toml_text(std::string_view value) {
  std::string out = "\"";
  for (const char c : encode_bytes(value)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\u{:04X}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

// Whole numbers and truth values stand bare where TOML reads them back letter by letter.
std::string toml_value(std::string_view value) {
  constexpr auto kMaximum = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto number = parse_number(value);
  const bool bare_number = number && *number <= kMaximum && fmt::format("{}", *number) == value;
  if (bare_number || value == "true" || value == "false") return std::string(value);
  return toml_text(value);
}

std::string toml_key(std::string_view name) {
  const bool bare = !name.empty() && name.find_first_not_of(
                                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                         "0123456789_-") == std::string_view::npos;
  return bare ? std::string(name) : toml_text(name);
}

// The shortest of the forms that parse_bytes reads back to the same number.
std::string typed_bytes(Bytes bytes) {
  std::uint64_t value = bytes.value;
  std::size_t power = 0;
  while (power < 4 && value != 0 && value % 1024 == 0) {
    value /= 1024;
    ++power;
  }
  constexpr std::string_view kSuffixes = "kmgt";
  return power == 0 ? fmt::format("{}", value) : fmt::format("{}{}", value, kSuffixes[power - 1]);
}

// Exact for the durations that a spec may hold: what is below a second stands by itself, so that no
// large number takes its digits away.
std::string typed_duration(Nanoseconds duration) {
  const auto seconds = duration.count() / 1'000'000'000;
  const auto rest = duration.count() % 1'000'000'000;
  if (rest == 0 && seconds != 0 && seconds % 60 == 0) return fmt::format("{}m", seconds / 60);
  std::string text = seconds == 0 ? std::string{} : fmt::format("{}s", seconds);
  if (rest != 0) text += fmt::format("{}us", static_cast<double>(rest) / 1000);
  return text.empty() ? "0s" : text;
}

std::string typed_ratio(double ratio) {
  const std::string percent = fmt::format("{}%", ratio * 100);
  return parse_ratio(percent) == ratio ? percent : fmt::format("{}", ratio);
}

class TomlWriter {
 public:
  void add(std::string_view name, std::string_view value) {
    if (value.empty()) return;
    out_ += fmt::format("{} = {}\n", toml_key(name), toml_value(value));
  }

  void add_candidates(const std::vector<Candidate>& candidates) {
    out_ += "candidates = [\n";
    for (const auto& candidate : candidates) {
      out_ += fmt::format("  {{ label = {}, text = {} }},\n", toml_text(candidate.label),
                          toml_text(candidate.text));
    }
    out_ += "]\n";
  }

  void add_table(std::string_view name, const OptionValues& values) {
    if (values.empty()) return;
    out_ += fmt::format("\n[{}]\n", toml_key(name));
    for (const auto& [key, value] : values) add(key, value);
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace

std::string render_spec_toml(const Spec& spec) {
  TomlWriter writer;
  writer.add_candidates(spec.candidates);
  writer.add("workload", spec.workload);
  writer.add("on", spec.device.empty() ? render_venue(spec.venue) : spec.device);
  writer.add("wipe", spec.wipe);
  writer.add("wipe-signature", spec.wipe_signature.value_or(""));
  writer.add("work", spec.work_directory);
  if (spec.image_size) writer.add("image-size", typed_bytes(*spec.image_size));
  writer.add("rounds", fmt::format("{}", spec.rounds_cap));
  writer.add("time-limit", typed_duration(spec.time_limit));
  writer.add("seed", fmt::format("{}", spec.seed));
  writer.add("baseline", spec.baseline);
  writer.add("margin", typed_ratio(spec.margin));
  writer.add("ionice", spec.ionice);
  if (spec.disturb == Disturb::yes) writer.add("disturb", "true");
  writer.add_table(spec.workload, spec.workload_options);
  return writer.take();
}

}  // namespace fsduel
