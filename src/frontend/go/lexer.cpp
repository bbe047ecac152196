// See lexer.hpp.
#include "frontend/go/lexer.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "frontend/go/utf8.hpp"

namespace graphfuzz::go::syntax {
namespace {

constexpr std::array<std::string_view, 25> kKeywords = {
    "break", "case",   "chan",   "const",  "continue", "default", "defer",     "else", "fallthrough",
    "for",   "func",   "go",     "goto",   "if",       "import",  "interface", "map",  "package",
    "range", "return", "select", "struct", "switch",   "type",    "var"};

/// Longest first.
constexpr std::array<std::string_view, 48> kSymbols = {
    "<<=", ">>=", "&^=", "...", "<<", ">>", "&^", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "&&",
    "||",  "<-",  "++",  "--",  "==", "!=", "<=", ">=", ":=", "+",  "-",  "*",  "/",  "%",  "&",  "|",
    "^",   "<",   ">",   "=",   "!",  "(",  ")",  "[",  "]",  "{",  "}",  ",",  ";",  ".",  ":",  "~"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hexadecimal(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// Latin, Greek and Cyrillic letters; Go knows more.
bool is_letter(std::uint32_t code) {
  if (code < 0x80) return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '_';
  return (code >= 0xc0 && code <= 0x24f && code != 0xd7 && code != 0xf7) || code == 0xaa || code == 0xb5 ||
         code == 0xba || (code >= 0x386 && code <= 0x3ff && code != 0x387) || (code >= 0x400 && code <= 0x481) ||
         (code >= 0x48a && code <= 0x52f);
}

}  // namespace

Lexer::Lexer(const SourceText& source) : source_(&source), text_(source.text) {
  check_utf8();
  if (text_.starts_with("\xef\xbb\xbf")) offset_ = 3;
  current_ = scan();
}

void Lexer::check_utf8() const {
  Place place{source_->index, 1, 1};
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text_.size();) {
    const Character character = decode_utf8(text_.substr(i));
    place.column = static_cast<std::uint32_t>(i - begin + 1);
    if (character.length == 0) source_->fail(place, "expected a character of UTF-8, found something else");
    if (character.code == 0) source_->fail(place, "expected a character, found a null byte");
    if (character.code == 0xfeff && i != 0) source_->fail(place, "a byte order mark belongs to the file's beginning");
    i += character.length;
    if (character.code == '\n') {
      ++place.line;
      begin = i;
    }
  }
}

char Lexer::at(std::size_t ahead) const { return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0'; }

Place Lexer::here() const { return {source_->index, line_, static_cast<std::uint32_t>(offset_ - line_begin_ + 1)}; }

void Lexer::newline() {
  ++offset_;
  ++line_;
  line_begin_ = offset_;
}

Token Lexer::token(TokenKind kind, std::size_t begin, Place place) const {
  return {kind, place, text_.substr(begin, offset_ - begin), false};
}

std::string Lexer::found() const {
  if (current_.kind == TokenKind::end) return "the end of the file";
  if (current_.inserted) return "the end of the line";
  if (current_.kind == TokenKind::keyword) return "keyword " + std::string(current_.text);
  return in_quotes(current_.text);
}

Token Lexer::next() {
  const Token taken = current_;
  may_end_statement_ =
      taken.kind != TokenKind::end && taken.kind != TokenKind::keyword && taken.kind != TokenKind::symbol;
  for (const std::string_view last : {"break", "continue", "fallthrough", "return", "++", "--", ")", "]", "}"}) {
    if (taken.is(last)) may_end_statement_ = true;
  }
  current_ = scan();
  return taken;
}

/// Blanks and comments. True if a line ended that has to end with a semicolon; then nothing of the next line is taken.
bool Lexer::skip_blanks() {
  while (offset_ < text_.size()) {
    const char c = at();
    if (c == '\n') {
      if (may_end_statement_) return true;
      newline();
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++offset_;
    } else if (c == '/' && at(1) == '/') {
      while (offset_ < text_.size() && at() != '\n') ++offset_;
    } else if (c == '/' && at(1) == '*') {
      const std::size_t end = text_.find("*/", offset_ + 2);
      if (end == std::string_view::npos) source_->fail(here(), "expected '*/', found the end of the file");
      const bool several_lines = text_.substr(offset_, end - offset_).find('\n') != std::string_view::npos;
      if (several_lines && may_end_statement_) return true;  // it counts as the end of the line
      while (offset_ < end + 2) at() == '\n' ? newline() : void(++offset_);
    } else {
      return false;
    }
  }
  return may_end_statement_;
}

/// The length of the letter here, 0 if there is none.
std::size_t Lexer::letter() const {
  const Character character = decode_utf8(text_.substr(std::min(offset_, text_.size())));
  return character.length != 0 && is_letter(character.code) ? character.length : 0;
}

Token Lexer::scan() {
  if (skip_blanks()) {
    may_end_statement_ = false;
    return {TokenKind::symbol, here(), ";", true};
  }
  const Place place = here();
  const std::size_t begin = offset_;
  if (offset_ >= text_.size()) return {TokenKind::end, place, {}, false};
  const char c = at();
  if (is_digit(c) || (c == '.' && is_digit(at(1)))) return scan_number();
  if (c == '"') return scan_string();
  if (c == '`') return scan_raw_string();
  if (c == '\'') return scan_rune();
  if (letter() != 0) {
    while (true) {
      const std::size_t length = is_digit(at()) ? 1 : letter();
      if (length == 0) break;
      offset_ += length;
    }
    Token result = token(TokenKind::name, begin, place);
    if (std::find(kKeywords.begin(), kKeywords.end(), result.text) != kKeywords.end()) result.kind = TokenKind::keyword;
    return result;
  }
  for (const std::string_view symbol : kSymbols) {
    if (text_.substr(offset_).starts_with(symbol)) {
      offset_ += symbol.size();
      return token(TokenKind::symbol, begin, place);
    }
  }
  source_->fail(place,
                "expected Go, found " + in_quotes(text_.substr(offset_, decode_utf8(text_.substr(offset_)).length)));
}

Token Lexer::scan_number() {
  const Place place = here();
  const std::size_t begin = offset_;
  const auto fail = [&](const std::string& what) { source_->fail(place, what); };
  bool floating = false;
  int base = 10;
  if (at() == '0') {
    const char letter_of_base = static_cast<char>(at(1) | 0x20);
    base = letter_of_base == 'x' ? 16 : letter_of_base == 'o' ? 8 : letter_of_base == 'b' ? 2 : 10;
    if (base != 10) offset_ += 2;
  }
  std::size_t digits = 0;
  char previous = base == 10 ? ' ' : '0';
  const auto scan_digits = [&](bool hexadecimal) {
    for (; (hexadecimal ? is_hexadecimal(at()) : is_digit(at())) || at() == '_'; ++offset_) {
      if (at() == '_' && !is_hexadecimal(previous)) fail("'_' must separate digits");
      if (at() != '_') {
        ++digits;
        if (base < 10 && at() - '0' >= base) fail("invalid digit " + in_quotes({&text_[offset_], 1}) + " in a number");
      }
      previous = at();
    }
    if (previous == '_') fail("'_' must separate digits");
    previous = ' ';
  };
  scan_digits(base == 16);
  if (at() == '.') {
    if (base != 10 && base != 16) fail("expected an integer, found a fraction");
    floating = true;
    ++offset_;
    scan_digits(base == 16);
  }
  if (digits == 0) fail("expected digits of a number");
  const char exponent = static_cast<char>(at() | 0x20);
  if ((exponent == 'e' && base == 10) || (exponent == 'p' && base == 16)) {
    floating = true;
    ++offset_;
    if (at() == '+' || at() == '-') ++offset_;
    digits = 0;
    base = 10;
    scan_digits(false);
    if (digits == 0) fail("expected digits of an exponent");
  } else if (floating && base == 16) {
    fail("a hexadecimal fraction needs an exponent");
  }
  TokenKind kind = floating ? TokenKind::floating : TokenKind::integer;
  if (at() == 'i') {
    ++offset_;
    kind = TokenKind::imaginary;
  }
  if (is_digit(at()) || letter() != 0)
    fail("expected a number, found " + in_quotes(text_.substr(begin, offset_ - begin + 1)));
  const Token result = token(kind, begin, place);
  // An octal number the old way.
  if (kind == TokenKind::integer && result.text.size() > 1 && result.text[0] == '0' && is_digit(result.text[1]) &&
      result.text.find_first_of("89") != std::string_view::npos) {
    fail("invalid digit in the octal number " + in_quotes(result.text));
  }
  return result;
}

Token Lexer::scan_string() {
  const Place place = here();
  const std::size_t begin = offset_++;
  while (at() != '"') {
    if (offset_ >= text_.size() || at() == '\n') source_->fail(place, "expected '\"' at the end of a string");
    if (at() == '\\' && offset_ + 1 < text_.size() && at(1) != '\n') ++offset_;
    ++offset_;
  }
  ++offset_;
  return token(TokenKind::string, begin, place);
}

Token Lexer::scan_raw_string() {
  const Place place = here();
  const std::size_t begin = offset_++;
  while (at() != '`') {
    if (offset_ >= text_.size()) source_->fail(place, "expected '`' at the end of a raw string");
    at() == '\n' ? newline() : void(++offset_);
  }
  ++offset_;
  return token(TokenKind::string, begin, place);
}

Token Lexer::scan_rune() {
  const Place place = here();
  const std::size_t begin = offset_++;
  while (at() != '\'') {
    if (offset_ >= text_.size() || at() == '\n') source_->fail(place, "expected \"'\" at the end of a rune");
    if (at() == '\\' && offset_ + 1 < text_.size() && at(1) != '\n') ++offset_;
    ++offset_;
  }
  ++offset_;
  return token(TokenKind::rune, begin, place);
}

}  // namespace graphfuzz::go::syntax
