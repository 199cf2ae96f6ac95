#include "store/schema.hpp"

#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::store {
namespace {

// "fsdl": says in the file's header whose it is.
constexpr std::uint64_t kApplicationId = 0x6673646c;

// Step N leads from schema N to N + 1. Never changed once released: a new schema is a new step.
constexpr std::array kMigrations{
    // 0 -> 1. `cells` is the number of runs of a round; a digest proves the documents beside it.
    R"(
CREATE TABLE duels(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE,
  fsduel_version TEXT NOT NULL,
  created_ns INTEGER NOT NULL,
  command_line TEXT NOT NULL,
  workload TEXT NOT NULL,
  cells INTEGER NOT NULL,
  plan TEXT NOT NULL,
  machine TEXT NOT NULL,
  digest TEXT NOT NULL,
  stop TEXT,
  elapsed_ns INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE candidates(
  duel INTEGER NOT NULL REFERENCES duels(id),
  position INTEGER NOT NULL,
  label TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (duel, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE runs(
  duel INTEGER NOT NULL REFERENCES duels(id),
  position INTEGER NOT NULL,
  round INTEGER NOT NULL,
  candidate INTEGER NOT NULL,
  twin INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  status TEXT NOT NULL,
  record TEXT NOT NULL,
  digest TEXT NOT NULL,
  UNIQUE (duel, position),
  UNIQUE (duel, round, candidate, twin, attempt)
) STRICT;
)",
    // 1 -> 2. Who carries a duel out, so that nobody resumes one that is still running.
    "ALTER TABLE duels ADD COLUMN owner TEXT;"};
constexpr std::uint64_t kNewest = kMigrations.size();
// What was added since is not needed to read duels.
constexpr std::uint64_t kOldestReadable = 1;

enum class Origin { empty, ours };

[[noreturn]] void refuse(const Connection& connection, std::string cause, std::string next_step) {
  throw Error({.doing = "use",
               .object = "the results database " + escape_text(connection.path()),
               .cause = std::move(cause),
               .next_step = std::move(next_step)});
}

std::uint64_t read_version(const Connection& connection) {
  return connection.read_number("PRAGMA user_version");
}

Origin read_origin(const Connection& connection) {
  const auto owner = connection.read_number("PRAGMA application_id");
  const auto tables = connection.read_number("SELECT count(*) FROM sqlite_schema");
  if (owner == 0 && tables == 0) return Origin::empty;
  if (owner != kApplicationId) {
    refuse(connection, "it is the database of another program", "name another file with --db");
  }
  const auto version = read_version(connection);
  if (version > kNewest) {
    refuse(connection,
           fmt::format("a newer fsduel has written it (schema {}, this one knows {})", version,
                       kNewest),
           "use that version of fsduel, or name another file with --db");
  }
  return Origin::ours;
}

void migrate(const Connection& connection) {
  Transaction transaction(connection, TransactionKind::writing);
  // Somebody else may have been here while this one waited for the lock.
  const auto origin = read_origin(connection);
  const auto version = origin == Origin::empty ? 0 : read_version(connection);
  for (auto step = version; step < kNewest; ++step) connection.run(kMigrations[step]);
  connection.run(fmt::format("PRAGMA application_id = {}", kApplicationId));
  connection.run(fmt::format("PRAGMA user_version = {}", kNewest));
  transaction.commit();
}

}  // namespace

void prepare_schema(const Connection& connection) {
  const auto origin = read_origin(connection);
  if (origin == Origin::empty || read_version(connection) < kNewest) migrate(connection);
}

void check_schema(const Connection& connection) {
  if (read_origin(connection) == Origin::empty) {
    refuse(connection, "no duel has been stored in it yet", "fsduel compare ext4 xfs btrfs");
  }
  if (read_version(connection) < kOldestReadable) {
    refuse(connection, "an older fsduel has written it",
           "run a duel as its owner, which brings it up to date");
  }
}

}  // namespace fsduel::store
