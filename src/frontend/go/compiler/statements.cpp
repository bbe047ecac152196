// Statements, but for loops, switches and selects (control.cpp).
#include "frontend/go/compiler/function_compiler.hpp"

namespace graphfuzz::go::compiler {

using syntax::Expression;
using syntax::ExpressionKind;
using syntax::Statement;
using syntax::StatementKind;
using syntax::Type;
using vm::Op;

void FunctionCompiler::block(const std::vector<Statement*>& statements) {
  const Reg before = next_;
  for (const Statement* s : statements) statement(s);
  next_ = before;
}

namespace {

/// Statements that make variables of the block around them.
bool declares(const Statement* s) {
  return s->kind == StatementKind::declaration ||
         (s->kind == StatementKind::assignment && static_cast<const syntax::Assignment*>(s)->defines);
}

/// May the value be computed straight into a variable that it may mention? Only if nothing is written before all is
/// read.
bool written_last(const Expression* e) {
  while (e->kind == ExpressionKind::parenthesized) e = static_cast<const syntax::Parenthesized*>(e)->inner;
  if (e->kind == ExpressionKind::call) {
    return static_cast<const syntax::Call*>(e)->call == syntax::CallKind::function;
  }
  return e->kind == ExpressionKind::name || e->kind == ExpressionKind::basic_literal ||
         (e->kind == ExpressionKind::binary && e->converted == nullptr);
}

}  // namespace

void FunctionCompiler::statement(const Statement* s) {
  const Reg before = next_;
  if (s->place.line != 0) place_ = s->place;
  switch (s->kind) {
    case StatementKind::empty:
      break;
    case StatementKind::expression:
      expression(static_cast<const syntax::ExpressionStatement*>(s)->expression);
      break;
    case StatementKind::send: {
      const auto* send = static_cast<const syntax::Send*>(s);
      const Reg channel = expression(send->channel);
      const Reg value = expression(send->value);
      place_ = s->place;
      emit(Op::send, channel, value);
      break;
    }
    case StatementKind::increment: {
      const auto* increment = static_cast<const syntax::Increment*>(s);
      const Location at = place(increment->operand);
      const Type* type = increment->operand->type;
      const bool counts_in_place = at.kind == Location::Kind::registers && is_integer(type) && syntax::bits(type) == 64;
      const Reg value = counts_in_place ? at.base + at.offset : temporary(1);
      if (!counts_in_place) load(at, value);
      if (is_float(type)) {
        const Reg one = temporary(1);
        emit(Op::load_constant, one, program_.constant(vm::Slot::real(1)));
        emit(increment->decrement ? Op::subtract_real : Op::add_real, value, value, one);
      } else {
        emit(Op::add_constant, value, value, increment->decrement ? -1 : 1);
        if (syntax::bits(type) < 64) emit(Op::wrap, value, value, syntax::bits(type), is_unsigned(type) ? 0 : 1);
      }
      if (!counts_in_place) store(at, value);
      break;
    }
    case StatementKind::assignment:
      assignment(static_cast<const syntax::Assignment*>(s));
      break;
    case StatementKind::go:
      later(static_cast<const syntax::Go*>(s)->call, vm::kGo);
      break;
    case StatementKind::defer:
      later(static_cast<const syntax::Defer*>(s)->call, vm::kDefer);
      break;
    case StatementKind::return_:
      return_statement(static_cast<const syntax::Return*>(s));
      break;
    case StatementKind::branch: {
      const auto* branch = static_cast<const syntax::Branch*>(s);
      if (branch->branch == syntax::BranchKind::fallthrough) break;  // the switch sees to it
      Target& target = targets_[branch->target];
      (branch->branch == syntax::BranchKind::break_ ? target.breaks : target.continues).push_back(emit(Op::jump));
      break;
    }
    case StatementKind::block:
      block(static_cast<const syntax::Block*>(s)->statements);
      break;
    case StatementKind::if_:
      if_statement(static_cast<const syntax::If*>(s));
      break;
    case StatementKind::switch_:
      switch_statement(static_cast<const syntax::Switch*>(s));
      break;
    case StatementKind::type_switch:
      type_switch(static_cast<const syntax::TypeSwitch*>(s));
      break;
    case StatementKind::select:
      select_statement(static_cast<const syntax::Select*>(s));
      break;
    case StatementKind::for_:
      for_statement(static_cast<const syntax::For*>(s));
      break;
    case StatementKind::range:
      range_statement(static_cast<const syntax::Range*>(s));
      break;
    case StatementKind::labeled:
      statement(static_cast<const syntax::Labeled*>(s)->statement);
      break;
    case StatementKind::declaration:
      for (const auto& d : static_cast<const syntax::DeclarationStatement*>(s)->variables) declaration(d);
      break;
  }
  if (!declares(s)) next_ = before;
}

void FunctionCompiler::declaration(const syntax::VariableDeclaration& d) {
  if (d.values.empty()) {
    for (const syntax::Variable* v : d.variables) {
      if (v != nullptr) define_zero(v);
    }
    return;
  }
  if (d.values.size() == d.variables.size()) {
    std::vector<Reg> values;
    if (d.values.size() == 1 && d.variables[0] != nullptr) {
      const Reg at = begin_variable(d.variables[0]);
      expression(d.values[0], at);
      initialised(d.variables[0], at);
      return;
    }
    for (const Expression* value : d.values) values.push_back(fresh(value));
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (d.variables[i] != nullptr) define(d.variables[i], values[i]);
    }
    return;
  }
  const std::vector<const Type*> types = parts(d.values[0]);
  Reg from = expression(d.values[0]);
  for (std::size_t i = 0; i < types.size(); ++i) {
    const syntax::Variable* v = d.variables[i];
    if (v != nullptr) define(v, fitted(v->type, types[i], from));
    from += static_cast<Reg>(slots(types[i]));
  }
}

void FunctionCompiler::assign_parts(const syntax::Assignment* s) {
  const std::vector<const Type*> types = parts(s->right[0]);
  std::vector<Location> targets(s->left.size());
  for (std::size_t i = 0; i < s->left.size(); ++i) {
    const bool is_new = s->defines && s->defined[i] != nullptr;
    if (!is_new && s->left[i]->type != nullptr) targets[i] = place(s->left[i], true);
  }
  Reg from = expression(s->right[0]);
  std::vector<Reg> values;
  for (std::size_t i = 0; i < types.size(); ++i) {
    values.push_back(from);
    from += static_cast<Reg>(slots(types[i]));
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (s->defines && s->defined[i] != nullptr) {
      define(s->defined[i], fitted(s->defined[i]->type, types[i], values[i]));
    } else if (targets[i].kind != Location::Kind::nowhere) {
      store(targets[i], fitted(targets[i].type, types[i], values[i]));
    }
  }
}

void FunctionCompiler::compound(const Expression* left, syntax::Operator op, const Expression* right) {
  const Location at = place(left, true);
  const Reg old = temporary(1);
  load(at, old);
  const Reg operand = expression(right);
  store(at, arithmetic(op, left->type, old, operand, right->type, kAnywhere));
}

void FunctionCompiler::assignment(const syntax::Assignment* s) {
  if (s->compound) {
    compound(s->left[0], s->op, s->right[0]);
    return;
  }
  if (s->left.size() != s->right.size() || (s->right.size() == 1 && parts(s->right[0]).size() > 1)) {
    assign_parts(s);
    return;
  }
  if (s->left.size() == 1) {
    const Expression* right = s->right[0];
    if (s->defines && s->defined[0] != nullptr) {
      const Reg at = begin_variable(s->defined[0]);
      expression(right, at);
      initialised(s->defined[0], at);
      return;
    }
    if (s->left[0]->type == nullptr) {
      expression(right);
      return;
    }
    const Location at = place(s->left[0]);
    if (at.kind == Location::Kind::registers && written_last(right)) {
      expression(right, at.base + at.offset);
    } else {
      store(at, at.kind == Location::Kind::registers ? fresh(right) : expression(right));
    }
    return;
  }
  std::vector<Location> targets(s->left.size());
  for (std::size_t i = 0; i < s->left.size(); ++i) {
    const bool is_new = s->defines && s->defined[i] != nullptr;
    if (!is_new && s->left[i]->type != nullptr) targets[i] = place(s->left[i], true);
  }
  std::vector<Reg> values;
  for (const Expression* right : s->right) values.push_back(fresh(right));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (s->defines && s->defined[i] != nullptr) {
      define(s->defined[i], values[i]);
    } else {
      store(targets[i], values[i]);
    }
  }
}

/// The results are in their variables or registers: out of the function.
void FunctionCompiler::leave() {
  if (function_ != nullptr && function_->defers) {
    to_epilogue_.push_back(emit(Op::jump));
    return;
  }
  if (function_ != nullptr) {
    Reg at = 0;
    for (std::size_t i = 0; i < function_->results.size(); ++i) {
      const syntax::Variable* v = function_->results[i];
      if (v != nullptr && boxed(v)) load(variable(v), at);
      at += static_cast<Reg>(slots(function_->type->results[i]));
    }
  }
  emit(Op::return_);
}

void FunctionCompiler::return_statement(const syntax::Return* s) {
  const std::vector<const Type*>& types = function_->type->results;
  if (s->results.empty()) {
    leave();
    return;
  }
  std::vector<Reg> values;
  if (s->results.size() == 1 && types.size() > 1) {
    const std::vector<const Type*> actual = parts(s->results[0]);
    Reg from = expression(s->results[0]);
    for (std::size_t i = 0; i < actual.size(); ++i) {
      values.push_back(fitted(types[i], actual[i], from));
      from += static_cast<Reg>(slots(actual[i]));
    }
  } else if (!function_->named_results && !function_->defers) {
    Reg at = 0;
    for (std::size_t i = 0; i < types.size(); ++i) {
      expression(s->results[i], at);
      at += static_cast<Reg>(slots(types[i]));
    }
    place_ = s->place;
    leave();
    return;
  } else {
    for (const Expression* result : s->results) values.push_back(fresh(result));
  }
  Reg at = 0;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const syntax::Variable* v = function_->results[i];
    if (v != nullptr && boxed(v)) {
      store(variable(v), values[i]);
    } else {
      move(at, values[i], slots(types[i]));
    }
    at += static_cast<Reg>(slots(types[i]));
  }
  place_ = s->place;
  leave();
}

void FunctionCompiler::if_statement(const syntax::If* s) {
  const Reg before = next_;
  if (s->initial != nullptr) statement(s->initial);
  std::vector<std::int32_t> to_else;
  condition(s->condition, false, to_else);
  block(s->then->statements);
  if (s->otherwise == nullptr) {
    for (const std::int32_t jump : to_else) patch(jump, here());
  } else {
    const std::int32_t past = emit(Op::jump);
    for (const std::int32_t jump : to_else) patch(jump, here());
    statement(s->otherwise);
    patch(past, here());
  }
  next_ = before;
}

}  // namespace graphfuzz::go::compiler
