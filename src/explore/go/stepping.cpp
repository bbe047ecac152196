// Taking steps: what is taken by itself, what is handed to the families of objects, and what follows.
#include <algorithm>

#include "explore/go/state.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {

MachineState::MachineState(const GoProgram& the_program, const MachineOptions& the_options,
                           std::shared_ptr<RoutineNames> names)
    : program(the_program),
      options(the_options),
      run(program.start()),
      places(program),
      routines(names ? std::move(names) : std::make_shared<RoutineNames>()) {
  run->observe(options.races ? this : nullptr);
  run->observe_outside(this);
  restart();
}

void MachineState::restart() {
  routines.clear();
  objects.clear();
  alarms.clear();
  progress = {};
  log.clear();
  graph_log.clear();
  races.clear();
  outside_uses.clear();
  if (!met.empty()) met.clear();
  failures.clear();
  fresh.clear();
  offers.stale = true;
  offers.none = bugs_known = false;
  bugs.clear();
  spawn(0, {});
  run->reset();
  settle();
}

Routine MachineState::spawn(Name name, const KnownTicks& clock) {
  const Routine r = routines.add(name, clock);
  routines[r].moved_late = progress.late();  // nobody has seen it stay where it is
  fresh.push_back(r);
  return r;
}

void MachineState::access(Routine routine, std::uint64_t variable, bool writes, Position position) {
  if (position != kNoPosition && position >= places.names().size()) places.look();
  races.access({routine, routines[routine].ticks, position, writes, false}, variable,
               [this, routine](Routine of) { return routines.knows(routine, of); });
}

// It came before what its operation has told others.
void MachineState::atomic_access(Routine routine, std::uint64_t variable, bool writes, Position position) {
  races.access({routine, routines[routine].ticks - 1, position, writes, true}, variable,
               [this, routine](Routine of) { return routines.knows(routine, of); });
}

void MachineState::synchronises(Routine routine, std::uint64_t address, bool acquires, bool releases) {
  KnownTicks& known = met[address];
  if (acquires) routines.acquire(routine, known);
  if (!releases) return;
  routines.tick(routine);  // what comes later is not known
  routines.release(routine, known);
}

void MachineState::outside(Routine routine, std::uint64_t variable, bool changes) {
  outside_uses.access({routine, routines[routine].ticks, kNoPosition, changes, false}, variable,
                      [this, routine](Routine of) { return routines.knows(routine, of); });
}

/// As Go's own detector has it: the first Add reads what a Wait writes, two Waits do not race, and nor do two Adds.
/// That one has seen the other's count is no synchronisation: in another order it would not have.
void MachineState::group_access(Routine routine, Object group) {
  if (!options.races) return;
  constexpr std::uint64_t kNoAddress = std::uint64_t{1} << 63;  // what the program's variables have is below
  const Operation& operation = *routines[routine].operation;
  const bool waits = operation.kind == Kind::wg_wait;
  races.access({routine, routines[routine].ticks - 1, operation.position, waits, waits, true}, kNoAddress | group,
               [this, routine](Routine of) { return routines.knows(routine, of); });
}

void MachineState::refresh_operations() {
  for (Routine r = 0; r < routines.count(); ++r) {
    if (routines[r].operation != nullptr) routines[r].operation = &run->pending(r);
  }
}

void MachineState::arrive(Routine r) {
  RoutineState& state = routines[r];
  state.operation = &run->pending(r);
  if (state.operation->position != kNoPosition && state.operation->position >= places.names().size()) places.look();
  state.phase = Phase::fresh;
  state.parts = 0;
  state.began = log.moment();
  const Operation& operation = *state.operation;
  if (operation.kind == Kind::select || operation.kind == Kind::send || operation.kind == Kind::receive) {
    wait_for_partner(r);
  }
  if (state.timer != kNoObject && objects[state.timer].feeds == kNoObject) {
    // What a ticker ticks into is known from its first tick (which looks at the time first).
    ObjectState& timer = objects[state.timer];
    if (operation.kind == Kind::send) timer.feeds = operation.object;
    if (operation.kind == Kind::select && operation.cases.size() == 1 && operation.cases[0].sends) {
      timer.feeds = operation.cases[0].channel;
    }
  }
}

void MachineState::settle() {
  while (!fresh.empty()) {
    const Routine r = fresh.back();
    fresh.pop_back();
    do {
      arrive(r);
      if (progress.all_steps >= options.max_steps) {
        // All arrive, so that all have an operation; nobody goes on.
        progress.truncated = true;
        break;
      }
    } while (automatic(r));
  }
}

/// Takes the pending operation if it concerns nobody else. Does the goroutine go on?
bool MachineState::automatic(Routine r) {
  const Operation& operation = *routines[r].operation;
  switch (operation.kind) {
    case Kind::make:
      make(r);
      break;
    case Kind::fork:
      fork(r);
      break;
    case Kind::once_end:
      once_end(r);
      break;
    case Kind::sleep:
      if (operation.operand > 0) return false;
      finish(r, {}, 0);
      break;
    case Kind::close:
      if (operation.object != kNoObject) return false;
      close(r);
      break;
    case Kind::end:
    case Kind::exit:
    case Kind::panic:
      ++progress.all_steps;
      end(r);
      return false;
    default:
      return false;
  }
  ++progress.all_steps;
  fresh.pop_back();  // it: the caller goes on with it
  return true;
}

void MachineState::make(Routine r) {
  const Operation& operation = *routines[r].operation;
  routines.tick(r);
  record_pending(r, operation.object).operand = operation.operand;
  ObjectState& made = objects.use(operation.object, operation.object_kind);
  made.kind = operation.object_kind;
  made.made_at = operation.position;
  made.capacity = static_cast<std::uint64_t>(operation.operand);
  made.closed = operation.period != 0;  // it was there before the execution began
  finish(r, {}, 0);
}

void MachineState::fork(Routine r) {
  routines.tick(r);
  record_pending(r, kNoObject).child = routines.count();
  const std::uint32_t node = graph_log.add_other(r, EventKind::fence, kNoNode, what(*routines[r].operation, {}));
  routines.overwrite(r, scratch);
  const std::uint32_t index = routines[r].forks;
  const Routine child = spawn(routines.next_fork(r), scratch);
  routines[child].fork = log.last();
  routines[child].resident = routines[r].operation->operand != 0;
  routines[child].origin = {r, index, 0, node};
  finish(r, {}, 0);
  refresh_operations();
}

void MachineState::end(Routine r) {
  RoutineState& state = routines[r];
  const Operation& operation = *state.operation;
  routines.tick(r);
  record_pending(r, kNoObject).operand = operation.operand;
  Result result;
  result.panic = operation.panic;
  graph_log.add_other(r, operation.kind == Kind::end ? EventKind::end : EventKind::error, kNoNode, what(operation, {}));
  note_operation(state.key(), what(operation, result), 0);
  routines.end(r);
  if (progress.beyond && (operation.kind == Kind::panic || operation.kind == Kind::exit)) {
    progress.cut_off = true;  // there is nothing any more that it could end
    return;
  }
  if (operation.kind == Kind::panic) state.crashed = progress.crashed = true;
  if (operation.kind == Kind::end && r == 0) progress.main_returned = true;
  if (operation.kind == Kind::exit) {
    progress.exited = true;
    progress.exit_code = operation.operand;
  }
}

void MachineState::finish(Routine r, const Result& result, Key rf) {
  RoutineState& state = routines[r];
  note_operation(state.key(), what(*state.operation, result), rf);
  state.moved_late |= progress.late();
  ++state.index;
  Result with_time = result;
  with_time.now = alarms.now;
  with_time.past = routines.past(r);
  run->resume(r, with_time);
  note_failures(r);
  fresh.push_back(r);
}

void MachineState::note_failures(Routine r) {
  const std::size_t end = run->test_failures().size();
  if (end == (failures.empty() ? 0 : failures.back().end)) return;
  std::uint32_t event = log.size();
  while (event > 0 && log[event - 1].routine != r) --event;
  if (event > 0) failures.push_back({end, event - 1});
}

void MachineState::note_operation(Key event, std::uint64_t what, Key rf) {
  graph_log.add(event, with_place(what, places.mark(position_of(what))), rf);
}

void MachineState::note(Routine r, Object o, bool changes, std::uint64_t what) {
  graph_log.add_touch(r, routines[r], o, objects.with_clock(o), changes, what);
}

void MachineState::note(Routine r, std::uint64_t what) {
  for (const Touch& t : last.touched) note(r, t.object, t.changes, what);
}

TraceEvent& MachineState::record(Routine r, Kind kind, Object object) {
  RoutineState& state = routines[r];
  ++state.visits_of(places.canonical(state.operation->position));
  return log.add(r, state, kind, object);
}

TraceEvent& MachineState::record_pending(Routine r, Object object) {
  RoutineState& state = routines[r];
  ++state.visits_of(places.canonical(state.operation->position));
  return log.add_pending(r, state, object);
}

void MachineState::take(const Step& step) {
  // Each of so many steps is one where an execution may be stopped.
  constexpr unsigned kMilestone = 64;
  if (progress.steps % kMilestone == 0) [[unlikely]]
    stop_point();
  ++progress.steps;
  ++progress.all_steps;
  if (progress.late()) ++progress.late_steps;
  offers.stale = true;
  bugs_known = false;
  last.clear();
  const Routine r = routines.find(step.routine);
  if (step.partner != kNoName) {
    meet(r, step.choice, routines.find(step.partner), step.partner_choice);
  } else {
    touch(step, last.touched);
    if (step.timer >= 0) {
      fire(r, static_cast<std::uint32_t>(step.timer));
    } else {
      perform(r, step.choice);
    }
  }
  settle();
  progress.truncated |= progress.all_steps >= options.max_steps && !routines.alive().empty();
}

void MachineState::perform(Routine r, int choice) {
  const Operation& operation = *routines[r].operation;
  switch (operation.kind) {
    case Kind::send:
      return communicate(r, {operation.object, true, operation.payload}, 0);
    case Kind::receive:
      return communicate(r, {operation.object, false, 0}, 0);
    case Kind::select:
      if (choice == kDefault) return take_default(r);
      return communicate(r, operation.cases[static_cast<std::size_t>(choice)], choice);
    case Kind::close:
      return close(r);
    case Kind::lock:
    case Kind::unlock:
    case Kind::try_lock:
    case Kind::rlock:
    case Kind::runlock:
    case Kind::try_rlock:
      return lock_operation(r);
    case Kind::once:
      return once(r);
    case Kind::wg_add:
    case Kind::wg_wait:
      return wait_group(r);
    case Kind::cond_wait:
      return cond_wait(r);
    case Kind::cond_signal:
    case Kind::cond_broadcast:
      return cond_signal(r);
    case Kind::sleep:
      return sleep(r);
    case Kind::length:
    case Kind::clock:
      return look(r);
    case Kind::timer_start:
      return start_timer(r);
    case Kind::timer_stop:
      return stop_timer(r);
    default:
      return access_variable(r);
  }
}

}  // namespace graphfuzz::go
