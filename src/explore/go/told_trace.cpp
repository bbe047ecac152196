#include "explore/go/told_trace.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "explore/go/state.hpp"

namespace graphfuzz::go {
namespace {

bool is_traced(Kind kind) { return kind != Kind::once_end && kind < Kind::sleep; }

Outcome outcome_of(const MachineState& state) {
  const Progress& progress = state.progress;
  if (progress.crashed) return Outcome::panicked;
  if (progress.exited) return Outcome::exited;
  if (progress.truncated) return Outcome::timed_out;
  if (state.offers.stale || !state.offers.none) return Outcome::unknown;
  return progress.main_returned ? Outcome::clean : Outcome::deadlocked;
}

/// What an operation that is traced is on.
ObjectKind kind_of_object(Kind kind) {
  if (is_mutex(kind)) return ObjectKind::mutex;
  if (is_atomic(kind)) return ObjectKind::atomic;
  switch (kind) {
    case Kind::once:
      return ObjectKind::once;
    case Kind::wg_add:
    case Kind::wg_wait:
      return ObjectKind::wait_group;
    case Kind::cond_wait:
    case Kind::cond_signal:
    case Kind::cond_broadcast:
      return ObjectKind::cond;
    default:
      return ObjectKind::channel;
  }
}

/// Objects that only operations name which have not begun have no state yet.
void tell_unused(std::vector<TraceObject>& objects, Object object, ObjectKind kind) {
  if (object == kNoObject || object < objects.size()) return;
  while (objects.size() <= object) {
    objects.emplace_back();
    objects.back().id = std::to_string(objects.size() - 1);
  }
  objects[object].kind = kind;
}

}  // namespace

const Trace& ToldTrace::tell(const MachineState& state) {
  trace_.dialect = "graphfuzz";
  // They are the program's; more may be known by now.
  if (trace_.positions.size() != state.places.names().size()) trace_.positions = state.places.names();
  trace_.events = state.log.events();
  trace_.cases = state.log.cases();
  tell_routines(state);
  tell_unfinished(state);
  for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
    trace_.routines[trace_.events[i].routine].events.push_back(i);
  }
  sort_by_time();
  find_partners(state);
  tell_objects(state);
  trace_.outcome = outcome_of(state);
  return trace_;
}

void ToldTrace::tell_routines(const MachineState& state) {
  trace_.routines.resize(state.routines.count());
  for (Routine r = 0; r < state.routines.count(); ++r) {
    const RoutineState& routine = state.routines[r];
    TraceRoutine& told = trace_.routines[r];
    told.events.clear();
    told.ended = routine.ended && !routine.crashed && routine.operation->kind == Kind::end;
    told.id = routine.name;
    told.fork = routine.fork;
    const RoutineOrigin& origin = routine.origin;
    const bool fired = origin.firing != 0;
    told.starter = fired ? origin.parent : kNoRoutine;
    told.timer = fired ? origin.index : 0;
    told.firing = origin.firing;
  }
}

void ToldTrace::tell_unfinished(const MachineState& state) {
  unfinished_.assign(state.routines.count(), kNoEvent);
  for (const Name name : state.routines.alive()) {
    const Routine r = state.routines.find(name);
    const RoutineState& routine = state.routines[r];
    if (routine.operation == nullptr) continue;
    const Operation& operation = *routine.operation;
    if (routine.phase == Phase::waiting) unfinished_[r] = routine.wait_event;
    if (!is_traced(operation.kind) || routine.phase == Phase::waiting) continue;
    TraceEvent event;
    event.routine = r;
    event.kind = operation.kind;
    event.object = operation.object;
    event.position = operation.position;
    event.begin = routine.began;
    event.operand = operation.operand;
    event.ok = false;
    if (operation.kind == Kind::cond_wait && routine.phase != Phase::fresh) {
      event.kind = operation.locker_reads ? Kind::rlock : Kind::lock;
      event.object = operation.locker;
    }
    if (operation.kind == Kind::select) describe_select(event, trace_.cases, operation);
    unfinished_[r] = static_cast<std::uint32_t>(trace_.events.size());
    trace_.events.push_back(event);
  }
}

void ToldTrace::sort_by_time() {
  std::vector<TraceEvent>& events = trace_.events;
  order_.resize(events.size());
  std::iota(order_.begin(), order_.end(), 0u);
  const auto earlier = [&events](std::uint32_t a, std::uint32_t b) { return events[a].time() < events[b].time(); };
  place_.resize(order_.size());
  const bool sorted = std::is_sorted(order_.begin(), order_.end(), earlier);
  if (!sorted) std::sort(order_.begin(), order_.end(), earlier);
  for (std::uint32_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
  if (sorted) return;
  const auto moved = [this](std::uint32_t& index) {
    if (index != kNoEvent) index = place_[index];
  };
  const std::vector<TraceEvent> by_log = events;
  for (std::uint32_t i = 0; i < order_.size(); ++i) {
    events[i] = by_log[order_[i]];
    moved(events[i].partner);
  }
  for (TraceRoutine& routine : trace_.routines) {
    moved(routine.fork);
    for (std::uint32_t& event : routine.events) moved(event);
  }
  for (std::uint32_t& event : unfinished_) moved(event);
}

/// Of go statements; and the first panic.
void ToldTrace::find_partners(const MachineState& state) {
  trace_.panic = Panic::none;
  trace_.panic_event = kNoEvent;
  trace_.panic_text.clear();
  for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
    TraceEvent& event = trace_.events[i];
    if (event.kind == Kind::fork && event.finished() && !trace_.routines[event.child].events.empty()) {
      event.partner = trace_.routines[event.child].events.front();
    }
    if (event.kind == Kind::panic && trace_.panic_event == kNoEvent) {
      trace_.panic_event = i;
      trace_.panic = state.routines[event.routine].operation->panic;
      trace_.panic_text = state.run->panic_text(event.routine);
    }
  }
}

void ToldTrace::tell_objects(const MachineState& state) {
  trace_.objects.resize(state.objects.count());
  for (Object o = 0; o < state.objects.count(); ++o) {
    TraceObject& told = trace_.objects[o];
    told.kind = state.objects[o].kind;
    told.capacity = state.objects[o].capacity;
    told.made_at = state.objects[o].made_at;
    told.id = std::to_string(o);
  }
  for (const std::uint32_t e : unfinished_) {
    if (e == kNoEvent) continue;
    const TraceEvent& event = trace_.events[e];
    if (event.kind != Kind::select) tell_unused(trace_.objects, event.object, kind_of_object(event.kind));
    for (std::uint32_t c = 0; event.kind == Kind::select && c < event.case_count; ++c) {
      tell_unused(trace_.objects, trace_.cases[event.first_case + c].channel, ObjectKind::channel);
    }
  }
}

}  // namespace graphfuzz::go
