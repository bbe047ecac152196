// Goroutines that are left, as findings tell them.
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/program/go/operation.hpp"
#include "graphfuzz/program/place.hpp"

namespace graphfuzz::go {

struct LeftRoutine {
  Routine routine;  ///< by its lane
  Stack stack;      ///< `what`: where it was started, "started at f.go:12", if that is known
};

/// Their stacks, each with those who have it: "G2, G3, started at f.go:12". Without those that have no frames.
std::vector<Stack> told_once(std::span<const LeftRoutine> left);

}  // namespace graphfuzz::go
