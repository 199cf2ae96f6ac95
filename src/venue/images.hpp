// The image files of a duel. Pure.
#pragma once

#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/plan.hpp"

namespace fsduel::venue {

struct ImageNeed {
  std::string name;  // file name in the duel's work folder
  Bytes size;
  friend bool operator==(const ImageNeed&, const ImageNeed&) = default;
};

// Names of the images of one candidate; empty where it uses no image.
struct CandidateImages {
  std::string data;
  std::string log;
  std::vector<std::string> further;
};

// The data image is one place for all candidates, so that each works on the same blocks below
// (METHOD D6); log and further images are shared by all candidates that ask for the same size.
[[nodiscard]] CandidateImages name_images(const Candidate& candidate, const Plan& plan);

// Every image of the duel, each once.
[[nodiscard]] std::vector<ImageNeed> list_images(const Plan& plan);

}  // namespace fsduel::venue
