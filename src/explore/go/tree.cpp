#include "graphfuzz/explore/go/tree.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"
#include "explore/go/tree_state.hpp"

namespace graphfuzz::go {
namespace {

bool contains(std::span<const Step> steps, const Step& step) {
  return std::find(steps.begin(), steps.end(), step) != steps.end();
}

bool has_child(const TreeNode& node, const Step& step) {
  return std::any_of(node.children.begin(), node.children.end(), [&](const TreeChild& c) { return c.step == step; });
}

}  // namespace

Tree::State::State(const TreeOptions& o) : options(o) {
  top_.children.emplace_back();
  top_.unfinished = 1;
  open_.add({&top_, 0}, 0);
}

Tree::State::Taken Tree::State::take(TreePath& path, Random& random) {
  const std::lock_guard lock(mutex);
  if (open_.empty()) return running_ == 0 ? Taken::exhausted : Taken::nothing_now;
  const Open open = options.order == Order::deepest   ? open_.take_greatest()
                    : open_.size() > options.capacity ? open_.take_least()
                                                      : open_.draw(random);
  ++running_;
  path.nodes.clear();
  path.steps.clear();
  path.step_end.clear();
  for (TreeNode* node = open.node; node != &top_; node = node->parent) path.nodes.push_back(node);
  std::reverse(path.nodes.begin(), path.nodes.end());
  for (std::size_t depth = 0; depth < path.nodes.size(); ++depth) {
    const std::uint32_t place = depth + 1 < path.nodes.size() ? path.nodes[depth + 1]->place : open.place;
    for (std::uint32_t i = 0; i <= place; ++i) path.steps.push_back(path.nodes[depth]->children[i].step);
    path.step_end.push_back(static_cast<std::uint32_t>(path.steps.size()));
  }
  return Taken::taken;
}

TreeNode* Tree::State::make_node(TreeNode* parent, std::uint32_t place) {
  TreeNode* node;
  if (free_.empty()) {
    node = &nodes_.emplace_back();
  } else {
    node = free_.back();
    free_.pop_back();
  }
  node->parent = parent;
  node->place = place;
  node->unfinished = 0;
  node->covered = 0;
  node->children.clear();
  parent->children[place].node = node;
  return node;
}

void Tree::State::add_child(std::uint32_t depth, TreeNode& node, const Step& step) {
  added_.push_back({depth, static_cast<std::uint32_t>(node.children.size())});
  node.children.push_back({step});
  ++node.unfinished;
}

void Tree::State::put(TreePath& path, const Walk& walk, std::span<const std::vector<Step>> fresh) {
  const std::lock_guard lock(mutex);
  added_.clear();
  const auto known = path.nodes.size();
  TreeNode* parent = known == 0 ? &top_ : path.nodes.back();
  auto place = static_cast<std::uint32_t>(
      known == 0 ? 0 : path.step_end.back() - (known == 1 ? 0 : path.step_end[known - 2]) - 1);
  for (const std::vector<Step>& children : fresh) {
    TreeNode* node = make_node(parent, place);
    const auto depth = static_cast<std::uint32_t>(path.nodes.size());
    path.nodes.push_back(node);
    node->children.push_back({children.front()});
    node->unfinished = 1;
    for (std::size_t i = 1; i < children.size(); ++i) add_child(depth, *node, children[i]);
    parent = node;
    place = 0;
  }
  for (const Reversal& reversal : walk.reversals().all()) reverse(reversal, path, walk);
  open_added(path);
  // The execution itself is done.
  TreeChild& leaf = parent->children[place];
  --parent->unfinished;
  parent->covered += 1 - leaf.covered;
  leaf.covered = 1;
  finish(path);
  --running_;
}

// The other order of the operation and the step must be reachable from the node before the step.
void Tree::State::reverse(const Reversal& reversal, const TreePath& path, const Walk& walk) {
  TreeNode& node = *path.nodes[reversal.step];
  const std::span<const Step> possible = walk.possible(reversal.step);
  const std::span<const Step> asleep = walk.asleep(reversal.step);
  const auto found = [&](const Step& step) { return has_child(node, step) || contains(asleep, step); };
  missing_.clear();
  const Step fire = reversal.firing != Reversal::kNone         ? walk.firings()[reversal.firing].fire
                    : reversal.operation < walk.steps().size() ? walk.steps()[reversal.operation]
                                                               : Step{};
  if (reversal.pending) {
    for (const Step& step : possible) {
      if (reversal.routine == kNoName ? step != fire : !concerns(step, reversal.routine)) continue;
      // Below that child, what makes other steps of the operation possible is found to race with it.
      if (has_child(node, step)) return;
      if (!contains(asleep, step)) missing_.push_back(step);
    }
  }
  // Else all that the operation could do there, if anything, is asleep; something must come first that changes that.
  const bool first = !missing_.empty();
  if (reversal.pending && !first && reversal.preferred == Reversal::kNone) return;
  const std::uint32_t limit = reversal.pending && !first ? reversal.operation : reversal.limit;
  for (const std::uint32_t k : walk.reversals().initials(reversal)) {
    if (k < limit && found(walk.steps()[k])) return;
  }
  if (first) {
    add_with_component(reversal.step, node, missing_.front(), walk);
  } else if (reversal.preferred != Reversal::kNone && contains(possible, walk.steps()[reversal.preferred])) {
    add_with_component(reversal.step, node, walk.steps()[reversal.preferred], walk);
  } else {
    for (const Step& step : possible) {
      if (!found(step)) add_child(reversal.step, node, step);
    }
  }
}

void Tree::State::add_with_component(std::uint32_t depth, TreeNode& node, Step step, const Walk& walk) {
  missing_.clear();
  for (const Step& other : walk.possible(depth)) {
    if (!has_child(node, other) && !contains(walk.asleep(depth), other)) missing_.push_back(other);
  }
  component(missing_, step, component_);
  for (const Step& other : component_) add_child(depth, node, other);
}

void Tree::State::open_added(const TreePath& path) {
  if (options.order == Order::deepest) {
    // What was added first is explored first.
    for (auto added = added_.rbegin(); added != added_.rend(); ++added) {
      open_.add({path.nodes[added->depth], added->place}, added->depth);
    }
    return;
  }
  // As if the subtrees branched like the part of the tree that the execution has come through below their roots.
  below_.assign(path.nodes.size() + 1, 1);
  for (std::size_t depth = path.nodes.size(); depth-- > 0;) {
    below_[depth] = below_[depth + 1] * static_cast<double>(path.nodes[depth]->children.size());
  }
  for (const Added& added : added_) {
    open_.add({path.nodes[added.depth], added.place}, OpenChildren<Open>::class_of(below_[added.depth + 1]));
  }
}

// From the leaf up: nodes that are done are given back, and what is covered is summed up.
void Tree::State::finish(TreePath& path) {
  for (std::size_t depth = path.nodes.size(); depth-- > 0;) {
    TreeNode& node = *path.nodes[depth];
    TreeNode& parent = *node.parent;
    TreeChild& self = parent.children[node.place];
    const bool done = node.unfinished == 0;
    const double covered = done ? 1 : node.covered / static_cast<double>(node.children.size());
    parent.covered += covered - self.covered;
    self.covered = covered;
    if (!done) continue;
    self.node = nullptr;
    --parent.unfinished;
    free_.push_back(&node);
  }
}

Tree::Tree(const TreeOptions& options) : state_(std::make_unique<State>(options)) {}
Tree::~Tree() = default;

std::size_t Tree::open() const {
  const std::lock_guard lock(state_->mutex);
  return state_->open_.size();
}

double Tree::covered() const {
  const std::lock_guard lock(state_->mutex);
  return state_->top_.children.front().covered;
}

}  // namespace graphfuzz::go
