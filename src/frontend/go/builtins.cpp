// Checker: calls of builtin functions (Go specification, "Built-in functions").
#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {
namespace {

struct Arity {
  std::size_t least;
  std::size_t most;
};

Arity arity(Builtin builtin) {
  constexpr std::size_t any = 1'000'000;
  switch (builtin) {
    case Builtin::append:
      return {1, any};
    case Builtin::make:
      return {1, 3};
    case Builtin::copy:
    case Builtin::delete_:
      return {2, 2};
    case Builtin::print:
    case Builtin::println:
      return {0, any};
    case Builtin::recover:
      return {0, 0};
    default:
      return {1, 1};
  }
}

/// Is nothing called or received in it, so that it need not be evaluated for its length?
bool is_plain(Expression* expression) {
  expression = unparenthesized(expression);
  if (expression->constant != nullptr || expression->mode == Mode::type) return true;
  switch (expression->kind) {
    case ExpressionKind::name:
    case ExpressionKind::basic_literal:
      return true;
    case ExpressionKind::selector:
      return is_plain(static_cast<Selector*>(expression)->operand);
    case ExpressionKind::dereference:
      return is_plain(static_cast<Dereference*>(expression)->operand);
    case ExpressionKind::index: {
      const auto* index = static_cast<Index*>(expression);
      return is_plain(index->operand) && is_plain(index->index);
    }
    case ExpressionKind::composite_literal: {
      for (const Element& one : static_cast<CompositeLiteral*>(expression)->elements) {
        if (!is_plain(one.value)) return false;
      }
      return true;
    }
    case ExpressionKind::call: {
      const auto* call = static_cast<Call*>(expression);
      return call->call == CallKind::conversion && is_plain(call->arguments[0]);
    }
    case ExpressionKind::unary: {
      const auto* unary = static_cast<Unary*>(expression);
      return unary->op != Operator::receive && is_plain(unary->operand);
    }
    default:
      return false;
  }
}

}  // namespace

void Checker::builtin(Call& call, Builtin builtin) {
  call.call = CallKind::builtin;
  call.builtin = builtin;
  const auto [least, most] = arity(builtin);
  if (builtin == Builtin::complex || builtin == Builtin::imag || builtin == Builtin::real) {
    fail(call.place, "complex numbers are not supported");
  }
  if (call.spread && builtin != Builtin::append) fail(call.place, "invalid use of '...' with a builtin function");
  if (call.arguments.size() < least) fail(call.closing, "not enough arguments of a builtin function");
  if (call.arguments.size() > most) fail(call.arguments[most]->place, "too many arguments of a builtin function");
  switch (builtin) {
    case Builtin::append:
      builtin_append(call);
      return;
    case Builtin::cap:
    case Builtin::len:
      builtin_length(call, builtin);
      return;
    case Builtin::copy:
      builtin_copy(call);
      return;
    case Builtin::make:
      builtin_make(call);
      return;
    case Builtin::close: {
      typed_value(call.arguments[0]);
      const Type* channel = under(call.arguments[0]->type);
      if (channel->kind != TypeKind::channel) fail(call.arguments[0]->place, "cannot close what is no channel");
      if (channel->direction == Direction::receive_only) {
        fail(call.arguments[0]->place, "cannot close a receive-only channel");
      }
      break;
    }
    case Builtin::delete_: {
      typed_value(call.arguments[0]);
      const Type* map = under(call.arguments[0]->type);
      if (map->kind != TypeKind::map) fail(call.arguments[0]->place, "cannot delete from what is no map");
      value(call.arguments[1]);
      assign(call.arguments[1], map->key, "an argument of delete");
      break;
    }
    case Builtin::new_:
      set_value(call, types_->pointer_to(type_of(call.arguments[0])));
      return;
    case Builtin::panic:
      value(call.arguments[0]);
      assign(call.arguments[0], types_->empty_interface(), "an argument of panic");
      break;
    case Builtin::recover:
      set_value(call, types_->empty_interface());
      return;
    default:
      for (Expression* argument : call.arguments) typed_value(argument);
      break;
  }
  set_value(call, types_->empty_tuple(), Mode::no_value);
}

void Checker::builtin_length(Call& call, Builtin builtin) {
  Expression* argument = call.arguments[0];
  typed_value(argument);
  const Type* type = under(argument->type);
  if (type->kind == TypeKind::pointer && under(type->element)->kind == TypeKind::array) type = under(type->element);
  bool fits = type->kind == TypeKind::slice || type->kind == TypeKind::array || type->kind == TypeKind::channel;
  if (builtin == Builtin::len) fits = fits || type->kind == TypeKind::string || type->kind == TypeKind::map;
  if (!fits) fail(argument->place, "a value of type " + to_string(argument->type) + " has no length or capacity");
  const Type* result = types_->basic(TypeKind::int_);
  if (argument->constant != nullptr) {
    set_constant(call, result, Constant::of(static_cast<Integer>(argument->constant->string.size())));
  } else if (type->kind == TypeKind::array && is_plain(argument)) {
    set_constant(call, result, Constant::of(Integer{type->length}));
  } else {
    set_value(call, result);
  }
}

void Checker::builtin_append(Call& call) {
  Expression* first = call.arguments[0];
  value(first);
  if (first->mode == Mode::nil) fail(first->place, "the first argument of append must have a type, found nil");
  make_default(first);
  const Type* slice = under(first->type);
  if (slice->kind != TypeKind::slice) {
    fail(first->place, "cannot append to a value of type " + to_string(first->type));
  }
  for (std::size_t i = 1; i < call.arguments.size(); ++i) value(call.arguments[i]);
  if (call.spread) {
    if (call.arguments.size() != 2) fail(call.place, "expected two arguments of append with '...'");
    Expression* rest = call.arguments[1];
    if (is_string(rest->type) && under(slice->element)->kind == TypeKind::uint8) {
      make_default(rest);
    } else {
      assign(rest, types_->slice_of(slice->element), "an argument of append");
    }
  } else {
    for (std::size_t i = 1; i < call.arguments.size(); ++i) {
      assign(call.arguments[i], slice->element, "an argument of append");
    }
  }
  set_value(call, first->type);
}

void Checker::builtin_copy(Call& call) {
  typed_value(call.arguments[0]);
  typed_value(call.arguments[1]);
  const Type* to = under(call.arguments[0]->type);
  const Type* from = under(call.arguments[1]->type);
  if (to->kind != TypeKind::slice) fail(call.arguments[0]->place, "expected a slice to copy to");
  const bool of_string = is_string(from) && under(to->element)->kind == TypeKind::uint8;
  if (!of_string && (from->kind != TypeKind::slice || from->element != to->element)) {
    fail(call.arguments[1]->place, "cannot copy a value of type " + to_string(call.arguments[1]->type) + " to a " +
                                       to_string(call.arguments[0]->type));
  }
  set_value(call, types_->basic(TypeKind::int_));
}

void Checker::builtin_make(Call& call) {
  const Type* type = type_of(call.arguments[0]);
  const TypeKind kind = under(type)->kind;
  if (kind != TypeKind::slice && kind != TypeKind::map && kind != TypeKind::channel) {
    fail(call.arguments[0]->place, "cannot make a " + to_string(type));
  }
  if (kind == TypeKind::slice && call.arguments.size() == 1) fail(call.closing, "expected the length of the slice");
  if (kind != TypeKind::slice && call.arguments.size() == 3) fail(call.arguments[2]->place, "an argument too many");
  std::optional<std::int64_t> before;
  for (std::size_t i = 1; i < call.arguments.size(); ++i) {
    const auto size = index_value(call.arguments[i], "a size");
    if (before && size && *size < *before) fail(call.arguments[i]->place, "the capacity is less than the length");
    before = size;
  }
  set_value(call, type);
}

}  // namespace graphfuzz::go::syntax
