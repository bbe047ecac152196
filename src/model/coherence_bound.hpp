// What the native models have in common. For each of them the consistent choices for an access to x are a suffix of
// mo(x): if the access may observe (or follow) a write, it may observe (follow) every later one, because a later
// position only removes outgoing fr and mo edges of the newest event, and what it adds was implied before
// (doc/decisions/0002-choices-are-suffixes-of-mo.md). So a model is no more than the place where the suffix begins.
#pragma once

#include <vector>

#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

/// The mo position that an event which comes after the whole view has to observe at least: that of the mo-latest
/// write of x that an access in the view wrote or read. O(threads × log accesses).
std::uint32_t observed_bound(const ExecutionGraph& graph, ViewRef view, Location location);

class BoundModel : public MemoryModel {
 public:
  std::span<const Slot> rf_candidates(const ExecutionGraph& graph, const Access& access) final;
  std::span<const Slot> mo_positions(const ExecutionGraph& graph, const Access& access) final;

 protected:
  /// The mo position of the first write that `access` may read from (reads and updates) or follow (writes).
  virtual std::uint32_t bound(const ExecutionGraph& graph, const Access& access) = 0;

 private:
  std::span<const Slot> without_update(const ExecutionGraph& graph, Location location, std::uint32_t begin);
  std::vector<Slot> scratch_;
};

}  // namespace graphfuzz
