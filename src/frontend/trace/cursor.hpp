// Cursor: goes through the elements of one trace file in place, and reads fields and numbers of them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "frontend/trace/raw_trace.hpp"

namespace graphfuzz::go {

/// The fields of one element, without copies.
struct Fields {
  static constexpr std::size_t kMost = 12;
  std::array<std::string_view, kMost> at;
  std::size_t count = 0;  ///< may be more than kMost; then only the first are in `at`
  const std::string_view& operator[](std::size_t i) const { return at[i]; }
};

/// Splits at `separator`. An empty text is one empty field.
inline Fields split(std::string_view text, char separator) {
  Fields fields;
  for (;;) {
    const std::size_t end = text.find(separator);
    if (fields.count < Fields::kMost) fields.at[fields.count] = text.substr(0, end);
    ++fields.count;
    if (end == std::string_view::npos) return fields;
    text.remove_prefix(end + 1);
  }
}

/// The text of a file, element by element: elements end with a line or a `;`.
class Cursor {
 public:
  Cursor(std::string file, std::string_view text)
      : file_(std::move(file)), rest_(text), columns_(text.find(';') != std::string_view::npos) {}

  /// Not to go anywhere: for errors in a line that somebody else has found.
  Cursor(std::string file, std::uint32_t line) : file_(std::move(file)), columns_(false), origin_{line, 0} {}

  /// The next element that is not empty; false at the end.
  bool next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find_first_of(";\n"), rest_.size());
      element_ = rest_.substr(0, end);
      origin_ = {line_, columns_ ? column_ : 0};
      const bool new_line = end < rest_.size() && rest_[end] == '\n';
      line_ += new_line ? 1 : 0;
      column_ = new_line ? 1 : column_ + static_cast<std::uint32_t>(end) + 1;
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      if (!element_.empty() && element_.back() == '\r') element_.remove_suffix(1);
      if (!element_.empty()) return true;
    }
    return false;
  }

  std::string_view element() const { return element_; }
  Origin origin() const { return origin_; }
  const std::string& file() const { return file_; }
  TraceError error(const std::string& message) const { return {file_, origin_.line, origin_.column, message}; }

 private:
  std::string file_;
  std::string_view rest_;
  std::string_view element_;
  bool columns_;
  Origin origin_;
  std::uint32_t line_ = 1;
  std::uint32_t column_ = 1;
};

/// What is found, for a message: cut to a decent length, with what cannot be printed as ?.
std::string shown(std::string_view text);

/// So that there is one more than all numbers.
inline constexpr std::uint32_t kMostNumber = std::numeric_limits<std::uint32_t>::max() - 1;
/// So that differences of times fit.
inline constexpr std::uint64_t kMostTime = std::uint64_t{1} << 62;

/// A decimal number of the whole of `text`, at most `most`. Throws TraceError at the cursor: `what` names it.
template <typename Number>
Number number(const Cursor& cursor, std::string_view text, std::string_view what, Number least, Number most) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range || (error == std::errc{} && (value < least || value > most))) {
    throw cursor.error(fmt::format("expected {} from {} to {}, found {}", what, least, most, shown(text)));
  }
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw cursor.error(fmt::format("expected {} (a number), found {}", what, shown(text)));
  }
  return value;
}

}  // namespace graphfuzz::go
