#include "graphfuzz/explore/go/tree.hpp"

#include <algorithm>

#include "explore/go/tree_state.hpp"

namespace graphfuzz::go {
namespace {

// The longest guide that is kept: without one an execution may be in vain.
constexpr std::size_t kLongestGuide = 1'000;

// Of so many open children the one is explored that promises most.
constexpr int kDraws = 50;

void list_children(const TreeNode& node, KnownSteps& lists) {
  for (std::size_t i = 0; i < node.children.size(); ++i) lists.add({node.children[i].step, node.touches_of(i)});
  lists.end_list();
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
  path.taken = options.order == Order::deepest ? open_.take_greatest()
               : open_.size() > options.capacity
                   ? open_.take_least()
                   : open_.draw(random, kDraws, [](const OpenChild& a, const OpenChild& b) {
                       return a.child().promise > b.child().promise;
                     });
  const OpenChild& open = path.taken.child;
  ++running_;
  lead_to(path, open);
  take_guide(open.node->children[open.place], path.guide);
  return Taken::taken;
}

void Tree::State::give_up() {
  const std::lock_guard lock(mutex);
  --running_;
}

void Tree::State::put_back(TreePath& path) {
  const std::lock_guard lock(mutex);
  const OpenChild& child = path.taken.child;
  add_guide(child.node->children[child.place], path.guide);
  open_.put_back(path.taken);
  --running_;
}

void Tree::State::lead_to(TreePath& path, const OpenChild& child) const {
  path.nodes.clear();
  path.place.clear();
  path.children.clear();
  path.expanded = 0;
  for (TreeNode* node = child.node; node != &top_; node = node->parent) path.nodes.push_back(node);
  std::reverse(path.nodes.begin(), path.nodes.end());
  for (std::size_t depth = 0; depth < path.nodes.size(); ++depth) {
    const TreeNode& node = *path.nodes[depth];
    path.place.push_back(depth + 1 < path.nodes.size() ? path.nodes[depth + 1]->place : child.place);
    list_children(node, path.children);
    if (node.expanded) ++path.expanded;  // as is all that is above it
  }
}

void Tree::State::take_guide(TreeChild& child, std::vector<Step>& guide) {
  guide.clear();
  if (child.guide == kNoStep) return;
  guide.swap(guides_[child.guide]);
  free_guides_.push_back(child.guide);
  child.guide = kNoStep;
}

void Tree::State::add_guide(TreeChild& child, std::span<const Step> guide) {
  if (guide.empty() || guide.size() >= kLongestGuide) return;
  if (free_guides_.empty()) {
    free_guides_.push_back(static_cast<std::uint32_t>(guides_.size()));
    guides_.emplace_back();
  }
  child.guide = free_guides_.back();
  free_guides_.pop_back();
  guides_[child.guide].assign(guide.begin(), guide.end());
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
  node->expanded = false;
  node->children.clear();
  node->touches.clear();
  parent->children[place].node = node;
  return node;
}

void Tree::State::add_child(std::uint32_t depth, TreeNode& node, const Step& step, std::span<const Touch> touches) {
  added_.push_back({depth, static_cast<std::uint32_t>(node.children.size())});
  node.touches.insert(node.touches.end(), touches.begin(), touches.end());
  node.children.push_back({step});
  node.children.back().touch_end = static_cast<std::uint32_t>(node.touches.size());
  node.children.back().promise = promise_->at(depth, seen_);
  ++node.unfinished;
}

void Tree::State::put(TreePath& path, const Walk& walk, std::span<const std::vector<Step>> fresh,
                      const KnownSteps& others, Branches& branches, const Promise& promise) {
  const std::lock_guard lock(mutex);
  added_.clear();
  seen_ = communications_.add(promise.communication());
  promise_ = &promise;
  const auto known = path.nodes.size();
  TreeNode* parent = known == 0 ? &top_ : path.nodes.back();
  std::uint32_t place = known == 0 ? 0 : path.place.back();
  for (const std::vector<Step>& children : fresh) {
    TreeNode* node = make_node(parent, place);
    const auto depth = static_cast<std::uint32_t>(path.nodes.size());
    path.nodes.push_back(node);
    const bool is_written = options.reduce && depth < walk.history().steps();
    add_child(depth, *node, children.front(), is_written ? walk.history().touches(depth) : std::span<const Touch>());
    added_.pop_back();
    for (std::size_t i = 1; i < children.size(); ++i) add_child(depth, *node, children[i], {});
    for (std::uint32_t i = 0; depth == known && others.lists() != 0 && i < others.size(0); ++i) {
      add_child(depth, *node, others.at(0, i).step, others.at(0, i).touches);
    }
    parent = node;
    place = 0;
  }
  for (const Branch& branch : branches.all()) add_branch(branch, *path.nodes[branch.depth], walk, branches);
  open_added(path);
  // The execution itself is done.
  TreeChild& leaf = parent->children[place];
  --parent->unfinished;
  parent->covered += 1 - leaf.covered;
  leaf.covered = 1;
  finish(path);
  --running_;
}

// Unless it is found below a child that the node has already, it becomes a child. Explorations of that begin with the
// branch until nothing sleeps any more: then none is in vain.
void Tree::State::add_branch(const Branch& branch, TreeNode& node, const Walk& walk, Branches& branches) {
  siblings_.clear();
  list_children(node, siblings_);
  for (std::uint32_t i = 0; i < siblings_.size(0); ++i) {
    if (branches.covered(branch, siblings_.at(0, i))) return;
  }
  const std::span<const Step> guide = branches.guide(branch, siblings_);
  const std::span<const Step> possible = walk.possible(branch.depth);
  // Limits on what happens after main's return are not of the order of steps.
  if (std::find(possible.begin(), possible.end(), guide.front()) == possible.end()) return;
  add_child(branch.depth, node, guide.front(), branches.first_touches(branch));
  add_guide(node.children.back(), guide.subspan(1));
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
    open_.add({path.nodes[added.depth], added.place}, OpenChildren<OpenChild>::class_of(below_[added.depth + 1]));
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
  return state_->part_.of(state_->top_.children.front().covered);
}

}  // namespace graphfuzz::go
