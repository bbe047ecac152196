// Operators, comparisons, conversions, receive.
#include "frontend/go/compiler/function_compiler.hpp"

namespace graphfuzz::go::compiler {

using syntax::Expression;
using syntax::ExpressionKind;
using syntax::Operator;
using syntax::Type;
using syntax::TypeKind;
using syntax::under;
using vm::Op;

namespace {

const Type* type_compared(const Expression* e) { return e->converted != nullptr ? e->converted : e->type; }

}  // namespace

FunctionCompiler::Reg FunctionCompiler::unary(const syntax::Unary* e, Reg to) {
  switch (e->op) {
    case Operator::receive:
      return receive(e, to);
    case Operator::address: {
      const Expression* operand = e->operand;
      while (operand->kind == ExpressionKind::parenthesized) {
        operand = static_cast<const syntax::Parenthesized*>(operand)->inner;
      }
      if (operand->kind == ExpressionKind::composite_literal) {
        const Reg whole = expression(operand);
        to = destination(to, 1);
        emit(Op::box, to, whole, 0, 0, slots(operand->type));
        return to;
      }
      return address(place(operand), to);
    }
    default:
      break;
  }
  const Reg operand = expression(e->operand);
  if (e->op == Operator::add) {
    if (to == kAnywhere) return operand;
    move(to, operand, 1);
    return to;
  }
  to = destination(to, 1);
  if (e->op == Operator::logical_not) {
    emit(Op::logical_not, to, operand);
    return to;
  }
  if (is_float(e->type)) {
    emit(Op::negate_real, to, operand);
    return to;
  }
  emit(e->op == Operator::bit_xor ? Op::complement : Op::negate, to, operand);
  const int width = bits(e->type);
  if (width < 64) emit(Op::wrap, to, to, width, is_unsigned(e->type) ? 0 : 1);
  return to;
}

FunctionCompiler::Reg FunctionCompiler::receive(const syntax::Unary* e, Reg to) {
  const Reg channel = expression(e->operand);
  const std::uint32_t count = slots(e->type);
  to = destination(to, count + (e->comma_ok ? 1 : 0));
  place_ = e->place;
  emit(Op::receive, to, channel, e->comma_ok ? to + static_cast<Reg>(count) : -1, 0, count);
  return to;
}

FunctionCompiler::Reg FunctionCompiler::binary(const syntax::Binary* e, Reg to) {
  switch (e->op) {
    case Operator::logical_and:
    case Operator::logical_or:
      return logical(e, to);
    case Operator::equal:
    case Operator::not_equal:
    case Operator::less:
    case Operator::less_equal:
    case Operator::greater:
    case Operator::greater_equal:
      return comparison(e, to);
    default:
      break;
  }
  const bool is_integer_sum = (e->op == Operator::add || e->op == Operator::subtract) && is_integer(e->type);
  if (is_integer_sum && e->right->constant != nullptr && bits(e->type) == 64) {
    const std::int64_t bits = e->right->constant->bits();
    if (bits > -0x40000000 && bits < 0x40000000) {
      const Reg left = expression(e->left);
      to = destination(to, 1);
      emit(Op::add_constant, to, left, e->op == Operator::add ? bits : -bits);
      return to;
    }
  }
  const Reg left = expression(e->left);
  const Reg right = expression(e->right);
  place_ = e->place;
  return arithmetic(e->op, e->type, left, right, e->right->type, to);
}

FunctionCompiler::Reg FunctionCompiler::logical(const syntax::Binary* e, Reg to) {
  const Reg result = temporary(1);
  expression(e->left, result);
  const auto jump = emit(e->op == Operator::logical_and ? Op::jump_if_not : Op::jump_if, result);
  expression(e->right, result);
  patch(jump, here());
  if (to == kAnywhere) return result;
  move(to, result, 1);
  return to;
}

FunctionCompiler::Reg FunctionCompiler::comparison(const syntax::Binary* e, Reg to) {
  const Type* type = type_compared(e->left);
  if (e->left->mode == syntax::Mode::nil) type = type_compared(e->right);
  const Reg left = expression(e->left);
  const Reg right = expression(e->right);
  place_ = e->place;
  return compare(e->op, type, left, right, to);
}

FunctionCompiler::Reg FunctionCompiler::compare(Operator op, const Type* type, Reg left, Reg right, Reg to) {
  to = destination(to, 1);
  if (op == Operator::greater) return compare(Operator::less, type, right, left, to);
  if (op == Operator::greater_equal) return compare(Operator::less_equal, type, right, left, to);
  const bool real = is_float(type);
  const bool string = is_string(type);
  if (op == Operator::less || op == Operator::less_equal) {
    const bool strict = op == Operator::less;
    if (real) {
      emit(strict ? Op::less_real : Op::less_equal_real, to, left, right);
    } else if (string) {
      emit(strict ? Op::less_string : Op::less_equal_string, to, left, right);
    } else if (is_unsigned(type)) {
      emit(strict ? Op::less_unsigned : Op::less_equal_unsigned, to, left, right);
    } else {
      emit(strict ? Op::less : Op::less_equal, to, left, right);
    }
    return to;
  }
  const bool same = op == Operator::equal;
  const TypeKind kind = under(type)->kind;
  if (real) {
    emit(same ? Op::equal_real : Op::not_equal_real, to, left, right);
  } else if (string) {
    emit(same ? Op::equal_string : Op::not_equal_string, to, left, right);
  } else if (kind == TypeKind::structure || kind == TypeKind::array || kind == TypeKind::interface) {
    emit(Op::equal_value, to, left, right, program_.info(type).index);
    if (!same) emit(Op::logical_not, to, to);
  } else {  // the first word tells, also for a slice, map or function that is compared with nil
    emit(same ? Op::equal : Op::not_equal, to, left, right);
  }
  return to;
}

FunctionCompiler::Reg FunctionCompiler::arithmetic(Operator op, const Type* type, Reg left, Reg right,
                                                   const Type* right_type, Reg to) {
  to = destination(to, 1);
  if (is_string(type)) {
    emit(Op::concatenate, to, left, right);
    return to;
  }
  if (is_float(type)) {
    Op code = Op::add_real;
    if (op == Operator::subtract) code = Op::subtract_real;
    if (op == Operator::multiply) code = Op::multiply_real;
    if (op == Operator::divide) code = Op::divide_real;
    emit(code, to, left, right);
    if (under(type)->kind == TypeKind::float32) emit(Op::round_real, to, to);
    return to;
  }
  const bool is_unsigned_type = is_unsigned(type);
  Op code = Op::add;
  switch (op) {
    case Operator::subtract:
      code = Op::subtract;
      break;
    case Operator::multiply:
      code = Op::multiply;
      break;
    case Operator::divide:
      code = is_unsigned_type ? Op::divide_unsigned : Op::divide;
      break;
    case Operator::remainder:
      code = is_unsigned_type ? Op::remainder_unsigned : Op::remainder;
      break;
    case Operator::bit_and:
      code = Op::bit_and;
      break;
    case Operator::bit_or:
      code = Op::bit_or;
      break;
    case Operator::bit_xor:
      code = Op::bit_xor;
      break;
    case Operator::and_not:
      code = Op::and_not;
      break;
    case Operator::shift_left:
      code = Op::shift_left;
      break;
    case Operator::shift_right:
      code = is_unsigned_type ? Op::shift_right_unsigned : Op::shift_right;
      break;
    default:
      break;
  }
  emit(code, to, left, right, is_unsigned(right_type) ? 0 : 1);
  const bool may_leave = op == Operator::add || op == Operator::subtract || op == Operator::multiply ||
                         op == Operator::divide || op == Operator::shift_left;
  const int width = bits(type);
  if (may_leave && width < 64) emit(Op::wrap, to, to, width, is_unsigned_type ? 0 : 1);
  return to;
}

void FunctionCompiler::condition(const Expression* e, bool when, std::vector<std::int32_t>& jumps) {
  const Expression* inner = e;
  while (inner->kind == ExpressionKind::parenthesized && inner->constant == nullptr) {
    inner = static_cast<const syntax::Parenthesized*>(inner)->inner;
  }
  if (inner->constant != nullptr) {
    if (inner->constant->boolean == when) jumps.push_back(emit(Op::jump));
    return;
  }
  const Reg before = next_;
  if (inner->kind == ExpressionKind::unary && static_cast<const syntax::Unary*>(inner)->op == Operator::logical_not) {
    condition(static_cast<const syntax::Unary*>(inner)->operand, !when, jumps);
    return;
  }
  if (inner->kind == ExpressionKind::binary) {
    const auto* operation = static_cast<const syntax::Binary*>(inner);
    if (operation->op == Operator::logical_and || operation->op == Operator::logical_or) {
      if ((operation->op == Operator::logical_or) == when) {
        condition(operation->left, when, jumps);
        condition(operation->right, when, jumps);
      } else {
        std::vector<std::int32_t> past;
        condition(operation->left, !when, past);
        condition(operation->right, when, jumps);
        for (const std::int32_t jump : past) patch(jump, here());
      }
      return;
    }
    const Type* type = type_compared(operation->left);
    if (!when && operation->op == Operator::less && is_integer(type) && !is_unsigned(type)) {
      const Reg left = expression(operation->left);
      const Reg right = expression(operation->right);
      jumps.push_back(emit(Op::jump_less_not, left, 0, right));
      next_ = before;
      return;
    }
  }
  const Reg result = expression(inner);
  jumps.push_back(emit(when ? Op::jump_if : Op::jump_if_not, result));
  next_ = before;
}

FunctionCompiler::Reg FunctionCompiler::conversion(const Type* to_type, const Type* from_type, Reg from, Reg to) {
  if (is_interface(to_type)) return to_interface(from_type, from, to);
  const Type* target = under(to_type);
  const Type* source = under(from_type);
  const auto emit_one = [&](Op op) {
    to = destination(to, 1);
    emit(op, to, from);
    return to;
  };
  if (is_integer(target) && is_integer(source)) {
    const int width = bits(target);
    const bool fits = width == 64 || (bits(source) < width && is_unsigned(source)) ||
                      (bits(source) <= width && is_unsigned(source) == is_unsigned(target));
    if (!fits) {
      to = destination(to, 1);
      emit(Op::wrap, to, from, width, is_unsigned(target) ? 0 : 1);
      return to;
    }
  } else if (is_float(target) && is_integer(source)) {
    emit_one(is_unsigned(source) ? Op::unsigned_to_real : Op::int_to_real);
    if (target->kind == TypeKind::float32) emit(Op::round_real, to, to);
    return to;
  } else if (is_integer(target) && is_float(source)) {
    emit_one(Op::real_to_int);
    if (bits(target) < 64) emit(Op::wrap, to, to, bits(target), is_unsigned(target) ? 0 : 1);
    return to;
  } else if (target->kind == TypeKind::float32 && source->kind != TypeKind::float32) {
    return emit_one(Op::round_real);
  } else if (is_string(target) && is_integer(source)) {
    return emit_one(Op::rune_to_string);
  } else if (is_string(target) && source->kind == TypeKind::slice) {
    return emit_one(under(source->element)->kind == TypeKind::uint8 ? Op::bytes_to_string : Op::runes_to_string);
  } else if (target->kind == TypeKind::slice && is_string(source)) {
    return emit_one(under(target->element)->kind == TypeKind::uint8 ? Op::string_to_bytes : Op::string_to_runes);
  }
  if (to == kAnywhere) return from;
  move(to, from, slots(to_type));
  return to;
}

}  // namespace graphfuzz::go::compiler
