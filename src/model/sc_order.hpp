// RC11's partial order on seq_cst events, psc = psc_base | psc_F, kept acyclic and transitively closed while a graph
// grows.
//   psc_base = ([SC] | [F&SC]; hb?); (sb | (sb\loc); hb; (sb\loc) | hb&loc | mo | rb); ([SC] | hb?; [F&SC])
//   psc_F = [F&SC]; (hb | hb; eco; hb); [F&SC]
// hb and eco between old events never change when an event is added, so psc grows only by edges into the new event,
// and by edges from it and from the seq_cst fences that happen before it to what observes a later write.
#pragma once

#include <vector>

#include "graphfuzz/model/memory_model.hpp"
#include "model/happens_before.hpp"
#include "model/order_clocks.hpp"

namespace graphfuzz {

class ScOrder {
 public:
  void reset(const ExecutionGraph& graph);
  /// No seq_cst event so far.
  bool empty() const { return count_ == 0; }
  void added(const ExecutionGraph& graph, const HappensBefore& hb, Slot slot);
  /// The newest events, those that the graph no longer has, were taken back. Linear in what their edges have changed.
  /// False, and nothing has changed, if it is as well to begin anew.
  [[nodiscard]] bool removed(const ExecutionGraph& graph);
  /// The mo position that `access` has to observe at least, lest psc become cyclic. It is exact together with
  /// coherence. O(threads²).
  std::uint32_t bound(const ExecutionGraph& graph, const HappensBefore& hb, const Access& access);

 private:
  /// clock := clock ∪ the clocks of the fences in the view.
  void join_fences(const ExecutionGraph& graph, std::span<std::uint32_t> clock, ViewRef view) const;
  void join_node(std::span<std::uint32_t> clock, Slot node) const;
  void join_node_unless_there(const ExecutionGraph& graph, std::span<std::uint32_t> clock, Slot node) const;
  /// Edges into an access of `location` by `thread` after the event `previous`, but for those from hb&loc, mo and rb.
  void join_sb(const ExecutionGraph& graph, const HappensBefore& hb, std::span<std::uint32_t> clock, ThreadId thread,
               Slot previous, Location location) const;
  void join_same_location(const ExecutionGraph& graph, const HappensBefore& hb, std::span<std::uint32_t> clock,
                          ViewRef view, Location location) const;
  void add_access(const ExecutionGraph& graph, const HappensBefore& hb, Slot slot);
  void add_fence(const ExecutionGraph& graph, const HappensBefore& hb, Slot slot);
  void precede_later_writes(const ExecutionGraph& graph, const HappensBefore& hb, Slot slot);
  std::uint32_t written_bound(const ExecutionGraph& graph, const HappensBefore& hb, ViewRef view,
                              Location location) const;

  std::size_t count_ = 0;
  OrderClocks nodes_;                                     // the seq_cst events, ordered by psc+
  std::vector<std::vector<Slot>> fences_;                 // by thread: the seq_cst fences
  bool has_fences_ = false;                               // unless all of them are empty
  std::vector<std::uint32_t> from_fences_, into_access_;  // scratch clocks
};

}  // namespace graphfuzz
