// Runs a Go program with simple models of channels, locks and the like, of the plainest kind: an operation is tried and
// either can happen now or cannot. For tests of the front end alone; it is not the engine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go::testing {

enum class Ending { clean, deadlock, panicked, exited, steps };

struct Driven {
  Ending ending = Ending::clean;
  std::string output;
  std::string failures;
  std::string panic;
  Panic panic_kind = Panic::none;
  std::string panic_position;
  std::int64_t exit_code = 0;
  std::uint64_t steps = 0;
  std::vector<Routine> blocked;
  std::vector<std::string> history;  ///< "0 send", if asked for
};

class Driver {
 public:
  explicit Driver(const GoProgram& program) : program_(program), run_(program.start()) {}

  bool keep_history = false;
  std::uint64_t maximal_steps = 100000;
  Run& run() { return *run_; }

  /// seed 0: the first goroutine that can; otherwise a random one.
  Driven drive(std::uint64_t seed) {
    run_->reset();
    channels_.clear();
    locks_.clear();
    onces_.clear();
    groups_.clear();
    timers_.clear();
    sleeping_.clear();
    conds_.clear();
    ended_.assign(1, false);
    woken_.assign(1, 0);
    now_ = 0;
    std::mt19937_64 random(seed);
    Driven result;
    std::vector<Routine> ready;
    for (;;) {
      ended_.resize(run_->routines(), false);
      woken_.resize(run_->routines(), 0);
      if (result.steps >= maximal_steps) {
        result.ending = Ending::steps;
        break;
      }
      ready.clear();
      bool over = false;
      for (Routine g = 0; g < run_->routines(); ++g) {
        if (ended_[g]) continue;
        const Operation& o = run_->pending(g);
        if (o.kind == Kind::panic) {
          result.ending = Ending::panicked;
          result.panic = run_->panic_text(g);
          result.panic_kind = o.panic;
          if (o.position != kNoPosition) result.panic_position = program_.position(o.position);
          over = true;
          break;
        }
        if (can(g)) ready.push_back(g);
      }
      if (over) break;
      if (ready.empty()) {
        if (!pass_time()) {
          result.ending = Ending::deadlock;
          break;
        }
        continue;
      }
      const Routine g = ready[seed == 0 ? 0 : random() % ready.size()];
      const Operation o = run_->pending(g);
      ++result.steps;
      if (keep_history) result.history.push_back(std::to_string(g) + " " + std::to_string(static_cast<int>(o.kind)));
      if (o.kind == Kind::end) {
        ended_[g] = true;
        if (g == 0) break;
        continue;
      }
      if (o.kind == Kind::exit) {
        result.ending = Ending::exited;
        result.exit_code = o.operand;
        break;
      }
      perform(g, o, random);
    }
    result.output = run_->output();
    result.failures = run_->test_failures();
    for (Routine g = 0; g < run_->routines(); ++g) {
      if (!ended_[g]) result.blocked.push_back(g);
    }
    return result;
  }

 private:
  struct ChannelState {
    std::int64_t capacity = 0;
    std::deque<std::uint32_t> held;
    bool closed = false;
  };
  struct LockState {
    bool writer = false;
    int readers = 0;
  };

  /// A goroutine that waits with an operation of the other direction on the channel; kNoRoutine if there is none.
  /// `index`: its case, if it is a select.
  Routine partner(Routine self, Object channel, bool sends, int& index) const {
    for (Routine g = 0; g < run_->routines(); ++g) {
      if (g == self || (g < ended_.size() && ended_[g])) continue;
      const Operation& o = run_->pending(g);
      index = -2;
      if (o.kind == (sends ? Kind::receive : Kind::send) && o.object == channel) return g;
      if (o.kind == Kind::select) {
        for (std::size_t i = 0; i < o.cases.size(); ++i) {
          if (o.cases[i].channel == channel && o.cases[i].sends != sends) {
            index = static_cast<int>(i);
            return g;
          }
        }
      }
    }
    return kNoRoutine;
  }
  bool can_communicate(Routine g, Object channel, bool sends) const {
    if (channel == kNoObject) return false;
    const auto found = channels_.find(channel);
    if (found == channels_.end()) return false;
    const ChannelState& c = found->second;
    if (c.closed) return true;
    if (sends && static_cast<std::int64_t>(c.held.size()) < c.capacity) return true;
    if (!sends && !c.held.empty()) return true;
    int index = 0;
    return c.capacity == 0 && partner(g, channel, sends, index) != kNoRoutine;
  }
  LockState lock(Object o) const {
    const auto found = locks_.find(o);
    return found == locks_.end() ? LockState{} : found->second;
  }
  bool can(Routine g) const {
    const Operation& o = run_->pending(g);
    switch (o.kind) {
      case Kind::send:
        return can_communicate(g, o.object, true);
      case Kind::receive:
        return can_communicate(g, o.object, false);
      case Kind::select:
        if (o.has_default) return true;
        return std::any_of(o.cases.begin(), o.cases.end(),
                           [&](const Case& c) { return can_communicate(g, c.channel, c.sends); });
      case Kind::lock:
        return !lock(o.object).writer && lock(o.object).readers == 0;
      case Kind::rlock: {
        if (lock(o.object).writer) return false;
        for (Routine other = 0; other < run_->routines(); ++other) {  // a waiting writer goes first
          const Operation& p = run_->pending(other);
          if (p.kind == Kind::lock && p.object == o.object && lock(o.object).readers > 0) return false;
        }
        return true;
      }
      case Kind::once: {
        const auto found = onces_.find(o.object);
        return found == onces_.end() || found->second == 2;
      }
      case Kind::wg_wait: {
        const auto found = groups_.find(o.object);
        return found == groups_.end() || found->second == 0;
      }
      case Kind::cond_wait: {
        if (woken_[g] == 0) return true;
        if (woken_[g] == 1) return false;
        const LockState l = lock(o.locker);
        return !l.writer && (o.locker_reads || l.readers == 0);
      }
      case Kind::sleep: {
        const auto found = sleeping_.find(g);
        return found == sleeping_.end() || found->second <= now_;
      }
      default:
        return true;
    }
  }
  bool pass_time() {
    std::int64_t next = -1;
    for (const auto& [g, until] : sleeping_) {
      if (until > now_ && (next < 0 || until < next)) next = until;
    }
    for (const auto& [object, timer] : timers_) {
      if (next < 0 || timer.first < next) next = timer.first;
    }
    if (next < 0) return false;
    now_ = std::max(now_, next);
    const auto timers = timers_;
    for (const auto& [object, timer] : timers) {
      if (timer.first > now_) continue;
      if (timer.second > 0) {
        timers_[object].first += timer.second;
      } else {
        timers_.erase(object);
      }
      run_->fire(object, now_, 0);
    }
    return true;
  }
  void communicate(Routine g, Object channel, bool sends, std::uint32_t payload, int chosen) {
    ChannelState& c = channels_[channel];
    Result mine;
    mine.chosen = chosen;
    if (sends && c.closed) {
      mine.panic = Panic::send_on_closed;
      run_->resume(g, mine);
      return;
    }
    int index = 0;
    if (sends) {
      if (c.capacity > 0) {
        c.held.push_back(payload);
      } else {
        const Routine other = partner(g, channel, true, index);
        Result theirs;
        theirs.payload = payload;
        theirs.chosen = index;
        run_->resume(other, theirs);
      }
      run_->resume(g, mine);
      return;
    }
    if (!c.held.empty()) {
      mine.payload = c.held.front();
      c.held.pop_front();
    } else if (c.closed) {
      mine.ok = false;
    } else {
      const Routine other = partner(g, channel, false, index);
      const Operation& o = run_->pending(other);
      mine.payload = o.kind == Kind::select ? o.cases[static_cast<std::size_t>(index)].payload : o.payload;
      Result theirs;
      theirs.chosen = index;
      run_->resume(other, theirs);
    }
    run_->resume(g, mine);
  }
  void perform(Routine g, const Operation& o, std::mt19937_64& random) {
    Result r;
    switch (o.kind) {
      case Kind::make:
        channels_[o.object].capacity = o.operand;
        break;
      case Kind::send:
        communicate(g, o.object, true, o.payload, 0);
        return;
      case Kind::receive:
        communicate(g, o.object, false, 0, 0);
        return;
      case Kind::close:
        if (o.object == kNoObject) {
          r.panic = Panic::close_of_nil;
        } else if (channels_[o.object].closed) {
          r.panic = Panic::close_of_closed;
        } else {
          channels_[o.object].closed = true;
        }
        break;
      case Kind::select: {
        std::vector<int> possible;
        for (std::size_t i = 0; i < o.cases.size(); ++i) {
          if (can_communicate(g, o.cases[i].channel, o.cases[i].sends)) possible.push_back(static_cast<int>(i));
        }
        if (possible.empty()) {
          r.chosen = kDefault;
          break;
        }
        const int chosen = possible[random() % possible.size()];
        const Case c = o.cases[static_cast<std::size_t>(chosen)];
        communicate(g, c.channel, c.sends, c.payload, chosen);
        return;
      }
      case Kind::lock:
        locks_[o.object].writer = true;
        break;
      case Kind::rlock:
        ++locks_[o.object].readers;
        break;
      case Kind::try_lock:
        r.ok = !lock(o.object).writer && lock(o.object).readers == 0;
        if (r.ok) locks_[o.object].writer = true;
        break;
      case Kind::try_rlock:
        r.ok = !lock(o.object).writer;
        if (r.ok) ++locks_[o.object].readers;
        break;
      case Kind::unlock:
        if (!lock(o.object).writer) r.panic = Panic::unlock_of_unlocked;
        locks_[o.object].writer = false;
        break;
      case Kind::runlock:
        if (lock(o.object).readers == 0)
          r.panic = Panic::unlock_of_unlocked;
        else
          --locks_[o.object].readers;
        break;
      case Kind::once:
        r.ok = onces_.find(o.object) == onces_.end();
        if (r.ok) onces_[o.object] = 1;
        break;
      case Kind::once_end:
        onces_[o.object] = 2;
        break;
      case Kind::wg_add:
        groups_[o.object] += o.operand;
        if (groups_[o.object] < 0) r.panic = Panic::negative_wait_group;
        break;
      case Kind::cond_wait:
        if (woken_[g] == 0) {  // gives the lock back and waits
          if (o.locker_reads) {
            --locks_[o.locker].readers;
          } else {
            locks_[o.locker].writer = false;
          }
          woken_[g] = 1;
          conds_[o.object].push_back(g);
          return;
        }
        woken_[g] = 0;
        if (o.locker_reads) {
          ++locks_[o.locker].readers;
        } else {
          locks_[o.locker].writer = true;
        }
        break;
      case Kind::cond_signal:
      case Kind::cond_broadcast:
        for (auto& waiting = conds_[o.object]; !waiting.empty();) {
          woken_[waiting.front()] = 2;
          waiting.pop_front();
          if (o.kind == Kind::cond_signal) break;
        }
        break;
      case Kind::sleep:
        if (sleeping_.find(g) == sleeping_.end()) {
          sleeping_[g] = now_ + std::max<std::int64_t>(o.operand, 1);
          return;
        }
        sleeping_.erase(g);
        break;
      case Kind::timer_start:
        timers_[o.object] = {now_ + o.operand, o.period};
        break;
      case Kind::timer_stop:
        r.ok = timers_.erase(o.object) > 0;
        break;
      default:
        break;
    }
    run_->resume(g, r);
  }

  const GoProgram& program_;
  std::unique_ptr<Run> run_;
  std::map<Object, ChannelState> channels_;
  std::map<Object, LockState> locks_;
  std::map<Object, int> onces_;  ///< 1: running, 2: done
  std::map<Object, std::int64_t> groups_;
  std::map<Object, std::pair<std::int64_t, std::int64_t>> timers_;  ///< due, period
  std::map<Object, std::deque<Routine>> conds_;
  std::map<Routine, std::int64_t> sleeping_;
  std::vector<bool> ended_;
  std::vector<int> woken_;  ///< 0: not waiting, 1: waiting, 2: signalled
  std::int64_t now_ = 0;
};

}  // namespace graphfuzz::go::testing
