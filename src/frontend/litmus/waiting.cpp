// The part of the interpreter that recognises iterations in which a thread does nothing but wait.
#include <algorithm>
#include <bit>

#include "arithmetic.hpp"
#include "interpreter.hpp"

namespace graphfuzz::litmus {
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

std::uint32_t LitmusRun::wait_number(ThreadId id) const {
  return threads_[id].access == nullptr ? 0 : threads_[id].access->wait;
}

bool LitmusRun::accepts(ThreadId id, Value value, bool succeeded) const {
  return outcome(id, value, succeeded) != Outcome::waits;
}

bool LitmusRun::leaves_wait(ThreadId id, Value value, bool succeeded) const {
  return outcome(id, value, succeeded) == Outcome::left;
}

/// What becomes of the thread's iteration if the pending request reads the value.
LitmusRun::Outcome LitmusRun::outcome(ThreadId id, Value value, bool succeeded) const {
  const Request& request = pending_[id];
  if (request.lock) return value == 0 && succeeded ? Outcome::left : Outcome::waits;
  if (!request.awaits || (succeeded && request.kind == RequestKind::compare_exchange)) return Outcome::left;
  if (request.kind == RequestKind::update) return fails(id, value) ? Outcome::waits : Outcome::left;
  const Thread& thread = threads_[id];
  const Access& access = *thread.access;
  std::copy_n(thread.registers, program_.thread_codes[id].registers.size(), scratch_.begin());
  if (request.kind == RequestKind::read) {
    scratch_[access.result] = value;
  } else {
    scratch_[access.expected_result] = value;
    scratch_[access.result] = 0;
  }
  return dry_run(id, thread.pc + 1, thread.valid, scratch_.data());
}

LitmusRun::Outcome LitmusRun::dry_run(ThreadId id, std::uint32_t pc, std::uint64_t valid, Value* registers) const {
  const ThreadCode& thread = program_.thread_codes[id];
  for (std::int64_t steps = kMaxSteps; steps > 0; --steps) {
    const Instruction& i = thread.code[pc];
    switch (i.opcode) {
      case Opcode::request:
      case Opcode::request_with_registers:
        if (thread.accesses[i.target].request.kind == RequestKind::fence) break;
        return (valid & thread.accesses[i.target].returns) != 0 ? Outcome::undecided : Outcome::left;
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
        if (counter++ > static_cast<Value>(program_.unroll)) return Outcome::left;
        break;
      }
      case Opcode::checkpoint:
        if ((valid >> i.target & 1) == 0) break;
        if (is_at_saved_state(id, i.target, registers)) return Outcome::waits;
        valid &= ~(std::uint64_t{1} << i.target);  // another iteration begins, with another state to come back to
        break;
      case Opcode::assume:
        if (registers[i.left] == 0) return Outcome::waits;
        break;
      case Opcode::fail:
      case Opcode::end:
        return Outcome::left;
      default:
        if (!compute(i, registers, program_.cells)) return Outcome::left;
    }
    ++pc;
  }
  return Outcome::left;
}

// A dry run in which what is read is unknown: it gives up where that could matter.
bool LitmusRun::never_waits(ThreadId id) const {
  const Request& request = pending_[id];
  if (request.lock) return false;
  if (!request.awaits || request.kind == RequestKind::update) return !request.awaits;
  const Thread& thread = threads_[id];
  const ThreadCode& code = program_.thread_codes[id];
  const Access& access = *thread.access;
  std::copy_n(thread.registers, code.registers.size(), scratch_.begin());
  std::fill(unknown_.begin(), unknown_.end(), false);
  if (request.kind == RequestKind::compare_exchange) {  // that fails
    scratch_[access.result] = 0;
    unknown_[access.expected_result] = true;
  } else {
    unknown_[access.result] = true;
  }
  const auto is_unknown = [&](Register reg) { return reg != kNoRegister && unknown_[reg]; };
  std::uint64_t valid = thread.valid;
  std::uint32_t pc = thread.pc + 1;
  for (std::int64_t steps = kMaxSteps; steps > 0; --steps) {
    const Instruction& i = code.code[pc];
    switch (i.opcode) {
      case Opcode::request:
      case Opcode::request_with_registers:
        if (code.accesses[i.target].request.kind == RequestKind::fence) break;
        return (valid & code.accesses[i.target].returns) == 0;
      case Opcode::jump:
        pc = i.target;
        continue;
      case Opcode::jump_if_zero:
      case Opcode::jump_if_nonzero:
        if (is_unknown(i.left)) return false;
        if ((scratch_[i.left] == 0) == (i.opcode == Opcode::jump_if_zero)) {
          pc = i.target;
          continue;
        }
        break;
      case Opcode::enter_loop:
        scratch_[code.loops[i.target].counter] = 0;
        valid &= ~code.loops[i.target].checkpoints;
        break;
      case Opcode::count_iteration: {
        // Going beyond the bound is to go on, unless the checkpoint behind it shows that this iteration does not count.
        Value& counter = scratch_[code.loops[i.target].counter];
        if (counter++ > static_cast<Value>(program_.unroll)) return true;
        break;
      }
      case Opcode::checkpoint: {
        if ((valid >> i.target & 1) == 0) break;
        const Value* const saved =
            saved_registers_.data() + saved_registers_begin_[id] + i.target * static_cast<std::size_t>(code.saved);
        const std::vector<Register>& live = code.checkpoints[i.target].live;
        const bool differs = std::any_of(live.begin(), live.end(),
                                         [&](Register reg) { return !unknown_[reg] && scratch_[reg] != saved[reg]; });
        if (!differs) return false;
        valid &= ~(std::uint64_t{1} << i.target);
        break;
      }
      case Opcode::assume:
        if (is_unknown(i.left) || scratch_[i.left] == 0) return false;
        break;
      case Opcode::fail:
      case Opcode::end:
        return true;
      default: {
        const bool unknown = is_unknown(i.left) || is_unknown(i.right);
        if (unknown) {
          if (i.opcode == Opcode::divide || i.opcode == Opcode::modulo) return false;
        } else if (!compute(i, scratch_.data(), program_.cells)) {
          return true;
        }
        if (i.result != kNoRegister) unknown_[i.result] = unknown;
      }
    }
    ++pc;
  }
  return false;
}

bool LitmusRun::waits_on(ThreadId id, Location location) const {
  const Request& request = pending_[id];
  if (!request.awaits) return false;
  if (request.lock || request.kind == RequestKind::update) return location == request.location;
  const std::vector<Location>& read = program_.thread_codes[id].checkpoints[threads_[id].wait].read;
  return std::binary_search(read.begin(), read.end(), location) || (!read.empty() && read.back() == kNoLocation);
}

bool LitmusRun::waits_plainly(ThreadId id) const {
  const Request& request = pending_[id];
  if (!request.awaits || request.lock || request.kind == RequestKind::update) return false;
  return program_.thread_codes[id].checkpoints[threads_[id].wait].reads_plainly;
}

bool LitmusRun::waits_once(ThreadId id) const {
  const Request& request = pending_[id];
  if (!request.awaits || request.lock || request.kind == RequestKind::update) return true;
  const std::vector<Location>& read = program_.thread_codes[id].checkpoints[threads_[id].wait].read;
  return read.size() == 1 && read.front() != kNoLocation;  // which may be another one each time
}

bool LitmusRun::may_write(ThreadId id, Location location) const {
  if (pending_[id].kind >= RequestKind::failure) return false;  // it has ended
  const ThreadCode& code = program_.thread_codes[id];
  if (code.later_writes.empty()) return true;
  return (code.later_writes[threads_[id].pc * code.write_words + location / 64] >> (location % 64) & 1) != 0;
}

bool LitmusRun::fails(ThreadId id, Value value) const {
  const Thread& thread = threads_[id];
  const ThreadCode& code = program_.thread_codes[id];
  const Access& access = *thread.access;
  const Retry& retry = code.retries[access.retry];
  Value* const registers = scratch_.data();
  std::copy_n(thread.registers, code.registers.size(), registers);
  registers[access.result] = value;
  std::optional<std::uint32_t> next = next_access(id, thread.pc + 1, registers);
  const Request& r = pending_[id];
  if (next && apply(r.operation, value, r.operand, r.bits, r.is_signed) != value) {
    if (!retry.undoes[*next]) return false;
    next = next_access(id, *next + 1, registers);
  }
  return next && retry.leads_back[*next] && std::all_of(retry.live.begin(), retry.live.end(), [&](Register reg) {
           return registers[reg] == thread.registers[reg];
         });
}

/// Runs from `pc` to an access. Nothing if there is none, or something else happens first.
std::optional<std::uint32_t> LitmusRun::next_access(ThreadId id, std::uint32_t pc, Value* registers) const {
  const ThreadCode& thread = program_.thread_codes[id];
  for (std::int64_t steps = kMaxSteps; steps > 0; --steps) {
    const Instruction& i = thread.code[pc];
    switch (i.opcode) {
      case Opcode::request:
      case Opcode::request_with_registers:
        return pc;
      case Opcode::jump:
        pc = i.target;
        continue;
      case Opcode::jump_if_zero:
      case Opcode::jump_if_nonzero:
        if ((registers[i.left] == 0) == (i.opcode == Opcode::jump_if_zero)) {
          pc = i.target;
          continue;
        }
        break;
      case Opcode::enter_loop:
      case Opcode::count_iteration:
      case Opcode::checkpoint:
        break;
      default:
        if (!compute(i, registers, program_.cells)) return std::nullopt;
    }
    ++pc;
  }
  return std::nullopt;
}

void LitmusRun::rewind(ThreadId id) {
  // The iteration of a lock or an attempt begins with the pending request.
  if (!pending_[id].awaits || pending_[id].lock || pending_[id].kind == RequestKind::update) return;
  preserve(id);
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
  if (!histories_.empty()) forget_beyond(id, thread.events);
  thread.pc = code.checkpoints[thread.wait].pc + 1;
  if (!trackers_.empty()) trackers_[id].rewound(thread.wait, thread.registers);
  advance(id);
}

}  // namespace graphfuzz::litmus
