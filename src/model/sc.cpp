// Sequential consistency (Lamport 1979; Shasha and Snir 1988): acyclic(po | rf | mo | fr). The order
// (po | rf | mo | fr)+ is kept closed; an access must not go before a write that is already before its thread.
#include "model/axioms.hpp"
#include "model/coherence_bound.hpp"
#include "model/native_models.hpp"
#include "model/order_clocks.hpp"

namespace graphfuzz {
namespace {

class Sc final : public BoundModel {
 public:
  std::string_view name() const override { return "sc"; }

  void reset(const ExecutionGraph& graph) override { clocks_.reset(graph.threads()); }

  void added(const ExecutionGraph& graph, Slot slot) override {
    const Event& e = graph[slot];
    const std::span<std::uint32_t> clock = clocks_.add(slot, e.id);
    if (e.rf != kNoSlot) come_after(graph, clock, e.rf);
    if (!is_access(e.label.kind)) return;
    Slot later = kNoSlot;  // the first write that comes after e
    if (writes(e.label.kind)) {
      const Slot previous = graph.mo_previous(slot);
      come_after(graph, clock, previous);
      for (Slot r = graph[previous].first_reader; r != kNoSlot; r = graph[r].next_reader) {
        if (r != slot) come_after(graph, clock, r);
      }
      later = graph.mo_next(slot);
    } else {
      later = graph.mo_next(e.rf);
    }
    if (later != kNoSlot) clocks_.precede(graph, clock, later);
  }

  void removed(const ExecutionGraph& graph) override {
    if (!clocks_.truncate(graph.size())) rebuild(graph);
  }
  bool removes_cheaply() const override { return true; }
  bool is_sequential() const override { return true; }

  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    const BaseRelations r(graph);
    return first_violation(
        {acyclic("sc", {{"po", r.po}, {"asw", r.asw}, {"rf", r.rf}, {"mo", r.mo}, {"fr", r.fr}}), atomicity(r)});
  }

 protected:
  std::uint32_t bound(const ExecutionGraph& graph, const Access& access) override {
    const Slot last = graph.last(access.thread);
    return last == kNoSlot ? 0 : observed_bound(graph, clocks_.of(last), access.location);
  }

 private:
  void come_after(const ExecutionGraph& graph, std::span<std::uint32_t> clock, Slot earlier) const {
    if (!graph.is_initial(earlier)) join(clock, clocks_.of(earlier));
  }

  OrderClocks clocks_;
};

}  // namespace

std::unique_ptr<MemoryModel> make_sc() { return std::make_unique<Sc>(); }

}  // namespace graphfuzz
