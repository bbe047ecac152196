// See literal.hpp. Go specification, "Integer literals" … "String literals".
#include "frontend/go/literal.hpp"

#include <charconv>
#include <optional>

#include "frontend/go/utf8.hpp"

namespace graphfuzz::go::syntax {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

Constant integer(const Token& token, const SourceText& source) {
  std::string_view text = token.text;
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    const char letter = static_cast<char>(text[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    text.remove_prefix(letter == 'x' || letter == 'b' || letter == 'o' ? 2 : 1);
  }
  Integer value = 0;
  for (const char c : text) {
    if (c == '_') continue;
    if (__builtin_mul_overflow(value, Integer{base}, &value) ||
        __builtin_add_overflow(value, Integer{digit(c)}, &value)) {
      source.fail(token.place, "integers beyond 128 bits are not supported");
    }
  }
  return Constant::of(value);
}

Constant floating(const Token& token, const SourceText& source) {
  std::string text;
  for (const char c : token.text) {
    if (c != '_') text += c;
  }
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const char* begin = text.data() + (hexadecimal ? 2 : 0);
  long double value = 0;
  const auto result = std::from_chars(begin, text.data() + text.size(), value,
                                      hexadecimal ? std::chars_format::hex : std::chars_format::general);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) {
    source.fail(token.place, "floating-point numbers as large or small as " + in_quotes(text) + " are not supported");
  }
  return Constant::of(value);
}

/// Reads the characters of a rune or string, escapes included.
class Characters {
 public:
  Characters(const Token& token, const SourceText& source)
      : text_(token.text.substr(1, token.text.size() - 2)), quote_(token.text[0]), token_(&token), source_(&source) {}

  bool done() const { return text_.empty(); }

  struct One {
    std::int64_t code = 0;
    bool is_byte = false;  ///< \x and octal escapes stand for bytes
  };
  One next() {
    const auto first = static_cast<unsigned char>(text_[0]);
    if (first != '\\') return {plain(first), false};
    text_.remove_prefix(1);
    const char kind = text_.empty() ? '\0' : text_[0];
    if (kind == 'x') return {number(1, 2, 16), true};
    if (kind == 'u') return {character(number(1, 4, 16)), false};
    if (kind == 'U') return {character(number(1, 8, 16)), false};
    if (kind >= '0' && kind <= '7') {
      const std::int64_t value = number(0, 3, 8);
      if (value > 255) malformed();
      return {value, true};
    }
    if (kind == quote_) {
      text_.remove_prefix(1);
      return {quote_, false};
    }
    constexpr std::string_view letters = "abfnrtv\\";
    constexpr std::string_view values = "\a\b\f\n\r\t\v\\";
    const std::size_t which = letters.find(kind);
    if (text_.empty() || which == std::string_view::npos) malformed();
    text_.remove_prefix(1);
    return {values[which], false};
  }

 private:
  [[noreturn]] void malformed() { source_->fail(token_->place, "malformed escape in " + in_quotes(token_->text)); }

  std::int64_t plain(unsigned char first) {
    const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    std::int64_t code = length == 1 ? first : first & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text_[i]) & 0x3f);
    text_.remove_prefix(length);
    return code;
  }
  std::int64_t number(std::size_t skipped, std::size_t digits, int base) {
    text_.remove_prefix(skipped);
    if (text_.size() < digits) malformed();
    std::int64_t value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (digit(text_[i]) >= base) malformed();
      value = value * base + digit(text_[i]);
    }
    text_.remove_prefix(digits);
    return value;
  }
  std::int64_t character(std::int64_t code) {
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) malformed();
    return code;
  }

  std::string_view text_;
  char quote_;
  const Token* token_;
  const SourceText* source_;
};

Constant string(const Token& token, const SourceText& source) {
  std::string value;
  if (token.text[0] == '`') {
    for (const char c : token.text.substr(1, token.text.size() - 2)) {
      if (c != '\r') value += c;
    }
    return Constant::of(std::move(value));
  }
  for (Characters characters(token, source); !characters.done();) {
    const auto one = characters.next();
    if (one.is_byte) {
      value += static_cast<char>(one.code);
    } else {
      append_utf8(value, one.code);
    }
  }
  return Constant::of(std::move(value));
}

Constant rune(const Token& token, const SourceText& source) {
  Characters characters(token, source);
  if (characters.done()) source.fail(token.place, "expected a character between the quotes");
  const auto one = characters.next();
  if (!characters.done()) source.fail(token.place, "expected one character between the quotes, found several");
  return Constant::of(Integer{one.code});
}

}  // namespace

Constant value_of(const Token& token, const SourceText& source) {
  switch (token.kind) {
    case TokenKind::integer:
      return integer(token, source);
    case TokenKind::floating:
      return floating(token, source);
    case TokenKind::rune:
      return rune(token, source);
    case TokenKind::string:
      return string(token, source);
    default:
      source.fail(token.place, "complex numbers are not supported");
  }
}

}  // namespace graphfuzz::go::syntax
