// What functions that are called may do to the frame of who calls them: what they get of it, keep, and return.
#include <algorithm>

#include "frontend/native/code/function_code.hpp"

namespace graphfuzz::native {
namespace {

using Effect = Instruction::Effect;
using Flow = Instruction::Flow;

// What an atomic access is of, at most.
constexpr unsigned kLargestAtomic = 16;

}  // namespace

// May a slot be an argument of a call, which is on the stack as it is? It is none if it is read once more behind the
// call, which may have written to its arguments.
bool FunctionCode::passes_slots(const Step& step) {
  if (!step.reached || step.code.flow != Flow::call || leaves_nothing(step.called)) return false;
  if (const Borrowing* const known = borrowing_of(step); known != nullptr && !known->reads_stack) return false;
  const Step* const next = step.next != 0 ? at(step.next) : nullptr;
  if (next == nullptr) return false;
  const auto is_live = [next](std::int32_t byte) {
    return next->live_bytes[static_cast<std::size_t>(byte + static_cast<std::int32_t>(kMostFrame))];
  };
  return std::any_of(step.held.slots.begin(), step.held.slots.end(),
                     [&](const Slot& slot) { return slot.at >= *step.held[kRsp] && !is_live(slot.at); });
}

// GCC knows which registers a function leaves alone whose code it has seen (-fipa-ra), and may keep addresses there.
bool FunctionCode::reads_what_calls_lose(const Step& step) {
  if (!step.reached || step.code.effect == Effect::push) return false;  // Clang makes room by pushing anything
  // In rax and rdx there may as well be what is returned, if the function writes them.
  if (const Borrowing* const known = borrowing_of(step); known != nullptr && step.next != 0) {
    for (const std::int8_t r : kReturnRegisters) {
      const bool may_be_kept = step.held[static_cast<std::size_t>(r)] && (known->written & set_of(r)) == 0;
      if (may_be_kept && (at(step.next)->live & set_of(r)) != 0 && is_read_from(step.next, set_of(r))) return true;
    }
  }
  return (operands_read_by(step) & kLostInCalls & ~step.set & ~kReturnSet) != 0;
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
        if (*address >= 0) reads_arguments_ = true;  // or they are written by it, for somebody who has it
        step.reads.set();
      } else {
        note_call(step, *address, known == nullptr ? any : known->arguments[i]);
      }
      continue;
    }
    for (const Slot& slot : step.held.slots) {
      if (slot.overlaps(*address, kLargestAtomic)) return give_away();
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
  if (code.flow == Flow::call && !leaves_nothing(step.called)) {
    if (!step.held.slots.empty()) return give_away();  // they may write there
    step.reads.set();
  }
  if (code.flow == Flow::on && (is_unknown(kRsi) || is_unknown(kRdi)) &&
      (code.implicit & (set_of(kRsi) | set_of(kRdi))) != 0) {
    step.reads.set();  // as instructions for strings do
  }
  for (unsigned n = 0; n < code.operand_count; ++n) {
    const Operand& operand = code.operands[n];
    if (operand.kind != Operand::Kind::memory || operand.segment || code.effect == Effect::address) continue;
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
    if (std::ranges::any_of(step.held.slots, [&](const Slot& slot) { return slot.overlaps(at, 1); }))
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
    if (step.code.flow != Flow::call) result.written |= written_by(step) & kReturnSet;
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
    for (std::size_t i = 0; i < std::size(kReturnRegisters); ++i) {
      std::optional<Borrowing::Returned> returned;
      if (const auto at = step.held[static_cast<std::size_t>(kReturnRegisters[i])]; at && argument_at(*at)) {
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

}  // namespace graphfuzz::native
