// RC11's axioms as published (PLDI 2017, figure 3), for explanations and as a definition to test against. An update is
// one event, so that rmw is the identity on updates and rb need not exclude its own write: fr already does.
#include "model/axioms.hpp"
#include "model/native_models.hpp"

namespace graphfuzz {

std::optional<Violation> explain_rc11(const ExecutionGraph& graph, ReleaseSequence sequence) {
  const BaseRelations r(graph);
  const std::size_t n = graph.size();
  const auto events = [&](auto holds) { return Relation::identity(n, [&](Slot s) { return holds(graph[s].label); }); };
  const Relation release = events([](const Label& l) { return is_release(l.order); });
  const Relation acquire = events([](const Label& l) { return is_acquire(l.order); });
  const Relation fence = events([](const Label& l) { return l.kind == EventKind::fence; });
  const Relation write = events([](const Label& l) { return writes(l.kind); });
  const Relation update = events([](const Label& l) { return l.kind == EventKind::update; });
  const Relation atomic_write = events([](const Label& l) { return writes(l.kind) && is_atomic(l.order); });
  const Relation atomic_read = events([](const Label& l) { return reads(l.kind) && is_atomic(l.order); });
  const Relation sc_access = events([](const Label& l) { return is_access(l.kind) && is_seq_cst(l.order); });
  const Relation sc_fence = events([](const Label& l) { return l.kind == EventKind::fence && is_seq_cst(l.order); });
  const Relation sc = sc_access | sc_fence;

  const Relation& sb = r.po;
  const Relation heads =
      sequence == ReleaseSequence::own_writes ? write * (sb & r.same_location).optional() * atomic_write : atomic_write;
  const Relation rs = heads * (r.rf * update).closure().optional();
  const Relation sw = release * (fence * sb).optional() * rs * r.rf * atomic_read * (sb * fence).optional() * acquire;
  const Relation hb = (sb | sw | r.asw).closure();
  const Relation sb_other = sb - r.same_location;
  const Relation scb = sb | sb_other * hb * sb_other | (hb & r.same_location) | r.mo | r.fr;
  const Relation psc_base = (sc | sc_fence * hb.optional()) * scb * (sc | hb.optional() * sc_fence);
  const Relation psc_f = sc_fence * (hb | hb * r.eco * hb) * sc_fence;
  return first_violation({irreflexive("coherence", {"hb", hb}),
                          irreflexive_composition("coherence", {"hb", hb}, {"eco", r.eco}),
                          irreflexive("coherence", {"eco", r.eco}),  // for updates: rmw; eco
                          atomicity(r), acyclic("sc", {{"psc_base", psc_base}, {"psc_F", psc_f}}),
                          acyclic("no-thin-air", {{"po", sb}, {"asw", r.asw}, {"rf", r.rf}})});
}

}  // namespace graphfuzz
