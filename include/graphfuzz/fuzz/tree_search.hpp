// TreeSearch: a search that never finds a graph twice, and knows when it has found them all.
//
// A step takes one of the subtrees of the tree of executions that have not been explored, follows it to one execution,
// and keeps what branches off. Which subtree is next decides whether this is a fuzzer (`optimal`: at random, large ones
// first, over the whole space) or a model checker (`exhaustive`: the newest first, with little memory). The engine
// shares the tree with those of other workers, and has, besides what engine_search.hpp asks for:
//
//   StepKind explore()         takes a subtree and follows it; if that is stopped, it is as if it had not: idle
//   Ending ending()            of the execution, if it was one
//   void settle()              called when the execution has been counted
//   double walk()              walks from the root to a leaf, choosing children uniformly: 1/p if that is a graph,
//                              where p is the probability of the walk; else 0. Infinity if p is too small for a
//                              double. Throws Stopped; then the next one is what this would have been.
//   work(), walk_work()        how much was done for executions, and for walks, in the same unit
//   Left left() const          of the tree
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "graphfuzz/fuzz/engine_search.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {

template <class Engine>
class TreeSearch final : public EngineSearch<Engine> {
 public:
  /// Of `options.fuzz` the strategy (optimal or exhaustive) counts.
  template <class... Arguments>
  TreeSearch(const SearchOptions& options, GraphCounts& counts, std::uint64_t seed, Arguments&&... arguments)
      : EngineSearch<Engine>(Record::of(options), counts, seed, std::forward<Arguments>(arguments)...) {}

  Execution step() override {
    Execution execution;
    execution.kind = StepKind::idle;
    if (!estimate()) return execution;
    execution.kind = this->engine_.explore();
    if (execution.kind == StepKind::idle || execution.kind == StepKind::exhausted) return execution;
    ++steps_;
    const UnstoppedScope whole;  // what was explored does not come again
    if (execution.kind == StepKind::execution) {
      execution.ending = this->engine_.ending();
      this->count(execution);
    }
    execution.shows = this->engine_.look(execution);
    this->engine_.settle();
    return execution;
  }

  Left left() const override {
    Left left = this->engine_.left();
    left.size = size_;
    return left;
  }

  void save(store::Writer& out, Extent extent) const override {
    if constexpr (SavableEngine<Engine>) {
      out.begin_object();
      this->save_common(out, extent);
      if (extent == Extent::exact) {
        out.field("steps", steps_).field("next walk", next_walk_).field("walks due", due_).key("size");
        size_.save(out);
      }
      out.end_object();
    } else {
      Search::save(out, extent);
    }
  }
  void load(const store::Value& saved) override {
    if constexpr (SavableEngine<Engine>) {
      saved.expect_keys({"engine", "random", "pairs", "steps", "next walk", "walks due", "size"});
      this->load_common(saved);
      const std::optional<store::Value> steps = saved.find("steps");
      if (!steps) return;
      constexpr std::uint64_t kMost = std::uint64_t{1} << 60;
      steps_ = steps->template integer<std::uint64_t>(0, kMost);
      next_walk_ =
          saved.field("next walk").template integer<std::uint64_t>(std::max(steps_ + 1, kFirstWalks), 2 * kMost);
      due_ = saved.field("walks due").template integer<std::uint64_t>(0, kFirstWalks);
      size_.load(saved.field("size"));
    } else {
      Search::load(saved);
    }
  }

 private:
  // The walks that estimate the size of the tree: so many before the step of that number, and then one for so many
  // steps, or for such a part of the steps so far if that is more. A walk costs as much as several steps, as it begins
  // at the root.
  static constexpr std::uint64_t kFirstWalks = 32;
  static constexpr std::uint64_t kStepsPerWalk = 64;
  static constexpr std::uint64_t kPartPerWalk = 256;
  // Until walks are held to what executions cost.
  static constexpr std::uint64_t kFreeWork = 20'000;

  // Walks may cost much more than executions: they are done only as far as they cost less. What has too many graphs for
  // a double is not worth a second one.
  // They come before the step, so that one that is stopped is made again by who goes on, and nothing has been done that
  // was to come after it: false.
  bool estimate() {
    const std::uint64_t step = steps_ + 1;
    if (step < next_walk_ || this->engine_.left().kept == 0) return true;
    if (due_ == 0) due_ = step == kFirstWalks ? kFirstWalks : 1;
    for (; due_ > 0; --due_) {
      if (this->engine_.walk_work() > kFreeWork + this->engine_.work() / 4 || std::isinf(size_.mean())) break;
      try {
        size_.add(this->engine_.walk());
      } catch (const Stopped&) {
        return false;
      }
    }
    due_ = 0;
    next_walk_ = std::max((step / kStepsPerWalk + 1) * kStepsPerWalk, step + step / kPartPerWalk);
    return true;
  }

  TreeSize size_;
  std::uint64_t steps_ = 0;
  std::uint64_t next_walk_ = kFirstWalks;  // the number of the step before which it is due
  std::uint64_t due_ = 0;                  // of the walks that are, those that have not been made
};

}  // namespace graphfuzz
