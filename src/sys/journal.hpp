// What this process has taken from the machine, written down before it is taken, so that the next
// start can give back what a kill -9 left.
//
// One file per process, "BOOT_ID.PID.START.journal". Lines: a checksum (FNV-1a, 64 bits), the
// number of the entry, "take", "update" or "release", and for the first two the thing (taken.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sys/give_back.hpp"
#include "sys/system.hpp"
#include "sys/taken.hpp"

namespace fsduel::sys {

using EntryId = std::size_t;

// The journal of the running process. Its file is made with the first entry. Outlived by the
// System. One thread. The destructor gives nothing back: holders do that, or give_back_all().
class Journal {
 public:
  // The directory is made when it is absent (its parent has to be there).
  Journal(System& system, const std::string& directory);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Durable when it returns; only then may the thing be taken.
  EntryId take(const Taken& taken);
  // What became known by taking it: the inode, the loop device's name, the value as it reads.
  void update(EntryId entry, const Taken& taken);
  // Its holder has given it back.
  void release(EntryId entry);

  // take, do, update in one: an empty file; a directory (mode 0700); a setting.
  EntryId make_file(const std::string& path);
  EntryId make_directory(const std::string& path, Contents contents);
  EntryId change_setting(const std::string& path, const std::string& value);

  // Gives one thing back and releases its entry, unless the machine refused.
  GiveBackResult give_back_one(EntryId entry);
  // What was taken from that entry on and is not released, the last taken first; goes on after a
  // failure.
  std::vector<GiveBackResult> give_back_since(EntryId first);
  // All of it. Removes the file when nothing failed.
  std::vector<GiveBackResult> give_back_all();
  // The number that the next entry gets.
  [[nodiscard]] EntryId next_entry() const { return entries_.size(); }

  [[nodiscard]] std::vector<Taken> held() const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Entry {
    Taken taken;
    bool is_released = false;
  };
  void append(const std::string& record);
  void remove_when_done();

  System& system_;
  std::string path_;
  std::vector<Entry> entries_;
  bool is_begun_ = false;
  bool is_torn_ = false;  // a failed append may have left half a line
};

// At the end of its life tries once more what holders could not give back, and removes the journal
// when nothing is left; tells of what is. Made after the journal and before all holders.
class GiveBackAtEnd {
 public:
  using Teller = std::function<void(const GiveBackResult&)>;
  GiveBackAtEnd(Journal& journal, Teller tell) : journal_(journal), tell_(std::move(tell)) {}
  ~GiveBackAtEnd();
  GiveBackAtEnd(const GiveBackAtEnd&) = delete;
  GiveBackAtEnd& operator=(const GiveBackAtEnd&) = delete;

 private:
  Journal& journal_;
  Teller tell_;
};

// What a journal says is still taken, in the order of taking. A torn last line is dropped; other
// lines that are not ours are counted.
struct JournalText {
  std::vector<Taken> held;
  std::size_t damaged_lines = 0;
};
[[nodiscard]] JournalText parse_journal(std::string_view text);

struct SweptJournal {
  std::string path;
  ProcessIdentity owner;
  std::vector<GiveBackResult> results;
  std::size_t damaged_lines = 0;
};

// Gives back what the journals of dead processes hold, the last taken first, and removes journals
// with which nothing is left to do. Live owners, and files that are no journals, are not touched.
// A dry run changes nothing. No directory: nothing to do.
[[nodiscard]] std::vector<SweptJournal> sweep(System& system, const std::string& directory,
                                              SweepMode mode);

}  // namespace fsduel::sys
