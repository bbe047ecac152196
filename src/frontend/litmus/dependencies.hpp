// Follows a thread's register code a second time, to tell what each of its events depends on (cat's addr, data, ctrl).
// Kept apart from the interpreter proper, which most runs want as fast as it can be.
//
// Registers carry the reads that their values come from, through copies and arithmetic alike: what matters is the
// program text, not whether the value could have been another. A branch (and `assume`, and the lazy operators && || ?:,
// which are branches, too) makes everything behind it depend on its condition. What goes through memory starts anew.
#pragma once

#include <vector>

#include "code.hpp"
#include "graphfuzz/graph/dependency.hpp"

namespace graphfuzz::litmus {

class DependencyTracker {
 public:
  DependencyTracker(const ThreadCode& code, const std::vector<Cell>& cells, unsigned unroll);

  /// Back to the beginning of the thread.
  void reset();
  /// The pending request has happened, as event `index` of the thread; `pc` is behind it and `registers` have its
  /// result.
  void resumed(RequestKind kind, bool succeeded, std::uint32_t index, std::uint32_t pc, const Value* registers);
  /// The thread was taken back to the checkpoint, where `registers` are what they were.
  void rewound(std::uint32_t checkpoint, const Value* registers);
  void save();
  void restore();

  const std::vector<Dependency>& pending() const { return state_.pending; }

 private:
  /// Reads that a value comes from; `kind` is not used.
  using Sources = std::vector<Dependency>;
  struct State {
    std::vector<Sources> registers;
    Sources control;
    std::vector<Dependency> pending;
    const Access* access = nullptr;
    std::vector<State> checkpoints;  // registers and control, by checkpoint
  };

  void follow(std::uint32_t pc, const Value* registers);
  void ask(const Access& access);
  void depend(DependencyKind kind, const Sources& sources, bool tested = false);

  const ThreadCode& code_;
  const std::vector<Cell>& cells_;
  const unsigned unroll_;
  State state_;
  State saved_;
  std::vector<Value> values_;
};

}  // namespace graphfuzz::litmus
