// The engine of tree searches under a memory model: an Explorer and the Frontier of what is left.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/fuzz/memory/engine.hpp"
#include "graphfuzz/fuzz/memory/frontier.hpp"
#include "graphfuzz/fuzz/tree_search.hpp"

namespace graphfuzz {

class MemoryTreeEngine : public MemoryEngine<Explorer> {
 public:
  /// Of one execution, unless the search is depth-first.
  static constexpr Explorer::Effort kEffort{.siblings = 128};

  /// With `rarity`, how often rf pairs were seen decides which values are read, and what is rare.
  MemoryTreeEngine(Random& random, const MemorySubject& subject, Frontier& frontier, unsigned worker, bool rarity,
                   std::uint64_t walk_seed, const Explorer::Effort& effort = kEffort)
      : MemoryTreeEngine(random, subject, subject.model(), frontier, worker, rarity, walk_seed, effort) {}

  StepKind explore();
  Ending ending() const { return ending_; }
  void settle();
  double walk();
  void save(store::Writer& out, Extent extent) const;
  void load(const store::Value& saved);
  std::uint64_t work() const { return source_.work(); }
  std::uint64_t walk_work() const { return walker_.work(); }
  Left left() const { return {.kept = frontier_.size(), .covered = frontier_.covered(), .shared = true}; }
  bool add_pairs(Pairs& pairs) {
    pair_counts_->add(source_.graph());
    return MemoryEngine::add_pairs(pairs);
  }

 private:
  MemoryTreeEngine(Random& random, const MemorySubject& subject, std::unique_ptr<MemoryModel> model, Frontier& frontier,
                   unsigned worker, bool rarity, std::uint64_t walk_seed, const Explorer::Effort& effort);
  MemoryTreeEngine(Random& random, const MemorySubject& subject, std::unique_ptr<MemoryModel> model,
                   std::unique_ptr<RandomStrategy> strategy, std::unique_ptr<PairCounts> pair_counts,
                   Frontier& frontier, unsigned worker, bool rarity, std::uint64_t walk_seed,
                   const Explorer::Effort& effort);

  /// What is to be again if a subtree is given back.
  struct Before {
    std::size_t left;
    Random random;
    std::uint64_t work;
  };

  StepKind explore_next();
  Before now() const;
  void give_back(Branch branch, const Before& before);
  Frontier::State take(Branch& branch);
  std::size_t choose(std::span<const Branch> children);
  // How often the pairs that the branch begins with have been seen: first of all the value, then where it is from. Of
  // those never seen the one from the older event: stale values are what programs expect least.
  double cost(const Branch& branch) const {
    const double age = branch.step.source_thread == kInitThread ? 0 : branch.step.source_index;
    return (*pair_counts_)(branch.value_pair) + 1e-3 * (*pair_counts_)(branch.pair) + 1e-13 * age;
  }

  Random& random_;
  std::unique_ptr<MemoryModel> model_;
  std::unique_ptr<RandomStrategy> strategy_;
  std::unique_ptr<PairCounts> pair_counts_;
  Frontier& frontier_;
  unsigned worker_;
  Explorer::Effort effort_;
  std::vector<Branch> left_;
  Ending ending_ = Ending::complete;

  std::unique_ptr<MemoryModel> walk_model_;
  Random walk_random_;
  RandomStrategy walk_strategy_;
  Explorer walker_;
};

using MemoryTreeSearch = TreeSearch<MemoryTreeEngine>;

}  // namespace graphfuzz
