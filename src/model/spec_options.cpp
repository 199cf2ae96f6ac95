#include <utility>

#include "model/spec.hpp"

namespace fsduel {
namespace {

// What is run and where, and what may be destroyed for it.
std::vector<OptionDescriptor> place_options() {
  using enum OptionKind;
  return {
      {.name = "workload",
       .alias = {},
       .kind = text,
       .metavar = "NAME",
       .default_value = "tree",
       .help = "what every candidate carries out"},
      {.name = "on",
       .alias = {},
       .kind = text,
       .metavar = "VENUE",
       .default_value = "auto",
       .help = "where runs happen: auto, native, guest, virtual, or a block device /dev/X that "
               "--wipe names too"},
      {.name = "wipe",
       .alias = {},
       .kind = path,
       .metavar = "/dev/X[,/dev/Y]",
       .default_value = {},
       .help = "says that everything may be destroyed on these devices: that of --on, and those "
               "that candidates name as log= or device="},
      {.name = "wipe-signature",
       .alias = {},
       .kind = text,
       .metavar = "TYPE",
       .default_value = {},
       .help = "a signature that may be overwritten on the device of --wipe, such as ext4"},
      {.name = "work",
       .alias = {},
       .kind = path,
       .metavar = "DIR",
       .default_value = {},
       .help = "where images live; chosen by the plan when not given"},
      {.name = "image-size",
       .alias = {},
       .kind = bytes,
       .metavar = "SIZE",
       .default_value = {},
       .help = "size of each candidate's image; from the workload's needs when not given",
       .minimum = 1024.0 * 1024},
      {.name = "disturb",
       .alias = {},
       .kind = flag,
       .metavar = {},
       .default_value = "false",
       .help =
           "allows what others on this machine feel: work inside a directory of a filesystem in "
           "use, and dropping the caches of the whole machine"},
  };
}

// How long, how sure, and compared with what.
std::vector<OptionDescriptor> effort_options() {
  using enum OptionKind;
  return {
      {.name = "rounds",
       .alias = {},
       .kind = number,
       .metavar = "N",
       .default_value = "40",
       .help = "at most so many rounds, 1 to 40; six is the least that can decide anything",
       .minimum = 1,
       .maximum = 40},
      {.name = "time-limit",
       .alias = {},
       .kind = duration,
       .metavar = "TIME",
       .default_value = "3m",
       .help = "no round begins after it; a bare number is seconds",
       .minimum = 0.001,
       .maximum = 30 * 86400.0},
      {.name = "seed",
       .alias = {},
       .kind = number,
       .metavar = "N",
       .default_value = "1",
       .help = "the order of runs and all generated data follow from it"},
      {.name = "baseline",
       .alias = {},
       .kind = text,
       .metavar = "LABEL",
       .default_value = {},
       .help = "the candidate that the others are compared with; the first when not given"},
      {.name = "margin",
       .alias = {},
       .kind = ratio,
       .metavar = "RATIO",
       .default_value = "5%",
       .help = "differences below it do not matter, 0.1% to 50%: with a percent sign (5%) or as a "
               "fraction (0.05)",
       .minimum = 0.001,
       .maximum = 0.5},
      {.name = "ionice",
       .alias = {},
       .kind = text,
       .metavar = "CLASS[:LEVEL]",
       .default_value = {},
       .help = "I/O class of the workers: idle, none, best-effort or realtime, the latter two with "
               "a level 0 to 7; as inherited when not given"},
  };
}

std::vector<OptionDescriptor> make_options() {
  auto options = place_options();
  for (auto& option : effort_options()) options.push_back(std::move(option));
  return options;
}

}  // namespace

const std::vector<OptionDescriptor>& spec_options() {
  static const std::vector<OptionDescriptor> kOptions = make_options();
  return kOptions;
}

}  // namespace fsduel
