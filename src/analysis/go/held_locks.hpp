// Which locks each goroutine has, while the events of a trace are gone through.
#pragma once

#include <compare>
#include <vector>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

struct Held {
  Object lock;
  bool reads;
  friend auto operator<=>(const Held&, const Held&) = default;
};

/// What is asked for by an operation that locks, or tries to.
Held wanted_by(const TraceEvent& event);

class HeldLocks {
 public:
  explicit HeldLocks(std::size_t routines) : held_(routines) {}

  /// The event, which is one of a lock, has happened, if it has.
  void take_down(const TraceEvent& event);
  /// Sorted.
  const std::vector<Held>& of(Routine routine) const { return held_[routine]; }

 private:
  std::vector<std::vector<Held>> held_;
};

}  // namespace graphfuzz::go
