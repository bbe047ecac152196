// A fingerprint tells graphs apart, and only graphs.
#include "graphfuzz/graph/fingerprint.hpp"

#include <gtest/gtest.h>

#include <map>

#include "support/enumerate.hpp"
#include "support/property.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

TEST(Fingerprint, IgnoresTheOrderOfConstruction) {
  check_property(1000, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const ExecutionGraph graph = random_graph(program, *model, random.next());
    const ExecutionGraph other = rebuilt_in_another_order(graph, random);
    RC_ASSERT(graph == other);
    RC_ASSERT(canonical(graph) == canonical(other));
    RC_ASSERT(fingerprint(graph).graph == fingerprint(other).graph);
    RC_ASSERT(fingerprint(graph).rf == fingerprint(other).rf);
  });
}

TEST(Fingerprint, DiffersBetweenDifferentGraphs) {
  check_property(300, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model("relaxed");
    std::map<Fingerprint, std::string> seen;
    enumerate(
        program, *model,
        [&](const Executor& executor, Ending) {
          const std::string text = canonical(executor.graph());
          const auto [found, added] = seen.emplace(fingerprint(executor.graph()).graph, text);
          RC_ASSERT(found->second == text);
        },
        5000);
  });
}

TEST(Fingerprint, RfIdentityIgnoresMoAlone) {
  const auto write = [](Value v) { return Label{EventKind::write, MemoryOrder::relaxed, 0, 0, v}; };
  const std::vector<Value> initial{0};
  ExecutionGraph a(2, initial), b(2, initial);
  const Slot a1 = a.add_write(0, write(1), 0);
  a.add_write(1, write(2), a1);
  b.add_write(0, write(1), 0);
  b.add_write(1, write(2), 0);
  EXPECT_FALSE(a == b);
  EXPECT_NE(fingerprint(a).graph, fingerprint(b).graph);
  EXPECT_EQ(fingerprint(a).rf, fingerprint(b).rf);
}

TEST(Fingerprint, DependsOnOrdersValuesAndKinds) {
  const std::vector<Value> initial{0};
  const auto graph = [&](const Label& label) {
    ExecutionGraph g(1, initial);
    g.add_write(0, label, 0);
    return fingerprint(g).graph;
  };
  const Fingerprint base = graph({EventKind::write, MemoryOrder::relaxed, 0, 0, 1});
  EXPECT_NE(base, graph({EventKind::write, MemoryOrder::release, 0, 0, 1}));
  EXPECT_NE(base, graph({EventKind::write, MemoryOrder::relaxed, 0, 0, 2}));
}

}  // namespace
}  // namespace graphfuzz::testing
