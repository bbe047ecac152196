// The model `coherence`, as shared/oracle/models/coherence.cat has it: nothing but coherence and atomicity, so that
// cycles in po | rf are consistent. It can only judge whole graphs.
#pragma once

#include <stdexcept>

#include "graphfuzz/model/memory_model.hpp"
#include "model/axioms.hpp"

namespace graphfuzz::testing {

/// A model that is nothing but axioms.
class AxiomaticModel : public MemoryModel {
 public:
  void reset(const ExecutionGraph&) override {}
  void added(const ExecutionGraph&, Slot) override {}
  void removed(const ExecutionGraph&) override {}
  std::span<const Slot> rf_candidates(const ExecutionGraph&, const Access&) override {
    throw std::logic_error("not to be built event by event");
  }
  std::span<const Slot> mo_positions(const ExecutionGraph&, const Access&) override {
    throw std::logic_error("not to be built event by event");
  }
};

class Coherence final : public AxiomaticModel {
 public:
  std::string_view name() const override { return "coherence"; }
  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    const BaseRelations r(graph);
    return first_violation(
        {acyclic("coherence", {{"po-loc", r.po & r.same_location}, {"rf", r.rf}, {"mo", r.mo}, {"fr", r.fr}}),
         atomicity(r)});
  }
};

}  // namespace graphfuzz::testing
