// The kind of a model is told by trying.
#include "graphfuzz/explore/model_kind.hpp"

#include <gmock/gmock.h>

#include <functional>

#include "explore/probes.hpp"
#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/coherence.hpp"

namespace graphfuzz::testing {
namespace {

using ::testing::HasSubstr;

class Predicate final : public AxiomaticModel {
 public:
  explicit Predicate(std::function<bool(const ExecutionGraph&)> holds) : holds_(std::move(holds)) {}
  std::string_view name() const override { return "predicate"; }
  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    return holds_(graph) ? std::nullopt : std::optional(Violation{"predicate", {}});
  }

 private:
  std::function<bool(const ExecutionGraph&)> holds_;
};

// All but two are meant to rule out cycles in po | rf.
TEST(ModelKind, RegisteredModels) {
  for (const ModelInfo& info : registered_models()) {
    const bool weak = info.name == "coherence" || info.name == "minimal";
    const DetectedKind detected = detect_kind(*info.make());
    EXPECT_EQ(detected.kind, weak ? ModelKind::candidates : ModelKind::porf_ordered)
        << info.name << ": " << detected.reason;
  }
}

TEST(ModelKind, CoherenceAllowsLoadBuffering) {
  for (const bool native : {true, false}) {
    const DetectedKind detected = native ? detect_kind(Coherence()) : detect_kind(*make_model("coherence"));
    EXPECT_EQ(detected.kind, ModelKind::candidates);
    EXPECT_EQ(detected.reason, "LB+rlx: a cycle in po | rf is consistent");
  }
}

/// (addr | data | ctrl), as noted in the graph.
Relation dependencies(const ExecutionGraph& graph) {
  Relation result(graph.size());
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    for (const Dependency& d : graph.dependencies(slot)) {
      result.insert(graph.thread(graph[slot].id.thread)[d.read], slot);
    }
  }
  return result;
}

// Load buffering is forbidden but where fences are missing, or where they are there and dependencies are not: the
// program that gives the model away has to be found.
TEST(ModelKind, OneVariantOfLoadBufferingIsEnough) {
  const auto is_fence = [](const ExecutionGraph& g) {
    return Relation::identity(g.size(), [&](Slot s) { return g[s].label.kind == EventKind::fence; });
  };
  const Predicate only_dependencies([&](const ExecutionGraph& g) {
    const BaseRelations r(g);
    return !acyclic("", {{"dep", dependencies(g)}, {"rf", r.rf}, {"fence", r.po * is_fence(g) * r.po}});
  });
  EXPECT_EQ(detect_kind(only_dependencies).reason, "LB+rlx: a cycle in po | rf is consistent");
  const Predicate all_but_control([&](const ExecutionGraph& g) {
    const BaseRelations r(g);
    Relation po = r.po;
    for (Slot slot = g.locations(); slot < g.size(); ++slot) {
      for (const Dependency& d : g.dependencies(slot)) {
        if (d.kind == DependencyKind::control) po = Relation(g.size());
      }
    }
    return !acyclic("", {{"po", po}, {"rf", r.rf}});
  });
  EXPECT_THAT(detect_kind(all_but_control).reason, HasSubstr("ctrl: a cycle in po | rf is consistent"));
}

TEST(ModelKind, InconsistentPrefixesAreFound) {
  // A thread that has only read so far has read the initial write: elsewhere there is always another choice.
  const std::unique_ptr<MemoryModel> sc = make_model("sc");
  const Predicate late_reads([&](const ExecutionGraph& g) {
    for (ThreadId t = 0; t < g.threads(); ++t) {
      if (g.thread_size(t) != 1) continue;
      const Event& e = g[g.last(t)];
      if (e.label.kind == EventKind::read && !g.is_initial(e.rf)) return false;
    }
    return sc->consistent(g);
  });
  const DetectedKind detected = detect_kind(late_reads);
  EXPECT_EQ(detected.kind, ModelKind::candidates);
  EXPECT_THAT(detected.reason, HasSubstr("prefix"));
}

TEST(ModelKind, DeadEndsAreFound) {
  const std::unique_ptr<MemoryModel> relaxed = make_model("relaxed");
  const Predicate no_initial_reads([&](const ExecutionGraph& g) {
    for (Slot slot = g.locations(); slot < g.size(); ++slot) {
      if (reads(g[slot].label.kind) && g.is_initial(g[slot].rf)) return false;
    }
    return relaxed->consistent(g);
  });
  const DetectedKind detected = detect_kind(no_initial_reads);
  EXPECT_EQ(detected.kind, ModelKind::candidates);
  EXPECT_THAT(detected.reason, HasSubstr("extension"));
}

TEST(Probes, HaveNamesOfTheirOwnAndSomethingToFind) {
  const std::unique_ptr<MemoryModel> sc = make_model("sc");
  std::set<std::string> names;
  for (const Probe& probe : probes()) {
    EXPECT_TRUE(names.insert(probe.name).second) << probe.name;
    const std::unique_ptr<Program> program = make_program(probe);
    CandidateEnumerator enumerator(*program, *sc);
    EXPECT_TRUE(enumerator.next()) << probe.name;
  }
}

}  // namespace
}  // namespace graphfuzz::testing
