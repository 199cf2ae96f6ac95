#include "probe/proc_text.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/text.hpp"

namespace fsduel::probe {
namespace {

using Numbers = std::vector<std::uint64_t>;

// All words as numbers; nullopt when one of them is none.
std::optional<Numbers> parse_numbers(std::span<const std::string_view> words) {
  Numbers numbers;
  for (const auto word : words) {
    const auto number = parse_number(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<std::uint64_t> find_column(const Numbers& numbers, std::size_t column) {
  if (column >= numbers.size()) return std::nullopt;
  return numbers[column];
}

bool is_single_cpu(std::string_view word) {
  return word.size() > 3 && word.starts_with("cpu") && parse_number(word.substr(3)).has_value();
}

}  // namespace

std::optional<CpuTicks> parse_cpu_ticks(std::string_view proc_stat) {
  std::optional<CpuTicks> ticks;
  unsigned cpus = 0;
  for (const auto line : split_lines(proc_stat)) {
    const auto words = split_words(line);
    if (words.empty()) continue;
    if (is_single_cpu(words[0])) ++cpus;
    if (words[0] != "cpu") continue;
    const auto numbers = parse_numbers(std::span(words).subspan(1));
    if (!numbers || numbers->size() < 4) return std::nullopt;
    ticks = CpuTicks{.user = (*numbers)[0],
                     .nice = (*numbers)[1],
                     .system = (*numbers)[2],
                     .idle = (*numbers)[3],
                     .iowait = find_column(*numbers, 4),
                     .irq = find_column(*numbers, 5),
                     .softirq = find_column(*numbers, 6),
                     .steal = find_column(*numbers, 7)};
  }
  if (ticks) ticks->cpus = cpus;
  return ticks;
}

std::optional<BlockCounters> parse_block_counters(std::string_view stat) {
  const auto words = split_words(stat);
  const auto numbers = parse_numbers(words);
  if (!numbers) return std::nullopt;
  const Numbers& n = *numbers;
  // Partitions of Linux 2.6.0 to 2.6.24: reads, sectors read, writes, sectors written.
  if (n.size() == 4) {
    return BlockCounters{.read_requests = n[0],
                         .read_sectors = n[1],
                         .write_requests = n[2],
                         .write_sectors = n[3],
                         .in_flight = {},
                         .busy_ms = {},
                         .discards = {},
                         .flushes = {}};
  }
  if (n.size() < 11) return std::nullopt;
  return BlockCounters{.read_requests = n[0],
                       .read_sectors = n[2],
                       .write_requests = n[4],
                       .write_sectors = n[6],
                       .in_flight = n[8],
                       .busy_ms = n[9],
                       .discards = find_column(n, 11),
                       .flushes = find_column(n, 15)};
}

std::optional<TaskTimes> parse_task_times(std::string_view schedstat) {
  const auto numbers = parse_numbers(split_words(schedstat));
  if (!numbers || numbers->size() < 2) return std::nullopt;
  if (std::ranges::all_of(*numbers, [](std::uint64_t number) { return number == 0; }))
    return std::nullopt;
  return TaskTimes{.on_cpu = Nanoseconds(static_cast<std::int64_t>((*numbers)[0])),
                   .run_delay = Nanoseconds(static_cast<std::int64_t>((*numbers)[1]))};
}

std::optional<TaskKind> parse_task_kind(std::string_view process_stat) {
  constexpr std::uint64_t kKernelThread = 0x00200000;
  constexpr std::size_t kFlags = 6;  // field 9, counted from behind the name
  // The name may hold spaces and parentheses: the last one ends it.
  const auto name_end = process_stat.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  const auto words = split_words(process_stat.substr(name_end + 1));
  if (words.size() <= kFlags) return std::nullopt;
  const auto flags = parse_number(words[kFlags]);
  if (!flags) return std::nullopt;
  return (*flags & kKernelThread) != 0 ? TaskKind::kernel : TaskKind::user;
}

std::optional<std::uint64_t> find_counter(std::string_view text, std::string_view key) {
  for (const auto line : split_lines(text)) {
    if (!line.starts_with(key)) continue;
    const auto words = split_words(line);
    if (words.size() < 2) continue;
    if (words[0] != key && !(words[0].size() == key.size() + 1 && words[0].ends_with(':')))
      continue;
    return parse_number(words[1]);
  }
  return std::nullopt;
}

std::optional<std::string_view> find_field(std::string_view text, std::string_view key) {
  for (const auto line : split_lines(text)) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || trim(line.substr(0, colon)) != key) continue;
    return trim(line.substr(colon + 1));
  }
  return std::nullopt;
}

}  // namespace fsduel::probe
