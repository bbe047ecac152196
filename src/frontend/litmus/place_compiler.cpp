// Registers and lvalues: conversions, assignments, increments.
#include <fmt/format.h>

#include "compiler.hpp"

namespace graphfuzz::litmus {

const Parameter* ThreadCompiler::find_parameter(std::string_view name) const {
  for (const Parameter& parameter : function_.parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

/// The register of this name. If the thread has none yet: a new one, if a type for it is given (assigning to a name
/// declares it, as in herd7), else an error.
Register ThreadCompiler::variable_of(const Expression& name, const std::optional<Type>& type_if_new) {
  if (find_parameter(name.name) != nullptr) {
    context_.source.expected(name.begin, "a register", in_quotes(name.name) + ", which is a parameter");
  }
  if (const auto known = assembler_.find_variable(name.name)) return *known;
  if (!type_if_new) context_.source.expected(name.begin, "a declared register or a parameter", in_quotes(name.name));
  typed_.push_back(true);
  return assembler_.add_variable({name.name, *type_if_new}, name.begin);
}

void ThreadCompiler::check_pointer(const Type& from, const Type& to, std::size_t offset) const {
  if (!from.is_pointer() || !to.is_pointer() || from.is_void || to.is_void) return;
  if (from.bits == to.bits && from.pointers == to.pointers) return;
  context_.source.expected(offset, "a " + describe(to) + " (mixed-size accesses are not supported)",
                           "a " + describe(from));
}

Register ThreadCompiler::result_register(const Type& type, OptionalWish wish, std::size_t offset) {
  return wish && keeps_value(type, wish->type) ? wish->reg : assembler_.temporary(offset);
}

Operand ThreadCompiler::convert(const Operand& operand, const Type& type, std::size_t offset) {
  if (operand.is_constant) return constant(wrap(operand.value, type.value_bits(), type.value_signed()), type);
  if (keeps_value(operand.type, type)) return {false, 0, operand.reg, type};
  Instruction conversion = typed_instruction(Opcode::convert, type);
  conversion.left = operand.reg;
  conversion.result = assembler_.temporary(offset);
  assembler_.emit(conversion, offset);
  return {false, 0, conversion.result, type};
}

void ThreadCompiler::store_register(Register reg, const Operand& operand, std::size_t offset) {
  const Type type = assembler_.variable(reg).type;
  check_pointer(operand.type, type, offset);
  if (!operand.is_constant && operand.reg == reg && keeps_value(operand.type, type)) return;
  Instruction move = typed_instruction(Opcode::convert, type);
  if (operand.is_constant) {
    move.opcode = Opcode::copy;
    move.left = assembler_.materialise(convert(operand, type, offset));
  } else {
    if (keeps_value(operand.type, type)) move.opcode = Opcode::copy;
    move.left = operand.reg;
  }
  move.result = reg;
  assembler_.emit(move, offset);
}

ThreadCompiler::Place ThreadCompiler::place(const Expression& e) {
  Place result;
  if (e.kind == ExpressionKind::name) {
    result.is_register = true;
    result.reg = variable_of(e, std::nullopt);
    result.type = assembler_.variable(result.reg).type;
    return result;
  }
  if (e.kind == ExpressionKind::unary && e.unary == UnaryOperator::dereference) {
    result.address = address(*e.operands[0]);
  } else if (e.kind == ExpressionKind::index) {
    const Operand base = address(*e.operands[0]);
    result.address = arithmetic(BinaryOperator::add, base, value(*e.operands[1]), e, std::nullopt);
  } else {
    context_.source.expected(e.begin, "a register, '*p' or 'a[i]'", in_quotes(context_.source.slice(e.begin, e.end)));
  }
  result.type = pointee(result.address);
  return result;
}

Operand ThreadCompiler::read_place(const Place& from, const Expression& e, OptionalWish wish) {
  if (from.is_register) return {false, 0, from.reg, from.type};
  return load(from.address, MemoryOrder::non_atomic, e, wish);
}

void ThreadCompiler::write_place(const Place& to, const Operand& operand, const Expression& e) {
  if (to.is_register) {
    store_register(to.reg, operand, e.begin);
  } else {
    store(to.address, operand, MemoryOrder::non_atomic, e);
  }
}

Operand ThreadCompiler::assign_value(const Expression& e) {
  const Expression& target = *e.operands[0];
  if (e.kind == ExpressionKind::compound_assign) {
    const Place to = place(target);
    Operand old = read_place(to, target, std::nullopt);
    const Operand right = value(*e.operands[1]);
    const Operand result =
        arithmetic(e.binary, old, right, e, to.is_register ? OptionalWish({to.reg, to.type}) : std::nullopt);
    write_place(to, result, target);
    return convert(result, to.type, e.begin);
  }
  if (target.kind == ExpressionKind::name) {
    const bool known = assembler_.find_variable(target.name).has_value();
    OptionalWish wish;
    if (known || find_parameter(target.name) != nullptr) {
      const Register reg = variable_of(target, std::nullopt);
      wish = Wish{reg, assembler_.variable(reg).type};
    }
    const Operand right = value(*e.operands[1], wish);
    const Register reg = variable_of(target, right.type.is_pointer() ? right.type : kInt);
    store_register(reg, right, e.begin);
    return {false, 0, reg, assembler_.variable(reg).type};
  }
  const Place to = place(target);
  const Operand right = value(*e.operands[1]);
  write_place(to, right, target);
  return convert(right, to.type, e.begin);
}

Operand ThreadCompiler::increment_value(const Expression& e, bool value_used) {
  const Expression& target = *e.operands[0];
  const Place at = place(target);
  Operand old = read_place(at, target, std::nullopt);
  if (value_used && !e.is_prefix && at.is_register) {  // the register is about to change: keep its value
    Instruction copy;
    copy.opcode = Opcode::copy;
    copy.left = old.reg;
    copy.result = assembler_.temporary(e.begin);
    assembler_.emit(copy, e.begin);
    old.reg = copy.result;
  }
  const Operand result =
      arithmetic(e.binary, old, constant(1, kInt), e, at.is_register ? OptionalWish({at.reg, at.type}) : std::nullopt);
  write_place(at, result, target);
  return e.is_prefix ? convert(result, at.type, e.begin) : old;
}

}  // namespace graphfuzz::litmus
