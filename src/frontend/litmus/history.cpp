// The part of the interpreter that takes threads back: it remembers the states that a thread has gone through, each as
// it was when the thread was resumed. Those of a thread's first events are all there; of later ones so few that about
// one in 256 of a thread's events has to be done again at most, and that memory grows with their logarithm.
#include <algorithm>
#include <bit>

#include "interpreter.hpp"

namespace graphfuzz::litmus {
namespace {

// Of the states with `events` events, every how many is remembered.
constexpr std::uint32_t stride(std::uint32_t events) {
  constexpr std::uint32_t kAll = 256;
  return events < kAll ? 1 : std::bit_floor(events) / kAll;
}

}  // namespace

void LitmusRun::keep_history() {
  if (!histories_.empty() || !trackers_.empty()) return;
  histories_.resize(threads_.size());
  for (ThreadId id = 0; id < threads_.size(); ++id) {
    const ThreadCode& code = program_.thread_codes[id];
    std::size_t& count = histories_[id].registers;
    due_[id] |= kPast;
    const auto changes = [&](Register reg) {
      if (reg != kNoRegister) count = std::max<std::size_t>(count, reg + 1U);
    };
    count = code.saved;
    for (const Instruction& i : code.code) changes(i.result);
    for (const Access& access : code.accesses) {
      changes(access.result);
      changes(access.expected_result);
    }
  }
}

// The thread is about to be resumed.
void LitmusRun::remember(ThreadId id) {
  const Thread& thread = threads_[id];
  History& history = histories_[id];
  if (!history.pasts.empty() && history.pasts.back().thread.events >= thread.events) return;
  if (thread.events % stride(thread.events) != 0) return;
  const ThreadCode& code = program_.thread_codes[id];
  std::vector<Value>& values = history.values;
  history.pasts.push_back({thread, pending_[id], values.size()});
  values.insert(values.end(), thread.registers, thread.registers + history.registers);
  const Saved* const saved = saved_.data() + saved_begin_[id];
  const Value* const saved_registers = saved_registers_.data() + saved_registers_begin_[id];
  for (std::uint64_t rest = thread.valid; rest != 0; rest &= rest - 1) {
    const auto checkpoint = static_cast<std::size_t>(std::countr_zero(rest));
    values.push_back(saved[checkpoint].events);
    values.push_back(Value{saved[checkpoint].pass} << 1 | (saved[checkpoint].replaces ? 1 : 0));
    values.insert(values.end(), saved_registers + checkpoint * code.saved,
                  saved_registers + (checkpoint + 1) * code.saved);
  }
}

void LitmusRun::forget_from(History& history, std::size_t count) {
  if (history.pasts.size() <= count) return;
  history.values.resize(history.pasts[count].values);
  history.pasts.resize(count);
  history.untouched = std::min(history.untouched, count);
}

std::optional<std::uint32_t> LitmusRun::take_back(ThreadId id, std::uint32_t count) {
  if (threads_[id].events <= count) return threads_[id].events;
  if (histories_.empty()) return Run::take_back(id, count);
  History& history = histories_[id];
  forget_beyond(id, count);
  if (history.pasts.empty()) return Run::take_back(id, count);
  preserve(id);
  const Past& past = history.pasts.back();
  Thread& thread = threads_[id];
  thread = past.thread;
  pending_[id] = past.pending;
  const Value* values = history.values.data() + past.values;
  std::copy_n(values, history.registers, thread.registers);
  values += history.registers;
  const ThreadCode& code = program_.thread_codes[id];
  for (std::uint64_t rest = thread.valid; rest != 0; rest &= rest - 1) {
    const auto checkpoint = static_cast<std::size_t>(std::countr_zero(rest));
    saved_[saved_begin_[id] + checkpoint] = {static_cast<std::uint32_t>(values[0]),
                                             static_cast<std::uint32_t>(values[1] >> 1), (values[1] & 1) != 0};
    std::copy_n(values + 2, code.saved, saved_registers_.data() + saved_registers_begin_[id] + checkpoint * code.saved);
    values += 2 + code.saved;
  }
  return thread.events;
}

// The thread is back at its first `events` events.
void LitmusRun::forget_beyond(ThreadId id, std::uint32_t events) {
  History& history = histories_[id];
  std::size_t count = history.pasts.size();
  while (count > 0 && history.pasts[count - 1].thread.events > events) --count;
  forget_from(history, count);
}

}  // namespace graphfuzz::litmus
