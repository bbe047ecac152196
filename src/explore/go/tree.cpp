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
  path.guide = std::move(open.node->children[open.place].guide);
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
  node->never.clear();
  parent->children[place].node = node;
  return node;
}

void Tree::State::add_child(TreePath& path, std::uint32_t depth, TreeNode& node, const Step& step, const Guide& guide) {
  path.added.push_back({depth, static_cast<std::uint32_t>(node.children.size())});
  node.children.push_back({step});
  node.children.back().guide = std::make_unique<Guide>(guide);
  ++node.unfinished;
}

void Tree::State::put(TreePath& path, const Walk& walk, std::span<const std::vector<Step>> fresh) {
  const std::lock_guard lock(mutex);
  path.added.clear();
  const auto known = path.nodes.size();
  TreeNode* parent = known == 0 ? &top_ : path.nodes.back();
  path.place = static_cast<std::uint32_t>(
      known == 0 ? 0 : path.step_end.back() - (known == 1 ? 0 : path.step_end[known - 2]) - 1);
  Guide guide;
  for (const std::vector<Step>& children : fresh) {
    TreeNode* node = make_node(parent, path.place);
    const auto depth = static_cast<std::uint32_t>(path.nodes.size());
    path.nodes.push_back(node);
    node->children.push_back({children.front()});
    node->unfinished = 1;
    if (children.size() > 1) {
      if (!guide.run) guide.run = walk.shared_steps();
      guide.instead_of(depth);
    }
    for (std::size_t i = 1; i < children.size(); ++i) add_child(path, depth, *node, children[i], guide);
    parent = node;
    path.place = 0;
  }
}

void Tree::State::ask(const TreePath& path, const Walk& walk, std::size_t first, std::vector<Question>& questions) {
  const std::lock_guard lock(mutex);
  for (std::size_t i = first; i < walk.reversals().all().size(); ++i) {
    const Reversal& reversal = walk.reversals().all()[i];
    if (stands(reversal, reversal.limit, path, walk)) continue;
    const TreeNode& node = *path.nodes[reversal.step];
    const std::uint64_t key = Probe::key(walk, reversal);
    if (std::binary_search(node.never.begin(), node.never.end(), key)) continue;
    const std::span<const Step> asleep = walk.asleep(reversal.step);
    Question& question = questions.emplace_back();
    question.reversal = i;
    question.key = key;
    question.sleepers.assign(asleep.begin(), asleep.end());
    for (const TreeChild& child : node.children) question.sleepers.push_back(child.step);
  }
}

void Tree::State::finish(TreePath& path, const Walk& walk, std::span<const Question> questions) {
  const std::lock_guard lock(mutex);
  Guide guide;
  for (const Question& question : questions) {
    const Reversal& reversal = walk.reversals().all()[question.reversal];
    if (question.answer == Probe::Answer::never || question.answer == Probe::Answer::covered) {
      std::vector<std::uint64_t>& never = path.nodes[reversal.step]->never;
      never.insert(std::lower_bound(never.begin(), never.end(), question.key), question.key);
      continue;
    }
    const bool tried = question.answer == Probe::Answer::after;
    if (stands(reversal, tried ? question.limit : reversal.limit, path, walk)) continue;
    if (!guide.run) guide.run = walk.shared_steps();
    reverse(question, path, walk, guide);
  }
  open_added(path);
  // The execution itself is done.
  TreeNode& parent = path.nodes.empty() ? top_ : *path.nodes.back();
  TreeChild& leaf = parent.children[path.place];
  --parent.unfinished;
  parent.covered += 1 - leaf.covered;
  leaf.covered = 1;
  close(path);
  --running_;
}

// The other order of the operation and the step must be reachable from the node before the step: is it, already? If
// not, `missing_` is what the operation could do there.
bool Tree::State::stands(const Reversal& reversal, std::uint32_t limit, const TreePath& path, const Walk& walk) {
  const TreeNode& node = *path.nodes[reversal.step];
  const std::span<const Step> asleep = walk.asleep(reversal.step);
  const auto found = [&](const Step& step) { return has_child(node, step) || contains(asleep, step); };
  missing_.clear();
  operation_ = reversal.firing != Reversal::kNone         ? walk.firings()[reversal.firing].fire
               : reversal.operation < walk.steps().size() ? walk.steps()[reversal.operation]
                                                          : Step{};
  if (reversal.pending) {
    for (const Step& step : walk.possible(reversal.step)) {
      if (reversal.routine == kNoName ? step != operation_ : !concerns(step, reversal.routine)) continue;
      // Below that child, what makes other steps of the operation possible is found to race with it.
      if (has_child(node, step)) return true;
      if (!contains(asleep, step)) missing_.push_back(step);
    }
  }
  const std::span<const std::uint32_t> initials = walk.reversals().initials(reversal);
  return std::any_of(initials.begin(), initials.end(),
                     [&](std::uint32_t k) { return k < limit && found(walk.steps()[k]); });
}

// Makes it so, directly after `stands` has said no.
void Tree::State::reverse(const Question& question, TreePath& path, const Walk& walk, Guide& guide) {
  const Reversal& reversal = walk.reversals().all()[question.reversal];
  TreeNode& node = *path.nodes[reversal.step];
  const std::span<const Step> possible = walk.possible(reversal.step);
  const std::span<const Step> asleep = walk.asleep(reversal.step);
  const bool tried = question.answer == Probe::Answer::after;
  guide.reverse(reversal, walk.reversals(), operation_, tried ? question.limit : reversal.limit);
  if (!missing_.empty()) {
    add_with_component(reversal.step, path, Step(missing_.front()), walk, guide);
    return;
  }
  for (const std::uint32_t k : walk.reversals().initials(reversal)) {
    if (!tried || k >= question.limit || !contains(possible, walk.steps()[k])) continue;
    add_with_component(reversal.step, path, walk.steps()[k], walk, guide);
    return;
  }
  for (const Step& step : possible) {
    if (!has_child(node, step) && !contains(asleep, step)) add_child(path, reversal.step, node, step, guide);
  }
}

void Tree::State::add_with_component(std::uint32_t depth, TreePath& path, const Step& step, const Walk& walk,
                                     const Guide& guide) {
  TreeNode& node = *path.nodes[depth];
  missing_.clear();
  for (const Step& other : walk.possible(depth)) {
    if (!has_child(node, other) && !contains(walk.asleep(depth), other)) missing_.push_back(other);
  }
  component(missing_, step, component_);
  for (const Step& other : component_) add_child(path, depth, node, other, guide);
}

void Tree::State::open_added(const TreePath& path) {
  if (options.order == Order::deepest) {
    // What was added first is explored first.
    for (auto added = path.added.rbegin(); added != path.added.rend(); ++added) {
      open_.add({path.nodes[added->depth], added->place}, added->depth);
    }
    return;
  }
  // As if the subtrees branched like the part of the tree that the execution has come through below their roots.
  below_.assign(path.nodes.size() + 1, 1);
  for (std::size_t depth = path.nodes.size(); depth-- > 0;) {
    below_[depth] = below_[depth + 1] * static_cast<double>(path.nodes[depth]->children.size());
  }
  for (const TreePath::Added& added : path.added) {
    open_.add({path.nodes[added.depth], added.place}, OpenChildren<Open>::class_of(below_[added.depth + 1]));
  }
}

// From the leaf up: nodes that are done are given back, and what is covered is summed up.
void Tree::State::close(TreePath& path) {
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
