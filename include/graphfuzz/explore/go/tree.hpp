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
//
// What is left of a tree can be saved, and be taken apart (Explorer::split), so that others go on with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz::go {

/// Which open child comes next.
enum class Order : std::uint8_t {
  deepest,  ///< depth-first: with little memory
  random    ///< of many drawn at random, each the more likely the larger its subtree is estimated to be, the one that
            ///< promises most
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

class TreeSplitter;

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
  /// Of what a tree was taken apart into, how much of the whole tree was done here.
  double covered() const;

  /// Writes one value: all that is left, in the order in which it would be explored, so that who loads it goes on as
  /// explorers of this one would. Goroutines are numbers of the names (RoutineNames::save). While nobody explores.
  void save(store::Writer& out) const;
  /// Takes it over, in place of what is in here: before anybody explores. `names`: how many there are. Throws
  /// store::DocumentError. Steps that the program cannot take are found when they are to be taken: see
  /// Explorer::explore.
  void load(const store::Value& saved, std::size_t names);

 private:
  friend class Explorer;
  friend class TreeSplitter;
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

  /// Takes an open child and runs one execution through it. Throws store::DocumentError if the tree has been loaded,
  /// and leads to a step that is not possible in this program.
  Visit explore();
  /// A random walk besides the tree's executions; what it returns is, on average, the number of graphs (Knuth 1975,
  /// on the tree of sleep sets, of which every graph is one leaf). The machine is then at the end of the walk.
  double walk();

  /// Writes one value: where its random numbers are.
  void save(store::Writer& out) const;
  void load(const store::Value& saved);

  /// Makes a document around a part of a tree, which the function that it is given writes.
  using PartDocument = std::function<std::string(const std::function<void(store::Writer&)>& tree)>;
  /// Takes the tree apart, which is empty then: `parts` documents, or fewer if it cannot be cut so often. Explorations
  /// of different parts find no graph twice, and together all that are left. Each part is a tree that can be taken
  /// apart again. While nobody explores. (tree_split.cpp)
  std::vector<std::string> split(std::size_t parts, const PartDocument& document);

  /// At the end of the last execution (or walk).
  const Machine& machine() const;
  /// The steps that led there.
  std::span<const Step> steps() const;

 private:
  friend class TreeSplitter;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfuzz::go
