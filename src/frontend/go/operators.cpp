// Checker: operators (Go specification, "Operators", "Comparison operators", "Address operators").
#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {
namespace {

bool is_shift(Operator op) { return op == Operator::shift_left || op == Operator::shift_right; }
bool is_comparison(Operator op) { return op >= Operator::equal && op <= Operator::greater_equal; }

}  // namespace

Variable* Checker::root(Expression* expression) const {
  while (true) {
    expression = unparenthesized(expression);
    if (expression->kind == ExpressionKind::name) {
      Entity* entity = static_cast<Name*>(expression)->entity;
      return entity != nullptr && entity->kind == EntityKind::variable ? static_cast<Variable*>(entity) : nullptr;
    }
    if (expression->kind == ExpressionKind::selector) {
      const auto* selector = static_cast<Selector*>(expression);
      if (selector->selection == nullptr) return nullptr;
      if (selector->selection->kind == SelectionKind::package_member) {
        Entity* entity = selector->selection->entity;
        return entity->kind == EntityKind::variable ? static_cast<Variable*>(entity) : nullptr;
      }
      for (const FieldStep& step : selector->selection->path) {
        if (step.dereference) return nullptr;
      }
      expression = selector->operand;
    } else if (expression->kind == ExpressionKind::index) {
      expression = static_cast<Index*>(expression)->operand;
      if (under(expression->type)->kind != TypeKind::array) return nullptr;
    } else {
      return nullptr;
    }
  }
}

void Checker::take_address(Expression* expression) {
  if (Variable* variable = root(expression)) variable->address_taken = true;
}

void Checker::dereference(Dereference& dereference) {
  expression(dereference.operand);
  if (dereference.operand->mode == Mode::type) {
    set_value(dereference, types_->pointer_to(dereference.operand->type), Mode::type);
    return;
  }
  require_value(*dereference.operand);
  if (dereference.operand->mode == Mode::nil) fail(dereference.place, "cannot dereference nil");
  make_default(dereference.operand);
  if (!is_pointer(dereference.operand->type)) {
    fail(dereference.place, "cannot dereference a value of type " + to_string(dereference.operand->type));
  }
  set_value(dereference, under(dereference.operand->type)->element, Mode::variable);
}

void Checker::unary_expression(Unary& unary) {
  Expression* operand = unary.operand;
  if (unary.op == Operator::address) {
    value(operand);
    if (unparenthesized(operand)->kind != ExpressionKind::composite_literal) {
      if (operand->mode != Mode::variable) fail(unary.place, "cannot take the address of what is no variable");
      take_address(operand);
    }
    set_value(unary, types_->pointer_to(operand->type));
    return;
  }
  value(operand);
  if (unary.op == Operator::receive) {
    make_default(operand);
    const Type* channel = under(operand->type);
    if (channel->kind != TypeKind::channel) {
      fail(unary.place, "cannot receive from a value of type " + to_string(operand->type));
    }
    if (channel->direction == Direction::send_only) fail(unary.place, "cannot receive from a send-only channel");
    set_value(unary, channel->element);
    return;
  }
  const bool fits = unary.op == Operator::logical_not ? is_boolean(operand->type)
                    : unary.op == Operator::bit_xor   ? is_integer(operand->type)
                                                      : is_numeric(operand->type);
  if (!fits) fail(unary.place, "the operator is not defined on a value of type " + to_string(operand->type));
  set_value(unary, operand->type);
  if (operand->constant == nullptr) return;
  auto result = syntax::unary(unary.op, *operand->constant, operand->type);
  if (result && !is_untyped(unary.type)) result = represented(*result, unary.type);
  if (!result) fail(unary.place, "the constant overflows " + to_string(unary.type));
  set_constant(unary, unary.type, std::move(*result));
}

void Checker::require_operator(Operator op, const Expression& operand, Place place) const {
  const Type* type = operand.type;
  bool fits = false;
  switch (op) {
    case Operator::add:
      fits = is_numeric(type) || is_string(type);
      break;
    case Operator::subtract:
    case Operator::multiply:
    case Operator::divide:
      fits = is_numeric(type);
      break;
    case Operator::logical_and:
    case Operator::logical_or:
      fits = is_boolean(type);
      break;
    default:
      fits = is_integer(type);
      break;
  }
  if (fits && operand.mode != Mode::nil) return;
  fail(place, "the operator is not defined on a value of type " + to_string(type));
}

void Checker::match(Expression* left, Expression* right, Place place) {
  const bool left_untyped = is_untyped(left->type);
  const bool right_untyped = is_untyped(right->type);
  if (left_untyped && right_untyped) {
    if (left->type == right->type) return;
    if (!is_numeric(left->type) || !is_numeric(right->type)) {
      fail(place, "mismatched types " + to_string(left->type) + " and " + to_string(right->type));
    }
    // The later of integer, rune, floating point.
    const Type* type = left->type->kind > right->type->kind ? left->type : right->type;
    for (Expression* operand : {left, right}) {
      if (operand->constant == nullptr && is_float(type)) {
        fail(operand->place, "a shift whose count is not constant, of what is no integer");
      }
      set_type(operand, type);
    }
  } else if (left_untyped || right_untyped) {
    Expression* untyped = left_untyped ? left : right;
    const Type* type = left_untyped ? right->type : left->type;
    if (is_interface(type) && untyped->mode != Mode::nil) {
      make_default(untyped);
      return;
    }
    const bool same_sort = untyped->mode == Mode::nil  ? has_nil(type)
                           : is_boolean(untyped->type) ? is_boolean(type)
                           : is_string(untyped->type)  ? is_string(type)
                                                       : is_numeric(type);
    if (!same_sort) fail(place, "mismatched types " + to_string(left->type) + " and " + to_string(right->type));
    convert_untyped(untyped, type);
  }
}

void Checker::comparison(Operator op, Expression* left, Expression* right, Place place) {
  match(left, right, place);
  if (left->type != right->type) {
    if (!assignable(left->type, right->type) && !assignable(right->type, left->type)) {
      fail(place, "mismatched types " + to_string(left->type) + " and " + to_string(right->type));
    }
    if (is_interface(right->type) && !is_interface(left->type)) left->converted = right->type;
    if (is_interface(left->type) && !is_interface(right->type)) right->converted = left->type;
  }
  const bool with_nil = left->mode == Mode::nil || right->mode == Mode::nil;
  if (op == Operator::equal || op == Operator::not_equal) {
    if (left->mode == Mode::nil && right->mode == Mode::nil) fail(place, "nil cannot be compared with nil");
    if (with_nil) return;
    for (const Expression* operand : {left, right}) {
      if (!is_comparable(operand->type))
        fail(place, "values of type " + to_string(operand->type) + " cannot be compared");
    }
    return;
  }
  if (with_nil || !(is_numeric(left->type) || is_string(left->type))) {
    fail(place, "values of type " + to_string(left->type) + " have no order");
  }
}

void Checker::shift(Expression& result, Operator op, Expression* left, Expression* right, Place place) {
  if (is_untyped(left->type) && left->constant != nullptr) {
    auto integer =
        is_numeric(left->type) ? represented(*left->constant, types_->basic(TypeKind::untyped_int)) : std::nullopt;
    if (!integer) fail(place, "the shifted operand must be an integer");
    if (is_float(left->type)) set_type(left, types_->basic(TypeKind::untyped_int));
  }
  if (!is_integer(left->type)) {
    fail(place, "the shifted operand must be an integer, found a value of type " + to_string(left->type));
  }
  if (is_untyped(right->type)) {
    if (right->mode == Mode::nil || !is_numeric(right->type)) fail(right->place, "the shift count must be an integer");
    if (right->constant != nullptr) {
      const auto count = represented(*right->constant, types_->basic(TypeKind::untyped_int));
      if (count && count->integer < 0) fail(right->place, "the shift count must not be negative");
    }
    convert_untyped(right, types_->basic(TypeKind::uint));
  }
  if (!is_integer(right->type)) {
    fail(right->place, "the shift count must be an integer, found a value of type " + to_string(right->type));
  }
  if (right->constant != nullptr && right->constant->integer < 0) {
    fail(right->place, "the shift count must not be negative");
  }
  set_value(result, left->type);
  if (left->constant == nullptr || right->constant == nullptr) return;
  auto constant = shifted(op, *left->constant, right->constant->integer);
  if (constant && !is_untyped(left->type)) constant = represented(*constant, left->type);
  if (!constant) {
    fail(place, is_untyped(left->type) ? "constants beyond 128 bits are not supported"
                                       : "the constant overflows " + to_string(left->type));
  }
  set_constant(result, left->type, std::move(*constant));
}

void Checker::binary_expression(Binary& binary) {
  value(binary.left);
  value(binary.right);
  Expression* left = binary.left;
  Expression* right = binary.right;
  const Operator op = binary.op;
  if (is_shift(op)) {
    shift(binary, op, left, right, binary.place);
    return;
  }
  if (is_comparison(op)) {
    comparison(op, left, right, binary.place);
    set_value(binary, types_->basic(TypeKind::untyped_bool));
  } else {
    compound(op, left, right, binary.place);
    set_value(binary, left->type);
  }
  if (left->constant != nullptr && right->constant != nullptr) {
    auto result = syntax::binary(op, *left->constant, *right->constant);
    if (result && !is_untyped(binary.type)) result = represented(*result, binary.type);
    if (!result) {
      fail(binary.place, is_untyped(binary.type) ? "constants as large as this are not supported"
                                                 : "the constant overflows " + to_string(binary.type));
    }
    set_constant(binary, binary.type, std::move(*result));
  } else if (is_comparison(op)) {
    // Nothing around it says what type these have, since the result is a boolean in any case.
    make_default(left);
    make_default(right);
  }
}

void Checker::compound(Operator op, Expression* left, Expression* right, Place place) {
  match(left, right, place);
  if (left->type != right->type) {
    fail(place, "mismatched types " + to_string(left->type) + " and " + to_string(right->type));
  }
  require_operator(op, *left, place);
  if ((op == Operator::divide || op == Operator::remainder) && is_integer(left->type) && right->constant != nullptr &&
      right->constant->integer == 0) {
    fail(right->place, "division by zero");
  }
  if (op == Operator::divide && left->constant != nullptr && right->constant != nullptr && is_float(left->type) &&
      right->constant->floating == 0) {
    fail(right->place, "division by zero");
  }
}

}  // namespace graphfuzz::go::syntax
