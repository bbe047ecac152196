// Checker: calls of functions and methods.
#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {

void Checker::call(Call& call) {
  expression(call.callee);
  const Expression* callee = unparenthesized(call.callee);
  switch (call.callee->mode) {
    case Mode::type:
      conversion(call, call.callee->type);
      return;
    case Mode::builtin:
      builtin(call, static_cast<BuiltinEntity*>(static_cast<const Name*>(callee)->entity)->builtin);
      return;
    default:
      break;
  }
  require_value(*call.callee);
  make_default(call.callee);
  const Type* function = under(call.callee->type);
  if (function->kind != TypeKind::function) {
    fail(call.place, "cannot call a value of type " + to_string(call.callee->type));
  }
  call.call = CallKind::function;
  arguments(call, *function);
  const std::size_t results = function->results.size();
  set_value(call, function->result_type, results == 0 ? Mode::no_value : results == 1 ? Mode::value : Mode::tuple);
}

void Checker::arguments(Call& call, const Type& function) {
  const std::size_t fixed = function.parameters.size() - (function.variadic ? 1 : 0);
  const auto check_count = [&](std::size_t count) {
    const bool enough = function.variadic && !call.spread ? count >= fixed : count == function.parameters.size();
    if (enough) return;
    const bool few = count < function.parameters.size();
    fail(few ? call.closing : call.arguments[call.arguments.size() > fixed ? fixed : 0]->place,
         std::string(few ? "not enough" : "too many") + " arguments: expected " +
             std::to_string(function.parameters.size()) + ", found " + std::to_string(count));
  };
  const auto parameter = [&](std::size_t i) {
    if (!function.variadic || i < fixed) return function.parameters[i];
    return call.spread ? function.parameters.back() : function.parameters.back()->element;
  };
  if (call.spread && !function.variadic) fail(call.place, "'...' is for variadic functions only");
  if (call.arguments.size() == 1) {
    Expression* only = call.arguments[0];
    expression(only);
    if (only->mode == Mode::tuple) {
      if (call.spread) fail(only->place, "'...' cannot be used with a call with several results");
      const auto& elements = only->type->elements;
      check_count(elements.size());
      for (std::size_t i = 0; i < elements.size(); ++i)
        assign_type(elements[i], parameter(i), only->place, "an argument");
      return;
    }
    require_value(*only);
    check_count(1);
    assign(only, parameter(0), "an argument");
    return;
  }
  for (Expression* argument : call.arguments) value(argument);
  check_count(call.arguments.size());
  for (std::size_t i = 0; i < call.arguments.size(); ++i) assign(call.arguments[i], parameter(i), "an argument");
}

}  // namespace graphfuzz::go::syntax
