#include "sys/taken.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/text.hpp"

namespace fsduel::sys {
namespace {

// Bytes that could end a word or a line become %NN; an empty word is "%".
std::string encode_word(std::string_view text) {
  if (text.empty()) return "%";
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte < 0x7f && byte != '%') {
      word += c;
    } else {
      word += fmt::format("%{:02x}", byte);
    }
  }
  return word;
}

std::optional<unsigned> parse_hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  return std::nullopt;
}

std::optional<std::string> decode_word(std::string_view word) {
  if (word == "%") return std::string();
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '%') {
      text += word[i];
      continue;
    }
    if (i + 2 >= word.size()) return std::nullopt;
    const auto high = parse_hex_digit(word[i + 1]);
    const auto low = parse_hex_digit(word[i + 2]);
    if (!high || !low) return std::nullopt;
    text += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return text;
}

using Words = std::vector<std::string>;

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

struct ToWords {
  Words operator()(const TakenMount& m) const { return {"mount", m.target, m.source, m.type}; }
  Words operator()(const TakenLoop& l) const {
    return {"loop", l.image, number(l.identity.device), number(l.identity.inode), l.name};
  }
  Words operator()(const TakenFile& f) const {
    return {"file", f.path, number(f.identity.device), number(f.identity.inode)};
  }
  Words operator()(const TakenDirectory& d) const {
    return {d.contents == Contents::ours ? "tree" : "directory", d.path, number(d.identity.device),
            number(d.identity.inode)};
  }
  Words operator()(const TakenSetting& s) const {
    return {"setting", s.path, s.old_value, s.new_value};
  }
  Words operator()(const TakenProcess& p) const {
    return {"process", number(static_cast<std::uint64_t>(p.process.pid)),
            number(p.process.start_time), p.name};
  }
};

struct Describe {
  std::string operator()(const TakenMount& m) const {
    return "mount of " + escape_text(m.source) + " on " + escape_text(m.target);
  }
  std::string operator()(const TakenLoop& l) const {
    return "loop device " + (l.name.empty() ? "" : l.name + " ") + "over " + escape_text(l.image);
  }
  std::string operator()(const TakenFile& f) const { return "file " + escape_text(f.path); }
  std::string operator()(const TakenDirectory& d) const {
    return "directory " + escape_text(d.path);
  }
  std::string operator()(const TakenSetting& s) const {
    return "setting " + escape_text(s.path) + ", which was " + escape_text(s.old_value);
  }
  std::string operator()(const TakenProcess& p) const {
    return fmt::format("process {} ({})", p.process.pid, escape_text(p.name));
  }
};

std::optional<FileIdentity> parse_identity(const std::string& device, const std::string& inode) {
  const auto device_number = parse_number(device);
  const auto inode_number = parse_number(inode);
  if (!device_number || !inode_number) return std::nullopt;
  return FileIdentity{*device_number, *inode_number};
}

std::optional<Taken> parse_file_like(const Words& words) {
  if (words.size() < 4) return std::nullopt;
  const auto identity = parse_identity(words[2], words[3]);
  if (!identity) return std::nullopt;
  const std::string& kind = words[0];
  if (kind == "loop" && words.size() == 5) return TakenLoop{words[1], *identity, words[4]};
  if (words.size() != 4) return std::nullopt;
  if (kind == "file") return TakenFile{words[1], *identity};
  if (kind == "directory") return TakenDirectory{words[1], Contents::none, *identity};
  if (kind == "tree") return TakenDirectory{words[1], Contents::ours, *identity};
  return std::nullopt;
}

std::optional<Taken> parse_process(const Words& words) {
  const auto pid = parse_number(words[1]);
  const auto start = parse_number(words[2]);
  // Never 0 or 1: a signal to those would hit more than one process of ours.
  if (!pid || !start || *pid < 2 || *pid > std::numeric_limits<pid_t>::max()) return std::nullopt;
  return TakenProcess{{static_cast<pid_t>(*pid), *start}, words[3]};
}

}  // namespace

std::string describe_taken(const Taken& taken) {
  return std::visit(Describe{}, taken);
}

std::string render_taken(const Taken& taken) {
  Words words = std::visit(ToWords{}, taken);
  for (std::string& word : words) word = encode_word(word);
  return join(words, " ");
}

std::optional<Taken> parse_taken(std::string_view text) {
  Words words;
  for (std::string_view part : split(text, ' ')) {
    auto word = decode_word(part);
    if (!word) return std::nullopt;
    words.push_back(std::move(*word));
  }
  if (words.size() == 4 && words[0] == "mount") return TakenMount{words[1], words[2], words[3]};
  if (words.size() == 4 && words[0] == "setting") return TakenSetting{words[1], words[2], words[3]};
  if (words.size() == 4 && words[0] == "process") return parse_process(words);
  return parse_file_like(words);
}

std::string find_setting_value(std::string_view text) {
  const auto open = text.find('[');
  const auto close = text.find(']', open == std::string_view::npos ? text.size() : open);
  if (close == std::string_view::npos) return std::string(trim(text));
  return std::string(text.substr(open + 1, close - open - 1));
}

}  // namespace fsduel::sys
