// The schema of the results database and its history. Private to store.
#pragma once

#include "store/sqlite.hpp"

namespace fsduel::store {

// Refuses files of other programs and of newer versions of fsduel; brings older ones, and an empty
// file, up to date. Nothing is written to a file that is refused.
void prepare_schema(const Connection& connection);

// The same for a file that is only read: one that is empty, or too old to be read as it is, is
// refused too.
void check_schema(const Connection& connection);

}  // namespace fsduel::store
