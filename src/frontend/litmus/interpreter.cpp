#include "interpreter.hpp"

#include <algorithm>

#include "arithmetic.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::litmus {
namespace {

// Of a thread; beyond, it is taken to run forever.
constexpr std::uint32_t kMaxEvents = 1'000'000;
// Each of so many events of a thread is one where it may be stopped.
constexpr std::uint32_t kMilestone = 64;
static_assert(kMaxEvents % kMilestone == 0);

}  // namespace

LitmusRun::LitmusRun(const LitmusProgram& program) : program_(program) {
  std::size_t scratch = 0;
  std::size_t saved_registers = 0;
  std::size_t saved = 0;
  for (const ThreadCode& code : program.thread_codes) {
    saved_registers_begin_.push_back(saved_registers);
    saved_begin_.push_back(saved);
    saved_registers += code.checkpoints.size() * code.saved;
    saved += code.checkpoints.size();
    registers_.insert(registers_.end(), code.registers.begin(), code.registers.end());
    scratch = std::max(scratch, code.registers.size());
  }
  saved_registers_.resize(saved_registers);
  saved_.resize(saved);
  scratch_.resize(scratch);
  unknown_.resize(scratch);
  pending_.resize(program.thread_codes.size());
  threads_.resize(program.thread_codes.size());
  answers_.resize(threads_.size());
  saved_events_.resize(threads_.size());
  std::size_t begin = 0;
  for (ThreadId id = 0; id < threads_.size(); ++id) {
    const ThreadCode& code = program.thread_codes[id];
    threads_[id].code = code.code.data();
    threads_[id].accesses = code.accesses.data();
    threads_[id].registers = registers_.data() + begin;
    begin += code.registers.size();
    advance(id);
  }
  write(first_);
  remembered_ = first_;
  // Only a thread with several checkpoints may ever have to do again what it has done; see rewind.
  for (const ThreadCode& code : program.thread_codes) due_.push_back(code.checkpoints.size() > 1 ? kAnswer : 0);
}

void LitmusRun::reset() {
  for (ThreadId id = 0; id < threads_.size(); ++id) preserve(id);
  read(first_);
  for (History& history : histories_) forget_from(history, 0);
  for (DependencyTracker& tracker : trackers_) tracker.reset();
}

bool LitmusRun::restart(ThreadId id) {
  preserve(id);
  read(first_, id);
  if (!histories_.empty()) forget_from(histories_[id], 0);
  if (!trackers_.empty()) trackers_[id].reset();
  return true;
}

void LitmusRun::save() {
  for (std::uint8_t& due : due_) due |= kImage;
  for (History& history : histories_) history.untouched = history.pasts.size();
  for (ThreadId id = 0; id < threads_.size(); ++id) saved_events_[id] = threads_[id].events;
  replaced_.clear();
  for (DependencyTracker& tracker : trackers_) tracker.save();
}

void LitmusRun::restore() {
  for (ThreadId id = 0; id < threads_.size(); ++id) {
    if ((due_[id] & kImage) == 0) read(remembered_, id);
  }
  for (History& history : histories_) forget_from(history, history.untouched);
  for (; !replaced_.empty(); replaced_.pop_back()) {
    const Replaced& r = replaced_.back();
    answers_[r.thread][r.event] = r.answer;
  }
  for (ThreadId id = 0; id < threads_.size(); ++id) saved_events_[id] = threads_[id].events;
  for (DependencyTracker& tracker : trackers_) tracker.restore();
}

void LitmusRun::track_dependencies(bool on) {
  trackers_.clear();
  if (on) {
    histories_.clear();  // trackers cannot be taken back to any point
    for (std::uint8_t& due : due_) due &= kImage | kAnswer;
    for (const ThreadCode& code : program_.thread_codes) trackers_.emplace_back(code, program_.cells, program_.unroll);
  }
  reset();
  save();  // what was remembered has other trackers, or none
}

void LitmusRun::write(Image& image) const {
  image.threads = threads_;
  image.registers = registers_;
  image.saved_registers = saved_registers_;
  image.saved = saved_;
  image.pending = pending_;
}

void LitmusRun::read(const Image& image) {
  std::copy(image.threads.begin(), image.threads.end(), threads_.begin());
  std::copy(image.registers.begin(), image.registers.end(), registers_.begin());
  std::copy(image.pending.begin(), image.pending.end(), pending_.begin());
  if (saved_.empty()) return;
  std::copy(image.saved_registers.begin(), image.saved_registers.end(), saved_registers_.begin());
  std::copy(image.saved.begin(), image.saved.end(), saved_.begin());
}

void LitmusRun::write(Image& image, ThreadId id) const {
  const ThreadCode& code = program_.thread_codes[id];
  image.threads[id] = threads_[id];
  image.pending[id] = pending_[id];
  const auto begin = threads_[id].registers - registers_.data();
  std::copy_n(registers_.begin() + begin, code.registers.size(), image.registers.begin() + begin);
  std::copy_n(saved_.data() + saved_begin_[id], code.checkpoints.size(), image.saved.data() + saved_begin_[id]);
  std::copy_n(saved_registers_.data() + saved_registers_begin_[id], code.checkpoints.size() * code.saved,
              image.saved_registers.data() + saved_registers_begin_[id]);
}

void LitmusRun::read(const Image& image, ThreadId id) {
  const ThreadCode& code = program_.thread_codes[id];
  threads_[id] = image.threads[id];
  pending_[id] = image.pending[id];
  const auto begin = threads_[id].registers - registers_.data();
  std::copy_n(image.registers.begin() + begin, code.registers.size(), registers_.begin() + begin);
  // A thread that begins with a loop has passed a checkpoint before its first request.
  std::copy_n(image.saved.data() + saved_begin_[id], code.checkpoints.size(), saved_.data() + saved_begin_[id]);
  std::copy_n(image.saved_registers.data() + saved_registers_begin_[id], code.checkpoints.size() * code.saved,
              saved_registers_.data() + saved_registers_begin_[id]);
}

// The thread is about to be resumed, and something is to be put down before.
void LitmusRun::put_down(ThreadId id, Answer answer) {
  preserve(id);
  if ((due_[id] & kAnswer) != 0) note(id, answer);
  if ((due_[id] & kPast) != 0) remember(id);
}

void LitmusRun::note(ThreadId id, Answer answer) {
  std::vector<Answer>& answers = answers_[id];
  const std::uint32_t event = threads_[id].events;
  if (event == answers.size()) return answers.push_back(answer);
  if (answers[event] == answer) return;
  for (std::uint32_t& end = saved_events_[id]; end > event; --end) {
    replaced_.push_back({id, end - 1, answers[end - 1]});
  }
  answers[event] = answer;
}

void LitmusRun::resume(ThreadId id, Value value, bool succeeded) {
  Thread& thread = threads_[id];
  // Most of the time there is nothing to put down, or an answer where nothing that `restore` wants is replaced.
  if (const std::uint8_t due = due_[id]; due != 0) {
    std::vector<Answer>& answers = answers_[id];
    if (due == kAnswer && thread.events >= saved_events_[id] && thread.events < answers.size()) {
      answers[thread.events] = {value, succeeded};
    } else {
      put_down(id, {value, succeeded});
    }
  }
  const Access& access = *thread.access;
  switch (pending_[id].kind) {
    case RequestKind::read:
      thread.registers[access.result] = value;
      break;
    case RequestKind::update:
      thread.registers[access.result] = value;
      thread.valid = 0;
      break;
    case RequestKind::compare_exchange:
      if (succeeded) {
        thread.valid = 0;
      } else {
        thread.registers[access.expected_result] = value;
      }
      thread.registers[access.result] = succeeded ? 1 : 0;
      break;
    case RequestKind::write:
      thread.valid = 0;
      break;
    case RequestKind::fence:
      break;
    default:
      return;
  }
  ++thread.pc;
  if (!trackers_.empty()) {
    trackers_[id].resumed(pending_[id].kind, succeeded, thread.events, thread.pc, thread.registers);
  }
  if (++thread.events % kMilestone == 0) [[unlikely]] {
    stop_point();
    if (thread.events >= kMaxEvents) return stop(thread, id, thread.pc, RequestKind::truncated);
  }
  advance(id);
}

void LitmusRun::stop(Thread& thread, ThreadId id, std::uint32_t pc, RequestKind kind, Value operand) {
  thread.pc = pc;
  pending_[id] = Request{};
  pending_[id].kind = kind;
  pending_[id].operand = operand;
}

/// Runs from the thread's pc to its next request.
void LitmusRun::advance(ThreadId id) {
  Thread& thread = threads_[id];
  Value* const registers = thread.registers;
  std::uint32_t pc = thread.pc;
  std::int64_t steps = kMaxSteps;
  const auto jump = [&](std::uint32_t target) {
    if (target <= pc) steps -= pc - target + 1;
    pc = target;
  };
  for (; steps > 0;) {
    const Instruction& i = thread.code[pc];
    switch (i.opcode) {
      case Opcode::request: {
        const Access& access = thread.accesses[i.target];
        pending_[id] = access.request;
        pending_[id].wait_begin = thread.events;  // for locks and attempts, which wait on their own
        thread.pc = pc;
        thread.access = &access;
        if (access.retry != kNoRetry) pending_[id].awaits = true;
        if ((thread.valid & access.returns) != 0) find_wait(thread, id, thread.valid & access.returns);
        return;
      }
      case Opcode::request_with_registers: {
        const Access& access = thread.accesses[i.target];
        pending_[id] = access.request;
        thread.pc = pc;
        thread.access = &access;
        if (!complete(thread, id, access)) return;
        if ((thread.valid & access.returns) != 0) find_wait(thread, id, thread.valid & access.returns);
        return;
      }
      case Opcode::jump:
        jump(i.target);
        continue;
      case Opcode::jump_if_zero:
        if (registers[i.left] == 0) {
          jump(i.target);
          continue;
        }
        break;
      case Opcode::jump_if_nonzero:
        if (registers[i.left] != 0) {
          jump(i.target);
          continue;
        }
        break;
      case Opcode::enter_loop: {
        const Loop& loop = program_.thread_codes[id].loops[i.target];
        registers[loop.counter] = 0;
        thread.valid &= ~loop.checkpoints;
        break;
      }
      case Opcode::count_iteration: {
        Value& counter = registers[program_.thread_codes[id].loops[i.target].counter];
        if (counter == static_cast<Value>(program_.unroll)) return stop(thread, id, pc, RequestKind::truncated);
        ++counter;
        break;
      }
      case Opcode::checkpoint:
        pass_checkpoint(thread, id, i.target);
        break;
      case Opcode::assume:
        if (registers[i.left] == 0) return stop(thread, id, pc, RequestKind::blocked);
        break;
      case Opcode::fail:
        return stop(thread, id, pc, RequestKind::failure, i.target);
      case Opcode::end:
        return stop(thread, id, pc, RequestKind::finished);
      default:
        if (!compute(i, registers, program_.cells)) return stop(thread, id, pc, RequestKind::failure, i.target);
    }
    ++pc;
  }
  stop(thread, id, pc, RequestKind::truncated);
}

/// Takes what a request needs from registers. False if its address is none: the request is a failure then.
bool LitmusRun::complete(Thread& thread, ThreadId id, const Access& access) {
  Request& request = pending_[id];
  const Value* const registers = thread.registers;
  if (access.operand != kNoRegister) request.operand = registers[access.operand];
  if (access.expected != kNoRegister) request.expected = registers[access.expected];
  if (access.address != kNoRegister) {
    if (!resolve(registers[access.address], request.location)) {
      stop(thread, id, thread.pc, RequestKind::failure, access.message);
      return false;
    }
    const Cell& cell = program_.cells[request.location];
    request.bits = cell.bits;
    request.is_signed = cell.is_signed;
    request.operand = wrap(request.operand, cell.bits, cell.is_signed);
    request.expected = wrap(request.expected, cell.bits, cell.is_signed);
  }
  request.wait_begin = thread.events;
  return true;
}

bool LitmusRun::resolve(Value address, Location& location) const {
  if (address < kAddressBase || address - kAddressBase >= static_cast<Value>(program_.cells.size())) return false;
  location = static_cast<Location>(address - kAddressBase);
  return true;
}

void LitmusRun::observe(const ExecutionGraph& graph, std::span<Value> state) const {
  std::size_t at = 0;
  for (const StateItem& item : program_.items) {
    if (item.is_register) {
      state[at++] = threads_[item.thread].registers[item.reg];
      continue;
    }
    for (Location location = item.first; location < item.first + item.size; ++location) {
      state[at++] = graph[graph.mo_last(location)].label.written_value;
    }
  }
}

}  // namespace graphfuzz::litmus
