#include "graphfuzz/analysis/go/lock_waits.hpp"

#include <algorithm>

#include "analysis/go/held_locks.hpp"

namespace graphfuzz::go {

std::vector<std::vector<Routine>> lock_waits(const Trace& trace) {
  HeldLocks held(trace.routines.size());
  std::vector<const TraceEvent*> requests;  // that were not granted
  for (const TraceEvent& event : trace.events) {
    if (!is_mutex(event.kind) || event.object == kNoObject) continue;
    held.take_down(event);
    const bool waits = event.kind == Kind::lock || event.kind == Kind::rlock;
    if (waits && !event.finished()) requests.push_back(&event);
  }
  std::vector<std::vector<Routine>> waits_for(trace.routines.size());
  for (const TraceEvent* const request : requests) {
    const Held wanted = wanted_by(*request);
    std::vector<Routine>& others = waits_for[request->routine];
    for (Routine r = 0; r < trace.routines.size(); ++r) {
      const bool has_it = std::ranges::any_of(
          held.of(r), [&](const Held& one) { return one.lock == wanted.lock && !(one.reads && wanted.reads); });
      if (has_it) others.push_back(r);
    }
    if (!wanted.reads) continue;
    for (const TraceEvent* const writer : requests) {
      if (writer->object == wanted.lock && writer->kind == Kind::lock) others.push_back(writer->routine);
    }
  }
  return waits_for;
}

}  // namespace graphfuzz::go
