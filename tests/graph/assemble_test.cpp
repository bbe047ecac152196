// Graphs put together at once are those that are built event by event, and there are more of them.
#include <gtest/gtest.h>

#include <boost/range/iterator_range.hpp>

#include "graphfuzz/analysis/memory/story.hpp"
#include "graphfuzz/graph/boost_graph.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/report/dot.hpp"
#include "model/axioms.hpp"
#include "support/property.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

/// The same graph, with its slots thread by thread.
ExecutionGraph reassembled(const ExecutionGraph& graph) {
  std::vector<Slot> renamed(graph.size());
  std::vector<Value> initial_values;
  for (Slot x = 0; x < graph.locations(); ++x) {
    initial_values.push_back(graph[x].label.written_value);
    renamed[x] = x;
  }
  Slot next = graph.locations();
  std::vector<std::vector<Label>> labels(graph.threads());
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    for (const Slot slot : graph.thread(t)) {
      labels[t].push_back(graph[slot].label);
      renamed[slot] = next++;
    }
  }
  std::vector<Slot> rf(graph.size(), kNoSlot);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    if (graph[slot].rf != kNoSlot) rf[renamed[slot]] = renamed[graph[slot].rf];
  }
  std::vector<std::vector<Slot>> mo(graph.locations());
  for (Location x = 0; x < graph.locations(); ++x) {
    for (const Slot write : graph.mo(x).subspan(1)) mo[x].push_back(renamed[write]);
  }
  ExecutionGraph result(graph.threads(), initial_values);
  result.assemble(labels, rf, mo);
  return result;
}

TEST(Assemble, GivesTheGraphThatIsBuiltEventByEvent) {
  check_property(500, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    const ExecutionGraph built = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    const ExecutionGraph assembled = reassembled(built);
    RC_ASSERT(assembled == built);
    RC_ASSERT(fingerprint(assembled).graph == fingerprint(built).graph);
    RC_ASSERT(fingerprint(assembled).rf == fingerprint(built).rf);
    RC_ASSERT(assembled.porf_acyclic());
    RC_ASSERT(model->consistent(assembled));
    const std::unique_ptr<MemoryModel> other = make_model(any_model());
    RC_ASSERT(other->consistent(assembled) == other->consistent(built));
    const ExecutionGraph copy = assembled;
    RC_ASSERT(copy == built);
    // The derived fields are those of the events.
    for (Slot slot = 0; slot < built.size(); ++slot) {
      const Event& a = built[slot];
      const Event& b = assembled[assembled.find(a.id)];
      const auto id = [](const ExecutionGraph& g, Slot s) { return s == kNoSlot ? EventId{} : g[s].id; };
      if (writes(a.label.kind)) RC_ASSERT(a.mo_position == b.mo_position);
      RC_ASSERT(a.run_begin == b.run_begin);
      RC_ASSERT(a.access_depth == b.access_depth);
      RC_ASSERT(id(built, a.previous_access) == id(assembled, b.previous_access));
      RC_ASSERT(id(built, a.jump_access) == id(assembled, b.jump_access));
      RC_ASSERT((a.first_reader == kNoSlot) == (b.first_reader == kNoSlot));
      if (writes(a.label.kind)) {
        const Slot update = assembled.update_of(assembled.find(a.id));
        RC_ASSERT(id(built, built.update_of(slot)) == id(assembled, update));
      }
    }
    for (Location x = 0; x < built.locations(); ++x) RC_ASSERT(built.updates(x) == assembled.updates(x));
  });
}

// P0: r = x; y = 1.  P1: r = y; x = 1.  Both read 1.
ExecutionGraph load_buffering() {
  const std::vector<Value> zeros = {0, 0};
  ExecutionGraph graph(2, zeros);
  const auto relaxed = MemoryOrder::relaxed;
  const std::vector<std::vector<Label>> labels = {
      {{EventKind::read, relaxed, 0, 1, 0}, {EventKind::write, relaxed, 1, 0, 1}},
      {{EventKind::read, relaxed, 1, 1, 0}, {EventKind::write, relaxed, 0, 0, 1}}};
  const std::vector<Slot> rf = {kNoSlot, kNoSlot, 5, kNoSlot, 3, kNoSlot};
  const std::vector<std::vector<Slot>> mo = {{5}, {3}};
  graph.assemble(labels, rf, mo);
  return graph;
}

TEST(Assemble, AllowsCyclesInPorf) {
  const ExecutionGraph graph = load_buffering();
  EXPECT_FALSE(graph.extends_porf());
  EXPECT_FALSE(graph.porf_acyclic());
  EXPECT_EQ(graph, ExecutionGraph(graph));
  const std::optional<Violation> violation = make_model("relaxed")->explain(graph);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->axiom, "no-thin-air");
  EXPECT_EQ(violation->cycle.size(), 4U);
  const std::string dot = to_dot(tell(graph, StraightLine(Threads(2))), {});
  EXPECT_NE(dot.find("1->2"), std::string::npos) << dot;
  EXPECT_NE(dot.find("2->3"), std::string::npos) << dot;
  EXPECT_NE(dot.find("4->1"), std::string::npos) << dot;
}

TEST(Assemble, ClearingForgetsTheCycle) {
  ExecutionGraph graph = load_buffering();
  graph.clear();
  EXPECT_TRUE(graph.extends_porf());
  graph.add_read(0, {EventKind::read, MemoryOrder::relaxed, 0, 0, 0}, 0);
  EXPECT_EQ(graph.porf(graph.last(0))[0], 1U);
}

// Two updates that both read the initial write: x goes 0, 1, 1, and the second update is not next to its source.
TEST(Assemble, UpdatesNeedNotFollowTheirSources) {
  const std::vector<Value> zero = {0};
  ExecutionGraph graph(2, zero);
  const Label update{EventKind::update, MemoryOrder::relaxed, 0, 0, 1};
  const std::vector<std::vector<Label>> labels = {{update}, {update}};
  const std::vector<Slot> rf = {kNoSlot, 0, 0};
  const std::vector<std::vector<Slot>> mo = {{2, 1}};
  graph.assemble(labels, rf, mo);
  EXPECT_EQ(graph.update_of(0), 2U);
  EXPECT_EQ(graph[1].mo_position, 2U);
  EXPECT_TRUE(atomicity(BaseRelations(graph)));
  // fr goes from the late update to the early one, and nowhere from the early one, which has nothing between.
  const auto from_reads = [&](Slot slot) {
    std::vector<Slot> targets;
    const auto [first, last] = out_edges(slot, graph);
    for (const GraphEdge& edge : boost::make_iterator_range(first, last)) {
      if (edge.kind == EdgeKind::fr) targets.push_back(edge.target);
    }
    return targets;
  };
  EXPECT_EQ(from_reads(1), std::vector<Slot>{2});
  EXPECT_EQ(from_reads(2), std::vector<Slot>{});

  ExecutionGraph built(2, zero);
  built.add_update(0, update, 0);
  built.add_update(1, update, 0, 0);
  EXPECT_EQ(built, graph);
  EXPECT_EQ(fingerprint(built).graph, fingerprint(graph).graph);
  const View everything = {1, 1};
  EXPECT_EQ(built.restricted(everything), graph);
}

TEST(Dependencies, GoWithTheirEvents) {
  const std::vector<Value> zeros = {0, 0};
  ExecutionGraph graph(2, zeros);
  const Dependency data{DependencyKind::data, false, 0};
  const Dependency control{DependencyKind::control, false, 0};
  graph.add_read(0, {EventKind::read, MemoryOrder::relaxed, 0, 0, 0}, 0);
  const Slot other = graph.add_read(1, {EventKind::read, MemoryOrder::relaxed, 1, 0, 0}, 1);
  const Slot write = graph.add_write(0, {EventKind::write, MemoryOrder::relaxed, 1, 0, 1}, 1);
  const ExecutionGraph plain = graph;
  graph.set_dependencies(write, std::vector{data, control});
  EXPECT_EQ(graph, plain);
  EXPECT_EQ(fingerprint(graph).graph, fingerprint(plain).graph);
  EXPECT_TRUE(graph.dependencies(other).empty());
  EXPECT_TRUE(graph.dependencies(0).empty());
  ASSERT_EQ(graph.dependencies(write).size(), 2U);
  EXPECT_EQ(graph.dependencies(write)[1], control);
  const View first_thread = {2, 0};
  const ExecutionGraph part = graph.restricted(first_thread);
  ASSERT_EQ(part.dependencies(part.last(0)).size(), 2U);
  graph.remove_last();
  const Slot again = graph.add_write(0, {EventKind::write, MemoryOrder::relaxed, 1, 0, 1}, 1);
  EXPECT_TRUE(graph.dependencies(again).empty());
  graph.set_dependencies(again, std::vector{control});
  EXPECT_EQ(graph.dependencies(again).size(), 1U);
}

}  // namespace
}  // namespace graphfuzz::testing
