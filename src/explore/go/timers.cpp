// Logical time: timers, tickers and Sleep. It stands still until one of them fires.
#include <algorithm>
#include <cassert>
#include <limits>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

/// Not while what the last firing started is still at it, nor if the channel that it feeds is full: such a tick is lost
/// in Go, and changes nothing.
bool Machine::State::may_fire(const ObjectState& timer) const {
  // A tick waits for what the one before it does. A timer that fires once does not: its firings are each their own.
  if (timer.period != 0 && timer.fired != kNoRoutine && !routines[timer.fired].ended) return false;
  if (exhausted(timer)) return false;
  if (timer.period == 0 || timer.feeds == kNoObject) return true;
  return objects[timer.feeds].condition().has_room();
}

bool Machine::State::may_wake(const RoutineState& sleeper) const { return !late() || sleeper.late_wakes < kLateWakes; }

void Machine::State::offer_timers() const {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const Routine r : sleepers) {
    if (may_wake(routines[r])) first = std::min(first, routines[r].deadline);
  }
  for (const Object o : timers) {
    if (may_fire(objects[o])) first = std::min(first, objects[o].deadline);
  }
  for (const Routine r : sleepers) {
    if (routines[r].deadline == first && may_wake(routines[r])) offered.push_back({routines[r].name});
  }
  for (const Object o : timers) {
    const ObjectState& timer = objects[o];
    if (timer.deadline != first || !may_fire(timer)) continue;
    Step step{routines[timer.starter].name};
    step.timer = static_cast<std::int32_t>(timer.start);
    offered.push_back(step);
  }
}

void Machine::State::pass_to(std::int64_t deadline) {
  now = std::max(now, deadline);
  // Ticks that nobody had room for are lost.
  for (const Object o : timers) {
    ObjectState& timer = objects[o];
    if (timer.period > 0 && timer.deadline < now && !may_fire(timer)) {
      timer.deadline += (now - timer.deadline + timer.period - 1) / timer.period * timer.period;
    }
  }
}

void Machine::State::sleep(Routine r) {
  RoutineState& state = routines[r];
  tick(r);
  if (state.phase == Phase::fresh) {
    state.phase = Phase::announced;
    state.deadline = now + state.operation->operand;
    sleepers.push_back(r);
    return note(r, touched, what(*state.operation, {}));
  }
  std::erase(sleepers, r);
  if (late()) ++state.late_wakes;
  pass_to(state.deadline);
  note(r, touched, what(*state.operation, {}));
  finish(r, {}, 0);
}

/// At a channel, or at the clock: it changes nothing and synchronises with nobody, but what is seen depends on when.
void Machine::State::look(Routine r) {
  tick(r);
  note(r, touched, what(*routines[r].operation, {}));
  finish(r, {}, 0);
}

void Machine::State::start_timer(Routine r) {
  RoutineState& state = routines[r];
  const Operation& operation = *state.operation;
  ObjectState& timer = object(operation.object, ObjectKind::timer);
  tick(r);
  Result result;
  result.ok = timer.armed;
  if (!timer.armed) timers.push_back(operation.object);
  timer.armed = true;
  timer.deadline = now + std::max<std::int64_t>(operation.operand, 0);
  timer.period = operation.period;
  timer.starter = r;
  timer.start = state.timers++;
  timer.firings = 0;
  timer.late_firings = 0;
  overwrite(r, timer.clock);
  note(r, touched, what(operation, result));
  finish(r, result, 0);
}

void Machine::State::stop_timer(Routine r) {
  const Operation& operation = *routines[r].operation;
  ObjectState& timer = object(operation.object, ObjectKind::timer);
  tick(r);
  Result result;
  result.ok = timer.armed;
  if (timer.armed) std::erase(timers, operation.object);
  timer.armed = false;
  note(r, touched, what(operation, result));
  finish(r, result, 0);
}

void Machine::State::fire(Routine starter, std::uint32_t start) {
  Object which = kNoObject;
  for (const Object o : timers) {
    if (objects[o].starter == starter && objects[o].start == start) which = o;
  }
  ObjectState& timer = objects[which];
  const std::int64_t deadline = timer.deadline;
  ++timer.firings;
  if (late()) ++timer.late_firings;
  if (timer.period > 0) {
    timer.deadline += timer.period;
  } else {
    timer.armed = false;
    std::erase(timers, which);
  }
  const Routine r = spawn(names->fired(routines[starter].name, start, timer.firings), timer.clock);
  timer.fired = r;
  pass_to(deadline);
  routines[r].timer = which;
  routines[r].origin = {starter, start, timer.firings, timer.last_node};
  const auto what = static_cast<std::uint64_t>(Kind::timer_start);
  note(r, touched, what);
  add(rf_sum, mixed(key(r), what, 0));
  tick(r);
  ++routines[r].index;
  [[maybe_unused]] const Routine started = run->fire(which);
  assert(started == r);
  refresh_operations();
}

}  // namespace graphfuzz::go
