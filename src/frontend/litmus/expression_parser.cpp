// Expressions of the program zone, with C's precedences (herd7's agree where it has the operator).
#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "program_parser.hpp"
#include "type_parser.hpp"

namespace graphfuzz::litmus {
namespace {

struct BinaryToken {
  std::string_view spelling;
  int precedence;
  BinaryOperator op;
};

constexpr std::array<BinaryToken, 18> kBinaryTokens = {{
    {"||", 1, BinaryOperator::logical_or},
    {"&&", 2, BinaryOperator::logical_and},
    {"|", 3, BinaryOperator::bit_or},
    {"^", 4, BinaryOperator::bit_xor},
    {"&", 5, BinaryOperator::bit_and},
    {"==", 6, BinaryOperator::equal},
    {"!=", 6, BinaryOperator::not_equal},
    {"<", 7, BinaryOperator::less},
    {"<=", 7, BinaryOperator::less_equal},
    {">", 7, BinaryOperator::greater},
    {">=", 7, BinaryOperator::greater_equal},
    {"<<", 8, BinaryOperator::shift_left},
    {">>", 8, BinaryOperator::shift_right},
    {"+", 9, BinaryOperator::add},
    {"-", 9, BinaryOperator::subtract},
    {"*", 10, BinaryOperator::multiply},
    {"/", 10, BinaryOperator::divide},
    {"%", 10, BinaryOperator::modulo},
}};

const BinaryToken* find_binary(const Token& token) {
  if (token.kind != TokenKind::symbol) return nullptr;
  const auto found = std::find_if(kBinaryTokens.begin(), kBinaryTokens.end(),
                                  [&](const BinaryToken& t) { return t.spelling == token.text; });
  return found == kBinaryTokens.end() ? nullptr : &*found;
}

/// `+=` and its like.
const BinaryToken* find_compound(const Token& token) {
  if (token.kind != TokenKind::symbol || token.text.size() < 2 || token.text.back() != '=') return nullptr;
  Token operation = token;
  operation.text = token.text.substr(0, token.text.size() - 1);
  const BinaryToken* found = find_binary(operation);
  return found != nullptr && (found->precedence >= 8 || (found->precedence >= 3 && found->precedence <= 5)) ? found
                                                                                                            : nullptr;
}

std::optional<UnaryOperator> find_unary(const Token& token) {
  if (token.is("-")) return UnaryOperator::negate;
  if (token.is("~")) return UnaryOperator::complement;
  if (token.is("!")) return UnaryOperator::logical_not;
  if (token.is("*")) return UnaryOperator::dereference;
  if (token.is("&")) return UnaryOperator::address_of;
  return std::nullopt;
}

}  // namespace

ExpressionPtr ProgramParser::make(ExpressionKind kind, std::size_t begin) const {
  auto expression = std::make_unique<Expression>();
  expression->kind = kind;
  expression->begin = begin;
  expression->end = lexer_.previous_end();
  return expression;
}

void ProgramParser::adopt(Expression& parent, ExpressionPtr child) const {
  parent.depth = std::max(parent.depth, child->depth + 1);
  if (parent.depth > kMaxDepth) lexer_.source().expected(parent.begin, "no more than 200 levels of nesting", "more");
  parent.operands.push_back(std::move(child));
  parent.end = lexer_.previous_end();
}

ExpressionPtr ProgramParser::parse_expression() {
  const Nesting nesting(*this);
  ExpressionPtr left = parse_binary(1);
  const std::size_t begin = left->begin;
  if (lexer_.accept("?")) {
    ExpressionPtr conditional = make(ExpressionKind::conditional, begin);
    adopt(*conditional, std::move(left));
    adopt(*conditional, parse_expression());
    lexer_.expect(":");
    adopt(*conditional, parse_expression());
    return conditional;
  }
  const BinaryToken* compound = find_compound(lexer_.peek());
  if (!lexer_.at("=") && compound == nullptr) return left;
  lexer_.next();
  ExpressionPtr assignment =
      make(compound == nullptr ? ExpressionKind::assign : ExpressionKind::compound_assign, begin);
  if (compound != nullptr) assignment->binary = compound->op;
  adopt(*assignment, std::move(left));
  adopt(*assignment, parse_expression());
  return assignment;
}

ExpressionPtr ProgramParser::parse_binary(int minimal_precedence) {
  ExpressionPtr left = parse_unary();
  for (;;) {
    const BinaryToken* token = find_binary(lexer_.peek());
    if (token == nullptr || token->precedence < minimal_precedence) return left;
    lexer_.next();
    ExpressionPtr right = parse_binary(token->precedence + 1);
    ExpressionPtr binary = make(ExpressionKind::binary, left->begin);
    binary->binary = token->op;
    adopt(*binary, std::move(left));
    adopt(*binary, std::move(right));
    left = std::move(binary);
  }
}

ExpressionPtr ProgramParser::parse_unary() {
  const Nesting nesting(*this);
  const Token token = lexer_.peek();
  if (token.is("++") || token.is("--")) {
    lexer_.next();
    ExpressionPtr increment = make(ExpressionKind::increment, token.offset);
    increment->is_prefix = true;
    increment->binary = token.is("++") ? BinaryOperator::add : BinaryOperator::subtract;
    adopt(*increment, parse_unary());
    return increment;
  }
  if (token.is("+")) {
    lexer_.next();
    return parse_unary();
  }
  if (const auto op = find_unary(token)) {
    lexer_.next();
    ExpressionPtr unary = make(ExpressionKind::unary, token.offset);
    unary->unary = *op;
    adopt(*unary, parse_unary());
    return unary;
  }
  const Token second = token.is("(") ? lexer_.second() : token;
  if (token.is("(") && second.kind == TokenKind::name && is_type_word(second.text)) {
    lexer_.next();
    ExpressionPtr cast = make(ExpressionKind::cast, token.offset);
    cast->type = parse_pointers(lexer_, *parse_base_type(lexer_));
    lexer_.expect(")");
    adopt(*cast, parse_unary());
    return cast;
  }
  return parse_postfix();
}

ExpressionPtr ProgramParser::parse_postfix() {
  ExpressionPtr operand = parse_primary();
  for (;;) {
    if (lexer_.at("++") || lexer_.at("--")) {
      const bool plus = lexer_.next().is("++");
      ExpressionPtr increment = make(ExpressionKind::increment, operand->begin);
      increment->binary = plus ? BinaryOperator::add : BinaryOperator::subtract;
      adopt(*increment, std::move(operand));
      operand = std::move(increment);
    } else if (lexer_.accept("[")) {
      ExpressionPtr index = make(ExpressionKind::index, operand->begin);
      adopt(*index, std::move(operand));
      adopt(*index, parse_expression());
      lexer_.expect("]");
      index->end = lexer_.previous_end();
      operand = std::move(index);
    } else {
      return operand;
    }
  }
}

ExpressionPtr ProgramParser::parse_primary() {
  const Token token = lexer_.peek();
  if (token.kind == TokenKind::number) return parse_constant();
  if (token.is("(")) {
    lexer_.next();
    ExpressionPtr inner = parse_expression();
    lexer_.expect(")");
    inner->begin = token.offset;
    inner->end = lexer_.previous_end();
    return inner;
  }
  if (token.kind != TokenKind::name) lexer_.expected("an expression");
  if (is_condition_word(token.text)) lexer_.expected("an expression (this word begins the condition)");
  // `__load{once}(x)` is a form of the Linux kernel's; `while r0 { … }` is none.
  const bool braces = lexer_.second().is("{") && token.text.starts_with("__");
  if (lexer_.second().is("(") || braces) return parse_call();
  if (token.is("if") || token.is("else") || token.is("while") || token.is("for") || token.is("do") ||
      is_type_word(token.text)) {
    lexer_.expected("an expression");
  }
  lexer_.next();
  ExpressionPtr name = make(ExpressionKind::name, token.offset);
  name->name = token.text;
  return name;
}

ExpressionPtr ProgramParser::parse_constant() {
  const Token token = lexer_.next();
  ExpressionPtr constant = make(ExpressionKind::constant, token.offset);
  constant->value = static_cast<Value>(token.number);
  // C's rule: the first of int, unsigned, long, unsigned long that holds it; decimals stay signed without suffix u.
  const bool fits_int = token.number <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
  const bool fits_unsigned = token.number <= std::numeric_limits<std::uint32_t>::max();
  const bool fits_long = token.number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const bool may_be_unsigned = token.is_unsigned || !token.is_decimal;
  if (!token.is_long && fits_int && !token.is_unsigned) {
    constant->type = kInt;
  } else if (!token.is_long && fits_unsigned && may_be_unsigned) {
    constant->type = {32, false, 0, false};
  } else if (fits_long && !token.is_unsigned) {
    constant->type = {64, true, 0, false};
  } else if (may_be_unsigned) {
    constant->type = {64, false, 0, false};
  } else {
    lexer_.source().expected(token.offset, "a number that fits a 64-bit integer", describe(token));
  }
  return constant;
}

}  // namespace graphfuzz::litmus
