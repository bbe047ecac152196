// A cat model as a MemoryModel: each choice is tried out on the bit matrices of the graph with the new access in it.
#include <optional>

#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "model/cat/evaluator.hpp"
#include "model/cat/explanation.hpp"

namespace graphfuzz {
namespace {

using cat::kNoNode;
using cat::Plan;
using cat::Registers;
using cat::Test;

class CatMemoryModel final : public MemoryModel {
 public:
  explicit CatMemoryModel(std::shared_ptr<const CatModel> model)
      : model_(std::move(model)), plan_(model_->plan()), registers_(plan_), judging_(plan_) {
    for (const Test& test : plan_.tests) {
      const bool relation = is_relation(plan_.nodes[test.node].op);
      detects_races_ |= is_race(test) && relation;
      if (test.check.role == CatCheck::Role::axiom) continue;
      has_remarks_ = true;
      has_remarks_beyond_races_ |= !is_race(test) || !relation;
    }
  }

  std::string_view name() const override { return model_->name(); }

  // Events are taken in when a choice is asked for: replaying a prefix costs nothing until then.
  void reset(const ExecutionGraph&) override {
    registers_.clear();
    views_.clear();
  }
  void added(const ExecutionGraph&, Slot) override { views_.clear(); }
  void removed(const ExecutionGraph& graph) override {
    registers_.truncate(graph.size());
    views_.clear();
  }

  std::span<const Slot> rf_candidates(const ExecutionGraph& graph, const Access& access) override {
    return allowed(graph, access);
  }
  std::span<const Slot> mo_positions(const ExecutionGraph& graph, const Access& access) override {
    return allowed(graph, access);
  }

  bool detects_races() const override { return detects_races_; }

  std::optional<Slot> race(const ExecutionGraph& graph, Slot slot) override {
    if (!detects_races_) return std::nullopt;
    registers_.truncate(graph.size());
    registers_.follow(graph);
    run(plan_, plan_.races, registers_);
    for (const Test& test : plan_.tests) {
      if (!is_race(test) || !is_relation(plan_.nodes[test.node].op)) continue;
      for (Slot other = 0; other < registers_.size(); ++other) {
        if (registers_.holds(test.node, slot, other) || registers_.holds(test.node, other, slot)) return other;
      }
    }
    return std::nullopt;
  }

  bool knows_happens_before() const override { return detects_races_ && plan_.happens_before != kNoNode; }

  ViewRef happens_before(const ExecutionGraph& graph, Slot slot) const override {
    if (views_.empty()) find_views(graph);
    return ViewRef(views_).subspan(slot * graph.threads(), graph.threads());
  }

  // From nothing, but without looking at more than the first axiom that fails.
  bool consistent(const ExecutionGraph& graph) const override {
    judging_.clear();
    judging_.follow(graph);
    return run(plan_, plan_.axioms, judging_);
  }

  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    Registers registers = evaluated(graph);
    for (const Test& test : plan_.tests) {
      if (test.check.role != CatCheck::Role::axiom || passes(test, plan_, registers)) continue;
      Violation violation{test.check.name, {}};
      if (!test.check.negated) violation.cycle = witness(plan_, registers, test);
      return violation;
    }
    return std::nullopt;
  }

  bool has_remarks() const override { return has_remarks_; }

  bool has_remarks_beyond_races() const override { return has_remarks_beyond_races_; }
  bool uses_dependencies() const override { return model_->uses_dependencies(); }
  const CatModel* cat() const override { return model_.get(); }

  std::vector<Remark> remarks(const ExecutionGraph& graph) const override {
    std::vector<Remark> result;
    if (!has_remarks_) return result;
    Registers registers = evaluated(graph);
    for (const Test& test : plan_.tests) {
      if (test.check.role == CatCheck::Role::axiom) continue;
      // A flag is raised by a test that passes, behaviour is undefined if one fails.
      const bool flag = test.check.role == CatCheck::Role::flag;
      if (passes(test, plan_, registers) != flag) continue;
      Remark& remark = result.emplace_back();
      remark.name = test.check.name;
      remark.undefined = !flag;
      remark.race = is_race(test) && is_relation(plan_.nodes[test.node].op);
      if (flag == test.check.negated) remark.witness = witness(plan_, registers, test);
    }
    return result;
  }

 private:
  // `undefined_unless empty race`: what herd7 calls undefined is a data race to us if it relates two events.
  static bool is_race(const Test& test) {
    return test.check.role == CatCheck::Role::undefined_unless && test.check.kind == CatCheck::Kind::empty &&
           !test.check.negated;
  }

  Registers evaluated(const ExecutionGraph& graph) const {
    Registers registers(plan_);
    registers.follow(graph);
    run(plan_, plan_.everything, registers);
    return registers;
  }

  // What happens before each event, as far as the end of each thread's part of it.
  void find_views(const ExecutionGraph& graph) const {
    judging_.clear();
    judging_.follow(graph);
    run(plan_, plan_.order, judging_);
    views_.assign(graph.size() * graph.threads(), 0);
    for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
      std::uint32_t* const view = views_.data() + slot * graph.threads();
      view[graph[slot].id.thread] = graph[slot].id.index + 1;
      for (Slot other = graph.locations(); other < graph.size(); ++other) {
        const EventId id = graph[other].id;
        if (id.index >= view[id.thread] && judging_.holds(plan_.happens_before, other, slot)) {
          view[id.thread] = id.index + 1;
        }
      }
    }
  }

  // The writes that a read may read from, a write may follow in mo, or an update both.
  std::span<const Slot> allowed(const ExecutionGraph& graph, const Access& access) {
    const std::span<const Slot> order = graph.mo(access.location);
    const std::uint8_t changes =
        static_cast<std::uint8_t>((reads(access.kind) ? cat::kRf : 0) | (writes(access.kind) ? cat::kMo : 0));
    stop_point();
    candidates_.clear();
    registers_.truncate(graph.size());
    registers_.suppose(graph, access);
    if (run(plan_, plan_.invariant[changes], registers_)) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (reads(access.kind)) registers_.read_from(order[i]);
        if (writes(access.kind)) registers_.place_after(order, i);
        if (run(plan_, plan_.variant[changes], registers_)) candidates_.push_back(order[i]);
      }
    }
    registers_.truncate(graph.size());
    return candidates_;
  }

  std::shared_ptr<const CatModel> model_;
  const Plan& plan_;
  Registers registers_;
  mutable Registers judging_;                 // for whole graphs
  mutable std::vector<std::uint32_t> views_;  // by event and thread; empty if they are not known
  std::vector<Slot> candidates_;
  bool detects_races_ = false;
  bool has_remarks_ = false;
  bool has_remarks_beyond_races_ = false;
};

}  // namespace

std::unique_ptr<MemoryModel> make_memory_model(std::shared_ptr<const CatModel> model) {
  return std::make_unique<CatMemoryModel>(std::move(model));
}

}  // namespace graphfuzz
