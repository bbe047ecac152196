// The words of a cat model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace graphfuzz::cat {

/// Where something is written. Line and column count from 1, columns in bytes.
struct Position {
  std::shared_ptr<const std::string> file;
  unsigned line = 0;
  unsigned column = 0;
};

enum class TokenKind : std::uint8_t { name, keyword, tag, string, symbol, end };

/// `text` is a name, a reserved word, a symbol such as "++" or "^-1", or what is in a string or a tag.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;
  Position position;
};

/// How a message names a token.
std::string describe(const Token& token);

/// Throws a CatError.
[[noreturn]] void fail(const Position& position, const std::string& message);

}  // namespace graphfuzz::cat
