// A copy of a database while others use it. Private to store.
#pragma once

#include <string>

#include "store/sqlite.hpp"

namespace fsduel::store {

// Copies all of it, as of one moment, to a new file that is durable on return. Throws Error when
// the name is taken, and when it cannot be written; then nothing is left of it.
void copy_database(const Connection& from, const std::string& path);

}  // namespace fsduel::store
