// What distinguishes two runs of one program: where their execution graphs part. And which of many runs are the same
// graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// What one run did at a place where two part. Events are indices into the run's Trace::events.
struct Deed {
  /// What the goroutine did next; kNoEvent: nothing any more. One that did not finish is what it was blocked in.
  std::uint32_t event = kNoEvent;
  bool happened = false;             ///< it took effect
  std::uint32_t partner = kNoEvent;  ///< of a channel operation or a Wait: who sent, received, closed, signalled
  std::uint32_t after = kNoEvent;    ///< the last change of its object before it; kNoEvent: it was the first
};

enum class DifferenceKind : std::uint8_t {
  choice,   ///< the goroutine did something else, or with another result
  partner,  ///< the same operation met, or received from, another one
  order,    ///< the same operation came at another place in the order of its object
  missing   ///< only one run did it
};

/// One goroutine that did in one run what it did not in the other, though all that had happened before it was the same.
struct RunDifference {
  DifferenceKind kind = DifferenceKind::choice;
  Routine routine[2] = {kNoRoutine, kNoRoutine};  ///< in the first and the second run; kNoRoutine: it is not there
  std::uint32_t previous = kNoEvent;              ///< the last thing it did in both; as the first run has it
  Deed deed[2];
};

struct Difference {
  /// Where the runs part, in an order that extends happens-before: each is concurrent with, or after, those before it.
  std::vector<RunDifference> first;
  std::size_t common = 0;       ///< events of the graphs that, with all their causes, are the same
  std::size_t own[2] = {0, 0};  ///< events that only the one (the other) run has
  /// By Object of the second run: the same one in the first; kNoObject if they have done nothing to it in common.
  std::vector<Object> counterpart;
  bool same() const { return first.empty(); }
};

/// The two graphs are compared from their beginnings: what is common is the largest prefix, closed under program order
/// and causes, that both have; the runs part where something could follow in one of them that does not in the other.
/// Goroutines are matched by the go statements that lead to them; those of which no start was recorded by what they do
/// first. O(events log events). Throws std::length_error as trace_graph does.
Difference difference(const Trace& a, const Trace& b);

/// Runs with the same graph: indices into `graphs`, ascending. Largest groups first, then by first run.
std::vector<std::vector<std::size_t>> same_graphs(std::span<const Fingerprint> graphs);

}  // namespace graphfuzz::go
