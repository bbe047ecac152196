// The text of a litmus test, and the one way to complain about a place in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graphfuzz::litmus {

class Source {
 public:
  Source(std::string_view text, std::string file_name) : text_(text), file_name_(std::move(file_name)) {}

  std::string_view text() const { return text_; }
  std::string_view slice(std::size_t begin, std::size_t end) const;
  const std::string& file_name() const { return file_name_; }
  /// "file:line:column" of an offset, counted from 1, columns in bytes.
  std::string position(std::size_t offset) const;

  /// Throws ParseError "expected …, found …" for the given offset.
  [[noreturn]] void expected(std::size_t offset, std::string_view expected, std::string_view found) const;
  /// Throws ParseError with a message of its own.
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const;

 private:
  struct LineColumn {
    unsigned line;
    unsigned column;
  };
  LineColumn line_column(std::size_t offset) const;

  std::string_view text_;
  std::string file_name_;
};

/// Text in single quotes for a message: control characters as '.', and only the beginning of long texts.
std::string in_quotes(std::string_view text);

}  // namespace graphfuzz::litmus
