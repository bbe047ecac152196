// The tokens of Go, one by one, with the semicolons that the language inserts at the ends of lines (Go specification,
// "Lexical elements").
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "frontend/go/source.hpp"

namespace graphfuzz::go::syntax {

enum class TokenKind : std::uint8_t { end, name, keyword, symbol, integer, floating, imaginary, rune, string };

struct Token {
  TokenKind kind = TokenKind::end;
  Place place;
  std::string_view text;  ///< as in the source; ";" for an inserted semicolon
  bool inserted = false;

  /// Is it this keyword or symbol?
  bool is(std::string_view spelling) const {
    return (kind == TokenKind::keyword || kind == TokenKind::symbol) && text == spelling;
  }
};

class Lexer {
 public:
  /// Throws ParseError if the text is not UTF-8.
  explicit Lexer(const SourceText& source);

  /// The current token; kind `end` once there are no more.
  const Token& peek() const { return current_; }
  /// Takes the current token. Throws ParseError if the next one is malformed.
  Token next();
  /// How a message names the current token.
  std::string found() const;

 private:
  char at(std::size_t ahead = 0) const;
  void newline();
  bool skip_blanks();
  Token scan();
  Token scan_number();
  Token scan_string();
  Token scan_raw_string();
  Token scan_rune();
  Token token(TokenKind kind, std::size_t begin, Place place) const;
  Place here() const;
  std::size_t letter() const;
  void check_utf8() const;

  const SourceText* source_;
  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
  bool may_end_statement_ = false;  ///< the last token is one after which the end of a line is a semicolon
  Token current_;
};

}  // namespace graphfuzz::go::syntax
