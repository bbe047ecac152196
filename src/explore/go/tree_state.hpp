// The nodes of a Tree, and how executions make it grow and shrink.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "explore/go/open_children.hpp"
#include "explore/go/walk.hpp"
#include "graphfuzz/explore/go/tree.hpp"

namespace graphfuzz::go {

struct TreeNode;

struct TreeChild {
  Step step;
  TreeNode* node = nullptr;  // null while it is open, being explored for the first time, or done
  double covered = 0;        // the part of its subtree that is done
};

/// The state after a number of steps.
struct TreeNode {
  TreeNode* parent = nullptr;
  std::uint32_t place = 0;          // among the parent's children
  std::uint32_t unfinished = 0;     // children that are not done
  double covered = 0;               // by all children together
  std::vector<TreeChild> children;  // in the order in which they were added, for good
};

/// The way from the root to a child.
struct TreePath {
  std::vector<TreeNode*> nodes;         // by depth; empty for the root, which is the only child of a node above it
  std::vector<Step> steps;              // for each node: the children before the one that is taken, and that one
  std::vector<std::uint32_t> step_end;  // for each node: where its steps end
};

struct Tree::State {
  explicit State(const TreeOptions& o);

  enum class Taken : std::uint8_t { taken, nothing_now, exhausted };
  Taken take(TreePath& path, Random& random);

  /// The execution through the path's child is at its end. `fresh`: for each step after the path's last, what the
  /// children of the node before it are, the step taken first.
  void put(TreePath& path, const Walk& walk, std::span<const std::vector<Step>> fresh);

  mutable std::mutex mutex;
  const TreeOptions options;

 private:
  friend class Tree;
  struct Open {
    TreeNode* node;
    std::uint32_t place;
  };
  struct Added {
    std::uint32_t depth;
    std::uint32_t place;
  };

  TreeNode* make_node(TreeNode* parent, std::uint32_t place);
  void add_child(std::uint32_t depth, TreeNode& node, const Step& step);
  void reverse(const Reversal& reversal, const TreePath& path, const Walk& walk);
  void add_with_component(std::uint32_t depth, TreeNode& node, Step step, const Walk& walk);
  void open_added(const TreePath& path);
  void finish(TreePath& path);

  TreeNode top_;  // above the root
  OpenChildren<Open> open_;
  std::size_t running_ = 0;
  std::deque<TreeNode> nodes_;
  std::vector<TreeNode*> free_;
  std::vector<Added> added_;  // children added by the execution under way
  std::vector<Step> missing_, component_;
  std::vector<double> below_;
};

}  // namespace graphfuzz::go
