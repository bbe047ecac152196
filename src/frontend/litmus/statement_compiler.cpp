// Statements, conditions and loops.
#include <fmt/format.h>

#include <utility>

#include "compiler.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "taint.hpp"

namespace graphfuzz::litmus {

ThreadCode ThreadCompiler::compile(const std::vector<RegisterInit>& initial,
                                   const std::vector<std::string_view>& observed) {
  memory_loops_ = find_memory_loops(function_);
  for (const RegisterInit& init : initial) {
    if (find_parameter(init.name) != nullptr) {
      context_.source.expected(init.offset, "a register", in_quotes(init.name) + ", which is a parameter");
    }
    assembler_.add_variable({init.name, init.type.value_or(init.value.is_address ? kInt.pointer_to() : kInt)},
                            init.offset);
    typed_.push_back(init.type.has_value());
  }
  end_ = assembler_.new_label();
  compile(*function_.body);
  assembler_.bind(end_);
  assembler_.emit({}, function_.offset);

  std::vector<bool> live_at_end(assembler_.variables().size());
  for (const std::string_view name : observed) {
    if (const std::optional<Register> reg = assembler_.find_variable(name)) live_at_end[*reg] = true;
  }
  std::vector<Value> values(assembler_.variables().size(), 0);
  for (const RegisterInit& init : initial) {
    const Register reg = *assembler_.find_variable(init.name);
    values[reg] = context_.symbols.resolve(init.value, assembler_.variable(reg).type);
  }
  return assembler_.finish(values, live_at_end);
}

void ThreadCompiler::compile(const Statement& s) {
  stop_point();
  assembler_.release_temporaries();
  switch (s.kind) {
    case StatementKind::expression:
      effect(*s.expressions[0]);
      break;
    case StatementKind::declaration:
      declare(s);
      break;
    case StatementKind::block:
      for (const StatementPtr& part : s.statements) compile(*part);
      break;
    case StatementKind::branch:
      compile_branch(s);
      break;
    case StatementKind::while_loop:
    case StatementKind::do_loop:
    case StatementKind::for_loop:
      compile_loop(s);
      break;
    case StatementKind::break_loop:
    case StatementKind::continue_loop: {
      if (loops_.empty()) context_.source.fail(s.begin, "expected a loop around 'break' or 'continue', found none");
      const bool is_break = s.kind == StatementKind::break_loop;
      assembler_.jump(Opcode::jump, {}, is_break ? loops_.back().on_break : loops_.back().on_continue, s.begin);
      break;
    }
    case StatementKind::end_thread:
      assembler_.jump(Opcode::jump, {}, end_, s.begin);
      break;
  }
}

/// Registers are the thread's, whatever block declares them (as in herd7): declaring one again is assigning to it.
void ThreadCompiler::declare(const Statement& s) {
  if (find_parameter(s.name) != nullptr) {
    context_.source.expected(s.begin, "the name of a register", in_quotes(s.name) + ", which is a parameter");
  }
  std::optional<Register> known = assembler_.find_variable(s.name);
  if (!known) {
    known = assembler_.add_variable({s.name, s.type}, s.begin);
    typed_.push_back(true);
  } else if (!typed_[*known]) {
    assembler_.variable(*known).type = s.type;
    typed_[*known] = true;
  } else if (assembler_.variable(*known).type != s.type) {
    context_.source.expected(
        s.begin, fmt::format("the type '{}' was declared with, {}", s.name, describe(assembler_.variable(*known).type)),
        describe(s.type));
  }
  if (s.expressions.empty()) return;
  store_register(*known, value(*s.expressions[0], Wish{*known, s.type}), s.begin);
}

void ThreadCompiler::compile_branch(const Statement& s) {
  const Label otherwise = assembler_.new_label();
  jump_if(*s.expressions[0], otherwise, false);
  compile(*s.statements[0]);
  if (s.statements.size() == 1) {
    assembler_.bind(otherwise);
    return;
  }
  const Label behind = assembler_.new_label();
  assembler_.jump(Opcode::jump, {}, behind, s.begin);
  assembler_.bind(otherwise);
  compile(*s.statements[1]);
  assembler_.bind(behind);
}

void ThreadCompiler::compile_loop(const Statement& s) {
  const bool is_do = s.kind == StatementKind::do_loop;
  const bool is_for = s.kind == StatementKind::for_loop;
  if (is_for) compile(*s.statements[1]);
  const Expression* const outer = std::exchange(condition_, s.expressions.empty() ? nullptr : s.expressions[0].get());
  const bool bounded = memory_loops_.contains(&s);
  const std::uint32_t loop = bounded ? assembler_.add_loop(s.begin) : 0;
  const auto mark = [&](Opcode opcode) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.target = loop;
    if (bounded) assembler_.emit(instruction, s.begin);
  };
  const auto checkpoint = [&] {
    if (bounded) assembler_.emit_checkpoint(loop, s.begin);
  };
  const Label head = assembler_.new_label();
  const Label next = assembler_.new_label();
  const Label behind = assembler_.new_label();
  mark(Opcode::enter_loop);
  assembler_.bind(head);
  if (!is_do) {
    checkpoint();
    if (!s.expressions.empty()) jump_if(*s.expressions[0], behind, false);
  }
  mark(Opcode::count_iteration);
  checkpoint();
  loops_.push_back({behind, next});
  compile(*s.statements[0]);
  loops_.pop_back();
  assembler_.bind(next);
  if (is_for) compile(*s.statements[2]);
  assembler_.release_temporaries();
  if (is_do) {
    jump_if(*s.expressions[0], head, true);
  } else {
    assembler_.jump(Opcode::jump, {}, head, s.begin);
  }
  assembler_.bind(behind);
  condition_ = outer;
}

/// Jumps to `target` if the condition is true (`when`) or false (not `when`); goes on behind it otherwise.
void ThreadCompiler::jump_if(const Expression& e, Label target, bool when) {
  if (e.kind == ExpressionKind::unary && e.unary == UnaryOperator::logical_not) {
    jump_if(*e.operands[0], target, !when);
    return;
  }
  const bool is_and = e.kind == ExpressionKind::binary && e.binary == BinaryOperator::logical_and;
  const bool is_or = e.kind == ExpressionKind::binary && e.binary == BinaryOperator::logical_or;
  if (is_and || is_or) {
    if (is_or == when) {  // either operand decides
      jump_if(*e.operands[0], target, when);
      jump_if(*e.operands[1], target, when);
    } else {
      const Label behind = assembler_.new_label();
      jump_if(*e.operands[0], behind, !when);
      jump_if(*e.operands[1], target, when);
      assembler_.bind(behind);
    }
    return;
  }
  const Operand condition = value(e);
  if (condition.is_constant) {
    if ((condition.value != 0) == when) assembler_.jump(Opcode::jump, {}, target, e.begin);
    return;
  }
  assembler_.jump(when ? Opcode::jump_if_nonzero : Opcode::jump_if_zero, condition, target, e.begin);
}

void ThreadCompiler::assertion(const Expression& call) {
  const Expression& condition = *call.operands[0];
  const Label fine = assembler_.new_label();
  jump_if(condition, fine, true);
  Instruction failure;
  failure.opcode = Opcode::fail;
  failure.target = add_message(
      call.begin, fmt::format("assertion failed: {}", context_.source.slice(condition.begin, condition.end)));
  assembler_.emit(failure, call.begin);
  assembler_.bind(fine);
}

/// An expression whose value is dropped.
void ThreadCompiler::effect(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::store: {
      const Operand target = address(*e.operands[0]);
      store(target, value(*e.operands[1]), e.order, e);
      return;
    }
    case ExpressionKind::fence:
      return fence(e);
    case ExpressionKind::lock:
      return lock(e);
    case ExpressionKind::unlock:
      return unlock(e);
    case ExpressionKind::assertion:
      return assertion(e);
    case ExpressionKind::assumption: {
      Instruction assume;
      assume.opcode = Opcode::assume;
      assume.left = assembler_.materialise(value(*e.operands[0]));
      assembler_.emit(assume, e.begin);
      return;
    }
    case ExpressionKind::increment:
      static_cast<void>(increment_value(e, false));
      return;
    case ExpressionKind::cast:
      if (e.type == kVoid) return effect(*e.operands[0]);
      break;
    default:
      break;
  }
  static_cast<void>(value(e));
}

}  // namespace graphfuzz::litmus
