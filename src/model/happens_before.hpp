// RC11's happens-before, kept per event while a graph grows:
//   rs = [W]; (sb & loc)?; [W & atomic]; (rf; rmw)*        of C11, and RC11 as published
//   rs = [W & atomic]; (rf; rmw)*                           of C++20
//   sw = [release]; ([F]; sb)?; rs; rf; [R & atomic]; (sb; [F])?; [acquire]
//   hb = (sb | sw | asw)+
#pragma once

#include <optional>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

/// What continues a release sequence, besides the read-modify-writes that read from it.
enum class ReleaseSequence : std::uint8_t {
  /// Later atomic writes of the location by the thread that released: C11, C17, C++11 to C++17. As RC11 has it (Lahav,
  /// Vafeiadis, Kang, Hur, Dreyer, PLDI 2017, section 3, after Vafeiadis et al., POPL 2015) the writes of other threads
  /// may
  /// come in between in mo; in the standards' words they end the sequence.
  own_writes,
  /// Nothing: C++20 (Boehm, Giroux, Vafeiadis, "Weaken release sequences", WG21 P0982R1, 2018).
  updates_only,
};

class HappensBefore {
 public:
  explicit HappensBefore(ReleaseSequence sequence) : sequence_(sequence) {}

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

  ReleaseSequence sequence_;
  std::size_t width_ = 0;
  std::vector<std::uint32_t> views_;  // slots × 3 × threads
  std::vector<Chain> chains_;         // by slot, for accesses
  std::vector<Slot> release_fence_;   // by slot: the thread's last release fence up to and including the event
  bool plain_accesses_ = false;
};

}  // namespace graphfuzz
