// Once, WaitGroup, Cond, and atomic operations.
#include <algorithm>
#include <utility>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

void MachineState::once(Routine r) {
  const Object o = routines[r].operation->object;
  ObjectState& once = objects.use(o, ObjectKind::once);
  Result result;
  result.ok = !once.once_done;
  const Key rf = once.last_change;
  routines.tick(r);
  TraceEvent& event = record_pending(r, o);
  event.ok = result.ok;
  if (result.ok) {
    once.once_running = true;
    event.end = 0;
    routines[r].onces.push_back(log.last());
  } else {
    routines.acquire(r, once.clock);
  }
  note(r, what(*routines[r].operation, result));
  finish(r, result, rf);
}

/// Nobody can see when exactly it comes: the losers wait for it, and nobody else may ask.
void MachineState::once_end(Routine r) {
  const Object o = routines[r].operation->object;
  ObjectState& once = objects.use(o, ObjectKind::once);
  routines.tick(r);
  once.once_running = false;
  once.once_done = true;
  last.finished.push_back(o);
  routines.overwrite(r, once.clock);
  RoutineState& state = routines[r];
  Operation end = *state.operation;
  if (!state.onces.empty()) {
    end.position = log[state.onces.back()].position;
    log.end(state.onces.back(), state.ticks);
    state.onces.pop_back();
  }
  note(r, o, true, what(end, {}));
  finish(r, {}, 0);
}

void MachineState::wait_group(Routine r) {
  const Operation& operation = *routines[r].operation;
  ObjectState& group = objects.use(operation.object, ObjectKind::wait_group);
  Result result;
  Key rf = 0;
  routines.tick(r);
  if (operation.kind == Kind::wg_wait || (group.counter == 0 && operation.operand > 0)) {
    group_access(r, operation.object);
  }
  if (operation.kind == Kind::wg_add) {
    group.counter += operation.operand;
    if (group.counter < 0) result.panic = Panic::negative_wait_group;
    routines.release(r, group.clock);
  } else {
    rf = group.last_change;
    routines.acquire(r, group.clock);
  }
  TraceEvent& event = record_pending(r, operation.object);
  event.operand = operation.operand;
  event.value = group.counter;
  event.ok = result.panic == Panic::none;
  note(r, what(operation, result));
  finish(r, result, rf);
}

/// Wait: joins the queue and gives the lock back, in one step; is woken by a signal; takes the lock again.
void MachineState::cond_wait(Routine r) {
  const Operation& operation = *routines[r].operation;
  const Object o = operation.object;
  const bool reads = operation.locker_reads;
  routines.tick(r);
  if (routines[r].phase == Phase::fresh) {
    Result result;
    objects.use(o, ObjectKind::cond);
    const ObjectState& locker = objects.use(operation.locker, ObjectKind::mutex);
    const bool holds = reads ? !locker.readers.empty() : locker.writer != kNoRoutine;
    record_pending(r, o);
    const std::uint32_t event = log.last();
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
    routines[r].began = log.moment();
    const Kind unlock = reads ? Kind::runlock : Kind::unlock;
    record(r, unlock, operation.locker);
    routines[r].began = log.moment();
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
  note(r, got ? what_as(lock, what(operation, {})) : untraced(what(operation, {})));
  if (got) finish(r, {}, rf);
}

void MachineState::cond_signal(Routine r) {
  const Operation& operation = *routines[r].operation;
  ObjectState& cond = objects.use(operation.object, ObjectKind::cond);
  routines.tick(r);
  const std::size_t served =
      operation.kind == Kind::cond_broadcast ? cond.waiting.size() : std::min<std::size_t>(1, cond.waiting.size());
  last.woken.assign(cond.waiting.begin(), cond.waiting.begin() + static_cast<std::ptrdiff_t>(served));
  cond.waiting.erase(cond.waiting.begin(), cond.waiting.begin() + static_cast<std::ptrdiff_t>(served));
  record_pending(r, operation.object);
  note(r, what(operation, {}));
  const Key signal = routines[r].key();
  scratch.clear();
  routines.release(r, scratch);
  for (const Routine waiter : last.woken) {
    RoutineState& state = routines[waiter];
    routines.acquire(waiter, scratch);
    routines.tick(waiter);
    state.phase = Phase::signalled;
    log.end(state.wait_event, state.ticks);
    state.began = log.moment();
    graph_log.add_other(waiter, EventKind::join, cond.last_node, what(*state.operation, {}));
    note_operation(state.key(0xffff), signal, 0);
  }
  finish(r, {}, 0);
}

/// All synchronise as if there were one order of them: a load with the last store, a store with later loads. What is
/// both (also a CompareAndSwap that fails: the machine does not know) does both. Plain accesses are in such an order,
/// too, but nobody is to rely on it. They may be to a variable that an atomic one is a part of: that has the order.
void MachineState::access_variable(Routine r) {
  const Operation& operation = *routines[r].operation;
  const bool atomic = is_atomic(operation.kind);
  const bool reads = operation.kind != Kind::atomic_store && operation.kind != Kind::plain_write;
  const bool writes = operation.kind != Kind::atomic_load && operation.kind != Kind::plain_read;
  objects.use(operation.shared(), operation.whole == kNoObject && atomic ? ObjectKind::atomic : ObjectKind::variable);
  ObjectState& variable = objects.use(operation.object, atomic ? ObjectKind::atomic : ObjectKind::variable);
  const Key rf = reads ? objects[operation.shared()].last_change : 0;
  routines.tick(r);
  if (atomic && reads) routines.acquire(r, variable.clock);
  if (atomic && writes) routines.overwrite(r, variable.clock);
  record_pending(r, operation.object);
  note(r, what(operation, {}));
  finish(r, {}, rf);
}

}  // namespace graphfuzz::go
