// Whole functions: those of the program, and those that nobody wrote.
#include "frontend/go/compiler/function_compiler.hpp"

namespace graphfuzz::go::compiler {

using syntax::Builtin;
using syntax::Type;
using vm::Op;

void FunctionCompiler::compile_body() {
  const Type* signature = function_->type;
  place_ = function_->place;
  code_.result_slots = result_slots(signature);
  code_.parameter_slots = parameter_slots(signature);
  if (function_->receiver_type != nullptr) code_.parameter_slots += slots(function_->receiver_type);
  temporary(code_.result_slots);
  Reg at = next_;
  temporary(code_.parameter_slots);
  // Captured variables arrive in one piece.
  std::uint32_t captured = 0;
  for (const syntax::Variable* v : function_->captures) captured += boxed(v) ? 1 : slots(v->type);
  if (captured > 0) {
    Reg to = temporary(captured);
    emit(Op::captures, to, 0, 0, 0, captured);
    for (const syntax::Variable* v : function_->captures) {
      declare(v, to);
      to += static_cast<Reg>(boxed(v) ? 1 : slots(v->type));
    }
  }
  const auto parameter = [&](const syntax::Variable* v, const Type* type) {
    if (v != nullptr) {
      if (boxed(v)) {
        define(v, at);
      } else {
        declare(v, at);
      }
    }
    at += static_cast<Reg>(slots(type));
  };
  if (function_->receiver_type != nullptr) parameter(function_->receiver, function_->receiver_type);
  for (std::size_t i = 0; i < signature->parameters.size(); ++i) {
    parameter(i < function_->parameters.size() ? function_->parameters[i] : nullptr, signature->parameters[i]);
  }
  if (function_->named_results || function_->defers) zero(0, code_.result_slots);
  Reg result = 0;
  for (std::size_t i = 0; i < signature->results.size(); ++i) {
    const syntax::Variable* v = function_->results[i];
    if (v != nullptr) {
      if (boxed(v)) {
        define_zero(v);
      } else {
        declare(v, result);
      }
    }
    result += static_cast<Reg>(slots(signature->results[i]));
  }
  block(function_->body->statements);
  place_ = function_->body->closing;
  if (!function_->defers) {
    leave();
    return;
  }
  for (const std::int32_t jump : to_epilogue_) patch(jump, here());
  code_.epilogue = here();
  emit(Op::run_defers);
  Reg to = 0;
  for (std::size_t i = 0; i < signature->results.size(); ++i) {
    const syntax::Variable* v = function_->results[i];
    if (v != nullptr && boxed(v)) load(variable(v), to);
    to += static_cast<Reg>(slots(signature->results[i]));
  }
  emit(Op::return_);
}

void FunctionCompiler::compile_native(const vm::NativeFunction& native) {
  const Type* signature = function_->type;
  code_.result_slots = result_slots(signature);
  code_.parameter_slots = parameter_slots(signature);
  if (function_->receiver_type != nullptr) code_.parameter_slots += slots(function_->receiver_type);
  temporary(code_.result_slots + code_.parameter_slots);
  call_native(native, 0);
  emit(Op::return_);
}

void FunctionCompiler::call_native(const vm::NativeFunction& native, Reg window) {
  emit(Op::call_native, window, static_cast<int>(native.native), native.pointer, native.bits,
       static_cast<std::uint16_t>(native.kind));
}

void FunctionCompiler::compile_entry(const syntax::Function* start, const syntax::Function* runner) {
  for (const syntax::Initializer& initializer : program_.program().initializers) {
    place_ = initializer.value->place;
    next_ = 0;
    const std::vector<const Type*> types = parts(initializer.value);
    const bool several = types.size() > 1;
    Reg from = expression(initializer.value);
    for (std::size_t i = 0; i < initializer.variables.size(); ++i) {
      const syntax::Variable* v = initializer.variables[i];
      if (v != nullptr) store(variable(v), several ? fitted(v->type, types[i], from) : from);
      from += static_cast<Reg>(several ? slots(types[i]) : 0);
    }
  }
  next_ = 0;
  for (const syntax::Function* init : program_.program().init_functions) {
    place_ = init->place;
    emit(Op::call, temporary(0), program_.function(init));
  }
  place_ = start->place;
  if (runner == nullptr) {
    emit(Op::call, temporary(0), program_.function(start));
  } else {  // run(name string, test func(*T))
    const Reg window = temporary(2);
    const std::size_t dot = start->full_name.rfind('.');
    syntax::Expression name(syntax::ExpressionKind::basic_literal);
    const syntax::Constant text = syntax::Constant::of(start->full_name.substr(dot + 1));
    name.constant = &text;
    name.type = program_.types().basic(syntax::TypeKind::string);
    emit(Op::load_constant, window, program_.constant(program_.constant_value(name)));
    emit(Op::load_constant, window + 1, program_.function_constant(program_.function(start)));
    emit(Op::call, window, program_.function(runner));
  }
  emit(Op::return_);
}

void FunctionCompiler::compile_method(ProgramCompiler::Entry entry, const Type* type,
                                      const syntax::Selection& selection, const Type* signature) {
  using Entry = ProgramCompiler::Entry;
  const std::uint32_t results = result_slots(signature);
  const std::uint32_t parameters = parameter_slots(signature);
  const std::uint32_t first = entry == Entry::word ? 1 : entry == Entry::parameter ? slots(type) : 0;
  code_.result_slots = results;
  code_.parameter_slots = first + parameters;
  temporary(results + first + parameters);
  const Reg given = static_cast<Reg>(results);
  const bool is_interface_method = selection.function == nullptr;
  const std::uint32_t width = is_interface_method ? 1 : slots(selection.function->receiver_type);
  Location at = in_registers(given, type);
  if (entry == Entry::word && !program_.info(type).word) at.kind = Location::Kind::memory;
  Reg held = temporary(width);
  if (entry == Entry::bound) {
    emit(Op::captures, held, 0, 0, 0, width);
  } else {
    adjusted(follow(at, selection.path), selection.adjust, held);
  }
  const Reg window = temporary(results + width + parameters);
  move(window + static_cast<Reg>(results), held, width);
  move(window + static_cast<Reg>(results + width), given + static_cast<Reg>(first), parameters);
  call_selected(selection, window, held, signature);
  move(0, window, results);
  emit(Op::return_);
}

void FunctionCompiler::compile_builtin(Builtin builtin, const std::vector<const Type*>& parameters) {
  std::vector<Reg> at;
  for (const Type* type : parameters) at.push_back(temporary(slots(type)));
  code_.parameter_slots = static_cast<std::uint32_t>(next_);
  switch (builtin) {
    case Builtin::close:
      emit(Op::close, at[0]);
      break;
    case Builtin::panic:
      emit(Op::panic, at[0]);
      break;
    case Builtin::delete_:
      emit(Op::map_delete, at[0], at[1], 0, program_.info(syntax::under(parameters[0])).index);
      break;
    case Builtin::recover:
      break;  // not called by a deferred function: does nothing
    case Builtin::print:
    case Builtin::println: {
      const Reg first = temporary(static_cast<std::uint32_t>(at.size()));
      for (std::size_t i = 0; i < at.size(); ++i) to_interface(parameters[i], at[i], first + static_cast<Reg>(i));
      const Reg window = temporary(3);
      emit(Op::slice_of, window + 2, first, static_cast<std::int64_t>(at.size()), 0, 1);
      emit(Op::call_native, window,
           static_cast<int>(builtin == Builtin::print ? vm::Native::print : vm::Native::println));
      break;
    }
    default:
      program_.reject(place_, "this builtin function cannot be deferred or run by a goroutine");
  }
  emit(Op::return_);
}

}  // namespace graphfuzz::go::compiler
