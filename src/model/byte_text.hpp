// Bytes that are not UTF-8 in text that must be: JSON and TOML.
#pragma once

#include <string>
#include <string_view>

namespace fsduel {

// Valid UTF-8 from any bytes, and back without loss: a byte 0xNN (0x80 to 0xff) that is no part of
// valid UTF-8 becomes the private-use character U+F7NN. Where U+F780 to U+F7FF stand in the text
// themselves, their three bytes are treated as such bytes, so that the way back is never ambiguous.
// Everything else stays as it is.
[[nodiscard]] std::string encode_bytes(std::string_view bytes);

// The inverse of encode_bytes.
[[nodiscard]] std::string decode_bytes(std::string_view text);

}  // namespace fsduel
