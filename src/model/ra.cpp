// Release/acquire (Lahav, Giannarakis, Vafeiadis, "Taming release-acquire consistency", POPL 2016), declaratively:
// every write releases, every read acquires, so that hb = porf; irreflexive(hb), irreflexive(hb; eco), atomicity.
#include "model/axioms.hpp"
#include "model/coherence_bound.hpp"
#include "model/native_models.hpp"

namespace graphfuzz {
namespace {

class Ra final : public BoundModel {
 public:
  std::string_view name() const override { return "ra"; }
  void reset(const ExecutionGraph&) override {}
  void added(const ExecutionGraph&, Slot) override {}
  void removed(const ExecutionGraph&) override {}

  bool removes_cheaply() const override { return true; }

  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    const BaseRelations r(graph);
    const Relation hb = (r.po | r.asw | r.rf).closure();
    return first_violation({acyclic("hb", {{"po", r.po}, {"asw", r.asw}, {"rf", r.rf}}),
                            irreflexive_composition("coherence", {"hb", hb}, {"eco", r.eco}),
                            irreflexive("eco", {"eco", r.eco}), atomicity(r)});
  }

 protected:
  std::uint32_t bound(const ExecutionGraph& graph, const Access& access) override {
    const Slot last = graph.last(access.thread);
    return last == kNoSlot ? 0 : observed_bound(graph, graph.porf(last), access.location);
  }
};

}  // namespace

std::unique_ptr<MemoryModel> make_ra() { return std::make_unique<Ra>(); }

}  // namespace graphfuzz
