// The log of what happened, of which the trace is made.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/go/routines.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// Events in the order in which they were begun to be told: one that takes several steps ends after others that follow.
class EventLog {
 public:
  void clear();

  /// The next moment of the trace's time.
  std::uint64_t moment() { return ++time_; }
  /// The last one.
  std::uint64_t now() const { return time_; }
  /// What `r` has done: from when its pending operation began to this moment.
  TraceEvent& add(Routine r, const RoutineState& state, Kind kind, Object object);
  /// The same, of the pending operation itself.
  TraceEvent& add_pending(Routine r, const RoutineState& state, Object object);
  /// Ends an event once more, or for the first time, at this moment and its goroutine's present tick.
  void end(std::uint32_t event, std::uint32_t ticks);

  TraceEvent& operator[](std::uint32_t event) { return events_[event]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(events_.size()); }
  std::uint32_t last() const { return size() - 1; }
  const std::vector<TraceEvent>& events() const { return events_; }
  const std::vector<TraceCase>& cases() const { return cases_; }
  /// The clock of the event's goroutine at its end.
  std::uint32_t ticks(std::uint32_t event) const { return ticks_[event]; }

 private:
  std::uint64_t time_ = 0;
  std::vector<TraceEvent> events_;
  std::vector<std::uint32_t> ticks_;  // by event
  std::vector<TraceCase> cases_;
};

/// Adds what is particular to a select.
void describe_select(TraceEvent& event, std::vector<TraceCase>& cases, const Operation& operation);

}  // namespace graphfuzz::go
