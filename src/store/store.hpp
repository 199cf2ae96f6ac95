// The results database: every duel and every run of it, durable run by run. SQLite is hidden in the
// sources.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/plan.hpp"
#include "model/run.hpp"

namespace fsduel::store {

enum class StoreMode { read_write, read_only };

struct StoreOptions {
  // How long another program that holds the database is waited for.
  Nanoseconds busy_timeout = std::chrono::seconds{5};
};

using fsduel::DuelSummary;

// The value of an environment variable, nullopt when it is not set.
using EnvironmentLookup = std::function<std::optional<std::string>(const std::string&)>;

// Where results are kept when nobody says where: $XDG_DATA_HOME/fsduel/duels.db, else
// $HOME/.local/share/fsduel/duels.db (XDG Base Directory Specification: empty and relative values
// count as not set). Throws Error when neither is set.
[[nodiscard]] std::string default_database_path(const EnvironmentLookup& environment);

// An array of duels, each with its id.
[[nodiscard]] std::string render_list_json(const std::vector<DuelSummary>& duels);

// An open database. Move-only; used by one thread; several programs may use the same file at once.
// Every function throws Error when the database is locked for longer than the busy timeout, is
// damaged, or the disk is full; what was stored before stays.
class Store {
 public:
  // Opens `path`. For read_write the file and its folders are made where they are missing, and an
  // older schema is brought up to date. For read_only the file is never written, and needs not be
  // writable, nor does its folder. Throws Error for a file that is no results database or that a
  // newer fsduel has written.
  [[nodiscard]] static Store open(const std::string& path, StoreMode mode,
                                  const StoreOptions& options = {});
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // Stores a duel that begins, without records, and returns its number; `duel.id`, `stop` and
  // `elapsed` are not looked at. The uid must be new.
  std::uint64_t create(const Duel& duel);
  // Adds a run. When this returns, the record survives a crash of the machine. The run's key must
  // be new to the duel.
  void append(std::uint64_t id, const RunRecord& record);
  void finish(std::uint64_t id, StopReason reason, Nanoseconds elapsed);

  // A duel as it was stored, nullopt for an unknown number. One that has not ended says
  // `interrupted`, with no time elapsed.
  [[nodiscard]] std::optional<Duel> find_duel(std::uint64_t id);
  // Newest first.
  [[nodiscard]] std::vector<DuelSummary> list();
  [[nodiscard]] std::optional<std::uint64_t> last_id();
  // Reads everything and throws Error for the first damage that it finds; takes time with size.
  void check();

 private:
  class Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace fsduel::store
