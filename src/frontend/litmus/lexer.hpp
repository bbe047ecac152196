// Tokens of the two languages inside a litmus file: the C of the program zone, and the notation that the init and
// condition zones share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "source.hpp"

namespace graphfuzz::litmus {

enum class TokenKind : std::uint8_t { end, name, number, symbol };

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t offset = 0;
  std::string_view text;
  std::uint64_t number = 0;  ///< magnitude; a leading '-' (state notation only) is in `negative`
  bool negative = false;
  bool is_unsigned = false;  ///< C: suffix u, or a hexadecimal or octal constant that needs it
  bool is_long = false;      ///< C: suffix l or ll
  bool is_decimal = true;

  std::size_t end_offset() const { return offset + text.size(); }
  bool is(std::string_view spelling) const { return kind != TokenKind::end && text == spelling; }
};

enum class Notation : std::uint8_t {
  c,      ///< program zone: // and /* */ comments, C constants and operators
  state,  ///< init and condition zones: (* *) comments, names with / . - $, operators like /\ and =>
};

/// Reads tokens one by one, with lookahead. A value: copy it to try something and come back.
class Lexer {
 public:
  Lexer(const Source& source, Notation notation, std::size_t offset);

  const Token& peek() const {
    if (!scanned_) {
      current_ = scan(previous_end_);
      scanned_ = true;
    }
    return current_;
  }
  Token next();
  /// The token after the current one.
  Token second() const;
  bool at(std::string_view spelling) const { return peek().is(spelling); }
  /// Skips the current token if it is spelled like this.
  bool accept(std::string_view spelling);
  Token expect(std::string_view spelling);
  Token expect_name(std::string_view what);
  /// Throws "expected …, found <current token>".
  [[noreturn]] void expected(std::string_view what) const;
  const Source& source() const { return *source_; }
  /// Where the last token that was taken ends.
  std::size_t previous_end() const { return previous_end_; }

 private:
  Token scan(std::size_t offset) const;
  std::size_t skip_space(std::size_t offset) const;
  Token scan_number(std::size_t offset, bool negative) const;

  const Source* source_;
  Notation notation_;
  std::size_t previous_end_;
  // Scanned only when looked at: what follows the last token of a zone is another notation.
  mutable bool scanned_ = false;
  mutable Token current_;
  unsigned taken_ = 0;
};

/// Skips a (* nested *) comment that begins at `offset`; returns the offset after it. Throws if it does not end.
std::size_t skip_nested_comment(const Source& source, std::size_t offset);

/// How a message names a token.
std::string describe(const Token& token);

}  // namespace graphfuzz::litmus
