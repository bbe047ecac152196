// A transitively closed order on the events of a growing graph, as vector clocks, in which new edges may end in old
// events. It contains po, so the events before a given one are a view.
#pragma once

#include <span>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "model/row_journal.hpp"

namespace graphfuzz {

class OrderClocks {
 public:
  void reset(unsigned threads) {
    width_ = threads;
    nodes_.resize(threads);
    for (std::vector<Slot>& thread : nodes_) thread.clear();
    journal_.clear();
  }

  /// Makes the newest event of its thread a node, after the thread's nodes so far. Returns its clock, which the
  /// caller joins with the clocks of the other nodes that come before it.
  std::span<std::uint32_t> add(Slot slot, EventId id) {
    if (rows_.size() < (slot + 1) * width_) rows_.resize((slot + 1) * width_);
    const std::span<std::uint32_t> row(&rows_[slot * width_], width_);
    std::vector<Slot>& thread = nodes_[id.thread];
    if (thread.empty()) {
      std::fill(row.begin(), row.end(), 0);
    } else {
      std::copy_n(&rows_[thread.back() * width_], width_, row.begin());
    }
    row[id.thread] = id.index + 1;
    thread.push_back(slot);
    return row;
  }

  /// The clock of a node: per thread, one more than the po index of the last event before or equal to it.
  ViewRef of(Slot node) const { return {&rows_[node * width_], width_}; }

  /// The nodes of a thread, in po.
  std::span<const Slot> nodes(ThreadId thread) const { return nodes_[thread]; }

  /// The last node of a thread among the thread's first `before` events, kNoSlot if there is none.
  Slot last(const ExecutionGraph& graph, ThreadId thread, std::uint32_t before) const {
    const std::vector<Slot>& nodes = nodes_[thread];
    const auto end =
        std::partition_point(nodes.begin(), nodes.end(), [&](Slot n) { return graph[n].id.index < before; });
    return end == nodes.begin() ? kNoSlot : *(end - 1);
  }

  /// Because of the graph's newest event, everything in the view `before` (which is closed under the order) comes
  /// before the node `to` from now on, and so before everything after it. O(nodes affected × threads): in each thread
  /// they are the last ones.
  void precede(const ExecutionGraph& graph, ViewRef before, Slot to) {
    const EventId id = graph[to].id;
    if (std::equal(before.begin(), before.end(), of(to).begin(), std::less_equal<>())) return;
    for (const std::vector<Slot>& thread : nodes_) {
      for (std::size_t i = thread.size(); i-- > 0;) {
        std::uint32_t* const row = &rows_[thread[i] * width_];
        if (row[id.thread] <= id.index) break;
        journal_.note(graph.size() - 1, thread[i] * width_, {row, width_});
        join({row, width_}, before);
      }
    }
  }

  /// Takes back the newest events, those from slot `size` on, with all the edges that came with them. Linear in what is
  /// taken back. False, and nothing has changed, if it is as well to begin anew.
  [[nodiscard]] bool truncate(Slot size) {
    if (!journal_.undo(size, width_, rows_)) return false;
    for (std::vector<Slot>& thread : nodes_) {
      while (!thread.empty() && thread.back() >= size) thread.pop_back();
    }
    return true;
  }

 private:
  std::size_t width_ = 0;
  std::vector<std::uint32_t> rows_;       // slots × threads
  std::vector<std::vector<Slot>> nodes_;  // by thread
  RowJournal journal_;
};

}  // namespace graphfuzz
