// TreeSearch: a search that never builds a graph twice, and knows when it has built them all.
//
// It keeps the subtrees of the tree of executions (explore/explorer.hpp) that it has not explored. A step takes one of
// them, follows it to one execution, choosing at random, and keeps what branches off. Which subtree is next decides
// whether this is a fuzzer or a model checker: the largest ones first spreads the executions over the whole space; the
// newest first (depth-first) goes through it in order, with little memory.
#pragma once

#include <memory>

#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/fuzz/frontier.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/options.hpp"
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/fuzz/tree_size.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {

class TreeSearch final : public Search {
 public:
  /// What is taken down of the graphs, which are distinct without a look at them.
  struct Record {
    bool pairs;  ///< their rf pairs, which also decide what is rare
    bool rf;     ///< their rf identities, in the counts
  };
  /// Of one execution, unless the search is depth-first.
  static constexpr Explorer::Effort kEffort{.siblings = 128};

  /// `program`, `frontier`, which the workers share, and `counts` must outlive the search. Throws std::invalid_argument
  /// for an unknown model.
  TreeSearch(const Program& program, const ModelMaker& model, Frontier& frontier, unsigned worker, Record record,
             GraphCounts& counts, std::uint64_t seed, const Explorer::Effort& effort = kEffort);
  TreeSearch(const Program& program, std::string_view model, Frontier& frontier, unsigned worker, Record record,
             GraphCounts& counts, std::uint64_t seed, const Explorer::Effort& effort = kEffort)
      : TreeSearch(
            program, [model] { return make_model(model); }, frontier, worker, record, counts, seed, effort) {}

  Execution step() override;

  const ExecutionGraph& graph() const override { return explorer_.graph(); }
  std::span<const Failure> failures() const override { return explorer_.failures(); }
  std::span<const Race> races() const override { return explorer_.races(); }
  std::span<const Value> state() override { return explorer_.state(); }
  const RfPairs& pairs() const override { return pairs_; }
  std::size_t corpus_size() const override { return 0; }
  void flush() override { counts_.flush(); }

  /// The probability of all leaves built so far, if children were chosen uniformly: how much of the tree is done.
  double covered() const { return covered_; }
  /// How much was done for the executions so far (Explorer::work).
  std::uint64_t work() const { return explorer_.work(); }
  /// An estimate of the number of graphs, from walks besides the executions.
  const TreeSize& tree_size() const { return size_; }

 private:
  Frontier::State take(Branch& branch);
  std::size_t choose(std::span<const Branch> children);
  void count(Execution& execution);
  void walk();
  // How often the pairs that the branch begins with have been seen: first of all the value, then where it is from. Of
  // those never seen the one from the older event: stale values are what programs expect least.
  double cost(const Branch& branch) const {
    const double age = branch.step.source_thread == kInitThread ? 0 : branch.step.source_index;
    return pair_counts_(branch.value_pair) + 1e-3 * pair_counts_(branch.pair) + 1e-13 * age;
  }

  const Program& program_;
  Frontier& frontier_;
  unsigned worker_;
  Record record_;
  std::unique_ptr<MemoryModel> model_;
  Random random_;
  RandomStrategy strategy_;
  PairCounts pair_counts_;
  Explorer explorer_;
  CachedGraphCounts counts_;
  RfPairs pairs_;
  Explorer::Effort effort_;
  std::vector<Branch> left_;
  double covered_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t next_walk_ = 0;  // the number of steps at which it is due

  std::unique_ptr<MemoryModel> walk_model_;
  Random walk_random_;
  RandomStrategy walk_strategy_;
  Explorer walker_;
  TreeSize size_;
};

}  // namespace graphfuzz
