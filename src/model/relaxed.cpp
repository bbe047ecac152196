// Coherence, atomicity of updates and no thin air: acyclic(po-loc | rf | mo | fr), acyclic(po | rf).
// A thread must not observe a location going backwards; nothing else is ordered. What happened before a thread was
// started, and in a thread before it was joined, counts as po.
#include "model/axioms.hpp"
#include "model/coherence_bound.hpp"
#include "model/native_models.hpp"
#include "model/order_clocks.hpp"

namespace graphfuzz {
namespace {

class Relaxed final : public BoundModel {
 public:
  std::string_view name() const override { return "relaxed"; }

  void reset(const ExecutionGraph& graph) override {
    threads_synchronise_ = false;
    clocks_.reset(graph.threads());
  }

  void added(const ExecutionGraph& graph, Slot slot) override {
    const Event& e = graph[slot];
    if (!is_access(e.label.kind) && e.rf != kNoSlot && !threads_synchronise_) {
      // From the first start or join of a thread on, po alone no longer tells; until then no clock was needed.
      threads_synchronise_ = true;
      for (Slot s = graph.locations(); s < slot; ++s) clocks_.add(s, graph[s].id);
    }
    if (!threads_synchronise_) return;
    const std::span<std::uint32_t> clock = clocks_.add(slot, e.id);
    if (!is_access(e.label.kind) && e.rf != kNoSlot) join(clock, clocks_.of(e.rf));
  }

  void removed(const ExecutionGraph& graph) override {
    if (threads_synchronise_ && !clocks_.truncate(graph.size())) rebuild(graph);
  }

  bool removes_cheaply() const override { return true; }

  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    const BaseRelations r(graph);
    const Relation po = (r.po | r.asw).closure();
    return first_violation(
        {acyclic("coherence", {{"po-loc", po & r.same_location}, {"rf", r.rf}, {"mo", r.mo}, {"fr", r.fr}}),
         atomicity(r), acyclic("no-thin-air", {{"po", r.po}, {"asw", r.asw}, {"rf", r.rf}})});
  }

 protected:
  std::uint32_t bound(const ExecutionGraph& graph, const Access& access) override {
    const Slot last = graph.last(access.thread);
    if (threads_synchronise_ && last != kNoSlot) return observed_bound(graph, clocks_.of(last), access.location);
    const Slot last_access = graph.last_access(access.thread, access.location);
    return last_access == kNoSlot ? 0 : graph.observed(last_access);
  }

 private:
  bool threads_synchronise_ = false;
  OrderClocks clocks_;  // (po | asw)+, once threads synchronise
};

}  // namespace

std::unique_ptr<MemoryModel> make_relaxed() { return std::make_unique<Relaxed>(); }

}  // namespace graphfuzz
