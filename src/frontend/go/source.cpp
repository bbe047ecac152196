// Complaints about a Go file.
#include "frontend/go/source.hpp"

#include "graphfuzz/frontend/litmus.hpp"

namespace graphfuzz::go::syntax {

void SourceText::fail(Place place, const std::string& message) const {
  throw ParseError(name, place.line, place.column, message);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'";
  std::size_t end = std::min(text.size(), longest);
  // Not in the middle of a character of several bytes.
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  for (const char c : text.substr(0, end)) result += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? '.' : c;
  if (end < text.size()) result += "...";
  return result + "'";
}

}  // namespace graphfuzz::go::syntax
