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

// What a check has read.
struct Counts {
  std::uint64_t duels = 0;
  std::uint64_t runs = 0;
};

// Who carries a duel out: a word of the caller's own, empty for nobody.
struct Claim {
  std::string before;  // as find_owner() told
  std::string owner;
};

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
  // The duel has an owner no more.
  void finish(std::uint64_t id, StopReason reason, Nanoseconds elapsed);

  // The duel is being carried out from now on, whether it had ended or not. False, and nothing
  // done, when somebody else has claimed it meanwhile.
  [[nodiscard]] bool claim(std::uint64_t id, const Claim& claim);
  // Who has claimed the duel and has not finished it; empty for nobody.
  [[nodiscard]] std::string find_owner(std::uint64_t id);
  // Removes the last run of a duel when its document is torn, and tells which run that was. Whole
  // documents that cannot be read are of another version of fsduel and stay.
  std::optional<RunKey> drop_torn_run(std::uint64_t id);

  // A duel as it was stored, nullopt for an unknown number. One that has not ended says
  // `interrupted`, with no time elapsed.
  [[nodiscard]] std::optional<Duel> find_duel(std::uint64_t id);
  // Newest first.
  [[nodiscard]] std::vector<DuelSummary> list();
  [[nodiscard]] std::optional<std::uint64_t> last_id();
  [[nodiscard]] bool has_duel(std::uint64_t id);
  // Reads everything and throws Error for the first damage that it finds; takes time with size.
  Counts check();
  // Copies the database, as of one moment and while others use it, to a new file, which is durable
  // on return. Throws Error when there is a file of that name.
  void back_up(const std::string& path);

 private:
  class Database;
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace fsduel::store
