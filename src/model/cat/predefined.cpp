#include "model/cat/predefined.hpp"

namespace graphfuzz::cat {
namespace {

template <BaseSet Set>
NodeId set(PlanBuilder& b) {
  return b.base(Set);
}

template <BaseRelation Relation>
NodeId relation(PlanBuilder& b) {
  return b.base(Relation);
}

NodeId no_set(PlanBuilder& b) { return b.none(false); }
NodeId no_relation(PlanBuilder& b) { return b.none(true); }
NodeId everything(PlanBuilder& b) { return b.base(BaseSet::universe); }
NodeId id(PlanBuilder& b) { return b.identity(everything(b)); }

// int does not hold between initial writes, and ext does not either: herd7 gives them no thread.
NodeId external(PlanBuilder& b) {
  const NodeId all = b.cartesian(everything(b), everything(b));
  const NodeId initial = b.base(BaseSet::initial_write);
  return b.subtract(b.subtract(all, b.base(BaseRelation::internal)), b.cartesian(initial, initial));
}

// The initial write of a location comes before its other writes, the final one after.
NodeId co0(PlanBuilder& b) {
  const NodeId writes = b.base(BaseSet::write);
  const NodeId initial = b.base(BaseSet::initial_write);
  const NodeId final = b.base(BaseSet::final_write);
  const NodeId first = b.cartesian(initial, b.subtract(writes, initial));
  const NodeId last = b.cartesian(b.subtract(writes, final), final);
  return b.intersect(b.unite(first, last), b.base(BaseRelation::loc));
}

NodeId not_atomic(PlanBuilder& b) { return b.subtract(everything(b), b.base(BaseSet::atomic)); }

NodeId depend(PlanBuilder& b) { return b.unite(b.base(BaseRelation::addr), b.base(BaseRelation::data)); }

NodeId same_memory_event(PlanBuilder& b) { return b.identity(b.base(BaseSet::memory)); }

}  // namespace

std::span<const PredefinedNode> predefined_nodes() {
  using enum BaseSet;
  static constexpr PredefinedNode nodes[] = {
      // Sets of all architectures.
      {"M", set<memory>},
      {"R", set<read>},
      {"W", set<write>},
      {"IW", set<initial_write>},
      {"I", set<initial_write>},
      {"FW", set<final_write>},
      {"F", set<fence>},
      {"B", no_set},
      {"BCC", no_set},
      {"PRED", no_set},
      {"AMO", no_set},
      {"Exp", set<memory>},
      {"NExp", no_set},
      {"Rreg", no_set},
      {"Wreg", no_set},
      {"DATA", no_set},
      {"NDATA", no_set},
      {"SPEC", no_set},
      {"EXEC", everything},
      // Sets for C.
      {"RMW", set<update>},
      {"A", set<atomic>},
      {"NA", not_atomic},
      {"RLX", set<relaxed>},
      {"ACQ", set<acquire>},
      {"REL", set<release>},
      {"ACQ_REL", set<acq_rel>},
      {"SC", set<seq_cst>},
      {"CON", no_set},  // consume is compiled to acquire, as all compilers do
      {"LK", no_set},
      {"LKR", no_set},
      {"LKW", no_set},
      {"LS", no_set},
      {"LF", no_set},
      {"UL", no_set},
      {"RL", no_set},
      {"RU", no_set},
      {"annot", no_set},
      // Relations.
      {"po", relation<BaseRelation::po>},
      {"partial_po", relation<BaseRelation::po>},
      {"loc", relation<BaseRelation::loc>},
      {"int", relation<BaseRelation::internal>},
      {"ext", external},
      {"id", id},
      {"rf", relation<BaseRelation::rf>},
      {"mo", relation<BaseRelation::mo>},
      {"co0", co0},
      {"asw", relation<BaseRelation::asw>},
      {"rmw", no_relation},  // a read-modify-write is one event here
      {"amo", no_relation},
      {"addr", relation<BaseRelation::addr>},
      {"data", relation<BaseRelation::data>},
      {"ctrl", relation<BaseRelation::ctrl>},
      {"depend", depend},
      {"sm", same_memory_event},
      {"si", id},
      {"same-instr", id},
      {"iico_data", no_relation},
      {"iico_ctrl", no_relation},
      {"iico_order", no_relation},
      {"rf-reg", no_relation},
  };
  return nodes;
}

std::span<const std::string_view> unsupported_names() {
  static constexpr std::string_view names[] = {
      "classes",    "classes-loc", "linearisations",   "tag2events",       "tag2scope",
      "tag2level",  "tag2fenced",  "loc2events",       "fromto",           "fail",
      "lift",       "delift",      "deliftinter",      "different-values", "bisimulation",
      "oa-changes", "same-oa",     "inter_transitive", "as_transitive",    "at-least-one-writable"};
  return names;
}

}  // namespace graphfuzz::cat
