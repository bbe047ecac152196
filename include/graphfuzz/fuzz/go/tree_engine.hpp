// The engine of tree searches of Go programs: an Explorer of the Tree that the workers share.
#pragma once

#include <memory>
#include <utility>

#include "graphfuzz/explore/go/tree.hpp"
#include "graphfuzz/fuzz/go/engine.hpp"
#include "graphfuzz/fuzz/tree_search.hpp"

namespace graphfuzz::go {

class GoTreeEngine : public MachineEngine<Explorer> {
 public:
  /// `program` and `tree` must outlive it.
  GoTreeEngine(Random&, const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names,
               Tree& tree, std::uint64_t seed)
      : MachineEngine(program, options, names, tree, seed),
        tree_(tree),
        walker_(program, options, names, tree, ~seed) {}

  StepKind explore();
  Ending ending() const { return machine().ending(); }
  void settle() {}
  double walk() {
    const double weight = walker_.walk();
    walk_work_ += walker_.steps().size();
    return weight;
  }
  std::uint64_t work() const { return work_; }
  std::uint64_t walk_work() const { return walk_work_; }
  Left left() const { return {.kept = tree_.open(), .covered = tree_.covered(), .shared = true}; }

  void save(store::Writer& out, Extent extent) const;
  void load(const store::Value& saved);

 private:
  Tree& tree_;
  Explorer walker_;  // so that the other one stays at the end of the execution
  std::uint64_t work_ = 0;
  std::uint64_t walk_work_ = 0;
};

using GoTreeSearch = TreeSearch<GoTreeEngine>;

}  // namespace graphfuzz::go
