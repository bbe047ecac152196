#include "graphfuzz/fuzz/tree_search.hpp"

#include <algorithm>
#include <cmath>

namespace graphfuzz {
namespace {

// The walks that estimate the size of the tree: so many at first, and then one for so many steps, or for such a part of
// the steps so far if that is more. A walk costs as much as several steps, as it begins at the root.
constexpr std::uint64_t kFirstWalks = 32;
constexpr std::uint64_t kStepsPerWalk = 64;
constexpr std::uint64_t kPartPerWalk = 256;
// Until walks are held to what executions cost.
constexpr std::uint64_t kFreeWork = 20'000;

}  // namespace

TreeSearch::TreeSearch(const Program& program, const ModelMaker& model, Frontier& frontier, unsigned worker,
                       Record record, GraphCounts& counts, std::uint64_t seed, const Explorer::Effort& effort)
    : program_(program),
      frontier_(frontier),
      worker_(worker),
      record_(record),
      model_(model()),
      random_(seed),
      strategy_(random_),
      explorer_(program, *model_, strategy_, record.pairs ? &pair_counts_ : nullptr),
      counts_(counts),
      effort_(frontier.schedule() == Schedule::depth_first ? Explorer::Effort{} : effort),
      walk_model_(model()),
      walk_random_(~seed),
      walk_strategy_(walk_random_),
      walker_(program, *walk_model_, walk_strategy_) {
  explorer_.set_account(&frontier.account(worker));
  explorer_.set_effort(effort_);
}

Execution TreeSearch::step() {
  Execution execution;
  Branch branch;
  switch (take(branch)) {
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
  covered_ += explorer_.share();
  if (++steps_ == kFirstWalks || steps_ == next_walk_) walk();
  if (!ending) {
    execution.kind = StepKind::vain;
  } else {
    execution.ending = *ending;
    if (*ending == Ending::complete) count(execution);
  }
  branch = {};
  frontier_.put(worker_, left_, [this](const Branch& b) { return cost(b); });
  return execution;
}

// Takes one subtree. What else came with it is in `left_`.
Frontier::State TreeSearch::take(Branch& branch) {
  const auto cost_of = [this](const Branch& b) { return cost(b); };
  while (true) {
    const Frontier::State state = frontier_.take(worker_, random_, branch, cost_of);
    if (state != Frontier::State::taken) return state;
    const Frontier::Room room = frontier_.room(worker_);
    if (frontier_.schedule() != Schedule::depth_first) {
      // Where there is little room, what is left of an execution is better kept as one.
      Explorer::Effort effort = effort_;
      if (room != Frontier::Room::much) effort.siblings = 0;
      explorer_.set_effort(effort);
    }
    while (branch.many()) {
      Explorer::Opened opened = explorer_.open(
          branch, room == Frontier::Room::none, [this](std::span<const Branch> children) { return choose(children); },
          left_);
      covered_ += opened.empty;
      if (!opened.child) break;
      branch = *std::move(opened.child);
    }
    if (!branch.many()) return state;
    frontier_.put(worker_, left_, cost_of);
  }
}

// Of some children drawn at random the one that costs least.
std::size_t TreeSearch::choose(std::span<const Branch> children) {
  std::size_t best = random_.below(children.size());
  for (unsigned i = 1; i < frontier_.draws() && children.size() > 1; ++i) {
    const std::size_t other = random_.below(children.size());
    if (cost(children[other]) < cost(children[best])) best = other;
  }
  return best;
}

void TreeSearch::count(Execution& execution) {
  execution.filtered = program_.filters() && !program_.keeps(explorer_.state());
  if (execution.filtered) return;
  execution.new_graph = true;
  if (record_.rf) counts_.add_rf(fingerprint(explorer_.graph()).rf);
  if (record_.pairs) {
    pairs_.add(explorer_.graph());
    pair_counts_.add(explorer_.graph());
  }
  execution.outcome = fingerprint(explorer_.state());
  execution.new_outcome = counts_.add_outcome(execution.outcome);
}

// Walks may cost much more than executions, as they may revisit again and again: they are done only as far as they cost
// less. What has too many graphs for a double is not worth a second one.
void TreeSearch::walk() {
  const std::uint64_t walks = steps_ == kFirstWalks ? kFirstWalks : 1;
  for (std::uint64_t i = 0; i < walks; ++i) {
    const std::uint64_t allowed = kFreeWork + explorer_.work() / 4;
    if (walker_.work() > allowed || std::isinf(size_.mean())) return;
    const std::optional<Ending> ending = walker_.walk(walk_random_);
    const bool counts = ending == Ending::complete && (!program_.filters() || program_.keeps(walker_.state()));
    size_.add(counts || walker_.share() == 0 ? 1 / walker_.share() : 0);
  }
  next_walk_ = std::max((steps_ / kStepsPerWalk + 1) * kStepsPerWalk, steps_ + steps_ / kPartPerWalk);
}

}  // namespace graphfuzz
