// RC11: Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing sequential consistency in C/C++11", PLDI 2017. As published
// (rc11), and with the release sequences of C++20 (rc11-c20). This is the incremental checker; the axioms are in
// rc11_axioms.cpp.
//
// Both have the property that their choices are a suffix of mo: release sequences follow rf and po only, so hb between
// old events never changes, and an event that is added has no outgoing hb edge.
#include "model/coherence_bound.hpp"
#include "model/happens_before.hpp"
#include "model/native_models.hpp"
#include "model/sc_order.hpp"

namespace graphfuzz {

namespace {

class Rc11 final : public BoundModel {
 public:
  explicit Rc11(ReleaseSequence sequence) : sequence_(sequence), hb_(sequence) {}

  std::string_view name() const override { return sequence_ == ReleaseSequence::own_writes ? "rc11" : "rc11-c20"; }

  void reset(const ExecutionGraph& graph) override {
    hb_.reset(graph);
    psc_.reset(graph);
  }

  void added(const ExecutionGraph& graph, Slot slot) override {
    hb_.added(graph, slot);
    psc_.added(graph, hb_, slot);
  }

  // Views belong to their events; only the order of seq_cst events changes when other events come and go.
  void removed(const ExecutionGraph& graph) override {
    if (!psc_.removed(graph)) rebuild(graph);
  }
  bool removes_cheaply() const override { return true; }

  bool detects_races() const override { return true; }
  bool knows_happens_before() const override { return true; }
  ViewRef happens_before(const ExecutionGraph&, Slot slot) const override { return hb_.before_or_equal(slot); }
  std::optional<Slot> race(const ExecutionGraph& graph, Slot slot) override { return hb_.race(graph, slot); }

  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    return explain_rc11(graph, sequence_);
  }

 protected:
  std::uint32_t bound(const ExecutionGraph& graph, const Access& access) override {
    const Slot last = graph.last(access.thread);
    const std::uint32_t coherence =
        last == kNoSlot ? 0 : observed_bound(graph, hb_.before_or_equal(last), access.location);
    return psc_.empty() ? coherence : std::max(coherence, psc_.bound(graph, hb_, access));
  }

 private:
  ReleaseSequence sequence_;
  HappensBefore hb_;
  ScOrder psc_;
};

}  // namespace

std::unique_ptr<MemoryModel> make_rc11() { return std::make_unique<Rc11>(ReleaseSequence::own_writes); }
std::unique_ptr<MemoryModel> make_rc11_c20() { return std::make_unique<Rc11>(ReleaseSequence::updates_only); }

}  // namespace graphfuzz
