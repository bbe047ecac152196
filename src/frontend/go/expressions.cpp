// Checker: names, selectors, indices, slices and type assertions.
#include <algorithm>

#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {

const Constant* Checker::keep(Constant constant) { return &program_->constants.emplace_back(std::move(constant)); }

void Checker::set_value(Expression& expression, const Type* type, Mode mode) const {
  expression.mode = mode;
  expression.type = type;
}

void Checker::set_constant(Expression& expression, const Type* type, Constant constant) {
  set_value(expression, type, Mode::constant);
  expression.constant = keep(std::move(constant));
}

void Checker::expression(Expression* expression) {
  const Level level(*this, expression->place);
  expression->constant = nullptr;
  expression->converted = nullptr;
  expression->comma_ok = false;
  switch (expression->kind) {
    case ExpressionKind::name:
      name(static_cast<Name&>(*expression));
      break;
    case ExpressionKind::basic_literal: {
      const auto& literal = static_cast<BasicLiteral&>(*expression);
      const TypeKind kind = literal.literal == LiteralKind::integer    ? TypeKind::untyped_int
                            : literal.literal == LiteralKind::floating ? TypeKind::untyped_float
                            : literal.literal == LiteralKind::rune     ? TypeKind::untyped_rune
                                                                       : TypeKind::untyped_string;
      set_value(*expression, types_->basic(kind), Mode::constant);
      expression->constant = &literal.value;
      break;
    }
    case ExpressionKind::composite_literal:
      composite_literal(static_cast<CompositeLiteral&>(*expression), nullptr);
      break;
    case ExpressionKind::function_literal:
      function_literal(static_cast<FunctionLiteral&>(*expression));
      break;
    case ExpressionKind::parenthesized: {
      Expression* inner = static_cast<Parenthesized&>(*expression).inner;
      this->expression(inner);
      set_value(*expression, inner->type, inner->mode);
      expression->constant = inner->constant;
      break;
    }
    case ExpressionKind::selector:
      selector(static_cast<Selector&>(*expression));
      break;
    case ExpressionKind::index:
      index(static_cast<Index&>(*expression));
      break;
    case ExpressionKind::slice:
      slice(static_cast<Slice&>(*expression));
      break;
    case ExpressionKind::type_assertion:
      type_assertion(static_cast<TypeAssertion&>(*expression));
      break;
    case ExpressionKind::call:
      call(static_cast<Call&>(*expression));
      break;
    case ExpressionKind::dereference:
      dereference(static_cast<Dereference&>(*expression));
      break;
    case ExpressionKind::unary:
      unary_expression(static_cast<Unary&>(*expression));
      break;
    case ExpressionKind::binary:
      binary_expression(static_cast<Binary&>(*expression));
      break;
    case ExpressionKind::array_type:
    case ExpressionKind::map_type:
    case ExpressionKind::channel_type:
    case ExpressionKind::function_type:
    case ExpressionKind::structure_type:
    case ExpressionKind::interface_type:
      type_of(expression);
      break;
  }
  if (expression->mode != Mode::type && expression->mode != Mode::no_value && expression->mode != Mode::builtin &&
      expression->mode != Mode::package && under(expression->type)->kind == TypeKind::invalid) {
    fail(expression->place, "invalid recursive type " + to_string(expression->type));
  }
}

void Checker::require_value(const Expression& expression) const {
  switch (expression.mode) {
    case Mode::no_value:
      fail(expression.place, "a call without results is used as a value");
    case Mode::builtin:
      fail(expression.place, "a builtin function must be called");
    case Mode::package:
      fail(expression.place, "use of a package without selector");
    case Mode::type:
      fail(expression.place, "expected a value, found the type " + to_string(expression.type));
    case Mode::tuple:
      fail(expression.place,
           "expected one value, found a call with " + std::to_string(expression.type->elements.size()) + " results");
    default:
      return;
  }
}

void Checker::value(Expression* expression) {
  this->expression(expression);
  require_value(*expression);
}

void Checker::typed_value(Expression* expression) {
  value(expression);
  make_default(expression);
}

void Checker::name(Name& name) {
  name.entity = nullptr;
  if (name.text == "_") fail(name.place, "cannot use _ as a value");
  Entity* entity = find(name);
  resolve(entity);
  name.entity = entity;
  if (context_.dependent != nullptr &&
      (entity->kind == EntityKind::function ||
       (entity->kind == EntityKind::variable && static_cast<Variable*>(entity)->owner == nullptr))) {
    mentions_[context_.dependent].insert(entity);
  }
  switch (entity->kind) {
    case EntityKind::variable:
      mention(&name, static_cast<Variable*>(entity));
      return;
    case EntityKind::constant:
      if (entity->name == "iota" && entity->package == nullptr) {
        if (!context_.iota) fail(name.place, "cannot use iota outside of the declaration of a constant");
        set_constant(name, entity->type, Constant::of(Integer{*context_.iota}));
        return;
      }
      set_value(name, entity->type, Mode::constant);
      name.constant = &static_cast<ConstantEntity*>(entity)->value;
      return;
    case EntityKind::type:
      set_value(name, entity->type, Mode::type);
      return;
    case EntityKind::function:
      set_value(name, entity->type);
      return;
    case EntityKind::nil:
      set_value(name, entity->type, Mode::nil);
      return;
    case EntityKind::package:
      name.mode = Mode::package;
      static_cast<PackageEntity*>(entity)->used = true;
      return;
    case EntityKind::builtin:
      name.mode = Mode::builtin;
      return;
  }
}

/// p.x for a package p. False if what is left of the dot is no package.
bool Checker::package_member(Selector& selector) {
  if (selector.operand->kind != ExpressionKind::name) return false;
  auto& left = static_cast<Name&>(*selector.operand);
  Entity* found = find(left.text);
  if (found == nullptr || found->kind != EntityKind::package) return false;
  auto* package = static_cast<PackageEntity*>(found);
  package->used = true;
  left.entity = package;
  left.mode = Mode::package;
  const std::string& wanted = selector.name->text;
  if (is_generic(*package->imported, wanted)) {
    fail(selector.name->place, "expected the type argument of " + left.text + "." + wanted);
  }
  const auto member = package->imported->members.find(wanted);
  const bool exported = wanted[0] >= 'A' && wanted[0] <= 'Z';
  if (member == package->imported->members.end() || !exported) {
    fail(selector.name->place, left.text + "." + wanted + " does not exist or is not supported");
  }
  Entity* entity = member->second;
  selector.name->entity = entity;
  auto selection = std::make_unique<Selection>();
  selection->kind = SelectionKind::package_member;
  selection->entity = entity;
  selector.selection = selection.get();
  program_->selections.push_back(std::move(selection));
  set_value(selector, entity->type,
            entity->kind == EntityKind::type       ? Mode::type
            : entity->kind == EntityKind::constant ? Mode::constant
            : entity->kind == EntityKind::variable ? Mode::variable
                                                   : Mode::value);
  if (entity->kind == EntityKind::constant) selector.constant = &static_cast<ConstantEntity*>(entity)->value;
  return true;
}

void Checker::selector(Selector& selector) {
  if (package_member(selector)) return;
  expression(selector.operand);
  const bool of_type = selector.operand->mode == Mode::type;
  if (!of_type) {
    require_value(*selector.operand);
    make_default(selector.operand);
  }
  const Type* type = selector.operand->type;
  const std::string& wanted = selector.name->text;
  if (wanted == "_") fail(selector.name->place, "cannot refer to the blank field or method");
  auto selection = look_up(type, wanted, package_);
  if (selection == nullptr || (of_type && selection->kind == SelectionKind::field)) {
    const Type* base = type->kind == TypeKind::pointer ? type->element : type;
    const bool ours = base->package != nullptr && base->package->prelude;  // which has less than Go's
    fail(selector.name->place,
         "type " + to_string(type) + " has no field or method " + wanted + (ours ? ", or it is not supported" : ""));
  }
  const bool by_pointer = std::any_of(selection->path.begin(), selection->path.end(),
                                      [](const FieldStep& step) { return step.dereference; });
  const Type* signature = nullptr;
  if (selection->kind == SelectionKind::method) {
    Function* method = selection->function;
    resolve(method);
    if (context_.dependent != nullptr) mentions_[context_.dependent].insert(method);
    signature = method->type;
    if (selection->adjust == Adjust::address && !by_pointer) {
      if (of_type || selector.operand->mode != Mode::variable) {
        fail(selector.name->place, "cannot call pointer method " + wanted + " on " + to_string(type));
      }
      take_address(selector.operand);
    }
  } else if (selection->kind == SelectionKind::interface_method) {
    signature = selection->interface->interface_methods[selection->index].signature;
  }
  if (signature == nullptr) {
    set_value(selector, selection->path.back().type,
              by_pointer || selector.operand->mode == Mode::variable ? Mode::variable : Mode::value);
  } else if (of_type) {
    selection->kind = SelectionKind::method_expression;
    std::vector<const Type*> parameters{type};
    parameters.insert(parameters.end(), signature->parameters.begin(), signature->parameters.end());
    set_value(selector, types_->function(std::move(parameters), signature->results, signature->variadic));
  } else {
    set_value(selector, signature);
  }
  selector.selection = selection.get();
  program_->selections.push_back(std::move(selection));
}

std::optional<std::int64_t> Checker::index_value(Expression* expression, std::string_view what, std::int64_t length) {
  value(expression);
  const std::string name(what);
  if (is_untyped(expression->type)) {
    if (expression->mode == Mode::constant &&
        (!is_numeric(expression->type) || !represented(*expression->constant, types_->basic(TypeKind::int_)))) {
      fail(expression->place, name + " must be an integer that an int can hold");
    }
    convert_untyped(expression, types_->basic(TypeKind::int_));
  }
  if (!is_integer(expression->type)) {
    fail(expression->place, name + " must be an integer, found a value of type " + to_string(expression->type));
  }
  if (expression->constant == nullptr) return std::nullopt;
  const Integer constant = expression->constant->integer;
  if (constant < 0) fail(expression->place, name + " must not be negative");
  if (length >= 0 && constant >= length) {
    fail(expression->place,
         name + " " + to_string(constant) + " is out of bounds of " + std::to_string(length) + " elements");
  }
  if (constant > Integer{INT64_MAX}) fail(expression->place, name + " must be an integer that an int can hold");
  return static_cast<std::int64_t>(constant);
}

void Checker::index(Index& index) {
  if (type_instance(index)) return;
  expression(index.operand);
  if (index.operand->mode == Mode::type) fail(index.place, "type arguments are not supported");
  require_value(*index.operand);
  make_default(index.operand);
  const Type* type = under(index.operand->type);
  switch (type->kind) {
    case TypeKind::string: {
      const Constant* text = index.operand->constant;
      index_value(index.index, "index", text != nullptr ? static_cast<std::int64_t>(text->string.size()) : -1);
      set_value(index, types_->basic(TypeKind::uint8));
      return;
    }
    case TypeKind::slice:
      index_value(index.index, "index");
      set_value(index, type->element, Mode::variable);
      return;
    case TypeKind::array:
      index_value(index.index, "index", type->length);
      set_value(index, type->element, index.operand->mode == Mode::variable ? Mode::variable : Mode::value);
      return;
    case TypeKind::pointer:
      if (under(type->element)->kind != TypeKind::array) break;
      index_value(index.index, "index", under(type->element)->length);
      set_value(index, under(type->element)->element, Mode::variable);
      return;
    case TypeKind::map:
      value(index.index);
      assign(index.index, type->key, "a map index");
      set_value(index, type->element, Mode::map_entry);
      return;
    default:
      break;
  }
  if (type->kind == TypeKind::function) fail(index.place, "type arguments are not supported");
  fail(index.place, "cannot index a value of type " + to_string(index.operand->type));
}

void Checker::slice(Slice& slice) {
  typed_value(slice.operand);
  const Type* type = under(slice.operand->type);
  std::int64_t length = -1;
  const Type* result = slice.operand->type;
  switch (type->kind) {
    case TypeKind::string:
      if (slice.maximum != nullptr) fail(slice.place, "a string cannot be sliced with three indices");
      if (slice.operand->constant != nullptr) {
        length = static_cast<std::int64_t>(slice.operand->constant->string.size());
      }
      break;
    case TypeKind::slice:
      break;
    case TypeKind::array:
      if (slice.operand->mode != Mode::variable) fail(slice.place, "cannot slice an array that is no variable");
      take_address(slice.operand);
      length = type->length;
      result = types_->slice_of(type->element);
      break;
    case TypeKind::pointer:
      if (under(type->element)->kind == TypeKind::array) {
        length = under(type->element)->length;
        result = types_->slice_of(under(type->element)->element);
        break;
      }
      [[fallthrough]];
    default:
      fail(slice.place, "cannot slice a value of type " + to_string(slice.operand->type));
  }
  std::int64_t least = 0;
  for (Expression* part : {slice.low, slice.high, slice.maximum}) {
    if (part == nullptr) continue;
    const auto constant = index_value(part, "index", length < 0 ? -1 : length + 1);
    if (!constant) continue;
    if (*constant < least)
      fail(part->place, "invalid slice indices: " + std::to_string(*constant) + " < " + std::to_string(least));
    least = *constant;
  }
  set_value(slice, result);
}

void Checker::type_assertion(TypeAssertion& assertion) {
  typed_value(assertion.operand);
  if (assertion.asserted == nullptr) fail(assertion.place, ".(type) is for the head of a switch only");
  if (!is_interface(assertion.operand->type)) {
    fail(assertion.operand->place,
         "expected an interface, found a value of type " + to_string(assertion.operand->type));
  }
  const Type* asserted = type_of(assertion.asserted);
  refuse_impossible(*assertion.operand, asserted, assertion.asserted->place);
  set_value(assertion, asserted);
}

/// A type that does not implement the interface can never be in it.
void Checker::refuse_impossible(const Expression& operand, const Type* asserted, Place place) const {
  std::string missing;
  if (is_interface(asserted) || implements(asserted, operand.type, &missing)) return;
  fail(place, "impossible: " + to_string(asserted) + " does not implement " + to_string(operand.type) +
                  " (missing or wrong method " + missing + ")");
}

}  // namespace graphfuzz::go::syntax
