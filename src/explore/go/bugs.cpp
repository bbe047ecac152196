// What went wrong: looked for when an execution is over and somebody asks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "explore/go/bug_identity.hpp"
#include "explore/go/bug_list.hpp"
#include "explore/go/leaks.hpp"
#include "explore/go/state.hpp"
#include "explore/go/waits.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::string_view kAt = "at ";

class BugFinder {
 public:
  explicit BugFinder(const MachineState& state)
      : state_(state),
        routines_(state.routines),
        objects_(state.objects),
        log_(state.log),
        bugs_(state),
        waits_(state) {}

  /// Those that show whether it is over or not.
  void find_failures() const;
  void find_unexplored() const;
  /// Nobody can go on.
  void find_deadlock() const;
  /// Goroutines that wait for each other, whatever others do.
  void find_cycles() const;
  void find_leaks() const { go::find_leaks(state_, waits_, bugs_); }
  void find_blocked() const;

 private:
  void find_panics() const;
  void find_races() const;
  std::string words_of(const std::vector<Routine>& cycle) const;
  std::string identity_of(const std::vector<Routine>& cycle) const;
  bool waits_for_test() const;
  Position closed_before(Routine r) const;
  GoBug::Access access_of(const RaceDetector::Access& access) const;
  bool panics_at(const std::string& place) const;
  std::uint32_t event_of_failure(std::size_t end) const;
  const std::string& at(Position position) const { return state_.places.words(position); }

  const MachineState& state_;
  const Routines& routines_;
  const Objects& objects_;
  const EventLog& log_;
  const BugList bugs_;
  const Waits waits_;
};

void BugFinder::find_panics() const {
  for (std::uint32_t i = 0; i < log_.size(); ++i) {
    const TraceEvent& event = log_.events()[i];
    if (event.kind != Kind::panic || !routines_[event.routine].crashed) continue;
    const std::string text = state_.run->panic_text(event.routine);
    const Panic panic = routines_[event.routine].operation->panic;
    const std::string where = state_.words_of_panic(event.routine, event.position);
    std::set<std::string> places = {where.substr(where.starts_with(kAt) ? kAt.size() : 0)};
    if (panic == Panic::close_of_closed) {
      // Which of two that close comes first is a matter of chance.
      if (const Position other = closed_before(event.routine); other != kNoPosition) places.insert(at(other));
    }
    bugs_.add(GoBugKind::panic, panic, fmt::format("panic: {} {}", text, where), state_.told.event(i),
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
    if (a.group) return fmt::format("{} {}", a.writes ? "Wait" : "first Add", bugs_.where(a.routine, a.position));
    return fmt::format("{}{} {}", a.atomic ? "atomic " : "", a.writes ? "write" : "read",
                       bugs_.where(a.routine, a.position));
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
        return a.position == kNoPosition ? bugs_.where(a.routine, a.position) : at(a.position);
      };
      const auto [lesser, greater] = std::minmax({place(race.first), place(race.second)});
      identity = fmt::format("{} and {}", lesser, greater);
    }
    bugs_
        .add(GoBugKind::race, Panic::none, fmt::format("data race: {} and {}", first, second), kNoEvent,
             std::move(identity))
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
        bugs_.add(GoBugKind::test_failure, Panic::none, failure, event_of_failure(end), place_of_failure(failure));
    }
    begin = end + 1;
  }
}

/// What is no bug, and keeps it from being known that there is none.
void BugFinder::find_unexplored() const {
  if (state_.progress.late_steps >= kLateSteps) {
    bugs_.add(
        GoBugKind::unexplored, Panic::none,
        fmt::format("goroutines go on after main has returned: so many of their steps were watched: {}", kLateSteps),
        kNoEvent);
  }
  if (state_.time_goes_on()) {
    bugs_.add(GoBugKind::unexplored, Panic::none,
              fmt::format("time wakes goroutines again and again after main has returned: {} times of each were "
                          "watched, and {} of each timer",
                          kLateWakes, kLateFirings),
              kNoEvent);
  }
  if (state_.progress.cut_off && !state_.alarms.none()) {
    bugs_.add(GoBugKind::unexplored, Panic::none,
              "long after main has returned a goroutine would end the program: what others do later was not watched",
              kNoEvent);
  }
  if (state_.differs) {
    bugs_.add(GoBugKind::unexplored, Panic::none,
              "the program does not do the same each time, so that there may be executions that nobody sees", kNoEvent);
  }
  if (state_.looked_back_to > 0) {
    bugs_.add(GoBugKind::unexplored, Panic::none,
              fmt::format("{}other orders of what comes after {} steps are looked for at random alone", kLongExecutions,
                          state_.looked_back_to),
              kNoEvent);
  }
  if (!state_.outside_uses.races().empty()) {
    bugs_.add(
        GoBugKind::unexplored, Panic::none,
        "in which order goroutines use files is not under control, and no synchronisation has made it: there may be "
        "executions that nobody sees",
        kNoEvent);
  }
  if (const std::string_view why = state_.run->unexplored(); !why.empty()) {
    bugs_.add(GoBugKind::unexplored, Panic::none, std::string(why), kNoEvent);
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
    if (r != 0) others.insert(bugs_.words(r));
    if ((r != 0 || !waits_for_test()) && !waits_.is_held_up(r)) roots.insert(bugs_.words(r));
  }
  std::string message =
      waits_for_test() ? "deadlock: the test is blocked" : "deadlock: main blocked in " + bugs_.words(0);
  if (!others.empty()) {
    message += fmt::format("{}{}", waits_for_test() ? " in " : "; others in ", fmt::join(others, ", "));
  }
  const std::vector<std::vector<Routine>> cycles = waits_.cycles();
  if (cycles.empty()) {
    bugs_
        .add(GoBugKind::deadlock, Panic::none, std::move(message), bugs_.unfinished(0),
             fmt::format("{}", fmt::join(roots, ", ")))
        .stuck = stuck;
  }
  for (const std::vector<Routine>& cycle : cycles) {
    bugs_
        .add(GoBugKind::deadlock, Panic::none, fmt::format("{}; in a circle: {}", message, words_of(cycle)),
             bugs_.unfinished(0), identity_of(cycle))
        .stuck = stuck;
  }
}

void BugFinder::find_cycles() const {
  for (const std::vector<Routine>& cycle : waits_.cycles()) {
    bugs_
        .add(GoBugKind::cyclic_deadlock, Panic::none, "cyclic deadlock: " + words_of(cycle),
             bugs_.unfinished(cycle.back()), identity_of(cycle))
        .stuck = cycle;
  }
}

/// "lock at f.go:1 waits for lock at f.go:2", beginning with the least.
std::string BugFinder::words_of(const std::vector<Routine>& cycle) const {
  std::vector<std::string> waits;
  for (const Routine member : cycle) waits.push_back(bugs_.words(member));
  std::rotate(waits.begin(), std::min_element(waits.begin(), waits.end()), waits.end());
  return fmt::format("{}", fmt::join(waits, " waits for "));
}

/// It may be as long as there are goroutines at its places, and begin anywhere.
std::string BugFinder::identity_of(const std::vector<Routine>& cycle) const {
  std::set<std::string> places;
  for (const Routine member : cycle) places.insert(at(routines_[member].operation->position));
  return fmt::format("{}{}", kCircle, fmt::join(places, ", "));
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
    bugs_.add(GoBugKind::blocked, Panic::none,
              fmt::format("{} blocked in {} for at least half of an execution that was given up after {} steps",
                          name == 0 ? "main" : "a goroutine", bugs_.words(r), state_.options.max_steps),
              bugs_.unfinished(r));
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
