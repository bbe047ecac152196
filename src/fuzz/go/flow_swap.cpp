#include "graphfuzz/fuzz/go/flow_swap.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace graphfuzz::go {
namespace {

/// What can be swapped: on which object, and as what. Nothing if the event is no such operation.
struct Subject {
  Object object = kNoObject;
  Kind kind = Kind::end;
  bool succeeded = false;
  auto group() const { return std::tuple(object, kind); }
};

std::optional<Subject> subject(const Trace& trace, const TraceEvent& event) {
  switch (event.kind) {
    case Kind::once:
    case Kind::try_lock:
    case Kind::try_rlock:
      return Subject{event.object, event.kind, event.ok};
    case Kind::send:
    case Kind::receive:
      if (event.object == kNoObject) return std::nullopt;
      return Subject{event.object, event.kind, event.finished()};
    case Kind::select: {
      const TraceCase* chosen = event.finished() ? trace.case_of(event) : nullptr;
      if (chosen == nullptr || chosen->channel == kNoObject) return std::nullopt;
      return Subject{chosen->channel, chosen->sends ? Kind::send : Kind::receive, true};
    }
    default:
      return std::nullopt;
  }
}

/// Do both have to differ in success?
bool needs_loser(Kind kind) { return kind == Kind::once || kind == Kind::try_lock || kind == Kind::try_rlock; }

/// By event: the one before it in its routine, or the fork of the routine; kNoEvent for the very first.
std::vector<std::uint32_t> predecessors(const Trace& trace) {
  std::vector<std::uint32_t> before(trace.events.size(), kNoEvent);
  for (const TraceRoutine& routine : trace.routines) {
    std::uint32_t last = routine.fork;
    for (const std::uint32_t event : routine.events) {
      before[event] = last;
      last = event;
    }
  }
  return before;
}

}  // namespace

std::vector<FlowSwap> flow_swaps(const Trace& trace, const HappensBefore& order) {
  const std::vector<std::uint32_t> before = predecessors(trace);
  const auto bound = [&](std::uint32_t first, std::uint32_t second) {
    const std::uint32_t last = before[second];
    return last != kNoEvent && (last == first || order.before(first, last));
  };
  // From the last event to the first: per object and kind, the next operation of every routine. What is bound to come
  // after an operation is followed in its routine by more that is; so the next of each routine is enough.
  using Next = std::vector<std::uint32_t>;
  std::map<std::tuple<Object, Kind>, Next> next;
  std::vector<FlowSwap> swaps;
  for (std::uint32_t i = static_cast<std::uint32_t>(trace.events.size()); i-- > 0;) {
    const TraceEvent& event = trace.events[i];
    const std::optional<Subject> what = subject(trace, event);
    if (!what || event.position == kNoPosition) continue;
    Next& candidates = next[what->group()];
    const bool loser_needed = needs_loser(what->kind);
    if (what->succeeded) {
      FlowSwap swap{i, kNoEvent};
      for (const std::uint32_t other : candidates) {
        if (trace.events[other].routine != event.routine && !bound(i, other))
          swap.second = std::min(swap.second, other);
      }
      if (swap.second != kNoEvent) swaps.push_back(swap);
    }
    if (loser_needed && what->succeeded) continue;  // it is nobody's second
    const auto same = std::find_if(candidates.begin(), candidates.end(),
                                   [&](std::uint32_t other) { return trace.events[other].routine == event.routine; });
    if (same != candidates.end()) {
      *same = i;
    } else {
      candidates.push_back(i);
    }
  }
  std::reverse(swaps.begin(), swaps.end());
  return swaps;
}

}  // namespace graphfuzz::go
