// The nodes of a Tree, and how executions make it grow and shrink.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "explore/go/branches.hpp"
#include "explore/go/open_children.hpp"
#include "explore/go/promise.hpp"
#include "explore/go/walk.hpp"
#include "graphfuzz/explore/go/tree.hpp"

namespace graphfuzz::go {

struct TreeNode;

struct TreeChild {
  Step step;
  TreeNode* node = nullptr;       // null while it is open, being explored for the first time, or done
  double covered = 0;             // the part of its subtree that is done
  std::uint32_t guide = kNoStep;  // while it is open: which of the tree's guides leads on, if any
  std::uint32_t touch_end = 0;    // in the node: where what it touches ends
  std::uint16_t promise = 0;      // while it is open
};

/// The state after a number of steps.
struct TreeNode {
  TreeNode* parent = nullptr;
  std::uint32_t place = 0;          // among the parent's children
  std::uint32_t unfinished = 0;     // children that are not done
  double covered = 0;               // by all children together
  std::uint32_t number = kNoStep;   // while it is being written: how many were before it
  bool expanded = false;            // all steps that are possible here are children, or asleep
  std::vector<TreeChild> children;  // in the order in which they were added, for good
  std::vector<Touch> touches;       // of the children, one after the other

  std::span<const Touch> touches_of(std::size_t child) const {
    const std::uint32_t begin = child == 0 ? 0 : children[child - 1].touch_end;
    return std::span(touches).subspan(begin, children[child].touch_end - begin);
  }
};

/// What is to be explored.
struct OpenChild {
  TreeNode* node = nullptr;
  std::uint32_t place = 0;
  const TreeChild& child() const { return node->children[place]; }
};

/// The way from the root to a child, and all other children on the way.
struct TreePath {
  std::vector<TreeNode*> nodes;          // by depth; empty for the root, which is the only child of a node above it
  std::vector<std::uint32_t> place;      // for each node: which child the way leads to
  KnownSteps children;                   // of each node
  std::vector<Step> guide;               // what to take after the child, lest the execution be in vain
  std::uint32_t expanded = 0;            // so many of the nodes are
  OpenChildren<OpenChild>::Taken taken;  // the child
};

/// How much is covered of the whole tree, and here, in terms of what is covered of this one: of a part, in which all
/// that others explore counts as covered from the first.
struct CoveredPart {
  double offset = 0, base = 0, scale = 1;
  double of(double covered) const { return std::clamp(offset + (covered - base) * scale, 0.0, 1.0); }
};

struct Tree::State {
  explicit State(const TreeOptions& o);

  enum class Taken : std::uint8_t { taken, nothing_now, exhausted };
  Taken take(TreePath& path, Random& random);

  /// The execution through the path's child is at its end. `children`: for each step after the path's last, what the
  /// children of the node before it are, the step taken first; `others`: more children of the first of these nodes, or
  /// no list; `branches`: how nodes could be left otherwise; `promise`: of leaving it.
  void put(TreePath& path, const Walk& walk, std::span<const std::vector<Step>> children, const KnownSteps& others,
           Branches& branches, const Promise& promise);

  /// The child that the path leads to was not followed to an execution: it is open again, and where it was.
  void put_back(TreePath& path);

  /// The execution through the path's child has failed: somebody else's tree does not fit the program.
  void give_up();

  /// The way to a child, without its guide.
  void lead_to(TreePath& path, const OpenChild& child) const;

  // tree_save.cpp
  using Classes = OpenChildren<OpenChild>::Classes;
  /// Writes what is below `top`, of which these children are open.
  void write(store::Writer& out, TreeNode& top, const Classes& open, const CoveredPart& part) const;
  void load(const store::Value& saved, std::size_t names);

  mutable std::mutex mutex;
  const TreeOptions options;
  std::string file;  // from which it has been loaded; empty if it grew here

 private:
  friend class Tree;
  friend class TreeSplitter;
  struct Added {
    std::uint32_t depth;
    std::uint32_t place;
  };

  TreeNode* make_node(TreeNode* parent, std::uint32_t place);
  void add_child(std::uint32_t depth, TreeNode& node, const Step& step, std::span<const Touch> touches);
  void add_branch(const Branch& branch, TreeNode& node, const Walk& walk, Branches& branches);
  void open_added(const TreePath& path);
  void finish(TreePath& path);
  void add_guide(TreeChild& child, std::span<const Step> guide);
  void take_guide(TreeChild& child, std::vector<Step>& guide);

  TreeNode top_;  // above the root
  OpenChildren<OpenChild> open_;
  SeenCounts communications_;
  std::uint8_t seen_ = 0;             // the communication of the execution that is being put, before
  const Promise* promise_ = nullptr;  // of that one
  CoveredPart part_;
  std::size_t running_ = 0;
  std::deque<TreeNode> nodes_;
  std::vector<TreeNode*> free_;
  std::vector<Added> added_;               // children added by the execution under way
  std::vector<std::vector<Step>> guides_;  // of open children; those that are not in use keep their memory
  std::vector<std::uint32_t> free_guides_;
  KnownSteps siblings_;
  std::vector<double> below_;
};

}  // namespace graphfuzz::go
