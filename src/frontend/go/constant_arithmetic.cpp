// See constant_arithmetic.hpp.
#include "frontend/go/constant_arithmetic.hpp"

#include <cmath>

#include "frontend/go/source.hpp"

namespace graphfuzz::go::syntax {
namespace {

constexpr Integer kMaximum = ~(Integer{1} << 127);

std::optional<Constant> as_integer(const Constant& constant) {
  if (constant.kind == ConstantKind::integer) return constant;
  if (constant.kind != ConstantKind::floating || std::fabs(constant.floating) >= 0x1p126L) return std::nullopt;
  // Go computes exactly, so that 0.0005 * 1e9 is an integer; here it is one but for rounding.
  const long double nearest = std::round(constant.floating);
  if (std::fabs(constant.floating - nearest) > std::fabs(nearest) * 0x1p-60L) return std::nullopt;
  return Constant::of(static_cast<Integer>(nearest));
}

std::optional<Constant> as_float(const Constant& constant) {
  if (constant.kind == ConstantKind::floating) return constant;
  if (constant.kind != ConstantKind::integer) return std::nullopt;
  return Constant::of(static_cast<long double>(constant.integer));
}

std::optional<Constant> finite(long double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return Constant::of(value);
}

template <typename Value>
std::optional<bool> compared(Operator op, const Value& left, const Value& right) {
  switch (op) {
    case Operator::equal:
      return left == right;
    case Operator::not_equal:
      return left != right;
    case Operator::less:
      return left < right;
    case Operator::less_equal:
      return left <= right;
    case Operator::greater:
      return left > right;
    case Operator::greater_equal:
      return left >= right;
    default:
      return std::nullopt;
  }
}

std::optional<Constant> binary_integer(Operator op, Integer left, Integer right) {
  Integer result = 0;
  bool overflow = false;
  switch (op) {
    case Operator::add:
      overflow = __builtin_add_overflow(left, right, &result);
      break;
    case Operator::subtract:
      overflow = __builtin_sub_overflow(left, right, &result);
      break;
    case Operator::multiply:
      overflow = __builtin_mul_overflow(left, right, &result);
      break;
    case Operator::divide:
      overflow = right == -1 && left < -kMaximum;
      if (!overflow) result = left / right;
      break;
    case Operator::remainder:
      result = right == -1 ? 0 : left % right;
      break;
    case Operator::bit_and:
      result = left & right;
      break;
    case Operator::bit_or:
      result = left | right;
      break;
    case Operator::bit_xor:
      result = left ^ right;
      break;
    case Operator::and_not:
      result = left & ~right;
      break;
    default:
      return std::nullopt;
  }
  if (overflow) return std::nullopt;
  return Constant::of(result);
}

}  // namespace

std::optional<Constant> represented(const Constant& constant, const Type* type) {
  if (is_boolean(type)) {
    return constant.kind == ConstantKind::boolean ? std::optional(constant) : std::nullopt;
  }
  if (is_string(type)) return constant.kind == ConstantKind::string ? std::optional(constant) : std::nullopt;
  if (is_float(type)) {
    auto result = as_float(constant);
    if (!result) return std::nullopt;
    if (under(type)->kind == TypeKind::float32) result->floating = static_cast<float>(result->floating);
    if (under(type)->kind == TypeKind::float64) result->floating = static_cast<double>(result->floating);
    return std::isfinite(result->floating) ? result : std::nullopt;
  }
  if (!is_integer(type)) return std::nullopt;
  const auto result = as_integer(constant);
  if (!result || is_untyped(type)) return result;
  const int width = bits(type);
  const Integer least = is_unsigned(type) ? Integer{0} : -(Integer{1} << (width - 1));
  const Integer most = (Integer{1} << (is_unsigned(type) ? width : width - 1)) - 1;
  if (result->integer < least || result->integer > most) return std::nullopt;
  return result;
}

std::optional<Constant> binary(Operator op, const Constant& left, const Constant& right) {
  std::optional<bool> truth;
  switch (left.kind) {
    case ConstantKind::boolean:
      if (op == Operator::logical_and) return Constant::of(left.boolean && right.boolean);
      if (op == Operator::logical_or) return Constant::of(left.boolean || right.boolean);
      truth = compared(op, left.boolean, right.boolean);
      break;
    case ConstantKind::string:
      if (op == Operator::add) {
        if (left.string.size() + right.string.size() > 1'000'000) return std::nullopt;
        return Constant::of(left.string + right.string);
      }
      truth = compared(op, left.string, right.string);
      break;
    case ConstantKind::integer:
      truth = compared(op, left.integer, right.integer);
      if (!truth) return binary_integer(op, left.integer, right.integer);
      break;
    case ConstantKind::floating:
      truth = compared(op, left.floating, right.floating);
      if (truth) break;
      if (op == Operator::add) return finite(left.floating + right.floating);
      if (op == Operator::subtract) return finite(left.floating - right.floating);
      if (op == Operator::multiply) return finite(left.floating * right.floating);
      if (op == Operator::divide) return finite(left.floating / right.floating);
      break;
  }
  if (!truth) return std::nullopt;
  return Constant::of(*truth);
}

std::optional<Constant> shifted(Operator op, const Constant& left, Integer count) {
  if (op == Operator::shift_right) {
    return Constant::of(count > 126 ? (left.integer < 0 ? Integer{-1} : Integer{0})
                                    : left.integer >> static_cast<int>(count));
  }
  if (left.integer == 0) return left;
  if (count > 126) return std::nullopt;
  return binary_integer(Operator::multiply, left.integer, Integer{1} << static_cast<int>(count));
}

std::optional<Constant> unary(Operator op, const Constant& operand, const Type* type) {
  switch (op) {
    case Operator::logical_not:
      return Constant::of(!operand.boolean);
    case Operator::subtract:
      if (operand.kind == ConstantKind::floating) return Constant::of(-operand.floating);
      return binary_integer(Operator::subtract, 0, operand.integer);
    case Operator::bit_xor:
      if (is_unsigned(type)) return Constant::of(operand.integer ^ ((Integer{1} << bits(type)) - 1));
      return Constant::of(~operand.integer);
    default:
      return operand;
  }
}

std::string to_string(Integer value) {
  const bool negative = value < 0;
  std::string digits;
  do {
    const int last = static_cast<int>(value % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (last < 0 ? -last : last)));
    value /= 10;
  } while (value != 0);
  return negative ? "-" + digits : digits;
}

std::string to_string(const Constant& constant) {
  switch (constant.kind) {
    case ConstantKind::boolean:
      return constant.boolean ? "true" : "false";
    case ConstantKind::integer:
      return to_string(constant.integer);
    case ConstantKind::floating: {
      std::string text = std::to_string(constant.floating);
      while (text.ends_with('0')) text.pop_back();
      if (text.ends_with('.')) text.pop_back();
      return text;
    }
    case ConstantKind::string:
      return in_quotes(constant.string);
  }
  return {};
}

}  // namespace graphfuzz::go::syntax
