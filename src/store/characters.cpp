#include "graphfuzz/store/characters.hpp"

#include <algorithm>

namespace graphfuzz::store {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

}  // namespace

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string shortened(std::string_view text, std::size_t most) {
  if (characters(text) <= most) return std::string(text);
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++end) {
    if (begins_character(text[end]) && ++count == most) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string printable(std::string_view text) {
  std::string shown(text);
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '.');
  return shown;
}

}  // namespace graphfuzz::store
