#include "store/store.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "base/check.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "model/json.hpp"
#include "store/backup.hpp"
#include "store/schema.hpp"
#include "store/snapshot.hpp"
#include "store/sqlite.hpp"

namespace fsduel::store {
namespace {

// Notices documents that have changed since they were stored; not meant against intent.
std::string digest(std::string_view document) {
  return fmt::format("{:016x}", derive(0, document));
}

std::string duel_document(const std::string& plan, const std::string& machine) {
  return plan + "\n" + machine;
}

std::string run_object(std::uint64_t id, std::uint64_t position) {
  return fmt::format("run {} of duel {}", position + 1, id);
}

[[noreturn]] void refuse_damaged(const std::string& what) {
  throw Error({.doing = "read",
               .object = what,
               .cause = "its document is damaged: the digest stored with it is another one",
               .next_step = "restore the results database from a backup"});
}

// A document that passed its digest may still be of another version: say whose it is.
template <typename Parse>
auto parse_stored(Parse parse, const std::string& document, const std::string& what) {
  try {
    return parse(document);
  } catch (const Error& error) {
    throw error.within("read", what);
  }
}

std::uint64_t count_cells(const Plan& plan) {
  return plan.rounds.empty() ? plan.spec.candidates.size() : plan.rounds.front().size();
}

bool is_storable(std::uint64_t id) {
  return id <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
}

std::string absolute_path(const std::string& path) {
  if (path.empty()) {
    throw Error({.doing = "open",
                 .object = "the results database",
                 .cause = "its name is empty",
                 .next_step = "name a file with --db",
                 .exit_code = ExitCode::usage});
  }
  return std::filesystem::absolute(path).string();
}

void make_folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) {
    throw_errno(problem.value(), "make the folder", escape_text(folder.string()),
                "name a file that you may write with --db");
  }
}

}  // namespace

class Store::Database {
 public:
  Database(ReadablePlace place, const StoreOptions& options)
      : folder_(std::move(place.folder)),
        connection_(place.path, place.access, options.busy_timeout) {}

  [[nodiscard]] const Connection& connection() const { return connection_; }
  void begin_writing();
  void insert_duel(const Duel& duel);
  void insert_candidates(std::uint64_t id, const std::vector<Candidate>& candidates);
  [[nodiscard]] bool has_duel(std::uint64_t id);
  [[nodiscard]] std::vector<RunRecord> read_records(std::uint64_t id);
  [[nodiscard]] std::vector<std::string> read_labels(std::uint64_t id);
  [[noreturn]] void refuse_unknown(std::uint64_t id, const char* doing) const;

 private:
  std::optional<TemporaryFolder> folder_;  // outlives the connection to what is in it
  Connection connection_;
};

// The order matters: a file that is not ours is refused before anything in it is changed.
void Store::Database::begin_writing() {
  if (connection_.is_read_only()) {
    throw Error({.doing = "write",
                 .object = "the results database " + escape_text(connection_.path()),
                 .cause = "it is read-only",
                 .next_step = "name a file that you may write with --db"});
  }
  prepare_schema(connection_);
  // A filesystem without shared memory stays with SQLite's older journal, which is as durable.
  connection_.run("PRAGMA journal_mode = WAL");
  connection_.run("PRAGMA synchronous = FULL");
  connection_.run("PRAGMA foreign_keys = ON");
}

void Store::Database::insert_duel(const Duel& duel) {
  const std::string plan = render_json(duel.plan);
  const std::string machine = render_json(duel.machine);
  Statement insert(connection_,
                   "INSERT OR IGNORE INTO duels(uid, fsduel_version, created_ns, command_line, "
                   "workload, cells, plan, machine, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(duel.uid).bind(duel.fsduel_version).bind(duel.created).bind(duel.command_line);
  insert.bind(duel.plan.spec.workload).bind(count_cells(duel.plan)).bind(plan).bind(machine);
  insert.bind(digest(duel_document(plan, machine)));
  insert.run();
  if (connection_.changed_rows() == 0) {
    throw Error({.doing = "store duel",
                 .object = escape_text(duel.uid),
                 .cause = "a duel with this uid is stored already",
                 .next_step = {}});
  }
}

void Store::Database::insert_candidates(std::uint64_t id,
                                        const std::vector<Candidate>& candidates) {
  Statement insert(connection_,
                   "INSERT INTO candidates(duel, position, label, text) VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    insert.reset();
    insert.bind(id).bind(std::uint64_t{i}).bind(candidates[i].label).bind(candidates[i].text);
    insert.run();
  }
}

bool Store::Database::has_duel(std::uint64_t id) {
  Statement select(connection_, "SELECT 1 FROM duels WHERE id = ?");
  return is_storable(id) && select.bind(id).step();
}

std::vector<RunRecord> Store::Database::read_records(std::uint64_t id) {
  Statement select(connection_,
                   "SELECT position, record, digest FROM runs WHERE duel = ? ORDER BY position");
  select.bind(id);
  std::vector<RunRecord> records;
  while (select.step()) {
    const std::string what = run_object(id, select.number(0));
    const std::string document = select.text(1);
    if (digest(document) != select.text(2)) refuse_damaged(what);
    records.push_back(parse_stored(parse_run_record_json, document, what));
  }
  return records;
}

std::vector<std::string> Store::Database::read_labels(std::uint64_t id) {
  Statement select(connection_, "SELECT label FROM candidates WHERE duel = ? ORDER BY position");
  select.bind(id);
  std::vector<std::string> labels;
  while (select.step()) labels.push_back(select.text(0));
  return labels;
}

void Store::Database::refuse_unknown(std::uint64_t id, const char* doing) const {
  throw Error({.doing = doing,
               .object = fmt::format("duel {}", id),
               .cause = "there is no such duel in " + escape_text(connection_.path()),
               .next_step = "fsduel list"});
}

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open(const std::string& path, StoreMode mode, const StoreOptions& options) {
  const std::string file = absolute_path(path);
  if (mode == StoreMode::read_only) {
    auto database = std::make_unique<Database>(choose_readable_place(file), options);
    check_schema(database->connection());
    return Store(std::move(database));
  }
  make_folder_of(file);
  auto database =
      std::make_unique<Database>(ReadablePlace{file, Access::read_write, std::nullopt}, options);
  database->begin_writing();
  return Store(std::move(database));
}

std::uint64_t Store::create(const Duel& duel) {
  FSDUEL_CHECK(duel.records.empty(), "runs are stored one by one");
  Transaction transaction(database_->connection(), TransactionKind::writing);
  database_->insert_duel(duel);
  const std::uint64_t id = database_->connection().last_row_id();
  database_->insert_candidates(id, duel.plan.spec.candidates);
  transaction.commit();
  return id;
}

void Store::append(std::uint64_t id, const RunRecord& record) {
  if (!database_->has_duel(id)) database_->refuse_unknown(id, "store a run of");
  const std::string document = render_json(record);
  const RunKey& key = record.spec.key;
  // One statement is one transaction: on disk when it returns.
  Statement insert(database_->connection(),
                   "INSERT OR IGNORE INTO runs(duel, position, round, candidate, twin, attempt, "
                   "status, record, digest) SELECT ?1, coalesce(max(position) + 1, 0), ?2, ?3, ?4, "
                   "?5, ?6, ?7, ?8 FROM runs WHERE duel = ?1");
  insert.bind(id).bind(key.round).bind(key.candidate);
  insert.bind(std::uint64_t{key.twin == Twin::yes ? 1U : 0U}).bind(key.attempt);
  insert.bind(run_status_name(record.status)).bind(document).bind(digest(document));
  insert.run();
  if (database_->connection().changed_rows() == 0) {
    throw Error({.doing = "store",
                 .object = fmt::format("{} of duel {}", render_run_key(key), id),
                 .cause = "this run is stored already",
                 .next_step = {}});
  }
}

void Store::finish(std::uint64_t id, StopReason reason, Nanoseconds elapsed) {
  if (!database_->has_duel(id)) database_->refuse_unknown(id, "end");
  Statement update(database_->connection(),
                   "UPDATE duels SET stop = ?, elapsed_ns = ?, owner = NULL WHERE id = ?");
  update.bind(stop_reason_name(reason)).bind(elapsed).bind(id);
  update.run();
}

bool Store::claim(std::uint64_t id, const Claim& claim) {
  if (!database_->has_duel(id)) database_->refuse_unknown(id, "claim");
  Statement update(database_->connection(),
                   "UPDATE duels SET owner = ?, stop = NULL WHERE id = ? AND "
                   "coalesce(owner, '') = ?");
  update.bind(claim.owner).bind(id).bind(claim.before).run();
  return database_->connection().changed_rows() == 1;
}

std::string Store::find_owner(std::uint64_t id) {
  if (!database_->has_duel(id)) database_->refuse_unknown(id, "look at");
  Statement select(database_->connection(), "SELECT owner FROM duels WHERE id = ?");
  return select.bind(id).step() ? select.text(0) : std::string();
}

std::optional<RunKey> Store::drop_torn_run(std::uint64_t id) {
  if (!database_->has_duel(id)) database_->refuse_unknown(id, "look at");
  Transaction transaction(database_->connection(), TransactionKind::writing);
  Statement select(database_->connection(),
                   "SELECT round, candidate, twin, attempt, record, digest, position FROM runs "
                   "WHERE duel = ? ORDER BY position DESC LIMIT 1");
  if (!select.bind(id).step() || digest(select.text(4)) == select.text(5)) return std::nullopt;
  const RunKey key{.round = select.number(0),
                   .candidate = select.number(1),
                   .twin = select.number(2) == 1 ? Twin::yes : Twin::no,
                   .attempt = select.number(3)};
  Statement remove(database_->connection(), "DELETE FROM runs WHERE duel = ? AND position = ?");
  remove.bind(id).bind(select.number(6)).run();
  select.reset();
  transaction.commit();
  return key;
}

std::optional<Duel> Store::find_duel(std::uint64_t id) {
  if (!is_storable(id)) return std::nullopt;
  const Transaction one_moment(database_->connection(), TransactionKind::reading);
  Statement select(database_->connection(),
                   "SELECT uid, fsduel_version, created_ns, command_line, plan, machine, digest, "
                   "stop, elapsed_ns FROM duels WHERE id = ?");
  if (!select.bind(id).step()) return std::nullopt;
  const std::string what = fmt::format("duel {}", id);
  const std::string plan = select.text(4);
  const std::string machine = select.text(5);
  if (digest(duel_document(plan, machine)) != select.text(6)) refuse_damaged(what);
  return Duel{.id = id,
              .uid = select.text(0),
              .fsduel_version = select.text(1),
              .created = select.time(2),
              .command_line = select.text(3),
              .plan = parse_stored(parse_plan_json, plan, "the plan of " + what),
              .machine = parse_stored(parse_machine_json, machine, "the machine of " + what),
              .records = database_->read_records(id),
              .stop = find_stop_reason(select.text(7)).value_or(StopReason::interrupted),
              .elapsed = select.time(8)};
}

std::vector<DuelSummary> Store::list() {
  const Transaction one_moment(database_->connection(), TransactionKind::reading);
  Statement select(database_->connection(),
                   "SELECT id, uid, created_ns, workload, stop, "
                   "(SELECT count(*) FROM runs WHERE duel = duels.id), "
                   "(SELECT count(*) FROM (SELECT 1 FROM runs WHERE duel = duels.id "
                   "AND status <> 'interrupted' GROUP BY round "
                   "HAVING count(DISTINCT candidate * 2 + twin) >= duels.cells)) "
                   "FROM duels ORDER BY id DESC");
  std::vector<DuelSummary> duels;
  while (select.step()) {
    const std::uint64_t id = select.number(0);
    duels.push_back({.id = id,
                     .uid = select.text(1),
                     .created = select.time(2),
                     .workload = select.text(3),
                     .labels = database_->read_labels(id),
                     .runs = select.number(5),
                     .rounds_done = select.number(6),
                     .stop = find_stop_reason(select.text(4))});
  }
  return duels;
}

std::optional<std::uint64_t> Store::last_id() {
  Statement select(database_->connection(), "SELECT max(id) FROM duels");
  if (!select.step() || select.is_null(0)) return std::nullopt;
  return select.number(0);
}

bool Store::has_duel(std::uint64_t id) {
  return database_->has_duel(id);
}

Counts Store::check() {
  Statement integrity(database_->connection(), "PRAGMA integrity_check(1)");
  if (integrity.step() && integrity.text(0) != "ok") {
    throw Error({.doing = "use",
                 .object = "the results database " + escape_text(database_->connection().path()),
                 .cause = "the file is damaged: " + escape_text(integrity.text(0)),
                 .next_step = "restore it from a backup, or name another file with --db"});
  }
  Counts counts;
  for (const auto& duel : list()) {
    const auto found = find_duel(duel.id);
    ++counts.duels;
    if (found) counts.runs += found->records.size();
  }
  return counts;
}

void Store::back_up(const std::string& path) {
  copy_database(database_->connection(), absolute_path(path));
}

std::string render_list_json(const std::vector<DuelSummary>& duels) {
  return render_json(duels);
}

}  // namespace fsduel::store
