// The shape of a kernel source tree as measured figures, and drawing from them.
//
// Source: linux-source-6.1.tar.xz of Debian's linux-source-6.1 (6.1.192-3), listed with tar -tv on
// 2026-11-30: 78,579 files, 5,096 folders, 56 symlinks, 1,298,682,509 bytes. See
// docs/workloads/tree.md.
#pragma once

#include <span>
#include <string_view>

namespace fsduel::workload {

// One point of a distribution: `share` of all values are at most `value`.
struct Quantile {
  double share = 0;  // 0..1, ascending within a table
  double value = 0;
};

enum class Scale { linear, logarithmic };

// The value below which a share `at` (0..1) of the distribution lies, interpolated between the
// points on the given scale (values below 1 count as 1 on the logarithmic one).
[[nodiscard]] double interpolate(std::span<const Quantile> table, double at, Scale scale);

// A kind of file name: its ending, or the whole name where it stands in a folder only once.
struct NameKind {
  double share = 0;  // of all files
  std::string_view text;
  bool is_whole = false;
};

[[nodiscard]] std::span<const Quantile> file_sizes();         // bytes
[[nodiscard]] std::span<const Quantile> files_per_folder();   // direct children
[[nodiscard]] std::span<const Quantile> file_name_lengths();  // ending included
[[nodiscard]] std::span<const Quantile> folder_name_lengths();
// Share of all folders at depth 1, 2, ... (children of the top folder have depth 1).
[[nodiscard]] std::span<const double> folder_depths();
[[nodiscard]] std::span<const NameKind> name_kinds();

inline constexpr double kFoldersPerFile = 5096.0 / 78579.0;
inline constexpr double kSymlinksPerFile = 56.0 / 78579.0;
inline constexpr double kExecutableShare = 814.0 / 78579.0;
// Mean of the sizes when the largest 0.1 % are cut to the size at that quantile: those few files of
// up to 24 MB hold 26 % of the bytes and would make small trees differ by luck.
inline constexpr double kMeanFileSize = 13252;

}  // namespace fsduel::workload
