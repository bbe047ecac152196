// The fuzzer: algorithm 1 of spec/weak-memory-fuzzing.tex, one execution at a time.
//
//   pick a prefix from the prefix set, or none if it is empty
//   replay it, and go on at random to a whole execution graph
//   if the graph is interesting (feedback), mutate it: change the rf source of a read or the mo place of a write, cut
//   what no longer holds, and add the prefixes that remain to the set
//   add the graph to the graphs
//
// Whether a prefix goes on being picked depends on what its executions bring (corpus).
#pragma once

#include <memory>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/fuzz/corpus.hpp"
#include "graphfuzz/fuzz/cut_chooser.hpp"
#include "graphfuzz/fuzz/feedback.hpp"
#include "graphfuzz/fuzz/mutator.hpp"
#include "graphfuzz/fuzz/options.hpp"

namespace graphfuzz {

/// One execution, as the fuzzer reports it. The graph and the rest are in Fuzzer::executor() until the next.
struct Execution {
  Ending ending = Ending::complete;
  bool filtered = false;     ///< complete, but dropped by the program's filter
  bool new_graph = false;    ///< complete, kept by the filter, and not seen before
  bool new_outcome = false;  ///< the same for its final state
  Fingerprint outcome{};     ///< of the final state, if new_graph
};

/// One worker's fuzzer. Not thread-safe; several may share one GraphCounts.
class Fuzzer {
 public:
  /// `program` and `counts` must outlive the fuzzer. Throws std::invalid_argument for an unknown model.
  Fuzzer(const Program& program, std::string_view model, const FuzzOptions& options, Identity identity,
         GraphCounts& counts, std::uint64_t seed);

  /// Runs one execution.
  Execution step();

  Executor& executor() { return executor_; }
  const Corpus& corpus() const { return corpus_; }
  /// Hands over what is not yet in the shared counts.
  void flush() { counts_.flush(); }

 private:
  const Prefix& pick_prefix();
  bool count(Execution& execution);
  void mutate();

  const Program& program_;
  FuzzOptions options_;
  Identity identity_;
  std::unique_ptr<MemoryModel> model_;
  std::unique_ptr<MemoryModel> check_model_;
  Executor executor_;
  Executor check_executor_;
  Random random_;
  RandomStrategy strategy_;
  CachedGraphCounts counts_;
  Feedback feedback_;
  Corpus corpus_;
  CutChooser cuts_;
  Mutator mutator_;
  Prefix none_;
  std::size_t picked_ = 0;
  bool from_prefix_ = false;
};

}  // namespace graphfuzz
