// Names for goroutines of which nobody recorded who started them.
#pragma once

#include <span>

#include "graphfuzz/program/go/graph.hpp"

namespace graphfuzz::go {

/// Gives every goroutine without a parent a key that depends on what it did, and with whom, alone: colour refinement
/// on po and on who changed an object last, forwards and backwards. Those that stay alike are, as a rule, mirror images
/// of each other. O(events).
void name_anonymous_routines(std::span<const GraphEvent> events, std::span<RoutineOrigin> routines);

}  // namespace graphfuzz::go
