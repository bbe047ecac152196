// Parser: expressions.
#include <array>

#include "frontend/go/literal.hpp"
#include "frontend/go/parser.hpp"

namespace graphfuzz::go::syntax {
namespace {

struct BinaryOperator {
  std::string_view symbol;
  Operator op;
  int precedence;
};

constexpr std::array<BinaryOperator, 19> kBinary = {{{"||", Operator::logical_or, 1},
                                                     {"&&", Operator::logical_and, 2},
                                                     {"==", Operator::equal, 3},
                                                     {"!=", Operator::not_equal, 3},
                                                     {"<", Operator::less, 3},
                                                     {"<=", Operator::less_equal, 3},
                                                     {">", Operator::greater, 3},
                                                     {">=", Operator::greater_equal, 3},
                                                     {"+", Operator::add, 4},
                                                     {"-", Operator::subtract, 4},
                                                     {"|", Operator::bit_or, 4},
                                                     {"^", Operator::bit_xor, 4},
                                                     {"*", Operator::multiply, 5},
                                                     {"/", Operator::divide, 5},
                                                     {"%", Operator::remainder, 5},
                                                     {"<<", Operator::shift_left, 5},
                                                     {">>", Operator::shift_right, 5},
                                                     {"&", Operator::bit_and, 5},
                                                     {"&^", Operator::and_not, 5}}};

const BinaryOperator* binary_operator(const Token& token) {
  if (token.kind != TokenKind::symbol) return nullptr;
  for (const BinaryOperator& one : kBinary) {
    if (one.symbol == token.text) return &one;
  }
  return nullptr;
}

}  // namespace

std::vector<Expression*> Parser::expressions() {
  std::vector<Expression*> list;
  do list.push_back(expression());
  while (accept(","));
  return list;
}

Expression* Parser::binary(int precedence) {
  Level level(*this);
  Expression* left = unary();
  while (true) {
    const BinaryOperator* found = binary_operator(lexer_.peek());
    if (found == nullptr || found->precedence < precedence) return left;
    level.deepen();
    auto* node = tree_->make<Binary>(lexer_.next().place);
    node->op = found->op;
    node->left = left;
    node->right = binary(found->precedence + 1);
    left = node;
  }
}

Expression* Parser::unary() {
  const Level level(*this);
  const Place where = place();
  const auto make = [&](Operator op) {
    lexer_.next();
    auto* node = tree_->make<Unary>(where);
    node->op = op;
    node->operand = unary();
    return node;
  };
  if (at("+")) return make(Operator::add);
  if (at("-")) return make(Operator::subtract);
  if (at("!")) return make(Operator::logical_not);
  if (at("^")) return make(Operator::bit_xor);
  if (at("&")) return make(Operator::address);
  if (accept("*")) {
    auto* node = tree_->make<Dereference>(where);
    node->operand = unary();
    return node;
  }
  if (accept("<-")) {
    if (at("chan")) {  // a type, as in <-chan int(nil)
      Expression* type_of_channel = channel_type();
      auto* channel = static_cast<ChannelType*>(type_of_channel);
      if (!channel->receives) expected("a type that can be received from");
      channel->sends = false;
      channel->place = where;
      return at("(") ? call(channel) : channel;
    }
    auto* node = tree_->make<Unary>(where);
    node->op = Operator::receive;
    node->operand = unary();
    return node;
  }
  return primary();
}

/// Can it be the type of a composite literal that begins with the '{' after it?
bool Parser::may_be_literal_type(const Expression& expression) const {
  switch (expression.kind) {
    case ExpressionKind::name:
      return literals_allowed_;
    case ExpressionKind::selector:
      return literals_allowed_ && static_cast<const Selector&>(expression).operand->kind == ExpressionKind::name;
    case ExpressionKind::index: {  // a type with an argument
      const Expression& operand = *static_cast<const Index&>(expression).operand;
      return operand.kind == ExpressionKind::selector && may_be_literal_type(operand);
    }
    case ExpressionKind::array_type:
    case ExpressionKind::map_type:
    case ExpressionKind::structure_type:
      return true;
    default:
      return false;
  }
}

Expression* Parser::primary() {
  Level level(*this);
  Expression* left = operand();
  while (true) {
    if (at(".")) {
      left = selector_or_assertion(left);
    } else if (at("[")) {
      left = index_or_slice(left);
    } else if (at("(")) {
      left = call(left);
    } else if (at("{") && may_be_literal_type(*left)) {
      left = composite_literal(left);
    } else {
      return left;
    }
    level.deepen();
  }
}

Expression* Parser::operand() {
  const Token& token = lexer_.peek();
  const Place where = token.place;
  const auto literal = [&](LiteralKind kind) {
    auto* node = tree_->make<BasicLiteral>(where);
    node->literal = kind;
    node->value = value_of(lexer_.next(), *source_);
    return node;
  };
  switch (token.kind) {
    case TokenKind::name:
      return name("an expression");
    case TokenKind::integer:
      return literal(LiteralKind::integer);
    case TokenKind::floating:
      return literal(LiteralKind::floating);
    case TokenKind::imaginary:
      return literal(LiteralKind::imaginary);
    case TokenKind::rune:
      return literal(LiteralKind::rune);
    case TokenKind::string:
      return literal(LiteralKind::string);
    default:
      break;
  }
  if (accept("(")) {
    const Literals literals(*this, true);
    auto* node = tree_->make<Parenthesized>(where);
    node->inner = expression();
    expect(")");
    return node;
  }
  if (at("func")) return function_or_its_type();
  if (at("[") || at("map") || at("chan") || at("struct") || at("interface")) return type();
  expected("an expression");
}

Expression* Parser::function_or_its_type() {
  const Place where = expect("func");
  FunctionType* its_type = signature(where);
  if (!at("{")) return its_type;
  auto* node = tree_->make<FunctionLiteral>(where);
  node->signature = its_type;
  const Literals literals(*this, true);
  node->body = block();
  return node;
}

Expression* Parser::selector_or_assertion(Expression* left) {
  const Place where = expect(".");
  if (accept("(")) {
    auto* node = tree_->make<TypeAssertion>(where);
    node->operand = left;
    if (!accept("type")) node->asserted = type();
    expect(")");
    return node;
  }
  auto* node = tree_->make<Selector>(left->place);
  node->operand = left;
  node->name = name("a name or '('");
  return node;
}

Expression* Parser::index_or_slice(Expression* left) {
  const Place where = expect("[");
  const Literals literals(*this, true);
  Expression* parts[3] = {nullptr, nullptr, nullptr};
  int colons = 0;
  if (at("]")) expected("an index");
  while (!at("]")) {
    if (accept(":")) {
      if (++colons > 2) expected("']'");
      continue;
    }
    if (parts[colons] != nullptr) expected(colons == 2 ? "']'" : "':' or ']'");
    parts[colons] = expression();
    if (at(",")) fail(place(), "type arguments are not supported");
  }
  expect("]");
  if (colons == 0) {
    auto* node = tree_->make<Index>(where);
    node->operand = left;
    node->index = parts[0];
    return node;
  }
  if (colons == 2 && (parts[1] == nullptr || parts[2] == nullptr)) {
    fail(where, "expected the second and the third index of a slice with two colons");
  }
  auto* node = tree_->make<Slice>(where);
  node->operand = left;
  node->low = parts[0];
  node->high = parts[1];
  node->maximum = parts[2];
  return node;
}

Expression* Parser::call(Expression* callee) {
  auto* node = tree_->make<Call>(expect("("));
  node->place = callee->place;
  node->callee = callee;
  const Literals literals(*this, true);
  while (!at(")")) {
    node->arguments.push_back(expression());
    if (accept("...")) {
      node->spread = true;
      accept(",");
      if (!at(")")) expected("')' after '...'");
      break;
    }
    if (!at(")") && !accept(",")) expected("',' or ')'");
  }
  node->closing = expect(")");
  return node;
}

CompositeLiteral* Parser::composite_literal(Expression* type_expression) {
  const Level level(*this);
  const Literals literals(*this, true);
  auto* node = tree_->make<CompositeLiteral>(type_expression != nullptr ? type_expression->place : place());
  node->type_expression = type_expression;
  expect("{");
  while (!at("}")) {
    Element one;
    one.value = element();
    if (accept(":")) {
      one.key = one.value;
      one.value = element();
    }
    node->elements.push_back(one);
    if (!at("}") && !accept(",")) expected("',' or '}'");
  }
  node->closing = expect("}");
  return node;
}

Expression* Parser::element() { return at("{") ? composite_literal(nullptr) : expression(); }

}  // namespace graphfuzz::go::syntax
