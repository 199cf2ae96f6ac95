// One operation, carried out by system calls.
#pragma once

#include <cstddef>
#include <vector>

#include "drive/data_pool.hpp"
#include "drive/recorder.hpp"
#include "drive/slot_table.hpp"
#include "model/op.hpp"

namespace fsduel::drive {

// Carries operations of a stream out, relative to directory descriptors. Used by one thread; pool
// and recorder must outlive it. Closes what operations left open when it dies.
class OpRunner {
 public:
  // Takes `root_fd` over: it is directory slot 0.
  OpRunner(int root_fd, const DataPool& pool, Recorder& recorder);

  // Returns the errno of the operation, 0 when it was done. Allocates nothing. Modes given at
  // creation are cut by the umask, as for every program.
  [[nodiscard]] int carry_out(const Op& op);

 private:
  [[nodiscard]] int open_folder(const Op& op);
  [[nodiscard]] int open_file(const Op& op, int flags);
  [[nodiscard]] int read(const Op& op);
  [[nodiscard]] int write(const Op& op);
  [[nodiscard]] int read_names(const Op& op);
  [[nodiscard]] int change_names(const Op& op);
  [[nodiscard]] int change_attributes(const Op& op);
  [[nodiscard]] int settle_data(const Op& op);

  SlotTable<kMaxDirectorySlots> folders_;
  SlotTable<kMaxFileSlots> files_;
  PoolCursor cursor_;
  Recorder* recorder_;
  std::vector<std::byte> buffer_;  // for reads
};

}  // namespace fsduel::drive
