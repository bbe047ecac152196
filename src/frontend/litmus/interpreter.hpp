// Runs register code: the Run of a litmus program.
//
// Waiting. A thread that comes back to a checkpoint of a loop, having only read since, with the same values in all
// registers that matter there, has done nothing but wait. Such an iteration is not to be part of an execution graph, so
// a read is only offered the values with which the thread gets on (`accepts` tries the rest of the iteration on a
// copy), and a thread that finds no such value can be taken back to the checkpoint (`rewind`). Checkpoints are valid
// until the thread writes, or enters their loop anew.
//
// An attempt with zero net effect (retries.hpp) awaits as well: it is a wait of its own, which begins and ends with it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dependencies.hpp"
#include "graphfuzz/program/program.hpp"
#include "litmus_program.hpp"

namespace graphfuzz::litmus {

class LitmusRun final : public Run {
 public:
  explicit LitmusRun(const LitmusProgram& program);

  Capabilities capabilities() const override { return {.dependencies = true, .restarts = true, .rewinds = true}; }
  void reset() override;
  bool restart(ThreadId thread) override;
  void keep_history() override;
  std::optional<std::uint32_t> take_back(ThreadId thread, std::uint32_t count) override;
  void resume(ThreadId thread, Value value, bool succeeded) override;
  bool accepts(ThreadId thread, Value value, bool succeeded) const override;
  bool accepts_failure(ThreadId thread) const override { return !pending_[thread].lock; }
  bool leaves_wait(ThreadId thread, Value value, bool succeeded) const override;
  bool never_waits(ThreadId thread) const override;
  bool waits_on(ThreadId thread, Location location) const override;
  bool waits_plainly(ThreadId thread) const override;
  bool waits_once(ThreadId thread) const override;
  bool acts_plainly(ThreadId thread, Value /*value*/, bool /*succeeded*/) const override {
    return waits_plainly(thread);  // whatever it reads
  }
  bool may_write(ThreadId thread, Location location) const override;
  std::uint32_t wait_number(ThreadId id) const override;
  void rewind(ThreadId thread) override;
  void save() override;
  void restore() override;
  void track_dependencies(bool on) override;
  std::span<const Dependency> dependencies(ThreadId thread) const override {
    return trackers_.empty() ? std::span<const Dependency>() : trackers_[thread].pending();
  }
  void observe(const ExecutionGraph& graph, std::span<Value> state) const override;

 private:
  struct Thread {
    const Instruction* code = nullptr;
    const Access* accesses = nullptr;
    const Access* access = nullptr;  // of the pending request
    Value* registers = nullptr;
    std::uint32_t pc = 0;      // of the pending request
    std::uint32_t events = 0;  // events done
    std::uint64_t valid = 0;   // checkpoints that a wait may come back to
    std::uint32_t passes = 0;  // checkpoints passed, to order them in time
    std::uint32_t wait = 0;    // the checkpoint that the pending request's wait_begin refers to, if it awaits
  };
  /// A checkpoint as it was passed last. The registers are in saved_registers_.
  struct Saved {
    std::uint32_t events = 0;
    std::uint32_t pass = 0;
    bool replaces = false;  // was the checkpoint valid when it was passed?
  };
  struct Answer {
    Value value = 0;
    bool succeeded = false;
    friend bool operator==(const Answer&, const Answer&) = default;
  };
  struct Replaced {
    ThreadId thread;
    std::uint32_t event;
    Answer answer;
  };
  /// Earlier states of one thread, for take_back; see history.cpp.
  struct Past {
    Thread thread;
    Request pending;
    std::size_t values;  // where its values begin: registers, then each valid checkpoint with what was saved there
  };
  struct History {
    std::size_t registers = 0;  // the number of those that change
    std::vector<Past> pasts;    // in the order of events done
    std::vector<Value> values;
    std::size_t untouched = 0;  // so many of the pasts are as they were when the run was saved
  };

  enum class Outcome : std::uint8_t {
    left,       ///< the iteration is over
    undecided,  ///< another access follows in it
    waits       ///< it was a wait
  };

  void advance(ThreadId id);
  /// Runs from `pc` until something other than a fence is requested, or the iteration turns out to be a wait.
  Outcome dry_run(ThreadId id, std::uint32_t pc, std::uint64_t valid, Value* registers) const;
  Outcome outcome(ThreadId id, Value value, bool succeeded) const;
  /// Would the pending attempt fail with this value, so that the thread would come back to make it again?
  bool fails(ThreadId id, Value value) const;
  std::optional<std::uint32_t> next_access(ThreadId id, std::uint32_t pc, Value* registers) const;
  bool complete(Thread& thread, ThreadId id, const Access& access);
  void put_down(ThreadId id, Answer answer);
  void note(ThreadId id, Answer answer);
  void find_wait(Thread& thread, ThreadId id, std::uint64_t checkpoints);
  void pass_checkpoint(Thread& thread, ThreadId id, std::uint32_t checkpoint);
  bool is_at_saved_state(ThreadId id, std::uint32_t checkpoint, const Value* registers) const;
  void stop(Thread& thread, ThreadId id, std::uint32_t pc, RequestKind kind, Value operand = 0);
  bool resolve(Value address, Location& location) const;
  void remember(ThreadId id);
  void forget_beyond(ThreadId id, std::uint32_t events);
  static void forget_from(History& history, std::size_t count);

  const LitmusProgram& program_;
  std::vector<Thread> threads_;
  std::vector<Value> registers_;                    // all threads' register files
  std::vector<Value> saved_registers_;              // thread, checkpoint: variables and counters
  std::vector<Saved> saved_;                        // thread, checkpoint
  std::vector<std::size_t> saved_registers_begin_;  // by thread
  std::vector<std::size_t> saved_begin_;            // by thread
  mutable std::vector<Value> scratch_;              // a register file for dry runs
  mutable std::vector<bool> unknown_;               // registers whose values a dry run does not know
  // What `resume` was called with, by thread and event, so that `rewind` can do it again; of threads that may need it.
  // Entries beyond the thread's events mean nothing.
  std::vector<std::vector<Answer>> answers_;
  // What `restore` needs of them: so many by thread that are still there, and those that are not.
  std::vector<std::uint32_t> saved_events_;
  std::vector<Replaced> replaced_;
  /// The state of the threads.
  struct Image {
    std::vector<Thread> threads;
    std::vector<Value> registers;
    std::vector<Value> saved_registers;
    std::vector<Saved> saved;
    std::vector<Request> pending;
  };
  void write(Image& image) const;
  void read(const Image& image);
  void write(Image& image, ThreadId id) const;
  void read(const Image& image, ThreadId id);
  /// The thread is about to change: what `save` has promised is put down now.
  void preserve(ThreadId id) {
    if ((due_[id] & kImage) == 0) return;
    due_[id] &= kAnswer | kPast;
    write(remembered_, id);
  }

  std::vector<History> histories_;           // by thread; none if they are not kept
  std::vector<DependencyTracker> trackers_;  // by thread; none if dependencies are not asked for
  Image first_;                              // after the first reset; later resets copy it
  Image remembered_;                         // by save; of the threads that have changed since
  // By thread: what is to be put down before it changes. Most threads, most of the time, have nothing.
  enum : std::uint8_t {
    kImage = 1,   // in remembered_: never before the first save, and not twice
    kAnswer = 2,  // in answers_
    kPast = 4     // in histories_
  };
  std::vector<std::uint8_t> due_;
};

}  // namespace graphfuzz::litmus
