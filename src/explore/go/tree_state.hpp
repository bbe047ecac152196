// The nodes of a Tree, and how executions make it grow and shrink.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "explore/go/guide.hpp"
#include "explore/go/open_children.hpp"
#include "explore/go/probe.hpp"
#include "explore/go/walk.hpp"
#include "graphfuzz/explore/go/tree.hpp"

namespace graphfuzz::go {

struct TreeNode;

struct TreeChild {
  Step step;
  TreeNode* node = nullptr;        // null while it is open, being explored for the first time, or done
  double covered = 0;              // the part of its subtree that is done
  std::unique_ptr<Guide> guide{};  // while it is open
};

/// The state after a number of steps.
struct TreeNode {
  TreeNode* parent = nullptr;
  std::uint32_t place = 0;           // among the parent's children
  std::uint32_t unfinished = 0;      // children that are not done
  double covered = 0;                // by all children together
  std::vector<TreeChild> children;   // in the order in which they were added, for good
  std::vector<std::uint64_t> never;  // sorted: of reversals (Probe::key) that come to nothing
};

/// The way from the root to a child.
struct TreePath {
  struct Added {
    std::uint32_t depth;
    std::uint32_t place;
  };
  std::vector<TreeNode*> nodes;         // by depth; empty for the root, which is the only child of a node above it
  std::vector<Step> steps;              // for each node: the children before the one that is taken, and that one
  std::vector<std::uint32_t> step_end;  // for each node: where its steps end
  std::unique_ptr<Guide> guide;         // what to do after that; may be null
  std::uint32_t place = 0;              // of the execution itself, at the last node
  std::vector<Added> added;             // children added by the execution
};

/// Is the reversal possible?
struct Question {
  std::size_t reversal = 0;  // which of the walk's
  std::uint64_t key = 0;
  std::vector<Step> sleepers;  // at the node before its step, with all children
  Probe::Answer answer = Probe::Answer::unknown;
  std::uint32_t limit = 0;
};

struct Tree::State {
  explicit State(const TreeOptions& o);

  enum class Taken : std::uint8_t { taken, nothing_now, exhausted };
  Taken take(TreePath& path, Random& random);

  /// The execution through the path's child is at its end. `fresh`: for each step after the path's last, what the
  /// children of the node before it are, the step taken first.
  void put(TreePath& path, const Walk& walk, std::span<const std::vector<Step>> fresh);
  /// Adds the reversals from that number on that nothing in the tree stands for yet.
  void ask(const TreePath& path, const Walk& walk, std::size_t first, std::vector<Question>& questions);
  /// The questions have been answered: that is all there is to know of the execution.
  void finish(TreePath& path, const Walk& walk, std::span<const Question> questions);

  mutable std::mutex mutex;
  const TreeOptions options;

 private:
  friend class Tree;
  struct Open {
    TreeNode* node;
    std::uint32_t place;
  };

  TreeNode* make_node(TreeNode* parent, std::uint32_t place);
  static void add_child(TreePath& path, std::uint32_t depth, TreeNode& node, const Step& step, const Guide& guide);
  bool stands(const Reversal& reversal, std::uint32_t limit, const TreePath& path, const Walk& walk);
  void reverse(const Question& question, TreePath& path, const Walk& walk, Guide& guide);
  void add_with_component(std::uint32_t depth, TreePath& path, const Step& step, const Walk& walk, const Guide& guide);
  void open_added(const TreePath& path);
  void close(TreePath& path);

  TreeNode top_;  // above the root
  OpenChildren<Open> open_;
  std::size_t running_ = 0;
  std::deque<TreeNode> nodes_;
  std::vector<TreeNode*> free_;
  std::vector<Step> missing_, component_;
  Step operation_;  // of the reversal that was last asked for by `stands`: the step that its operation is part of
  std::vector<double> below_;
};

}  // namespace graphfuzz::go
