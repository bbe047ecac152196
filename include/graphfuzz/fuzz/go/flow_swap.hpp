// The flow mutation: of two operations that happen-before does not order, delay the one that came first.
// spec/flow-changing-operations.md, "Implementations".
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// Two operations on the same object, of different routines: Do on a Once of which the first was the winner and the
/// second was not; a try to get a lock that failed, and how the one that held it got it, which need not have been a
/// try; sends, or receives, of which the first was executed.
struct FlowSwap {
  std::uint32_t first = kNoEvent;   ///< to be delayed
  std::uint32_t second = kNoEvent;  ///< that it may come first; the earliest of all that might
};

/// All operations that are worth a delay, in the trace's order. `order` are strong clocks. O(events × routines).
///
/// Two operations on one object are usually ordered by their very meeting on it: who loses a Once waits for the winner.
/// What counts is whether the second was bound to come later before it got there: so its clock is that of the operation
/// before it in its routine.
std::vector<FlowSwap> flow_swaps(const Trace& trace, const HappensBefore& order);

}  // namespace graphfuzz::go
