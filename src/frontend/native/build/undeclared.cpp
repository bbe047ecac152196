#include "frontend/native/build/undeclared.hpp"

#include <algorithm>
#include <cctype>

namespace graphfuzz::native {
namespace {

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where the string or character that begins there ends.
std::size_t end_of_literal(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != text[begin] && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

}  // namespace

bool calls_undeclared(std::string_view preprocessed, std::string_view function) {
  if (preprocessed.find(function) == std::string_view::npos) return false;
  bool called = false;
  std::size_t depth = 0;  // of braces
  bool line_begins = true;
  for (std::size_t at = 0; at < preprocessed.size();) {
    const char c = preprocessed[at];
    if (line_begins && c == '#') {  // which file it is from
      at = std::min(preprocessed.find('\n', at), preprocessed.size());
      continue;
    }
    line_begins = c == '\n';
    if (c == '"' || c == '\'') {
      at = end_of_literal(preprocessed, at);
      continue;
    }
    if (c == '{') ++depth;
    if (c == '}' && depth > 0) --depth;
    if (!in_word(c)) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < preprocessed.size() && in_word(preprocessed[at])) ++at;
    if (preprocessed.substr(begin, at - begin) != function) continue;
    const std::size_t next = preprocessed.find_first_not_of(" \t\n", at);
    if (next == std::string_view::npos || preprocessed[next] != '(') continue;
    if (depth == 0) return false;
    called = true;
  }
  return called;
}

}  // namespace graphfuzz::native
