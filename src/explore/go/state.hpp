// The state of a Machine: parts, each with invariants of its own, and what a step does to them. One file for each
// family of objects implements what their operations do: channels.cpp, locks.cpp, waiting.cpp, timers.cpp; stepping.cpp
// drives them, and offering.cpp says what is possible.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "explore/go/event_log.hpp"
#include "explore/go/graph_log.hpp"
#include "explore/go/objects.hpp"
#include "explore/go/offers.hpp"
#include "explore/go/places.hpp"
#include "explore/go/progress.hpp"
#include "explore/go/races.hpp"
#include "explore/go/routines.hpp"
#include "explore/go/told_trace.hpp"
#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

/// Logical time, and who waits for it.
struct Alarms {
  std::int64_t now = 0;
  std::vector<Routine> sleepers;
  std::vector<Object> timers;  ///< armed
  std::uint32_t since = 0;     ///< of `all_steps`: since then time has stood still, though somebody waits for it

  bool none() const { return sleepers.empty() && timers.empty(); }
  void clear() {
    now = 0;
    since = 0;
    sleepers.clear();
    timers.clear();
  }
};

/// What the last step did beyond its operation.
struct LastStep {
  std::vector<Touch> touched;
  std::vector<Routine> woken;    ///< by its signals
  std::vector<Object> finished;  ///< Onces whose function has returned after it

  void clear() {
    touched.clear();
    woken.clear();
    finished.clear();
  }
};

/// What can happen next: found when somebody asks.
struct Offers {
  bool stale = true;  ///< of an earlier state
  bool none = false;  ///< the execution is over
  std::vector<Step> steps;
};

struct MachineState : AccessObserver {
  MachineState(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names);

  // stepping.cpp
  void restart();
  void take(const Step& step);
  void perform(Routine r, int choice);
  void settle();
  bool automatic(Routine r);
  void make(Routine r);
  void fork(Routine r);
  void end(Routine r);
  void arrive(Routine r);
  Routine spawn(Name name, const KnownTicks& clock);
  void refresh_operations();
  void access(Routine routine, std::uint64_t variable, bool writes, Position position) override;
  void atomic_access(Routine routine, std::uint64_t variable, bool writes, Position position) override;
  void synchronises(Routine routine, std::uint64_t address, bool acquires, bool releases) override;
  void outside(Routine routine, std::uint64_t variable, bool changes) override;
  void group_access(Routine routine, Object group);
  /// The pending operation of `r` has happened with this result; `rf`: what it reads from.
  void finish(Routine r, const Result& result, Key rf);
  void note_failures(Routine r);
  /// An operation has happened (GraphLog::add).
  void note_operation(Key event, std::uint64_t what, Key rf);
  /// It has touched what it is said to (`last`), or this object.
  void note(Routine r, std::uint64_t what);
  void note(Routine r, Object object, bool changes, std::uint64_t what);
  TraceEvent& record(Routine r, Kind kind, Object object);
  TraceEvent& record_pending(Routine r, Object object);

  // offering.cpp
  void refresh() const;
  void offer(Routine r) const;
  std::set<Name> able() const;
  void offer_case(Routine r, const Case& c, int choice) const;
  void touch(const Step& step, std::vector<Touch>& touches) const;
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
  void access_variable(Routine r);

  // timers.cpp
  void offer_timers(std::int64_t latest = std::numeric_limits<std::int64_t>::max()) const;
  bool time_is_due() const;
  bool exhausted(const ObjectState& timer) const;
  bool may_fire(const ObjectState& timer) const;
  bool may_wake(const RoutineState& sleeper) const;
  /// Would time wake somebody, or would a timer fire, more often after the end of main than that is watched?
  bool time_goes_on() const;
  void sleep(Routine r);
  void look(Routine r);
  void start_timer(Routine r);
  void stop_timer(Routine r);
  void fire(Routine starter, std::uint32_t start);
  void pass_to(std::int64_t deadline);

  /// Where the goroutine was started: at a go statement, or where a timer was started that has, or whoever has done so
  /// in the library. kNoPosition: the program does not say.
  Position started_at(Routine r) const;
  /// "at f.go:12"; of a panic in none of the user's functions, "in a goroutine started at f.go:12".
  std::string words_of_panic(Routine r, Position position) const;

  // bugs.cpp, graph.cpp: what came of it
  void find_bugs() const;
  Ending ending() const;
  std::string outcome() const;
  ExecutionGraph graph() const;

  const GoProgram& program;
  MachineOptions options;
  std::unique_ptr<Run> run;
  bool differs = false;            // see Machine::note_difference
  std::size_t looked_back_to = 0;  // … Machine::note_long; 0: everything
  Places places;
  Routines routines;
  Objects objects;
  Alarms alarms;
  Progress progress;
  EventLog log;
  GraphLog graph_log;
  RaceDetector races;
  RaceDetector outside_uses;                          ///< of files: those in an order that no synchronisation has made
  std::unordered_map<std::uint64_t, KnownTicks> met;  ///< by address: what is known to who acquires it
  LastStep last;
  /// A test has failed, as the text that the run has of that up to `end` says, right after an event of the log.
  struct Failure {
    std::size_t end;
    std::uint32_t event;
  };
  std::vector<Failure> failures;
  std::vector<Routine> fresh;  ///< have been resumed, and not yet been looked at
  KnownTicks scratch;

  mutable Offers offers;
  mutable std::vector<Touch> asked;
  mutable bool bugs_known = false;
  mutable std::vector<GoBug> bugs;
  mutable ToldTrace told;
};

}  // namespace graphfuzz::go
