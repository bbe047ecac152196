// Expressions, but for operators (operators.cpp) and calls (calls.cpp).
#include "frontend/go/compiler/function_compiler.hpp"

namespace graphfuzz::go::compiler {

using syntax::Expression;
using syntax::ExpressionKind;
using syntax::Mode;
using syntax::SelectionKind;
using syntax::Type;
using syntax::TypeKind;
using syntax::under;
using vm::Op;

FunctionCompiler::Reg FunctionCompiler::expression(const Expression* e, Reg to) {
  const syntax::Place before = place_;
  if (e->place.line != 0) place_ = e->place;
  Reg result;
  if (e->converted == nullptr || is_interface(e->type)) {
    result = value(e, to);
  } else if (e->mode == Mode::nil && !has_nil(e->type)) {
    result = destination(to, 1);
    zero(result, 1);
  } else if (e->constant != nullptr) {
    result = destination(to, 1);
    emit(Op::load_constant, result, program_.interface_constant(*e));
  } else {
    result = to_interface(e->type, value(e, kAnywhere), to);
  }
  place_ = before;
  return result;
}

FunctionCompiler::Reg FunctionCompiler::fresh(const Expression* e) {
  const Reg to = temporary(slots(e->converted != nullptr ? e->converted : e->type));
  return expression(e, to);
}

FunctionCompiler::Reg FunctionCompiler::to_interface(const Type* from_type, Reg from, Reg to) {
  if (is_interface(from_type)) {
    if (to == kAnywhere) return from;
    move(to, from, 1);
    return to;
  }
  to = destination(to, 1);
  emit(Op::to_interface, to, from, program_.dynamic(from_type));
  return to;
}

FunctionCompiler::Reg FunctionCompiler::fitted(const Type* expected, const Type* actual, Reg from) {
  if (expected == actual || !is_interface(expected) || is_interface(actual)) return from;
  return to_interface(actual, from, kAnywhere);
}

FunctionCompiler::Reg FunctionCompiler::constant(const Expression* e, Reg to) {
  to = destination(to, 1);
  if (is_interface(e->type)) {
    emit(Op::load_constant, to, program_.interface_constant(*e));
    return to;
  }
  const vm::Slot slot = program_.constant_value(*e);
  if (is_string(e->type) || is_float(e->type)) {
    emit(Op::load_constant, to, program_.constant(slot));
  } else {
    load_integer(to, slot.i);
  }
  return to;
}

FunctionCompiler::Reg FunctionCompiler::value(const Expression* e, Reg to) {
  if (e->constant != nullptr) return constant(e, to);
  if (e->mode == Mode::nil) {
    to = destination(to, 1);
    zero(to, 1);
    return to;
  }
  switch (e->kind) {
    case ExpressionKind::parenthesized:
      return expression(static_cast<const syntax::Parenthesized*>(e)->inner, to);
    case ExpressionKind::name:
      return name(static_cast<const syntax::Name*>(e), to);
    case ExpressionKind::function_literal:
      return literal(static_cast<const syntax::FunctionLiteral*>(e), to);
    case ExpressionKind::composite_literal:
      return composite(static_cast<const syntax::CompositeLiteral*>(e), to);
    case ExpressionKind::selector:
      return selector(static_cast<const syntax::Selector*>(e), to);
    case ExpressionKind::index:
      return index(static_cast<const syntax::Index*>(e), to);
    case ExpressionKind::slice:
      return slice(static_cast<const syntax::Slice*>(e), to);
    case ExpressionKind::type_assertion:
      return assertion(static_cast<const syntax::TypeAssertion*>(e), to);
    case ExpressionKind::call:
      return call(static_cast<const syntax::Call*>(e), to, vm::kCall);
    case ExpressionKind::dereference:
      return load(place(e), to);
    case ExpressionKind::unary:
      return unary(static_cast<const syntax::Unary*>(e), to);
    case ExpressionKind::binary:
      return binary(static_cast<const syntax::Binary*>(e), to);
    default:
      program_.reject(e->place, "internal error: an expression without a value");
  }
}

FunctionCompiler::Reg FunctionCompiler::name(const syntax::Name* e, Reg to) {
  if (e->entity != nullptr && e->entity->kind == syntax::EntityKind::function) {
    to = destination(to, 1);
    const auto code = program_.function(static_cast<const syntax::Function*>(e->entity));
    emit(Op::load_constant, to, program_.function_constant(code));
    return to;
  }
  return load(place(e), to);
}

FunctionCompiler::Reg FunctionCompiler::literal(const syntax::FunctionLiteral* e, Reg to) {
  const std::int32_t code = program_.function(e->function);
  std::uint32_t count = 0;
  for (const syntax::Variable* v : e->function->captures) count += boxed(v) ? 1 : slots(v->type);
  if (count == 0) {
    to = destination(to, 1);
    emit(Op::load_constant, to, program_.function_constant(code));
    return to;
  }
  const Reg first = temporary(count);
  Reg at = first;
  for (const syntax::Variable* v : e->function->captures) {
    const auto found = registers_.find(v);
    if (found == registers_.end()) program_.reject(e->place, "internal error: " + v->name + " cannot be captured");
    const std::uint32_t width = boxed(v) ? 1 : slots(v->type);
    move(at, found->second, width);
    at += static_cast<Reg>(width);
  }
  to = destination(to, 1);
  emit(Op::make_closure, to, code, first, 0, count);
  return to;
}

void FunctionCompiler::composite_at(const syntax::CompositeLiteral* e, const Type* type, Reg at) {
  const Type* of = under(type);
  zero(at, slots(type));
  if (of->kind == TypeKind::structure) {
    for (const syntax::Element& element : e->elements) {
      const auto field = static_cast<std::size_t>(element.index);
      expression(element.value, at + static_cast<Reg>(program_.info(type).offsets[field]));
    }
    return;
  }
  const auto size = static_cast<std::int64_t>(slots(of->element));
  for (const syntax::Element& element : e->elements) {
    const Reg before = next_;
    expression(element.value, at + static_cast<Reg>(element.index * size));
    next_ = before;
  }
}

FunctionCompiler::Reg FunctionCompiler::composite(const syntax::CompositeLiteral* e, Reg to) {
  const Type* of = under(e->type);
  if (of->kind == TypeKind::structure || of->kind == TypeKind::array) {
    to = destination(to, slots(e->type));
    composite_at(e, e->type, to);
    return to;
  }
  if (of->kind == TypeKind::pointer) {  // an element &T{…} with &T left out
    const Reg whole = temporary(slots(of->element));
    composite_at(e, of->element, whole);
    to = destination(to, 1);
    emit(Op::box, to, whole, 0, 0, slots(of->element));
    return to;
  }
  const Reg made = temporary(1);
  if (of->kind == TypeKind::map) {
    const auto type = program_.info(of).index;
    emit(Op::make_map, made, 0, 0, type);
    for (const syntax::Element& element : e->elements) {
      const Reg before = next_;
      const Reg key = temporary(slots(of->key));
      expression(element.key, key);
      emit(Op::map_set, made, key, expression(element.value), type);
      next_ = before;
    }
  } else {
    const std::uint32_t size = slots(of->element);
    emit(Op::new_object, made, 0, e->length * size);
    for (const syntax::Element& element : e->elements) {
      const Reg before = next_;
      const Reg from = expression(element.value);
      emit(Op::initialize, made, from, element.index * size, 0, size);
      next_ = before;
    }
    emit(Op::array_to_slice, made, made, e->length);
  }
  if (to == kAnywhere) return made;
  move(to, made, 1);
  return to;
}

FunctionCompiler::Reg FunctionCompiler::selector(const syntax::Selector* e, Reg to) {
  const syntax::Selection& selection = *e->selection;
  switch (selection.kind) {
    case SelectionKind::package_member:
      if (selection.entity->kind == syntax::EntityKind::function) {
        to = destination(to, 1);
        const auto code = program_.function(static_cast<const syntax::Function*>(selection.entity));
        emit(Op::load_constant, to, program_.function_constant(code));
        return to;
      }
      return load(variable(static_cast<const syntax::Variable*>(selection.entity)), to);
    case SelectionKind::field:
      return load(place(e), to);
    case SelectionKind::method:
    case SelectionKind::interface_method: {
      const Type* operand = e->operand->type;
      const auto code = program_.method_function(ProgramCompiler::Entry::bound, operand, selection);
      const std::uint32_t count =
          selection.kind == SelectionKind::interface_method ? 1 : slots(selection.function->receiver_type);
      const Reg held = temporary(count);
      receiver(e, held);
      to = destination(to, 1);
      emit(Op::make_closure, to, code, held, 0, count);
      return to;
    }
    case SelectionKind::method_expression: {
      to = destination(to, 1);
      const Type* first = under(e->type)->parameters[0];
      const auto code = program_.method_function(ProgramCompiler::Entry::parameter, first, selection);
      emit(Op::load_constant, to, program_.function_constant(code));
      return to;
    }
  }
  return to;
}

FunctionCompiler::Reg FunctionCompiler::index(const syntax::Index* e, Reg to) {
  const Type* of = under(e->operand->type);
  if (of->kind == TypeKind::map) {
    const Reg map = expression(e->operand);
    const Reg key = expression(e->index);
    to = destination(to, slots(of->element) + (e->comma_ok ? 1 : 0));
    place_ = e->place;
    emit(Op::map_get, to, map, key, program_.info(of).index, e->comma_ok ? 1 : 0);
    return to;
  }
  if (is_string(of)) {
    const Reg string = expression(e->operand);
    const Reg at = expression(e->index);
    to = destination(to, 1);
    emit(Op::index_string, to, string, at);
    return to;
  }
  return load(place(e), to);
}

FunctionCompiler::Reg FunctionCompiler::slice(const syntax::Slice* e, Reg to) {
  const Type* of = under(e->operand->type);
  Reg operand;
  std::uint32_t size = 1;
  if (of->kind == TypeKind::slice) {
    operand = expression(e->operand);
    size = slots(of->element);
  } else if (is_string(of)) {
    operand = expression(e->operand);
  } else {
    const Type* array = of->kind == TypeKind::pointer ? under(of->element) : of;
    const Reg first = of->kind == TypeKind::pointer ? expression(e->operand) : address(place(e->operand), kAnywhere);
    operand = temporary(1);
    emit(Op::array_to_slice, operand, first, array->length);
    size = slots(array->element);
  }
  const Reg bounds = temporary(3);
  unsigned given = 0;
  const Expression* all[] = {e->low, e->high, e->maximum};
  for (unsigned i = 0; i < 3; ++i) {
    if (all[i] == nullptr) continue;
    expression(all[i], bounds + static_cast<Reg>(i));
    given |= 1U << i;
  }
  to = destination(to, 1);
  emit(is_string(of) ? Op::slice_string : Op::slice_slice, to, operand, bounds, given, size);
  return to;
}

FunctionCompiler::Reg FunctionCompiler::assertion(const syntax::TypeAssertion* e, Reg to) {
  const Reg operand = expression(e->operand);
  to = destination(to, slots(e->type) + (e->comma_ok ? 1 : 0));
  const std::uint32_t two = e->comma_ok ? 1 : 0;
  if (is_interface(e->type)) {
    emit(Op::assert_interface, to, operand, program_.info(e->type).index, program_.interface_number(e->type), two);
  } else {
    emit(Op::assert_type, to, operand, program_.dynamic(e->type), program_.info(e->operand->type).index, two);
  }
  return to;
}

std::vector<const Type*> FunctionCompiler::parts(const Expression* e) {
  const Expression* inner = e;
  while (inner->kind == ExpressionKind::parenthesized) {
    inner = static_cast<const syntax::Parenthesized*>(inner)->inner;
  }
  if (inner->comma_ok) return {inner->type, program_.types().basic(TypeKind::boolean)};
  if (inner->type != nullptr && inner->type->kind == TypeKind::tuple) return inner->type->elements;
  return {inner->type};
}

}  // namespace graphfuzz::go::compiler
