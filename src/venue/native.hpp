// Runs on the host kernel: loop images, a block device, or directories.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/plan.hpp"
#include "sys/journal.hpp"
#include "sys/system.hpp"
#include "venue/device_guard.hpp"
#include "venue/venue.hpp"

namespace fsduel::venue {

// One work folder per duel with its images and a mount point, so that two duels never collide.
// System, journal and plan outlive the venue.
class NativeVenue final : public Venue {
 public:
  NativeVenue(sys::System& system, sys::Journal& journal, const Plan& plan);
  ~NativeVenue() override;
  NativeVenue(const NativeVenue&) = delete;
  NativeVenue& operator=(const NativeVenue&) = delete;

  // Makes the work folder and writes every byte of the images.
  void open(const RunWatch& watch) override;
  RunRecord execute(const RunSpec& spec, const RunFunction& function,
                    const RunWatch& watch) override;
  // Removes the work folder with the images.
  void close() override;

 private:
  class Attachments;
  void write_images(const RunWatch& watch);
  void write_image(const std::string& name, Bytes size, const RunWatch& watch);
  void prove_allocated(const RunWatch& watch);
  RunRecord execute_on_disks(const RunSpec& spec, const RunFunction& function,
                             const RunWatch& watch);
  RunRecord execute_in_directory(const RunSpec& spec, const RunFunction& function,
                                 const RunWatch& watch);
  void examine_devices();
  void give_back_leftovers();
  [[nodiscard]] DeviceClaim claim_again(const std::string& device) const;
  [[nodiscard]] std::string path_of(const std::string& name) const { return folder_ + "/" + name; }

  sys::System& system_;
  sys::Journal& journal_;
  const Plan& plan_;
  std::string folder_;
  std::map<std::string, DeviceIdentity> identities_;  // of named devices, when the duel began
  std::set<std::string> formatted_;                   // by a run of this duel
  std::optional<sys::EntryId> folder_entry_;
  sys::EntryId first_of_runs_ = 0;  // journal entries from here on belong to single runs
};

// The block devices that a spec names: data, logs, further ones.
[[nodiscard]] std::vector<std::string> list_devices(const Spec& spec);

// What the plan allows to be done with one of them.
[[nodiscard]] DeviceClaim make_claim(const Plan& plan, const std::string& device);

// Makes a folder and those above it that are missing.
void make_directories(sys::System& system, const std::string& path);

}  // namespace fsduel::venue
