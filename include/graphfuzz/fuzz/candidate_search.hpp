// CandidateSearch: the search for models whose graphs cannot be built event by event, each read after its source.
//
// Graphs are put together first and judged after. `exhaustive` and `optimal` enumerate them, each once, the workers
// sharing what is left; all other strategies draw them at random, by mutation of those seen before, each worker for
// itself.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "graphfuzz/explore/candidate_sampler.hpp"
#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

/// What the text of a model promises about candidates; the defaults, which are right for all, if there is no text.
CandidateOptions candidate_options(const MemoryModel& model);

class CandidateSearch final : public Search {
 public:
  /// What is taken down of the graphs. Those that are enumerated are distinct without a look at them.
  struct Record {
    bool graphs;  ///< in the counts; and their rf pairs
    bool rf;      ///< their rf identities
  };

  /// `program`, `frontier` and `counts` must outlive the search. Searches that enumerate share the frontier; others do
  /// not use it. Throws std::invalid_argument for programs that start threads.
  CandidateSearch(const Program& program, std::unique_ptr<MemoryModel> model, const FuzzOptions& options, Record record,
                  CandidateFrontier& frontier, GraphCounts& counts, std::uint64_t seed);

  /// A step makes a bounded number of attempts. Attempts that draw an execution that is blocked or truncated are
  /// executions; so is, as a blocked one, a long row of attempts that led to no candidate, lest a campaign that is to
  /// end after so many executions never ends.
  Execution step() override;

  const ExecutionGraph& graph() const override { return enumerator_ ? enumerator_->graph() : sampler_->graph(); }
  std::span<const Failure> failures() const override;
  std::span<const Race> races() const override { return {}; }
  std::span<const Value> state() override { return enumerator_ ? enumerator_->state() : sampler_->state(); }
  const RfPairs& pairs() const override { return pairs_; }
  std::size_t corpus_size() const override { return 0; }
  /// What is left of the enumeration is left to the others.
  void flush() override;

  /// How much of the enumeration is done, by all; 0 if graphs are drawn.
  double covered() const { return enumerator_ ? enumerator_->covered() : 0; }

 private:
  Execution enumerate();
  Execution draw();
  void count(Execution& execution);

  const Program& program_;
  const std::unique_ptr<MemoryModel> model_;
  Record record_;
  CachedGraphCounts counts_;
  RfPairs pairs_;
  std::optional<CandidateEnumerator> enumerator_;
  std::optional<CandidateSampler> sampler_;
  bool found_ = false;  // did the last step build a graph?
  std::uint64_t fruitless_ = 0;
};

}  // namespace graphfuzz
