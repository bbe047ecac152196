// Events in words: the spelling that listings, explanations and pictures share.
#pragma once

#include <string>
#include <string_view>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

/// "na", "rlx", "acq", "rel", "acq_rel", "sc".
std::string_view short_name(MemoryOrder order);

/// What an event does: "W x=1 rlx", "R x=0 acq", "U x=0->1 sc", "F sc", "join P1", "error: f.litmus:7:3: …".
/// `program` gives names to locations, pointers and messages.
std::string describe(const Label& label, const Program& program);

/// The same with its thread: "P0: W x=1 rlx", "initial x=0".
std::string describe(const ExecutionGraph& graph, Slot slot, const Program& program);

}  // namespace graphfuzz
