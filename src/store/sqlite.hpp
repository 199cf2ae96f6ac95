// A thin owner of SQLite's handles; its errors become Error. Private to store: SQLite's own header
// stays in the source.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace fsduel::store {

enum class Access { read_write, read_only, immutable };

class Connection;

// A prepared statement. Rows are stepped through; columns count from 0. Must not outlive its
// connection.
class Statement {
 public:
  Statement(const Connection& connection, std::string_view sql);

  // Binds the next parameter; in order, from the first.
  Statement& bind(std::uint64_t number);
  Statement& bind(std::string_view text);
  Statement& bind(Nanoseconds time);

  // The next row is there.
  [[nodiscard]] bool step();
  // Runs a statement that gives no rows.
  void run();
  // Ready to be bound again.
  void reset();

  [[nodiscard]] std::uint64_t number(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] Nanoseconds time(int column) const;
  [[nodiscard]] bool is_null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  const Connection& connection_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
};

// An open database file. Neither copied nor moved: statements point to it.
class Connection {
 public:
  Connection(const std::string& path, Access access, Nanoseconds busy_timeout);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() = default;

  void run(std::string_view sql) const;
  // The only column of the only row.
  [[nodiscard]] std::uint64_t read_number(std::string_view sql) const;
  [[nodiscard]] std::uint64_t last_row_id() const;
  [[nodiscard]] std::uint64_t changed_rows() const;
  [[nodiscard]] bool is_read_only() const;
  // The file, as it is named in errors.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }
  // Throws the Error that stands for a result code of SQLite.
  [[noreturn]] void fail(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
};

// reading: everything read inside is of one moment. writing: nobody else writes meanwhile.
enum class TransactionKind { reading, writing };

// Ends in rollback unless committed.
class Transaction {
 public:
  Transaction(const Connection& connection, TransactionKind kind);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  const Connection& connection_;
  bool open_ = true;
};

}  // namespace fsduel::store
