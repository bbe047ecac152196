// The parts of a Go file, found by its tokens alone: what is between semicolons, in the braces of functions, ifs, loops
// and cases, and in the parentheses of imports; and labels. Whether a program is left without one of them, others find
// out.
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
    find_mentions();
    return std::move(result_);
  }

 private:
  bool opens(std::size_t i) const { return tokens_[i].partner > i; }

  bool has_header(std::size_t i) const {
    const Token& token = tokens_[i].token;
    return token.is("if") || token.is("for") || token.is("switch") || token.is("select");
  }

  /// The semicolon that ends what begins at token `i`, or `end`. Those between an if or a for and its brace end
  /// nothing.
  std::size_t end_of_segment(std::size_t i, std::size_t end) const {
    while (i < end && !tokens_[i].token.is(";")) {
      if (has_header(i)) i = body_of(i, end);
      if (i < end) i = opens(i) ? tokens_[i].partner + 1 : i + 1;
    }
    return std::min(i, end);
  }

  bool is_operand_before(std::size_t i) const {
    const Token& token = tokens_[i - 1].token;
    return (token.kind != TokenKind::keyword && token.kind != TokenKind::symbol) || token.is(")") || token.is("]") ||
           token.is("}");
  }

  /// The brace of the statements of the if, for, switch or select at token `i`, or `end`: the first that is not one of
  /// a function, a type or a literal such as []int{1, 2}. (T{1} has to be in parentheses there: Go specification,
  /// "Composite literals".)
  std::size_t body_of(std::size_t i, std::size_t end) const {
    bool function = false, literal = false;
    for (++i; i < end;) {
      const Token& token = tokens_[i].token;
      const std::size_t next = opens(i) ? tokens_[i].partner + 1 : i + 1;
      if (token.is("func")) {
        function = true;
      } else if (token.is("struct") || token.is("interface")) {
        literal = true;
        i = i + 1 < end && opens(i + 1) ? tokens_[i + 1].partner + 1 : i + 1;
        continue;
      } else if (token.is("map") || (token.is("[") && !is_operand_before(i))) {
        literal = true;
      } else if (token.is("(") && !function) {
        literal = false;  // []byte(s)
      } else if (token.is("{")) {
        if (!function && !literal) return i;
        function = literal = false;
      }
      i = next;
    }
    return end;
  }

  /// The loop or choice behind the labels at token `begin`; `begin` if there are none, or something else (such as what
  /// is in a literal) is behind them.
  std::size_t behind_labels(std::size_t begin, std::size_t end) const {
    std::size_t i = begin;
    while (i + 1 < end && tokens_[i].token.kind == TokenKind::name && tokens_[i + 1].token.is(":")) i += 2;
    return i < end && has_header(i) ? i : begin;
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
        const std::size_t part = result_.parts.size();
        add(kind, {span_of(i, stop - 1)}, group);
        separate(part, stop, end);
        find_statement(i, stop);
      }
      i = stop + 1;
    }
  }

  /// A semicolon that is written out goes with what is before it: (; "sync") is no import. The last one, and the one
  /// before a case, are harmless where they are.
  void separate(std::size_t part, std::size_t semicolon, std::size_t end) {
    if (semicolon + 1 >= end || tokens_[semicolon].token.inserted || is_case(semicolon + 1)) return;
    result_.separators.push_back({tokens_[semicolon].begin, part});
  }

  void find_statement(std::size_t begin, std::size_t end) {
    const std::size_t first = behind_labels(begin, end);
    for (std::size_t label = begin; label < first; label += 2) {
      add(PartKind::detail, {{tokens_[label].begin, tokens_[label + 1].end}}, groups_++);
    }
    find_inside(first, end);
  }

  std::size_t colon_after(std::size_t i, std::size_t end) const {
    while (i < end && !tokens_[i].token.is(":")) i = opens(i) ? tokens_[i].partner + 1 : i + 1;
    return i;
  }

  void find_inside(std::size_t begin, std::size_t end) {
    find_wrapping(begin, end);
    std::size_t otherwise = else_of(begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      if (i == otherwise) {
        add(PartKind::statement, {{tokens_[i].begin, tokens_[end - 1].end}}, groups_++);
        otherwise = else_of(i + 1, end);
      }
      if (!opens(i) || !(tokens_[i].token.is("{") || tokens_[i].token.is("("))) continue;
      const std::size_t close = tokens_[i].partner;
      const bool statements = end_of_segment(i + 1, close) < close;
      const bool block =
          tokens_[i].token.is("{") && (statements || begins_statement(begin) || tokens_[i - 1].token.is(")"));
      if (!statements && !block) continue;
      find_segments(i + 1, close, tokens_[i].token.is("(") ? PartKind::declaration : PartKind::statement);
      i = close;
    }
  }

  /// Of the if at token `i`; `end` if there is none.
  std::size_t else_of(std::size_t i, std::size_t end) const {
    if (i >= end || !tokens_[i].token.is("if")) return end;
    const std::size_t brace = body_of(i, end);
    const std::size_t after = brace < end && opens(brace) ? tokens_[brace].partner + 1 : end;
    return after < end && tokens_[after].token.is("else") ? after : end;
  }

  bool begins_statement(std::size_t i) const { return tokens_[i].token.kind == TokenKind::keyword; }

  /// What is around the statements of an if, a loop, a block or a function that is called on the spot.
  void find_wrapping(std::size_t begin, std::size_t end) {
    const Token& first = tokens_[begin].token;
    const bool called = (first.is("go") || first.is("defer")) && begin + 1 < end && tokens_[begin + 1].token.is("func");
    if (!first.is("if") && !first.is("for") && !first.is("{") && !called) return;
    std::size_t brace = has_header(begin) ? body_of(begin, end) : begin;
    while (brace < end && !tokens_[brace].token.is("{")) brace = opens(brace) ? tokens_[brace].partner + 1 : brace + 1;
    if (brace >= end || !opens(brace)) return;
    const std::size_t close = tokens_[brace].partner;
    add(PartKind::wrapping, {{tokens_[begin].begin, tokens_[brace].end}, {tokens_[close].begin, tokens_[end - 1].end}},
        groups_++);
  }

  /// Each name, and for p.mu.Lock() "p.mu", too; what is called after a point is no object.
  void find_mentions() {
    std::string path;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].token.kind != TokenKind::name) continue;
      const std::string name(tokens_[i].token.text);
      const bool follows = i > 1 && tokens_[i - 1].token.is(".");
      const bool called = i + 1 < tokens_.size() && tokens_[i + 1].token.is("(");
      const bool of_name = follows && tokens_[i - 2].token.kind == TokenKind::name;
      path = of_name ? path + '.' + name : name;
      if (follows && called) continue;
      result_.mentions.push_back({name, tokens_[i].begin});
      if (of_name) result_.mentions.push_back({path, tokens_[i].begin});
    }
    for (std::size_t i = 0; i < tokens_.size(); ++i) find_imported(i);
  }

  /// import "a/b" is of b.
  void find_imported(std::size_t i) {
    if (!tokens_[i].token.is("import")) return;
    const std::size_t end = end_of_segment(i, tokens_.size());
    for (; i < end; ++i) {
      std::string_view path = tokens_[i].token.text;
      if (tokens_[i].token.kind != TokenKind::string || path.size() < 2) continue;
      path = path.substr(1, path.size() - 2);
      result_.mentions.push_back({std::string(path.substr(path.rfind('/') + 1)), tokens_[i].begin});
    }
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
