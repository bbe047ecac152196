// Liveness as compilers compute it (Aho, Lam, Sethi, Ullman, "Compilers", 2006, section 9.2.5), on machine code. Where
// in the frame accesses are is known by following addresses of the frame forward, from the stack pointer through
// registers, and through the frame, where GCC keeps those that it has no register for, at -O1 above all; where one goes
// to a function that is called, it is lent, and where it goes anywhere else, it is given away.
#include "frontend/native/code/function_code.hpp"

#include <dlfcn.h>

#include <algorithm>

#include "frontend/native/code/unwind_tables.hpp"

namespace graphfuzz::native {
namespace {

using Effect = Instruction::Effect;
using Flow = Instruction::Flow;

constexpr std::size_t kMostInstructions = 20'000;
constexpr std::size_t kMostInstructionsOfCalled = 2'000;
constexpr std::size_t kDeepestCalls = 64;
constexpr std::int8_t kKeptRegisters[] = {kRbx, kRbp, kR12, kR13, kR14, kR15};
constexpr RegisterSet kArgumentSet =
    set_of(kRdi) | set_of(kRsi) | set_of(kRdx) | set_of(kRcx) | set_of(kR8) | set_of(kR9);
constexpr RegisterSet kLostInCalls = kArgumentSet | set_of(kRax) | set_of(kR10) | set_of(kR11);
constexpr RegisterSet kAllRegisters = ~RegisterSet{0};
constexpr RegisterSet kKept = kAllRegisters & ~kLostInCalls;
// What an atomic access is of, at most.
constexpr unsigned kLargestAtomic = 16;
constexpr std::int32_t kAddressSize = 8;
constexpr std::int8_t kReturned[] = {kRax, kRdx};

// Addresses that a function gets are as far as this from each other, and from its frame.
constexpr std::int32_t kApart = std::int32_t{1} << 20;

std::int32_t address_of_argument(std::size_t argument) { return (static_cast<std::int32_t>(argument) + 1) * kApart; }
/// Nothing of an address in the frame, or of the arguments on the stack.
std::optional<std::size_t> argument_at(std::int32_t address) {
  if (address < kApart / 2) return {};
  const auto argument = static_cast<std::size_t>((address + kApart / 2) / kApart - 1);
  return argument < kArguments ? std::optional(argument) : std::nullopt;
}

bool only_writes_first(Effect effect) {
  return effect == Effect::copy || effect == Effect::address || effect == Effect::clear ||
         effect == Effect::overwrite || effect == Effect::set_part || effect == Effect::pop;
}

bool is_instrumentation(CalledFunction called) {
  return called == CalledFunction::notes_access || called == CalledFunction::atomic_access ||
         called == CalledFunction::atomic_compare_exchange;
}

bool never_returns(CalledFunction called) {
  return called == CalledFunction::never_returns || called == CalledFunction::throws;
}

bool is_of_one_module(CodeAddress one, CodeAddress other) {
  Dl_info first{}, second{};
  return dladdr(reinterpret_cast<const void*>(one), &first) != 0 &&
         dladdr(reinterpret_cast<const void*>(other), &second) != 0 && first.dli_fbase == second.dli_fbase;
}

// Of a slot and so many bytes at an address.
bool overlap(const FunctionCode::Slot& slot, std::int32_t at, unsigned size) {
  return slot.at < at + static_cast<std::int32_t>(size) && at < slot.at + kAddressSize;
}

}  // namespace

RegisterSet FunctionCode::written_by(const Step& step) {
  if (step.code.flow == Flow::unknown) return kAllRegisters;
  RegisterSet written = step.code.implicit;
  for (unsigned n = 0; n < step.code.operand_count; ++n) {
    if (step.code.operands[n].kind == Operand::Kind::reg) written |= set_of(step.code.operands[n].reg);
  }
  if (step.code.flow == Flow::call && step.called != CalledFunction::notes_access) written |= set_of(kRax);
  const bool may_return_two = !is_instrumentation(step.called) && step.called != CalledFunction::does_nothing;
  if (step.code.flow == Flow::call && may_return_two) written |= set_of(kRdx);
  return written;
}

// What is found must not go by whom it is asked for first: in another process that may be another function. So all that
// are in a circle of calls may do anything.
const Borrowing& Callees::borrowing(CodeAddress function, CodeAddress from) {
  static const Borrowing anything{};
  if (!is_of_one_module(function, from)) return anything;
  if (const auto found = known_.find(function); found != known_.end()) {
    const auto begin = std::ranges::find(open_, function);
    for (auto open = begin; open != open_.end(); ++open) known_.find(*open)->second->calls_itself = true;
    return begin == open_.end() ? found->second->borrowing : anything;
  }
  if (open_.size() == kDeepestCalls) return anything;
  known_.emplace(function, std::make_unique<Callee>());
  open_.push_back(function);
  const Borrowing borrowing = FunctionCode(function, *this, true).borrowing();
  open_.pop_back();
  Callee& known = *known_.find(function)->second;
  if (!known.calls_itself) known.borrowing = borrowing;
  return known.borrowing;
}

FunctionCode::FunctionCode(CodeAddress at, Callees& callees, bool called) : callees_(callees), called_(called) {
  const std::optional<CodeAddress> begin = function_begin(at);
  if (!begin) return;
  if (called && *begin != at) return;
  known_ = read(*begin) && steps_.contains(at);
  if (!known_) return;
  for (const auto& [address, step] : steps_) written_ |= written_by(step);
  for (const CodeAddress address : addresses_) note_registers(steps_.find(address)->second);
  follow_sets(*begin);
  settle_registers();
  follow_addresses(*begin);
  for (const CodeAddress address : addresses_) {
    if (reads_what_calls_lose(steps_.find(address)->second)) give_away();
    if (!given_away_) note_accesses(steps_.find(address)->second);
  }
  for (const CodeAddress address : addresses_) {
    if (lent_ && !given_away_) note_borrowers(steps_.find(address)->second);
  }
  if (given_away_) return;
  settle([](Step& step, const Step* next, const Step* branch) {
    FrameBytes live;
    if (next != nullptr) live |= next->live_bytes;
    if (branch != nullptr) live |= branch->live_bytes;
    live = step.reads | (live & ~step.writes);
    const bool changed = live != step.live_bytes;
    step.live_bytes = live;
    return changed;
  });
  if (std::any_of(steps_.begin(), steps_.end(), [this](const auto& step) { return passes_slots(step.second); })) {
    give_away();
  }
}

// May a slot be an argument of a call, which is on the stack as it is? It is none if it is read once more behind the
// call, which may have written to its arguments.
bool FunctionCode::passes_slots(const Step& step) {
  if (!step.reached || step.code.flow != Flow::call || is_instrumentation(step.called)) return false;
  if (step.called == CalledFunction::borrows || step.called == CalledFunction::does_nothing) return false;
  if (const Borrowing* const known = borrowing_of(step); known != nullptr && !known->reads_stack) return false;
  const Step* const next = step.next != 0 ? at(step.next) : nullptr;
  if (next == nullptr) return false;
  const auto is_live = [next](std::int32_t byte) {
    return next->live_bytes[static_cast<std::size_t>(byte + static_cast<std::int32_t>(kMostFrame))];
  };
  return std::any_of(step.held.slots.begin(), step.held.slots.end(),
                     [&](const Slot& slot) { return slot.at >= *step.held[kRsp] && !is_live(slot.at); });
}

// False if it cannot be known.
bool FunctionCode::read(CodeAddress begin) {
  Disassembler disassembler;
  LandingPads pads;
  std::vector<CodeAddress> open{begin};
  while (!open.empty()) {
    const CodeAddress address = open.back();
    open.pop_back();
    if (steps_.contains(address)) continue;
    if (steps_.size() >= (called_ ? kMostInstructionsOfCalled : kMostInstructions)) return false;
    Step step;
    const std::optional<Instruction> code = disassembler.read(address);
    if (code) {
      step.code = *code;
    } else {
      step.code.flow = Flow::unknown;
    }
    if (step.code.flow == Flow::unknown && step.code.target != 0 &&
        callees_.classify(step.code.target) == CalledFunction::notes_access) {
      step.code.flow = Flow::back;  // a call of __tsan_func_exit, and a return: compilers make that one jump
    }
    const Flow flow = step.code.flow;
    goes_anywhere_ |= flow == Flow::unknown;
    for (unsigned n = 0; n < step.code.operand_count; ++n) {
      const Operand& operand = step.code.operands[n];
      uses_vectors_ |= operand.kind == Operand::Kind::reg && operand.reg == kOtherRegister;
    }
    if (flow == Flow::call && step.code.target != 0) step.called = callees_.classify(step.code.target);
    const bool is_harmless = step.called == CalledFunction::borrows || step.called == CalledFunction::does_nothing;
    if (is_harmless && step.code.through_memory) step.called = CalledFunction::ordinary;
    if (step.called == CalledFunction::returns_twice) return false;
    if (flow == Flow::branch || flow == Flow::jump) step.branch = step.code.target;
    if (flow == Flow::call) note_exceptions(step, address + step.code.size, pads);
    const bool returns = flow == Flow::call && !never_returns(step.called);
    if (flow == Flow::on || flow == Flow::branch || returns) step.next = address + step.code.size;
    for (const CodeAddress next : {step.branch, step.next}) {
      if (next != 0) open.push_back(next);
    }
    steps_.emplace(address, step);
    addresses_.push_back(address);
  }
  return true;
}

// What is thrown in a call is caught here, or leaves the function: then the registers of whoever called it are read
// from where they have been put.
void FunctionCode::note_exceptions(Step& step, CodeAddress return_address, LandingPads& pads) {
  if (is_instrumentation(step.called) || step.called == CalledFunction::never_returns) return;
  if (step.called == CalledFunction::borrows || step.called == CalledFunction::does_nothing) return;
  const std::optional<CodeAddress> pad = pads.of(return_address);
  const std::optional<Unwinding> left = unwinding(return_address);
  step.lands = !pad || !left || (*pad != 0 && left->arguments != 0);
  lands_ |= step.lands;
  if (step.lands) return;
  step.branch = *pad;
  for (const std::int8_t r : kKeptRegisters) {
    if (const auto at = left->saved[static_cast<std::size_t>(r)]) {
      note_access(step, *at, kAddressSize, false);
    } else {
      step.left |= set_of(r);
    }
  }
}

void FunctionCode::note_registers(Step& step) const {
  const Instruction& code = step.code;
  step.uses = code.implicit | set_of(kRsp);
  for (unsigned n = 0; n < code.operand_count; ++n) {
    const Operand& operand = code.operands[n];
    if (operand.kind == Operand::Kind::memory) {
      step.uses |= set_of(operand.reg) | set_of(operand.index);
    } else if (operand.kind == Operand::Kind::reg) {
      const RegisterSet part = operand.size == 1 ? low_of(operand.reg) : set_of(operand.reg);
      if (n > 0 || !only_writes_first(code.effect)) {
        step.uses |= part;
      } else if (operand.size != 2) {
        step.kills |= part;
      }
    }
  }
  if (code.effect == Effect::clear) step.uses = set_of(kRsp);
  if (code.effect == Effect::leave) step.uses |= set_of(kRbp);
  if (code.flow == Flow::call) {
    const bool has_arguments = step.called != CalledFunction::does_nothing;
    if (has_arguments) step.uses |= kArgumentSet;
    if (has_arguments && !is_instrumentation(step.called))
      step.uses |= set_of(kRax);  // how many vectors there are, if they may be many
    step.kills |= kLostInCalls;
    step.uses |= step.lands ? kKept : step.left;
  }
  if (code.flow == Flow::back) step.uses |= kKept | (written_ & (set_of(kRax) | set_of(kRdx)));
  if (code.flow == Flow::unknown) step.uses = kAllRegisters;
}

// What calls have lost nobody reads before it is set again, whatever later calls may take for arguments.
void FunctionCode::follow_sets(CodeAddress begin) {
  steps_.find(begin)->second.set = kAllRegisters;
  std::vector<CodeAddress> open{begin};
  while (!open.empty()) {
    const Step& step = steps_.find(open.back())->second;
    open.pop_back();
    const RegisterSet kept = step.code.flow == Flow::call ? step.set & ~kLostInCalls : step.set;
    const RegisterSet set = kept | written_by(step);
    for (const CodeAddress next : {step.next, step.branch}) {
      if (next == 0) continue;
      Step& to = steps_.find(next)->second;
      if ((set & ~to.set) == 0) continue;
      to.set |= set;
      open.push_back(next);
    }
  }
}

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
  if (!may_keep_addresses() || to.kind != Operand::Kind::memory || to.reg < 0 || to.size != kAddressSize) return false;
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
    const auto overlaps = [&](const Slot& slot) { return overlap(slot, at, size); };
    if (is_write) {  // what has been written over in part is no address, either
      std::erase_if(held.slots, overlaps);
      return;
    }
    const auto slot = std::find_if(held.slots.begin(), held.slots.end(), [at](const Slot& s) { return s.at == at; });
    const Operand& to = code.operands[0];
    const bool whole = code.effect == Effect::copy && n == 1 && to.kind == Operand::Kind::reg && to.reg >= 0 &&
                       to.size == kAddressSize && size == kAddressSize;
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
    if (operand.kind == Operand::Kind::reg && operand.reg >= 0) held[static_cast<std::size_t>(operand.reg)] = to;
  };
  const auto move_stack = [&](std::int32_t by) {
    if (held[kRsp]) *held[kRsp] += by;
  };
  const Operand& first = code.operands[0];
  const Operand& second = code.operands[1];
  const bool whole = second.kind == Operand::Kind::reg && second.size == 8;
  for (unsigned n = 0; n < code.operand_count; ++n) {
    if (code.operands[n].kind == Operand::Kind::memory && holds(code.operands[n].index)) give_away();
    if (code.operands[n].kind == Operand::Kind::memory && holds(code.operands[n].reg) &&
        code.operands[n].index != kNoRegister) {
      give_away();
    }
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
    for (std::size_t i = 0; known != nullptr && !known->keeps && i < std::size(kReturned); ++i) {
      if (!known->returned[i]) continue;
      const auto argument = step.held[static_cast<std::size_t>(kArgumentRegisters[known->returned[i]->argument])];
      if (argument) held[static_cast<std::size_t>(kReturned[i])] = *argument + known->returned[i]->offset;
    }
  }
  if (!held[kRsp] || argument_at(*held[kRsp])) give_away();
  return held;
}

// By an operand: what calls and returns may read is not meant.
RegisterSet FunctionCode::operands_read_by(const Step& step) {
  if (step.code.effect == Effect::push || step.code.effect == Effect::clear) return 0;
  RegisterSet reads = 0;
  for (unsigned n = 0; n < step.code.operand_count; ++n) {
    const Operand& operand = step.code.operands[n];
    if (operand.kind == Operand::Kind::memory) reads |= set_of(operand.reg) | set_of(operand.index);
    if (operand.kind != Operand::Kind::reg || (n == 0 && only_writes_first(step.code.effect))) continue;
    reads |= operand.size == 1 ? low_of(operand.reg) : set_of(operand.reg);
  }
  return reads;
}

// Is it read from there on before it is written?
bool FunctionCode::is_read_from(CodeAddress from, RegisterSet reg) const {
  std::vector<CodeAddress> open{from};
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Step* const step = at(open[i]);
    if (step == nullptr || (operands_read_by(*step) & reg) != 0) return true;
    if ((written_by(*step) & reg) != 0) continue;
    for (const CodeAddress next : {step->next, step->branch}) {
      if (next != 0 && std::ranges::find(open, next) == open.end()) open.push_back(next);
    }
  }
  return false;
}

// GCC knows which registers a function leaves alone whose code it has seen (-fipa-ra), and may keep addresses there.
bool FunctionCode::reads_what_calls_lose(const Step& step) {
  if (!step.reached) return false;
  // In rax and rdx there may as well be what is returned, if the function writes them.
  if (const Borrowing* const known = borrowing_of(step); known != nullptr && step.next != 0) {
    for (const std::int8_t r : {kRax, kRdx}) {
      const bool may_be_kept = step.held[static_cast<std::size_t>(r)] && (known->written & set_of(r)) == 0;
      if (may_be_kept && (at(step.next)->live & set_of(r)) != 0 && is_read_from(step.next, set_of(r))) return true;
    }
  }
  return (operands_read_by(step) & kLostInCalls & ~step.set & ~(set_of(kRax) | set_of(kRdx))) != 0;
}

void FunctionCode::note_accesses(Step& step) {
  if (!step.reached) return;
  const Instruction& code = step.code;
  if (code.flow == Flow::unknown || step.lands) step.reads.set();
  for_each_access(
      step, [&](std::int32_t at, unsigned size, bool is_write, unsigned) { note_access(step, at, size, is_write); });
  if (code.flow == Flow::call) note_arguments(step);
}

void FunctionCode::note_arguments(Step& step) {
  // Nested functions of GCC's get their surroundings there.
  if (step.held[kR10] && step.called == CalledFunction::ordinary) give_away();
  for (std::size_t i = 0; i < kArguments; ++i) {
    const std::int8_t r = kArgumentRegisters[i];
    const auto address = step.held[static_cast<std::size_t>(r)];
    if (!address || step.called == CalledFunction::notes_access || step.called == CalledFunction::does_nothing)
      continue;
    const bool points = (r == kRdi && is_instrumentation(step.called)) ||
                        (r == kRsi && step.called == CalledFunction::atomic_compare_exchange);
    if (!points) {
      static const Borrowing::Argument any = [] {
        Borrowing::Argument all;
        all.reads.set();
        return all;
      }();
      const Borrowing* const known = borrowing_of(step);
      const bool keeps = step.called != CalledFunction::borrows && (known == nullptr || known->keeps);
      if (keeps) {
        (argument_at(*address) ? keeps_ : lent_) = true;
        step.reads.set();
      } else {
        note_call(step, *address, known == nullptr ? any : known->arguments[i]);
      }
      continue;
    }
    for (const Slot& slot : step.held.slots) {
      if (overlap(slot, *address, kLargestAtomic)) return give_away();
    }
    note_access(step, *address, kLargestAtomic, false);
  }
}

// Functions that were called with an address in the frame may have kept it: each that is called later, and each access
// by an address that is not known, may read all of the frame. None has to write anything.
void FunctionCode::note_borrowers(Step& step) {
  if (!step.reached) return;
  const Instruction& code = step.code;
  const auto is_unknown = [&](std::int8_t r) { return r >= 0 && !step.held[static_cast<std::size_t>(r)]; };
  const bool knows_none = is_instrumentation(step.called) || step.called == CalledFunction::borrows ||
                          step.called == CalledFunction::does_nothing;
  if (code.flow == Flow::call && !knows_none) {
    if (!step.held.slots.empty()) return give_away();  // they may write there
    step.reads.set();
  }
  if (code.flow == Flow::on && (is_unknown(kRsi) || is_unknown(kRdi)) &&
      (code.implicit & (set_of(kRsi) | set_of(kRdi))) != 0) {
    step.reads.set();  // as instructions for strings do
  }
  for (unsigned n = 0; n < code.operand_count; ++n) {
    const Operand& operand = code.operands[n];
    if (operand.kind != Operand::Kind::memory || code.effect == Effect::address) continue;
    if (is_unknown(operand.reg) || is_unknown(operand.index)) step.reads.set();
  }
}

const Borrowing* FunctionCode::borrowing_of(const Step& step) {
  if (step.code.flow != Flow::call || step.called != CalledFunction::ordinary) return nullptr;
  if (step.code.target == 0 || step.code.through_memory) return nullptr;
  const bool gets_any = step.held[kRax] || std::ranges::any_of(kArgumentRegisters, [&](std::int8_t r) {
                          return step.held[static_cast<std::size_t>(r)].has_value();
                        });
  return gets_any || !step.held.slots.empty() ? &callees_.borrowing(step.code.target, addresses_[0]) : nullptr;
}

// A function accesses what it is given the address of.
void FunctionCode::note_call(Step& step, std::int32_t address, const Borrowing::Argument& argument) {
  for (std::size_t i = 0; i < Borrowing::kBytes; ++i) {
    const auto at = address + static_cast<std::int32_t>(i);
    if (address < 0 && at >= -kAddressSize) break;  // what is in the frame ends below the return address
    if (!argument.reads[i] && !argument.writes[i]) continue;
    // Addresses that are there are known no longer, and to somebody else.
    if (std::ranges::any_of(step.held.slots, [&](const Slot& slot) { return overlap(slot, at, 1); }))
      return give_away();
    if (argument.reads[i]) note_access(step, at, 1, false);
    if (argument.fills[i] && step.branch == 0) {
      note_access(step, at, 1, true);
    } else if (const auto ours = argument_at(at); ours && argument.writes[i]) {
      note_argument_access(*ours, at - address_of_argument(*ours), 1, &Borrowing::Argument::writes);
    }
  }
}

void FunctionCode::note_argument_access(std::size_t argument, std::int32_t offset, unsigned size,
                                        std::bitset<Borrowing::kBytes> Borrowing::Argument::*bytes) {
  if (offset < 0 || static_cast<std::size_t>(offset) + size > Borrowing::kBytes) {
    keeps_ = true;
    return;
  }
  for (unsigned i = 0; i < size; ++i) (borrowed_[argument].*bytes).set(static_cast<std::size_t>(offset) + i);
}

Borrowing FunctionCode::borrowing() const {
  Borrowing result;
  const bool unknown = !known_ || given_away_ || lent_ || lands_ || goes_anywhere_;
  result.reads_stack = unknown || reads_arguments_;
  result.keeps = unknown || keeps_;
  for (const auto& [address, step] : steps_) {
    if (step.code.flow != Flow::call) result.written |= written_by(step) & (set_of(kRax) | set_of(kRdx));
  }
  result.arguments = borrowed_;
  // Where there are several ways, it is not looked at what is written on all of them.
  const bool forks =
      std::ranges::any_of(steps_, [](const auto& step) { return step.second.next != 0 && step.second.branch != 0; });
  for (Borrowing::Argument& argument : result.arguments) {
    if (forks) argument.fills.reset();
  }
  bool first = true;
  for (const auto& [address, step] : steps_) {
    if (step.code.flow != Flow::back || !step.reached) continue;
    for (std::size_t i = 0; i < std::size(kReturned); ++i) {
      std::optional<Borrowing::Returned> returned;
      if (const auto at = step.held[static_cast<std::size_t>(kReturned[i])]; at && argument_at(*at)) {
        returned = {*argument_at(*at), *at - address_of_argument(*argument_at(*at))};
      }
      if (!first && returned != result.returned[i]) result.keeps = true;
      result.returned[i] = returned;
    }
    first = false;
  }
  return result;
}

FrameBytes FunctionCode::live_since_call(CodeAddress return_address) const {
  FrameBytes live;
  for (const auto& [address, step] : steps_) {
    if (step.code.flow == Flow::call && step.next == return_address) live |= step.live_bytes | step.reads;
  }
  if (const Step* const next = at(return_address)) live |= next->live_bytes;
  return live;
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
