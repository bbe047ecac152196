// What a trace must satisfy routine by routine.
#include <fmt/format.h>

#include "frontend/trace/raw_trace.hpp"

namespace graphfuzz::go {
namespace {

/// May it be the cause of a panic, after which deferred calls, or whoever recovers, go on?
bool may_panic(const RawTrace& recording, const TraceEvent& event) {
  switch (event.kind) {
    case Kind::send:
    case Kind::close:
    case Kind::unlock:
    case Kind::runlock:
    case Kind::wg_add:
      return true;
    case Kind::select:
      for (std::uint32_t c = 0; c < event.case_count; ++c) {
        if (recording.cases[event.first_case + c].sends) return true;
      }
      return false;
    default:
      return false;
  }
}

}  // namespace

void check_routines(const RawTrace& recording, Contradictions& contradictions) {
  for (const RecordedRoutine& routine : recording.routines) {
    for (std::uint32_t e = routine.first + 1; e < routine.first + routine.count; ++e) {
      const TraceEvent& before = recording.events[e - 1];
      const TraceEvent& event = recording.events[e];
      const auto report = [&](const std::string& message) { contradictions.report(e, message); };
      if (before.kind == Kind::end || before.kind == Kind::exit) {
        report(fmt::format("expected nothing after the routine's end at {}, found {}", recording.place(e - 1),
                           name(event.kind)));
      } else if (event.begin < before.begin) {
        report(fmt::format("expected a time of at least {} (that of {}), found {}: time goes back", before.begin,
                           recording.place(e - 1), event.begin));
      } else if (!before.finished() && !recording.plan && !encloses(before.kind) && !may_panic(recording, before)) {
        report(fmt::format("expected nothing after the {} at {}, which never finished, found {}", name(before.kind),
                           recording.place(e - 1), name(event.kind)));
      } else if (event.begin < before.end && !encloses(before.kind) && !is_atomic(event.kind) && !recording.plan) {
        report(fmt::format("expected a time of at least {} (the end of the {} at {}), found {}: time goes back",
                           before.end, name(before.kind), recording.place(e - 1), event.begin));
      } else {
        continue;
      }
      break;
    }
  }
}

}  // namespace graphfuzz::go
