// The instructions of a cat model. Expressions are in expression_parser.cpp.
#include "model/cat/parser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"
#include "model/cat/lexer.hpp"
#include "model/cat/nesting.hpp"

namespace graphfuzz::cat {

ModelText parse(std::string_view text, const std::string& file) { return Parser(text, file).model(); }

Parser::Parser(std::string_view text, const std::string& file) : tokens_(tokenize(text, file)) {}

const Token& Parser::peek(std::size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

Token Parser::take() {
  stop_point();
  Token token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool Parser::at(std::string_view text) const {
  const Token& token = peek();
  return (token.kind == TokenKind::symbol || token.kind == TokenKind::keyword) && token.text == text;
}

bool Parser::accept(std::string_view text) {
  if (!at(text)) return false;
  take();
  return true;
}

void Parser::expected(std::string_view what) const {
  fail(peek().position, fmt::format("expected {}, found {}", what, describe(peek())));
}

void Parser::expect(std::string_view text) {
  if (!accept(text)) expected(fmt::format("'{}'", text));
}

std::string Parser::expect_name(std::string_view what) {
  if (peek().kind != TokenKind::name) expected(what);
  return take().text;
}

ModelText Parser::model() {
  ModelText result;
  // The name of an architecture, a name or comment for the model.
  if (peek().kind == TokenKind::name) result.title = take().text;
  if (peek().kind == TokenKind::string || (peek().kind == TokenKind::name && !result.title.empty())) {
    result.title = take().text;
  }
  accept("catdep");
  result.instructions = instructions();
  if (peek().kind != TokenKind::end) {
    expected("an instruction such as let, acyclic, irreflexive, empty, flag, include or show");
  }
  result.end = peek().position;
  return result;
}

std::vector<Instruction> Parser::instructions() {
  std::vector<Instruction> result;
  while (instruction(result)) {
  }
  return result;
}

bool Parser::instruction(std::vector<Instruction>& all) {
  const NestedCall nested(nesting_, peek().position);
  if (peek().kind != TokenKind::keyword && !at("~")) return false;
  Instruction result;
  result.position = peek().position;
  using Kind = Instruction::Kind;
  if (accept("let")) {
    let(result);
  } else if (accept("include")) {
    result.kind = Kind::include;
    result.position = peek().position;
    if (peek().kind != TokenKind::string) expected("the name of a file in quotes");
    result.name = take().text;
  } else if (accept("show")) {
    show(result);
  } else if (accept("unshow")) {
    result.kind = Kind::unshow;
    do {
      result.names.push_back(expect_name("a name"));
    } while (accept(","));
  } else if (accept("procedure")) {
    procedure(result);
  } else if (accept("call")) {
    result.kind = Kind::call;
    result.name = expect_name("the name of a procedure");
    if (!begins_simple()) expected("the arguments of the procedure");
    result.expressions.push_back(simple());
    if (accept("as")) result.label = expect_name("a name for the call");
  } else if (accept("forall")) {
    result.kind = Kind::for_each;
    result.name = expect_name("a name");
    expect("in");
    result.expressions.push_back(expression());
    expect("do");
    result.body = instructions();
    expect("end");
  } else if (accept("with")) {
    result.kind = Kind::with_from;
    result.name = expect_name("a name");
    expect("from");
    result.position = peek().position;
    result.expressions.push_back(expression());
  } else if (accept("match")) {
    match(result);
  } else if (accept("if")) {
    conditional(result);
  } else if (accept("enum")) {
    result.kind = Kind::enumerate;
    result.name = expect_name("a name");
    expect("=");
    accept("||");
    do {
      if (peek().kind != TokenKind::tag) expected("a tag");
      result.tags.push_back(take().text);
    } while (accept("||"));
  } else if (accept("debug")) {
    result.kind = Kind::debug;
    result.expressions.push_back(expression());
  } else if (at("instructions") || at("default")) {
    fail(peek().position, "declarations of bell files (instructions, default) are not supported");
  } else if (at("flag") || at("undefined_unless") || at("assert") || at("~") || at("acyclic") || at("irreflexive") ||
             at("empty")) {
    test(result);
  } else {
    return false;
  }
  all.push_back(std::move(result));
  return true;
}

void Parser::let(Instruction& result) {
  result.kind = accept("rec") ? Instruction::Kind::let_rec : Instruction::Kind::let;
  result.bindings = bindings();
  if (result.kind == Instruction::Kind::let_rec && accept("when")) {
    result.tests.push_back(untyped_test(CatCheck::Role::axiom));
  }
  accept("in");
}

void Parser::test(Instruction& result) {
  result.kind = Instruction::Kind::test;
  CatCheck::Role role = CatCheck::Role::axiom;
  if (accept("flag")) {
    role = CatCheck::Role::flag;
  } else if (accept("undefined_unless")) {
    role = CatCheck::Role::undefined_unless;
  } else {
    accept("assert");
  }
  result.tests.push_back(untyped_test(role));
}

Instruction::Test Parser::untyped_test(CatCheck::Role role) {
  Instruction::Test result;
  result.position = peek().position;
  result.check.role = role;
  result.check.negated = accept("~");
  if (accept("acyclic")) {
    result.check.kind = CatCheck::Kind::acyclic;
  } else if (accept("irreflexive")) {
    result.check.kind = CatCheck::Kind::irreflexive;
  } else if (accept("empty")) {
    result.check.kind = CatCheck::Kind::empty;
  } else {
    expected("acyclic, irreflexive or empty");
  }
  result.expression.push_back(expression());
  if (accept("as")) result.check.name = expect_name("a name for the test");
  return result;
}

void Parser::show(Instruction& result) {
  result.kind = Instruction::Kind::show;
  result.expressions.push_back(base());
  if (accept("as")) {
    result.names.push_back(expect_name("a name"));
    return;
  }
  if (result.expressions[0].kind != Expression::Kind::name) expected("'as' and a name for what is shown");
  result.names.push_back(result.expressions[0].text);
  while (accept(",")) {
    Token token = peek();
    result.names.push_back(expect_name("a name"));
    result.expressions.push_back(node(Expression::Kind::name, token.position, {}, token.text));
  }
}

void Parser::procedure(Instruction& result) {
  result.kind = Instruction::Kind::procedure;
  result.recursive = accept("rec");
  result.name = expect_name("the name of a procedure");
  result.pattern = pattern();
  expect("=");
  result.body = instructions();
  expect("end");
}

void Parser::match(Instruction& result) {
  result.kind = Instruction::Kind::match;
  result.expressions.push_back(expression());
  expect("with");
  accept("||");
  do {
    if (accept("_")) {
      result.tags.push_back("_");
    } else {
      if (peek().kind != TokenKind::tag) expected("a tag or '_'");
      result.tags.push_back(take().text);
    }
    expect("->");
    result.bodies.push_back(instructions());
  } while (accept("||"));
  expect("end");
}

void Parser::conditional(Instruction& result) {
  result.kind = Instruction::Kind::if_else;
  result.expressions.push_back(condition());
  result.body = instructions();
  if (accept("else")) result.bodies.push_back(instructions());
  expect("end");
}

std::vector<Binding> Parser::bindings() {
  std::vector<Binding> result;
  do {
    result.push_back(binding());
  } while (accept("and"));
  return result;
}

// x = e; x, y = e; (x, y) = e; f x = e; f(x, y) = e; f x (y, z) = e
Binding Parser::binding() {
  const Position position = peek().position;
  if (at("(")) {
    Binding result{pattern(), {}};
    expect("=");
    result.body = expression();
    return result;
  }
  Pattern bound = names();
  std::vector<Pattern> parameters;
  const auto at_pattern = [&] { return at("(") || at("_") || peek().kind == TokenKind::name; };
  while (!bound.tuple && !bound.names[0].empty() && at_pattern()) parameters.push_back(pattern());
  expect("=");
  Expression body = expression();
  for (std::size_t i = parameters.size(); i-- > 0;) {
    Expression function = node(Expression::Kind::function, position, {}, bound.names[0]);
    function.patterns.push_back(std::move(parameters[i]));
    function.depth = body.depth + 1;
    function.children.push_back(std::move(body));
    check_depth(function.depth, position);
    body = std::move(function);
  }
  return {std::move(bound), std::move(body)};
}

Pattern Parser::plain_name() {
  Pattern result;
  result.position = peek().position;
  result.names.push_back(accept("_") ? "" : expect_name("a name or '_'"));
  return result;
}

Pattern Parser::names() {
  Pattern result = plain_name();
  while (accept(",")) {
    result.names.push_back(plain_name().names[0]);
    result.tuple = true;
  }
  return result;
}

Pattern Parser::pattern() {
  const Position position = peek().position;
  if (!accept("(")) return plain_name();
  Pattern result;
  if (at(")")) {
    result.tuple = true;
  } else {
    result = names();
  }
  expect(")");
  result.position = position;
  return result;
}

}  // namespace graphfuzz::cat
