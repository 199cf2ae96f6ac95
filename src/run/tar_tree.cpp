#include "run/tar_tree.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "sys/archive.hpp"

namespace fsduel::run {
namespace {

EntryKind entry_kind(sys::MemberKind kind) {
  switch (kind) {
    case sys::MemberKind::directory:
      return EntryKind::directory;
    case sys::MemberKind::symlink:
      return EntryKind::symlink;
    case sys::MemberKind::hardlink:
      return EntryKind::hard_link;
    case sys::MemberKind::file:
      break;
  }
  return EntryKind::file;
}

TreeEntry make_entry(const sys::Member& member) {
  return {.kind = entry_kind(member.kind),
          .path = member.path,
          .target = member.link_target,
          .mode = member.mode,
          .time_ns = member.modified.count(),
          .size = member.size};
}

using Content = std::vector<std::byte>;

struct LoadedFile {
  TreeEntry entry;
  Content content;
};

class LoadedSource final : public TreeSource {
 public:
  explicit LoadedSource(const std::vector<LoadedFile>& files) : files_(files) {}
  const TreeEntry* next() override {
    if (at_ == files_.size()) return nullptr;
    given_ = false;
    return &files_[at_++].entry;
  }
  std::optional<std::span<const std::byte>> next_data() override {
    if (at_ == 0 || std::exchange(given_, true)) return std::span<const std::byte>{};
    return std::span<const std::byte>(files_[at_ - 1].content);
  }

 private:
  const std::vector<LoadedFile>& files_;
  std::size_t at_ = 0;
  bool given_ = false;
};

class LoadedTree final : public TreeSourceMaker {
 public:
  explicit LoadedTree(const std::string& path) {
    (void)sys::read_tarball(path, {.begin =
                                       [&](const sys::Member& member) {
                                         files_.push_back({make_entry(member), {}});
                                         files_.back().content.reserve(member.size.value);
                                       },
                                   .content =
                                       [&](std::span<const std::byte> chunk) {
                                         auto& content = files_.back().content;
                                         content.insert(content.end(), chunk.begin(), chunk.end());
                                       }});
  }
  std::unique_ptr<TreeSource> make() const override {
    return std::make_unique<LoadedSource>(files_);
  }

 private:
  std::vector<LoadedFile> files_;
};

// Between the thread that decompresses and the one that makes files: a pipe of a bounded size, as
// between xz and tar.
class Pipe {
 public:
  using Piece = std::variant<TreeEntry, Content>;

  // False when nobody wants the rest.
  bool push(Piece piece) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return pieces_.size() < kPieces || abandoned_; });
    if (abandoned_) return false;
    pieces_.push_back(std::move(piece));
    changed_.notify_all();
    return true;
  }
  void end(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    failure_ = std::move(failure);
    changed_.notify_all();
  }
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    changed_.notify_all();
  }
  // The next piece without taking it; nullptr at the end. Throws what ended the reading.
  Piece* wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !pieces_.empty() || ended_; });
    if (!pieces_.empty()) return &pieces_.front();
    if (failure_) std::rethrow_exception(failure_);
    return nullptr;
  }
  Piece take() {
    const std::lock_guard lock(mutex_);
    Piece piece = std::move(pieces_.front());
    pieces_.pop_front();
    changed_.notify_all();
    return piece;
  }

 private:
  static constexpr std::size_t kPieces = 256;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Piece> pieces_;
  bool ended_ = false;
  bool abandoned_ = false;
  std::exception_ptr failure_;
};

struct Abandoned {};

void read_into(Pipe& pipe, const std::string& path) {
  const auto push = [&](Pipe::Piece piece) {
    if (!pipe.push(std::move(piece))) throw Abandoned{};
  };
  try {
    (void)sys::read_tarball(
        path,
        {.begin = [&](const sys::Member& member) { push(make_entry(member)); },
         .content =
             [&](std::span<const std::byte> chunk) { push(Content(chunk.begin(), chunk.end())); }});
    pipe.end(nullptr);
  } catch (const Abandoned&) {
    pipe.end(nullptr);
  } catch (...) {
    pipe.end(std::current_exception());  // rethrown in the thread that waits for the tree
  }
}

class StreamedSource final : public TreeSource {
 public:
  explicit StreamedSource(const std::string& path)
      : reader_([this, path] { read_into(pipe_, path); }) {}
  ~StreamedSource() override { pipe_.abandon(); }
  StreamedSource(const StreamedSource&) = delete;
  StreamedSource& operator=(const StreamedSource&) = delete;

  const TreeEntry* next() override {
    for (auto* piece = pipe_.wait(); piece != nullptr; piece = pipe_.wait()) {
      Pipe::Piece taken = pipe_.take();
      if (auto* entry = std::get_if<TreeEntry>(&taken)) {
        entry_ = std::move(*entry);
        return &entry_;
      }
    }
    return nullptr;
  }
  std::optional<std::span<const std::byte>> next_data() override {
    const auto* piece = pipe_.wait();
    if (piece == nullptr || !std::holds_alternative<Content>(*piece)) {
      return std::span<const std::byte>{};
    }
    content_ = std::get<Content>(pipe_.take());
    return std::span<const std::byte>(content_);
  }

 private:
  Pipe pipe_;
  TreeEntry entry_;
  Content content_;
  std::jthread reader_;  // last: ends before what it writes to
};

class StreamedTree final : public TreeSourceMaker {
 public:
  explicit StreamedTree(std::string path) : path_(std::move(path)) {}
  std::unique_ptr<TreeSource> make() const override {
    return std::make_unique<StreamedSource>(path_);
  }

 private:
  std::string path_;
};

std::string find_option(const OptionValues& options, const std::string& name) {
  const auto at = options.find(name);
  return at == options.end() ? std::string{} : at->second;
}

}  // namespace

TarTrees::TarTrees() = default;
TarTrees::~TarTrees() = default;

const TreeSourceMaker* TarTrees::find(const OptionValues& options) {
  const std::string path = find_option(options, "tar");
  if (path.empty()) return nullptr;
  const bool inside = find_option(options, "tar-inside") == "true";
  auto& maker = makers_[(inside ? "inside:" : "loaded:") + path];
  if (!maker) {
    if (inside) {
      maker = std::make_unique<StreamedTree>(path);
    } else {
      maker = std::make_unique<LoadedTree>(path);
    }
  }
  return maker.get();
}

}  // namespace fsduel::run
