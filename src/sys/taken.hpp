// What a duel takes from the machine and has to give back, as values and as lines of a journal.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sys/process.hpp"

namespace fsduel::sys {

// Which file it is; inode 0 as long as it is not made yet.
struct FileIdentity {
  dev_t device = 0;
  std::uint64_t inode = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

struct TakenMount {
  std::string target;
  std::string source;
  std::string type;
  friend bool operator==(const TakenMount&, const TakenMount&) = default;
};

struct TakenLoop {
  std::string image;
  FileIdentity identity;  // of the image, known before the device is attached
  std::string name;       // "loop9"; empty as long as it is not attached
  friend bool operator==(const TakenLoop&, const TakenLoop&) = default;
};

struct TakenFile {
  std::string path;
  FileIdentity identity;
  friend bool operator==(const TakenFile&, const TakenFile&) = default;
};

// What is in a directory of ours when it is given back.
enum class Contents {
  none,  // a mount point: removed only when empty
  ours,  // a work folder: removed with all that is in it
};

struct TakenDirectory {
  std::string path;
  Contents contents = Contents::none;
  FileIdentity identity;
  friend bool operator==(const TakenDirectory&, const TakenDirectory&) = default;
};

// A sysfs or sysctl value. Values as find_setting_value() gives them.
struct TakenSetting {
  std::string path;
  std::string old_value;
  std::string new_value;  // as it reads after it was set
  friend bool operator==(const TakenSetting&, const TakenSetting&) = default;
};

struct TakenProcess {
  ProcessIdentity process;
  std::string name;  // for people
  friend bool operator==(const TakenProcess&, const TakenProcess&) = default;
};

using Taken =
    std::variant<TakenMount, TakenLoop, TakenFile, TakenDirectory, TakenSetting, TakenProcess>;

// For people: "mount of /dev/loop9 on /mnt", escaped.
[[nodiscard]] std::string describe_taken(const Taken& taken);

// One line without its end, of words without spaces; parse_taken gives back the same value, nullopt
// for any other text.
[[nodiscard]] std::string render_taken(const Taken& taken);
[[nodiscard]] std::optional<Taken> parse_taken(std::string_view text);

// What a setting's file says: the word in brackets of a choice ("mq-deadline [none]" is "none"), or
// the text without white space around it.
[[nodiscard]] std::string find_setting_value(std::string_view text);

}  // namespace fsduel::sys
