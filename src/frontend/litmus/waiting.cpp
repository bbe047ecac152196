// The part of the interpreter that recognises iterations in which a thread does nothing but wait.
#include <algorithm>
#include <bit>

#include "arithmetic.hpp"
#include "interpreter.hpp"

namespace graphfuzz::litmus {
namespace {

constexpr std::int64_t kMaxSteps = 1'000'000;

}  // namespace

void LitmusRun::pass_checkpoint(Thread& thread, ThreadId id, std::uint32_t checkpoint) {
  const ThreadCode& code = program_.thread_codes[id];
  const bool valid = (thread.valid >> checkpoint & 1) != 0;
  saved_[saved_begin_[id] + checkpoint] = {thread.events, ++thread.passes, valid};
  std::copy_n(
      thread.registers, code.saved,
      saved_registers_.begin() + static_cast<std::ptrdiff_t>(saved_registers_begin_[id] + checkpoint * code.saved));
  thread.valid |= std::uint64_t{1} << checkpoint;
}

bool LitmusRun::is_at_saved_state(ThreadId id, std::uint32_t checkpoint, const Value* registers) const {
  const ThreadCode& code = program_.thread_codes[id];
  const Value* const saved = saved_registers_.data() + saved_registers_begin_[id] + checkpoint * code.saved;
  const std::vector<Register>& live = code.checkpoints[checkpoint].live;
  return std::all_of(live.begin(), live.end(), [&](Register reg) { return registers[reg] == saved[reg]; });
}

/// The pending request awaits: it belongs to an iteration that may come back to one of these checkpoints. The iteration
/// begins at the one that was passed first.
void LitmusRun::find_wait(Thread& thread, ThreadId id, std::uint64_t checkpoints) {
  const Saved* const saved = saved_.data() + saved_begin_[id];
  thread.wait = static_cast<std::uint32_t>(std::countr_zero(checkpoints));
  for (checkpoints &= checkpoints - 1; checkpoints != 0; checkpoints &= checkpoints - 1) {
    const auto other = static_cast<std::uint32_t>(std::countr_zero(checkpoints));
    if (saved[other].pass < saved[thread.wait].pass) thread.wait = other;
  }
  pending_[id].awaits = true;
  pending_[id].wait_begin = saved[thread.wait].events;
}

bool LitmusRun::accepts(ThreadId id, Value value, bool succeeded) const {
  const Request& request = pending_[id];
  if (request.lock) return value == 0 && succeeded;
  if (!request.awaits || (succeeded && request.kind == RequestKind::compare_exchange)) return true;
  const Thread& thread = threads_[id];
  const Access& access = *thread.access;
  std::copy_n(thread.registers, program_.thread_codes[id].registers.size(), scratch_.begin());
  if (request.kind == RequestKind::read) {
    scratch_[access.result] = value;
  } else {
    scratch_[access.expected_result] = value;
    scratch_[access.result] = 0;
  }
  return dry_run(id, thread.pc + 1, thread.valid, scratch_.data()) == Outcome::went_on;
}

LitmusRun::Outcome LitmusRun::dry_run(ThreadId id, std::uint32_t pc, std::uint64_t valid, Value* registers) const {
  const ThreadCode& thread = program_.thread_codes[id];
  for (std::int64_t steps = kMaxSteps; steps > 0; --steps) {
    const Instruction& i = thread.code[pc];
    switch (i.opcode) {
      case Opcode::request:
      case Opcode::request_with_registers:
        if (thread.accesses[i.target].request.kind != RequestKind::fence) return Outcome::went_on;
        break;
      case Opcode::jump:
        pc = i.target;
        continue;
      case Opcode::jump_if_zero:
        if (registers[i.left] == 0) {
          pc = i.target;
          continue;
        }
        break;
      case Opcode::jump_if_nonzero:
        if (registers[i.left] != 0) {
          pc = i.target;
          continue;
        }
        break;
      case Opcode::enter_loop:
        registers[thread.loops[i.target].counter] = 0;
        valid &= ~thread.loops[i.target].checkpoints;
        break;
      case Opcode::count_iteration: {
        // Going beyond the bound is to go on, unless the checkpoint behind it shows that this iteration does not count.
        Value& counter = registers[thread.loops[i.target].counter];
        if (counter++ > static_cast<Value>(program_.unroll)) return Outcome::went_on;
        break;
      }
      case Opcode::checkpoint:
        if ((valid >> i.target & 1) != 0 && is_at_saved_state(id, i.target, registers)) return Outcome::waits;
        break;
      case Opcode::assume:
        if (registers[i.left] == 0) return Outcome::waits;
        break;
      case Opcode::fail:
      case Opcode::end:
        return Outcome::went_on;
      default:
        if (!compute(i, registers, program_.cells)) return Outcome::went_on;
    }
    ++pc;
  }
  return Outcome::went_on;
}

void LitmusRun::rewind(ThreadId id) {
  if (!pending_[id].awaits || pending_[id].lock) return;  // a lock's iteration begins with the pending request
  Thread& thread = threads_[id];
  const ThreadCode& code = program_.thread_codes[id];
  const Saved* const saved = saved_.data() + saved_begin_[id];
  const Saved origin = saved[thread.wait];
  // A checkpoint that was passed again since may be one to come back to as it was passed before. That is not
  // remembered, and rare: it takes an iteration that went on and another that is now taken back.
  for (std::uint64_t rest = thread.valid; rest != 0; rest &= rest - 1) {
    const Saved& other = saved[std::countr_zero(rest)];
    if (other.pass <= origin.pass || !other.replaces) continue;
    restart(id);
    for (std::uint32_t i = 0; i < origin.events; ++i) resume(id, answers_[id][i].value, answers_[id][i].succeeded);
    return;
  }
  std::copy_n(
      saved_registers_.begin() + static_cast<std::ptrdiff_t>(saved_registers_begin_[id] + thread.wait * code.saved),
      code.saved, thread.registers);
  for (std::uint64_t rest = thread.valid; rest != 0; rest &= rest - 1) {
    const auto checkpoint = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (saved[checkpoint].pass > origin.pass) thread.valid &= ~(std::uint64_t{1} << checkpoint);
  }
  thread.passes = origin.pass;
  thread.events = origin.events;
  thread.pc = code.checkpoints[thread.wait].pc + 1;
  if (!trackers_.empty()) trackers_[id].rewound(thread.wait, thread.registers);
  advance(id);
}

}  // namespace graphfuzz::litmus
