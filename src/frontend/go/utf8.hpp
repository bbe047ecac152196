// Characters of UTF-8, as Go sees them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graphfuzz::go {

struct Character {
  std::size_t length = 0;  ///< bytes
  std::uint32_t code = 0;
};

/// The character at the beginning of `text`; length 0 if there is none.
Character decode_utf8(std::string_view text);

/// The character at `at`, which is moved behind it; 0xFFFD for a byte that begins none.
std::int64_t next_rune(std::string_view text, std::size_t& at);

/// Appends a character; what is none as U+FFFD.
void append_utf8(std::string& text, std::int64_t code);

}  // namespace graphfuzz::go
