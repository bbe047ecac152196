// Mutations: from a graph and one changed choice to a prefix.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/pairs.hpp"

namespace graphfuzz {

/// A choice to change: the event R (a read or update) reads from S instead, or the event R (a write) follows S in mo. A
/// weak compare-exchange may also go on reading from S, and fail where it succeeded or succeed where it failed.
struct Change {
  Slot event = kNoSlot;   ///< R
  Slot source = kNoSlot;  ///< S, not porf-after R
  bool fails = false;     ///< R is a weak compare-exchange that is to fail, whatever it reads
};

/// The events that a cut keeps of a graph after the change of R's source to S, R itself excepted
/// (spec/weak-memory-fuzzing.tex; stamps are slots):
///  - revisit: what is older than R, and, if S is newer than R, the porf prefix of S;
///  - minimal: the porf prefixes of R and S;
///  - maximal: everything but the porf successors of R.
/// Closed under porf. O(size × threads).
void cut(const ExecutionGraph& graph, Change change, Cut kind, std::vector<bool>& kept);

/// The prefix that builds the kept events in the order of addition, and then R with its new source.
Prefix make_prefix(const ExecutionGraph& graph, Change change, const std::vector<bool>& kept);

/// Chooses changes at random and makes prefixes of them. Not thread-safe.
class Mutator {
 public:
  /// `check` runs the same program under the same model as the graphs come from; it is used to discard prefixes that
  /// are not consistent.
  Mutator(Executor& check, Random& random) : check_(check), random_(random) {}

  /// Where the graphs to come have, or may have, weak compare-exchanges is asked of `executor`. Without one, their
  /// failures are no choice to change.
  void ask_for_weak(const Executor& executor) { weak_ = &executor; }

  /// Changes one choice of the graph, preferably to an rf pair that was never seen (they are in `seen`) nor asked for
  /// by an earlier mutation, and cuts it. If an update that reads from S is in the way of the update R, it is cut as
  /// well. Nothing if the graph has no choice to change, or those drawn give no consistent prefix.
  std::optional<Prefix> mutate(const ExecutionGraph& graph, Cut kind, const Pairs& seen);

  void save(store::Writer& out) const { proposed_.save(out); }
  void load(const store::Value& saved) { proposed_.load(saved); }

 private:
  std::optional<Change> draw(const ExecutionGraph& graph, const Pairs& seen);
  std::optional<Prefix> apply(const ExecutionGraph& graph, Change change, Cut kind);
  bool plausible(const ExecutionGraph& graph, Change change) const;
  bool is_new(const ExecutionGraph& graph, Change change, const Pairs& seen) const;

  Executor& check_;
  Random& random_;
  const Executor* weak_ = nullptr;
  Pairs proposed_;  // what earlier mutations asked for; of an event with itself: to succeed or fail instead
  std::vector<bool> kept_;
};

}  // namespace graphfuzz
