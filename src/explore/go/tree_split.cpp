// Taking a tree apart.
//
// An execution can show that something else could have happened at any of the nodes that it came through, so subtrees
// are not independent as they are. Those that are given away are made so: every node above their roots is *expanded*,
// that is, all steps that are possible there become children, but for those that sleep. Then nothing has ever to be
// added to it. The sleep sets of its children, which are the children before them, stay what they were, so that no
// graph is found twice; what is missing without new children, is nothing. The price is executions in vain: what a child
// that nothing has shown the need of begins with may all be found below its siblings. Hence nodes are expanded from the
// root on, where the estimates of subtrees say that it is needed for parts of about the same size, and no more than
// that.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "explore/go/explorer_state.hpp"
#include "explore/go/independence.hpp"

namespace graphfuzz::go {
namespace {

constexpr int kRuns = 64;                      // to estimate what is below each child of a node …
constexpr std::uint64_t kMostSteps = 500'000;  // … while those of all together are not as many as that
constexpr double kWorst = 1.5;                 // a part may be so much larger than it should be
// What no run has come through may be large all the same: so many times smaller than if siblings were alike.
constexpr double kUnseen = 1'000;
constexpr std::size_t kNoPart = static_cast<std::size_t>(-1);

}  // namespace

class TreeSplitter {
 public:
  TreeSplitter(Explorer::State& explorer, std::size_t parts)
      : explorer_(explorer), tree_(explorer.tree), parts_(parts) {}

  std::vector<std::string> split(const Explorer::PartDocument& document);

 private:
  using Classes = Tree::State::Classes;
  /// A subtree that is in one part.
  struct Unit {
    OpenChild root;
    double weight = 1;   // about how much of all that is left is to be found in it
    bool whole = false;  // cannot be taken apart
    std::size_t part = 0;
  };
  /// A node whose children may be in several parts.
  struct Expanded {
    TreeNode* node;
    std::vector<std::size_t> part;  // by child; kNoPart: expanded as well, or done
    TreeNode copy;                  // as it is in the part that is being written
  };

  static TreeChild& child(const Unit& unit) { return unit.root.node->children[unit.root.place]; }
  void go_to(const OpenChild& root);
  std::vector<double> sample(const OpenChild& root, const TreeNode& node);
  void expand(std::size_t unit);
  TreeNode& node_of(const OpenChild& root);
  bool assign();
  double copy(std::size_t part);
  void sort_open(std::vector<Classes>& parts);
  void empty_tree(double covered);

  Explorer::State& explorer_;
  Tree::State& tree_;
  std::size_t parts_;
  std::uint64_t steps_ = 0;  // of runs for estimates
  double size_ = 0;          // of all that is left, in the terms of classes
  std::size_t costly_ = 0;   // nodes expanded by children that nothing shows the need of
  std::vector<Unit> units_;
  std::vector<Expanded> expanded_;  // each after its parent
  std::unordered_map<const TreeNode*, std::size_t> index_;
  Classes fresh_;  // open children that have been added
};

// The machine to where the subtree begins, and what sleeps there.
void TreeSplitter::go_to(const OpenChild& root) {
  tree_.lead_to(explorer_.path, root);
  explorer_.walk.restart(false);
  explorer_.follow(explorer_.path);
}

// Runs at random from the node, where the machine is, on: each ends in a graph that is below one of the children. It is
// the first that the run could have begun with, as the others sleep where later ones are explored. Returns how many of
// them are below each child.
std::vector<double> TreeSplitter::sample(const OpenChild& root, const TreeNode& node) {
  const std::size_t count = node.children.size();
  std::vector<double> below(count, 0);
  std::vector<std::vector<Touch>> touches;
  std::vector<bool> first(count), decided(count);
  for (int run = 0; run < kRuns && steps_ < kMostSteps; ++run) {
    go_to(root);
    Walk& walk = explorer_.walk;
    for (std::size_t i = touches.size(); i < count; ++i) {
      const std::span<const Touch> touched = explorer_.machine.touches(node.children[i].step);
      touches.emplace_back(touched.begin(), touched.end());
    }
    first.assign(count, false);
    decided.assign(count, false);
    while (!walk.over() && !walk.awake().empty()) {
      const Step step = walk.awake()[explorer_.random.below(walk.awake().size())];
      const std::span<const Touch> touched = explorer_.machine.touches(step);
      for (std::size_t i = 0; i < count; ++i) {
        if (decided[i]) continue;
        first[i] = step == node.children[i].step;
        decided[i] = first[i] || depends(step, touched, node.children[i].step, touches[i]);
      }
      walk.take(step);
    }
    steps_ += walk.steps().size();
    if (walk.over()) below[static_cast<std::size_t>(std::find(first.begin(), first.end(), true) - first.begin())] += 1;
  }
  return below;
}

TreeNode& TreeSplitter::node_of(const OpenChild& root) {
  TreeChild& child = root.node->children[root.place];
  return child.node != nullptr ? *child.node : *tree_.make_node(root.node, root.place);
}

// Of the subtree the root is expanded, and what is below it are units.
void TreeSplitter::expand(std::size_t which) {
  const Unit unit = units_[which];
  go_to(unit.root);
  if (explorer_.walk.over()) {
    units_[which].whole = true;
    return;
  }
  const std::size_t depth = explorer_.path.nodes.size();
  const bool is_new = child(unit).node == nullptr;
  std::vector<Step> guide;
  tree_.take_guide(child(unit), guide);
  TreeNode& node = node_of(unit.root);
  node.expanded = true;
  for (const TreeChild& known : node.children) {
    if (!tree_.file.empty()) explorer_.expect_possible(known.step);
    explorer_.walk.put_to_sleep(known.step);
  }
  const std::size_t known = node.children.size();
  std::vector<Step> awake(explorer_.walk.awake().begin(), explorer_.walk.awake().end());
  if (!guide.empty()) {
    const auto first = std::find(awake.begin(), awake.end(), guide.front());
    if (first != awake.end()) std::rotate(awake.begin(), first, first + 1);
    if (first == awake.end()) guide.clear();
  }
  for (const Step& step : awake) {
    node.children.push_back({step});
    node.children.back().touch_end = static_cast<std::uint32_t>(node.touches.size());
    ++node.unfinished;
  }
  if (!guide.empty()) tree_.add_guide(node.children[known], std::span(guide).subspan(1));
  units_.erase(units_.begin() + static_cast<std::ptrdiff_t>(which));
  if (node.unfinished == 0) {  // only what sleeps is possible here
    TreeChild& vain = child(unit);
    vain.node = nullptr;
    vain.covered = 1;
    --unit.root.node->unfinished;
    tree_.free_.push_back(&node);
    return;
  }
  if (awake.size() > (is_new ? 1 : 0)) ++costly_;
  index_.emplace(&node, expanded_.size());
  expanded_.push_back({&node, std::vector<std::size_t>(node.children.size(), kNoPart), {}});
  const std::vector<double> below = sample(unit.root, node);
  const double runs = std::accumulate(below.begin(), below.end(), 0.0);
  const double alike = 1 / static_cast<double>(node.children.size());
  for (std::uint32_t i = 0; i < node.children.size(); ++i) {
    const TreeChild& c = node.children[i];
    if (c.node == nullptr && c.covered != 0) continue;
    const double part = runs == 0 ? alike : std::max(below[i] / runs, alike / kUnseen);
    units_.push_back({{&node, i}, unit.weight * part * (1 - std::min(c.covered, 0.99))});
  }
  // Of the deepest, what was added last is taken first.
  for (std::size_t i = node.children.size(); i-- > known;) {
    const double weight = units_[units_.size() - (node.children.size() - i)].weight;
    const std::size_t c =
        tree_.options.order == Order::deepest ? depth : OpenChildren<OpenChild>::class_of(weight * size_);
    if (c >= fresh_.size()) fresh_.resize(c + 1);
    fresh_[c].push_back({&node, static_cast<std::uint32_t>(i)});
  }
}

// The heaviest first, each to the part with least. Are the parts about alike?
bool TreeSplitter::assign() {
  std::vector<std::size_t> order(units_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return units_[a].weight > units_[b].weight; });
  std::vector<double> load(parts_, 0);
  double total = 0;
  for (const std::size_t u : order) {
    const auto least = std::min_element(load.begin(), load.end());
    units_[u].part = static_cast<std::size_t>(least - load.begin());
    *least += units_[u].weight;
    total += units_[u].weight;
  }
  return units_.size() >= parts_ &&
         *std::max_element(load.begin(), load.end()) <= kWorst * total / static_cast<double>(parts_);
}

// The expanded nodes as they are in a part (kNoPart: in all of them together). Returns what is covered there.
double TreeSplitter::copy(std::size_t part) {
  for (std::size_t e = expanded_.size(); e-- > 0;) {
    Expanded& original = expanded_[e];
    TreeNode& copy = original.copy = *original.node;
    copy.unfinished = 0;
    copy.covered = 0;
    for (std::size_t i = 0; i < copy.children.size(); ++i) {
      TreeChild& c = copy.children[i];
      const auto below = c.node == nullptr ? index_.end() : index_.find(c.node);
      bool left = false;
      if (below != index_.end()) {
        const TreeNode& node = expanded_[below->second].copy;
        left = node.unfinished != 0;
        c.node = &expanded_[below->second].copy;
        c.covered = node.covered / static_cast<double>(node.children.size());
      } else {
        left = original.part[i] != kNoPart && (part == kNoPart || original.part[i] == part);
      }
      if (left) {
        ++copy.unfinished;
      } else {
        c = {.step = c.step, .covered = 1, .touch_end = c.touch_end};
      }
      copy.covered += c.covered;
    }
  }
  return expanded_.front().copy.children.front().covered;
}

// What is open in which part. What is no longer open has been expanded.
void TreeSplitter::sort_open(std::vector<Classes>& parts) {
  const auto sort = [&](const Classes& all) {
    for (std::size_t c = 0; c < all.size(); ++c) {
      for (const OpenChild& open : all[c]) {
        const TreeChild& child = open.node->children[open.place];
        if (child.node != nullptr || child.covered != 0) continue;
        OpenChild at = open;
        auto expanded = index_.find(at.node);
        while (expanded == index_.end()) {
          at = {at.node->parent, at.node->place};
          expanded = index_.find(at.node);
        }
        Expanded& above = expanded_[expanded->second];
        Classes& classes = parts[above.part[at.place]];
        if (c >= classes.size()) classes.resize(c + 1);
        classes[c].push_back({at.node == open.node ? &above.copy : open.node, open.place});
      }
    }
  };
  sort(tree_.open_.classes());
  sort(fresh_);
}

// Nothing is left here, and no more will be covered.
void TreeSplitter::empty_tree(double covered) {
  tree_.part_ = {covered, 0, 0};
  tree_.top_ = {};
  tree_.top_.children.emplace_back();
  tree_.top_.children.front().covered = tree_.top_.covered = 1;
  tree_.open_.clear();
  tree_.nodes_.clear();
  tree_.free_.clear();
  tree_.guides_.clear();
  tree_.free_guides_.clear();
}

std::vector<std::string> TreeSplitter::split(const Explorer::PartDocument& document) {
  const std::lock_guard lock(tree_.mutex);
  if (tree_.running_ != 0) throw std::logic_error("a tree is taken apart while nobody explores it");
  if (tree_.top_.unfinished == 0 || parts_ == 0) return {};
  const double covered = tree_.part_.of(tree_.top_.children.front().covered);
  index_.emplace(&tree_.top_, 0);
  expanded_.push_back({&tree_.top_, {kNoPart}, {}});
  units_.push_back({{&tree_.top_, 0}});
  const Classes& classes = tree_.open_.classes();
  for (std::size_t c = 0; c < classes.size(); ++c) size_ += std::ldexp(static_cast<double>(classes[c].size()), c);
  const std::size_t most_costly = 4 * parts_ + 16, most = 64 * parts_ + 1'024;
  while (!assign() && costly_ < most_costly && expanded_.size() < most) {
    std::size_t heaviest = kNoPart;
    for (std::size_t u = 0; u < units_.size(); ++u) {
      if (!units_[u].whole && (heaviest == kNoPart || units_[u].weight > units_[heaviest].weight)) heaviest = u;
    }
    if (heaviest == kNoPart) break;
    expand(heaviest);
  }
  for (const Unit& unit : units_) {
    expanded_[index_.at(unit.root.node)].part[unit.root.place] = unit.part;
  }
  std::vector<Classes> open(parts_);
  sort_open(open);
  // What is left of the whole tree is what is left of the parts.
  const double after = copy(kNoPart);
  const double scale = after < 1 ? (tree_.part_.of(1) - covered) / (1 - after) : 0;
  std::vector<std::string> documents;
  for (std::size_t part = 0; part < parts_; ++part) {
    if (open[part].empty()) continue;
    const double base = copy(part);
    documents.push_back(document([&](store::Writer& out) {
      tree_.write(out, expanded_.front().copy, open[part], {0, base, scale});
    }));
  }
  // What was left may have been nothing but vain.
  empty_tree(documents.empty() ? tree_.part_.of(1) : covered);
  return documents;
}

std::vector<std::string> Explorer::split(std::size_t parts, const PartDocument& document) {
  return TreeSplitter(*state_, parts).split(document);
}

}  // namespace graphfuzz::go
