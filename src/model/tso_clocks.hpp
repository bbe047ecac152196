// The global happens-before order of x86-TSO, transitively closed, as vector clocks with two components per thread.
//
// The order does not contain po: a pure read does not wait for the pure writes before it in its thread. But within a
// thread the reads are in order, the writes are in order, and a write comes after every read before it. So what comes
// before an event is, in each thread, the reads among the first r events and the writes among the first w ≤ r. Each
// thread has two chains of nodes, its reads and its writes; updates, mfences and what acts like one, a locked store
// too, are in both.
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "model/row_journal.hpp"

namespace graphfuzz {

/// What a seq_cst store is: a store that waits in the buffer as others do, or a locked instruction.
enum class SeqCstStore : std::uint8_t { buffered, locked };

class TsoClocks {
 public:
  explicit TsoClocks(SeqCstStore store) : store_(store) {}

  void reset(const ExecutionGraph& graph);

  /// The newest event of the graph becomes a node of the chains that it belongs to, if it belongs to any. Returns its
  /// clock, which the caller joins with the clocks of the other nodes that come before it; empty if it is no node.
  std::span<std::uint32_t> add(const ExecutionGraph& graph, Slot slot);

  /// clock := clock ∪ that of an event that is a node. Nothing is before the initial writes.
  void join_node(const ExecutionGraph& graph, std::span<std::uint32_t> clock, Slot node) const;
  /// clock := clock ∪ everything in po up to and including `slot`, which may be kNoSlot: what a fence after it waits
  /// for.
  void join_all(std::span<std::uint32_t> clock, Slot slot) const;
  /// clock := clock ∪ what a pure read waits for after `slot`, which may be kNoSlot.
  void join_reads(std::span<std::uint32_t> clock, Slot slot) const;

  /// Everything before or equal to the node `from`, the graph's newest event, comes before the write `to` from now on,
  /// and so before everything after that. O(nodes affected × threads): in each chain they are the last ones.
  void precede(const ExecutionGraph& graph, Slot from, Slot to);

  /// Forgets the newest events, those that the graph no longer has, with all the edges that came with them. Linear in
  /// what is taken back. False, and nothing has changed, if it is as well to begin anew.
  [[nodiscard]] bool truncate(const ExecutionGraph& graph);

  /// Per thread, the number of its first events of which the clock contains the writes.
  static std::uint32_t writes_before(ViewRef clock, ThreadId thread) { return clock[2 * thread + 1]; }
  /// Number of components of a clock.
  std::size_t width() const { return width_; }

 private:
  std::span<std::uint32_t> row(Slot slot) { return {&rows_[slot * width_], width_}; }
  ViewRef row(Slot slot) const { return {&rows_[slot * width_], width_}; }

  bool is_full_fence(const Label& label) const;
  bool in_read_chain(const Event& e) const;
  bool in_write_chain(const Event& e) const;

  struct Last {  // of an event's thread, up to and including the event
    Slot read = kNoSlot;
    Slot write = kNoSlot;
  };

  SeqCstStore store_;
  std::size_t width_ = 0;
  std::vector<std::uint32_t> rows_;        // slots × width
  std::vector<Last> last_;                 // by slot
  std::vector<std::vector<Slot>> chains_;  // by 2 × thread, + 1 for the writes
  RowJournal journal_;
};

}  // namespace graphfuzz
