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
bool needs_loser(Kind kind) { return kind == Kind::once; }

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

class Swaps {
 public:
  Swaps(const Trace& trace, const HappensBefore& order) : trace_(trace), order_(order), before_(predecessors(trace)) {}

  /// Was `second` bound to come after `first` before it got there?
  bool bound(std::uint32_t first, std::uint32_t second) const {
    const std::uint32_t last = before_[second];
    return last != kNoEvent && (last == first || order_.before(first, last));
  }

  /// Of Once, sends and receives. From the last event to the first: per object and kind, the next operation of every
  /// routine. What is bound to come after an operation is followed in its routine by more that is; so the next of each
  /// routine is enough.
  void find_others(std::vector<FlowSwap>& swaps) const {
    std::map<std::tuple<Object, Kind>, std::vector<std::uint32_t>> next;
    for (std::uint32_t i = static_cast<std::uint32_t>(trace_.events.size()); i-- > 0;) {
      const TraceEvent& event = trace_.events[i];
      const std::optional<Subject> what = subject(trace_, event);
      if (!what || event.position == kNoPosition) continue;
      std::vector<std::uint32_t>& candidates = next[what->group()];
      if (what->succeeded) {
        FlowSwap swap{i, kNoEvent};
        for (const std::uint32_t other : candidates) {
          if (trace_.events[other].routine != event.routine && !bound(i, other))
            swap.second = std::min(swap.second, other);
        }
        if (swap.second != kNoEvent) swaps.push_back(swap);
      }
      if (needs_loser(what->kind) && what->succeeded) continue;  // it is nobody's second
      const auto same = std::find_if(candidates.begin(), candidates.end(), [&](std::uint32_t other) {
        return trace_.events[other].routine == event.routine;
      });
      if (same != candidates.end()) {
        *same = i;
      } else {
        candidates.push_back(i);
      }
    }
  }

  /// Of locks: who fails to get one, and who holds it then, however that one came by it.
  void find_locks(std::vector<FlowSwap>& swaps) const {
    std::map<Object, std::vector<std::uint32_t>> held;
    std::vector<bool> found(trace_.events.size(), false);
    for (std::uint32_t e = 0; e < trace_.events.size(); ++e) {
      const TraceEvent& event = trace_.events[e];
      if (!is_mutex(event.kind) || !event.finished()) continue;
      std::vector<std::uint32_t>& holders = held[event.object];
      if (event.kind == Kind::unlock || event.kind == Kind::runlock) {
        give_back(holders, event);
      } else if (event.ok) {
        holders.push_back(e);
      } else {
        for (const std::uint32_t holder : holders) {
          const TraceEvent& winner = trace_.events[holder];
          const bool apart = winner.routine != event.routine && winner.position != kNoPosition;
          const bool excludes = event.kind == Kind::try_lock || !reads(winner.kind);
          if (!apart || !excludes || found[holder] || bound(holder, e)) continue;
          found[holder] = true;
          swaps.push_back({holder, e});
        }
      }
    }
  }

 private:
  static bool reads(Kind kind) { return kind == Kind::rlock || kind == Kind::try_rlock || kind == Kind::runlock; }

  void give_back(std::vector<std::uint32_t>& holders, const TraceEvent& unlock) const {
    const auto fits = [&](std::uint32_t holder, bool own) {
      const TraceEvent& lock = trace_.events[holder];
      return reads(lock.kind) == reads(unlock.kind) && (!own || lock.routine == unlock.routine);
    };
    for (const bool own : {true, false}) {
      const auto holder = std::find_if(holders.begin(), holders.end(), [&](std::uint32_t h) { return fits(h, own); });
      if (holder == holders.end()) continue;
      holders.erase(holder);
      return;
    }
  }

  const Trace& trace_;
  const HappensBefore& order_;
  std::vector<std::uint32_t> before_;
};

}  // namespace

std::vector<FlowSwap> flow_swaps(const Trace& trace, const HappensBefore& order) {
  const Swaps search(trace, order);
  std::vector<FlowSwap> swaps;
  search.find_others(swaps);
  search.find_locks(swaps);
  std::sort(swaps.begin(), swaps.end(), [](const FlowSwap& a, const FlowSwap& b) { return a.first < b.first; });
  return swaps;
}

}  // namespace graphfuzz::go
