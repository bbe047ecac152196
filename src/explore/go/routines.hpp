// The goroutines of an execution: who they are, how far, and what each knows of the others.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "explore/go/clock.hpp"
#include "explore/go/objects.hpp"
#include "explore/go/offers.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/graph/hash.hpp"
#include "graphfuzz/program/go/graph.hpp"

namespace graphfuzz::go {

/// What is plain of a goroutine's state.
struct RoutineFields {
  Name name = 0;
  Key hash = 0;                          ///< of the name
  const Operation* operation = nullptr;  ///< the pending one
  Phase phase = Phase::fresh;
  bool ended = false;
  bool crashed = false;
  bool moved_late = false;  ///< began, or took a step, after main had returned
  bool resident = false;    ///< was there before what the execution is about began, and is to be there after it
  std::uint32_t index = 0;  ///< of the pending operation in program order
  std::uint32_t parts = 0;  ///< of it that have touched something
  std::uint32_t ticks = 0;  ///< its own clock
  std::uint32_t forks = 0;
  std::uint32_t timers = 0;
  std::uint32_t late_wakes = 0;
  std::uint64_t began = 0;               ///< the pending operation
  std::int64_t deadline = 0;             ///< of Sleep
  Object timer = kNoObject;              ///< what fired it, …
  Position timer_started = kNoPosition;  ///< … and where that was started
  std::uint32_t fork = kNoEvent;         ///< the go statement that started it
  RoutineOrigin origin = {};             ///< what started it; `start` is in the log of the graph
  std::uint32_t wait_event = kNoEvent;   ///< the Wait of a cond in progress
};

struct RoutineState : RoutineFields {
  KnownTicks clock;                  ///< of the others
  std::vector<std::uint32_t> onces;  ///< events of the Once.Do that it is in, innermost last
  std::vector<std::pair<Position, std::uint32_t>> visits;

  /// Of the pending operation, or of a part of it.
  Key key(std::uint32_t part = 0) const { return mixed(hash ^ mixed(std::uint64_t{index} << 16 | part)); }
  /// How often it has been at a place (a canonical position).
  std::uint32_t& visits_of(Position place);
  std::uint32_t visits_of(Position place) const;
};

/// Numbered in the order in which they start; their names are the same in every execution, whatever its order. States
/// keep their memory from one execution to the next, and their place only until the next goroutine is added.
class Routines {
 public:
  explicit Routines(std::shared_ptr<RoutineNames> names) : names_(std::move(names)) {}

  void clear();
  /// Starts one that knows this much.
  Routine add(Name name, const KnownTicks& clock);
  void end(Routine r);

  Routine count() const { return count_; }
  RoutineState& operator[](Routine r) { return states_[r]; }
  const RoutineState& operator[](Routine r) const { return states_[r]; }
  /// kNoRoutine if none is called so in this execution.
  Routine find(Name name) const { return name < routine_of_.size() ? routine_of_[name] : kNoRoutine; }
  /// Those that have not ended, sorted.
  std::span<const Name> alive() const { return alive_; }

  const std::shared_ptr<RoutineNames>& names() const { return names_; }
  /// What starts at the goroutine's next go statement.
  Name next_fork(Routine r);

  // Clocks: a goroutine's own ticks, and what it knows of those of others.
  void tick(Routine r) { ++states_[r].ticks; }
  std::uint32_t knows(Routine r, Routine of) const {
    if (r == of) return states_[r].ticks;
    return of < states_[r].clock.size() ? states_[r].clock[of] : 0;
  }
  /// How many ticks, its own and those of others, it has seen the end of: more than any that it knows of had.
  std::uint64_t past(Routine r) const {
    std::uint64_t sum = states_[r].ticks;
    for (Routine of = 0; of < states_[r].clock.size(); ++of) sum += of == r ? 0 : states_[r].clock[of];
    return sum;
  }
  void acquire(Routine r, const KnownTicks& clock) { join(states_[r].clock, clock); }
  void release(Routine r, KnownTicks& clock) const {
    join(clock, states_[r].clock);
    raise(clock, r, states_[r].ticks);
  }
  void overwrite(Routine r, KnownTicks& clock) const {
    clock = states_[r].clock;
    raise(clock, r, states_[r].ticks);
  }

 private:
  std::shared_ptr<RoutineNames> names_;
  std::vector<RoutineState> states_;  // `count_` of them are in use
  Routine count_ = 0;
  std::vector<Routine> routine_of_;          // by Name
  std::vector<Name> alive_;                  // sorted
  std::vector<std::vector<Name>> children_;  // by Name and fork: what `names_` has said, which takes a lock
  std::vector<Key> hashes_;                  // by Name: the same
};

}  // namespace graphfuzz::go
