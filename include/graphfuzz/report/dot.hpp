// Execution graphs as Graphviz pictures: a column per thread, time downwards.
#pragma once

#include <string>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

struct Picture {
  std::string title;                     ///< first line above the picture
  std::string subtitle;                  ///< second line, may be empty
  std::vector<Slot> highlighted;         ///< drawn in red; failed assertions always are
  const Violation* violation = nullptr;  ///< its cycle is drawn bold, if given
};

/// A DOT file that pins its own layout (neato's): `dot -Tsvg` shows a column per thread, below the initial writes that
/// are read. po is black, rf green, mo brown, fr red and dashed, thread starts and joins (asw) grey; only immediate
/// edges. An event is below all that are porf-before it. The first mo edge of a location, from its initial write, is
/// left out as it says nothing, unless it is part of the violation's cycle.
std::string to_dot(const ExecutionGraph& graph, const Program& program, const Picture& picture);

/// The events that take part in a data race under `model`, whose state is lost.
std::vector<Slot> racing_events(const ExecutionGraph& graph, MemoryModel& model);

}  // namespace graphfuzz
