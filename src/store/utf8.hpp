// UTF-8, as RFC 3629 defines it: without surrogates, and each character in its shortest form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace graphfuzz::store {

/// The number of bytes of the character that the text begins with; 0 if it begins with none.
inline std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool beyond = (lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90);
  return overlong || beyond ? 0 : length;
}

/// The number of bytes before the first that belongs to no character.
inline std::size_t utf8_prefix(std::string_view text) {
  std::size_t valid = 0;
  while (const std::size_t length = utf8_length(text.substr(valid))) valid += length;
  return valid;
}

}  // namespace graphfuzz::store
