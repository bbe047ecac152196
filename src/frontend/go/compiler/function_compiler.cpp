// Emitting code, registers, and the places of values.
#include "frontend/go/compiler/function_compiler.hpp"

#include <algorithm>

namespace graphfuzz::go::compiler {

using syntax::Adjust;
using syntax::Expression;
using syntax::ExpressionKind;
using syntax::SelectionKind;
using syntax::Type;
using syntax::TypeKind;
using syntax::Variable;
using vm::Op;

FunctionCompiler::FunctionCompiler(ProgramCompiler& program, vm::FunctionCode& code, const syntax::Function* function)
    : program_(program), code_(code), function_(function) {}

std::int32_t FunctionCompiler::emit(Op op, Reg a, std::int64_t b, std::int64_t c, std::int64_t d, std::uint32_t n) {
  if (n > 0xffff) program_.reject(place_, "values this large are not supported");
  code_.code.push_back({op, static_cast<std::uint16_t>(n), a, static_cast<std::int32_t>(b),
                        static_cast<std::int32_t>(c), static_cast<std::int32_t>(d)});
  code_.positions.push_back(place_.line == 0 ? kNoPosition : program_.position(place_));
  return here() - 1;
}

void FunctionCompiler::patch(std::int32_t jump, std::int32_t target) {
  vm::Instruction& instruction = code_.code[static_cast<std::size_t>(jump)];
  switch (instruction.op) {
    case Op::jump:
      instruction.a = target;
      break;
    case Op::jump_if:
    case Op::jump_if_not:
    case Op::jump_less_not:
      instruction.b = target;
      break;
    default:
      instruction.c = target;
      break;  // the ends of loops
  }
}

void FunctionCompiler::finish() { code_.frame_slots += 2; }

FunctionCompiler::Reg FunctionCompiler::temporary(std::uint32_t count) {
  const Reg result = next_;
  if (count > 0xffff || next_ > 0x100000) program_.reject(place_, "values this large are not supported");
  next_ += static_cast<Reg>(count);
  code_.frame_slots = std::max(code_.frame_slots, static_cast<std::uint32_t>(next_));
  return result;
}

void FunctionCompiler::move(Reg to, Reg from, std::uint32_t count) {
  if (to == from || count == 0) return;
  if (count == 1) {
    emit(Op::move, to, from);
  } else {
    emit(Op::move_n, to, from, 0, 0, count);
  }
}

void FunctionCompiler::load_integer(Reg to, std::int64_t value) {
  emit(Op::load_int, to, 0, static_cast<std::int32_t>(value & 0xffffffff), static_cast<std::int32_t>(value >> 32));
}

void FunctionCompiler::zero(Reg to, std::uint32_t count) {
  if (count > 0) emit(Op::zero, to, 0, 0, 0, count);
}

Location FunctionCompiler::in_registers(Reg at, const Type* type) const {
  Location result;
  result.kind = Location::Kind::registers;
  result.base = at;
  result.type = type;
  return result;
}

// ------------------------------------------------------------------------------------------------------ variables

bool FunctionCompiler::boxed(const Variable* v) {
  if (v->address_taken) return true;
  return v->captured && (v->assigned_again || v->role == syntax::VariableRole::result);
}

void FunctionCompiler::declare(const Variable* v, Reg at) { registers_[v] = at; }

FunctionCompiler::Reg FunctionCompiler::begin_variable(const Variable* v) {
  const Reg at = temporary(boxed(v) ? 1 : slots(v->type));
  if (!boxed(v)) return at;
  registers_[v] = at;
  return temporary(slots(v->type));
}

void FunctionCompiler::initialised(const Variable* v, Reg from) {
  if (boxed(v)) {
    emit(Op::box, registers_[v], from, 0, 0, slots(v->type));
  } else {
    declare(v, from);
  }
}

void FunctionCompiler::define(const Variable* v, Reg from) {
  const Reg at = temporary(boxed(v) ? 1 : slots(v->type));
  declare(v, at);
  if (boxed(v)) {
    emit(Op::box, at, from, 0, 0, slots(v->type));
  } else {
    move(at, from, slots(v->type));
  }
}

void FunctionCompiler::define_zero(const Variable* v) {
  const Reg at = temporary(boxed(v) ? 1 : slots(v->type));
  declare(v, at);
  if (boxed(v)) {
    emit(Op::new_object, at, 0, slots(v->type));
  } else {
    zero(at, slots(v->type));
  }
}

Location FunctionCompiler::variable(const Variable* v) {
  Location result;
  result.type = v->type;
  if (v->role == syntax::VariableRole::global) {
    result.kind = Location::Kind::global;
    result.offset = static_cast<std::int32_t>(program_.global(v));
    return result;
  }
  const auto found = registers_.find(v);
  if (found == registers_.end()) program_.reject(place_, "internal error: variable " + v->name + " has no register");
  result.kind = boxed(v) ? Location::Kind::memory : Location::Kind::registers;
  result.base = found->second;
  return result;
}

// --------------------------------------------------------------------------------------------------------- places

Location FunctionCompiler::follow(Location from, const std::vector<syntax::FieldStep>& path) {
  for (const syntax::FieldStep& step : path) {
    const Type* structure = from.type;
    if (step.dereference) {
      const Type* pointer = syntax::under(from.type);
      Location through;
      through.kind = Location::Kind::memory;
      through.base = load(from, kAnywhere);
      through.type = pointer->element;
      from = through;
      structure = pointer->element;
    }
    from.offset += static_cast<std::int32_t>(program_.info(structure).offsets[step.index]);
    from.type = step.type;
  }
  return from;
}

Location FunctionCompiler::operand_of_selector(const syntax::Selector* e, bool stable) {
  const Expression* operand = e->operand;
  if (operand->mode == syntax::Mode::variable) return place(operand, stable);
  return in_registers(stable ? fresh(operand) : expression(operand), operand->type);
}

/// `stable`: the place stays the same whatever is assigned to afterwards.
Location FunctionCompiler::place(const Expression* e, bool stable) {
  const syntax::Place before = place_;
  place_ = e->place;
  Location result;
  result.type = e->type;
  switch (e->kind) {
    case ExpressionKind::parenthesized:
      result = place(static_cast<const syntax::Parenthesized*>(e)->inner, stable);
      break;
    case ExpressionKind::name: {
      const auto* name = static_cast<const syntax::Name*>(e);
      if (name->entity == nullptr) break;
      result = variable(static_cast<const Variable*>(name->entity));
      break;
    }
    case ExpressionKind::dereference: {
      const Expression* operand = static_cast<const syntax::Dereference*>(e)->operand;
      result.kind = Location::Kind::memory;
      result.base = stable ? fresh(operand) : expression(operand);
      break;
    }
    case ExpressionKind::selector: {
      const auto* selector = static_cast<const syntax::Selector*>(e);
      if (selector->selection->kind == SelectionKind::package_member) {
        result = variable(static_cast<const Variable*>(selector->selection->entity));
      } else {
        result = follow(operand_of_selector(selector, stable), selector->selection->path);
      }
      break;
    }
    case ExpressionKind::index: {
      const auto* index = static_cast<const syntax::Index*>(e);
      const Type* of = syntax::under(index->operand->type);
      if (of->kind == TypeKind::map) {
        result.kind = Location::Kind::map_entry;
        result.map = of;
        result.base = stable ? fresh(index->operand) : expression(index->operand);
        const Reg key = temporary(slots(of->key));
        expression(index->index, key);
        result.index = key;
        break;
      }
      if (of->kind == TypeKind::slice) {
        const Reg slice = stable ? fresh(index->operand) : expression(index->operand);
        const Reg at = expression(index->index);
        place_ = e->place;
        result.kind = Location::Kind::memory;
        result.base = temporary(1);
        emit(Op::index_slice, result.base, slice, at, 0, slots(of->element));
        break;
      }
      Location array;
      if (of->kind == TypeKind::pointer) {
        array.kind = Location::Kind::memory;
        array.base = stable ? fresh(index->operand) : expression(index->operand);
        array.type = of->element;
        of = syntax::under(of->element);
      } else if (index->operand->mode == syntax::Mode::variable) {
        array = place(index->operand, stable);
      } else {
        array = in_registers(expression(index->operand), index->operand->type);
      }
      result = array;
      result.type = e->type;
      const auto size = static_cast<std::int64_t>(slots(of->element));
      if (index->index->constant != nullptr) {
        result.offset += static_cast<std::int32_t>(index->index->constant->bits() * size);
        break;
      }
      const Reg at = expression(index->index);
      place_ = e->place;
      emit(Op::check_index, at, of->length);
      if (array.kind == Location::Kind::memory || array.kind == Location::Kind::global) {
        Reg base = array.base;
        if (array.kind == Location::Kind::global) {
          base = temporary(1);
          emit(Op::global_address, base, array.offset);
          result.offset = 0;
        }
        result.kind = Location::Kind::memory;
        result.base = temporary(1);
        emit(Op::element, result.base, base, result.offset, at, static_cast<std::uint32_t>(size));
        result.offset = 0;
        break;
      }
      const Reg distance = temporary(2);
      load_integer(distance + 1, size);
      emit(Op::multiply, distance, at, distance + 1);
      if (array.kind == Location::Kind::indexed) emit(Op::add, distance, distance, array.index);
      result.kind = Location::Kind::indexed;
      result.index = distance;
      break;
    }
    default:
      result = in_registers(stable ? fresh(e) : expression(e), e->type);
      break;
  }
  place_ = before;
  return result;
}

FunctionCompiler::Reg FunctionCompiler::load(const Location& from, Reg to) {
  const std::uint32_t count = slots(from.type);
  switch (from.kind) {
    case Location::Kind::nowhere:
      break;
    case Location::Kind::registers:
      if (to == kAnywhere) return from.base + from.offset;
      move(to, from.base + from.offset, count);
      return to;
    case Location::Kind::indexed:
      to = destination(to, count);
      emit(Op::get_local, to, from.base + from.offset, from.index, 0, count);
      return to;
    case Location::Kind::memory:
      to = destination(to, count);
      emit(Op::load, to, from.base, from.offset, 0, count);
      return to;
    case Location::Kind::global:
      to = destination(to, count);
      emit(Op::load_global, to, from.offset, 0, 0, count);
      return to;
    case Location::Kind::map_entry:
      to = destination(to, count);
      emit(Op::map_get, to, from.base, from.index, program_.info(from.map).index, 0);
      return to;
  }
  return to;
}

void FunctionCompiler::store(const Location& to, Reg from) {
  if (to.kind == Location::Kind::nowhere) return;
  const std::uint32_t count = slots(to.type);
  switch (to.kind) {
    case Location::Kind::nowhere:
      break;
    case Location::Kind::registers:
      move(to.base + to.offset, from, count);
      break;
    case Location::Kind::indexed:
      emit(Op::set_local, to.base + to.offset, to.index, from, 0, count);
      break;
    case Location::Kind::memory:
      emit(Op::store, to.base, from, to.offset, 0, count);
      break;
    case Location::Kind::global:
      emit(Op::store_global, to.offset, from, 0, 0, count);
      break;
    case Location::Kind::map_entry:
      emit(Op::map_set, to.base, to.index, from, program_.info(to.map).index);
      break;
  }
}

FunctionCompiler::Reg FunctionCompiler::address(const Location& of, Reg to) {
  if (of.kind == Location::Kind::global) {
    to = destination(to, 1);
    emit(Op::global_address, to, of.offset);
    return to;
  }
  if (of.kind == Location::Kind::memory) {
    if (of.offset == 0 && to == kAnywhere) return of.base;
    to = destination(to, 1);
    emit(Op::field_address, to, of.base, of.offset);
    return to;
  }
  // A value that is nobody's variable: a copy of it. (The checker lets this happen for literals only.)
  const Reg copy = load(of, kAnywhere);
  to = destination(to, 1);
  emit(Op::box, to, copy, 0, 0, slots(of.type));
  return to;
}

}  // namespace graphfuzz::go::compiler
