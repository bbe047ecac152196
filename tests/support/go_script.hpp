// Script: a Go program given as lists of operations, one list per goroutine body, so that what executes Go programs can
// be tested without a front end for Go. Example: two goroutines that meet on an unbuffered channel 0:
//
//   const Script program({{fork(1), receive(0)}, {send(0, 7)}}, {0});
//
// Body 0 is main. Objects are named by handles of the test's choice: the channels are 0, 1, …, with the capacities
// given, and are made by main before its first operation; every other number is whatever it is first used as. The
// engine sees dense numbers in the order of first mention, as the contract of Run asks.
//
// Instruction i of body b is at line 100·(b + 1) + i of "script.go"; the making of channel c is at line c + 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go::testing {

/// Handles that tests use for objects that are no channels.
inline constexpr Object kMutex = 10, kReadWrite = 11, kGroup = 12, kOnce = 13, kCond = 14, kAtomic = 15, kTimer = 16,
                        kOther = 17;

/// What an instruction gave: the engine's result, and what an atomic operation read (add: the sum; cas: 1 or 0).
struct Seen {
  Result result;
  std::int64_t value = 0;
};

struct PlainAccess {
  std::uint64_t variable = 0;
  bool writes = false;
};

struct Instruction {
  Operation operation;                           ///< with handles instead of Objects
  std::size_t body = 0;                          ///< fork, timer_start: what the new goroutine does
  std::int64_t expected = 0;                     ///< cas
  bool recovers = false;                         ///< a panic of it is recovered, and execution goes on
  std::function<std::size_t(const Seen&)> next;  ///< the index of the instruction after it; null: the following one
  std::vector<PlainAccess> before;               ///< plain accesses made on arriving at it
  std::string printed;                           ///< text printed on arriving at it
  std::string failure;                           ///< t.Error on arriving at it
  std::size_t line = 0;                          ///< where it stands; 0: on a line of its own

  Instruction then(std::function<std::size_t(const Seen&)> to) const {
    return with([&](auto& i) { i.next = to; });
  }
  Instruction then_to(std::size_t index) const {
    return then([index](const Seen&) { return index; });
  }
  Instruction on_line(std::size_t number) const {
    return with([&](auto& i) { i.line = number; });
  }
  Instruction reading(std::uint64_t variable) const {
    return with([&](auto& i) { i.before.push_back({variable, false}); });
  }
  Instruction writing(std::uint64_t variable) const {
    return with([&](auto& i) { i.before.push_back({variable, true}); });
  }
  Instruction printing(std::string text) const {
    return with([&](auto& i) { i.printed = text; });
  }
  Instruction failing(std::string text) const {
    return with([&](auto& i) { i.failure = text; });
  }
  Instruction recovering() const {
    return with([](auto& i) { i.recovers = true; });
  }

 private:
  template <class Change>
  Instruction with(Change change) const {
    Instruction copy = *this;
    change(copy);
    return copy;
  }
};

inline Instruction instruction(Kind kind, Object object = kNoObject, std::int64_t operand = 0) {
  Instruction i;
  i.operation.kind = kind;
  i.operation.object = object;
  i.operation.operand = operand;
  return i;
}

inline Instruction send(Object channel, std::uint32_t payload = 0) {
  Instruction i = instruction(Kind::send, channel);
  i.operation.payload = payload;
  return i;
}
inline Instruction receive(Object channel) { return instruction(Kind::receive, channel); }
inline Instruction close(Object channel) { return instruction(Kind::close, channel); }
inline Case sending(Object channel, std::uint32_t payload = 0) { return {channel, true, payload}; }
inline Case receiving(Object channel) { return {channel, false, 0}; }
inline Instruction select(std::vector<Case> cases, bool has_default = false) {
  Instruction i = instruction(Kind::select);
  i.operation.cases = std::move(cases);
  i.operation.has_default = has_default;
  return i;
}
inline Instruction lock(Object m) { return instruction(Kind::lock, m); }
inline Instruction unlock(Object m) { return instruction(Kind::unlock, m); }
inline Instruction try_lock(Object m) { return instruction(Kind::try_lock, m); }
inline Instruction rlock(Object m) { return instruction(Kind::rlock, m); }
inline Instruction runlock(Object m) { return instruction(Kind::runlock, m); }
inline Instruction try_rlock(Object m) { return instruction(Kind::try_rlock, m); }
/// Once.Do: the winner goes on with the following instruction, up to its once_end, the loser at `after`.
inline Instruction once(Object o, std::size_t after) {
  return instruction(Kind::once, o).then([after](const Seen& s) { return s.result.ok ? std::size_t(-1) : after; });
}
inline Instruction once_end(Object o) { return instruction(Kind::once_end, o); }
inline Instruction wg_add(Object w, std::int64_t delta) { return instruction(Kind::wg_add, w, delta); }
inline Instruction wg_done(Object w) { return wg_add(w, -1); }
inline Instruction wg_wait(Object w) { return instruction(Kind::wg_wait, w); }
inline Instruction cond_wait(Object c, Object locker, bool locker_reads = false) {
  Instruction i = instruction(Kind::cond_wait, c);
  i.operation.locker = locker;
  i.operation.locker_reads = locker_reads;
  return i;
}
inline Instruction cond_signal(Object c) { return instruction(Kind::cond_signal, c); }
inline Instruction cond_broadcast(Object c) { return instruction(Kind::cond_broadcast, c); }
inline Instruction atomic_load(Object a) { return instruction(Kind::atomic_load, a); }
inline Instruction atomic_store(Object a, std::int64_t v) { return instruction(Kind::atomic_store, a, v); }
inline Instruction atomic_add(Object a, std::int64_t v) { return instruction(Kind::atomic_add, a, v); }
inline Instruction atomic_swap(Object a, std::int64_t v) { return instruction(Kind::atomic_swap, a, v); }
inline Instruction atomic_cas(Object a, std::int64_t expected, std::int64_t v) {
  Instruction i = instruction(Kind::atomic_cas, a, v);
  i.expected = expected;
  return i;
}
inline Instruction fork(std::size_t body) {
  Instruction i = instruction(Kind::fork);
  i.body = body;
  return i;
}
inline Instruction end() { return instruction(Kind::end); }
inline Instruction exit(std::int64_t code) { return instruction(Kind::exit, kNoObject, code); }
inline Instruction panic(Panic which = Panic::other) {
  Instruction i = instruction(Kind::panic);
  i.operation.panic = which;
  return i;
}
inline Instruction sleep(std::int64_t nanoseconds) { return instruction(Kind::sleep, kNoObject, nanoseconds); }
inline Instruction timer_start(Object timer, std::int64_t nanoseconds, std::size_t body, std::int64_t period = 0) {
  Instruction i = instruction(Kind::timer_start, timer, nanoseconds);
  i.operation.period = period;
  i.body = body;
  return i;
}
inline Instruction timer_stop(Object timer) { return instruction(Kind::timer_stop, timer); }

using Body = std::vector<Instruction>;

class Script final : public GoProgram {
 public:
  /// `bodies[0]` is main. `capacities`: of the channels 0, 1, ….
  explicit Script(std::vector<Body> bodies, std::vector<std::int64_t> capacities = {}) : bodies_(std::move(bodies)) {
    Body makes;
    for (std::size_t c = 0; c < capacities.size(); ++c) {
      makes.push_back(instruction(Kind::make, static_cast<Object>(c), capacities[c]));
      makes.back().operation.position = at(c + 1);
    }
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      for (std::size_t i = 0; i < bodies_[b].size(); ++i) {
        Instruction& instruction = bodies_[b][i];
        instruction.operation.position = at(instruction.line != 0 ? instruction.line : 100 * (b + 1) + i);
      }
      bodies_[b].push_back(end());
      bodies_[b].back().operation.position = at(100 * (b + 1) + bodies_[b].size() - 1);
    }
    main_begins_ = makes.size();
    bodies_[0].insert(bodies_[0].begin(), makes.begin(), makes.end());
  }

  std::string_view name() const override { return "script"; }
  std::string_view file() const override { return "script.go"; }
  std::size_t positions() const override { return positions_.size(); }
  std::string position(Position position) const override { return positions_[position]; }
  std::unique_ptr<Run> start() const override;

  const std::vector<Body>& bodies() const { return bodies_; }
  /// Where the instruction with index 0 of a body is.
  std::size_t begins(std::size_t body) const { return body == 0 ? main_begins_ : 0; }

 private:
  Position at(std::size_t line) {
    positions_.push_back("script.go:" + std::to_string(line));
    return static_cast<Position>(positions_.size() - 1);
  }

  std::vector<Body> bodies_;
  std::vector<std::string> positions_;
  std::size_t main_begins_ = 0;
};

class ScriptRun final : public Run {
 public:
  explicit ScriptRun(const Script& script) : script_(script) { reset(); }

  void reset() override {
    count_ = 0;
    std::fill(dense_.begin(), dense_.end(), kNoObject);
    handles_.clear();
    std::fill(values_.begin(), values_.end(), 0);
    output_.clear();
    failures_.clear();
    begin(0);
  }
  void observe(AccessObserver* observer) override { observer_ = observer; }
  Routine routines() const override { return count_; }
  const Operation& pending(Routine routine) const override { return threads_[routine].pending; }

  void resume(Routine routine, const Result& result) override {
    const Instruction& done = current(routine);
    if (result.panic != Panic::none && !done.recovers) {
      Operation& pending = threads_[routine].pending;
      pending.kind = Kind::panic;
      pending.panic = result.panic;
      pending.object = kNoObject;
      return;
    }
    Seen seen{result, 0};
    if (is_atomic(done.operation.kind)) seen.value = apply(done);
    if (done.operation.kind == Kind::timer_start) timer_body(done.operation.object) = done.body;
    std::size_t next = done.next ? done.next(seen) : std::size_t(-1);
    threads_[routine].at =
        next == std::size_t(-1) ? threads_[routine].at + 1 : next + script_.begins(threads_[routine].body);
    const std::size_t child = done.operation.kind == Kind::fork ? done.body : 0;
    arrive(routine);
    if (child != 0) begin(child);
  }

  Routine fire(Object timer, std::int64_t /*now*/, std::uint64_t /*past*/) override {
    begin(timer_body(handles_[timer]));
    return count_ - 1;
  }

  std::string_view output() const override { return output_; }
  std::string_view test_failures() const override { return failures_; }
  std::string panic_text(Routine routine) const override {
    return std::string(message(threads_[routine].pending.panic));
  }

 private:
  struct Thread {
    std::size_t body = 0;
    std::size_t at = 0;
    Operation pending;
  };

  const Instruction& current(Routine r) const { return script_.bodies()[threads_[r].body][threads_[r].at]; }

  void begin(std::size_t body) {
    if (count_ == threads_.size()) threads_.emplace_back();
    threads_[count_].body = body;
    threads_[count_].at = 0;
    arrive(count_++);
  }

  void arrive(Routine r) {
    const Instruction& i = current(r);
    for (const PlainAccess& a : i.before) {
      if (observer_) observer_->access(r, a.variable, a.writes, i.operation.position);
    }
    if (!i.printed.empty()) output_ += i.printed;
    if (!i.failure.empty()) failures_ += script_.position(i.operation.position) + ": " + i.failure + "\n";
    Operation& pending = threads_[r].pending;
    pending = i.operation;
    pending.object = dense(pending.object);
    pending.locker = dense(pending.locker);
    for (Case& c : pending.cases) c.channel = dense(c.channel);
  }

  Object dense(Object handle) {
    if (handle == kNoObject) return kNoObject;
    if (handle >= dense_.size()) dense_.resize(handle + 1, kNoObject);
    if (dense_[handle] == kNoObject) {
      dense_[handle] = static_cast<Object>(handles_.size());
      handles_.push_back(handle);
    }
    return dense_[handle];
  }

  std::int64_t apply(const Instruction& i) {
    if (i.operation.object >= values_.size()) values_.resize(i.operation.object + 1);
    std::int64_t& value = values_[i.operation.object];
    const std::int64_t operand = i.operation.operand;
    switch (i.operation.kind) {
      case Kind::atomic_store:
        return value = operand;
      case Kind::atomic_add:
        return value += operand;
      case Kind::atomic_swap:
        return std::exchange(value, operand);
      case Kind::atomic_and:
        return std::exchange(value, value & operand);
      case Kind::atomic_or:
        return std::exchange(value, value | operand);
      case Kind::atomic_cas: {
        const bool swaps = value == i.expected;
        if (swaps) value = operand;
        return swaps;
      }
      default:
        return value;
    }
  }

  std::size_t& timer_body(Object handle) {
    if (handle >= timer_bodies_.size()) timer_bodies_.resize(handle + 1);
    return timer_bodies_[handle];
  }

  const Script& script_;
  AccessObserver* observer_ = nullptr;
  std::vector<Thread> threads_;  // count_ of them are in use
  Routine count_ = 0;
  std::vector<Object> dense_;         // by handle
  std::vector<Object> handles_;       // by Object
  std::vector<std::int64_t> values_;  // of atomics, by handle
  std::vector<std::size_t> timer_bodies_;
  std::string output_;
  std::string failures_;
};

inline std::unique_ptr<Run> Script::start() const { return std::make_unique<ScriptRun>(*this); }

}  // namespace graphfuzz::go::testing
