// What went wrong: looked for when an execution is over and somebody asks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "explore/go/bug_identity.hpp"
#include "explore/go/state.hpp"
#include "explore/go/waits.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::string_view kCircle = "circle of ";
constexpr std::string_view kAt = "at ";

class BugFinder {
 public:
  explicit BugFinder(const MachineState& state)
      : state_(state),
        routines_(state.routines),
        objects_(state.objects),
        log_(state.log),
        bugs_(state.bugs),
        waits_(state) {}

  /// Those that show whether it is over or not.
  void find_failures() const;
  void find_unexplored() const;
  /// Nobody can go on.
  void find_deadlock() const;
  /// Goroutines that wait for each other, whatever others do.
  void find_cycles() const;
  void find_leaks() const;
  void tell_running(Routine r) const;
  Routine alone_at_work() const;
  bool tell_ticked_in_vain(Routine r) const;
  bool is_ignored(Routine r) const;
  void find_blocked() const;

 private:
  void find_panics() const;
  void find_races() const;
  bool possible_partner(Routine r, const Case& c) const;
  /// `event`: in the trace, kNoEvent if there is none. `identity`: what tells it apart from others of its kind; empty:
  /// the message.
  GoBug& add(GoBugKind kind, Panic panic, std::string message, std::uint32_t event, std::string identity = {}) const;
  std::string words_of(const std::vector<Routine>& cycle) const;
  std::string identity_of(const std::vector<Routine>& cycle) const;
  bool waits_for_test() const;
  Position closed_before(Routine r) const;
  std::string where(Routine r, Position position) const;
  GoBug::Access access_of(const RaceDetector::Access& access) const;
  bool panics_at(const std::string& place) const;
  std::uint32_t event_of_failure(std::size_t end) const;
  std::uint32_t unfinished(Routine r) const { return state_.told.unfinished(r); }
  const std::string& at(Position position) const { return state_.places.words(position); }
  std::string words(Routine r) const;

  const MachineState& state_;
  const Routines& routines_;
  const Objects& objects_;
  const EventLog& log_;
  std::vector<GoBug>& bugs_;
  const Waits waits_;
};

/// "at f.go:12". Of what the standard library does in goroutines of its own: where those come from.
std::string BugFinder::where(Routine r, Position position) const {
  if (position != kNoPosition) return "at " + at(position);
  const Position started = state_.started_at(r);
  if (started == kNoPosition) return "in the standard library";
  return fmt::format("in the standard library, in a goroutine started at {}", at(started));
}

/// "receive on a nil channel at f.go:12"
std::string BugFinder::words(Routine r) const {
  const Operation& operation = *routines_[r].operation;
  const bool nil = (operation.kind == Kind::send || operation.kind == Kind::receive) && operation.object == kNoObject;
  return fmt::format("{}{} {}", go::name(operation.kind), nil ? " on a nil channel" : "", where(r, operation.position));
}

GoBug& BugFinder::add(GoBugKind kind, Panic panic, std::string message, std::uint32_t event,
                      std::string identity) const {
  // A circle is the same bug whether others can still go on or not.
  const bool circle = identity.starts_with(kCircle);
  identity = fmt::format("{}\n{}", go::name(circle ? GoBugKind::cyclic_deadlock : kind),
                         identity.empty() ? message : identity);
  const auto known = std::ranges::find_if(bugs_, [&](const GoBug& bug) { return bug.identity == identity; });
  if (known != bugs_.end()) return *known;
  return bugs_.emplace_back(GoBug{kind, panic, std::move(message), std::move(identity), event});
}

void BugFinder::find_panics() const {
  for (std::uint32_t i = 0; i < log_.size(); ++i) {
    const TraceEvent& event = log_.events()[i];
    if (event.kind != Kind::panic) continue;
    const std::string text = state_.run->panic_text(event.routine);
    const Panic panic = routines_[event.routine].operation->panic;
    const std::string where = state_.words_of_panic(event.routine, event.position);
    std::set<std::string> places = {where.substr(where.starts_with(kAt) ? kAt.size() : 0)};
    if (panic == Panic::close_of_closed) {
      // Which of two that close comes first is a matter of chance.
      if (const Position other = closed_before(event.routine); other != kNoPosition) places.insert(at(other));
    }
    add(GoBugKind::panic, panic, fmt::format("panic: {} {}", text, where), state_.told.event(i),
        fmt::format("{} at {}", without_numbers(text), fmt::join(places, ", ")));
  }
}

/// Where the channel was closed that the goroutine, whose last operation was to close one, has closed again.
Position BugFinder::closed_before(Routine r) const {
  for (std::uint32_t i = log_.size(); i-- > 0;) {
    const TraceEvent& event = log_.events()[i];
    if (event.routine != r || event.kind != Kind::close || event.object == kNoObject) continue;
    const std::uint32_t first = objects_[event.object].closed_by;
    return first == kNoEvent ? kNoPosition : log_.events()[first].position;
  }
  return kNoPosition;
}

void BugFinder::find_races() const {
  const auto tell = [this](const RaceDetector::Access& a) {
    if (a.group) return fmt::format("{} {}", a.writes ? "Wait" : "first Add", where(a.routine, a.position));
    return fmt::format("{}{} {}", a.atomic ? "atomic " : "", a.writes ? "write" : "read", where(a.routine, a.position));
  };
  for (const RaceDetector::Race& race : state_.races.races()) {
    std::string first = tell(race.first);
    std::string second = tell(race.second);
    if (second < first) std::swap(first, second);
    std::vector<GoBug::Access> accesses;
    // Whether both write, or one, is a matter of what the others did.
    std::string identity;
    if (!race.first.group) {
      accesses = {access_of(race.first), access_of(race.second)};
      const auto place = [this](const RaceDetector::Access& a) {
        return a.position == kNoPosition ? where(a.routine, a.position) : at(a.position);
      };
      const auto [lesser, greater] = std::minmax({place(race.first), place(race.second)});
      identity = fmt::format("{} and {}", lesser, greater);
    }
    add(GoBugKind::race, Panic::none, fmt::format("data race: {} and {}", first, second), kNoEvent, std::move(identity))
        .accesses = std::move(accesses);
  }
}

GoBug::Access BugFinder::access_of(const RaceDetector::Access& access) const {
  GoBug::Access told{
      access.routine, kNoEvent,
      access.atomic ? (access.writes ? "atomic write" : "atomic read") : (access.writes ? "write" : "read"),
      access.position};
  for (std::uint32_t i = 0; i < log_.size(); ++i) {
    const bool before = log_.events()[i].routine == access.routine && log_.ticks(i) <= access.ticks;
    if (before) told.after = state_.told.event(i);
  }
  return told;
}

bool BugFinder::panics_at(const std::string& place) const {
  return std::ranges::any_of(
      log_.events(), [&](const TraceEvent& event) { return event.kind == Kind::panic && at(event.position) == place; });
}

/// What the goroutine had done last when a test failed of which the run says so up to `end`.
std::uint32_t BugFinder::event_of_failure(std::size_t end) const {
  const auto failure = std::ranges::find_if(state_.failures, [&](const auto& known) { return known.end >= end; });
  return failure == state_.failures.end() ? kNoEvent : state_.told.event(failure->event);
}

void BugFinder::find_failures() const {
  find_panics();
  find_races();
  const std::string_view failures = state_.run->test_failures();
  for (std::size_t begin = 0; begin < failures.size();) {
    const std::size_t end = std::min(failures.find('\n', begin), failures.size());
    if (end > begin) {
      const std::string failure(failures.substr(begin, end - begin));
      // A test that panics fails, too.
      if (!panics_at(place_of_failure(failure)))
        add(GoBugKind::test_failure, Panic::none, failure, event_of_failure(end), place_of_failure(failure));
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
  if (state_.looked_back_to > 0) {
    add(GoBugKind::unexplored, Panic::none,
        fmt::format("{}other orders of what comes after {} steps are looked for at random alone", kLongExecutions,
                    state_.looked_back_to),
        kNoEvent);
  }
  if (!state_.outside_uses.races().empty()) {
    add(GoBugKind::unexplored, Panic::none,
        "in which order goroutines use files is not under control, and no synchronisation has made it: there may be "
        "executions that nobody sees",
        kNoEvent);
  }
  if (const std::string_view why = state_.run->unexplored(); !why.empty()) {
    add(GoBugKind::unexplored, Panic::none, std::string(why), kNoEvent);
  }
}

/// Is main the runner of a test, which waits for its end?
bool BugFinder::waits_for_test() const {
  const Operation& operation = *routines_[0].operation;
  return operation.kind == Kind::receive && at(operation.position) == kPackageTesting;
}

/// What tells it apart are the places of those that wait for nobody else who is stuck: who waits for a lock that one of
/// them has is there or not as it happens. If some wait for each other in a circle, that is what it is.
void BugFinder::find_deadlock() const {
  std::set<std::string> others, roots;
  std::vector<Routine> stuck;
  for (const Name name : routines_.alive()) {
    const Routine r = routines_.find(name);
    if (routines_[r].resident && routines_[r].operation->position == kNoPosition) continue;  // of a library
    if (r != 0 || !waits_for_test()) stuck.push_back(r);
    if (r != 0) others.insert(words(r));
    if ((r != 0 || !waits_for_test()) && !waits_.is_held_up(r)) roots.insert(words(r));
  }
  std::string message = waits_for_test() ? "deadlock: the test is blocked" : "deadlock: main blocked in " + words(0);
  if (!others.empty()) {
    message += fmt::format("{}{}", waits_for_test() ? " in " : "; others in ", fmt::join(others, ", "));
  }
  const std::vector<std::vector<Routine>> cycles = waits_.cycles();
  if (cycles.empty()) {
    add(GoBugKind::deadlock, Panic::none, std::move(message), unfinished(0), fmt::format("{}", fmt::join(roots, ", ")))
        .stuck = stuck;
  }
  for (const std::vector<Routine>& cycle : cycles) {
    add(GoBugKind::deadlock, Panic::none, fmt::format("{}; in a circle: {}", message, words_of(cycle)), unfinished(0),
        identity_of(cycle))
        .stuck = stuck;
  }
}

void BugFinder::find_cycles() const {
  for (const std::vector<Routine>& cycle : waits_.cycles()) {
    add(GoBugKind::cyclic_deadlock, Panic::none, "cyclic deadlock: " + words_of(cycle), unfinished(cycle.back()),
        identity_of(cycle))
        .stuck = cycle;
  }
}

/// "lock at f.go:1 waits for lock at f.go:2", beginning with the least.
std::string BugFinder::words_of(const std::vector<Routine>& cycle) const {
  std::vector<std::string> waits;
  for (const Routine member : cycle) waits.push_back(words(member));
  std::rotate(waits.begin(), std::min_element(waits.begin(), waits.end()), waits.end());
  return fmt::format("{}", fmt::join(waits, " waits for "));
}

/// It may be as long as there are goroutines at its places, and begin anywhere.
std::string BugFinder::identity_of(const std::vector<Routine>& cycle) const {
  std::set<std::string> places;
  for (const Routine member : cycle) places.insert(at(routines_[member].operation->position));
  return fmt::format("{}{}", kCircle, fmt::join(places, ", "));
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

/// Has the user said that goroutines may be left there, or is it one that is there as long as the process?
bool BugFinder::is_ignored(Routine r) const {
  if (routines_[r].resident) return true;
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

/// It is somewhere in what it does again and again, so where it was started tells it apart. What only the standard
/// library knows of is that library's.
void BugFinder::tell_running(Routine r) const {
  const RoutineState& state = routines_[r];
  if (is_ignored(r) || state.operation->position == kNoPosition) return;
  const std::string started =
      state.fork == kNoEvent ? words(r) : fmt::format("started at {}", at(log_.events()[state.fork].position));
  add(GoBugKind::left_running, Panic::none,
      fmt::format("left running after the end: a goroutine {}, then in {}", started, words(r)), unfinished(r), started)
      .stuck.push_back(r);
}

/// The only goroutine that has done something after main had returned, apart from timers'; else kNoRoutine.
Routine BugFinder::alone_at_work() const {
  Routine alone = kNoRoutine;
  for (const Name name : routines_.alive()) {
    const Routine r = routines_.find(name);
    if (!routines_[r].moved_late || routines_[r].timer != kNoObject) continue;
    if (alone != kNoRoutine) return kNoRoutine;
    alone = r;
  }
  return alone;
}

/// If it only takes ticks, at a select that has a case for something else: what that waits for, an order to come to an
/// end, say, nobody is there to send. Returns whether that is so.
bool BugFinder::tell_ticked_in_vain(Routine r) const {
  constexpr int kTicks = 64;  // it may be meant to take some, and then to end
  const std::vector<TraceEvent>& events = log_.events();
  const auto is_tick = [&](std::uint32_t event) {
    return event != kNoEvent && routines_[events[event].routine].timer != kNoObject;
  };
  std::uint32_t last = kNoEvent;
  int ticks = 0;
  for (std::uint32_t i = log_.size(); i-- > 0 && ticks < kTicks;) {
    const TraceEvent& event = events[i];
    if (event.routine == 0 && event.kind == Kind::end) break;
    if (event.routine != r || event.kind != Kind::select || !event.finished() || event.chosen == kDefault) continue;
    if (last != kNoEvent && events[last].position != event.position) continue;
    if (!is_tick(event.partner)) break;
    const std::span<const TraceCase> cases = std::span(log_.cases()).subspan(event.first_case, event.case_count);
    const auto waits = [&](const TraceCase& c) {  // for no timer, whose channel has room
      return &c - cases.data() != event.chosen && !c.sends && c.channel != kNoObject &&
             objects_[c.channel].capacity == 0;
    };
    if (std::ranges::none_of(cases, waits)) break;
    if (last == kNoEvent) last = i;
    ++ticks;
  }
  if (ticks < kTicks) return false;
  const std::string identity = fmt::format("select {}", where(r, events[last].position));
  add(GoBugKind::leak, Panic::none,
      fmt::format("leak: {}, again and again: it is ticked, and nobody is left for its other cases", identity), last,
      identity)
      .stuck.push_back(r);
  return true;
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
  const auto runs = [&](Routine r) {
    if (state_.options.all_leaks) tell_running(r);
  };
  if (starving) {
    for (const Name name : routines_.alive()) runs(routines_.find(name));
    return;
  }
  const auto is_fed = [&](const Operation& operation) {
    const std::vector<Case> cases = cases_of(operation);
    return std::any_of(cases.begin(), cases.end(), [&](const Case& c) {
      return c.channel != kNoObject &&
             std::any_of(timers.begin(), timers.end(), [&](Object o) { return objects_[o].feeds == c.channel; });
    });
  };
  const auto stays = [&](Routine r, const char* how) {
    if (state_.options.all_leaks) return tell_running(r);
    add(GoBugKind::stays, Panic::none, fmt::format("left after the end, and {}: {}", how, words(r)), unfinished(r));
  };
  const Routine alone = alone_at_work();
  for (const Name name : routines_.alive()) {
    const Routine r = routines_.find(name);
    if (r == alone && !is_ignored(r) && tell_ticked_in_vain(r)) continue;
    if (able.contains(name)) {
      runs(r);
      continue;
    }
    const RoutineState& state = routines_[r];
    const Operation& operation = *state.operation;
    if (is_ignored(r)) continue;
    // What sleeps for ever, is ticked for ever, or could still go on, is no leak.
    if (operation.kind == Kind::sleep) {
      if (!state_.may_wake(state)) stays(r, "sleeps again and again");
      continue;
    }
    if ((time_goes_on || !watched_to_the_end) && state.moved_late) {
      if (is_fed(operation)) {
        stays(r, "is ticked for ever");
      } else {
        runs(r);
      }
      continue;
    }
    // … nor is who waits for a lock of someone who can. If that one is stuck itself, it is what is told.
    const std::span<const Routine> holders = waits_.of(r);
    if (std::ranges::any_of(holders, [&](Routine holder) { return able.contains(routines_[holder].name); })) continue;
    if (waits_.is_held_up(r) && std::ranges::none_of(holders, [&](Routine holder) { return is_ignored(holder); })) {
      continue;
    }
    if (is_fed(operation)) continue;
    const std::vector<Case> cases = cases_of(operation);
    const std::string identity = words(r);
    std::string message = "leak: " + identity;
    if (!cases.empty()) {
      const bool possible =
          std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return possible_partner(r, c); });
      message += possible ? ", which had a possible partner" : ", which had no possible partner";
    }
    add(GoBugKind::leak, Panic::none, std::move(message), unfinished(r), identity).stuck.push_back(r);
  }
}

/// Goroutines that were stuck while others went on until the execution was given up. Whether those would ever have
/// helped nobody knows.
void BugFinder::find_blocked() const {
  const std::set<Name> able = state_.able();
  for (const Name name : routines_.alive()) {
    const Routine r = routines_.find(name);
    const RoutineState& state = routines_[r];
    if (r == 0 && waits_for_test()) continue;
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
    case GoBugKind::left_running:
      return "left running";
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

void MachineState::find_bugs() const {
  refresh();
  if (bugs_known) return;
  bugs_known = true;
  bugs.clear();
  const bool all_ended = progress.exited || (progress.main_returned && routines.alive().empty());
  const bool quiet = !progress.crashed && races.races().empty() && outside_uses.races().empty() &&
                     run->test_failures().empty() && run->unexplored().empty() && !differs && looked_back_to == 0;
  if (quiet && (!offers.none || all_ended)) return;
  told.tell(*this);
  const BugFinder finder(*this);
  finder.find_failures();
  finder.find_unexplored();
  if (!offers.none) return;
  if (ending() == Ending::deadlocked) return finder.find_deadlock();
  finder.find_cycles();
  if (progress.truncated && !progress.late()) {
    finder.find_blocked();
  } else if (progress.main_returned && !progress.crashed && !progress.exited) {
    finder.find_leaks();
  }
}

}  // namespace graphfuzz::go
