// Traces written down by hand, as the documents show them: an event a call, in the order in which they took effect.
#pragma once

#include <string>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go::testing {

class TraceMaker {
 public:
  TraceMaker() {
    trace.routines.emplace_back().id = 1;
    trace.outcome = Outcome::clean;
  }

  Object object(ObjectKind kind, std::uint64_t capacity = 0, int made_at = 0) {
    TraceObject o;
    o.kind = kind;
    o.capacity = capacity;
    if (made_at > 0) o.made_at = at(made_at);
    o.id = std::to_string(trace.objects.size());
    trace.objects.push_back(o);
    return static_cast<Object>(trace.objects.size() - 1);
  }
  Object channel(std::uint64_t capacity = 0, int made_at = 0) { return object(ObjectKind::channel, capacity, made_at); }
  Object mutex() { return object(ObjectKind::mutex); }

  /// A goroutine; its number.
  Routine fork(Routine parent, int line) {
    const std::uint32_t event = add(parent, Kind::fork, kNoObject, line);
    const auto child = static_cast<Routine>(trace.routines.size());
    trace.events[event].child = child;
    TraceRoutine routine;
    routine.fork = event;
    routine.id = child + 1;
    trace.routines.push_back(routine);
    return child;
  }

  std::uint32_t add(Routine routine, Kind kind, Object object, int line, bool finished = true) {
    TraceEvent e;
    e.routine = routine;
    e.kind = kind;
    e.object = object;
    e.position = at(line);
    e.begin = ++time_;
    e.end = finished ? time_ : 0;
    trace.events.push_back(e);
    const auto index = static_cast<std::uint32_t>(trace.events.size() - 1);
    trace.routines[routine].events.push_back(index);
    return index;
  }

  /// A select that took case `chosen` of these, or never finished.
  std::uint32_t select(Routine routine, std::vector<TraceCase> cases, int chosen, int line, bool has_default = false,
                       bool finished = true) {
    const std::uint32_t index = add(routine, Kind::select, kNoObject, line, finished);
    TraceEvent& e = trace.events[index];
    e.first_case = static_cast<std::uint32_t>(trace.cases.size());
    e.case_count = static_cast<std::uint32_t>(cases.size());
    e.chosen = chosen;
    e.has_default = has_default;
    trace.cases.insert(trace.cases.end(), cases.begin(), cases.end());
    return index;
  }

  /// The receive got what was sent.
  void match(std::uint32_t send, std::uint32_t receive) {
    trace.events[send].partner = receive;
    trace.events[receive].partner = send;
    const std::uint32_t pair = ++pairs_;
    trace.events[send].pair = trace.events[receive].pair = pair;
  }
  /// A send and a receive that match. The receiver was waiting already.
  void meet(Routine sender, int send_line, Routine receiver, int receive_line, Object channel) {
    const std::uint32_t sent = add(sender, Kind::send, channel, send_line);
    const std::uint32_t received = add(receiver, Kind::receive, channel, receive_line);
    trace.events[received].begin = trace.events[sent].begin;
    match(sent, received);
  }

  Trace trace;

 private:
  Position at(int line) {
    const std::string text = "f.go#" + std::to_string(line);
    for (Position p = 0; p < trace.positions.size(); ++p) {
      if (trace.positions[p] == text) return p;
    }
    trace.positions.push_back(text);
    return static_cast<Position>(trace.positions.size() - 1);
  }

  std::uint64_t time_ = 0;
  std::uint32_t pairs_ = 0;
};

}  // namespace graphfuzz::go::testing
