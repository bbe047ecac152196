// Which registers hold addresses in a function's frame, and what its instructions access by them.
#include <algorithm>

#include "frontend/native/code/function_code.hpp"

namespace graphfuzz::native {
namespace {

using Effect = Instruction::Effect;
using Flow = Instruction::Flow;

}  // namespace

void FunctionCode::follow_addresses(CodeAddress begin) {
  Held held{};
  held[kRsp] = -8;  // the return address is there
  for (std::size_t i = 0; called_ && i < kArguments; ++i) {
    held[static_cast<std::size_t>(kArgumentRegisters[i])] = address_of_argument(i);
  }
  merge(steps_.find(begin)->second, held);
  std::vector<CodeAddress> open{begin};
  while (!open.empty() && !given_away_) {
    const Step& step = steps_.find(open.back())->second;
    open.pop_back();
    held = after(step);
    for (const CodeAddress next : {step.next, step.branch}) {
      if (next != 0 && merge(steps_.find(next)->second, held)) open.push_back(next);
    }
  }
}

// Is there something new to be said of the step?
bool FunctionCode::merge(Step& step, const Held& held) {
  if (!step.reached) {
    step.reached = true;
    step.held = held;
    return true;
  }
  bool changed = false;
  for (std::size_t r = 0; r < kRegisterCount; ++r) {
    if (step.held[r] == held[r]) continue;
    // Of two addresses, or of one and something else, whoever uses the register does not know.
    if ((step.live & set_of(static_cast<std::int8_t>(r))) != 0) give_away();
    if (step.held[r]) changed = true;
    step.held[r].reset();
  }
  return merge_slots(step.held.slots, held.slots) || changed;
}

bool FunctionCode::merge_slots(std::vector<Slot>& slots, const std::vector<Slot>& others) {
  bool changed = false;
  const auto find = [](const std::vector<Slot>& in, std::int32_t at) {
    return std::find_if(in.begin(), in.end(), [at](const Slot& slot) { return slot.at == at; });
  };
  for (Slot& slot : slots) {
    const auto other = find(others, slot.at);
    if (!slot.address || (other != others.end() && other->address == slot.address)) continue;
    slot.address.reset();
    changed = true;
  }
  for (const Slot& other : others) {
    if (find(slots, other.at) != slots.end()) continue;
    slots.push_back({other.at, std::nullopt});
    changed = true;
  }
  return changed;
}

// Keeps the address where a copy puts it. False if that is not in the frame.
bool FunctionCode::keep(const Step& step, Held& held, std::int32_t address) {
  const Operand& to = step.code.operands[0];
  if (!may_keep_addresses() || to.kind != Operand::Kind::memory || to.reg < 0 || to.segment || to.size != kAddressSize)
    return false;
  const auto base = step.held[static_cast<std::size_t>(to.reg)];
  if (!base || to.index != kNoRegister) return false;
  const std::int32_t at = *base + static_cast<std::int32_t>(to.value);
  // The return address is above, and what the caller reads.
  if (at < -static_cast<std::int32_t>(kMostFrame) || at > -2 * kAddressSize) return false;
  held.slots.push_back({at, address});
  return true;
}

// Calls visit(at, size, is_write, n) for all that an instruction accesses in the frame: its operand of that number, or,
// with the number behind the last, what it pushes or pops.
template <class Visit>
void FunctionCode::for_each_access(const Step& step, Visit visit) {
  const Instruction& code = step.code;
  for (unsigned n = 0; n < code.operand_count; ++n) {
    const Operand& operand = code.operands[n];
    if (operand.kind != Operand::Kind::memory || operand.reg < 0 || code.effect == Effect::address) continue;
    if (operand.segment) continue;
    const auto base = step.held[static_cast<std::size_t>(operand.reg)];
    const bool writes = n == 0 && (code.effect == Effect::copy || code.effect == Effect::overwrite);
    if (base) visit(*base + static_cast<std::int32_t>(operand.value), operand.size, writes, n);
  }
  constexpr unsigned kSize = kAddressSize;
  if (code.effect == Effect::push) visit(*step.held[kRsp] - kAddressSize, kSize, true, code.operand_count);
  if (code.effect == Effect::pop) visit(*step.held[kRsp], kSize, false, code.operand_count);
  if (code.effect == Effect::leave && step.held[kRbp]) visit(*step.held[kRbp], kSize, false, code.operand_count);
}

// What is written over slots. Reads of them are of whole ones, by copies.
void FunctionCode::follow_slots(const Step& step, Held& held) {
  const Instruction& code = step.code;
  if (code.flow == Flow::call) std::erase_if(held.slots, [&](const Slot& slot) { return slot.at < *step.held[kRsp]; });
  for_each_access(step, [&](std::int32_t at, unsigned size, bool is_write, unsigned n) {
    const auto overlaps = [&](const Slot& slot) { return slot.overlaps(at, size); };
    if (is_write) {  // what has been written over in part is no address, either
      std::erase_if(held.slots, overlaps);
      return;
    }
    const auto slot = std::find_if(held.slots.begin(), held.slots.end(), [at](const Slot& s) { return s.at == at; });
    const Operand& to = code.operands[0];
    const bool whole =
        code.effect == Effect::copy && n == 1 && to.is_register() && to.size == kAddressSize && size == kAddressSize;
    if (whole && slot != held.slots.end() && slot->address) {
      held[static_cast<std::size_t>(to.reg)] = slot->address;
    } else if (std::any_of(held.slots.begin(), held.slots.end(), overlaps)) {
      give_away();
    }
  });
}

FunctionCode::Held FunctionCode::after(const Step& step) {
  Held held = step.held;
  const Instruction& code = step.code;
  const auto holds = [&](std::int8_t r) { return r >= 0 && step.held[static_cast<std::size_t>(r)]; };
  const auto value = [&](std::int8_t r) { return step.held[static_cast<std::size_t>(r)]; };
  const auto set = [&](const Operand& operand, std::optional<std::int32_t> to) {
    if (operand.is_register()) held[static_cast<std::size_t>(operand.reg)] = to;
  };
  const auto move_stack = [&](std::int32_t by) {
    if (held[kRsp]) *held[kRsp] += by;
  };
  const Operand& first = code.operands[0];
  const Operand& second = code.operands[1];
  const bool whole = second.kind == Operand::Kind::reg && second.size == 8;
  for (unsigned n = 0; n < code.operand_count; ++n) {
    const Operand& operand = code.operands[n];
    if (operand.kind != Operand::Kind::memory) continue;
    const bool is_offset = operand.index != kNoRegister || operand.segment;
    if (holds(operand.index) || (holds(operand.reg) && is_offset)) give_away();
  }
  if (code.effect != Effect::copy) follow_slots(step, held);
  switch (code.effect) {
    case Effect::copy:
      set(first, whole && holds(second.reg) ? value(second.reg) : std::nullopt);
      follow_slots(step, held);
      if (first.kind != Operand::Kind::reg && whole && holds(second.reg) && !keep(step, held, *value(second.reg))) {
        give_away();
      }
      break;
    case Effect::address:
      set(first, holds(second.reg) ? std::optional(*value(second.reg) + static_cast<std::int32_t>(second.value))
                                   : std::nullopt);
      break;
    case Effect::add:
      if (first.kind == Operand::Kind::reg && holds(first.reg))
        set(first, *value(first.reg) + static_cast<std::int32_t>(second.value));
      break;
    case Effect::clear:
      set(first, std::nullopt);
      break;
    case Effect::compare:
      break;
    case Effect::push:
      if (first.kind == Operand::Kind::reg && holds(first.reg)) give_away();
      move_stack(-8);
      break;
    case Effect::pop:
      move_stack(8);
      if (first.reg == kRsp) give_away();
      set(first, std::nullopt);
      break;
    case Effect::leave:
      if (!holds(kRbp)) return give_away(), held;
      held[kRsp] = *value(kRbp) + 8;
      held[kRbp].reset();
      break;
    case Effect::overwrite:
    case Effect::set_part:
    case Effect::other:
      for (unsigned n = code.effect == Effect::other ? 0 : 1; n < code.operand_count; ++n) {
        if (code.operands[n].kind == Operand::Kind::reg && holds(code.operands[n].reg)) give_away();
      }
      set(first, std::nullopt);
      for (std::int8_t r = 0; r < static_cast<std::int8_t>(kRegisterCount) && code.flow == Flow::on; ++r) {
        if ((code.implicit & set_of(r)) == 0) continue;
        if (holds(r)) give_away();
        held[static_cast<std::size_t>(r)].reset();
      }
      break;
  }
  if (code.flow == Flow::call) {
    for (std::int8_t r = 0; r < static_cast<std::int8_t>(kRegisterCount); ++r) {
      if ((kLostInCalls & set_of(r)) != 0) held[static_cast<std::size_t>(r)].reset();
    }
    const Borrowing* const known = borrowing_of(step);
    for (std::size_t i = 0; known != nullptr && !known->keeps && i < std::size(kReturnRegisters); ++i) {
      if (!known->returned[i]) continue;
      const auto argument = step.held[static_cast<std::size_t>(kArgumentRegisters[known->returned[i]->argument])];
      if (argument) held[static_cast<std::size_t>(kReturnRegisters[i])] = *argument + known->returned[i]->offset;
    }
  }
  if (!held[kRsp] || argument_at(*held[kRsp])) give_away();
  return held;
}

void FunctionCode::note_accesses(Step& step) {
  if (!step.reached) return;
  const Instruction& code = step.code;
  if (code.flow == Flow::unknown || step.lands) step.reads.set();
  for_each_access(
      step, [&](std::int32_t at, unsigned size, bool is_write, unsigned) { note_access(step, at, size, is_write); });
  if (code.flow == Flow::call) note_arguments(step);
}

void FunctionCode::note_access(Step& step, std::int32_t offset, unsigned size, bool is_write) {
  if (size == 0) return give_away();
  if (const auto argument = argument_at(offset)) {
    const std::int32_t from = offset - address_of_argument(*argument);
    if (!is_write) return note_argument_access(*argument, from, size, &Borrowing::Argument::reads);
    note_argument_access(*argument, from, size, &Borrowing::Argument::writes);
    return note_argument_access(*argument, from, size, &Borrowing::Argument::fills);
  }
  for (std::int32_t at = offset; at < offset + static_cast<std::int32_t>(size); ++at) {
    if (at >= 0) {
      reads_arguments_ = true;
    } else if (at >= -static_cast<std::int32_t>(kMostFrame)) {
      (is_write ? step.writes : step.reads).set(static_cast<std::size_t>(at + static_cast<std::int32_t>(kMostFrame)));
    }
  }
}

}  // namespace graphfuzz::native
