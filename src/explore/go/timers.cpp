// Logical time: timers, tickers and Sleep. It stands still until one of them fires.
#include <algorithm>
#include <cassert>
#include <limits>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

/// Not while what the last firing started is still at it, nor if the channel that it feeds is full: such a tick is lost
/// in Go, and changes nothing.
bool MachineState::may_fire(const ObjectState& timer) const {
  // A tick waits for what the one before it does. A timer that fires once does not: its firings are each their own.
  if (timer.period != 0 && timer.fired != kNoRoutine && !routines[timer.fired].ended) return false;
  if (exhausted(timer)) return false;
  if (timer.period == 0 || timer.feeds == kNoObject) return true;
  return objects[timer.feeds].condition().has_room();
}

bool MachineState::exhausted(const ObjectState& timer) const {
  return progress.late() && timer.late_firings >= kLateFirings;
}

bool MachineState::may_wake(const RoutineState& sleeper) const {
  return !progress.late() || sleeper.late_wakes < kLateWakes;
}

bool MachineState::time_goes_on() const {
  return std::ranges::any_of(alarms.sleepers, [this](Routine r) { return !may_wake(routines[r]); }) ||
         std::ranges::any_of(alarms.timers, [this](Object o) { return exhausted(objects[o]); });
}

/// Who is busy for ever would keep others from ever being woken where timers fire when nothing else can happen.
bool MachineState::time_is_due() const {
  return !alarms.none() && progress.all_steps - alarms.since >= timer_patience(options.max_steps);
}

void MachineState::offer_timers(std::int64_t latest) const {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const Routine r : alarms.sleepers) {
    if (may_wake(routines[r])) first = std::min(first, routines[r].deadline);
  }
  for (const Object o : alarms.timers) {
    if (may_fire(objects[o])) first = std::min(first, objects[o].deadline);
  }
  if (first > latest) return;
  for (const Routine r : alarms.sleepers) {
    if (routines[r].deadline == first && may_wake(routines[r])) offers.steps.push_back({routines[r].name});
  }
  for (const Object o : alarms.timers) {
    const ObjectState& timer = objects[o];
    if (timer.deadline != first || !may_fire(timer)) continue;
    Step step{routines[timer.starter].name};
    step.timer = static_cast<std::int32_t>(timer.start);
    offers.steps.push_back(step);
  }
}

void MachineState::pass_to(std::int64_t deadline) {
  // What comes after main has returned could have come before as well, if no time is between, or timers are early.
  const bool later = options.timing != Timing::any && deadline > alarms.now;
  if (progress.main_returned && later && !progress.beyond && !run->outlives_main()) {
    progress.beyond = true;
    progress.printed = run->printed().size();
  }
  alarms.now = std::max(alarms.now, deadline);
  alarms.since = progress.all_steps;
  // Ticks that nobody had room for are lost.
  for (const Object o : alarms.timers) {
    ObjectState& timer = objects[o];
    if (timer.period > 0 && timer.deadline < alarms.now && !may_fire(timer)) {
      timer.deadline += (alarms.now - timer.deadline + timer.period - 1) / timer.period * timer.period;
    }
  }
}

void MachineState::sleep(Routine r) {
  RoutineState& state = routines[r];
  routines.tick(r);
  if (state.phase == Phase::fresh) {
    state.phase = Phase::announced;
    state.deadline = alarms.now + state.operation->operand;
    if (alarms.none()) alarms.since = progress.all_steps;
    alarms.sleepers.push_back(r);
    return note(r, what(*state.operation, {}));
  }
  std::erase(alarms.sleepers, r);
  if (progress.late()) ++state.late_wakes;
  pass_to(state.deadline);
  note(r, what(*state.operation, {}));
  finish(r, {}, 0);
}

/// At a channel, or at the clock: it changes nothing and synchronises with nobody, but what is seen depends on when.
void MachineState::look(Routine r) {
  routines.tick(r);
  note(r, what(*routines[r].operation, {}));
  finish(r, {}, 0);
}

void MachineState::start_timer(Routine r) {
  RoutineState& state = routines[r];
  const Operation& operation = *state.operation;
  ObjectState& timer = objects.use(operation.object, ObjectKind::timer);
  routines.tick(r);
  Result result;
  result.ok = timer.armed;
  if (alarms.none()) alarms.since = progress.all_steps;
  if (!timer.armed) alarms.timers.push_back(operation.object);
  timer.armed = true;
  timer.deadline = alarms.now + std::max<std::int64_t>(operation.operand, 0);
  timer.period = operation.period;
  timer.starter = r;
  timer.start = state.timers++;
  timer.started_at = operation.position;
  timer.firings = 0;
  timer.late_firings = 0;
  routines.overwrite(r, timer.clock);
  note(r, what(operation, result));
  finish(r, result, 0);
}

void MachineState::stop_timer(Routine r) {
  const Operation& operation = *routines[r].operation;
  ObjectState& timer = objects.use(operation.object, ObjectKind::timer);
  routines.tick(r);
  Result result;
  result.ok = timer.armed;
  if (timer.armed) std::erase(alarms.timers, operation.object);
  timer.armed = false;
  note(r, what(operation, result));
  finish(r, result, 0);
}

void MachineState::fire(Routine starter, std::uint32_t start) {
  Object which = kNoObject;
  for (const Object o : alarms.timers) {
    if (objects[o].starter == starter && objects[o].start == start) which = o;
  }
  ObjectState& timer = objects[which];
  const std::int64_t deadline = timer.deadline;
  ++timer.firings;
  if (progress.late()) ++timer.late_firings;
  if (timer.period > 0) {
    timer.deadline += timer.period;
  } else {
    timer.armed = false;
    std::erase(alarms.timers, which);
  }
  const Routine r = spawn(routines.names()->fired(routines[starter].name, start, timer.firings), timer.clock);
  timer.fired = r;
  pass_to(deadline);
  routines[r].timer = which;
  routines[r].timer_started = timer.started_at;
  routines[r].origin = {starter, start, timer.firings, timer.last_node};
  const auto what = static_cast<std::uint64_t>(Kind::timer_start);
  note(r, what);
  graph_log.add(routines[r].key(), what, 0);  // of no place
  routines.tick(r);
  ++routines[r].index;
  [[maybe_unused]] const Routine started = run->fire(which, alarms.now, routines.past(r));
  assert(started == r);
  refresh_operations();
}

}  // namespace graphfuzz::go
