// What an explorer has for itself.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "explore/go/branches.hpp"
#include "explore/go/promise.hpp"
#include "explore/go/tree_state.hpp"
#include "explore/go/walk.hpp"
#include "graphfuzz/explore/go/tree.hpp"

namespace graphfuzz::go {

struct Explorer::State {
  State(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names, Tree::State& t,
        std::uint64_t seed)
      : machine(program, options, std::move(names)), walk(machine), tree(t), random(seed) {}

  /// From the root to the path's child. False if it is not there, as the program does not do the same each time.
  /// Throws store::DocumentError.
  bool follow(const TreePath& path);
  /// To the end. Returns whether it was reached.
  bool extend();
  /// How long a goroutine goes on in this execution, as `draw` takes it; 0 where executions are short.
  unsigned draw_pace();
  /// One of the steps. `pace`: the goroutine that took the last one goes on for 2^pace steps on average, if it can.
  const Step& draw(std::span<const Step> awake, unsigned pace);
  /// What else could come first, if it is to be explored in any case.
  void keep_others(std::span<const Step> awake, unsigned pace);
  /// To the end, at random, choosing among what is awake: 1/p as Explorer::walk.
  double descend();
  bool is_possible(const Step& step) const;
  /// Throws store::DocumentError if a tree that has been loaded leads to what is not possible here.
  void expect_possible(const Step& step) const;

  Machine machine;
  Walk walk;
  Tree::State& tree;
  Random random;
  TreePath path;
  Branches branches;
  Promise promise;
  std::vector<std::vector<Step>> fresh;  // by step after the path: the children of the node before it
  KnownSteps others;                     // more children of the first of these nodes
  std::size_t extended = 0;              // that many of them
};

}  // namespace graphfuzz::go
