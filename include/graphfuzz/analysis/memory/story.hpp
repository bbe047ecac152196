// The story of an execution graph under a memory model.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "graphfuzz/analysis/story.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/place.hpp"
#include "graphfuzz/program/program.hpp"
#include "graphfuzz/program/question.hpp"

namespace graphfuzz {

/// Rows are the events in the order in which they were added. Arrows: po, rf, mo, fr and asw (starts and joins of
/// threads), immediate edges only; of mo the edge from an initial write is left out, as it says nothing. `alarming`:
/// what went wrong, besides failed assertions. The cycle of a `violation` is bold. O(size) but for the places of writes
/// in mo.
Story tell(const ExecutionGraph& graph, const Program& program, std::span<const Slot> alarming = {},
           const Violation* violation = nullptr);

/// The event as arrows of such a story name it.
inline std::uint32_t end_of_arrow(const ExecutionGraph& graph, Slot slot) {
  return graph.is_initial(slot) ? Story::kInitial + slot : slot - graph.locations();
}

/// What a thread reads again and again, in an iteration that is not in the graph.
struct WaitToTell {
  ThreadId thread;
  Location location;
  bool lock;  ///< it asks for a mutex
};

/// Adds to the story of the graph the reads of threads that wait for ever, from what is last in mo.
void add_waiting(Story& story, const ExecutionGraph& graph, const Program& program, std::span<const WaitToTell> waits);

/// Where in the source events are, in a story of the whole graph: the innermost of the places that `stack` tells of an
/// event, but for those in the system's headers, if there are others.
void add_places(Story& story, const ExecutionGraph& graph, const std::function<Stack(EventId)>& stack);

/// Makes the story of a complete graph one about its final state: about the last reads of the threads whose registers
/// the question is about, and the last writes of its locations.
void tell_state(Story& story, const ExecutionGraph& graph, const Question& question);

/// The events that take part in a data race under `model`, whose state is lost.
std::vector<Slot> racing_events(const ExecutionGraph& graph, MemoryModel& model);

}  // namespace graphfuzz
