#include "model/candidate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text.hpp"
#include "model/candidate_words.hpp"

namespace fsduel {
namespace {

constexpr std::string_view kMkfs = "mkfs.";

// The position of the equals sign that ends a label, npos when the text begins without one.
std::size_t find_label_end(std::string_view text) {
  const auto at = text.find_first_of("= \t\n\r\f\v;/'\"");
  if (at == std::string_view::npos || text[at] != '=') return std::string_view::npos;
  const auto name = text.substr(0, at);
  const bool plain = std::all_of(name.begin(), name.end(), is_name_letter);
  return plain ? at : std::string_view::npos;
}

bool is_directory_text(std::string_view word) {
  return word.starts_with('.') || word.find('/') != std::string_view::npos;
}

// A name below a folder: parts joined by `separator`, none of them empty or leading elsewhere.
bool is_safe_name(std::string_view name, char separator) {
  for (const auto part : split(name, separator)) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_name_letter(c) || c == '/' || c == ':'; });
}

bool is_device_path(std::string_view path) {
  return path.starts_with("/dev/") && is_safe_name(path.substr(1), '/');
}

std::string quote(std::string_view text) {
  return "'" + escape_text(text) + "'";
}

std::string did_you_mean(std::string_view wrong, std::span<const std::string> valid) {
  const auto near = nearest_name(wrong, valid);
  return near ? "did you mean " + quote(*near) + "?" : std::string{};
}

class CandidateParser {
 public:
  CandidateParser(std::string_view text, const Place& place,
                  const std::vector<std::string>& filesystems)
      : text_(text), place_(place), filesystems_(filesystems) {}

  Parsed<Candidate> parse();

 private:
  void report(std::size_t offset, std::string message, std::string hint = {});
  bool take_text();
  std::size_t take_label();
  void take_first(const CandidateItem& item);
  void take_mkfs(const CandidateItem& item);
  void take_filesystem(const CandidateWord& word, std::size_t start);
  void take_item(const CandidateItem& item);
  void take_mount(const CandidateItem& item);
  void take_mount_options(const CandidateWord& word);
  void take_set(const CandidateItem& item);
  void take_assignment(const CandidateItem& item, std::size_t equals);
  void take_value(const std::string& name, const CandidateWord& value);
  void report_unknown_item(const CandidateItem& item);
  [[nodiscard]] std::optional<ExtraDisk> parse_disk(const CandidateWord& value,
                                                    const std::string& item);
  void take_once(const std::string& name, std::size_t offset);
  void refuse_for_directory(const std::string& what, std::size_t offset);

  std::string_view text_;
  const Place& place_;
  const std::vector<std::string>& filesystems_;
  Candidate candidate_;
  std::set<std::string> taken_;
  std::vector<Diagnostic> diagnostics_;
};

void CandidateParser::report(std::size_t offset, std::string message, std::string hint) {
  Place place = place_;
  if (place.line == 0 || place.column != 0) {
    place.column = std::max<std::size_t>(place.column, 1) + text_width(text_.substr(0, offset));
  }
  diagnostics_.push_back({std::move(place), std::move(message), std::move(hint)});
}

Parsed<Candidate> CandidateParser::parse() {
  if (take_text()) {
    const std::size_t start = take_label();
    const auto [items, open_quote] = split_candidate(text_, start);
    candidate_.text = std::string(trim(text_.substr(start)));
    if (open_quote != std::string::npos) {
      report(open_quote, "this quote is never closed");
    } else {
      take_first(items.front());
      for (std::size_t i = 1; i < items.size(); ++i) take_item(items[i]);
    }
  }
  if (!diagnostics_.empty()) return {std::nullopt, std::move(diagnostics_)};
  return {std::move(candidate_), {}};
}

// Limits that hold for the text as a whole; without them nothing else is worth a look.
bool CandidateParser::take_text() {
  if (text_.size() > kMaxCandidateText) {
    report(0, fmt::format("a candidate's text may have {} bytes, not {}", kMaxCandidateText,
                          text_.size()));
    return false;
  }
  const auto zero = text_.find('\0');
  if (zero == std::string_view::npos) return true;
  report(zero, "a zero byte can be no part of a candidate");
  return false;
}

// Takes the label and returns where the rest begins.
std::size_t CandidateParser::take_label() {
  const std::size_t indent = std::min(text_.find_first_not_of(" \t\n\r\f\v"), text_.size());
  const auto equals = find_label_end(text_.substr(indent));
  if (equals == std::string_view::npos) return 0;
  const auto label = text_.substr(indent, equals);
  if (label.empty()) {
    report(indent, "the label before '=' is missing", "name it, as in old=xfs");
  } else if (!is_label(label)) {
    report(indent,
           fmt::format("the label {} is longer than {} characters", quote(label), kMaxLabel));
  }
  candidate_.label = std::string(label);
  return indent + equals + 1;
}

void CandidateParser::take_first(const CandidateItem& item) {
  if (item.words.empty()) {
    report(item.offset, "a candidate begins with a filesystem, mkfs.NAME or a directory",
           "for example xfs");
    return;
  }
  const auto& word = item.words.front();
  if (word.text.starts_with(kMkfs)) return take_mkfs(item);
  if (word.text == "mkfs") {
    return report(word.offset, "mkfs needs the name of the filesystem", "write mkfs.xfs");
  }
  if (is_directory_text(word.text)) {
    candidate_.kind = CandidateKind::directory;
    candidate_.directory = word.text;
  } else {
    take_filesystem(word, 0);
  }
  for (std::size_t i = 1; i < item.words.size(); ++i) {
    const auto& further = item.words[i];
    report(further.offset,
           fmt::format("unexpected {} after {}", quote(further.text), quote(word.text)),
           candidate_.kind == CandidateKind::directory
               ? "a semicolon separates items; quotes keep blanks inside a path"
               : fmt::format("arguments belong to mkfs.{}, other items follow a semicolon",
                             escape_text(word.text)));
  }
}

void CandidateParser::take_mkfs(const CandidateItem& item) {
  take_filesystem(item.words.front(), kMkfs.size());
  for (std::size_t i = 1; i < item.words.size(); ++i) {
    const auto& argument = item.words[i];
    // fsduel alone decides what is formatted: see --wipe.
    const bool names_device =
        argument.text.starts_with("/dev/") || argument.text.find("=/dev/") != std::string::npos;
    if (names_device) {
      report(argument.offset,
             fmt::format("mkfs may not name a device itself: {}", quote(argument.text)),
             "fsduel adds the devices; an external log is log=/dev/NAME, a further disk "
             "device=/dev/NAME");
    }
    candidate_.mkfs_arguments.push_back(argument.text);
  }
}

void CandidateParser::take_filesystem(const CandidateWord& word, std::size_t start) {
  const std::string name = word.text.substr(start);
  candidate_.filesystem = name;
  if (std::find(filesystems_.begin(), filesystems_.end(), name) != filesystems_.end()) return;
  std::string hint = did_you_mean(name, filesystems_);
  if (name.find_first_of(" ;") != std::string::npos) {
    hint = "quotes make one word of it: leave them away here";
  } else if (name.find('=') != std::string::npos) {
    hint = "a label is letters, digits and _ . + - only";
  } else if (hint.empty()) {
    hint = "known are " + join(filesystems_, ", ") + "; a directory has a slash";
  }
  report(word.offset_of(start), "unknown filesystem " + quote(name), std::move(hint));
}

void CandidateParser::take_item(const CandidateItem& item) {
  if (item.words.empty()) return report(item.offset, "there is nothing after this semicolon");
  const auto& word = item.words.front();
  if (word.text == "mount") return take_mount(item);
  if (word.text == "set") return take_set(item);
  const auto equals = word.find_bare('=');
  if (equals == std::string::npos || equals == 0) return report_unknown_item(item);
  take_assignment(item, equals);
}

void CandidateParser::report_unknown_item(const CandidateItem& item) {
  static const std::vector<std::string> kItems{"mount", "set", "log", "device", "kernel", "md"};
  const auto& word = item.words.front();
  std::string hint = did_you_mean(word.text, kItems);
  const bool blank_before_equals = item.words.size() > 1 && item.words[1].text.starts_with('=');
  if (blank_before_equals) hint = "write it without blanks around '='";
  if (hint.empty()) hint = "items are mount, set, log=, device=, kernel=, md= and OPTION=VALUE";
  report(word.offset, "unknown item " + quote(word.text), std::move(hint));
}

void CandidateParser::take_mount(const CandidateItem& item) {
  const auto& mount = item.words.front();
  take_once("mount", mount.offset);
  refuse_for_directory("mount", mount.offset);
  bool expects_options = true;
  for (std::size_t i = 1; i < item.words.size(); ++i) {
    const auto& word = item.words[i];
    if (word.text == "-o") {
      expects_options = true;
      continue;
    }
    expects_options = false;
    if (word.text.starts_with("-o")) {
      take_mount_options(word.part(2, word.text.size()));
    } else if (word.text.starts_with('-')) {
      report(word.offset, "mount takes -o only, not " + quote(word.text),
             "the type follows from the filesystem");
    } else {
      take_mount_options(word);
    }
  }
  if (expects_options) {
    report(item.words.back().offset, "mount options are missing", "for example mount -o noatime");
  }
}

void CandidateParser::take_mount_options(const CandidateWord& word) {
  for (std::size_t start = 0;;) {
    const auto comma = word.find_bare(',', start);
    const auto option = word.part(start, std::min(comma, word.text.size()));
    if (option.text.empty()) report(option.offset, "a mount option is empty");
    candidate_.mount_options.push_back(option.text);
    if (comma == std::string::npos) return;
    start = comma + 1;
  }
}

void CandidateParser::take_set(const CandidateItem& item) {
  const auto& set = item.words.front();
  const auto equals = item.words.size() < 2 ? std::string::npos : item.words[1].find_bare('=');
  if (item.words.size() != 2 || equals == std::string::npos) {
    return report(set.offset, "set wants exactly one NAME=VALUE",
                  "for example set queue/scheduler=bfq or set vm.dirty_ratio=10");
  }
  const auto& word = item.words[1];
  Setting setting{word.text.substr(0, equals), word.text.substr(equals + 1)};
  const bool block = setting.name.find('/') != std::string::npos;
  const bool sysctl = !block && setting.name.find('.') != std::string::npos;
  if (!(block && is_safe_name(setting.name, '/')) && !(sysctl && is_safe_name(setting.name, '.'))) {
    report(word.offset, quote(setting.name) + " can be neither a block device's value nor a sysctl",
           "for example queue/scheduler or vm.dirty_ratio");
  }
  if (setting.value.empty()) {
    report(word.offset_of(equals + 1), "the value of " + quote(setting.name) + " is missing");
  }
  if (block) refuse_for_directory("set of a block device's value", set.offset);
  take_once("set " + setting.name, set.offset);
  candidate_.settings.push_back(std::move(setting));
}

void CandidateParser::take_assignment(const CandidateItem& item, std::size_t equals) {
  const auto& word = item.words.front();
  const std::string name = word.text.substr(0, equals);
  const auto value = word.part(equals + 1, word.text.size());
  for (std::size_t i = 1; i < item.words.size(); ++i) {
    report(item.words[i].offset,
           fmt::format("unexpected {} after {}", quote(item.words[i].text), quote(word.text)),
           "quotes keep blanks inside a value, a semicolon begins the next item");
  }
  if (name != "device") take_once(name, word.offset);
  if (name == "log" || name == "device" || name == "md") refuse_for_directory(name, word.offset);
  if (value.text.empty()) {
    return report(word.offset_of(equals + 1), "the value of " + quote(name) + " is missing");
  }
  take_value(name, value);
}

void CandidateParser::take_value(const std::string& name, const CandidateWord& value) {
  if (name == "log") {
    candidate_.log = parse_disk(value, name);
  } else if (name == "device") {
    if (auto disk = parse_disk(value, name)) {
      if (!disk->device.empty()) take_once("device=" + disk->device, value.offset);
      candidate_.devices.push_back(std::move(*disk));
    }
  } else if (name == "kernel") {
    candidate_.kernel = value.text;
  } else if (name == "md") {
    candidate_.md = value.text;
  } else {
    candidate_.workload_options[name] = value.text;
  }
}

std::optional<ExtraDisk> CandidateParser::parse_disk(const CandidateWord& value,
                                                     const std::string& item) {
  constexpr std::string_view kImage = "image:";
  if (value.text.starts_with(kImage)) {
    const auto size = parse_bytes(value.text.substr(kImage.size()));
    if (size && size->value > 0) return ExtraDisk{.image_size = *size, .device = {}};
    report(value.offset_of(kImage.size()), quote(value.text.substr(kImage.size())) + " is no size",
           fmt::format("for example {}=image:128m", item));
    return std::nullopt;
  }
  if (is_device_path(value.text)) return ExtraDisk{.image_size = {}, .device = value.text};
  report(value.offset, fmt::format("{} cannot be {}", item, quote(value.text)),
         fmt::format("it is {0}=image:SIZE or {0}=/dev/NAME", item));
  return std::nullopt;
}

void CandidateParser::take_once(const std::string& name, std::size_t offset) {
  if (!taken_.insert(name).second) report(offset, quote(name) + " is given twice");
}

void CandidateParser::refuse_for_directory(const std::string& what, std::size_t offset) {
  if (candidate_.kind != CandidateKind::directory) return;
  report(offset, what + " cannot be used with a directory",
         "fsduel makes and mounts nothing there");
}

}  // namespace

Parsed<Candidate> parse_candidate(std::string_view text, const Place& place,
                                  const std::vector<std::string>& filesystems) {
  return CandidateParser(text, place, filesystems).parse();
}

}  // namespace fsduel
