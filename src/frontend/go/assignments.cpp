// Checker: assignments and definitions.
#include <algorithm>

#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {

std::vector<const Type*> Checker::right_sides(const std::vector<Expression*>& right, std::size_t left, Place place) {
  const auto mismatch = [&](std::size_t found) {
    fail(place,
         "expected " + std::to_string(left) + (left == 1 ? " value" : " values") + ", found " + std::to_string(found));
  };
  std::vector<const Type*> types;
  if (right.size() == left || right.size() != 1) {
    for (Expression* one : right) value(one);
    if (right.size() != left) mismatch(right.size());
    for (Expression* one : right) types.push_back(one->type);
    return types;
  }
  Expression* only = right[0];
  expression(only);
  if (only->mode == Mode::tuple) {
    if (only->type->elements.size() != left) mismatch(only->type->elements.size());
    return only->type->elements;
  }
  require_value(*only);
  Expression* inner = unparenthesized(only);
  const bool two = only->mode == Mode::map_entry || inner->kind == ExpressionKind::type_assertion ||
                   (inner->kind == ExpressionKind::unary && static_cast<Unary*>(inner)->op == Operator::receive);
  if (left != 2 || !two) mismatch(1);
  only->comma_ok = inner->comma_ok = true;
  return {only->type, types_->basic(TypeKind::boolean)};
}

/// It is assigned to.
void Checker::left_side(Expression* left) {
  if (left->mode == Mode::variable) {
    if (Variable* variable = root(left)) variable->assigned_again = true;
    return;
  }
  if (left->mode == Mode::map_entry) return;
  const Expression* inner = unparenthesized(left);
  if (inner->kind == ExpressionKind::selector &&
      unparenthesized(static_cast<const Selector*>(inner)->operand)->mode == Mode::map_entry) {
    fail(left->place, "cannot assign to a field of a structure in a map");
  }
  fail(left->place, "cannot assign to what is no variable");
}

void Checker::assignment(Assignment& assignment) {
  if (assignment.defines) {
    definition(assignment);
    return;
  }
  if (assignment.compound) {
    if (assignment.left.size() != 1 || assignment.right.size() != 1) {
      fail(assignment.place_of_operator, "expected one value on each side of the assignment");
    }
    Expression* left = assignment.left[0];
    Expression* right = assignment.right[0];
    value(left);
    value(right);
    if (assignment.op == Operator::shift_left || assignment.op == Operator::shift_right) {
      const Type* type = left->type;
      const Mode mode = left->mode;
      shift(*left, assignment.op, left, right, assignment.place_of_operator);
      set_value(*left, type, mode);
    } else {
      compound(assignment.op, left, right, assignment.place_of_operator);
    }
    left_side(left);
    return;
  }
  // What is on the left is not used by that.
  std::vector<const Type*> places;
  for (Expression* left : assignment.left) {
    Expression* inner = unparenthesized(left);
    if (inner->kind == ExpressionKind::name) {
      auto* name = static_cast<Name*>(inner);
      name->entity = nullptr;
      if (name->text == "_") {
        places.push_back(nullptr);
        continue;
      }
      Entity* entity = find(name->text);
      if (entity != nullptr && entity->kind == EntityKind::variable) {
        auto* variable = static_cast<Variable*>(entity);
        const bool used = variable->used;
        expression(left);
        variable->used = used;
      } else {
        expression(left);
      }
    } else {
      expression(left);
    }
    require_value(*left);
    left_side(left);
    places.push_back(left->type);
  }
  const auto types = right_sides(assignment.right, places.size(), assignment.place);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (assignment.right.size() == places.size()) {
      if (places[i] != nullptr) {
        assign(assignment.right[i], places[i], "an assignment");
      } else {
        make_default(assignment.right[i]);
      }
    } else if (places[i] != nullptr) {
      // The second of `v, ok = …` is an untyped boolean.
      const bool is_ok = i == 1 && assignment.right[0]->comma_ok;
      assign_type(is_ok ? types_->basic(TypeKind::untyped_bool) : types[i], places[i], assignment.right[0]->place,
                  "an assignment");
    }
  }
}

void Checker::definition(Assignment& assignment) {
  const auto types = right_sides(assignment.right, assignment.left.size(), assignment.place);
  std::set<std::string_view> seen;
  std::vector<bool> is_new;
  for (Expression* left : assignment.left) {
    if (left->kind != ExpressionKind::name) fail(left->place, "expected a name left of ':='");
    const std::string& text = static_cast<Name*>(left)->text;
    if (text != "_" && !seen.insert(text).second) fail(left->place, text + " repeated left of ':='");
    is_new.push_back(text != "_" && !context_.scope->names.contains(text));
  }
  if (std::find(is_new.begin(), is_new.end(), true) == is_new.end()) {
    fail(assignment.place_of_operator, "no new variables left of ':='");
  }
  const bool one_each = assignment.right.size() == assignment.left.size();
  assignment.defined.assign(assignment.left.size(), nullptr);
  for (std::size_t i = 0; i < assignment.left.size(); ++i) {
    auto* name = static_cast<Name*>(assignment.left[i]);
    Expression* right = one_each ? assignment.right[i] : nullptr;
    if (is_new[i] || name->text == "_") {
      if (right != nullptr) make_default(right);
      if (is_new[i]) {
        // Declared below: no name is visible in the statement itself.
        continue;
      }
      name->entity = nullptr;
      continue;
    }
    Entity* entity = find(name->text);
    if (entity->kind != EntityKind::variable) fail(name->place, "cannot assign to " + name->text);
    auto* variable = static_cast<Variable*>(entity);
    const bool used = variable->used;
    mention(name, variable);
    variable->used = used;
    variable->assigned_again = true;
    if (right != nullptr) {
      assign(right, variable->type, "an assignment");
    } else {
      assign_type(types[i], variable->type, assignment.right[0]->place, "an assignment");
    }
  }
  for (std::size_t i = 0; i < assignment.left.size(); ++i) {
    if (!is_new[i]) continue;
    const Type* type = one_each ? assignment.right[i]->type : types[i];
    assignment.defined[i] = declare_variable(static_cast<Name*>(assignment.left[i]), type);
  }
}

}  // namespace graphfuzz::go::syntax
