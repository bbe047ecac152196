#include "explore/go/event_log.hpp"

namespace graphfuzz::go {

void describe_select(TraceEvent& event, std::vector<TraceCase>& cases, const Operation& operation) {
  event.has_default = operation.has_default;
  event.first_case = static_cast<std::uint32_t>(cases.size());
  event.case_count = static_cast<std::uint32_t>(operation.cases.size());
  for (const Case& c : operation.cases) cases.push_back({c.channel, c.sends});
}

void EventLog::clear() {
  time_ = 0;
  events_.clear();
  ticks_.clear();
  cases_.clear();
}

TraceEvent& EventLog::add(Routine r, const RoutineState& state, Kind kind, Object object) {
  TraceEvent& event = events_.emplace_back();
  ticks_.push_back(state.ticks);
  event.routine = r;
  event.kind = kind;
  event.object = object;
  event.position = state.operation->position;
  event.begin = state.began;
  event.end = moment();
  return event;
}

TraceEvent& EventLog::add_pending(Routine r, const RoutineState& state, Object object) {
  TraceEvent& event = add(r, state, state.operation->kind, object);
  if (event.kind == Kind::select) describe_select(event, cases_, *state.operation);
  return event;
}

void EventLog::end(std::uint32_t event, std::uint32_t ticks) {
  events_[event].end = moment();
  ticks_[event] = ticks;
}

}  // namespace graphfuzz::go
