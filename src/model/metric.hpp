// What can be measured: the one table of metrics, and a measured value that may be missing with its
// reason.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fsduel {

// Decides the words of a verdict: faster/slower, less/more CPU, writes less/more, smaller/larger.
enum class MetricKind { time, rate, cpu, device, space, count };
// Which direction an administrator prefers. neither: shown, never judged.
enum class Better { lower, higher, neither };
// exact: a count that the same stream must repeat, so that equal values without spread are a
// verdict (METHOD 2.7).
enum class Exactness { noisy, exact };
// How cumulative readings become the value of a phase: their difference, or the last reading.
enum class Accumulation { counter, gauge };

struct Metric {
  std::string_view name;   // "time_durable": key in records, JSON and CSV
  std::string_view title;  // "durable time": for people
  std::string_view unit;   // "s", "kB", "kB/op", "requests", "": the unit of stored values
  MetricKind kind;
  Better better;
  Exactness exactness;
  Accumulation accumulation;
  std::string_view help;  // meaning and source in one sentence
};

// All metrics, in the order in which tables show them.
[[nodiscard]] std::span<const Metric> metrics();
[[nodiscard]] const Metric* find_metric(std::string_view name);

// A number, or the reason why there is none. Never 0 in place of "could not be measured".
struct Measured {
  std::optional<double> value;
  std::string unavailable_reason;  // empty exactly when there is a value
  [[nodiscard]] static Measured of(double number) { return {number, {}}; }
  [[nodiscard]] static Measured missing(std::string why) { return {std::nullopt, std::move(why)}; }
  friend bool operator==(const Measured&, const Measured&) = default;
};

// One number of one run (DESIGN 2). `phase` is a phase's name or kWholeRun.
struct Observation {
  std::string phase;
  std::string metric;  // a name of metrics()
  Measured value;      // in the metric's unit
  friend bool operator==(const Observation&, const Observation&) = default;
};

// The phase name under which totals and headline metrics stand.
inline constexpr std::string_view kWholeRun = "run";

// A named fact that is not measured: a version, an effective mount option, a line of a superblock.
struct Fact {
  std::string name;
  std::string value;
  friend bool operator==(const Fact&, const Fact&) = default;
};
using Facts = std::vector<Fact>;
[[nodiscard]] std::optional<std::string> find_fact(const Facts& facts, std::string_view name);

}  // namespace fsduel
