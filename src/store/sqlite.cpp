#include "store/sqlite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <limits>

#include "base/check.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace fsduel::store {
namespace {

// As a URI, where an option goes with the file; every byte that could mean something is encoded.
std::string immutable_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '/' || c == '.' || c == '-' || c == '_';
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri + "?immutable=1";
}

constexpr const char* kOtherFile = "name another file with --db";

// What a result code means to a person, and what to do.
void explain(int code, ErrorParts& parts) {
  const bool full = (code & 0xff) == SQLITE_FULL || parts.errno_value == ENOSPC;
  if (full) {
    parts.cause = errno_text(ENOSPC);
    parts.errno_value = ENOSPC;
    parts.next_step = "free space there; what was stored before is safe";
    return;
  }
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      parts.cause = "another program holds it (database is locked)";
      parts.next_step = std::string("wait until that program has ended, or ") + kOtherFile;
      return;
    case SQLITE_NOTADB:
      parts.cause = "the file is no results database, or its beginning is damaged";
      parts.next_step = kOtherFile;
      return;
    case SQLITE_CORRUPT:
      parts.cause = fmt::format("the file is damaged ({})", parts.cause);
      parts.next_step = std::string("restore it from a backup, or ") + kOtherFile;
      return;
    case SQLITE_READONLY:
      parts.cause = "it is read-only";
      parts.next_step = "name a file that you may write with --db";
      return;
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_PERM:
      if (parts.errno_value != 0) parts.cause = errno_text(parts.errno_value);
      parts.next_step =
          std::string("look at the file, its folder and their rights, or ") + kOtherFile;
      return;
    default:
      return;
  }
}

}  // namespace

void Connection::Close::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}

Connection::Connection(const std::string& path, Access access, Nanoseconds busy_timeout)
    : path_(path) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= access == Access::read_write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                        : SQLITE_OPEN_READONLY;
  if (access == Access::immutable) flags |= SQLITE_OPEN_URI;
  sqlite3* handle = nullptr;
  const std::string name = access == Access::immutable ? immutable_uri(path) : path;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(code);
  const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(busy_timeout);
  sqlite3_busy_timeout(handle, static_cast<int>(wait.count()));
  // The file may come from anywhere.
  run("PRAGMA trusted_schema = OFF");
  run("PRAGMA cell_size_check = ON");
}

void Connection::fail(int code) const {
  ErrorParts parts{.doing = "use",
                   .object = "the results database " + escape_text(path_),
                   .cause = handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code),
                   .next_step = {},
                   .errno_value = handle_ ? sqlite3_system_errno(handle_.get()) : 0};
  explain(code, parts);
  throw Error(std::move(parts));
}

void Connection::run(std::string_view sql) const {
  const int code = sqlite3_exec(handle_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::uint64_t Connection::read_number(std::string_view sql) const {
  Statement statement(*this, sql);
  FSDUEL_CHECK(statement.step(), "a question for one number has one row");
  return statement.number(0);
}

std::uint64_t Connection::last_row_id() const {
  return static_cast<std::uint64_t>(sqlite3_last_insert_rowid(handle_.get()));
}

std::uint64_t Connection::changed_rows() const {
  return static_cast<std::uint64_t>(sqlite3_changes64(handle_.get()));
}

bool Connection::is_read_only() const {
  return sqlite3_db_readonly(handle_.get(), "main") == 1;
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement::Statement(const Connection& connection, std::string_view sql) : connection_(connection) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(connection.handle(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) connection.fail(code);
}

Statement& Statement::bind(std::uint64_t number) {
  constexpr auto kMaximum = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  FSDUEL_CHECK(number <= kMaximum, "SQLite's numbers are signed");
  const int code =
      sqlite3_bind_int64(statement_.get(), ++bound_, static_cast<sqlite3_int64>(number));
  if (code != SQLITE_OK) connection_.fail(code);
  return *this;
}

Statement& Statement::bind(std::string_view text) {
  // An empty view may have no address, which SQLite takes for NULL.
  const char* data = text.empty() ? "" : text.data();
  const int code = sqlite3_bind_text64(statement_.get(), ++bound_, data, text.size(),
                                       SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK) connection_.fail(code);
  return *this;
}

Statement& Statement::bind(Nanoseconds time) {
  const int code = sqlite3_bind_int64(statement_.get(), ++bound_, time.count());
  if (code != SQLITE_OK) connection_.fail(code);
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) connection_.fail(code);
  return code == SQLITE_ROW;
}

void Statement::run() {
  FSDUEL_CHECK(!step(), "a statement that is run gives no rows");
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  bound_ = 0;
}

std::uint64_t Statement::number(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(statement_.get(), column));
}

std::string Statement::text(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return data == nullptr ? std::string{} : std::string(static_cast<const char*>(data), size);
}

Nanoseconds Statement::time(int column) const {
  return Nanoseconds{sqlite3_column_int64(statement_.get(), column)};
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Transaction::Transaction(const Connection& connection, TransactionKind kind)
    : connection_(connection) {
  connection_.run(kind == TransactionKind::writing ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  // Silent: SQLite has rolled back by itself where it could not go on.
  if (open_) sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  connection_.run("COMMIT");
  open_ = false;
}

}  // namespace fsduel::store
