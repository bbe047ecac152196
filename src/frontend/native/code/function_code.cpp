// Liveness as compilers compute it (Aho, Lam, Sethi, Ullman, "Compilers", 2006, section 9.2.5), on machine code. Where
// in the frame accesses are is known by following addresses of the frame forward, from the stack pointer through
// registers, and through the frame, where GCC keeps those that it has no register for, at -O1 above all; where one goes
// to a function that is called, it is lent, and where it goes anywhere else, it is given away.
#include "frontend/native/code/function_code.hpp"

#include <algorithm>

#include "frontend/native/code/unwind_tables.hpp"

namespace graphfuzz::native {
namespace {

using Flow = Instruction::Flow;

constexpr std::size_t kMostInstructions = 20'000;
constexpr std::size_t kMostInstructionsOfCalled = 2'000;

}  // namespace

FunctionCode::FunctionCode(CodeAddress at, Callees& callees, bool called) : callees_(callees), called_(called) {
  const std::optional<CodeAddress> begin = function_begin(at);
  if (!begin) return;
  if (called && *begin != at) return;
  known_ = read(*begin) && steps_.contains(at);
  if (!known_) return;
  if (lands_ || goes_on_unseen_) expect_unseen_code();
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
    // What the dynamic linker has put somewhere is the beginning of a function.
    goes_on_unseen_ |= flow == Flow::unknown && (step.code.target == 0 || step.code.through_memory);
    for (unsigned n = 0; n < step.code.operand_count; ++n) {
      const Operand& operand = step.code.operands[n];
      uses_vectors_ |= operand.kind == Operand::Kind::reg && operand.reg == kOtherRegister;
    }
    if (flow == Flow::call && step.code.target != 0) step.called = callees_.classify(step.code.target);
    // What is called by a variable now need not be what is called later.
    if (step.code.through_memory && !is_instrumentation(step.called)) step.called = CalledFunction::ordinary;
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

// A jump through a table, as of a switch, or a handler that is not known leads to code that comes back to what has been
// read with any address in the frame in any register, having given it to anybody.
void FunctionCode::expect_unseen_code() {
  for (auto& [address, step] : steps_) step.set = kAllRegisters;
  written_ = kAllRegisters;
  uses_vectors_ = true;
  give_away();
}

// What is thrown in a call is caught here, or leaves the function: then the registers of whoever called it are read
// from where they have been put.
void FunctionCode::note_exceptions(Step& step, CodeAddress return_address, LandingPads& pads) {
  if (leaves_nothing(step.called) || step.called == CalledFunction::never_returns) return;
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

}  // namespace graphfuzz::native
