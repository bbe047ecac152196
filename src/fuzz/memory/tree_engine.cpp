#include "graphfuzz/fuzz/memory/tree_engine.hpp"

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {

MemoryTreeEngine::MemoryTreeEngine(Random& random, const MemorySubject& subject, std::unique_ptr<MemoryModel> model,
                                   Frontier& frontier, unsigned worker, bool rarity, std::uint64_t walk_seed,
                                   const Explorer::Effort& effort)
    : MemoryTreeEngine(random, subject, std::move(model), std::make_unique<RandomStrategy>(random),
                       std::make_unique<PairCounts>(), frontier, worker, rarity, walk_seed, effort) {}

MemoryTreeEngine::MemoryTreeEngine(Random& random, const MemorySubject& subject, std::unique_ptr<MemoryModel> model,
                                   std::unique_ptr<RandomStrategy> strategy, std::unique_ptr<PairCounts> pair_counts,
                                   Frontier& frontier, unsigned worker, bool rarity, std::uint64_t walk_seed,
                                   const Explorer::Effort& effort)
    : MemoryEngine(subject, subject.program, *model, *strategy, rarity ? pair_counts.get() : nullptr),
      random_(random),
      model_(std::move(model)),
      strategy_(std::move(strategy)),
      pair_counts_(std::move(pair_counts)),
      frontier_(frontier),
      worker_(worker),
      effort_(frontier.schedule() == Schedule::depth_first ? Explorer::Effort{} : effort),
      walk_model_(subject.model()),
      walk_random_(walk_seed),
      walk_strategy_(walk_random_),
      walker_(subject.program, *walk_model_, walk_strategy_) {
  source_.set_account(&frontier.account(worker));
  source_.set_effort(effort_);
  source_.look_for_spins(subject.liveness);
  walker_.look_for_spins(subject.liveness);
}

StepKind MemoryTreeEngine::explore() {
  try {
    return explore_next();
  } catch (const Diverged&) {  // what is below is lost, and that is told; all else is explored
    source_.abandon();
    judge_.expect_divergence();
    ending_ = Ending::truncated;
    return StepKind::vain;
  }
}

StepKind MemoryTreeEngine::explore_next() {
  Branch branch;
  switch (take(branch)) {
    case Frontier::State::taken:
      break;
    case Frontier::State::nothing_now:
      return StepKind::idle;
    case Frontier::State::exhausted:
      return StepKind::exhausted;
  }
  std::optional<Ending> ending;
  const Before before = now();
  try {
    ending = source_.explore(branch, left_);
  } catch (const Stopped&) {
    give_back(std::move(branch), before);
    return StepKind::idle;
  }
  frontier_.add_covered(worker_, source_.share());
  ending_ = ending.value_or(Ending::complete);
  return ending ? StepKind::execution : StepKind::vain;
}

void MemoryTreeEngine::settle() {
  frontier_.put(worker_, left_, [this](const Branch& b) { return cost(b); });
}

MemoryTreeEngine::Before MemoryTreeEngine::now() const { return {left_.size(), random_, source_.work()}; }

// Nothing was made of it. Whoever goes on does what this would have done.
void MemoryTreeEngine::give_back(Branch branch, const Before& before) {
  left_.resize(before.left);
  left_.push_back(std::move(branch));
  random_ = before.random;
  source_.set_work(before.work);
  frontier_.give_back(worker_, left_);
}

// Takes one subtree. What else came with it is in `left_`.
Frontier::State MemoryTreeEngine::take(Branch& branch) {
  const auto cost_of = [this](const Branch& b) { return cost(b); };
  while (true) {
    Frontier::State state = Frontier::State::taken;
    if (frontier_.take_again(worker_, left_)) {
      branch = std::move(left_.back());
      left_.pop_back();
    } else {
      state = frontier_.take(worker_, random_, branch, cost_of);
    }
    if (state != Frontier::State::taken) return state;
    const Frontier::Room room = frontier_.room(worker_);
    if (frontier_.schedule() != Schedule::depth_first) {
      // Where there is little room, what is left of an execution is better kept as one.
      Explorer::Effort effort = effort_;
      if (room != Frontier::Room::much) effort.siblings = 0;
      source_.set_effort(effort);
    }
    while (branch.many()) {
      const Before before = now();
      Explorer::Opened opened;
      try {
        opened = source_.open(
            branch, room == Frontier::Room::none, [this](std::span<const Branch> children) { return choose(children); },
            left_);
      } catch (const Stopped&) {
        give_back(std::move(branch), before);
        return Frontier::State::nothing_now;
      }
      frontier_.add_covered(worker_, opened.empty);
      if (!opened.child) break;
      branch = *std::move(opened.child);
    }
    if (!branch.many()) return state;
    frontier_.put(worker_, left_, cost_of);
  }
}

// Of some children drawn at random the one that costs least.
std::size_t MemoryTreeEngine::choose(std::span<const Branch> children) {
  std::size_t best = random_.below(children.size());
  if (children.size() == 1) return best;
  double least = cost(children[best]);
  for (unsigned i = 1; i < frontier_.draws(); ++i) {
    const std::size_t other = random_.below(children.size());
    const double other_cost = cost(children[other]);
    if (other_cost < least) best = other;
    least = std::min(least, other_cost);
  }
  return best;
}

double MemoryTreeEngine::walk() {
  std::optional<Ending> ending;
  const Random before = walk_random_;
  const std::uint64_t work = walker_.work();
  try {
    ending = walker_.walk(walk_random_);
  } catch (const Diverged&) {
    walker_.abandon();
    return 0;
  } catch (const Stopped&) {
    walk_random_ = before;
    walker_.set_work(work);
    throw;
  }
  const bool counts = ending == Ending::complete && (!filters_ || subject().question.keeps(walker_.state()));
  return counts || walker_.share() == 0 ? 1 / walker_.share() : 0;
}

// The subtrees are the frontier's.
void MemoryTreeEngine::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  if (extent == Extent::exact) {
    out.key("counts");
    pair_counts_->save(out);
    out.key("random of walks");
    walk_random_.save(out);
    out.field("work", work()).field("work of walks", walk_work());
  }
  out.end_object();
}

void MemoryTreeEngine::load(const store::Value& saved) {
  saved.expect_keys({"counts", "random of walks", "work", "work of walks"});
  const std::optional<store::Value> counts = saved.find("counts");
  if (!counts) return;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  pair_counts_->load(*counts);
  walk_random_.load(saved.field("random of walks"));
  source_.set_work(saved.field("work").integer<std::uint64_t>(0, kMost));
  walker_.set_work(saved.field("work of walks").integer<std::uint64_t>(0, kMost));
}

}  // namespace graphfuzz
