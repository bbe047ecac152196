#include "explore/go/waits.hpp"

#include <algorithm>

namespace graphfuzz::go {

Waits::Waits(const MachineState& state) : edges_(state.routines.count()), ended_(state.routines.count()) {
  for (Routine r = 0; r < state.routines.count(); ++r) ended_[r] = state.routines[r].ended;
  for (const Name name : state.routines.alive()) find_edges(state, state.routines.find(name));
}

void Waits::find_edges(const MachineState& state, Routine r) {
  const RoutineState& waiting = state.routines[r];
  if (waiting.operation == nullptr) return;
  const Operation& operation = *waiting.operation;
  std::vector<Routine>& holders = edges_[r];
  if (operation.kind == Kind::once) {
    if (!state.objects.knows(operation.object) || !state.objects[operation.object].once_running) return;
    for (Routine other = 0; other < state.routines.count(); ++other) {
      const std::vector<std::uint32_t>& in = state.routines[other].onces;
      const auto is_it = [&](std::uint32_t event) { return state.log.events()[event].object == operation.object; };
      if (std::ranges::any_of(in, is_it)) holders.push_back(other);
    }
    return;
  }
  const Phase phase = waiting.phase;
  const bool again = operation.kind == Kind::cond_wait && phase != Phase::fresh && phase != Phase::waiting;
  if (operation.kind != Kind::lock && operation.kind != Kind::rlock && !again) return;
  const Object m = again ? operation.locker : operation.object;
  const bool reads = again ? operation.locker_reads : operation.kind == Kind::rlock;
  if (!state.objects.knows(m)) return;
  const ObjectState& mutex = state.objects[m];
  if (mutex.writer != kNoRoutine) holders.push_back(mutex.writer);
  if (mutex.announced != kNoRoutine && mutex.announced != r) holders.push_back(mutex.announced);
  if (!reads) holders.insert(holders.end(), mutex.readers.begin(), mutex.readers.end());
}

bool Waits::is_held_up(Routine r) const {
  return std::ranges::any_of(edges_[r], [this](Routine holder) { return !ended_[holder]; });
}

}  // namespace graphfuzz::go
