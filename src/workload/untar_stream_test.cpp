#include "workload/untar_stream.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "workload/entry_list.hpp"

namespace fsduel::workload {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

TreeEntry folder(std::string path) {
  return {EntryKind::directory, std::move(path), "", 0750, 5 * kSecond, {}};
}
TreeEntry file(std::string path, std::uint64_t size) {
  return {EntryKind::file, std::move(path), "", 0644, 7 * kSecond, Bytes{size}};
}

std::string render(const Op& op) {
  switch (op.kind) {
    case OpKind::mkdir:
      return fmt::format("mkdir {} {} {:o}", op.dir, op.name, op.mode);
    case OpKind::open_directory:
      return fmt::format("open {} {} -> {}", op.dir, op.name, op.dir2);
    case OpKind::close_directory:
      return fmt::format("close folder {}", op.dir);
    case OpKind::create:
      return fmt::format("create {} {} {:o}", op.dir, op.name, op.mode);
    case OpKind::write:
      return fmt::format("write {}+{}", op.offset, op.length);
    case OpKind::set_times:
      return fmt::format("times {}", op.time_ns / kSecond);
    case OpKind::set_mode:
      return fmt::format("mode {:o}", op.mode);
    case OpKind::set_times_at:
      return fmt::format("times {} {} {}", op.dir, op.name, op.time_ns / kSecond);
    case OpKind::set_mode_at:
      return fmt::format("mode {} {} {:o}", op.dir, op.name, op.mode);
    case OpKind::symlink:
      return fmt::format("symlink {} {} to {}", op.dir, op.name, op.name2);
    case OpKind::link:
      return fmt::format("link {} {} as {} {}", op.dir, op.name, op.dir2, op.name2);
    case OpKind::close:
      return "close";
    default:
      return "unexpected";
  }
}

std::vector<std::string> read_all(OpStream& stream, std::size_t batch_size = 256) {
  std::vector<std::string> lines;
  std::vector<Op> batch(batch_size);
  while (const std::size_t count = stream.fill(batch, {})) {
    EXPECT_LE(count, batch_size);
    for (std::size_t i = 0; i < count; ++i) lines.push_back(render(batch[i]));
  }
  return lines;
}

std::vector<std::string> untar(const std::vector<TreeEntry>& entries,
                               std::size_t batch_size = 256) {
  UntarStream stream(EntryListMaker(entries).make(), "top");
  return read_all(stream, batch_size);
}

TEST(UntarStream, DoesWhatTarDoes) {
  const std::vector<TreeEntry> entries{folder("a"),
                                       file("a/f", 100),
                                       {EntryKind::symlink, "a/l", "../x", 0777, 9 * kSecond, {}},
                                       {EntryKind::hard_link, "h", "a/f", 0644, 0, {}},
                                       file("z", 0)};
  const std::vector<std::string> expected{"mkdir 0 top 755",
                                          "open 0 top -> 1",
                                          "mkdir 1 a 700",
                                          "open 1 a -> 2",
                                          "create 2 f 600",
                                          "write 0+100",
                                          "times 7",
                                          "mode 644",
                                          "close",
                                          "symlink 2 l to ../x",
                                          "times 2 l 9",
                                          "close folder 2",
                                          "times 1 a 5",
                                          "mode 1 a 750",
                                          "link 0 top/a/f as 1 h",
                                          "create 1 z 600",
                                          "times 7",
                                          "mode 644",
                                          "close",
                                          "close folder 1"};
  EXPECT_EQ(untar(entries), expected);
}

// As strace shows it of tar for an archive of a folder, a placeholder-free file of 25,000 bytes at
// the start of the third block: 8704, 10240, 6056.
TEST(UntarStream, WritesEndWhereTheArchivesRecordEnds) {
  const auto lines = untar({folder("src"), file("src/lnk2", 0), file("src/hl", 25000)});
  std::vector<std::string> writes;
  for (const auto& line : lines) {
    if (line.starts_with("write")) writes.push_back(line);
  }
  EXPECT_EQ(writes,
            (std::vector<std::string>{"write 0+8704", "write 8704+10240", "write 18944+6056"}));
}

TEST(UntarStream, BatchesOfAnySizeGiveTheSameOperations) {
  std::vector<TreeEntry> entries;
  std::string path;
  for (int i = 0; i < 20; ++i) {
    path += path.empty() ? "d" : "/d";
    entries.push_back(folder(path));
    entries.push_back(file(path + "/f", 30000));
  }
  entries.push_back(file("last", 1));
  const auto whole = untar(entries, 4096);
  EXPECT_EQ(untar(entries, 1), whole);
  EXPECT_EQ(untar(entries, 17), whole);
}

// Below the levels that have a slot, names grow; every slot stays within the table.
TEST(UntarStream, TreesDeeperThanTheSlotsAreNamedByLongerPaths) {
  std::vector<TreeEntry> entries;
  std::string path;
  for (std::size_t i = 0; i < FolderStack::kOpenLevels + 3; ++i) {
    path += path.empty() ? "d" : "/d";
    entries.push_back(folder(path));
  }
  entries.push_back(file(path + "/f", 0));
  const auto lines = untar(entries);
  const auto& slots = FolderStack::kOpenLevels;
  EXPECT_EQ(std::count(lines.begin(), lines.end(), fmt::format("create {} d/d/d/d/f 600", slots)),
            1);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), fmt::format("mode {} d/d/d/d 750", slots)), 1);
  std::map<std::string, int> open_minus_closed;
  for (const auto& line : lines) {
    if (line.starts_with("open ")) ++open_minus_closed[line.substr(line.rfind(' ') + 1)];
    if (line.starts_with("close folder")) --open_minus_closed[line.substr(line.rfind(' ') + 1)];
  }
  EXPECT_EQ(open_minus_closed.size(), slots);
  for (const auto& [slot, balance] : open_minus_closed) EXPECT_EQ(balance, 0) << "slot " << slot;
}

TEST(UntarStream, FolderEnteredAgainGetsItsTimeAgain) {
  const auto lines = untar({folder("a"), folder("b"), file("a/late", 0)});
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "times 1 a 5"), 2);
  EXPECT_EQ(lines[lines.size() - 2], "mode 1 a 750");
}

class RealSource final : public TreeSource {
 public:
  const TreeEntry* next() override { return next_++ == 0 ? &entry_ : nullptr; }
  std::optional<std::span<const std::byte>> next_data() override {
    if (piece_ == kPieces) return std::span<const std::byte>{};
    bytes_.fill(static_cast<std::byte>(piece_++));
    return bytes_;
  }

 private:
  static constexpr int kPieces = 5;
  TreeEntry entry_ = file("real", 35000);
  int next_ = 0;
  int piece_ = 0;
  std::array<std::byte, 7000> bytes_{};
};

// Pieces of the source's own size are put together to whole records, in order.
TEST(UntarStream, RealDataAreWrittenInRecordsWhateverThePieces) {
  UntarStream stream(std::make_unique<RealSource>(), "top");
  std::vector<Op> batch(256);
  std::vector<std::byte> written;
  std::vector<std::size_t> lengths;
  while (const std::size_t count = stream.fill(batch, {})) {
    for (const Op& op : std::span(batch).first(count)) {
      if (op.kind != OpKind::write) continue;
      written.insert(written.end(), op.data, op.data + op.length);
      lengths.push_back(op.length);
    }
  }
  EXPECT_EQ(lengths, (std::vector<std::size_t>{9728, 10240, 10240, 4792}));
  ASSERT_EQ(written.size(), 35000u);
  for (std::size_t i = 0; i < written.size(); ++i) {
    ASSERT_EQ(written[i], static_cast<std::byte>(i / 7000)) << i;
  }
}

}  // namespace
}  // namespace fsduel::workload
