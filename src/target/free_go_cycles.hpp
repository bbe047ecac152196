// Goroutines of a program that runs freely that wait for each other's locks in a circle: one bug, and not a leak each.
#pragma once

#include <vector>

#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

inline constexpr const char* kCyclicDeadlock = "cyclic deadlock";

struct LockCycles {
  std::vector<Finding> findings;  ///< one for each circle; their places are those of who is in it
  std::vector<bool> kept;         ///< by goroutine: is it in a circle, or waits for a lock of somebody who is kept?
};
LockCycles lock_cycles(const Trace& trace);

}  // namespace graphfuzz::go
