// Trees that come from a tarball: unpacked into memory before the clock runs, or read while it
// runs.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "model/option.hpp"
#include "model/tree.hpp"

namespace fsduel::run {

// Keeps each tarball in memory once for all runs of a duel. Not for several threads at once; what
// it returns lives as long as it does.
class TarTrees {
 public:
  TarTrees();
  ~TarTrees();
  TarTrees(const TarTrees&) = delete;
  TarTrees& operator=(const TarTrees&) = delete;

  // The maker for a workload with these options: nullptr when they name no tarball. With
  // "tar-inside" every make() reads and decompresses the file anew, as `tar xzf` does. Throws Error
  // when the file cannot be read.
  const TreeSourceMaker* find(const OptionValues& options);

 private:
  std::map<std::string, std::unique_ptr<TreeSourceMaker>> makers_;  // by kind and path
};

}  // namespace fsduel::run
