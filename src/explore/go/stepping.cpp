// Taking steps: what is taken by itself, what is handed to the families of objects, and what follows.
#include <algorithm>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

Machine::State::State(const GoProgram& the_program, const MachineOptions& the_options,
                      std::shared_ptr<RoutineNames> the_names)
    : program(the_program),
      options(the_options),
      names(the_names ? std::move(the_names) : std::make_shared<RoutineNames>()),
      run(program.start()) {
  for (const std::string& position : program.positions()) {
    places.push_back(position);
    const std::size_t colon = position.rfind(':');
    if (colon != std::string::npos) places.back()[colon] = '#';
    const auto next = static_cast<Position>(canonical.size());
    canonical.push_back(position_of.try_emplace(places.back(), next).first->second);
  }
  run->observe(options.races ? this : nullptr);
  restart();
}

void Machine::State::restart() {
  for (Routine r = 0; r < count; ++r) routine_of[routines[r].name] = kNoRoutine;
  count = 0;
  for (Object o = 0; o < object_count; ++o) {
    if (objects[o].seen) objects[o].reset();
  }
  object_count = 0;
  clock_object.reset();
  alive.clear();
  fresh.clear();
  sleepers.clear();
  timers.clear();
  now = 0;
  time = 0;
  steps = all_steps = late_steps = 0;
  truncated = main_returned = crashed = exited = false;
  exit_code = 0;
  rf_sum = mo_sum = Fingerprint{};
  nodes.clear();
  log.clear();
  log_ticks.clear();
  log_cases.clear();
  races.clear();
  stale = true;
  is_over = bugs_known = false;
  bugs.clear();
  spawn(0, {});
  run->reset();
  settle();
}

Routine Machine::State::spawn(Name name, const KnownTicks& clock) {
  const Routine r = count++;
  if (r == routines.size()) routines.emplace_back();
  RoutineState& state = routines[r];
  if (name >= routine_of.size()) routine_of.resize(name + 1, kNoRoutine);
  if (name >= hashes.size()) hashes.resize(name + 1, 0);
  if (hashes[name] == 0) hashes[name] = names->hash(name);
  routine_of[name] = r;
  alive.insert(std::upper_bound(alive.begin(), alive.end(), name), name);
  state.name = name;
  state.hash = hashes[name];
  state.operation = nullptr;
  state.phase = Phase::fresh;
  state.ended = state.crashed = state.moved_late = false;
  state.index = state.parts = state.ticks = state.forks = state.timers = state.late_wakes = 0;
  state.timer = kNoObject;
  state.fork = kNoEvent;
  state.origin = {};
  state.wait_event = kNoEvent;
  state.clock = clock;
  state.onces.clear();
  state.visits.clear();
  fresh.push_back(r);
  return r;
}

Name Machine::State::forked(Name parent, std::uint32_t fork) {
  if (parent >= children.size()) children.resize(parent + 1);
  std::vector<Name>& known = children[parent];
  while (known.size() <= fork) known.push_back(names->forked(parent, static_cast<std::uint32_t>(known.size())));
  return known[fork];
}

ObjectState& Machine::State::object(Object o, ObjectKind kind) {
  if (o >= objects.size()) objects.resize(o + 1);
  object_count = std::max(object_count, o + 1);
  ObjectState& state = objects[o];
  if (!state.seen) {
    state.seen = true;
    state.kind = kind;
  }
  return state;
}

void Machine::State::access(Routine routine, std::uint64_t variable, bool writes, Position position) {
  races.access(routine, routines[routine].ticks, variable, writes, position,
               [this, routine](Routine of) { return knows(routine, of); });
}

void Machine::State::refresh_operations() {
  for (Routine r = 0; r < count; ++r) {
    if (routines[r].operation != nullptr) routines[r].operation = &run->pending(r);
  }
}

void Machine::State::arrive(Routine r) {
  RoutineState& state = routines[r];
  state.operation = &run->pending(r);
  state.phase = Phase::fresh;
  state.parts = 0;
  state.began = ++time;
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

void Machine::State::settle() {
  while (!fresh.empty()) {
    const Routine r = fresh.back();
    fresh.pop_back();
    do {
      arrive(r);
      if (all_steps >= options.max_steps) {
        // All arrive, so that all have an operation; nobody goes on.
        truncated = true;
        break;
      }
    } while (automatic(r));
  }
}

bool Machine::State::automatic(Routine r) {
  const Operation& operation = *routines[r].operation;
  switch (operation.kind) {
    case Kind::make: {
      ++all_steps;
      tick(r);
      TraceEvent& event = record_pending(r, operation.object);
      event.operand = operation.operand;
      ObjectState& made = object(operation.object, operation.object_kind);
      made.kind = operation.object_kind;
      made.made_at = operation.position;
      made.capacity = static_cast<std::uint64_t>(operation.operand);
      finish(r, {}, 0);
      fresh.pop_back();
      return true;
    }
    case Kind::fork: {
      ++all_steps;
      tick(r);
      record_pending(r, kNoObject).child = count;
      const auto event = static_cast<std::uint32_t>(log.size() - 1);
      const std::uint32_t node = note_other(r, EventKind::fence, kNoNode, what(operation, {}));
      scratch = routines[r].clock;
      raise(scratch, r, routines[r].ticks);
      const std::uint32_t index = routines[r].forks++;
      const Routine child = spawn(forked(routines[r].name, index), scratch);
      routines[child].fork = event;
      routines[child].origin = {r, index, 0, node};
      finish(r, {}, 0);
      fresh.pop_back();
      refresh_operations();
      return true;
    }
    case Kind::once_end: {
      ++all_steps;
      once_end(r);
      fresh.pop_back();
      return true;
    }
    case Kind::sleep:
      if (operation.operand > 0) return false;
      ++all_steps;
      finish(r, {}, 0);
      fresh.pop_back();
      return true;
    case Kind::close:
      if (operation.object != kNoObject) return false;
      ++all_steps;
      close(r);
      fresh.pop_back();
      return true;
    case Kind::end:
    case Kind::exit:
    case Kind::panic: {
      ++all_steps;
      tick(r);
      TraceEvent& event = record_pending(r, kNoObject);
      event.operand = operation.operand;
      note_other(r, operation.kind == Kind::end ? EventKind::end : EventKind::error, kNoNode, what(operation, {}));
      Result result;
      result.panic = operation.panic;
      add(rf_sum, mixed(key(r), what(operation, result), 0));
      RoutineState& state = routines[r];
      state.ended = true;
      alive.erase(std::lower_bound(alive.begin(), alive.end(), state.name));
      if (operation.kind == Kind::panic) state.crashed = crashed = true;
      if (operation.kind == Kind::end && r == 0) main_returned = true;
      if (operation.kind == Kind::exit) {
        exited = true;
        exit_code = operation.operand;
      }
      return false;
    }
    default:
      return false;
  }
}

void Machine::State::finish(Routine r, const Result& result, Key rf) {
  RoutineState& state = routines[r];
  add(rf_sum, mixed(key(r), what(*state.operation, result), rf));
  state.moved_late |= late();
  ++state.index;
  Result with_time = result;
  with_time.now = now;
  run->resume(r, with_time);
  fresh.push_back(r);
}

void Machine::State::take(const Step& step) {
  ++steps;
  ++all_steps;
  if (late()) ++late_steps;
  stale = true;
  bugs_known = false;
  woken.clear();
  finished.clear();
  const Routine r = routine_of[step.routine];
  if (step.timer >= 0) {
    touched.clear();
    touch(step, touched);
    fire(r, static_cast<std::uint32_t>(step.timer));
  } else if (step.partner != kNoName) {
    meet(r, step.choice, routine_of[step.partner], step.partner_choice);
  } else {
    touched.clear();
    touch(step, touched);
    perform(r, step.choice);
  }
  settle();
  truncated |= all_steps >= options.max_steps && !alive.empty();
}

void Machine::State::perform(Routine r, int choice) {
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
      return atomic(r);
  }
}

}  // namespace graphfuzz::go
