// Loops, switches and selects.
#include "frontend/go/compiler/function_compiler.hpp"

namespace graphfuzz::go::compiler {

using syntax::Expression;
using syntax::ExpressionKind;
using syntax::Statement;
using syntax::StatementKind;
using syntax::Type;
using syntax::TypeKind;
using syntax::under;
using vm::Op;

namespace {

const syntax::Unary* receive_of(const Expression* e) {
  while (e->kind == ExpressionKind::parenthesized) e = static_cast<const syntax::Parenthesized*>(e)->inner;
  return static_cast<const syntax::Unary*>(e);
}

}  // namespace

void FunctionCompiler::switch_statement(const syntax::Switch* s) {
  const Reg before = next_;
  if (s->initial != nullptr) statement(s->initial);
  const Reg tag = s->tag == nullptr ? kAnywhere : fresh(s->tag);
  std::vector<std::vector<std::int32_t>> to_body(s->clauses.size());
  std::size_t otherwise = s->clauses.size();
  for (std::size_t i = 0; i < s->clauses.size(); ++i) {
    const syntax::Clause& clause = s->clauses[i];
    if (clause.is_default) otherwise = i;
    for (const Expression* value : clause.values) {
      const Reg mark = next_;
      if (s->tag == nullptr) {
        condition(value, true, to_body[i]);
      } else {
        const Type* type = final_type(s->tag);
        if (is_interface(final_type(value))) type = final_type(value);
        const Reg right = expression(value);
        to_body[i].push_back(emit(Op::jump_if, compare(syntax::Operator::equal, type, tag, right, kAnywhere)));
      }
      next_ = mark;
    }
  }
  const std::int32_t past = emit(Op::jump);
  std::int32_t fall = -1;
  for (std::size_t i = 0; i < s->clauses.size(); ++i) {
    for (const std::int32_t jump : to_body[i]) patch(jump, here());
    if (i == otherwise) patch(past, here());
    if (fall != -1) patch(fall, here());
    block(s->clauses[i].body);
    const std::int32_t jump = emit(Op::jump);
    fall = -1;
    if (s->clauses[i].falls_through) {
      fall = jump;
    } else {
      targets_[s].breaks.push_back(jump);
    }
  }
  if (otherwise == s->clauses.size()) patch(past, here());
  for (const std::int32_t jump : targets_[s].breaks) patch(jump, here());
  next_ = before;
}

void FunctionCompiler::type_switch(const syntax::TypeSwitch* s) {
  const Reg before = next_;
  if (s->initial != nullptr) statement(s->initial);
  const Reg operand = fresh(s->operand);
  std::vector<std::vector<std::int32_t>> to_body(s->clauses.size());
  std::size_t otherwise = s->clauses.size();
  for (std::size_t i = 0; i < s->clauses.size(); ++i) {
    const syntax::Clause& clause = s->clauses[i];
    if (clause.is_default) otherwise = i;
    for (const Expression* value : clause.values) {
      const Reg answer = temporary(1);
      if (value->mode == syntax::Mode::nil) {
        zero(answer, 1);
        emit(Op::equal_value, answer, operand, answer, program_.info(s->operand->type).index);
      } else if (is_interface(value->type)) {
        emit(Op::is_interface, answer, operand, program_.info(value->type).index,
             program_.interface_number(value->type));
      } else {
        emit(Op::is_type, answer, operand, program_.dynamic(value->type));
      }
      to_body[i].push_back(emit(Op::jump_if, answer));
    }
  }
  const std::int32_t past = emit(Op::jump);
  for (std::size_t i = 0; i < s->clauses.size(); ++i) {
    const syntax::Clause& clause = s->clauses[i];
    for (const std::int32_t jump : to_body[i]) patch(jump, here());
    if (i == otherwise) patch(past, here());
    const Reg mark = next_;
    if (const syntax::Variable* v = clause.variable) {
      Reg from = operand;
      if (!is_interface(v->type)) {
        from = temporary(slots(v->type));
        emit(Op::unbox, from, operand, program_.info(v->type).index, 0, slots(v->type));
      }
      define(v, from);
    }
    block(clause.body);
    next_ = mark;
    targets_[s].breaks.push_back(emit(Op::jump));
  }
  if (otherwise == s->clauses.size()) patch(past, here());
  for (const std::int32_t jump : targets_[s].breaks) patch(jump, here());
  next_ = before;
}

/// What a select's case (or a receive alone) brought, to where the statement wants it.
void FunctionCompiler::received(const Statement* operation, Reg value, const syntax::Unary* receive) {
  if (operation->kind != StatementKind::assignment) return;
  const auto* s = static_cast<const syntax::Assignment*>(operation);
  const Type* types[] = {receive->type, program_.types().basic(TypeKind::boolean)};
  Reg from = value;
  for (std::size_t i = 0; i < s->left.size(); ++i) {
    if (s->defines && s->defined[i] != nullptr) {
      define(s->defined[i], fitted(s->defined[i]->type, types[i], from));
    } else if (s->left[i]->type != nullptr) {
      const Location at = place(s->left[i]);
      store(at, fitted(at.type, types[i], from));
    }
    from += static_cast<Reg>(slots(types[i]));
  }
}

void FunctionCompiler::select_statement(const syntax::Select* s) {
  const Reg before = next_;
  std::size_t operations = 0;
  const syntax::Communication* otherwise = nullptr;
  for (const syntax::Communication& c : s->cases) {
    if (c.operation == nullptr) {
      otherwise = &c;
    } else {
      ++operations;
    }
  }
  if (operations == 0) {
    if (otherwise != nullptr) {
      block(otherwise->body);
    } else {
      emit(Op::block);
    }
  } else {
    vm::SelectCode select;
    select.has_default = otherwise != nullptr;
    std::vector<const syntax::Communication*> in_order;
    for (const syntax::Communication& c : s->cases) {
      if (c.operation == nullptr) continue;
      if (c.operation->place.line != 0) place_ = c.operation->place;
      in_order.push_back(&c);
      vm::SelectCase one;
      if (c.operation->kind == StatementKind::send) {
        const auto* send = static_cast<const syntax::Send*>(c.operation);
        one.sends = true;
        one.channel = fresh(send->channel);
        one.value = fresh(send->value);
      } else {
        const Expression* right = c.operation->kind == StatementKind::assignment
                                      ? static_cast<const syntax::Assignment*>(c.operation)->right[0]
                                      : static_cast<const syntax::ExpressionStatement*>(c.operation)->expression;
        const syntax::Unary* receive = receive_of(right);
        one.channel = fresh(receive->operand);
        const std::uint32_t width = slots(receive->type);
        one.value = temporary(width + 1);
        one.ok = one.value + static_cast<Reg>(width);
      }
      select.cases.push_back(one);
    }
    for (std::uint32_t i = 0; i < select.cases.size(); ++i) {
      if (select.cases[i].sends) select.order.push_back(i);
    }
    for (std::size_t i = select.cases.size(); i-- > 0;) {
      if (!select.cases[i].sends) select.order.push_back(static_cast<std::uint32_t>(i));
    }
    const std::size_t number = code_.selects.size();
    code_.selects.push_back(select);
    // A select of one case without default is that operation (as the Go compiler has it).
    const bool plain = operations == 1 && otherwise == nullptr;
    place_ = plain ? in_order[0]->operation->place : s->place;
    const vm::SelectCase first = select.cases[0];
    if (!plain) {
      emit(Op::select, static_cast<Reg>(number));
    } else if (first.sends) {
      emit(Op::send, first.channel, first.value);
    } else {
      emit(Op::receive, first.value, first.channel, first.ok, 0, static_cast<std::uint32_t>(first.ok - first.value));
    }
    for (std::size_t i = 0; i < in_order.size(); ++i) {
      code_.selects[number].cases[i].target = here();
      const Reg mark = next_;
      const Statement* operation = in_order[i]->operation;
      if (!select.cases[i].sends) {
        const Expression* right = operation->kind == StatementKind::assignment
                                      ? static_cast<const syntax::Assignment*>(operation)->right[0]
                                      : static_cast<const syntax::ExpressionStatement*>(operation)->expression;
        received(operation, select.cases[i].value, receive_of(right));
      }
      block(in_order[i]->body);
      next_ = mark;
      targets_[s].breaks.push_back(emit(Op::jump));
    }
    if (otherwise != nullptr) {
      code_.selects[number].default_target = here();
      block(otherwise->body);
    }
  }
  for (const std::int32_t jump : targets_[s].breaks) patch(jump, here());
  next_ = before;
}

void FunctionCompiler::for_statement(const syntax::For* s) {
  const Reg before = next_;
  if (s->initial != nullptr) statement(s->initial);
  const std::int32_t top = here();
  std::vector<std::int32_t> ends;
  if (s->condition != nullptr) condition(s->condition, false, ends);
  block(s->body->statements);
  for (const std::int32_t jump : targets_[s].continues) patch(jump, here());
  if (s->post != nullptr) statement(s->post);
  emit(Op::jump, top);
  for (const std::int32_t jump : ends) patch(jump, here());
  for (const std::int32_t jump : targets_[s].breaks) patch(jump, here());
  next_ = before;
}

void FunctionCompiler::range_loop(const syntax::Range* s, Reg key, const Type* key_type, Reg value,
                                  const Type* value_type) {
  const auto assign = [&](const Expression* to, const syntax::Variable* v, Reg from, const Type* type) {
    if (to == nullptr) return;
    if (v != nullptr) {
      store(variable(v), fitted(v->type, type, from));
    } else if (!s->defines && to->type != nullptr) {
      const Location at = place(to);
      store(at, fitted(at.type, type, from));
    }
  };
  assign(s->key, s->key_variable, key, key_type);
  if (value_type != nullptr) assign(s->value, s->value_variable, value, value_type);
  block(s->body->statements);
}

void FunctionCompiler::range_statement(const syntax::Range* s) {
  const Reg before = next_;
  const Type* of = under(s->operand->type);
  const Type* integer = program_.types().basic(TypeKind::int_);
  const bool wants_value = s->value != nullptr && (s->value_variable != nullptr || !s->defines);
  std::vector<std::int32_t> ends;
  std::int32_t top = 0;
  const auto begin_variables = [&] {
    if (s->key_variable != nullptr) define_zero(s->key_variable);
    if (s->value_variable != nullptr) define_zero(s->value_variable);
  };
  const auto patch_continues = [&] {
    for (const std::int32_t jump : targets_[s].continues) patch(jump, here());
    targets_[s].continues.clear();
  };

  if (of->kind == TypeKind::map) {
    const Reg map = fresh(s->operand);
    const std::uint32_t key_width = slots(of->key);
    const Reg state = temporary(1 + key_width + slots(of->element));
    zero(state, 1);
    begin_variables();
    top = here();
    place_ = s->place;
    ends.push_back(emit(Op::map_next, state, map, 0, program_.info(of).index));
    range_loop(s, state + 1, of->key, state + 1 + static_cast<Reg>(key_width), of->element);
    patch_continues();
    emit(Op::jump, top);
  } else if (of->kind == TypeKind::channel) {
    const Reg channel = fresh(s->operand);
    const std::uint32_t width = slots(of->element);
    const Reg value = temporary(width + 1);
    const Reg ok = value + static_cast<Reg>(width);
    begin_variables();
    top = here();
    place_ = s->place;
    emit(Op::receive, value, channel, ok, 0, width);
    ends.push_back(emit(Op::jump_if_not, ok));
    range_loop(s, value, of->element, 0, nullptr);
    patch_continues();
    emit(Op::jump, top);
  } else if (is_string(of)) {
    const Reg string = fresh(s->operand);
    const Reg state = temporary(3);
    zero(state, 1);
    begin_variables();
    top = here();
    ends.push_back(emit(Op::string_next, state, string));
    range_loop(s, state + 1, integer, state + 2, program_.types().basic(TypeKind::int32));
    patch_continues();
    emit(Op::jump, top);
  } else {  // counted: integers, slices, arrays
    const Reg limit = temporary(1);
    Location elements;
    Reg slice = kAnywhere;
    const Type* element = nullptr;
    const Type* key_type = integer;
    if (is_integer(of)) {
      expression(s->operand, limit);
      key_type = s->operand->type;
    } else if (of->kind == TypeKind::slice) {
      slice = fresh(s->operand);
      element = of->element;
      emit(Op::length, limit, slice);
    } else {
      const Type* array = of->kind == TypeKind::pointer ? under(of->element) : of;
      element = array->element;
      load_integer(limit, array->length);
      if (of->kind == TypeKind::pointer) {
        slice = temporary(1);
        emit(Op::array_to_slice, slice, expression(s->operand), array->length);
      } else if (wants_value) {
        elements = in_registers(fresh(s->operand), element);
      }
    }
    const Reg counter = temporary(1);
    zero(counter, 1);
    const Reg value = element != nullptr && wants_value ? temporary(slots(element)) : 0;
    begin_variables();
    top = here();
    ends.push_back(emit(Op::jump_less_not, counter, 0, limit));
    if (element != nullptr && wants_value) {
      const Reg mark = next_;
      place_ = s->place;
      if (slice != kAnywhere) {
        const Reg pointer = temporary(1);
        emit(Op::index_slice, pointer, slice, counter, 0, slots(element));
        emit(Op::load, value, pointer, 0, 0, slots(element));
      } else {
        const Reg distance = temporary(2);
        load_integer(distance + 1, slots(element));
        emit(Op::multiply, distance, counter, distance + 1);
        emit(Op::get_local, value, elements.base, distance, 0, slots(element));
      }
      next_ = mark;
    }
    range_loop(s, counter, key_type, value, wants_value ? element : nullptr);
    patch_continues();
    emit(Op::add_constant, counter, counter, 1);
    emit(Op::jump, top);
  }
  for (const std::int32_t jump : ends) patch(jump, here());
  for (const std::int32_t jump : targets_[s].breaks) patch(jump, here());
  next_ = before;
}

}  // namespace graphfuzz::go::compiler
