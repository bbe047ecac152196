// The syntax tree of the program zone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/program.hpp"
#include "type.hpp"

namespace graphfuzz::litmus {

// clang-format off
enum class UnaryOperator : std::uint8_t { negate, complement, logical_not, dereference, address_of };

enum class BinaryOperator : std::uint8_t {
  add, subtract, multiply, divide, modulo, shift_left, shift_right, bit_and, bit_or, bit_xor,
  equal, not_equal, less, less_equal, greater, greater_equal, logical_and, logical_or,
};

enum class ExpressionKind : std::uint8_t {
  constant,          ///< value, type
  name,              ///< name
  unary,             ///< unary, operands[0]
  binary,            ///< binary, operands[0..1]
  conditional,       ///< operands[0] ? operands[1] : operands[2]
  index,             ///< operands[0][operands[1]]
  cast,              ///< (type) operands[0]
  assign,            ///< operands[0] = operands[1]
  compound_assign,   ///< operands[0] binary= operands[1]
  increment,         ///< operands[0] ++ or -- (binary is add or subtract), before or after
  load,              ///< atomic_load(operands[0]), order
  store,             ///< atomic_store(operands[0], operands[1]), order
  update,            ///< exchange or fetch-and-…(operands[0], operands[1]): operation, order
  compare_exchange,  ///< (operands[0], operands[1], operands[2]): order, failure_order, weak
  fence,             ///< order
  lock, unlock,      ///< operands[0]
  assertion,         ///< assert(operands[0])
  assumption,        ///< assume(operands[0])
};

// clang-format on

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Expression {
  ExpressionKind kind = ExpressionKind::constant;
  std::size_t begin = 0;  ///< offsets of the source text
  std::size_t end = 0;
  unsigned depth = 1;  ///< of the tree, bounded so that no recursion over it overflows the stack
  std::vector<ExpressionPtr> operands;
  std::string_view name;
  Value value = 0;
  Type type = kInt;
  UnaryOperator unary = UnaryOperator::negate;
  BinaryOperator binary = BinaryOperator::add;
  bool is_prefix = false;
  bool weak = false;
  Operation operation = Operation::exchange;
  MemoryOrder order = MemoryOrder::seq_cst;
  MemoryOrder failure_order = MemoryOrder::seq_cst;
};

// clang-format off
enum class StatementKind : std::uint8_t {
  expression,   ///< expressions[0]
  declaration,  ///< type name [= expressions[0]]
  block,        ///< statements
  branch,       ///< if (expressions[0]) statements[0] [else statements[1]]
  while_loop,   ///< while (expressions[0]) statements[0]
  do_loop,      ///< do statements[0] while (expressions[0])
  for_loop,     ///< for (statements[1]; expressions[0]; statements[2]) statements[0]; no condition: no expressions
  break_loop, continue_loop, end_thread,
};

// clang-format on

struct Statement;
using StatementPtr = std::unique_ptr<Statement>;

struct Statement {
  StatementKind kind = StatementKind::block;
  std::size_t begin = 0;  ///< offsets of the source text
  std::size_t end = 0;
  std::vector<ExpressionPtr> expressions;
  std::vector<StatementPtr> statements;
  std::string_view name;
  Type type = kInt;
};

/// Parameter `type* name`: the location `name` has this type.
struct Parameter {
  std::string_view name;
  Type type;
  std::size_t offset = 0;
};

struct Function {
  unsigned thread = 0;
  std::size_t offset = 0;
  std::vector<Parameter> parameters;
  StatementPtr body;
};

/// Recursion over syntax trees is at most this deep.
inline constexpr unsigned kMaxDepth = 200;

}  // namespace graphfuzz::litmus
