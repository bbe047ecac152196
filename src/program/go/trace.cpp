#include "graphfuzz/program/go/trace.hpp"

#include <algorithm>

namespace graphfuzz::go {
namespace {

/// Without a buffer: the other side; kNoEvent if there is none.
std::uint32_t met(const Trace& trace, std::uint32_t event) {
  const TraceEvent& e = trace.events[event];
  const auto communicates = [](Kind k) { return k == Kind::send || k == Kind::receive || k == Kind::select; };
  if (!communicates(e.kind) || !e.finished() || e.partner == kNoEvent) return kNoEvent;
  const TraceEvent& other = trace.events[e.partner];
  if (!communicates(other.kind) || !other.finished() || other.partner != event) return kNoEvent;
  const TraceCase* chosen = e.kind == Kind::select ? trace.case_of(e) : nullptr;
  if (e.kind == Kind::select && chosen == nullptr) return kNoEvent;
  const Object channel = chosen != nullptr ? chosen->channel : e.object;
  return channel < trace.objects.size() && trace.objects[channel].capacity == 0 ? e.partner : kNoEvent;
}

}  // namespace

std::uint64_t decided_at(const Trace& trace, std::uint32_t event) {
  const TraceEvent& e = trace.events[event];
  if ((e.kind == Kind::once && e.ok) || e.kind == Kind::cond_wait) return e.begin;
  const std::uint32_t other = met(trace, event);
  return other == kNoEvent ? e.time() : std::min(e.time(), trace.events[other].time());
}

}  // namespace graphfuzz::go
