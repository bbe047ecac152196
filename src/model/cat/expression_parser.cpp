// Expressions of cat, by recursive descent, one function per level of precedence. From loosest to tightest:
//   |   ++   ;   \   &   (* + ? after, ~ before, * between: they do not associate)   ^-1   application
// (herdtools7, lib/modelParser.mly: the %-declarations).
#include <fmt/format.h>

#include <algorithm>

#include "model/cat/nesting.hpp"
#include "model/cat/parser.hpp"

namespace graphfuzz::cat {

using ExpressionKind = Expression::Kind;

Expression Parser::node(ExpressionKind kind, Position position, std::vector<Expression> children, std::string text) {
  Expression result;
  result.kind = kind;
  result.position = std::move(position);
  result.text = std::move(text);
  for (const Expression& child : children) result.depth = std::max(result.depth, child.depth + 1);
  check_depth(result.depth, result.position);
  result.children = std::move(children);
  return result;
}

namespace {

// vector's initializer list would copy the trees.
template <class... Trees>
std::vector<Expression> list(Trees... trees) {
  std::vector<Expression> result;
  result.reserve(sizeof...(trees));
  (result.push_back(std::move(trees)), ...);
  return result;
}

}  // namespace

Expression Parser::expression() {
  const NestedCall nested(nesting_, peek().position);
  const Position position = peek().position;
  if (accept("let")) {
    Expression result = node(accept("rec") ? ExpressionKind::let_rec_in : ExpressionKind::let_in, position);
    result.bindings = bindings();
    expect("in");
    result.children = list(expression());
    result.depth = result.children[0].depth + 1;
    for (const Binding& binding : result.bindings) result.depth = std::max(result.depth, binding.body.depth + 1);
    check_depth(result.depth, position);
    return result;
  }
  if (accept("fun")) {
    Pattern parameter = pattern();
    expect("->");
    Expression result = node(ExpressionKind::function, position, list(expression()), "fun");
    result.patterns.push_back(std::move(parameter));
    return result;
  }
  if (accept("try")) {
    Expression attempt = expression();
    expect("with");
    return node(ExpressionKind::attempt, position, list(std::move(attempt), expression()));
  }
  if (accept("if")) {
    Expression test = condition();
    expect("then");
    Expression yes = expression();
    expect("else");
    return node(ExpressionKind::if_else, position, list(std::move(test), std::move(yes), expression()));
  }
  if (accept("match")) return match_expression();
  Expression first = base();
  if (!at(",")) return first;
  std::vector<Expression> items = list(std::move(first));
  while (accept(",")) items.push_back(base());
  return node(ExpressionKind::tuple, position, std::move(items));
}

Expression Parser::match_expression() {
  const Position position = peek().position;
  Expression result = node(ExpressionKind::match_tag, position, list(expression()));
  expect("with");
  accept("||");
  const bool on_set = peek().kind == TokenKind::name || at("{") || (at("_") && peek(1).text == "++");
  if (!on_set) {
    do {
      if (peek().kind != TokenKind::tag && !at("_")) expected("a tag or '_'");
      result.tags.push_back(take().text);
      expect("->");
      result.children.push_back(expression());
    } while (accept("||"));
  } else {
    result.kind = ExpressionKind::match_set;
    std::vector<Expression> empty_case, other_case;
    for (int clause = 0; clause < 2; ++clause) {
      if (clause == 1) expect("||");
      if (at("{") ? !empty_case.empty() : !other_case.empty()) expected("the other of the clauses {} and x ++ y");
      if (accept("{")) {
        expect("}");
        expect("->");
        empty_case.push_back(expression());
      } else {
        result.patterns.push_back(plain_name());
        if (at("|")) fail(peek().position, "matching a set with x | y ++ z is not supported");
        expect("++");
        result.patterns.push_back(plain_name());
        expect("->");
        other_case.push_back(expression());
      }
    }
    result.children.push_back(std::move(empty_case[0]));
    result.children.push_back(std::move(other_case[0]));
  }
  for (const Expression& child : result.children) result.depth = std::max(result.depth, child.depth + 1);
  check_depth(result.depth, position);
  expect("end");
  return result;
}

Expression Parser::base() { return precedence_union(); }

Expression Parser::precedence_union() {
  Expression first = precedence_add();
  if (!at("|")) return first;
  const Position position = peek().position;
  std::vector<Expression> operands = list(std::move(first));
  while (accept("|")) operands.push_back(precedence_add());
  return node(ExpressionKind::unite, position, std::move(operands));
}

Expression Parser::precedence_add() {
  Expression first = precedence_sequence();
  const NestedCall nested(nesting_, peek().position);
  const Position position = peek().position;
  if (!accept("++")) return first;
  return node(ExpressionKind::add, position, list(std::move(first), precedence_add()));
}

Expression Parser::precedence_sequence() {
  Expression first = precedence_difference();
  if (!at(";")) return first;
  const Position position = peek().position;
  std::vector<Expression> operands = list(std::move(first));
  while (accept(";")) operands.push_back(precedence_difference());
  return node(ExpressionKind::compose, position, std::move(operands));
}

Expression Parser::precedence_difference() {
  Expression result = precedence_intersection();
  while (at("\\")) {
    const Position position = take().position;
    result = node(ExpressionKind::subtract, position, list(std::move(result), precedence_intersection()));
  }
  return result;
}

Expression Parser::precedence_intersection() {
  Expression first = precedence_postfix();
  if (!at("&")) return first;
  const Position position = peek().position;
  std::vector<Expression> operands = list(std::move(first));
  while (accept("&")) operands.push_back(precedence_postfix());
  return node(ExpressionKind::intersect, position, std::move(operands));
}

Expression Parser::precedence_postfix() {
  const NestedCall nested(nesting_, peek().position);
  const Position begin = peek().position;
  const auto not_associative = [&](const char* what) {
    if (at("*") || at("+") || at("?")) expected(fmt::format("brackets around the operand of '{}'", what));
  };
  if (accept("~")) {
    // Only what binds tighter is its operand.
    Expression operand = at("~") ? precedence_postfix() : precedence_inverse();
    not_associative("~");
    return node(ExpressionKind::complement, begin, list(std::move(operand)));
  }
  Expression result = precedence_inverse();
  while (true) {
    const Position position = peek().position;
    if (accept("+")) {
      result = node(ExpressionKind::closure, position, list(std::move(result)));
    } else if (accept("?")) {
      result = node(ExpressionKind::reflexive, position, list(std::move(result)));
    } else if (accept("*")) {
      if (begins_operand()) {
        Expression right = at("~") ? precedence_postfix() : precedence_inverse();
        not_associative("*");
        return node(ExpressionKind::cartesian, position, list(std::move(result), std::move(right)));
      }
      result = node(ExpressionKind::star, position, list(std::move(result)));
    } else if (at("^-1")) {  // r+^-1
      take();
      result = node(ExpressionKind::inverse, position, list(std::move(result)));
    } else {
      return result;
    }
  }
}

Expression Parser::precedence_inverse() {
  Expression result = application();
  while (at("^-1")) {
    const Position position = take().position;
    result = node(ExpressionKind::inverse, position, list(std::move(result)));
  }
  return result;
}

bool Parser::begins_simple(std::size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.kind == TokenKind::tag || token.kind == TokenKind::name) return true;
  if (token.kind == TokenKind::keyword) return token.text == "begin";
  return token.kind == TokenKind::symbol &&
         (token.text == "0" || token.text == "_" || token.text == "(" || token.text == "[" || token.text == "{");
}

// After a `*`: is it a cartesian product? A `~` may also begin the next test.
bool Parser::begins_operand() const {
  if (!at("~")) return begins_simple();
  const std::string& next = peek(1).text;
  return peek(1).kind != TokenKind::keyword || (next != "acyclic" && next != "irreflexive" && next != "empty");
}

Expression Parser::application() {
  if (peek().kind != TokenKind::name) return simple();
  Expression result = simple();
  while (begins_simple()) {
    const Position position = result.position;
    result = node(ExpressionKind::apply, position, list(std::move(result), simple()));
  }
  return result;
}

Expression Parser::simple() {
  const NestedCall nested(nesting_, peek().position);
  if (!begins_simple()) expected("a set or a relation");
  const Token token = take();
  if (token.kind == TokenKind::name) return node(ExpressionKind::name, token.position, {}, token.text);
  if (token.kind == TokenKind::tag) return node(ExpressionKind::tag, token.position, {}, token.text);
  if (token.text == "0") return node(ExpressionKind::nothing, token.position);
  if (token.text == "_") return node(ExpressionKind::universe, token.position);
  if (token.text == "[") {
    Expression inner = expression();
    expect("]");
    return node(ExpressionKind::identity, token.position, list(std::move(inner)));
  }
  if (token.text == "{") {
    std::vector<Expression> items;
    if (!at("}")) {
      do {
        items.push_back(base());
      } while (accept(","));
    }
    expect("}");
    return node(ExpressionKind::explicit_set, token.position, std::move(items));
  }
  if (token.text == "(" && accept(")")) return node(ExpressionKind::tuple, token.position);
  Expression inner = expression();
  expect(token.text == "(" ? ")" : "end");
  return inner;
}

// At a bracket that opens either a condition or an operand of one: looking ahead tells, without backtracking.
bool Parser::brackets_hold_condition() const {
  bool compares = false;
  unsigned depth = 0;
  for (std::size_t i = at_; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (token.kind == TokenKind::string) return true;
    if (token.kind != TokenKind::symbol && token.kind != TokenKind::keyword) continue;
    if (token.text == "(") ++depth;
    if (token.text == ")" && --depth == 0) break;
    if (token.text == "let" || token.text == "if" || token.text == "match") return false;
    compares |= token.text == "=" || token.text == "subset" || token.text == "in" || token.text == "not";
  }
  return compares;
}

// e = e, e subset e, e in e, variant "v", "v"; with not, &&, ||
Expression Parser::condition() {
  Expression result = condition_and();
  while (at("||")) {
    const Position position = take().position;
    result = node(ExpressionKind::either, position, list(std::move(result), condition_and()));
  }
  return result;
}

Expression Parser::condition_and() {
  Expression result = condition_not();
  while (at("&&")) {
    const Position position = take().position;
    result = node(ExpressionKind::both, position, list(std::move(result), condition_not()));
  }
  return result;
}

Expression Parser::condition_not() {
  const NestedCall nested(nesting_, peek().position);
  const Position position = peek().position;
  if (accept("not")) return node(ExpressionKind::negation, position, list(condition_not()));
  accept("variant");
  if (peek().kind == TokenKind::string) return node(ExpressionKind::variant, position, {}, take().text);
  if (at("(") && brackets_hold_condition()) {
    take();
    Expression result = condition();
    expect(")");
    return result;
  }
  Expression left = expression();
  const Position middle = peek().position;
  if (accept("=")) return node(ExpressionKind::equal, middle, list(std::move(left), expression()));
  if (accept("subset")) return node(ExpressionKind::subset, middle, list(std::move(left), expression()));
  if (accept("in")) return node(ExpressionKind::member, middle, list(std::move(left), expression()));
  expected("'=', 'subset' or 'in'");
}

}  // namespace graphfuzz::cat
