#include "explore/go/leaks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graphfuzz::go {
namespace {

class LeakFinder {
 public:
  LeakFinder(const MachineState& state, const Waits& waits, const BugList& bugs)
      : state_(state),
        routines_(state.routines),
        objects_(state.objects),
        log_(state.log),
        waits_(waits),
        bugs_(bugs) {}

  void find() const;

 private:
  void tell_running(Routine r) const;
  Routine alone_at_work() const;
  bool tell_ticked_in_vain(Routine r) const;
  bool is_ignored(Routine r) const;
  bool possible_partner(Routine r, const Case& c) const;
  const std::string& at(Position position) const { return state_.places.words(position); }

  const MachineState& state_;
  const Routines& routines_;
  const Objects& objects_;
  const EventLog& log_;
  const Waits& waits_;
  const BugList& bugs_;
};

/// What a goroutine at the operation may do to channels.
std::vector<Case> cases_of(const Operation& operation) {
  if (operation.kind == Kind::send) return {{operation.object, true, 0}};
  if (operation.kind == Kind::receive) return {{operation.object, false, 0}};
  return operation.kind == Kind::select ? operation.cases : std::vector<Case>{};
}

/// Was there, in this execution, an operation of another goroutine that could have been the partner: one that need not
/// come before? Of a buffered channel also one that did come before, as its partner could have been another.
bool LeakFinder::possible_partner(Routine r, const Case& c) const {
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
bool LeakFinder::is_ignored(Routine r) const {
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

/// It is somewhere in what it does again and again, so where it was started tells it apart. What only the standard
/// library knows of is that library's.
void LeakFinder::tell_running(Routine r) const {
  const RoutineState& state = routines_[r];
  if (is_ignored(r) || state.operation->position == kNoPosition) return;
  const std::string started =
      state.fork == kNoEvent ? bugs_.words(r) : fmt::format("started at {}", at(log_.events()[state.fork].position));
  bugs_
      .add(GoBugKind::left_running, Panic::none,
           fmt::format("left running after the end: a goroutine {}, then in {}", started, bugs_.words(r)),
           bugs_.unfinished(r), started)
      .stuck.push_back(r);
}

/// The only goroutine that has done something after main had returned, apart from timers'; else kNoRoutine.
Routine LeakFinder::alone_at_work() const {
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
bool LeakFinder::tell_ticked_in_vain(Routine r) const {
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
  const std::string identity = fmt::format("select {}", bugs_.where(r, events[last].position));
  bugs_
      .add(GoBugKind::leak, Panic::none,
           fmt::format("leak: {}, again and again: it is ticked, and nobody is left for its other cases", identity),
           last, identity)
      .stuck.push_back(r);
  return true;
}

void LeakFinder::find() const {
  const bool watched_to_the_end = state_.progress.watched_to_the_end();
  const std::vector<Object>& timers = state_.alarms.timers;
  const bool time_goes_on = state_.time_goes_on();
  const std::set<Name> able = watched_to_the_end ? std::set<Name>() : state_.able();
  // Who has been left waiting for its turn may yet help others.
  const bool starving =
      std::any_of(able.begin(), able.end(), [this](Name name) { return !routines_[routines_.find(name)].moved_late; });
  const auto runs = [&](Routine r) {
    if (state_.options.all_leaks) tell_running(r);
  };
  // … as may who would have been woken later, had nobody ended the program.
  if (starving || (state_.progress.cut_off && !state_.alarms.none())) {
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
    bugs_.add(GoBugKind::stays, Panic::none, fmt::format("left after the end, and {}: {}", how, bugs_.words(r)),
              bugs_.unfinished(r));
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
    const std::string identity = bugs_.words(r);
    std::string message = "leak: " + identity;
    if (!cases.empty()) {
      const bool possible =
          std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return possible_partner(r, c); });
      message += possible ? ", which had a possible partner" : ", which had no possible partner";
    }
    bugs_.add(GoBugKind::leak, Panic::none, std::move(message), bugs_.unfinished(r), identity).stuck.push_back(r);
  }
}

}  // namespace

void find_leaks(const MachineState& state, const Waits& waits, const BugList& bugs) {
  LeakFinder(state, waits, bugs).find();
}

}  // namespace graphfuzz::go
