// Calls: of functions, methods, function values and builtins; now, by a new goroutine, or deferred.
#include "frontend/go/compiler/function_compiler.hpp"

namespace graphfuzz::go::compiler {

using syntax::Adjust;
using syntax::Builtin;
using syntax::Expression;
using syntax::ExpressionKind;
using syntax::SelectionKind;
using syntax::Type;
using syntax::TypeKind;
using syntax::under;
using vm::Op;

namespace {

const Expression* plain(const Expression* e) {
  while (e->kind == ExpressionKind::parenthesized) e = static_cast<const syntax::Parenthesized*>(e)->inner;
  return e;
}

}  // namespace

std::uint32_t FunctionCompiler::result_slots(const Type* signature) {
  std::uint32_t count = 0;
  for (const Type* type : signature->results) count += slots(type);
  return count;
}

std::uint32_t FunctionCompiler::parameter_slots(const Type* signature) {
  std::uint32_t count = 0;
  for (const Type* type : signature->parameters) count += slots(type);
  return count;
}

FunctionCompiler::Reg FunctionCompiler::variadic(const syntax::Call* e, std::size_t from, const Type* slice, Reg to) {
  const Type* element = under(slice)->element;
  const std::uint32_t size = slots(element);
  const auto count = static_cast<std::uint32_t>(e->arguments.size() - from);
  if (count == 0) {
    zero(to, 1);
    return to;
  }
  const Reg before = next_;
  const Reg first = temporary(size * count);
  for (std::uint32_t i = 0; i < count; ++i) {
    expression(e->arguments[from + i], first + static_cast<Reg>(i * size));
  }
  emit(Op::slice_of, to, first, count, 0, size);
  next_ = before;
  return to;
}

void FunctionCompiler::arguments(const syntax::Call* e, const Type* signature, Reg at) {
  const std::vector<const Type*>& parameters = signature->parameters;
  const std::size_t fixed = parameters.size() - (signature->variadic ? 1 : 0);
  if (e->arguments.size() == 1 && e->arguments[0]->type != nullptr && e->arguments[0]->type->kind == TypeKind::tuple) {
    const std::vector<const Type*> types = parts(e->arguments[0]);
    Reg from = expression(e->arguments[0]);
    std::size_t i = 0;
    for (; i < fixed; ++i) {
      move(at, fitted(parameters[i], types[i], from), slots(parameters[i]));
      at += static_cast<Reg>(slots(parameters[i]));
      from += static_cast<Reg>(slots(types[i]));
    }
    if (!signature->variadic) return;
    const Type* element = under(parameters[fixed])->element;
    const auto rest = static_cast<std::uint32_t>(types.size() - fixed);
    if (rest == 0) {
      zero(at, 1);
      return;
    }
    const Reg first = temporary(slots(element) * rest);
    Reg to = first;
    for (; i < types.size(); ++i) {
      move(to, fitted(element, types[i], from), slots(element));
      to += static_cast<Reg>(slots(element));
      from += static_cast<Reg>(slots(types[i]));
    }
    emit(Op::slice_of, at, first, rest, 0, slots(element));
    return;
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Reg before = next_;
    if (i == fixed && !e->spread) {
      variadic(e, fixed, parameters[i], at);
    } else {
      expression(e->arguments[i], at);
    }
    next_ = before;
    at += static_cast<Reg>(slots(parameters[i]));
  }
}

/// The receiver of a method, found at `at`, as the method wants it.
FunctionCompiler::Reg FunctionCompiler::adjusted(const Location& at, Adjust adjust, Reg to) {
  if (adjust == Adjust::none) return load(at, to);
  if (adjust == Adjust::address) return address(at, to);
  Location through;
  through.kind = Location::Kind::memory;
  through.base = load(at, kAnywhere);
  through.type = under(at.type)->element;
  return load(through, to);
}

FunctionCompiler::Reg FunctionCompiler::receiver(const syntax::Selector* e, Reg to) {
  const Location at = follow(operand_of_selector(e, false), e->selection->path);
  return adjusted(at, e->selection->adjust, to);
}

/// Calls the method; the arguments are in the window already, the receiver too unless it is an interface: that is in
/// R[receiver].
void FunctionCompiler::call_selected(const syntax::Selection& selection, Reg window, Reg held, const Type* signature) {
  if (selection.function == nullptr) {
    const syntax::InterfaceMethod& method = selection.interface->interface_methods[selection.index];
    emit(Op::call_interface, window, program_.method_name(method.name, method.package), held, result_slots(signature));
    return;
  }
  if (selection.function->intrinsic()) {
    if (const vm::NativeFunction* native = vm::find_native(selection.function->full_name)) {
      call_native(*native, window);
      return;
    }
  }
  emit(Op::call, window, program_.function(selection.function));
}

FunctionCompiler::Reg FunctionCompiler::call(const syntax::Call* e, Reg to, vm::CallMode mode) {
  if (e->call == syntax::CallKind::conversion) {
    const Expression* argument = e->arguments[0];
    const Type* from = final_type(argument);
    if (plain(argument)->mode == syntax::Mode::nil) {
      to = destination(to, 1);
      zero(to, 1);
      return to;
    }
    return conversion(e->type, from, expression(argument), to);
  }
  if (e->call == syntax::CallKind::builtin) {
    if (mode == vm::kCall) return builtin(e, to);
    builtin_later(e, mode);
    return to;
  }
  const Expression* callee = plain(e->callee);
  const Type* signature = under(callee->type);
  const std::uint32_t results = result_slots(signature);
  const syntax::Function* known = nullptr;
  const syntax::Selection* method = nullptr;
  if (callee->kind == ExpressionKind::name) {
    const syntax::Entity* entity = static_cast<const syntax::Name*>(callee)->entity;
    if (entity != nullptr && entity->kind == syntax::EntityKind::function) {
      known = static_cast<const syntax::Function*>(entity);
    }
  } else if (callee->kind == ExpressionKind::selector) {
    const syntax::Selection* selection = static_cast<const syntax::Selector*>(callee)->selection;
    if (selection->kind == SelectionKind::package_member && selection->entity->kind == syntax::EntityKind::function) {
      known = static_cast<const syntax::Function*>(selection->entity);
    } else if (selection->kind == SelectionKind::method || selection->kind == SelectionKind::interface_method) {
      method = selection;
      known = selection->kind == SelectionKind::method ? selection->function : nullptr;
    }
  }
  Reg held = kAnywhere;  // the function value, or the interface
  if (known == nullptr && method == nullptr) held = fresh(callee);
  if (method != nullptr && known == nullptr) {
    held = receiver(static_cast<const syntax::Selector*>(callee), temporary(1));
  }
  std::uint32_t receiver_width = 0;
  if (method != nullptr) receiver_width = known == nullptr ? 1 : slots(known->receiver_type);
  const Reg window = temporary(results + receiver_width + parameter_slots(signature));
  if (method != nullptr && known != nullptr) {
    const Reg before = next_;
    receiver(static_cast<const syntax::Selector*>(callee), window + static_cast<Reg>(results));
    next_ = before;
  }
  arguments(e, signature, window + static_cast<Reg>(results + receiver_width));
  place_ = e->place;
  if (known != nullptr) {
    const vm::NativeFunction* native = known->intrinsic() ? vm::find_native(known->full_name) : nullptr;
    if (native != nullptr && mode == vm::kCall) {
      call_native(*native, window);
    } else {
      emit(Op::call, window, program_.function(known), 0, 0, mode);
    }
  } else if (method != nullptr) {
    const syntax::InterfaceMethod& asked = method->interface->interface_methods[method->index];
    emit(Op::call_interface, window, program_.method_name(asked.name, asked.package), held, results, mode);
  } else {
    emit(Op::call_closure, window, held, 0, 0, mode);
  }
  next_ = window + static_cast<Reg>(results);
  if (to == kAnywhere) return window;
  move(to, window, results);
  return to;
}

void FunctionCompiler::later(const Expression* e, vm::CallMode mode) {
  call(static_cast<const syntax::Call*>(plain(e)), kAnywhere, mode);
}

void FunctionCompiler::builtin_later(const syntax::Call* e, vm::CallMode mode) {
  std::vector<const Type*> types;
  std::uint32_t count = 0;
  for (const Expression* argument : e->arguments) {
    types.push_back(final_type(argument));
    count += slots(types.back());
  }
  const Reg window = temporary(count);
  Reg at = window;
  for (std::size_t i = 0; i < types.size(); ++i) {
    expression(e->arguments[i], at);
    at += static_cast<Reg>(slots(types[i]));
  }
  emit(Op::call, window, program_.builtin_function(e->builtin, types), 0, 0, mode);
}

FunctionCompiler::Reg FunctionCompiler::append(const syntax::Call* e, Reg to) {
  const Type* slice = under(e->type);
  const std::uint32_t size = slots(slice->element);
  const Reg old = expression(e->arguments[0]);
  if (e->spread) {
    const Reg more = expression(e->arguments[1]);
    to = destination(to, 1);
    emit(is_string(e->arguments[1]->type) ? Op::append_string : Op::append_slice, to, old, more, 0, size);
    return to;
  }
  const auto count = static_cast<std::uint32_t>(e->arguments.size() - 1);
  const Reg first = temporary(size * count);
  for (std::uint32_t i = 0; i < count; ++i) expression(e->arguments[i + 1], first + static_cast<Reg>(i * size));
  to = destination(to, 1);
  emit(Op::append, to, old, first, count, size);
  return to;
}

FunctionCompiler::Reg FunctionCompiler::builtin(const syntax::Call* e, Reg to) {
  const auto& arguments_ = e->arguments;
  const auto type_of = [&](std::size_t i) { return under(arguments_[i]->type); };
  const auto emit_to = [&](Op op, Reg b, std::int64_t c = 0, std::int64_t d = 0, std::uint32_t n = 0) {
    to = destination(to, 1);
    place_ = e->place;
    emit(op, to, b, c, d, n);
    return to;
  };
  switch (e->builtin) {
    case Builtin::append:
      return append(e, to);
    case Builtin::len:
    case Builtin::cap: {
      const Type* of = type_of(0);
      const Type* pointed = of->kind == TypeKind::pointer ? under(of->element) : of;
      const Reg operand = expression(arguments_[0]);
      const bool length = e->builtin == Builtin::len;
      if (pointed->kind == TypeKind::array) {
        to = destination(to, 1);
        load_integer(to, pointed->length);
        return to;
      }
      if (is_string(of)) return emit_to(Op::length_string, operand);
      if (of->kind == TypeKind::map) return emit_to(Op::length_map, operand);
      if (of->kind == TypeKind::channel) return emit_to(length ? Op::length_channel : Op::capacity_channel, operand);
      return emit_to(length ? Op::length : Op::capacity, operand);
    }
    case Builtin::copy: {
      const Reg target = expression(arguments_[0]);
      const Reg source = expression(arguments_[1]);
      if (is_string(arguments_[1]->type)) return emit_to(Op::copy_string, target, source);
      return emit_to(Op::copy_slice, target, source, 0, slots(type_of(0)->element));
    }
    case Builtin::make: {
      const Type* made = under(e->type);
      if (made->kind == TypeKind::map) return emit_to(Op::make_map, 0, 0, program_.info(made).index);
      const Reg first = arguments_.size() > 1 ? expression(arguments_[1]) : -1;
      if (made->kind == TypeKind::channel) return emit_to(Op::make_channel, first, program_.info(made->element).index);
      const Reg second = arguments_.size() > 2 ? expression(arguments_[2]) : first;
      return emit_to(Op::make_slice, first, second, 0, slots(made->element));
    }
    case Builtin::new_:
      return emit_to(Op::new_object, 0, slots(under(e->type)->element));
    case Builtin::recover:
      return emit_to(Op::recover, 0);
    case Builtin::close: {
      const Reg channel = expression(arguments_[0]);
      place_ = e->place;
      emit(Op::close, channel);
      return to;
    }
    case Builtin::panic: {
      const Reg value = expression(arguments_[0]);
      place_ = e->place;
      emit(Op::panic, value);
      return to;
    }
    case Builtin::delete_: {
      const Reg map = expression(arguments_[0]);
      const Reg key = temporary(slots(type_of(0)->key));
      expression(arguments_[1], key);
      emit(Op::map_delete, map, key, 0, program_.info(type_of(0)).index);
      return to;
    }
    case Builtin::print:
    case Builtin::println: {
      const Reg window = temporary(3);  // n, err; then the arguments
      const auto count = static_cast<std::uint32_t>(arguments_.size());
      const Reg first = temporary(count + 1);
      for (std::uint32_t i = 0; i < count; ++i) {
        const Expression* argument = arguments_[i];
        const Reg at = first + static_cast<Reg>(i);
        program_.info(final_type(argument));
        this->to_interface(final_type(argument), expression(argument), at);
      }
      const Reg top = temporary(3);
      emit(Op::slice_of, top + 2, first, count, 0, 1);
      emit(Op::call_native, top,
           static_cast<int>(e->builtin == Builtin::print ? vm::Native::print : vm::Native::println));
      return window;
    }
    default:
      program_.reject(e->place, "this builtin function is not supported");
  }
}

}  // namespace graphfuzz::go::compiler
