// Accesses to shared memory.
#include <fmt/format.h>

#include "compiler.hpp"

namespace graphfuzz::litmus {
namespace {

std::optional<Location> fixed_location(const Operand& address, const std::vector<Cell>& cells) {
  if (!address.is_constant || address.value < kAddressBase) return std::nullopt;
  const Value location = address.value - kAddressBase;
  if (location >= static_cast<Value>(cells.size())) return std::nullopt;
  return static_cast<Location>(location);
}

}  // namespace

std::uint32_t ThreadCompiler::add_message(std::size_t offset, const std::string& text) {
  context_.messages.push_back(context_.source.position(offset) + ": " + text);
  return static_cast<std::uint32_t>(context_.messages.size() - 1);
}

/// What an address points to; herd7 lets integers hold addresses, too.
Type ThreadCompiler::pointee(const Operand& address) const {
  return address.type.is_pointer() ? address.type.pointee() : kInt;
}

/// The value of an expression that stands for a location.
Operand ThreadCompiler::address(const Expression& e) {
  const Operand operand = value(e);
  if (operand.is_constant && !operand.type.is_pointer()) {
    context_.source.expected(e.begin, "the address of a location", in_quotes(context_.source.slice(e.begin, e.end)));
  }
  if (pointee(operand).is_void) context_.source.expected(e.begin, "a pointer to an integer", "a pointer to void");
  return operand;
}

// An access in the condition of a loop waits for that.
std::uint32_t ThreadCompiler::add_wait(const Expression& e) {
  const bool in_condition = condition_ != nullptr && e.begin >= condition_->begin && e.end <= condition_->end;
  const Expression& what = in_condition ? *condition_ : e;
  const std::string text(context_.source.slice(what.begin, what.end));
  context_.waits.push_back(context_.source.position(e.begin) + ": " + text);
  return static_cast<std::uint32_t>(context_.waits.size() - 1);
}

Access ThreadCompiler::make_access(RequestKind kind, MemoryOrder order, const Operand& address, const Expression& e) {
  Access access;
  if (kind != RequestKind::write) access.wait = add_wait(e);
  access.request.kind = kind;
  access.request.order = order;
  if (const auto location = fixed_location(address, context_.cells)) {
    access.request.location = *location;
    access.request.bits = context_.cells[*location].bits;
    access.request.is_signed = context_.cells[*location].is_signed;
  } else {
    access.address = assembler_.materialise(address);
    access.message = add_message(
        e.begin, fmt::format("'{}' is not the address of a location", context_.source.slice(e.begin, e.end)));
  }
  return access;
}

/// The operand converted to the type of the location, as far as that is known.
Operand ThreadCompiler::as_stored(const Operand& operand, const Operand& address, std::size_t offset) {
  if (const auto location = fixed_location(address, context_.cells)) {
    return convert(operand, context_.symbols.object_of(*location).value_type(), offset);
  }
  return convert(operand, pointee(address), offset);
}

void ThreadCompiler::set_operand(Access& access, const Operand& operand, const Operand& address, std::size_t offset) {
  const Operand stored = as_stored(operand, address, offset);
  access.request.operand = stored.value;
  access.operand = stored.is_constant ? kNoRegister : stored.reg;
}

void ThreadCompiler::set_expected(Access& access, const Operand& operand, const Operand& address, std::size_t offset) {
  const Operand stored = as_stored(operand, address, offset);
  access.request.expected = stored.value;
  access.expected = stored.is_constant ? kNoRegister : stored.reg;
}

Operand ThreadCompiler::load(const Operand& address, MemoryOrder order, const Expression& e, OptionalWish wish) {
  Access access = make_access(RequestKind::read, order, address, e);
  const Type type = pointee(address);
  access.result = result_register(type, wish, e.begin);
  assembler_.emit_access(access, e.begin);
  return {false, 0, access.result, type};
}

void ThreadCompiler::store(const Operand& address, const Operand& operand, MemoryOrder order, const Expression& e) {
  check_pointer(operand.type, pointee(address), e.begin);
  Access access = make_access(RequestKind::write, order, address, e);
  set_operand(access, operand, address, e.begin);
  access.result = assembler_.temporary(e.begin);
  assembler_.emit_access(access, e.begin);
}

Operand ThreadCompiler::update(const Expression& e, OptionalWish wish) {
  const Operand target = address(*e.operands[0]);
  const Operand operand = value(*e.operands[1]);
  Access access = make_access(RequestKind::update, e.order, target, e);
  access.request.operation = e.operation;
  set_operand(access, operand, target, e.begin);
  const Type type = pointee(target);
  access.result = result_register(type, wish, e.begin);
  assembler_.emit_access(access, e.begin);
  return {false, 0, access.result, type};
}

/// `expected` is a register of the thread (`&r`), which costs no events, or a location, which is read before and
/// written when the exchange fails, both without atomicity (herd/CSem.ml).
Operand ThreadCompiler::compare_exchange(const Expression& e, OptionalWish wish) {
  const Operand target = address(*e.operands[0]);
  const Expression& expected = *e.operands[1];
  std::optional<Register> expected_register;
  std::optional<Operand> expected_address;
  if (expected.kind == ExpressionKind::unary && expected.unary == UnaryOperator::address_of &&
      expected.operands[0]->kind == ExpressionKind::name) {
    expected_register = variable_of(*expected.operands[0], std::nullopt);
    const Type type = assembler_.variable(*expected_register).type;
    const Type wanted = pointee(target);
    if (!type.is_pointer() && !wanted.is_pointer() && type.bits != wanted.bits) {
      context_.source.expected(expected.begin, "the address of a " + describe(wanted),
                               "the address of a " + describe(type));
    }
  } else {
    expected_address = address(expected);
    if (!expected_address->type.is_pointer()) {
      context_.source.expected(expected.begin, "the address of a register (&r) or of a location",
                               in_quotes(context_.source.slice(expected.begin, expected.end)));
    }
  }
  const Operand desired = value(*e.operands[2]);

  Access access = make_access(RequestKind::compare_exchange, e.order, target, e);
  access.request.failure_order = e.failure_order;
  access.request.weak = e.weak;
  set_operand(access, desired, target, e.begin);
  access.result = result_register(kInt, wish, e.begin);
  if (expected_register) {
    set_expected(access, {false, 0, *expected_register, assembler_.variable(*expected_register).type}, target, e.begin);
    access.expected_result = *expected_register;
    assembler_.emit_access(access, e.begin);
    const Type type = assembler_.variable(*expected_register).type;
    const Operand read{false, 0, *expected_register, pointee(target)};
    if (type != pointee(target)) store_register(*expected_register, read, e.begin);
    return {false, 0, access.result, kInt};
  }
  set_expected(access, load(*expected_address, MemoryOrder::non_atomic, expected, std::nullopt), target, e.begin);
  access.expected_result = assembler_.temporary(e.begin);
  assembler_.emit_access(access, e.begin);
  const Operand result{false, 0, access.result, kInt};
  const Label succeeded = assembler_.new_label();
  assembler_.jump(Opcode::jump_if_nonzero, result, succeeded, e.begin);
  store(*expected_address, {false, 0, access.expected_result, pointee(target)}, MemoryOrder::non_atomic, expected);
  assembler_.bind(succeeded);
  return result;
}

void ThreadCompiler::fence(const Expression& e) {
  Access access;
  access.request.kind = RequestKind::fence;
  access.request.order = e.order;
  access.result = assembler_.temporary(e.begin);
  assembler_.emit_access(access, e.begin);
}

/// A mutex is a location that is 0 when free: locking waits for 0 and makes it 1.
void ThreadCompiler::lock(const Expression& e) {
  const Operand target = address(*e.operands[0]);
  Access access = make_access(RequestKind::compare_exchange, MemoryOrder::acquire, target, e);
  access.request.operand = 1;
  access.request.awaits = true;
  access.request.lock = true;
  access.result = assembler_.temporary(e.begin);
  access.expected_result = assembler_.temporary(e.begin);
  assembler_.emit_access(access, e.begin);
}

void ThreadCompiler::unlock(const Expression& e) { store(address(*e.operands[0]), Operand{}, MemoryOrder::release, e); }

}  // namespace graphfuzz::litmus
