// CutSearch: the fuzzing loop of spec/weak-memory-fuzzing.tex for Go programs. An execution begins with a prefix from
// the corpus and goes on at random; an interesting graph is cut into new prefixes.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <memory>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/corpus.hpp"
#include "graphfuzz/fuzz/cut_chooser.hpp"
#include "graphfuzz/fuzz/go/cuts.hpp"
#include "graphfuzz/fuzz/go/search.hpp"

namespace graphfuzz::go {

/// Which operation has been seen right after which on an object, or received from which, by goroutine and position.
class GoPairs {
 public:
  /// Adds the pairs of an execution; returns whether one of them is new. O(events).
  bool add(const Machine& machine);
  std::size_t size() const { return pairs_.size(); }

 private:
  boost::unordered_flat_set<std::uint64_t> pairs_;
  std::vector<std::uint32_t> last_;  // by object: the last event on it
};

class CutSearch final : public GoSearch {
 public:
  /// Of `fuzz` the strategy (revisit, minimal, maximal, or mix), the feedback, the size of the corpus and the number of
  /// mutations count. `program` and `counts` must outlive the search.
  CutSearch(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names,
            const FuzzOptions& fuzz, GraphCounts& counts, std::uint64_t seed, Identity identity = Identity::graph);

  GoExecution step() override;
  const Machine& machine() const override { return machine_; }
  std::span<const Step> steps() const override { return steps_; }
  std::size_t corpus_size() const override { return corpus_.size(); }
  void flush() override { counts_.flush(); }

 private:
  void follow(const GoPrefix& prefix);
  bool interesting(const GoExecution& execution);
  void mutate();

  FuzzOptions options_;
  Identity identity_;
  Machine machine_;
  Machine mutating_;  // replays, so that the other one stays at the end of the execution
  Random random_;
  CachedGraphCounts counts_;
  CorpusOf<GoPrefix> corpus_;
  CutChooser cuts_;
  GoMutator mutator_;
  GoPairs pairs_;
  std::vector<Step> steps_;
};

}  // namespace graphfuzz::go
