// Parser: statements.
#include <array>
#include <optional>

#include "frontend/go/parser.hpp"

namespace graphfuzz::go::syntax {
namespace {

std::optional<Operator> compound_operator(const Token& token) {
  constexpr std::array<std::pair<std::string_view, Operator>, 11> operators = {{{"+=", Operator::add},
                                                                                {"-=", Operator::subtract},
                                                                                {"*=", Operator::multiply},
                                                                                {"/=", Operator::divide},
                                                                                {"%=", Operator::remainder},
                                                                                {"&=", Operator::bit_and},
                                                                                {"|=", Operator::bit_or},
                                                                                {"^=", Operator::bit_xor},
                                                                                {"&^=", Operator::and_not},
                                                                                {"<<=", Operator::shift_left},
                                                                                {">>=", Operator::shift_right}}};
  for (const auto& [symbol, op] : operators) {
    if (token.is(symbol)) return op;
  }
  return std::nullopt;
}

}  // namespace

Block* Parser::block() {
  auto* node = tree_->make<Block>(expect("{"));
  node->statements = statements();
  node->closing = expect("}");
  return node;
}

std::vector<Statement*> Parser::statements() {
  const Literals literals(*this, true);
  std::vector<Statement*> list;
  while (!at("}") && !at("case") && !at("default")) {
    if (lexer_.peek().kind == TokenKind::end) expected("'}'");
    list.push_back(statement());
    end_of_statement("statement");
    if (at(")")) expected("a statement or '}'");
  }
  return list;
}

Statement* Parser::statement() {
  const Level level(*this);
  const Place where = place();
  if (at("var") || at("const") || at("type")) {
    auto* node = tree_->make<DeclarationStatement>(where);
    declaration(*node);
    return node;
  }
  if (at("{")) return block();
  if (at("if")) return if_statement();
  if (at("for")) return for_statement();
  if (at("switch")) return switch_statement();
  if (at("select")) return select_statement();
  if (at("break")) return branch_statement(BranchKind::break_);
  if (at("continue")) return branch_statement(BranchKind::continue_);
  if (at("goto")) return branch_statement(BranchKind::goto_);
  if (at("fallthrough")) return branch_statement(BranchKind::fallthrough);
  if (at(";") || at("}")) return tree_->make<Empty>(where);
  if (at("go")) {
    auto* node = tree_->make<Go>(where);
    node->call = called("go");
    return node;
  }
  if (at("defer")) {
    auto* node = tree_->make<Defer>(where);
    node->call = called("defer");
    return node;
  }
  if (accept("return")) {
    auto* node = tree_->make<Return>(where);
    if (!at(";") && !at("}")) node->results = expressions();
    return node;
  }
  Statement* simple = simple_statement();
  if (simple->kind != StatementKind::expression || !at(":")) return simple;
  Expression* label = static_cast<ExpressionStatement*>(simple)->expression;
  if (label->kind != ExpressionKind::name) expected("the end of the statement");
  lexer_.next();
  auto* node = tree_->make<Labeled>(where);
  node->label = static_cast<Name*>(label);
  if (at("case") || at("default")) expected("a statement after the label");
  node->statement = statement();
  return node;
}

Expression* Parser::called(std::string_view keyword) {
  lexer_.next();
  const Place where = place();
  Expression* result = expression();
  if (result->kind != ExpressionKind::call) {
    fail(where, "expected a function call after " + std::string(keyword) +
                    (unparenthesized(result)->kind == ExpressionKind::call ? ", found one in parentheses"
                                                                           : ", found something else"));
  }
  return result;
}

Statement* Parser::branch_statement(BranchKind kind) {
  auto* node = tree_->make<Branch>(lexer_.next().place);
  node->branch = kind;
  if (kind != BranchKind::fallthrough && at_name()) node->label = name("a label");
  if (kind == BranchKind::goto_) fail(node->place, "goto is not supported");
  return node;
}

Statement* Parser::simple_statement(bool may_range) {
  const Place where = place();
  if (may_range && at("range")) return range_clause({}, false, where);
  std::vector<Expression*> left = expressions();
  const Token token = lexer_.peek();
  const auto compound = compound_operator(token);
  if (token.is("=") || token.is(":=") || compound) {
    lexer_.next();
    if (may_range && !compound && at("range")) return range_clause(std::move(left), token.is(":="), where);
    auto* node = tree_->make<Assignment>(where);
    node->left = std::move(left);
    node->right = expressions();
    node->compound = compound.has_value();
    node->op = compound.value_or(Operator::add);
    node->defines = token.is(":=");
    node->place_of_operator = token.place;
    return node;
  }
  if (left.size() > 1) expected("':=' or '=' or ','");
  if (token.is("++") || token.is("--")) {
    lexer_.next();
    auto* node = tree_->make<Increment>(where);
    node->operand = left[0];
    node->decrement = token.is("--");
    return node;
  }
  if (token.is("<-")) {
    auto* node = tree_->make<Send>(where);
    node->arrow = lexer_.next().place;
    node->channel = left[0];
    node->value = expression();
    return node;
  }
  auto* node = tree_->make<ExpressionStatement>(where);
  node->expression = left[0];
  return node;
}

Statement* Parser::range_clause(std::vector<Expression*> left, bool defines, Place where) {
  expect("range");
  auto* node = tree_->make<Range>(where);
  if (left.size() > 2) fail(left[2]->place, "expected at most two variables of a range, found a third");
  if (!left.empty()) node->key = left[0];
  if (left.size() > 1) node->value = left[1];
  node->defines = defines;
  node->operand = expression();
  return node;
}

/// The expression that a header's last simple statement must be.
Expression* Parser::condition(Statement* statement, Place where, std::string_view keyword) {
  if (statement->kind != StatementKind::expression) {
    fail(where, "expected an expression in the head of " + std::string(keyword) + ", found another statement");
  }
  return static_cast<ExpressionStatement*>(statement)->expression;
}

Statement* Parser::if_statement() {
  const Level level(*this);
  auto* node = tree_->make<If>(expect("if"));
  {
    const Literals literals(*this, false);
    if (at("{")) expected("a condition");
    Place where = place();
    Statement* first = at(";") ? nullptr : simple_statement();
    if (const Token semicolon = lexer_.peek(); accept(";")) {
      node->initial = first;
      if (at("{") && semicolon.inserted) fail(semicolon.place, "expected '{', found the end of the line");
      if (at("{")) expected("a condition");
      where = place();
      first = simple_statement();
    }
    node->condition = condition(first, where, "if");
  }
  node->then = block();
  if (accept("else")) {
    if (!at("if") && !at("{")) expected("if or '{'");
    node->otherwise = at("if") ? if_statement() : block();
  }
  return node;
}

Statement* Parser::for_statement() {
  const Place keyword = expect("for");
  Statement* initial = nullptr;
  auto* node = tree_->make<For>(keyword);
  {
    const Literals literals(*this, false);
    if (!at("{")) {
      Place where = place();
      if (!at(";")) initial = simple_statement(true);
      if (initial != nullptr && initial->kind == StatementKind::range) {
        initial->place = keyword;
      } else if (accept(";")) {
        node->initial = initial;
        where = place();
        if (at("{")) expected("';' and the rest of the head of for");
        if (!at(";")) node->condition = condition(simple_statement(), where, "for");
        expect(";");
        where = place();
        if (!at("{")) node->post = simple_statement();
        if (node->post != nullptr && node->post->kind == StatementKind::assignment &&
            static_cast<Assignment*>(node->post)->defines) {
          fail(where, "the post statement of for cannot declare variables");
        }
      } else {
        node->condition = condition(initial, where, "for");
      }
    }
  }
  Block* body = block();
  if (initial != nullptr && initial->kind == StatementKind::range) {
    static_cast<Range*>(initial)->body = body;
    return initial;
  }
  node->body = body;
  return node;
}

/// The head x := y.(type) or y.(type), or null.
TypeSwitch* Parser::as_type_switch(Statement* guard, Place where) {
  if (guard == nullptr) return nullptr;
  Expression* right = nullptr;
  Name* defined = nullptr;
  if (guard->kind == StatementKind::expression) {
    right = static_cast<ExpressionStatement*>(guard)->expression;
  } else if (guard->kind == StatementKind::assignment) {
    auto* assignment = static_cast<Assignment*>(guard);
    if (!assignment->defines || assignment->left.size() != 1 || assignment->right.size() != 1) return nullptr;
    right = assignment->right[0];
    if (assignment->left[0]->kind == ExpressionKind::name) defined = static_cast<Name*>(assignment->left[0]);
  }
  if (right == nullptr || right->kind != ExpressionKind::type_assertion) return nullptr;
  auto* assertion = static_cast<TypeAssertion*>(right);
  if (assertion->asserted != nullptr) return nullptr;
  if (guard->kind == StatementKind::assignment && defined == nullptr) {
    fail(guard->place, "expected a name left of ':='");
  }
  auto* node = tree_->make<TypeSwitch>(where);
  node->name = defined;
  node->operand = assertion->operand;
  return node;
}

template <typename Clauses>
void Parser::clauses(Clauses& into, bool types) {
  expect("{");
  while (!at("}")) {
    Clause clause;
    clause.place = place();
    if (accept("default")) {
      clause.is_default = true;
    } else {
      if (!at("case")) expected("case, default or '}'");
      lexer_.next();
      do clause.values.push_back(types ? type() : expression());
      while (accept(","));
    }
    expect(":");
    clause.body = statements();
    into.push_back(std::move(clause));
  }
  expect("}");
}

Statement* Parser::switch_statement() {
  const Place keyword = expect("switch");
  Statement* initial = nullptr;
  Statement* guard = nullptr;
  Place where = place();
  {
    const Literals literals(*this, false);
    if (!at("{")) {
      if (!at(";")) guard = simple_statement();
      if (accept(";")) {
        initial = guard;
        guard = nullptr;
        where = place();
        if (!at("{")) guard = simple_statement();
      }
    }
  }
  if (TypeSwitch* node = as_type_switch(guard, keyword)) {
    node->initial = initial;
    clauses(node->clauses, true);
    return node;
  }
  auto* node = tree_->make<Switch>(keyword);
  node->initial = initial;
  if (guard != nullptr) node->tag = condition(guard, where, "switch");
  clauses(node->clauses, false);
  return node;
}

Statement* Parser::select_statement() {
  auto* node = tree_->make<Select>(expect("select"));
  expect("{");
  while (!at("}")) {
    Communication one;
    one.place = place();
    if (!accept("default")) {
      if (!at("case")) expected("case, default or '}'");
      lexer_.next();
      one.operation = simple_statement();
    }
    expect(":");
    one.body = statements();
    node->cases.push_back(std::move(one));
  }
  expect("}");
  return node;
}

}  // namespace graphfuzz::go::syntax
