#include "source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/store/characters.hpp"

namespace graphfuzz {

ParseError::ParseError(std::string file, unsigned line, unsigned column, const std::string& message)
    : std::runtime_error(fmt::format("{}:{}:{}: {}", file, line, column, message)),
      file_(std::move(file)),
      line_(line),
      column_(column),
      message_(message) {}

namespace litmus {

std::string_view Source::slice(std::size_t begin, std::size_t end) const {
  return text_.substr(std::min(begin, text_.size()), end > begin ? end - begin : 0);
}

Source::LineColumn Source::line_column(std::size_t offset) const {
  const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t last_newline = before.rfind('\n');
  const std::size_t column = last_newline == std::string_view::npos ? before.size() + 1 : before.size() - last_newline;
  return {static_cast<unsigned>(line), static_cast<unsigned>(column)};
}

std::string Source::position(std::size_t offset) const {
  const LineColumn at = line_column(offset);
  return fmt::format("{}:{}:{}", file_name_, at.line, at.column);
}

void Source::expected(std::size_t offset, std::string_view expected, std::string_view found) const {
  fail(offset, fmt::format("expected {}, found {}", expected, found));
}

void Source::fail(std::size_t offset, const std::string& message) const {
  const LineColumn at = line_column(offset);
  throw ParseError(file_name_, at.line, at.column, message);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return fmt::format("'{}{}'", store::printable(text.substr(0, kLongest)), text.size() > kLongest ? "…" : "");
}

}  // namespace litmus
}  // namespace graphfuzz
