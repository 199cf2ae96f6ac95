#include "workload/tree_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.hpp"

namespace fsduel::workload {
namespace {

constexpr std::array<Quantile, 33> kFileSizes{{
    {0.000, 0},       {0.001, 10},      {0.01, 73},       {0.02, 125},     {0.05, 254},
    {0.10, 446},      {0.15, 687},      {0.20, 959},      {0.25, 1280},    {0.30, 1621},
    {0.35, 2038},     {0.40, 2525},     {0.45, 3129},     {0.50, 3874},    {0.55, 4787},
    {0.60, 5910},     {0.65, 7264},     {0.70, 9044},     {0.75, 11416},   {0.80, 14833},
    {0.85, 19906},    {0.90, 28759},    {0.925, 36067},   {0.95, 48093},   {0.97, 66614},
    {0.98, 83945},    {0.99, 124858},   {0.995, 191202},  {0.997, 290410}, {0.998, 402767},
    {0.9985, 693288}, {0.999, 1120270}, {1.000, 1120270},
}};

constexpr std::array<Quantile, 22> kFilesPerFolder{{
    {0.00, 0},    {0.06, 0},     {0.07, 1},      {0.10, 1},    {0.20, 2},   {0.25, 3},
    {0.30, 3},    {0.40, 4},     {0.50, 6},      {0.60, 8},    {0.70, 11},  {0.75, 14},
    {0.80, 18},   {0.90, 32},    {0.95, 52},     {0.98, 104},  {0.99, 156}, {0.995, 210},
    {0.998, 328}, {0.9995, 595}, {0.9998, 1401}, {1.00, 2541},
}};

constexpr std::array<Quantile, 11> kFileNameLengths{{
    {0.00, 2},
    {0.01, 4},
    {0.05, 5},
    {0.10, 6},
    {0.25, 8},
    {0.50, 12},
    {0.75, 16},
    {0.90, 21},
    {0.95, 24},
    {0.99, 32},
    {1.00, 60},
}};

constexpr std::array<Quantile, 8> kFolderNameLengths{{
    {0.00, 1},
    {0.05, 3},
    {0.25, 4},
    {0.50, 5},
    {0.75, 7},
    {0.90, 10},
    {0.95, 12},
    {1.00, 23},
}};

constexpr std::array<double, 9> kFolderDepths{0.0047, 0.1193, 0.2953, 0.2714, 0.1639,
                                              0.0563, 0.0457, 0.0322, 0.0112};

constexpr std::array<NameKind, 14> kNameKinds{{
    {0.4073, ".c"},
    {0.2978, ".h"},
    {0.0414, ".rst"},
    {0.0380, ".yaml"},
    {0.0354, "Makefile", true},
    {0.0333, ".dts"},
    {0.0265, ".txt"},
    {0.0382, ""},
    {0.0241, ".dtsi"},
    {0.0207, "Kconfig", true},
    {0.0168, ".S"},
    {0.0096, ".sh"},
    {0.0076, ".json"},
    {0.0033, ".py"},
}};

}  // namespace

double interpolate(std::span<const Quantile> table, double at, Scale scale) {
  FSDUEL_CHECK(!table.empty(), "a distribution has no points");
  const auto above = std::find_if(table.begin(), table.end(),
                                  [&](const Quantile& point) { return point.share >= at; });
  if (above == table.begin()) return table.front().value;
  if (above == table.end()) return table.back().value;
  const auto below = above - 1;
  const double part = (at - below->share) / (above->share - below->share);
  if (scale == Scale::linear) return below->value + part * (above->value - below->value);
  const double low = std::log(std::max(1.0, below->value));
  const double high = std::log(std::max(1.0, above->value));
  return std::exp(low + part * (high - low));
}

std::span<const Quantile> file_sizes() {
  return kFileSizes;
}
std::span<const Quantile> files_per_folder() {
  return kFilesPerFolder;
}
std::span<const Quantile> file_name_lengths() {
  return kFileNameLengths;
}
std::span<const Quantile> folder_name_lengths() {
  return kFolderNameLengths;
}
std::span<const double> folder_depths() {
  return kFolderDepths;
}
std::span<const NameKind> name_kinds() {
  return kNameKinds;
}

}  // namespace fsduel::workload
