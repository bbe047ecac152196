// Makes an execution that shows a bug easier to read: fewer events, fewer reads of stale values, fewer switches.
#pragma once

#include <cstdint>
#include <optional>

#include "graphfuzz/explore/prefix.hpp"
#include "graphfuzz/fuzz/memory/engine.hpp"
#include "graphfuzz/fuzz/minimised.hpp"

namespace graphfuzz {

/// Looks for easier executions that show the same bug as `prefix` does (`bug`, if it is among its findings; or else the
/// first of them that is no remark; or else the first): without what a thread does until it comes to the same again;
/// without an event and all that follows of it; with a read of what is newer; without some of the steps, as long as the
/// others can be taken (as Zeller's and Hildebrandt's ddmin does, TSE 2002); with the events in another order; with
/// what a thread does in one go next to what it does before or after that, where what read the last value still does.
/// What is missing then is filled up without switches where none is needed. Whatever is easier is what it goes on from,
/// until nothing is, or `most` executions were tried: so that the result is easiest among its neighbours, not among all
/// executions. When it is stopped (stop_point), the easiest so far is the result. None has more events than `prefix`
/// leads to, nor is truncated if that is not. Nothing if `prefix` cannot be taken. O(events × threads) executions for
/// each step forward, and of reads as many as there are newer writes.
std::optional<Minimised> minimise(const MemorySubject& subject, const Prefix& prefix, std::uint64_t most,
                                  const std::optional<FindingKey>& bug = {}, Ease ease = Ease::fewest_events);

/// Do such events come without a choice, so that no switch to them counts?
bool comes_without_choice(EventKind kind);

/// Is it a read of what is no longer the last value, or a write that comes before others in mo, the slots being the
/// order in which things happened?
bool is_surprise(const ExecutionGraph& graph, Slot slot);

/// How hard the graph is to read, its slots being the order of its lines.
Difficulty difficulty(const ExecutionGraph& graph);

/// The same graph, which must be acyclic in porf, its slots in an order with few switches that begins with `first` if
/// possible: in one in which every read reads what is last, if there is such an order, and else in one that extends
/// porf.
ExecutionGraph in_readable_order(const ExecutionGraph& graph, ThreadId first);

}  // namespace graphfuzz
