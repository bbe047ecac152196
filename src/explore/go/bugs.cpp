// What went wrong, and how it ended: looked for when an execution is over and somebody asks.
#include <fmt/format.h>
#include <boost/graph/vector_as_graph.hpp>  // before the algorithms, which have to know that a vector can be a graph

#include <algorithm>
#include <boost/graph/strong_components.hpp>
#include <set>

#include "explore/go/state.hpp"

namespace graphfuzz::go {
namespace {

class BugFinder {
 public:
  explicit BugFinder(const MachineState& state)
      : state_(state), routines_(state.routines), objects_(state.objects), log_(state.log), bugs_(state.bugs) {}

  /// Those that show whether it is over or not.
  void find_failures() const;
  void find_unexplored() const;
  void find_deadlock() const;
  void find_cycles() const;
  void find_leaks() const;
  bool is_ignored(Routine r) const;
  void find_blocked() const;

 private:
  void find_panics() const;
  void find_races() const;
  bool possible_partner(Routine r, const Case& c) const;
  /// `event`: in the trace, kNoEvent if there is none.
  void add(GoBugKind kind, Panic panic, std::string message, std::uint32_t event,
           std::vector<Position> places = {}) const;
  void find_holders(Routine r, std::vector<Routine>& holders) const;
  std::uint32_t unfinished(Routine r) const { return state_.told.unfinished(r); }
  const std::string& at(Position position) const { return state_.places.words(position); }
  std::string words(Routine r) const;

  const MachineState& state_;
  const Routines& routines_;
  const Objects& objects_;
  const EventLog& log_;
  std::vector<GoBug>& bugs_;
};

/// "receive on a nil channel at f.go:12"
std::string BugFinder::words(Routine r) const {
  const Operation& operation = *routines_[r].operation;
  const bool nil = (operation.kind == Kind::send || operation.kind == Kind::receive) && operation.object == kNoObject;
  return fmt::format("{}{} at {}", go::name(operation.kind), nil ? " on a nil channel" : "", at(operation.position));
}

void BugFinder::add(GoBugKind kind, Panic panic, std::string message, std::uint32_t event,
                    std::vector<Position> places) const {
  for (const GoBug& known : bugs_) {
    if (known.kind == kind && known.message == message) return;
  }
  bugs_.push_back({kind, panic, std::move(message), event, std::move(places)});
}

void BugFinder::find_panics() const {
  for (std::uint32_t i = 0; i < log_.size(); ++i) {
    const TraceEvent& event = log_.events()[i];
    if (event.kind != Kind::panic) continue;
    add(GoBugKind::panic, routines_[event.routine].operation->panic,
        fmt::format("panic: {} at {}", state_.run->panic_text(event.routine), at(event.position)),
        state_.told.event(i));
  }
}

void BugFinder::find_races() const {
  const auto tell = [this](const RaceDetector::Access& a) {
    if (a.group) return fmt::format("{} at {}", a.writes ? "Wait" : "first Add", at(a.position));
    return fmt::format("{}{} at {}", a.atomic ? "atomic " : "", a.writes ? "write" : "read", at(a.position));
  };
  for (const RaceDetector::Race& race : state_.races.races()) {
    std::string first = tell(race.first);
    std::string second = tell(race.second);
    if (second < first) std::swap(first, second);
    std::uint32_t event = kNoEvent;
    for (std::uint32_t i = 0; i < log_.size(); ++i) {
      if (log_.events()[i].routine == race.second.routine) event = state_.told.event(i);
    }
    std::vector<Position> places;
    if (!race.first.group) places = {race.first.position, race.second.position};
    add(GoBugKind::race, Panic::none, fmt::format("data race: {} and {}", first, second), event, std::move(places));
  }
}

void BugFinder::find_failures() const {
  find_panics();
  find_races();
  const std::string_view failures = state_.run->test_failures();
  for (std::size_t begin = 0; begin < failures.size();) {
    const std::size_t end = std::min(failures.find('\n', begin), failures.size());
    if (end > begin) {
      add(GoBugKind::test_failure, Panic::none, std::string(failures.substr(begin, end - begin)), kNoEvent);
    }
    begin = end + 1;
  }
}

/// What is no bug, and keeps it from being known that there is none.
void BugFinder::find_unexplored() const {
  if (state_.progress.late_steps >= kLateSteps) {
    add(GoBugKind::unexplored, Panic::none,
        fmt::format("goroutines go on after main has returned: so many of their steps were watched: {}", kLateSteps),
        kNoEvent);
  }
  if (state_.differs) {
    add(GoBugKind::unexplored, Panic::none,
        "the program does not do the same each time, so that there may be executions that nobody sees", kNoEvent);
  }
  if (const std::string_view why = state_.run->unexplored(); !why.empty()) {
    add(GoBugKind::unexplored, Panic::none, std::string(why), kNoEvent);
  }
}

void BugFinder::find_deadlock() const {
  std::set<std::string> others;
  for (const Name name : routines_.alive()) {
    if (name != 0) others.insert(words(routines_.find(name)));
  }
  std::string message = "deadlock: main blocked in " + words(0);
  if (!others.empty()) message += fmt::format("; others in {}", fmt::join(others, ", "));
  add(GoBugKind::deadlock, Panic::none, std::move(message), unfinished(0));
}

/// Who has what the goroutine waits for, if that is a lock; a reader waits for a writer that has announced itself, too.
void BugFinder::find_holders(Routine r, std::vector<Routine>& holders) const {
  holders.clear();
  const RoutineState& state = routines_[r];
  if (state.ended || state.operation == nullptr) return;
  const Operation& operation = *state.operation;
  const bool again = operation.kind == Kind::cond_wait && state.phase != Phase::fresh && state.phase != Phase::waiting;
  if (operation.kind != Kind::lock && operation.kind != Kind::rlock && !again) return;
  const Object m = again ? operation.locker : operation.object;
  const bool reads = again ? operation.locker_reads : operation.kind == Kind::rlock;
  if (!objects_.knows(m)) return;
  const ObjectState& mutex = objects_[m];
  if (mutex.writer != kNoRoutine) holders.push_back(mutex.writer);
  if (mutex.announced != kNoRoutine && mutex.announced != r) holders.push_back(mutex.announced);
  if (!reads) holders.insert(holders.end(), mutex.readers.begin(), mutex.readers.end());
}

/// Goroutines that wait for locks which they hold themselves, in a circle. Who waits for a lock waits for all who have
/// it, and a reader for a writer that has announced itself.
void BugFinder::find_cycles() const {
  std::vector<std::vector<Routine>> edges(routines_.count());
  bool any = false;
  for (const Name name : routines_.alive()) {
    const Routine r = routines_.find(name);
    find_holders(r, edges[r]);
    any |= !edges[r].empty();
  }
  if (!any) return;
  // Its vertices are goroutines, so this is no view of the execution graph: who waits has no event there.
  std::vector<std::size_t> component(edges.size());
  boost::strong_components(edges,
                           boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, edges)));
  // Circles, of which a component can have many, depth first; each is met from its smallest goroutine.
  std::vector<Routine> path;
  const auto search = [&](const auto& self, Routine r, Routine from) -> void {
    if (std::find(path.begin(), path.end(), r) != path.end()) return;
    path.push_back(r);
    for (const Routine next : edges[r]) {
      if (next == from) {
        std::vector<std::string> waits;
        for (const Routine member : path) waits.push_back(words(member));
        std::rotate(waits.begin(), std::min_element(waits.begin(), waits.end()), waits.end());
        add(GoBugKind::cyclic_deadlock, Panic::none,
            fmt::format("cyclic deadlock: {}", fmt::join(waits, " waits for ")), unfinished(path.back()));
      } else if (next > from && component[next] == component[from] && path.size() < 8) {
        self(self, next, from);
      }
    }
    path.pop_back();
  };
  for (Routine r = 0; r < routines_.count(); ++r) {
    if (!edges[r].empty()) search(search, r, r);
  }
}

/// Was there, in this execution, an operation of another goroutine that could have been the partner: one that need not
/// come before? Of a buffered channel also one that did come before, as its partner could have been another.
bool BugFinder::possible_partner(Routine r, const Case& c) const {
  if (c.channel == kNoObject) return false;
  const bool buffered = objects_[c.channel].capacity > 0;
  for (std::uint32_t i = 0; i < log_.size(); ++i) {
    const TraceEvent& event = log_.events()[i];
    if (event.routine == r || (!buffered && routines_.knows(r, event.routine) >= log_.ticks(i))) continue;
    if (event.object == c.channel) {
      if (event.kind == (c.sends ? Kind::receive : Kind::send)) return true;
      if (event.kind == Kind::close && !c.sends) return true;
    }
    if (event.kind != Kind::select) continue;
    for (std::uint32_t k = event.first_case; k < event.first_case + event.case_count; ++k) {
      if (log_.cases()[k].channel == c.channel && log_.cases()[k].sends != c.sends) return true;
    }
  }
  return false;
}

/// Has the user said that goroutines may be left there?
bool BugFinder::is_ignored(Routine r) const {
  const auto matches = [this](Position position) {
    if (position == kNoPosition) return false;
    return std::ranges::any_of(state_.options.ignored_leaks, [&](const std::string& name) {
      return at(position).find(name) != std::string::npos ||
             state_.program.function(position).find(name) != std::string::npos;
    });
  };
  const RoutineState& state = routines_[r];
  return matches(state.operation->position) || (state.fork != kNoEvent && matches(log_.events()[state.fork].position));
}

/// What a goroutine at the operation may do to channels.
std::vector<Case> cases_of(const Operation& operation) {
  if (operation.kind == Kind::send) return {{operation.object, true, 0}};
  if (operation.kind == Kind::receive) return {{operation.object, false, 0}};
  return operation.kind == Kind::select ? operation.cases : std::vector<Case>{};
}

void BugFinder::find_leaks() const {
  const bool watched_to_the_end = state_.progress.watched_to_the_end();
  const std::vector<Routine>& sleepers = state_.alarms.sleepers;
  const std::vector<Object>& timers = state_.alarms.timers;
  const bool time_goes_on =
      std::any_of(sleepers.begin(), sleepers.end(), [this](Routine r) { return !state_.may_wake(routines_[r]); }) ||
      std::any_of(timers.begin(), timers.end(), [this](Object o) { return objects_[o].late_firings >= kLateFirings; });
  const std::set<Name> able = watched_to_the_end ? std::set<Name>() : state_.able();
  // Who has been left waiting for its turn may yet help others.
  const bool starving =
      std::any_of(able.begin(), able.end(), [this](Name name) { return !routines_[routines_.find(name)].moved_late; });
  if (starving) return;
  const auto is_fed = [&](const Operation& operation) {
    const std::vector<Case> cases = cases_of(operation);
    return std::any_of(cases.begin(), cases.end(), [&](const Case& c) {
      return c.channel != kNoObject &&
             std::any_of(timers.begin(), timers.end(), [&](Object o) { return objects_[o].feeds == c.channel; });
    });
  };
  const auto stays = [&](Routine r, const char* how) {
    add(GoBugKind::stays, Panic::none, fmt::format("left after the end, and {}: {}", how, words(r)), unfinished(r));
  };
  std::vector<Routine> holders;
  for (const Name name : routines_.alive()) {
    if (able.contains(name)) continue;
    const Routine r = routines_.find(name);
    const RoutineState& state = routines_[r];
    const Operation& operation = *state.operation;
    if (is_ignored(r)) continue;
    // What sleeps for ever, is ticked for ever, or could still go on, is no leak.
    if (operation.kind == Kind::sleep) {
      if (!state_.may_wake(state)) stays(r, "sleeps again and again");
      continue;
    }
    if ((time_goes_on || !watched_to_the_end) && state.moved_late) {
      if (is_fed(operation)) stays(r, "is ticked for ever");
      continue;
    }
    // … nor is who waits for a lock of someone who can.
    find_holders(r, holders);
    if (std::ranges::any_of(holders, [&](Routine holder) { return able.contains(routines_[holder].name); })) continue;
    if (is_fed(operation)) continue;
    const std::vector<Case> cases = cases_of(operation);
    std::string message = "leak: " + words(r);
    if (!cases.empty()) {
      const bool possible =
          std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return possible_partner(r, c); });
      message += possible ? ", which had a possible partner" : ", which had no possible partner";
    }
    add(GoBugKind::leak, Panic::none, std::move(message), unfinished(r));
  }
}

/// Goroutines that were stuck while others went on until the execution was given up. Whether those would ever have
/// helped nobody knows.
void BugFinder::find_blocked() const {
  const std::set<Name> able = state_.able();
  for (const Name name : routines_.alive()) {
    const Routine r = routines_.find(name);
    const RoutineState& state = routines_[r];
    // For half of it: who has been stuck for less may just have had a long wait.
    if (able.contains(name) || state.operation->kind == Kind::sleep || 2 * state.began > log_.now()) continue;
    add(GoBugKind::blocked, Panic::none,
        fmt::format("{} blocked in {} for at least half of an execution that was given up after {} steps",
                    name == 0 ? "main" : "a goroutine", words(r), state_.options.max_steps),
        unfinished(r));
  }
}

}  // namespace

std::string_view name(GoBugKind kind) {
  switch (kind) {
    case GoBugKind::panic:
      return "panic";
    case GoBugKind::deadlock:
      return "deadlock";
    case GoBugKind::cyclic_deadlock:
      return "cyclic deadlock";
    case GoBugKind::leak:
      return "leak";
    case GoBugKind::race:
      return "race";
    case GoBugKind::stays:
      return "goroutine left";
    case GoBugKind::blocked:
      return "blocked";
    case GoBugKind::unexplored:
      return "unsupported";
    case GoBugKind::test_failure:
      return "test failure";
  }
  return "";
}

bool any_bug(std::span<const GoBug> bugs) {
  return std::any_of(bugs.begin(), bugs.end(), [](const GoBug& bug) { return !bug.remark(); });
}

Ending MachineState::ending() const {
  refresh();
  if (progress.truncated) return Ending::truncated;
  return progress.late() ? Ending::complete : Ending::deadlocked;
}

void MachineState::find_bugs() const {
  refresh();
  if (bugs_known) return;
  bugs_known = true;
  bugs.clear();
  const bool all_ended = progress.exited || (progress.main_returned && routines.alive().empty());
  const bool quiet = !progress.crashed && races.races().empty() && run->test_failures().empty() &&
                     run->unexplored().empty() && !differs;
  if (quiet && (!offers.none || all_ended)) return;
  told.tell(*this);
  const BugFinder finder(*this);
  finder.find_failures();
  finder.find_unexplored();
  if (!offers.none) return;
  finder.find_cycles();
  if (ending() == Ending::deadlocked) {
    finder.find_deadlock();
  } else if (progress.truncated && !progress.late()) {
    finder.find_blocked();
  } else if (progress.main_returned && !progress.crashed && !progress.exited) {
    finder.find_leaks();
  }
}

std::string MachineState::outcome() const {
  refresh();
  std::string text;
  if (progress.crashed) {
    std::set<std::string> panics;
    for (Routine r = 0; r < routines.count(); ++r) {
      if (routines[r].crashed) {
        panics.insert(fmt::format("{} at {}", run->panic_text(r), places.words(routines[r].operation->position)));
      }
    }
    text = fmt::format("panic: {}", fmt::join(panics, ", "));
  } else if (progress.exited) {
    text = fmt::format("exit {}", progress.exit_code);
  } else if (progress.truncated) {
    text = "too many steps";
  } else if (!offers.none) {
    text = "unfinished";
  } else {
    text = !progress.main_returned ? "deadlock" : run->test_failures().empty() ? "ok" : "failed";
  }
  // In which order goroutines print is no matter of the graph.
  std::vector<std::string_view> lines;
  const std::string_view printed = run->output();
  for (std::size_t begin = 0; begin < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', begin), printed.size());
    lines.push_back(printed.substr(begin, end - begin));
    begin = end + 1;
  }
  std::sort(lines.begin(), lines.end());
  if (!lines.empty()) text += fmt::format("; {}", fmt::join(lines, " | "));
  return text;
}

}  // namespace graphfuzz::go
