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
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {

/// One worker's fuzzer. Not thread-safe; several may share one GraphCounts.
class Fuzzer final : public Search {
 public:
  /// `program` and `counts` must outlive the fuzzer. Throws std::invalid_argument for an unknown model.
  Fuzzer(const Program& program, const ModelMaker& model, const FuzzOptions& options, Identity identity,
         GraphCounts& counts, std::uint64_t seed);
  Fuzzer(const Program& program, std::string_view model, const FuzzOptions& options, Identity identity,
         GraphCounts& counts, std::uint64_t seed)
      : Fuzzer(
            program, [model] { return make_model(model); }, options, identity, counts, seed) {}

  /// There always is a next one.
  Execution step() override;

  const ExecutionGraph& graph() const override { return executor_.graph(); }
  std::span<const Failure> failures() const override { return executor_.failures(); }
  std::span<const Race> races() const override { return executor_.races(); }
  std::span<const Value> state() override { return executor_.state(); }
  const RfPairs& pairs() const override { return feedback_.pairs(); }
  std::size_t corpus_size() const override { return corpus_.size(); }
  void flush() override { counts_.flush(); }

  Executor& executor() { return executor_; }
  const Corpus& corpus() const { return corpus_; }

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
