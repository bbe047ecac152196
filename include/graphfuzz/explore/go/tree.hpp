// Tree and Explorer: every execution graph of a Go program exactly once, in any order, by any number of workers.
//
// A node of the tree is the state after a number of steps, a child of it a step that may come next. The first execution
// through a node gives it its first child; others are added when an execution shows that something else could have
// happened there (Alternatives; doc/decisions/0015-go-alternatives-are-exact.md): dynamic partial order reduction
// (Flanagan and Godefroid, POPL 2005) with source sets (Abdulla, Aronis, Jonsson and Sagonas, JACM 2017). The sleep set
// of a child (Godefroid 1996) holds the steps of the children added before it, until a step that depends on them is
// taken: what begins with them is found below those children. Hence no graph is found twice, in whatever order the open
// children are explored. An execution that finds nothing but sleeping steps is given up: it was in vain. Few are, since
// the first execution through a child begins with what wakes the sleepers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/random.hpp"

namespace graphfuzz::go {

/// Which open child comes next.
enum class Order : std::uint8_t {
  deepest,  ///< depth-first: with little memory
  random    ///< each with a probability that is proportional to the estimated size of its subtree
};

struct TreeOptions {
  Order order = Order::deepest;
  /// Order::random: the number of open children beyond which the smallest subtrees are finished first.
  std::size_t capacity = 200'000;
  /// Without: all steps that are possible at a node are children. The same graphs, with more executions in vain.
  bool reduce = true;
};

/// What came of an attempt to explore.
enum class Visit : std::uint8_t {
  execution,  ///< an execution that no other one is equivalent to
  vain,       ///< one that was given up
  idle,       ///< nothing to explore now: what is left is with other workers
  exhausted   ///< nothing to explore any more
};

/// What has been explored, and what is to be. Subtrees that are done are forgotten. Thread-safe.
class Tree {
 public:
  explicit Tree(const TreeOptions& options = {});
  ~Tree();
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  /// The number of open children.
  std::size_t open() const;
  /// The part of the tree that is done, if the children of a node, as far as they are known, are alike: 1 in the end.
  double covered() const;

 private:
  friend class Explorer;
  struct State;
  std::unique_ptr<State> state_;
};

/// One worker's way through a tree. Not thread-safe.
class Explorer {
 public:
  /// All explorers of a tree must be given the same program, options and names. `program` and `tree` must outlive it.
  Explorer(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names, Tree& tree,
           std::uint64_t seed);
  ~Explorer();

  /// Takes an open child and runs one execution through it.
  Visit explore();
  /// A random walk besides the tree's executions; what it returns is, on average, the number of graphs (Knuth 1975,
  /// on the tree of sleep sets, of which every graph is one leaf). The machine is then at the end of the walk.
  double walk();

  /// At the end of the last execution (or walk).
  const Machine& machine() const;
  /// The steps that led there.
  std::span<const Step> steps() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfuzz::go
