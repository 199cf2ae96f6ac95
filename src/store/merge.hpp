// Brings the duels of one database into another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/store.hpp"

namespace fsduel::store {

struct Merged {
  std::uint64_t added = 0;        // duels that were not there
  std::uint64_t continued = 0;    // duels that were there with fewer of the same runs
  std::uint64_t known = 0;        // duels that were there with all of these runs
  std::uint64_t runs = 0;         // stored by this merge
  std::vector<std::string> left;  // duels that were left out, and why
};

// A duel is known by its uid; it gets a new number. Nothing is stored twice and nothing that is
// there is changed: of a duel that both have, the further runs are taken when all others are the
// same. A merge that is killed is carried on by the next one.
[[nodiscard]] Merged merge(Store& into, Store& from);

}  // namespace fsduel::store
