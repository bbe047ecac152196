// Native executions that are taken back, saved and restored, and threads of theirs that are rewound, are as good as
// fresh ones that were resumed with the same values (GoesBack and Run).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/native/native_program.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/program/goes_back.hpp"
#include "graphfuzz/program/numbering.hpp"

namespace graphfuzz {
namespace {

using native::Touch;

constexpr Value kReadValues = 3;
constexpr std::uint32_t kStarted = 3;
constexpr std::size_t kRequests = 6;  // of each but main

/// Main starts the others, and joins them. These ask for updates, mostly; what they read decides what they do to
/// their blocks of the heap, to memory that all share, and to the outcomes. Now and then they wait.
class BusyMachine final : public native::Machine {
 public:
  explicit BusyMachine(std::uint64_t seed) : seed_(seed) {}

  void use(const native::CellTable&) override {}
  void reset() override {
    threads_.clear();
    memory_.clear();
  }
  const native::Arrival& begin(ThreadId thread) override {
    threads_[thread] = {};
    if (thread == 0) return main();
    act(thread, 0);
    return ask(thread);
  }
  const native::Arrival& resume(ThreadId thread, Value value, bool) override {
    Thread& t = threads_.at(thread);
    t.arrival.touches.clear();
    if (thread == 0) {
      ++t.at;
      return main();
    }
    if (waits(thread, t.at) && value != 1) return ask(thread);
    ++t.at;
    act(thread, value);
    return ask(thread);
  }
  bool looks_for_leaks() const override { return true; }
  std::vector<std::size_t> leaks(std::span<const native::CellValue>) override {
    std::vector<std::size_t> result;
    for (const auto& [number, thread] : threads_) {
      if (thread.allocated) result.push_back(number);
    }
    return result;
  }
  Value initial(native::Address) const override { return 0; }
  std::string message(std::size_t number) const override { return messages_.at(number); }
  std::size_t message_number(const std::string& text) override {
    const auto found = std::find(messages_.begin(), messages_.end(), text);
    if (found == messages_.end()) messages_.push_back(text);
    return static_cast<std::size_t>(std::find(messages_.begin(), messages_.end(), text) - messages_.begin());
  }
  void explain(std::size_t, std::vector<native::CallStack> stacks) override {
    explained.clear();
    for (const native::CallStack& stack : stacks) {
      explained += stack.what;
      for (const native::Address place : stack.places) explained += " " + std::to_string(place);
      explained += "\n";
    }
  }
  std::vector<std::string> outcomes() const override { return {"a", "b", "c"}; }
  std::size_t outcome_number(const std::string& name) override { return static_cast<std::size_t>(name[0] - 'a'); }
  Place place(native::Address code) const override { return {"busy", static_cast<unsigned>(code)}; }
  std::string name(native::Address) const override { return "data"; }
  std::string program() const override { return "busy"; }

  std::string explained;  // last

 private:
  struct Thread {
    std::size_t at = 0;
    bool allocated = false;
    std::size_t writes = 0;
    native::Arrival arrival{};
  };
  static constexpr native::Address kShared = 0x1000;
  static native::Address block(ThreadId thread) { return 0x2000 + native::Address{64} * thread; }

  std::uint64_t chance(ThreadId thread, std::size_t at, Value value, std::uint64_t below) const {
    return Random(seed_ + 1'000 * thread + 10 * at + static_cast<std::uint64_t>(value)).below(below);
  }
  bool waits(ThreadId thread, std::size_t at) const { return chance(thread, at, 7, 3) == 0; }

  const native::Arrival& main() {
    Thread& t = threads_[0];
    t.arrival.request = {};
    t.arrival.place = 1;
    t.arrival.state = 0;
    if (t.at < 2 * kStarted) {
      t.arrival.request.kind = t.at < kStarted ? RequestKind::start : RequestKind::join;
      t.arrival.request.operand = child_thread(0, static_cast<std::uint32_t>(t.at % kStarted));
    }
    return t.arrival;
  }

  void note(Thread& t, Touch::Kind kind, std::uint8_t size, native::Address address, Value value,
            native::Address place) {
    t.arrival.touches.push_back({kind, false, false, false, size, 0, address, value, place});
  }

  // In one of several places, by what was read.
  void act(ThreadId thread, Value value) {
    Thread& t = threads_.at(thread);
    const native::Address place = 1'000 * thread + 100 * t.at + 10 * static_cast<native::Address>(value);
    const native::Address at = block(thread);
    switch (chance(thread, t.at, value, 6)) {
      case 0:
      case 1:
        if (!t.allocated) note(t, Touch::Kind::allocate, 0, at, 16, place);
        t.allocated = true;
        break;
      case 2:
      case 3:  // twice, perhaps
        note(t, Touch::Kind::releasing, 0, at, 0, place);
        if (t.allocated) note(t, Touch::Kind::release, 0, at, 16, place);
        t.allocated = false;
        break;
      case 4:
        note(t, Touch::Kind::note, 0, thread % kStarted, value + 1, 0);
        break;
      default:
        note(t, Touch::Kind::read, 4, kShared, memory_[kShared], place + 1);
        note(t, Touch::Kind::note, 0, thread % kStarted, memory_[kShared], 0);
        note(t, Touch::Kind::write, 4, kShared, memory_[kShared] = memory_[kShared] * 3 % 7 + value, place + 2);
    }
    if (chance(thread, t.at, value, 2) == 0) note(t, Touch::Kind::write, 4, at, value, place + 3);
  }

  const native::Arrival& ask(ThreadId thread) {
    Thread& t = threads_.at(thread);
    Request& request = t.arrival.request;
    request = {};
    t.arrival.place = 1'000 * thread + 100 * t.at + 9;
    t.arrival.address = 0x8000 + 4 * (t.at % 2);
    t.arrival.state = 0;
    if (t.at == kRequests) return t.arrival;
    request.size = 4;
    request.order = MemoryOrder::relaxed;
    request.kind = waits(thread, t.at) ? RequestKind::read : RequestKind::update;
    if (request.kind == RequestKind::read) t.arrival.state = t.at + 1;
    return t.arrival;
  }

  std::uint64_t seed_;
  std::map<ThreadId, Thread> threads_;
  std::map<native::Address, Value> memory_;
  std::vector<std::string> messages_;
};

struct Resumed {
  ThreadId thread;
  Value value;
};
using Sequence = std::vector<Resumed>;

ThreadId thread_number(std::size_t i) { return i == 0 ? 0 : child_thread(0, static_cast<std::uint32_t>(i - 1)); }

bool may_go_on(const Request& request) {
  return request.kind <= RequestKind::fence || request.kind == RequestKind::start || request.kind == RequestKind::join;
}

// What can be seen of a thread now.
std::vector<Value> seen_of(const Run& run, ThreadId thread) {
  const Request& r = run.pending(thread);
  std::vector<Value> result{static_cast<Value>(r.kind), r.operand};
  if (!may_go_on(r)) return result;
  for (const Value v : {Value{r.awaits}, static_cast<Value>(r.location), Value{r.awaits ? r.wait_begin : 0}}) {
    result.push_back(v);
  }
  for (Value v = 0; v < kReadValues && r.kind == RequestKind::read; ++v) {
    result.push_back(run.accepts(thread, v, true) ? 1 : 0);
    result.push_back(run.leaves_wait(thread, v, true) ? 1 : 0);
  }
  return result;
}

std::vector<Value> plain_of(const Run& run, ThreadId thread) {
  std::vector<Value> result;
  for (const PlainAccess& a : run.plain_accesses(thread)) {
    for (const Value v : {static_cast<Value>(a.location), Value{a.write}, Value{a.place}, static_cast<Value>(a.life)}) {
      result.push_back(v);
    }
  }
  return result;
}

class PastDriver {
 public:
  PastDriver(BusyMachine& machine, const native::Knowledge& knowledge, const Program& program, Random& random)
      : machine_(machine),
        knowledge_(knowledge),
        program_(program),
        random_(random),
        run_(start()),
        revision_(knowledge.revision()) {}

  void step() {
    if (revision_ != knowledge_.revision()) restart();
    switch (random_.below(16)) {
      case 0:
        run_->save();
        saved_ = past_.size();
        return;
      case 1:
        if (saved_ > past_.size()) return;  // what was saved was taken back
        past_.resize(saved_);
        run_->restore();
        return;
      case 2:
        rewind();
        return;
      case 3:
      case 4:
        go_back(random_.below(past_.size() + 1));
        return;
      default:
        resume();
    }
  }

  // Is everything as it would be in a fresh execution?
  void check() {
    const std::unique_ptr<Run> fresh = fresh_run();
    if (revision_ != knowledge_.revision()) return;  // it may be another execution by now
    for (std::size_t i = 0; i <= kStarted; ++i) {
      ASSERT_EQ(seen_of(*run_, thread_number(i)), seen_of(*fresh, thread_number(i)))
          << "P" << i << " at " << past_.size();
    }
    ASSERT_EQ(outcomes(*run_), outcomes(*fresh));
    const std::span<const std::size_t> leaks = fresh->left_over(graph_);
    const std::vector<std::size_t> expected(leaks.begin(), leaks.end());
    ASSERT_TRUE(std::ranges::equal(run_->left_over(graph_), expected));
    if (random_.below(8) == 0) {
      ASSERT_EQ(run_->run_again()->differs, "");
    }
    ASSERT_EQ(going_back().position(), past_.size());
  }

  unsigned went_back = 0;
  unsigned failures = 0;

 private:
  std::unique_ptr<Run> start() const {
    std::unique_ptr<Run> run = program_.start();
    run->make_room(thread_number(kStarted) + 1U);
    run->keep_history();
    run->reset();
    return run;
  }
  std::unique_ptr<Run> fresh_run() const {
    std::unique_ptr<Run> fresh = start();
    for (const Resumed& r : past_) fresh->resume(r.thread, r.value, true);
    return fresh;
  }
  GoesBack& going_back() { return dynamic_cast<GoesBack&>(*run_); }

  std::vector<Value> outcomes(const Run& run) const {
    std::vector<Value> state(program_.state_size());
    run.observe(graph_, state);
    return state;
  }

  void resume() {
    const ThreadId t = thread_number(random_.below(kStarted + 1));
    if (!may_go_on(run_->pending(t))) return;
    past_.push_back({t, static_cast<Value>(random_.below(kReadValues))});
    run_->resume(t, past_.back().value, true);
    const std::string explained = machine_.explained;
    const std::unique_ptr<Run> fresh = fresh_run();
    if (revision_ != knowledge_.revision()) return;
    ASSERT_EQ(plain_of(*run_, t), plain_of(*fresh, t));
    if (run_->pending(t).kind != RequestKind::failure) return;
    ++failures;
    ASSERT_EQ(explained, machine_.explained);
  }

  void go_back(std::size_t position) {
    ASSERT_TRUE(going_back().go_back(position));
    ++went_back;
    past_.resize(position);
    if (saved_ > position) saved_ = kNone;
  }

  void restart() {
    revision_ = knowledge_.revision();
    run_->reset();
    past_.clear();
    saved_ = 0;
  }

  // A thread that waits goes through its iteration once more, as it did.
  void rewind() {
    const ThreadId t = thread_number(1 + random_.below(kStarted));
    const Request& request = run_->pending(t);
    if (request.kind != RequestKind::read || !request.awaits) return;
    const auto is_its = [t](const Resumed& r) { return r.thread == t; };
    const bool stays =
        saved_ <= past_.size() && std::all_of(past_.begin() + static_cast<std::ptrdiff_t>(saved_), past_.end(), is_its);
    if (!stays) saved_ = kNone;  // what others have done is out of place then
    std::uint32_t events = 1;    // where it begins
    Sequence again;
    std::erase_if(past_, [&](const Resumed& r) {
      const bool is_again = is_its(r) && events++ >= request.wait_begin;
      if (is_again) again.push_back(r);
      return is_again;
    });
    run_->rewind(t);
    for (const Resumed& r : again) run_->resume(t, r.value, true);
    past_.insert(past_.end(), again.begin(), again.end());
  }

  static constexpr std::size_t kNone = ~std::size_t{0};
  BusyMachine& machine_;
  const native::Knowledge& knowledge_;
  const Program& program_;
  Random& random_;
  std::unique_ptr<Run> run_;
  std::uint64_t revision_;  // of what was known when the run began
  Sequence past_;
  std::size_t saved_ = 0;
  ExecutionGraph graph_{1, {}};
};

TEST(NativePast, ExecutionsThatWereTakenBackAreAsGoodAsFreshOnes) {
  Random random(20261124);
  unsigned went_back = 0;
  unsigned failures = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    BusyMachine machine(100'000 * seed);
    native::Knowledge knowledge(machine);
    machine.use(knowledge.cells());
    const native::NativeProgram program(knowledge);
    for (int sequence = 0; sequence < 8; ++sequence) {
      PastDriver driver(machine, knowledge, program, random);
      for (int i = 0; i < 60; ++i) {
        driver.step();
        if (!HasFatalFailure()) driver.check();
        if (HasFatalFailure()) {
          ADD_FAILURE() << "seed " << seed << ", sequence " << sequence << ", step " << i;
          return;
        }
      }
      went_back += driver.went_back;
      failures += driver.failures;
    }
  }
  EXPECT_GT(went_back, 500U);
  EXPECT_GT(failures, 100U);
}

// What another execution has learned meanwhile may make it another one; and what it stands on may be gone.
TEST(NativePast, ExecutionsAreNotTakenBackOnceMoreIsKnown) {
  BusyMachine machine(7);
  native::Knowledge knowledge(machine);
  const native::NativeProgram program(knowledge);
  const std::unique_ptr<graphfuzz::Run> run = program.start();
  GoesBack& going_back = dynamic_cast<GoesBack&>(*run);
  run->make_room(thread_number(kStarted) + 1U);
  EXPECT_FALSE(going_back.go_back(0));  // nobody has asked for that
  run->keep_history();
  const auto start_one = [&] {
    run->reset();
    run->resume(0, 0, true);
  };
  start_one();
  start_one();
  EXPECT_TRUE(going_back.go_back(0));
  EXPECT_EQ(run->pending(thread_number(1)).kind, RequestKind::finished);
  start_one();
  knowledge.forget();
  EXPECT_FALSE(going_back.go_back(0));
  start_one();
  EXPECT_TRUE(going_back.go_back(1));
}

}  // namespace
}  // namespace graphfuzz
