// Routines that are blocked for good.
#include "analysis/go/finding_list.hpp"

namespace graphfuzz::go {
namespace {

/// Can it wait for others?
bool blocks(const TraceEvent& event) {
  switch (event.kind) {
    case Kind::send:
    case Kind::receive:
    case Kind::lock:
    case Kind::rlock:
    case Kind::once:
    case Kind::wg_wait:
    case Kind::cond_wait:
      return true;
    case Kind::select:
      return !event.has_default;
    default:
      return false;
  }
}

/// The operation that a routine is blocked in: the last one it began and did not finish.
std::uint32_t open_operation(const Trace& trace, const TraceRoutine& routine) {
  std::uint32_t open = kNoEvent;
  for (const std::uint32_t e : routine.events) {
    const TraceEvent& event = trace.events[e];
    if (event.finished() || !blocks(event)) continue;
    if (open == kNoEvent || event.begin >= trace.events[open].begin) open = e;
  }
  return open;
}

TraceFinding leak_of(const Trace& trace, const PartnerSearch& partners, std::uint32_t e) {
  const TraceEvent& event = trace.events[e];
  TraceFinding leak{"", "", false, true, {e}};
  const auto is = [&](const char* code, std::string kind) {
    leak.code = code;
    leak.kind = "leak: " + std::move(kind);
  };
  const auto with_partner = [&](const char* with, const char* without, const std::string& kind) {
    const std::uint32_t partner = partners.first(e);
    if (partner != kNoEvent) leak.events.push_back(partner);
    is(partner != kNoEvent ? with : without,
       kind + (partner != kNoEvent ? " with a possible partner" : " without a possible partner"));
  };
  switch (event.kind) {
    case Kind::send:
    case Kind::receive:
      if (event.object == kNoObject) {
        is("L05", "nil channel");
      } else if (trace.objects[event.object].capacity == 0) {
        with_partner("L01", "L02", "unbuffered channel");
      } else {
        with_partner("L03", "L04", "buffered channel");
      }
      break;
    case Kind::select:
      with_partner("L06", "L07", "select");
      break;
    case Kind::wg_wait:
      is("L09", "wait group");
      break;
    case Kind::cond_wait:
      is("L10", "condition");
      break;
    case Kind::once:
      is("L08", "once");
      break;
    default:
      is("L08", "lock");
  }
  return leak;
}

}  // namespace

void find_leaks(const Trace& trace, const PartnerSearch& partners, std::vector<TraceFinding>& leaks,
                FindingList& actual) {
  if (trace.outcome == Outcome::panicked || trace.outcome == Outcome::exited) return;
  bool ends_recorded = false;  // not by all tools
  for (const TraceRoutine& routine : trace.routines) ends_recorded |= routine.ended;
  for (const TraceRoutine& routine : trace.routines) {
    if (routine.ended) continue;
    const std::uint32_t open = open_operation(trace, routine);
    if (open != kNoEvent) {
      leaks.push_back(leak_of(trace, partners, open));
    } else if (ends_recorded && !routine.events.empty()) {
      actual.add({"L00", "routine still running", false, false, {routine.events.back()}});
    }
  }
}

}  // namespace graphfuzz::go
