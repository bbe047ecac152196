// The values of expressions, computed as C does.
#include <fmt/format.h>

#include "arithmetic.hpp"
#include "compiler.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::litmus {
namespace {

struct Selected {
  Opcode opcode;
  bool swapped = false;
  bool compares = false;
};

Selected select(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::add:
      return {Opcode::add};
    case BinaryOperator::subtract:
      return {Opcode::subtract};
    case BinaryOperator::multiply:
      return {Opcode::multiply};
    case BinaryOperator::divide:
      return {Opcode::divide};
    case BinaryOperator::modulo:
      return {Opcode::modulo};
    case BinaryOperator::shift_left:
      return {Opcode::shift_left};
    case BinaryOperator::shift_right:
      return {Opcode::shift_right};
    case BinaryOperator::bit_and:
      return {Opcode::bit_and};
    case BinaryOperator::bit_or:
      return {Opcode::bit_or};
    case BinaryOperator::bit_xor:
      return {Opcode::bit_xor};
    case BinaryOperator::equal:
      return {Opcode::equal, false, true};
    case BinaryOperator::not_equal:
      return {Opcode::not_equal, false, true};
    case BinaryOperator::less:
      return {Opcode::less, false, true};
    case BinaryOperator::less_equal:
      return {Opcode::less_equal, false, true};
    case BinaryOperator::greater:
      return {Opcode::less, true, true};
    case BinaryOperator::greater_equal:
      return {Opcode::less_equal, true, true};
    default:
      return {Opcode::copy};
  }
}

}  // namespace

Operand ThreadCompiler::value(const Expression& e, OptionalWish wish) {
  stop_point();
  switch (e.kind) {
    case ExpressionKind::constant:
      return constant(e.value, e.type);
    case ExpressionKind::name:
      return name_value(e);
    case ExpressionKind::unary:
      return unary_value(e, wish);
    case ExpressionKind::binary:
      return binary_value(e, wish);
    case ExpressionKind::conditional:
      return lazy_value(e);
    case ExpressionKind::index:
      return read_place(place(e), e, wish);
    case ExpressionKind::cast:
      return cast_value(e);
    case ExpressionKind::assign:
    case ExpressionKind::compound_assign:
      return assign_value(e);
    case ExpressionKind::increment:
      return increment_value(e, true);
    case ExpressionKind::load:
      return load(address(*e.operands[0]), e.order, e, wish);
    case ExpressionKind::update:
      return update(e, wish);
    case ExpressionKind::compare_exchange:
      return compare_exchange(e, wish);
    default:
      context_.source.expected(e.begin, "an expression that has a value",
                               in_quotes(context_.source.slice(e.begin, e.end)));
  }
}

Operand ThreadCompiler::name_value(const Expression& e) {
  if (const Parameter* parameter = find_parameter(e.name)) {
    return constant(address_of(context_.symbols.find(e.name)->first), parameter->type.pointer_to());
  }
  const Register reg = variable_of(e, std::nullopt);
  return {false, 0, reg, assembler_.variable(reg).type};
}

Operand ThreadCompiler::unary_value(const Expression& e, OptionalWish wish) {
  const Expression& inner = *e.operands[0];
  switch (e.unary) {
    case UnaryOperator::dereference:
      return read_place(place(e), e, wish);
    case UnaryOperator::address_of: {
      const bool has_location = inner.kind == ExpressionKind::index ||
                                (inner.kind == ExpressionKind::unary && inner.unary == UnaryOperator::dereference);
      if (!has_location) {
        context_.source.expected(inner.begin, "a cell of an array or what a pointer points to",
                                 in_quotes(context_.source.slice(inner.begin, inner.end)));
      }
      const Place target = place(inner);
      Operand pointer = target.address;
      pointer.type = target.type.pointer_to();
      return pointer;
    }
    case UnaryOperator::logical_not: {
      const Operand operand = value(inner);
      return emit_binary(typed_instruction(Opcode::equal, kInt), operand, constant(0, kInt), kInt, e, wish);
    }
    case UnaryOperator::negate: {
      const Operand operand = value(inner);
      return arithmetic(BinaryOperator::subtract, constant(0, promoted(operand.type)), operand, e, wish);
    }
    case UnaryOperator::complement: {
      const Operand operand = value(inner);
      return arithmetic(BinaryOperator::bit_xor, operand, constant(-1, kInt), e, wish);
    }
  }
  return {};
}

Operand ThreadCompiler::binary_value(const Expression& e, OptionalWish wish) {
  if (e.binary == BinaryOperator::logical_and || e.binary == BinaryOperator::logical_or) return lazy_value(e);
  const Operand left = value(*e.operands[0]);
  const Operand right = value(*e.operands[1]);
  return arithmetic(e.binary, left, right, e, wish);
}

/// Converts the operands as C does, and computes.
Operand ThreadCompiler::arithmetic(BinaryOperator op, Operand left, Operand right, const Expression& e,
                                   OptionalWish wish) {
  if (left.type.is_void || right.type.is_void) {
    context_.source.expected(e.begin, "operands that have a size", "a pointer to void");
  }
  const Selected selected = select(op);
  const bool shifts = op == BinaryOperator::shift_left || op == BinaryOperator::shift_right;
  Type type = shifts ? promoted(left.type) : common_type(left.type, right.type);
  if (!type.is_pointer()) {
    left = convert(left, type, e.begin);
    if (!shifts) right = convert(right, type, e.begin);
  }
  if (op == BinaryOperator::subtract && left.type.is_pointer() && right.type.is_pointer()) type = {64, true, 0, false};
  if (selected.swapped) std::swap(left, right);
  return emit_binary(typed_instruction(selected.opcode, type), left, right, selected.compares ? kInt : type, e, wish);
}

Operand ThreadCompiler::emit_binary(Instruction instruction, const Operand& left, const Operand& right,
                                    const Type& type, const Expression& e, OptionalWish wish) {
  const bool divides = instruction.opcode == Opcode::divide || instruction.opcode == Opcode::modulo;
  if (left.is_constant && right.is_constant && !(divides && right.value == 0)) {
    return constant(evaluate(instruction, left.value, right.value, context_.cells), type);
  }
  instruction.left = assembler_.materialise(left);
  instruction.right = assembler_.materialise(right);
  instruction.result = result_register(type, wish, e.begin);
  if (divides) {
    instruction.target =
        add_message(e.begin, fmt::format("division by zero: {}", context_.source.slice(e.begin, e.end)));
  }
  assembler_.emit(instruction, e.begin);
  return {false, 0, instruction.result, type};
}

/// `a && b`, `a || b`, `c ? a : b`: the right operands are evaluated, and their loads happen, only if needed.
Operand ThreadCompiler::lazy_value(const Expression& e) {
  const Label otherwise = assembler_.new_label();
  const Label behind = assembler_.new_label();
  const Register result = assembler_.temporary(e.begin);
  const auto move = [&](const Operand& operand) {
    Instruction copy;
    copy.opcode = Opcode::copy;
    copy.left = assembler_.materialise(operand);
    copy.result = result;
    assembler_.emit(copy, e.begin);
  };
  if (e.kind == ExpressionKind::conditional) {
    jump_if(*e.operands[0], otherwise, false);
    const Operand first = value(*e.operands[1]);
    move(first);
    assembler_.jump(Opcode::jump, {}, behind, e.begin);
    assembler_.bind(otherwise);
    const Operand second = value(*e.operands[2]);
    const Type type = common_type(first.type, second.type);
    // The first operand is in `result` already, unconverted: only integers of one width need no conversion back there.
    if (!keeps_value(first.type, type)) {
      context_.source.expected(e.begin, "operands of '?:' of one type",
                               describe(first.type) + " and " + describe(second.type));
    }
    move(convert(second, type, e.begin));
    assembler_.bind(behind);
    return {false, 0, result, type};
  }
  jump_if(e, otherwise, false);
  move(constant(1, kInt));
  assembler_.jump(Opcode::jump, {}, behind, e.begin);
  assembler_.bind(otherwise);
  move(constant(0, kInt));
  assembler_.bind(behind);
  return {false, 0, result, kInt};
}

Operand ThreadCompiler::cast_value(const Expression& e) {
  if (e.type == kVoid) {
    context_.source.expected(e.begin, "an expression that has a value",
                             in_quotes(context_.source.slice(e.begin, e.end)));
  }
  Operand operand = value(*e.operands[0]);
  if (operand.type.is_pointer() && !e.type.is_pointer() && e.type.bits < 64) {
    context_.source.expected(e.begin, "a cast of a pointer to a 64-bit type", "a cast to a " + describe(e.type));
  }
  check_pointer(operand.type, e.type, e.begin);
  if (e.type.is_pointer()) {
    operand.type = e.type;
    return operand;
  }
  return convert(operand, e.type, e.begin);
}

}  // namespace graphfuzz::litmus
