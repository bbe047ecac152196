// Types of expressions, and conversions: where the litmus test lets an integer hold an address, C does not.
#include <fmt/format.h>

#include "../syntax.hpp"
#include "thread_writer.hpp"

namespace graphfuzz::litmus::c11 {

std::string ThreadWriter::in_source(const Expression& e) const {
  return in_quotes(all_.test.source.slice(e.begin, e.end));
}

void ThreadWriter::refuse(const Expression& e, std::string_view expected, std::string_view found) const {
  all_.test.source.expected(e.begin, fmt::format("{}, to write it in C", expected), found);
}

/// What an address points to; the compiler of the threads has seen to it that there is something.
Type ThreadWriter::type_behind(const Expression& address) const {
  const Type type = type_of(address);
  if (!type.is_pointer()) refuse(address, "an address of pointer type", in_source(address) + ", which is an integer");
  return type.pointee();
}

Type ThreadWriter::type_of(const Expression& e) const {
  switch (e.kind) {
    case ExpressionKind::constant:
    case ExpressionKind::cast:
      return e.type;
    case ExpressionKind::name:
      if (const Parameter* parameter = find_parameter(function_, e.name)) return parameter->type.pointer_to();
      return variable(e.name).type;
    case ExpressionKind::unary:
      if (e.unary == UnaryOperator::dereference) return type_behind(*e.operands[0]);
      if (e.unary == UnaryOperator::address_of) return type_of(*e.operands[0]).pointer_to();
      return e.unary == UnaryOperator::logical_not ? kInt : promoted(type_of(*e.operands[0]));
    case ExpressionKind::binary: {
      if (e.binary >= BinaryOperator::equal) return kInt;
      const Type left = type_of(*e.operands[0]);
      const bool shifts = e.binary == BinaryOperator::shift_left || e.binary == BinaryOperator::shift_right;
      return shifts ? promoted(left) : common_type(left, type_of(*e.operands[1]));
    }
    case ExpressionKind::conditional:
      return common_type(type_of(*e.operands[1]), type_of(*e.operands[2]));
    case ExpressionKind::index: {
      const Type type = common_type(type_of(*e.operands[0]), type_of(*e.operands[1]));
      if (!type.is_pointer()) refuse(e, "an address of pointer type", in_source(e));
      return type.pointee();
    }
    case ExpressionKind::assign:
    case ExpressionKind::compound_assign:
    case ExpressionKind::increment:
      return type_of(*e.operands[0]);
    case ExpressionKind::load:
    case ExpressionKind::update:
      return type_behind(*e.operands[0]);
    default:
      return kInt;
  }
}

/// The value of a constant, or of one with a sign.
std::optional<Value> ThreadWriter::folded(const Expression& e) const {
  if (e.kind == ExpressionKind::constant) return e.value;
  const bool negative = e.kind == ExpressionKind::unary && e.unary == UnaryOperator::negate &&
                        e.operands[0]->kind == ExpressionKind::constant;
  if (!negative) return std::nullopt;
  const Type type = promoted(e.operands[0]->type);
  return wrap(static_cast<Value>(std::uint64_t{0} - static_cast<std::uint64_t>(e.operands[0]->value)),
              type.value_bits(), type.value_signed());
}

ThreadWriter::Typed ThreadWriter::typed(const Expression& e) { return {value(e), type_of(e), folded(e)}; }

/// The value of an expression as one of type `to`, as assignments convert it.
Text ThreadWriter::converted(const Expression& e, const Type& to) {
  const Type from = type_of(e);
  if (const std::optional<Value> constant = folded(e)) {
    if (to.is_pointer() && !from.is_pointer()) {
      if (*constant != 0) refuse(e, "an address or 0", in_source(e));
      return {"NULL"};
    }
    return constant_text(wrap(*constant, to.value_bits(), to.value_signed()), to);
  }
  if (from.is_pointer() != to.is_pointer()) {
    refuse(e, to.is_pointer() ? "a pointer" : "an integer that is no address",
           fmt::format("{}, which is a {}", in_source(e), describe(from)));
  }
  const Text text = value(e);
  if (!to.is_pointer() || from == to) return text;
  return {fmt::format("({}){}", all_.spelling.value_type(to), at_least(text, kUnary)), kUnary};
}

}  // namespace graphfuzz::litmus::c11
