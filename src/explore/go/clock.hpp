// Vector clocks over goroutines, and what is ordered by them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go {

/// By goroutine: how many of its operations are known. Shorter clocks know nothing of the rest, so that a program with
/// very many goroutines does not take the square of their number in memory.
using KnownTicks = std::vector<std::uint32_t>;

inline void join(KnownTicks& into, const KnownTicks& from) {
  if (into.size() < from.size()) into.resize(from.size(), 0);
  for (std::size_t i = 0; i < from.size(); ++i) into[i] = std::max(into[i], from[i]);
}

inline void raise(KnownTicks& clock, Routine routine, std::uint32_t ticks) {
  if (clock.size() <= routine) clock.resize(routine + 1, 0);
  clock[routine] = std::max(clock[routine], ticks);
}

}  // namespace graphfuzz::go
