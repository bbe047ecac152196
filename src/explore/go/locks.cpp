// Mutexes: RWMutexes with writer preference; a Mutex is one that nobody reads.
#include <algorithm>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

/// Takes the lock. Returns false if `r` had to announce itself, because readers are still in.
bool MachineState::acquire_lock(Routine r, Object m, bool reads, Phase announced) {
  ObjectState& mutex = objects[m];
  if (reads) {
    mutex.readers.push_back(r);
    routines.acquire(r, mutex.clock);
  } else if (!mutex.readers.empty()) {
    mutex.announced = r;
    routines[r].phase = announced;
    return false;
  } else {
    mutex.announced = kNoRoutine;
    mutex.writer = r;
    routines.acquire(r, mutex.clock);
    routines.acquire(r, mutex.readers_clock);
  }
  mutex.taken_at = routines[r].operation->position;
  return true;
}

/// Gives it back, whoever took it. Returns false if nobody had it.
bool MachineState::release_lock(Routine r, Object m, bool reads) {
  ObjectState& mutex = objects.use(m, ObjectKind::mutex);
  if (reads) {
    if (mutex.readers.empty()) return false;
    auto mine = std::find(mutex.readers.begin(), mutex.readers.end(), r);
    if (mine == mutex.readers.end()) mine = mutex.readers.begin();
    mutex.readers.erase(mine);
    routines.release(r, mutex.readers_clock);
    return true;
  }
  if (mutex.writer == kNoRoutine) return false;
  mutex.writer = kNoRoutine;
  routines.overwrite(r, mutex.clock);
  mutex.readers_clock.clear();
  return true;
}

void MachineState::lock_operation(Routine r) {
  const Operation& operation = *routines[r].operation;
  const Object m = operation.object;
  ObjectState& mutex = objects.use(m, ObjectKind::mutex);
  const Key rf = mutex.last_change;
  Result result;
  routines.tick(r);
  switch (operation.kind) {
    case Kind::lock:
    case Kind::rlock:
      if (!acquire_lock(r, m, operation.kind == Kind::rlock, Phase::announced)) {
        return note(r, untraced(what(operation, result)));
      }
      break;
    case Kind::try_lock:
      result.ok = mutex.condition().can_lock(r);
      if (result.ok) acquire_lock(r, m, false, Phase::announced);
      break;
    case Kind::try_rlock:
      result.ok = mutex.condition().can_rlock();
      if (result.ok) acquire_lock(r, m, true, Phase::announced);
      break;
    default:
      if (!release_lock(r, m, operation.kind == Kind::runlock)) result.panic = Panic::unlock_of_unlocked;
  }
  TraceEvent& event = record_pending(r, m);
  event.ok = result.ok && result.panic == Panic::none;
  note(r, what(operation, result));
  finish(r, result, rf);
}

}  // namespace graphfuzz::go
