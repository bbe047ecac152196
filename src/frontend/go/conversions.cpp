// Checker: assignability, conversions, and what becomes of untyped values (Go specification, "Assignability",
// "Conversions", "Constants").
#include "frontend/go/checker.hpp"
#include "frontend/go/utf8.hpp"

namespace graphfuzz::go::syntax {
namespace {

bool is_named(const Type* type) { return type->kind < TypeKind::pointer; }  // predeclared types are named, too

std::string described(const Expression& value) {
  std::string text = value.constant != nullptr ? to_string(*value.constant) + " (" : "a value (";
  return text + "of type " + to_string(value.type) + ")";
}

}  // namespace

bool Checker::assignable(const Type* from, const Type* to) const {
  if (from == to) return true;
  if (is_interface(to)) return implements(from, to);
  const Type* a = under(from);
  const Type* b = under(to);
  const bool unnamed = !is_named(from) || !is_named(to);
  if (a == b && unnamed) return true;
  return a->kind == TypeKind::channel && b->kind == TypeKind::channel && a->direction == Direction::both &&
         a->element == b->element && unnamed;
}

void Checker::assign_type(const Type* from, const Type* to, Place place, std::string_view context) const {
  if (assignable(from, to) || (from->kind == TypeKind::untyped_bool && (is_boolean(to) || is_interface(to)))) return;
  std::string reason;
  std::string missing;
  if (is_interface(to) && !implements(from, to, &missing)) {
    const auto found = look_up(from, missing, package_);
    reason = found != nullptr && found->adjust == Adjust::address ? ": method " + missing + " has a pointer receiver"
                                                                  : ": missing or wrong method " + missing;
  }
  fail(place, "cannot use a value of type " + to_string(from) + " as " + to_string(to) + " in " + std::string(context) +
                  reason);
}

void Checker::assign(Expression* value, const Type* to, std::string_view context) {
  if (is_untyped(value->type)) {
    if (value->mode == Mode::nil && !has_nil(to)) {
      fail(value->place, "cannot use nil as " + to_string(to) + " in " + std::string(context));
    }
    if (is_interface(to) && value->mode != Mode::nil) {
      make_default(value);
    } else {
      convert_untyped(value, to);
    }
  }
  if (value->type == to) return;
  assign_type(value->type, to, value->place, context);
  if (is_interface(to)) value->converted = to;
}

const Type* Checker::default_type(const Expression& value) const {
  switch (value.type->kind) {
    case TypeKind::untyped_bool:
      return types_->basic(TypeKind::boolean);
    case TypeKind::untyped_int:
      return types_->basic(TypeKind::int_);
    case TypeKind::untyped_rune:
      return types_->basic(TypeKind::int32);
    case TypeKind::untyped_float:
      return types_->basic(TypeKind::float64);
    case TypeKind::untyped_string:
      return types_->basic(TypeKind::string);
    case TypeKind::untyped_nil:
      fail(value.place, "use of untyped nil");
    default:
      return value.type;
  }
}

void Checker::make_default(Expression* value) {
  if (is_untyped(value->type)) convert_untyped(value, default_type(*value));
}

void Checker::convert_untyped(Expression* value, const Type* to) {
  const auto refuse = [&] {
    fail(value->place, "cannot use " + described(*value) + " as a value of type " + to_string(to));
  };
  if (value->mode == Mode::nil) {
    if (!has_nil(to)) refuse();
  } else if (value->constant != nullptr) {
    const auto constant = represented(*value->constant, to);
    if (!constant) {
      if (is_numeric(value->type) && is_numeric(to)) {
        fail(value->place, "cannot use " + to_string(*value->constant) + " as a value of type " + to_string(to) +
                               (value->constant->kind == ConstantKind::floating ? " (truncated)" : " (overflows)"));
      }
      refuse();
    }
  } else {
    const bool fits = is_boolean(value->type) ? is_boolean(to) : is_integer(value->type) && is_numeric(to);
    if (!fits) refuse();
  }
  set_type(value, to);
}

/// Down to the operands that are untyped for the same reason.
void Checker::set_type(Expression* value, const Type* type) {
  value->type = type;
  if (value->constant != nullptr) {
    auto constant = represented(*value->constant, type);
    if (constant) value->constant = keep(std::move(*constant));
  }
  switch (value->kind) {
    case ExpressionKind::parenthesized:
      set_type(static_cast<Parenthesized*>(value)->inner, type);
      return;
    case ExpressionKind::unary: {
      Expression* operand = static_cast<Unary*>(value)->operand;
      if (operand->type != nullptr && is_untyped(operand->type)) set_type(operand, type);
      return;
    }
    case ExpressionKind::binary: {
      auto* binary = static_cast<Binary*>(value);
      if (binary->op >= Operator::equal && binary->op <= Operator::greater_equal) return;
      const bool is_shift = binary->op == Operator::shift_left || binary->op == Operator::shift_right;
      if (is_shift && value->constant == nullptr && !is_integer(type)) {
        fail(value->place, "the shifted operand (of type " + to_string(type) + ") must be an integer");
      }
      if (is_untyped(binary->left->type)) set_type(binary->left, type);
      if (!is_shift && is_untyped(binary->right->type)) set_type(binary->right, type);
      return;
    }
    default:
      return;
  }
}

bool Checker::convertible(const Type* from, const Type* to) const {
  if (assignable(from, to)) return true;
  const Type* a = under(from);
  const Type* b = under(to);
  if (a == b) return true;
  // Unnamed pointers to the same thing by other names.
  if (from->kind == TypeKind::pointer && to->kind == TypeKind::pointer && under(a->element) == under(b->element)) {
    return true;
  }
  if (is_numeric(a) && is_numeric(b)) return true;
  const auto characters = [](const Type* type) {
    if (type->kind != TypeKind::slice) return false;
    const TypeKind kind = under(type->element)->kind;
    return kind == TypeKind::uint8 || kind == TypeKind::int32;
  };
  if (is_string(b) && (is_integer(a) || characters(a))) return true;
  if (is_string(a) && characters(b)) return true;
  return a->kind == TypeKind::slice && b->kind == TypeKind::pointer && under(b->element)->kind == TypeKind::array &&
         under(b->element)->element == a->element;
}

void Checker::conversion(Call& call, const Type* to) {
  call.call = CallKind::conversion;
  if (call.spread) fail(call.place, "invalid use of '...' in a conversion");
  if (call.arguments.size() != 1) {
    fail(call.closing, "expected one argument of the conversion to " + to_string(to) + ", found " +
                           std::to_string(call.arguments.size()));
  }
  Expression* argument = call.arguments[0];
  value(argument);
  const bool to_basic = under(to)->kind <= TypeKind::string;
  if (argument->constant != nullptr && to_basic) {
    auto constant = represented(*argument->constant, to);
    if (constant) {
      if (is_untyped(argument->type)) set_type(argument, to);
      set_constant(call, to, std::move(*constant));
      return;
    }
    if (is_integer(argument->type) && is_string(to)) {
      std::string text;
      const Integer code = argument->constant->integer;
      append_utf8(text, code < 0 || code > 0x10ffff ? -1 : static_cast<std::int64_t>(code));
      make_default(argument);
      set_constant(call, to, Constant::of(std::move(text)));
      return;
    }
    fail(argument->place, "cannot convert " + described(*argument) + " to " + to_string(to));
  }
  if (is_untyped(argument->type)) {
    if (argument->mode == Mode::nil) {
      if (!has_nil(to)) fail(argument->place, "cannot convert nil to " + to_string(to));
      convert_untyped(argument, to);
    } else if (argument->constant == nullptr && !is_interface(to)) {  // of a comparison or a shift
      convert_untyped(argument, to);
    } else {
      make_default(argument);
    }
  }
  if (!convertible(argument->type, to)) {
    fail(argument->place, "cannot convert " + described(*argument) + " to " + to_string(to));
  }
  set_value(call, to);
}

}  // namespace graphfuzz::go::syntax
