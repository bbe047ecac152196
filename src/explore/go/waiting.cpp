// Once, WaitGroup, Cond, and atomic operations.
#include <algorithm>
#include <utility>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

void Machine::State::once(Routine r) {
  const Object o = routines[r].operation->object;
  ObjectState& once = object(o, ObjectKind::once);
  Result result;
  result.ok = !once.once_done;
  const Key rf = once.last_change;
  tick(r);
  TraceEvent& event = record_pending(r, o);
  event.ok = result.ok;
  if (result.ok) {
    once.once_running = true;
    event.end = 0;
    routines[r].onces.push_back(static_cast<std::uint32_t>(log.size() - 1));
  } else {
    acquire(r, once.clock);
  }
  note(r, touched, what(*routines[r].operation, result));
  finish(r, result, rf);
}

/// Nobody can see when exactly it comes: the losers wait for it, and nobody else may ask.
void Machine::State::once_end(Routine r) {
  const Object o = routines[r].operation->object;
  ObjectState& once = object(o, ObjectKind::once);
  tick(r);
  once.once_running = false;
  once.once_done = true;
  finished.push_back(o);
  overwrite(r, once.clock);
  RoutineState& state = routines[r];
  Operation end = *state.operation;
  if (!state.onces.empty()) {
    TraceEvent& event = log[state.onces.back()];
    event.end = ++time;
    end.position = event.position;
    log_ticks[state.onces.back()] = state.ticks;
    state.onces.pop_back();
  }
  note(r, o, true, what(end, {}));
  finish(r, {}, 0);
}

void Machine::State::wait_group(Routine r) {
  const Operation& operation = *routines[r].operation;
  ObjectState& group = object(operation.object, ObjectKind::wait_group);
  Result result;
  Key rf = 0;
  tick(r);
  if (operation.kind == Kind::wg_add) {
    group.counter += operation.operand;
    if (group.counter < 0) result.panic = Panic::negative_wait_group;
    release(r, group.clock);
  } else {
    rf = group.last_change;
    acquire(r, group.clock);
  }
  TraceEvent& event = record_pending(r, operation.object);
  event.operand = operation.operand;
  event.value = group.counter;
  event.ok = result.panic == Panic::none;
  note(r, touched, what(operation, result));
  finish(r, result, rf);
}

/// Wait: joins the queue and gives the lock back, in one step; is woken by a signal; takes the lock again.
void Machine::State::cond_wait(Routine r) {
  const Operation& operation = *routines[r].operation;
  const Object o = operation.object;
  const bool reads = operation.locker_reads;
  tick(r);
  if (routines[r].phase == Phase::fresh) {
    Result result;
    object(o, ObjectKind::cond);
    const ObjectState& locker = object(operation.locker, ObjectKind::mutex);
    const bool holds = reads ? !locker.readers.empty() : locker.writer != kNoRoutine;
    record_pending(r, o);
    const auto event = static_cast<std::uint32_t>(log.size() - 1);
    if (!holds) {
      log[event].ok = false;
      result.panic = Panic::unlock_of_unlocked;
      note(r, o, true, what(operation, result));
      note(r, operation.locker, true, untraced(what(operation, result)));
      return finish(r, result, 0);
    }
    release_lock(r, operation.locker, reads);
    // It begins when it joins the queue.
    log[event].begin = std::exchange(log[event].end, 0);
    routines[r].wait_event = event;
    routines[r].began = ++time;
    const Kind unlock = reads ? Kind::runlock : Kind::unlock;
    record(r, unlock, operation.locker);
    routines[r].began = ++time;
    objects[o].waiting.push_back(r);
    routines[r].phase = Phase::waiting;
    note(r, o, true, what(operation, result));
    note(r, operation.locker, true, what_as(unlock, what(operation, result)));
    return;
  }
  const Key rf = objects[operation.locker].last_change;
  const bool got = acquire_lock(r, operation.locker, reads, Phase::announced_again);
  const Kind lock = reads ? Kind::rlock : Kind::lock;
  if (got) record(r, lock, operation.locker);
  note(r, touched, got ? what_as(lock, what(operation, {})) : untraced(what(operation, {})));
  if (got) finish(r, {}, rf);
}

void Machine::State::cond_signal(Routine r) {
  const Operation& operation = *routines[r].operation;
  ObjectState& cond = object(operation.object, ObjectKind::cond);
  tick(r);
  const std::size_t served =
      operation.kind == Kind::cond_broadcast ? cond.waiting.size() : std::min<std::size_t>(1, cond.waiting.size());
  woken.assign(cond.waiting.begin(), cond.waiting.begin() + static_cast<std::ptrdiff_t>(served));
  cond.waiting.erase(cond.waiting.begin(), cond.waiting.begin() + static_cast<std::ptrdiff_t>(served));
  record_pending(r, operation.object);
  note(r, touched, what(operation, {}));
  const Key signal = key(r);
  scratch.clear();
  release(r, scratch);
  for (const Routine waiter : woken) {
    RoutineState& state = routines[waiter];
    acquire(waiter, scratch);
    tick(waiter);
    state.phase = Phase::signalled;
    log[state.wait_event].end = ++time;
    log_ticks[state.wait_event] = state.ticks;
    state.began = ++time;
    note_other(waiter, EventKind::join, cond.last_node, what(*state.operation, {}));
    add(rf_sum, mixed(key(waiter, 0xffff), signal, 0));
  }
  finish(r, {}, 0);
}

/// All synchronise as if there were one order of them: a load with the last store, a store with later loads. What is
/// both (also a CompareAndSwap that fails: the machine does not know) does both.
void Machine::State::atomic(Routine r) {
  const Operation& operation = *routines[r].operation;
  ObjectState& variable = object(operation.object, ObjectKind::atomic);
  const Key rf = operation.kind == Kind::atomic_store ? 0 : variable.last_change;
  tick(r);
  if (operation.kind != Kind::atomic_store) acquire(r, variable.clock);
  if (operation.kind != Kind::atomic_load) overwrite(r, variable.clock);
  record_pending(r, operation.object);
  note(r, touched, what(operation, {}));
  finish(r, {}, rf);
}

}  // namespace graphfuzz::go
