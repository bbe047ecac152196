// The log of what happened, and the trace that is made of it when somebody asks.
#include <algorithm>
#include <numeric>

#include "explore/go/state.hpp"

namespace graphfuzz::go {
namespace {

bool is_traced(Kind kind) { return kind != Kind::once_end && kind < Kind::sleep; }

}  // namespace

TraceEvent& Machine::State::record(Routine r, Kind kind, Object object) {
  RoutineState& state = routines[r];
  const Position position = state.operation->position;
  const Position place = position < canonical.size() ? canonical[position] : position;
  auto visit = std::find_if(state.visits.begin(), state.visits.end(),
                            [place](const auto& known) { return known.first == place; });
  if (visit == state.visits.end()) visit = state.visits.insert(visit, {place, 0});
  ++visit->second;
  TraceEvent& event = log.emplace_back();
  log_ticks.push_back(state.ticks);
  event.routine = r;
  event.kind = kind;
  event.object = object;
  event.position = position;
  event.begin = state.began;
  event.end = ++time;
  return event;
}

TraceEvent& Machine::State::record_pending(Routine r, Object object) {
  const Operation& operation = *routines[r].operation;
  TraceEvent& event = record(r, operation.kind, object);
  if (operation.kind != Kind::select) return event;
  event.has_default = operation.has_default;
  event.first_case = static_cast<std::uint32_t>(log_cases.size());
  event.case_count = static_cast<std::uint32_t>(operation.cases.size());
  for (const Case& c : operation.cases) log_cases.push_back({c.channel, c.sends});
  return event;
}

std::uint32_t Machine::State::visits(Routine r, Position position) const {
  const Position place = position < canonical.size() ? canonical[position] : position;
  for (const auto& [known, number] : routines[r].visits) {
    if (known == place) return number;
  }
  return 0;
}

const Trace& Machine::State::trace() const {
  Trace& t = told;
  t.dialect = "graphfuzz";
  t.positions = places;
  t.events = log;
  t.cases = log_cases;
  t.routines.resize(count);
  for (Routine r = 0; r < count; ++r) {
    t.routines[r].events.clear();
    t.routines[r].ended = routines[r].ended && !routines[r].crashed && routines[r].operation->kind == Kind::end;
    t.routines[r].id = routines[r].name;
    t.routines[r].fork = routines[r].fork;
    const RoutineOrigin& origin = routines[r].origin;
    const bool fired = origin.firing != 0;
    t.routines[r].starter = fired ? origin.parent : kNoRoutine;
    t.routines[r].timer = fired ? origin.index : 0;
    t.routines[r].firing = origin.firing;
  }
  // What was begun and never finished.
  unfinished.assign(count, kNoEvent);
  for (const Name name : alive) {
    const Routine r = routine_of[name];
    const RoutineState& state = routines[r];
    if (state.operation == nullptr) continue;
    const Operation& operation = *state.operation;
    if (state.phase == Phase::waiting) unfinished[r] = state.wait_event;
    if (!is_traced(operation.kind) || state.phase == Phase::waiting) continue;
    TraceEvent event;
    event.routine = r;
    event.kind = operation.kind;
    event.object = operation.object;
    event.position = operation.position;
    event.begin = state.began;
    event.operand = operation.operand;
    event.ok = false;
    if (operation.kind == Kind::cond_wait && state.phase != Phase::fresh) {
      event.kind = operation.locker_reads ? Kind::rlock : Kind::lock;
      event.object = operation.locker;
    }
    if (operation.kind == Kind::select) {
      event.has_default = operation.has_default;
      event.first_case = static_cast<std::uint32_t>(t.cases.size());
      event.case_count = static_cast<std::uint32_t>(operation.cases.size());
      for (const Case& c : operation.cases) t.cases.push_back({c.channel, c.sends});
    }
    unfinished[r] = static_cast<std::uint32_t>(t.events.size());
    t.events.push_back(event);
  }
  for (std::uint32_t i = 0; i < t.events.size(); ++i) t.routines[t.events[i].routine].events.push_back(i);

  order.resize(t.events.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto earlier = [&t](std::uint32_t a, std::uint32_t b) { return t.events[a].time() < t.events[b].time(); };
  place_in_trace.resize(order.size());
  const bool sorted = std::is_sorted(order.begin(), order.end(), earlier);
  if (!sorted) std::sort(order.begin(), order.end(), earlier);
  for (std::uint32_t i = 0; i < order.size(); ++i) place_in_trace[order[i]] = i;
  const auto moved = [this](std::uint32_t& index) {
    if (index != kNoEvent) index = place_in_trace[index];
  };
  if (!sorted) {
    const std::vector<TraceEvent> by_log = t.events;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      t.events[i] = by_log[order[i]];
      moved(t.events[i].partner);
    }
    for (TraceRoutine& routine : t.routines) {
      moved(routine.fork);
      for (std::uint32_t& event : routine.events) moved(event);
    }
    for (std::uint32_t& event : unfinished) moved(event);
  }
  t.panic = Panic::none;
  t.panic_event = kNoEvent;
  t.panic_text.clear();
  for (std::uint32_t i = 0; i < t.events.size(); ++i) {
    TraceEvent& event = t.events[i];
    if (event.kind == Kind::fork && event.finished() && !t.routines[event.child].events.empty()) {
      event.partner = t.routines[event.child].events.front();
    }
    if (event.kind == Kind::panic && t.panic_event == kNoEvent) {
      t.panic_event = i;
      t.panic = routines[event.routine].operation->panic;
      t.panic_text = run->panic_text(event.routine);
    }
  }

  t.objects.resize(object_count);
  for (Object o = 0; o < object_count; ++o) {
    TraceObject& told_object = t.objects[o];
    told_object.kind = objects[o].kind;
    told_object.capacity = objects[o].capacity;
    told_object.made_at = objects[o].made_at;
    told_object.id = std::to_string(o);
  }
  t.outcome = crashed                               ? Outcome::panicked
              : exited                              ? Outcome::exited
              : truncated                           ? Outcome::timed_out
              : !stale && is_over && !main_returned ? Outcome::deadlocked
              : !stale && is_over                   ? Outcome::clean
                                                    : Outcome::unknown;
  return t;
}

}  // namespace graphfuzz::go
