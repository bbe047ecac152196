#include "graphfuzz/fuzz/go/operation_names.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace graphfuzz::go {

OperationNames::OperationNames(const Trace& trace)
    : trace_(trace), sites_(trace.dialect == "gopie"), visits_(trace.events.size(), 0) {
  std::unordered_map<std::string_view, Position> first;
  same_.reserve(trace.positions.size());
  for (Position position = 0; position < trace.positions.size(); ++position) {
    same_.push_back(first.try_emplace(trace.positions[position], position).first->second);
  }
  std::vector<std::uint32_t> counts(trace.positions.size(), 0);
  for (const TraceRoutine& routine : trace.routines) {
    for (const std::uint32_t event : routine.events) {
      const Position position = trace.events[event].position;
      if (position != kNoPosition) visits_[event] = ++counts[same_[position]];
    }
    for (const std::uint32_t event : routine.events) {
      const Position position = trace.events[event].position;
      if (position != kNoPosition) counts[same_[position]] = 0;
    }
  }
}

OperationId OperationNames::operator()(std::uint32_t event) const {
  const TraceEvent& e = trace_.events[event];
  if (sites_) return {0, e.position == kNoPosition ? std::string() : trace_.positions[e.position], 1};
  return {trace_.routines[e.routine].id, e.position == kNoPosition ? std::string() : trace_.positions[e.position],
          visits_[event]};
}

std::uint32_t OperationNames::find(const OperationId& id) const {
  if (sites_) {
    for (std::uint32_t event = 0; event < trace_.events.size(); ++event) {
      const Position position = trace_.events[event].position;
      if (position != kNoPosition && trace_.positions[position] == id.position) return event;
    }
    return kNoEvent;
  }
  for (const TraceRoutine& routine : trace_.routines) {
    if (routine.id != id.routine) continue;
    for (const std::uint32_t event : routine.events) {
      const Position position = trace_.events[event].position;
      if (visits_[event] == id.visit && position != kNoPosition && trace_.positions[position] == id.position) {
        return event;
      }
    }
  }
  return kNoEvent;
}

std::uint32_t OperationNames::visit_by_anyone(std::uint32_t event) const {
  const TraceEvent& e = trace_.events[event];
  if (e.position == kNoPosition) return 0;
  std::uint32_t visit = 1;
  for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
    const TraceEvent& other = trace_.events[i];
    if (i == event || other.position == kNoPosition || same_[other.position] != same_[e.position]) continue;
    if (!can_be_held(other.kind)) continue;
    // What began at the same time (which the engine does not tell apart) is in the order of the goroutines' names.
    const auto began = [&](const TraceEvent& which, std::uint32_t index) {
      return std::tuple(which.begin, trace_.routines[which.routine].id, index);
    };
    if (began(other, i) < began(e, event)) ++visit;
  }
  return visit;
}

std::size_t Recording::before(std::uint64_t moment) const {
  return static_cast<std::size_t>(std::lower_bound(moments.begin(), moments.end(), moment) - moments.begin());
}

Recording record(const OperationNames& names) {
  const Trace& trace = names.trace();
  std::vector<std::uint32_t> events;
  for (std::uint32_t event = 0; event < trace.events.size(); ++event) {
    const TraceEvent& e = trace.events[event];
    // A wait for a condition has registered itself, and let go of its lock, even if it never came back.
    const bool executed = e.finished() || e.kind == Kind::cond_wait || (e.kind == Kind::once && e.ok);
    if (executed && can_be_held(e.kind) && e.position != kNoPosition) events.push_back(event);
  }
  std::stable_sort(events.begin(), events.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return decided_at(trace, a) < decided_at(trace, b); });
  Recording recording;
  recording.order.reserve(events.size());
  recording.moments.reserve(events.size());
  for (const std::uint32_t event : events) {
    recording.order.push_back(names(event));
    recording.moments.push_back(decided_at(trace, event));
  }
  for (std::uint32_t event = 0; event < trace.events.size(); ++event) {
    const TraceEvent& e = trace.events[event];
    if (e.kind != Kind::select || e.position == kNoPosition) continue;
    recording.selects.push_back(
        {trace.positions[e.position], e.begin, decided_at(trace, event), e.finished() ? e.chosen : kNoPreference});
  }
  std::stable_sort(recording.selects.begin(), recording.selects.end(),
                   [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return recording;
}

}  // namespace graphfuzz::go
