// The cuts of the weak-memory fuzzer, for Go: from an execution and one changed choice to a prefix.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graphfuzz/explore/go/dependence.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz::go {

/// What an execution is to begin with.
struct GoPrefix {
  std::vector<Step> steps;  ///< as far as they are possible
  Step change;              ///< then this; if it is not possible, …
  Name routine = kNoName;   ///< … any step of this goroutine that is
};

/// A choice to change: the operation comes before the step, or, if it is the step's own, another step is taken there.
struct GoChange {
  Reordering reordering;
  std::optional<Step> alternative;
};

/// The steps that a cut keeps after the change (spec/weak-memory-fuzzing.tex, with happens-before for porf, and the
/// step f, before which the operation w is to come, for the read that changes its source):
///  - revisit: what was taken before f, and what w comes after without f;
///  - minimal: what f and w come after;
///  - maximal: everything that does not come after f.
/// Closed under what comes before. O(steps).
void cut(const Dependence& execution, const GoChange& change, Cut kind, std::vector<bool>& kept);

/// Chooses changes at random and makes prefixes of them. Not thread-safe.
class GoMutator {
 public:
  /// `machine` runs the program that the executions come from; the mutator replays them with it.
  GoMutator(Machine& machine, Random& random) : execution_(machine), random_(random) {}

  /// Takes up an execution: `mutate` is about it.
  void analyse(std::span<const Step> steps) { execution_.replay(steps); }
  /// Changes one choice of the execution, preferably in a way that it has not been asked for before, and cuts. Nothing
  /// if there is no choice.
  std::optional<GoPrefix> mutate(Cut kind);

  /// Writes one value: the changes made before.
  void save(store::Writer& out) const;
  void load(const store::Value& saved);

 private:
  std::optional<GoChange> draw();
  std::optional<GoChange> candidate();
  std::uint64_t key(const GoChange& change) const;

  Dependence execution_;
  Random& random_;
  boost::unordered_flat_set<std::uint64_t> proposed_;  // changes made before
  std::vector<bool> kept_;
};

}  // namespace graphfuzz::go
