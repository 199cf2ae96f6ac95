#include "model/byte_text.hpp"

#include <cstdint>

namespace fsduel {
namespace {

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

struct Lead {
  std::size_t length;
  unsigned char second_minimum;
  unsigned char second_maximum;
};

// What a sequence that begins with this byte must look like (Unicode 15, table 3-7); length 0: none
// does.
Lead find_lead(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xc2) return {0, 0, 0};
  if (byte < 0xe0) return {2, 0x80, 0xbf};
  if (byte < 0xf0) {
    const unsigned char minimum = byte == 0xe0 ? 0xa0 : 0x80;
    const unsigned char maximum = byte == 0xed ? 0x9f : 0xbf;
    return {3, minimum, maximum};
  }
  if (byte > 0xf4) return {0, 0, 0};
  const unsigned char minimum = byte == 0xf0 ? 0x90 : 0x80;
  const unsigned char maximum = byte == 0xf4 ? 0x8f : 0xbf;
  return {4, minimum, maximum};
}

// Length of the valid sequence at the start of the text, 0 when there is none.
std::size_t sequence_length(std::string_view text) {
  const Lead lead = find_lead(byte_at(text, 0));
  if (lead.length < 2) return lead.length;
  if (text.size() < lead.length) return 0;
  const unsigned char second = byte_at(text, 1);
  if (second < lead.second_minimum || second > lead.second_maximum) return 0;
  for (std::size_t i = 2; i < lead.length; ++i) {
    if ((byte_at(text, i) & 0xc0) != 0x80) return 0;
  }
  return lead.length;
}

// U+F780 .. U+F7FF are EF 9E 80 .. EF 9F BF; the byte that stands for is in the last seven bits.
bool is_escape(std::string_view text) {
  return text.size() >= 3 && byte_at(text, 0) == 0xef &&
         (byte_at(text, 1) == 0x9e || byte_at(text, 1) == 0x9f) &&
         (byte_at(text, 2) & 0xc0) == 0x80;
}

void append_escape(std::string& out, unsigned char byte) {
  out += '\xef';
  out += byte < 0xc0 ? '\x9e' : '\x9f';
  out += static_cast<char>(0x80 | (byte & 0x3f));
}

}  // namespace

std::string encode_bytes(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t length = is_escape(bytes) ? 0 : sequence_length(bytes);
    if (length == 0) {
      append_escape(out, byte_at(bytes, 0));
    } else {
      out.append(bytes.substr(0, length));
    }
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::string decode_bytes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (is_escape(text)) {
      const unsigned high = byte_at(text, 1) == 0x9e ? 0x80 : 0xc0;
      out += static_cast<char>(high | (byte_at(text, 2) & 0x3fU));
      text.remove_prefix(3);
    } else {
      out += text[0];
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace fsduel
