// The trace that is made of the log of an execution when somebody asks.
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

struct MachineState;

/// Sorted by time, with what was begun and never finished. Keeps its memory.
class ToldTrace {
 public:
  const Trace& tell(const MachineState& state);

  // Of the trace told last: the event that an event of the log has become, and what a goroutine has not finished.
  std::uint32_t event(std::uint32_t logged) const { return place_[logged]; }
  std::uint32_t unfinished(Routine r) const { return unfinished_[r]; }

 private:
  void tell_routines(const MachineState& state);
  void tell_unfinished(const MachineState& state);
  void sort_by_time();
  void find_partners(const MachineState& state);
  void tell_objects(const MachineState& state);

  Trace trace_;
  std::vector<std::uint32_t> order_;       // by time
  std::vector<std::uint32_t> place_;       // of the events of the log, followed by the unfinished
  std::vector<std::uint32_t> unfinished_;  // by routine
};

}  // namespace graphfuzz::go
