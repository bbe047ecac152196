#include "model/cat/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::cat {
namespace {

constexpr std::array<std::string_view, 39> kKeywords = {"let",
                                                        "rec",
                                                        "and",
                                                        "when",
                                                        "acyclic",
                                                        "irreflexive",
                                                        "empty",
                                                        "show",
                                                        "unshow",
                                                        "as",
                                                        "fun",
                                                        "in",
                                                        "flag",
                                                        "not",
                                                        "include",
                                                        "variant",
                                                        "begin",
                                                        "end",
                                                        "undefined_unless",
                                                        "procedure",
                                                        "call",
                                                        "enum",
                                                        "debug",
                                                        "with",
                                                        "match",
                                                        "forall",
                                                        "from",
                                                        "do",
                                                        "instructions",
                                                        "try",
                                                        "if",
                                                        "then",
                                                        "else",
                                                        "assert",
                                                        "catdep",
                                                        "default",
                                                        "subset",
                                                        "yield",
                                                        "compat"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.' || c == '-'; }

class Lexer {
 public:
  Lexer(std::string_view text, const std::string& file)
      : text_(text), position_{std::make_shared<const std::string>(file), 1, 1} {}

  std::vector<Token> run() {
    while (skip_blanks(), at_ < text_.size()) {
      stop_point();
      tokens_.push_back(next());
    }
    tokens_.push_back({TokenKind::end, "", position_});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool starts(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  void advance(std::size_t count = 1) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_) {
      if (text_[at_] == '\n') {
        ++position_.line;
        position_.column = 1;
      } else {
        ++position_.column;
      }
    }
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        advance();
      } else if (c == '#' || starts("//")) {
        while (at_ < text_.size() && peek() != '\n') advance();
      } else if (starts("(*")) {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    const Position begin = position_;
    unsigned depth = 0;
    do {
      if (at_ == text_.size()) fail(begin, "expected '*)': this comment does not end");
      if (starts("(*")) {
        ++depth;
        advance(2);
      } else if (starts("*)")) {
        --depth;
        advance(2);
      } else {
        advance();
      }
    } while (depth > 0);
  }

  std::string take_name() {
    const std::size_t begin = at_;
    if (peek() == '_') advance();
    while (continues_name(peek())) advance();
    if (peek() == '\'') advance();
    return std::string(text_.substr(begin, at_ - begin));
  }

  bool at_name() const { return is_letter(peek()) || (peek() == '_' && is_letter(peek(1))); }

  Token next() {
    const Position begin = position_;
    if (at_name()) {
      std::string name = take_name();
      const bool reserved = std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end();
      return {reserved ? TokenKind::keyword : TokenKind::name, std::move(name), begin};
    }
    if (peek() == '\'') {
      advance();
      if (!at_name()) fail(begin, "expected the name of a tag after '");
      return {TokenKind::tag, take_name(), begin};
    }
    if (peek() == '"') {
      advance();
      const std::size_t first = at_;
      while (at_ < text_.size() && peek() != '"') advance();
      if (at_ == text_.size()) fail(begin, "expected '\"': this string does not end");
      std::string content(text_.substr(first, at_ - first));
      advance();
      return {TokenKind::string, std::move(content), begin};
    }
    if (peek() == '^') {
      advance();
      skip_blanks();
      if (!starts("-1")) fail(position_, "expected '-1' after '^'");
      advance(2);
      return {TokenKind::symbol, "^-1", begin};
    }
    for (std::string_view symbol : {"||", "++", "&&", "->", "(", ")", "{",  "}", "[", "]", "_",
                                    "0",  "|",  "&",  "*",  "~", "+", "\\", "?", "=", ";", ","}) {
      if (!starts(symbol)) continue;
      advance(symbol.size());
      return {TokenKind::symbol, std::string(symbol), begin};
    }
    const auto c = static_cast<unsigned char>(peek());
    fail(begin, c > 32 && c < 127 ? fmt::format("unexpected character '{}'", static_cast<char>(c))
                                  : fmt::format("unexpected character {:#04x}", c));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Position position_;
  std::vector<Token> tokens_;
};

}  // namespace

std::string describe(const Token& token) {
  switch (token.kind) {
    case TokenKind::end:
      return "the end of the file";
    case TokenKind::string:
      return "a string";
    case TokenKind::tag:
      return "the tag '" + token.text;
    case TokenKind::keyword:
      return "the reserved word '" + token.text + "'";
    default:
      return "'" + token.text + "'";
  }
}

void fail(const Position& position, const std::string& message) {
  throw CatError(position.file ? *position.file : "", position.line, position.column, message);
}

std::vector<Token> tokenize(std::string_view text, const std::string& file) { return Lexer(text, file).run(); }

}  // namespace graphfuzz::cat
