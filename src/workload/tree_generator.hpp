// A kernel-like tree, drawn from a seed.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.hpp"
#include "model/tree.hpp"

namespace fsduel::workload {

struct TreeShape {
  std::uint64_t files = 6000;  // regular files, > 0
  Bytes mean_size{13252};      // of a file; the sizes keep their proportions
};

// The entries in the order of `tar --sort=name`: each folder's names by their bytes, a folder
// followed by its content. Equal arguments, equal tree, on every machine. Sizes, folder counts and
// name kinds are drawn by strata (one value from each of N equal shares), so trees of different
// seeds differ in order and place more than in their sums; the sum of all sizes is files x
// mean_size but for rounding.
[[nodiscard]] std::vector<TreeEntry> generate_tree(const TreeShape& shape, std::uint64_t seed);

}  // namespace fsduel::workload
