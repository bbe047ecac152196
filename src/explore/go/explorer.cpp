#include <algorithm>

#include "explore/go/tree_state.hpp"
#include "explore/go/walk.hpp"
#include "graphfuzz/explore/go/tree.hpp"

namespace graphfuzz::go {

struct Explorer::State {
  State(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names, Tree::State& t,
        std::uint64_t seed)
      : machine(program, options, std::move(names)), walk(machine), tree(t), random(seed) {}

  /// From the root to the path's child.
  void follow(const TreePath& path);
  /// To the end. Returns whether it was reached.
  bool extend();

  Machine machine;
  Walk walk;
  Tree::State& tree;
  Random random;
  TreePath path;
  Branches branches;
  std::vector<std::vector<Step>> fresh;  // by step after the path: the children of the node before it
  std::size_t extended = 0;              // that many of them
};

void Explorer::State::follow(const TreePath& p) {
  for (std::uint32_t depth = 0; depth < p.nodes.size(); ++depth) {
    for (std::uint32_t i = 0; i < p.place[depth]; ++i) walk.put_to_sleep(p.children.at(depth, i).step);
    walk.take(p.children.at(depth, p.place[depth]).step);
  }
}

// Guided as far as the path says, then at random.
bool Explorer::State::extend() {
  for (extended = 0; !walk.over(); ++extended) {
    const std::span<const Step> awake = walk.awake();
    if (awake.empty()) return false;
    if (extended == fresh.size()) fresh.emplace_back();
    std::vector<Step>& children = fresh[extended];
    if (extended < path.guide.size() && std::find(awake.begin(), awake.end(), path.guide[extended]) != awake.end()) {
      children.assign(1, path.guide[extended]);
    } else {
      children.assign(1, awake[random.below(awake.size())]);
    }
    if (!tree.options.reduce) {
      for (const Step& step : awake) {
        if (step != children.front()) children.push_back(step);
      }
    }
    walk.take(children.front());
  }
  return true;
}

Explorer::Explorer(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names,
                   Tree& tree, std::uint64_t seed)
    : state_(std::make_unique<State>(program, options, std::move(names), *tree.state_, seed)) {}
Explorer::~Explorer() = default;

Visit Explorer::explore() {
  State& s = *state_;
  switch (s.tree.take(s.path, s.random)) {
    case Tree::State::Taken::taken:
      break;
    case Tree::State::Taken::nothing_now:
      return Visit::idle;
    case Tree::State::Taken::exhausted:
      return Visit::exhausted;
  }
  s.walk.restart(s.tree.options.reduce);
  s.follow(s.path);
  const bool reached = s.extend();
  s.walk.end();
  if (s.tree.options.reduce) s.branches.find(s.walk, s.path.children);
  s.tree.put(s.path, s.walk, std::span(s.fresh).first(s.extended), s.branches);
  return reached ? Visit::execution : Visit::vain;
}

double Explorer::walk() {
  State& s = *state_;
  s.walk.restart(false);
  double weight = 1;
  while (!s.walk.over()) {
    const std::size_t awake = s.walk.awake().size();
    if (awake == 0) return 0;
    weight *= static_cast<double>(awake);
    const std::size_t chosen = s.random.below(awake);
    for (std::size_t i = 0; i < chosen; ++i) s.walk.put_to_sleep(Step(s.walk.awake().front()));
    s.walk.take(Step(s.walk.awake().front()));
  }
  return s.machine.ending() == Ending::truncated ? 0 : weight;
}

const Machine& Explorer::machine() const { return state_->machine; }
std::span<const Step> Explorer::steps() const { return state_->walk.steps(); }

}  // namespace graphfuzz::go
