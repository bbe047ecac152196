// Aligned columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz {

using Row = std::vector<std::string>;

/// Width in characters of UTF-8; colours (ANSI's "\x1b[…m") have none.
inline std::size_t width(std::string_view text) {
  std::size_t characters = 0;
  bool colour = false;
  for (const char c : text) {
    if (c == '\x1b') colour = true;
    if (!colour && (static_cast<unsigned char>(c) & 0xc0) != 0x80) ++characters;
    if (c == 'm') colour = false;
  }
  return characters;
}

/// Ends a line, without blanks before its end.
inline void end_line(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  text += '\n';
}

/// Rows as lines, with two blanks between columns. The first `left` columns are flush left, the others flush right.
/// Rows may be short.
/// `widths` are those of the columns at least, and afterwards those that they have.
inline std::string aligned(const std::vector<Row>& rows, std::size_t left, std::vector<std::size_t>& widths) {
  for (const Row& row : rows) {
    if (row.size() > widths.size()) widths.resize(row.size(), 0);
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(widths[c] - width(row[c]), ' ');
      text += c < left ? row[c] + blanks : blanks + row[c];
      if (c + 1 < row.size()) text += "  ";
    }
    end_line(text);
  }
  return text;
}

inline std::string aligned(const std::vector<Row>& rows, std::size_t left = std::numeric_limits<std::size_t>::max()) {
  std::vector<std::size_t> widths;
  return aligned(rows, left, widths);
}

}  // namespace graphfuzz
