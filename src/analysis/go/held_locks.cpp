#include "analysis/go/held_locks.hpp"

#include <algorithm>

namespace graphfuzz::go {

Held wanted_by(const TraceEvent& event) {
  return {event.object, event.kind == Kind::rlock || event.kind == Kind::try_rlock};
}

void HeldLocks::take_down(const TraceEvent& event) {
  if (!event.finished()) return;
  std::vector<Held>& mine = held_[event.routine];
  if (event.kind != Kind::unlock && event.kind != Kind::runlock) {
    const Held taken = wanted_by(event);
    if (event.ok) mine.insert(std::upper_bound(mine.begin(), mine.end(), taken), taken);
    return;
  }
  const Held given{event.object, event.kind == Kind::runlock};
  const auto from = [&](std::vector<Held>& locks) {
    const auto found = std::find(locks.begin(), locks.end(), given);
    if (found == locks.end()) return false;
    locks.erase(found);
    return true;
  };
  if (from(mine)) return;
  for (std::vector<Held>& locks : held_) {  // locked by another routine
    if (from(locks)) return;
  }
}

}  // namespace graphfuzz::go
