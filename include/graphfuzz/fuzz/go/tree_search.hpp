// TreeSearch: a search that never finds a graph twice, and knows when it has found them all (explore/go/tree.hpp).
#pragma once

#include <memory>

#include "graphfuzz/explore/go/tree.hpp"
#include "graphfuzz/fuzz/go/search.hpp"

namespace graphfuzz::go {

class TreeSearch final : public GoSearch {
 public:
  /// `tree` is shared by the workers: Order::random makes the search `optimal`, Order::deepest `exhaustive`. With
  /// `record` the graphs are added to the counts, which proves that they are distinct, else they are new without a
  /// look; outcomes are always added. `program`, `tree` and `counts` must outlive the search.
  TreeSearch(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names, Tree& tree,
             bool record, GraphCounts& counts, std::uint64_t seed)
      : tree_(tree),
        explorer_(program, options, names, tree, seed),
        walker_(program, options, names, tree, ~seed),
        record_(record),
        counts_(counts) {}

  GoExecution step() override;
  const Machine& machine() const override { return explorer_.machine(); }
  std::span<const Step> steps() const override { return explorer_.steps(); }
  std::size_t corpus_size() const override { return tree_.open(); }
  TreeSize tree_size() const override { return size_; }
  void flush() override { counts_.flush(); }

 private:
  void walk();

  Tree& tree_;
  Explorer explorer_;
  Explorer walker_;  // for the estimate, so that the explorer stays at the end of the execution
  bool record_;
  CachedGraphCounts counts_;
  TreeSize size_;
  std::uint64_t steps_ = 0;
};

}  // namespace graphfuzz::go
