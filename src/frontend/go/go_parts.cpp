// The parts of a Go file, found by its tokens alone: what is between semicolons, in the braces of functions, ifs, loops
// and cases, and in the parentheses of imports. Whether a program is left without one of them, others find out.
#include <algorithm>
#include <string>
#include <vector>

#include "frontend/go/lexer.hpp"
#include "graphfuzz/frontend/program_parts.hpp"

namespace graphfuzz {
namespace go::syntax {
namespace {

using PartKind = ProgramPart::Kind;

struct PlacedToken {
  Token token;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t partner = 0;  // of a bracket: the number of the other one
};

std::vector<PlacedToken> placed_tokens(const SourceText& source) {
  std::vector<std::size_t> lines{0};
  for (std::size_t i = 0; i < source.text.size(); ++i) {
    if (source.text[i] == '\n') lines.push_back(i + 1);
  }
  std::vector<PlacedToken> tokens;
  std::vector<std::size_t> open;
  for (Lexer lexer(source); lexer.peek().kind != TokenKind::end;) {
    const Token token = lexer.next();
    const std::size_t begin = lines[token.place.line - 1] + token.place.column - 1;
    tokens.push_back({token, begin, token.inserted ? begin : begin + token.text.size(), tokens.size()});
    if (token.is("{") || token.is("(") || token.is("[")) open.push_back(tokens.size() - 1);
    if ((token.is("}") || token.is(")") || token.is("]")) && !open.empty()) {
      tokens.back().partner = open.back();
      tokens[open.back()].partner = tokens.size() - 1;
      open.pop_back();
    }
  }
  return tokens;
}

class GoPartFinder {
 public:
  explicit GoPartFinder(const SourceText& source) : tokens_(placed_tokens(source)) { result_.text = source.text; }

  ProgramParts find() && {
    const std::size_t package = end_of_segment(0, tokens_.size());
    find_segments(std::min(package + 1, tokens_.size()), tokens_.size(), PartKind::declaration);
    return std::move(result_);
  }

 private:
  bool opens(std::size_t i) const { return tokens_[i].partner > i; }

  /// The semicolon that ends what begins at token `i`, or `end`.
  std::size_t end_of_segment(std::size_t i, std::size_t end) const {
    while (i < end && !tokens_[i].token.is(";")) i = opens(i) ? tokens_[i].partner + 1 : i + 1;
    return std::min(i, end);
  }

  /// With the lines of comments above, and a comment behind it.
  ProgramPart::Span span_of(std::size_t first, std::size_t last) const {
    const std::string& text = result_.text;
    const std::size_t before = first == 0 ? 0 : tokens_[first - 1].end;
    const std::size_t line = text.find('\n', before);
    const std::size_t begin = line < tokens_[first].begin ? line + 1 : tokens_[first].begin;
    std::size_t end = tokens_[last].end;
    const std::size_t next = text.find_first_not_of(" \t", end);
    if (next != std::string::npos && text.compare(next, 2, "//") == 0)
      end = std::min(text.find('\n', next), text.size());
    return {begin, end};
  }

  void add(PartKind kind, std::vector<ProgramPart::Span> spans, std::size_t group) {
    result_.parts.push_back({kind, std::move(spans), group, false});
  }

  bool is_case(std::size_t i) const { return tokens_[i].token.is("case") || tokens_[i].token.is("default"); }

  void find_segments(std::size_t begin, std::size_t end, PartKind kind) {
    std::size_t group = groups_++;
    const std::size_t cases = group;
    for (std::size_t i = begin; i < end;) {
      std::size_t stop = end_of_segment(i, end);
      if (is_case(i)) {
        const std::size_t colon = colon_after(i, stop);
        std::size_t next = stop + 1;
        while (next < end && !is_case(next)) next = end_of_segment(next, end) + 1;
        add(PartKind::statement, {span_of(i, std::min(next, end) - 1)}, cases);
        group = groups_++;
        i = colon + 1;
        if (i >= end || is_case(i)) continue;
        stop = end_of_segment(i, end);
      }
      if (stop > i) {
        add(kind, {span_of(i, stop - 1)}, group);
        find_inside(i, stop);
      }
      i = stop + 1;
    }
  }

  std::size_t colon_after(std::size_t i, std::size_t end) const {
    while (i < end && !tokens_[i].token.is(":")) i = opens(i) ? tokens_[i].partner + 1 : i + 1;
    return i;
  }

  void find_inside(std::size_t begin, std::size_t end) {
    find_wrapping(begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      if (!opens(i) || !(tokens_[i].token.is("{") || tokens_[i].token.is("("))) continue;
      const std::size_t close = tokens_[i].partner;
      const bool statements = end_of_segment(i + 1, close) < close;
      const bool block = tokens_[i].token.is("{") && (statements || begins_statement(begin));
      if (!statements && !block) continue;
      find_segments(i + 1, close, tokens_[i].token.is("(") ? PartKind::declaration : PartKind::statement);
      i = close;
    }
  }

  bool begins_statement(std::size_t i) const { return tokens_[i].token.kind == TokenKind::keyword; }

  /// What is around the statements of an if, a loop, a block or a function that is called on the spot.
  void find_wrapping(std::size_t begin, std::size_t end) {
    const Token& first = tokens_[begin].token;
    const bool called = (first.is("go") || first.is("defer")) && begin + 1 < end && tokens_[begin + 1].token.is("func");
    if (!first.is("if") && !first.is("for") && !first.is("{") && !called) return;
    std::size_t brace = begin;
    while (brace < end && !tokens_[brace].token.is("{")) brace = opens(brace) ? tokens_[brace].partner + 1 : brace + 1;
    if (brace >= end || !opens(brace)) return;
    const std::size_t close = tokens_[brace].partner;
    add(PartKind::wrapping, {{tokens_[begin].begin, tokens_[brace].end}, {tokens_[close].begin, tokens_[end - 1].end}},
        groups_++);
  }

  std::vector<PlacedToken> tokens_;
  ProgramParts result_;
  std::size_t groups_ = 0;
};

}  // namespace
}  // namespace go::syntax

ProgramParts go_parts(std::string_view text, const std::string& file_name) {
  const go::syntax::SourceText source{text, file_name, 0};
  return go::syntax::GoPartFinder(source).find();
}

}  // namespace graphfuzz
