// The same execution with other numbers: as another run would have named its goroutines, objects and positions.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::testing {

/// Goroutines (but the first), objects and positions in another order.
inline go::Trace renumbered(const go::Trace& trace, Random& random) {
  const auto shuffled = [&random](std::size_t n, std::size_t from) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = n; i > from + 1; --i) {
      std::swap(order[i - 1], order[from + random.below(static_cast<std::uint32_t>(i - from))]);
    }
    return order;
  };
  const auto routines = shuffled(trace.routines.size(), 1);
  const auto objects = shuffled(trace.objects.size(), 0);
  const auto positions = shuffled(trace.positions.size(), 0);
  go::Trace result = trace;
  for (std::size_t r = 0; r < routines.size(); ++r) {
    result.routines[routines[r]] = trace.routines[r];
    go::Routine& starter = result.routines[routines[r]].starter;
    if (starter != go::kNoRoutine) starter = routines[starter];
  }
  for (std::size_t o = 0; o < objects.size(); ++o) result.objects[objects[o]] = trace.objects[o];
  for (std::size_t p = 0; p < positions.size(); ++p) result.positions[positions[p]] = trace.positions[p];
  for (go::TraceEvent& event : result.events) {
    event.routine = routines[event.routine];
    if (event.child != go::kNoRoutine) event.child = routines[event.child];
    if (event.object != go::kNoObject) event.object = objects[event.object];
    if (event.position != go::kNoPosition) event.position = positions[event.position];
  }
  for (go::TraceCase& one : result.cases) {
    if (one.channel != go::kNoObject) one.channel = objects[one.channel];
  }
  return result;
}

}  // namespace graphfuzz::testing
