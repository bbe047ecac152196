#include "graphfuzz/fuzz/tree_search.hpp"

#include <algorithm>

namespace graphfuzz {
namespace {

// The walks that estimate the size of the tree: so many at first, and then one for so many steps, or for such a part of
// the steps so far if that is more. A walk costs as much as several steps, as it begins at the root.
constexpr std::uint64_t kFirstWalks = 32;
constexpr std::uint64_t kStepsPerWalk = 64;
constexpr std::uint64_t kPartPerWalk = 256;

}  // namespace

TreeSearch::TreeSearch(const Program& program, const ModelMaker& model, Frontier& frontier, unsigned worker,
                       Record record, GraphCounts& counts, std::uint64_t seed)
    : program_(program),
      frontier_(frontier),
      worker_(worker),
      record_(record),
      model_(model()),
      random_(seed),
      strategy_(random_),
      explorer_(program, *model_, strategy_, record.graphs ? &pair_counts_ : nullptr),
      counts_(counts),
      walk_model_(model()),
      walk_random_(~seed),
      walk_strategy_(walk_random_),
      walker_(program, *walk_model_, walk_strategy_) {}

Execution TreeSearch::step() {
  Execution execution;
  Branch branch;
  switch (frontier_.take(worker_, random_, branch, [this](const Branch& b) { return cost(b); })) {
    case Frontier::State::taken:
      break;
    case Frontier::State::nothing_now:
      execution.kind = StepKind::idle;
      return execution;
    case Frontier::State::exhausted:
      execution.kind = StepKind::exhausted;
      return execution;
  }
  const std::optional<Ending> ending = explorer_.explore(branch, left_);
  const double share = explorer_.share();
  covered_ += share;
  if (++steps_ == kFirstWalks || steps_ == next_walk_) walk();
  if (!ending) {
    execution.kind = StepKind::vain;
  } else {
    execution.ending = *ending;
    if (*ending == Ending::complete) count(execution);
  }
  frontier_.put(worker_, left_, share, [this](const Branch& b) { return cost(b); });
  return execution;
}

void TreeSearch::count(Execution& execution) {
  execution.filtered = program_.filters() && !program_.keeps(explorer_.state());
  if (execution.filtered) return;
  execution.new_graph = true;
  if (record_.graphs || record_.rf) {
    const Fingerprints prints = fingerprint(explorer_.graph());
    if (record_.graphs) execution.new_graph = counts_.add(prints.graph).new_graph;
    if (execution.new_graph) counts_.add_rf(prints.rf);
  }
  if (record_.graphs) {
    pairs_.add(explorer_.graph());
    pair_counts_.add(explorer_.graph());
  }
  execution.outcome = fingerprint(explorer_.state());
  execution.new_outcome = counts_.add_outcome(execution.outcome);
}

void TreeSearch::walk() {
  const std::uint64_t walks = steps_ == kFirstWalks ? kFirstWalks : 1;
  for (std::uint64_t i = 0; i < walks; ++i) {
    const std::optional<Ending> ending = walker_.walk(walk_random_);
    const bool counts = ending == Ending::complete && (!program_.filters() || program_.keeps(walker_.state()));
    size_.add(counts ? 1 / walker_.share() : 0);
  }
  next_walk_ = std::max((steps_ / kStepsPerWalk + 1) * kStepsPerWalk, steps_ + steps_ / kPartPerWalk);
}

}  // namespace graphfuzz
