// Directive: what a Go fuzzer asks of the next run. The engine's executor follows it, and the writers of
// frontend/trace/ put it into the input files of ADVOCATE, GFuzz and GoPie.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go {

/// One execution of one operation, named so that it means the same in another run.
struct OperationId {
  std::uint32_t routine = 0;  ///< TraceRoutine::id
  std::string position;       ///< "file#line"
  std::uint32_t visit = 1;    ///< the how-manieth execution of this position by this routine, from 1
  friend auto operator<=>(const OperationId&, const OperationId&) = default;
};

struct Directive {
  /// By position of the select: the cases to prefer, visit after visit by whatever routine; once they are used up the
  /// select is left alone. The preferred case alone is waited for until time is up (in the engine: until nothing else
  /// can happen), then the select is as it was written. (spec/select-based-fuzzing.md, "Running a mutation")
  std::map<std::string, std::vector<int>> preferred;

  /// All operations before the chain, in the order in which they are to be executed: the recorded run up to the first
  /// operation of the chain. Empty: everything is free until the chain. (order-based-fuzzing.md, GoPie+, "Order
  /// Enforcement")
  std::vector<OperationId> prefix;
  /// The active operations: each waits until the one before it has been executed. If nothing else can happen, the
  /// operation that has waited longest is released. (order-based-fuzzing.md, GoPie, "Order Enforcement")
  std::vector<OperationId> chain;

  /// By position: the executions of it (by whatever routine, from 1) that are delayed until nothing else can happen.
  /// (flow-changing-operations.md, "Implementations")
  std::map<std::string, std::vector<std::uint32_t>> delays;

  bool empty() const { return preferred.empty() && prefix.empty() && chain.empty() && delays.empty(); }
  friend bool operator==(const Directive&, const Directive&) = default;
};

}  // namespace graphfuzz::go
