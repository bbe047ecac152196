// RC11's happens-before, kept per event while a graph grows:
//   rs = [W]; (sb & loc)?; [W & atomic]; (rf; rmw)*
//   sw = [release]; ([F]; sb)?; rs; rf; [R & atomic]; (sb; [F])?; [acquire]
//   hb = (sb | sw | asw)+
#pragma once

#include <optional>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

class HappensBefore {
 public:
  void reset(const ExecutionGraph& graph);
  /// `slot`, the newest event, was added. O(threads).
  void added(const ExecutionGraph& graph, Slot slot);

  /// The events that happen before `slot`, and itself.
  ViewRef before_or_equal(Slot slot) const { return row(slot, 0); }

  /// The accesses of one location by one thread, seen from one of them: the last write, seq_cst access, … up to and
  /// including it; kNoSlot where there is none.
  struct Chain {
    Slot write = kNoSlot;
    Slot sc_access = kNoSlot;
    Slot sc_write = kNoSlot;
    Slot release_write = kNoSlot;
    Slot plain_access = kNoSlot;
    Slot plain_write = kNoSlot;
  };
  const Chain& chain(Slot access) const { return chains_[access]; }

  /// An event that conflicts with `slot`, the newest event, and is unordered with it, not both being atomic.
  /// Initial writes race with nothing. O(threads).
  std::optional<Slot> race(const ExecutionGraph& graph, Slot slot) const;

 private:
  // Each event has three views in a row: what happens before it; what an acquire fence after it would learn; what
  // an acquire read of it (a write) learns.
  ViewRef row(Slot slot, std::size_t which) const { return {&views_[(slot * 3 + which) * width_], width_}; }
  std::span<std::uint32_t> row(Slot slot, std::size_t which) { return {&views_[(slot * 3 + which) * width_], width_}; }
  void release(const ExecutionGraph& graph, Slot slot);

  std::size_t width_ = 0;
  std::vector<std::uint32_t> views_;  // slots × 3 × threads
  std::vector<Chain> chains_;         // by slot, for accesses
  std::vector<Slot> release_fence_;   // by slot: the thread's last release fence up to and including the event
  bool plain_accesses_ = false;
};

}  // namespace graphfuzz
