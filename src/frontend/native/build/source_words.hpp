// The words of a C source that has been preprocessed.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace graphfuzz::native {

inline bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where the string or character that begins there ends.
inline std::size_t end_of_literal(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != text[begin] && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

/// Calls `take(word, depth, next)` for the words and the signs of the text, in their order, until it returns false.
/// `depth`: within so many braces, of which a brace itself is none. `next`: where what comes after the word begins.
/// Strings, characters, and lines that tell which file it is from are left out.
template <class Take>
void for_each_word(std::string_view text, Take take) {
  std::size_t depth = 0;
  bool line_begins = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (line_begins && c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '\n') line_begins = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at;
      continue;
    }
    line_begins = false;
    if (c == '"' || c == '\'') {
      at = end_of_literal(text, at);
      continue;
    }
    const std::size_t begin = at++;
    while (in_word(c) && at < text.size() && in_word(text[at])) ++at;
    if (c == '}' && depth > 0) --depth;
    if (!take(text.substr(begin, at - begin), depth, at)) return;
    if (c == '{') ++depth;
  }
}

}  // namespace graphfuzz::native
