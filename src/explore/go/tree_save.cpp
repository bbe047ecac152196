// A tree as bytes.
//
//   order     "deepest" or "random": classes of open children mean something else
//   covered   CoveredPart
//   nodes     depth-first, so that each is the next child that has one: is it expanded, what is covered of it, and its
//             children: done, open (with its guide, and its promise) or with a node (and
//             what is covered of that); step; touches
//   open      by class: how many classes without any come before it, and its children in their order
//   seen      SeenCounts
#include <utility>

#include "explore/go/tree_state.hpp"
#include "graphfuzz/explore/go/packed_steps.hpp"

namespace graphfuzz::go {
namespace {

enum : std::uint8_t { kDone, kOpen, kNode };

// What sums of parts may exceed their whole by.
constexpr double kRounding = 1e-6;
constexpr std::size_t kMostClasses = 1'024;  // Order::random; by depth, there may be any number

std::initializer_list<std::pair<std::string_view, Order>> orders() {
  static const std::initializer_list<std::pair<std::string_view, Order>> names = {{"deepest", Order::deepest},
                                                                                  {"random", Order::random}};
  return names;
}

std::uint8_t kind(const TreeChild& child) { return child.node != nullptr ? kNode : child.covered != 0 ? kDone : kOpen; }

}  // namespace

void Tree::State::write(store::Writer& out, TreeNode& top, const Classes& open, const CoveredPart& part) const {
  out.begin_object().field("order", options.order == Order::deepest ? "deepest" : "random").key("covered");
  out.begin_array().value(part.offset).value(part.base).value(part.scale).end_array();

  store::Packer packed;
  std::vector<TreeNode*> written, left = {&top};
  while (!left.empty()) {
    TreeNode& node = *left.back();
    left.pop_back();
    node.number = static_cast<std::uint32_t>(written.size());
    written.push_back(&node);
    packed.add(node.expanded ? 1 : 0).add_real(node.covered).add(node.children.size());
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const TreeChild& child = node.children[i];
      packed.add(kind(child));
      pack(packed, child.step);
      packed.add(node.touches_of(i).size());
      for (const Touch& touch : node.touches_of(i)) pack(packed, touch);
      if (kind(child) == kOpen) {
        pack(packed, child.guide == kNoStep ? std::span<const Step>() : guides_[child.guide]);
        packed.add(child.promise);
      }
      if (kind(child) == kNode) packed.add_real(child.covered);
    }
    for (std::size_t i = node.children.size(); i-- > 0;) {
      if (node.children[i].node != nullptr) left.push_back(node.children[i].node);
    }
  }
  out.key("nodes").bytes(packed.bytes());

  store::Packer classes;
  std::size_t empty = 0;
  for (const std::vector<OpenChild>& all : open) {
    if (all.empty()) {
      ++empty;
      continue;
    }
    classes.add(std::exchange(empty, 0)).add(all.size());
    for (const OpenChild& child : all) classes.add(child.node->number).add(child.place);
  }
  store::Packer seen;
  communications_.pack(seen);
  out.key("open").bytes(classes.bytes()).key("seen").bytes(seen.bytes()).end_object();
  for (TreeNode* node : written) node->number = kNoStep;
}

namespace {

/// Reads the children of a node. Those that are open are not covered by less than nothing until they are found among
/// the open ones.
void read_children(store::Unpacker& packed, std::size_t names, TreeNode& node,
                   const std::function<void(TreeChild&, std::span<const Step>)>& add_guide) {
  const std::size_t count = packed.count(4);
  if (count == 0) packed.reject("has a node without children");
  node.children.resize(count);
  for (TreeChild& child : node.children) {
    const auto what = packed.integer<std::uint8_t>(0, kNode);
    child.step = unpack_step(packed, names);
    for (std::size_t touches = packed.count(); touches > 0; --touches) node.touches.push_back(unpack_touch(packed));
    child.touch_end = static_cast<std::uint32_t>(node.touches.size());
    if (what != kDone) ++node.unfinished;
    child.covered = what == kDone ? 1 : -1;
    if (what == kOpen) {
      add_guide(child, unpack_steps(packed, names));
      child.promise = packed.integer<std::uint16_t>();
    }
    if (what == kNode) child.covered = packed.real(0, 1 + kRounding);
    if (what == kNode) child.node = &node;  // to be read
  }
}

}  // namespace

void Tree::State::load(const store::Value& saved, std::size_t names) {
  const std::lock_guard lock(mutex);
  saved.expect_keys({"order", "covered", "nodes", "open", "seen"});
  if (saved.field("order").choice(orders()) != options.order) {
    saved.field("order").reject("the tree was explored in another order: it goes on as it began");
  }
  const auto covered = saved.field("covered").array(3, 3);
  part_ = {covered[0].real(0, 1 + kRounding), covered[1].real(0, 1 + kRounding), covered[2].real(0, 1e9)};
  open_.clear();
  nodes_.clear();
  free_.clear();
  guides_.clear();
  free_guides_.clear();
  file = saved.file().empty() ? "tree" : saved.file();

  std::size_t open = 0;
  const auto guide = [&](TreeChild& child, std::span<const Step> steps) {
    ++open;
    add_guide(child, steps);
  };
  store::Unpacker packed(saved.field("nodes"));
  std::vector<TreeNode*> read;
  std::vector<OpenChild> left;
  do {
    TreeNode* node = &top_;
    if (read.empty()) {
      top_ = {};
    } else {
      const OpenChild at = left.back();
      left.pop_back();
      node = make_node(at.node, at.place);
    }
    read.push_back(node);
    node->expanded = packed.integer<std::uint8_t>(0, 1) != 0;
    if (node->expanded && node != &top_ && node->parent != &top_ && !node->parent->expanded) {
      packed.reject("has an expanded node below one that is not");
    }
    node->covered = packed.real(0, static_cast<double>(packed.left()));
    read_children(packed, names, *node, guide);
    if (node->covered > static_cast<double>(node->children.size()) * (1 + kRounding)) {
      packed.reject("has a node of which more is covered than there is");
    }
    if (node->unfinished == 0 && node != &top_) packed.reject("has a node that is done");
    for (auto i = static_cast<std::uint32_t>(node->children.size()); i-- > 0;) {
      if (node->children[i].node != nullptr) left.push_back({node, i});
    }
  } while (!left.empty());
  packed.expect_end();
  if (top_.children.size() != 1) packed.reject("has several roots");

  store::Unpacker classes(saved.field("open"));
  for (std::size_t c = 0; !classes.at_end(); ++c) {
    c += classes.integer<std::size_t>(0, options.order == Order::random ? kMostClasses : read.size());
    if (c >= (options.order == Order::random ? kMostClasses : read.size() + 1)) classes.reject("has too many classes");
    for (std::size_t count = classes.count(2); count > 0; --count) {
      TreeNode& node = *read[classes.integer<std::size_t>(0, read.size() - 1)];
      const auto place = classes.integer<std::uint32_t>(0, static_cast<std::uint32_t>(node.children.size() - 1));
      TreeChild& child = node.children[place];
      if (child.covered >= 0) classes.reject("has a child that is not open, or twice");
      child.covered = 0;
      open_.add({&node, place}, c);
    }
  }
  store::Unpacker seen(saved.field("seen"));
  communications_.unpack(seen);
  seen.expect_end();
  if (open_.size() != open) classes.reject("does not have all children that are open");
}

void Tree::save(store::Writer& out) const {
  const std::lock_guard lock(state_->mutex);
  state_->write(out, state_->top_, state_->open_.classes(), state_->part_);
}

void Tree::load(const store::Value& saved, std::size_t names) { state_->load(saved, names); }

}  // namespace graphfuzz::go
