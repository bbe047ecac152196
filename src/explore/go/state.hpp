// The state of a Machine. One file for each family of objects implements what their operations do: channels.cpp,
// locks.cpp, waiting.cpp, timers.cpp; stepping.cpp drives them, offering.cpp says what is possible, and recording.cpp,
// graph.cpp and bugs.cpp tell what happened.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explore/go/clock.hpp"
#include "explore/go/mixing.hpp"
#include "explore/go/objects.hpp"
#include "explore/go/offers.hpp"
#include "explore/go/races.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/program/go/graph.hpp"

namespace graphfuzz::go {

/// How long a program is watched after main has returned: what goes on for ever must not take for ever.
inline constexpr std::uint32_t kLateSteps = 2'000;
inline constexpr std::uint32_t kLateWakes = 16;   ///< of one goroutine from Sleep
inline constexpr std::uint32_t kLateFirings = 4;  ///< of one ticker

struct RoutineState {
  Name name = 0;
  Key hash = 0;                          ///< of the name
  const Operation* operation = nullptr;  ///< the pending one
  Phase phase = Phase::fresh;
  bool ended = false;
  bool crashed = false;
  bool moved_late = false;  ///< took a step after main had returned
  std::uint32_t index = 0;  ///< of the pending operation in program order
  std::uint32_t parts = 0;  ///< of it that have touched something
  std::uint32_t ticks = 0;  ///< its own clock
  std::uint32_t forks = 0;
  std::uint32_t timers = 0;
  std::uint32_t late_wakes = 0;
  std::uint64_t began = 0;              ///< the pending operation
  std::int64_t deadline = 0;            ///< of Sleep
  Object timer = kNoObject;             ///< what fired it
  std::uint32_t fork = kNoEvent;        ///< the go statement that started it
  RoutineOrigin origin;                 ///< what started it; `start` is in the log of the graph
  std::uint32_t wait_event = kNoEvent;  ///< the Wait of a cond in progress
  KnownTicks clock;                     ///< of the others
  std::vector<std::uint32_t> onces;     ///< events of the Once.Do that it is in, innermost last
  std::vector<std::pair<Position, std::uint32_t>> visits;
};

/// An event of the execution graph to be.
struct Node {
  Routine routine = 0;
  EventKind kind = EventKind::fence;
  Object object = kNoObject;
  std::uint32_t source = kNoNode;  ///< of a join
  std::uint64_t what = 0;
};

struct Machine::State : AccessObserver {
  State(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names);

  // stepping.cpp
  void restart();
  void take(const Step& step);
  void perform(Routine r, int choice);
  void settle();
  bool automatic(Routine r);
  void arrive(Routine r);
  void crash(Routine r);
  Routine spawn(Name name, const KnownTicks& clock);
  void refresh_operations();
  void access(Routine routine, std::uint64_t variable, bool writes, Position position) override;
  /// The pending operation of `r` has happened with this result; `rf`: what it reads from.
  void finish(Routine r, const Result& result, Key rf);
  ObjectState& object(Object o, ObjectKind kind);
  Name forked(Name parent, std::uint32_t fork);

  // offering.cpp
  void refresh() const;
  void offer(Routine r) const;
  void offer_case(Routine r, const Case& c, int choice) const;
  void touch(const Step& step, std::vector<Touch>& touches) const;
  Condition condition(Object o) const { return o < objects.size() ? objects[o].condition() : Condition{}; }
  static bool ready(const ObjectState& channel, bool sends) {
    return channel.closed || (sends ? channel.fill() < channel.capacity : channel.fill() > 0);
  }

  // channels.cpp
  void communicate(Routine r, const Case& c, int choice);
  void meet(Routine sender, int sender_choice, Routine receiver, int receiver_choice);
  void close(Routine r);
  void take_default(Routine r);
  void wait_for_partner(Routine r);
  void stop_waiting_for_partner(Routine r);

  // locks.cpp
  void lock_operation(Routine r);
  bool acquire_lock(Routine r, Object m, bool reads, Phase announced);
  bool release_lock(Routine r, Object m, bool reads);

  // waiting.cpp
  void once(Routine r);
  void once_end(Routine r);
  void wait_group(Routine r);
  void cond_wait(Routine r);
  void cond_signal(Routine r);
  void atomic(Routine r);

  // timers.cpp
  void offer_timers() const;
  bool exhausted(const ObjectState& timer) const { return late() && timer.late_firings >= kLateFirings; }
  bool may_fire(const ObjectState& timer) const;
  bool may_wake(const RoutineState& sleeper) const;
  void sleep(Routine r);
  void look(Routine r);
  void start_timer(Routine r);
  void stop_timer(Routine r);
  void fire(Routine starter, std::uint32_t start);
  void pass_to(std::int64_t deadline);
  bool late() const { return main_returned || exited || crashed; }

  // recording.cpp: the log, and the trace made of it
  TraceEvent& record(Routine r, Kind kind, Object object);
  TraceEvent& record_pending(Routine r, Object object);
  void describe_select(TraceEvent& event, const Operation& operation);
  const Trace& trace() const;
  std::uint32_t visits(Routine r, Position position) const;

  // fingerprints.cpp
  Key key(Routine r, std::uint32_t part = 0) const;
  void note(Routine r, std::span<const Touch> touches, std::uint64_t what);
  void note(Routine r, Object object, bool changes, std::uint64_t what);
  std::uint32_t note_other(Routine r, EventKind kind, std::uint32_t source, std::uint64_t what);
  static std::uint64_t what(const Operation& operation, const Result& result);
  /// Of a part of it that counts as an operation of another kind, or as none of those in traces.
  static std::uint64_t what_as(Kind kind, std::uint64_t what);
  static std::uint64_t untraced(std::uint64_t what);

  // clocks
  void tick(Routine r) { ++routines[r].ticks; }
  std::uint32_t knows(Routine r, Routine of) const {
    if (r == of) return routines[r].ticks;
    return of < routines[r].clock.size() ? routines[r].clock[of] : 0;
  }
  void acquire(Routine r, const KnownTicks& clock) { join(routines[r].clock, clock); }
  void release(Routine r, KnownTicks& clock) const {
    join(clock, routines[r].clock);
    raise(clock, r, routines[r].ticks);
  }
  void overwrite(Routine r, KnownTicks& clock) const {
    clock = routines[r].clock;
    raise(clock, r, routines[r].ticks);
  }

  // bugs.cpp
  void find_bugs() const;
  void find_deadlock() const;
  void find_cycles() const;
  void find_leaks() const;
  bool possible_partner(Routine r, const Case& c) const;
  void add_bug(GoBugKind kind, Panic panic, std::string message, std::uint32_t log_event, Routine blocked) const;
  const std::string& at(Position position) const;
  std::string outcome() const;
  std::string words(Routine r) const;
  Ending ending() const;

  // graph.cpp
  ExecutionGraph graph() const;

  const GoProgram& program;
  MachineOptions options;
  std::shared_ptr<RoutineNames> names;
  std::unique_ptr<Run> run;
  std::vector<std::string> places;  ///< "file#line"
  std::vector<Position> canonical;  ///< by position: the first one with the same place
  std::map<std::string, Position, std::less<>> position_of;

  std::vector<RoutineState> routines;  ///< `count` of them are in use
  Routine count = 0;
  std::vector<ObjectState> objects;  ///< `object_count` of them may be in use
  Object object_count = 0;
  ObjectState clock_object;                 ///< kClock
  std::vector<Routine> routine_of;          ///< by Name
  std::vector<std::vector<Name>> children;  ///< by Name and fork: what `names` has said
  std::vector<Key> hashes;                  ///< by Name
  std::vector<Name> alive;                  ///< sorted
  std::vector<Routine> fresh;               ///< have been resumed, and not yet been looked at
  std::vector<Routine> sleepers;
  std::vector<Object> timers;  ///< armed

  std::int64_t now = 0;
  std::uint64_t time = 0;  ///< of the trace
  std::uint32_t steps = 0;
  std::uint32_t all_steps = 0;  ///< with the automatic ones
  std::uint32_t late_steps = 0;
  bool truncated = false;
  bool main_returned = false;
  bool crashed = false;
  bool exited = false;
  std::int64_t exit_code = 0;

  Fingerprint rf_sum;
  Fingerprint mo_sum;
  std::vector<Node> nodes;
  std::vector<TraceEvent> log;
  std::vector<std::uint32_t> log_ticks;  ///< the clock of the routine at each event of the log
  std::vector<TraceCase> log_cases;
  RaceDetector races;
  std::vector<Touch> touched;    ///< by the step being taken
  std::vector<Routine> woken;    ///< by the signals of the last step
  std::vector<Object> finished;  ///< Onces whose function has returned after the last step
  KnownTicks scratch;

  mutable bool stale = true;  ///< are `offered` and `is_over` of an earlier state?
  mutable bool is_over = false;
  mutable std::vector<Step> offered;
  mutable std::vector<Touch> asked;
  mutable bool bugs_known = false;
  mutable std::vector<GoBug> bugs;
  mutable Trace told;
  mutable std::vector<std::uint32_t> order;           ///< of the log by time
  mutable std::vector<std::uint32_t> place_in_trace;  ///< by log index
  mutable std::vector<std::uint32_t> unfinished;      ///< by routine: index in `told`
};

}  // namespace graphfuzz::go
