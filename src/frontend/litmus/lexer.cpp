#include "lexer.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::litmus {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

bool starts_name(char c, Notation notation) {
  return is_letter(c) || (notation == Notation::state && (c == '.' || c == '$'));
}
bool continues_name(char c, Notation notation) {
  return is_letter(c) || is_digit(c) || (notation == Notation::state && (c == '.' || c == '$' || c == '/' || c == '-'));
}

// Longer symbols first: the first that matches is taken.
constexpr std::array<std::string_view, 22> kSymbolsOfC = {
    "<<=", ">>=", "...", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>",
    "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "++", "--", "->"};
constexpr std::array<std::string_view, 7> kSymbolsOfState = {"/\\", "\\/", "=>", "==", "!=", "<>", "<<"};
constexpr std::string_view kSingleOfC = "(){}[];,*/+-&|^=<>!~%?:.";
constexpr std::string_view kSingleOfState = "(){}[];,*&=~:+";

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

}  // namespace

std::size_t skip_nested_comment(const Source& source, std::size_t offset) {
  const std::string_view text = source.text();
  std::size_t depth = 0;
  for (std::size_t i = offset; i + 1 < text.size(); ++i) {
    if (text[i] == '(' && text[i + 1] == '*') {
      ++depth;
      ++i;
    } else if (text[i] == '*' && text[i + 1] == ')') {
      ++i;
      if (--depth == 0) return i + 1;
    }
  }
  source.expected(offset, "a comment that ends with '*)'", "end of file");
}

std::string describe(const Token& token) {
  return token.kind == TokenKind::end ? std::string("end of file") : in_quotes(token.text);
}

Lexer::Lexer(const Source& source, Notation notation, std::size_t offset)
    : source_(&source), notation_(notation), previous_end_(offset) {}

std::size_t Lexer::skip_space(std::size_t offset) const {
  const std::string_view text = source_->text();
  while (offset < text.size()) {
    const std::string_view rest = text.substr(offset, 2);
    if (is_white(text[offset])) {
      ++offset;
    } else if (notation_ == Notation::c && rest == "//") {
      offset = std::min(text.find('\n', offset), text.size());
    } else if (notation_ == Notation::c && rest == "/*") {
      const std::size_t end = text.find("*/", offset + 2);
      if (end == std::string_view::npos) source_->expected(offset, "a comment that ends with '*/'", "end of file");
      offset = end + 2;
    } else if (notation_ == Notation::state && rest == "(*") {
      offset = skip_nested_comment(*source_, offset);
    } else {
      break;
    }
  }
  return offset;
}

Token Lexer::scan_number(std::size_t offset, bool negative) const {
  const std::string_view text = source_->text();
  Token token;
  token.kind = TokenKind::number;
  token.offset = offset;
  token.negative = negative;
  std::size_t at = offset + (negative ? 1 : 0);
  int base = 10;
  if (text[at] == '0' && at + 2 < text.size() && (text[at + 1] == 'x' || text[at + 1] == 'X') &&
      digit_value(text[at + 2]) < 16) {
    base = 16;
    at += 2;
  } else if (notation_ == Notation::c && text[at] == '0') {
    base = 8;
  }
  token.is_decimal = base == 10;
  for (; at < text.size() && digit_value(text[at]) < (base == 16 ? 16 : 10); ++at) {
    const auto digit = static_cast<std::uint64_t>(digit_value(text[at]));
    const auto base_value = static_cast<std::uint64_t>(base);
    if (digit >= base_value) source_->expected(at, "an octal digit", in_quotes(text.substr(at, 1)));
    if (token.number > (std::numeric_limits<std::uint64_t>::max() - digit) / base_value) {
      source_->expected(offset, "a number of at most 64 bits", in_quotes(text.substr(offset, at - offset + 1)));
    }
    token.number = token.number * base_value + digit;
  }
  if (notation_ == Notation::c) {
    for (; at < text.size() && (is_letter(text[at]) || is_digit(text[at])); ++at) {
      const char suffix = text[at];
      if ((suffix == 'u' || suffix == 'U') && !token.is_unsigned) {
        token.is_unsigned = true;
      } else if (suffix == 'l' || suffix == 'L') {
        token.is_long = true;
      } else {
        source_->expected(at, "the end of a number", in_quotes(text.substr(at, 1)));
      }
    }
  }
  token.text = text.substr(offset, at - offset);
  return token;
}

Token Lexer::scan(std::size_t offset) const {
  const std::string_view text = source_->text();
  offset = skip_space(offset);
  Token token;
  token.offset = offset;
  if (offset >= text.size()) return token;
  const char c = text[offset];
  if (starts_name(c, notation_)) {
    std::size_t end = offset + 1;
    while (end < text.size() && continues_name(text[end], notation_)) ++end;
    token.kind = TokenKind::name;
    token.text = text.substr(offset, end - offset);
    return token;
  }
  const bool minus = notation_ == Notation::state && c == '-' && offset + 1 < text.size() && is_digit(text[offset + 1]);
  if (is_digit(c) || minus) return scan_number(offset, minus);
  token.kind = TokenKind::symbol;
  const auto match = [&](const auto& symbols) {
    for (const std::string_view symbol : symbols) {
      if (text.substr(offset, symbol.size()) == symbol) {
        token.text = text.substr(offset, symbol.size());
        return true;
      }
    }
    return false;
  };
  if (notation_ == Notation::c ? match(kSymbolsOfC) : match(kSymbolsOfState)) return token;
  const std::string_view singles = notation_ == Notation::c ? kSingleOfC : kSingleOfState;
  token.text = text.substr(offset, 1);
  if (singles.find(c) == std::string_view::npos) source_->expected(offset, "a token", in_quotes(token.text));
  return token;
}

Token Lexer::next() {
  const Token taken = peek();
  if (taken.kind != TokenKind::end) {
    // Each of so many tokens is one where reading may be stopped.
    constexpr unsigned kTokens = 64;
    if (++taken_ % kTokens == 0) stop_point();
    previous_end_ = taken.end_offset();
    scanned_ = false;
  }
  return taken;
}

Token Lexer::second() const { return peek().kind == TokenKind::end ? peek() : scan(peek().end_offset()); }

bool Lexer::accept(std::string_view spelling) {
  if (!at(spelling)) return false;
  next();
  return true;
}

Token Lexer::expect(std::string_view spelling) {
  if (!at(spelling)) expected(in_quotes(spelling));
  return next();
}

Token Lexer::expect_name(std::string_view what) {
  if (peek().kind != TokenKind::name) expected(what);
  return next();
}

void Lexer::expected(std::string_view what) const { source_->expected(peek().offset, what, describe(peek())); }

}  // namespace graphfuzz::litmus
