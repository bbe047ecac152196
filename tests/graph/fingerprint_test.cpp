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

// Two processes that have found the same locations in another order.
TEST(Fingerprint, WithKeysDoesNotDependOnNumbersOfLocations) {
  const auto message_passing = [](Location data, Location flag, Value read, std::vector<std::uint64_t> keys) {
    const std::vector<Value> zeros(keys.size(), 0);
    ExecutionGraph graph(2, zeros);
    graph.set_keys(std::move(keys));
    graph.add_write(0, {EventKind::write, MemoryOrder::relaxed, data, 0, 1}, data);
    const Slot written = graph.add_write(0, {EventKind::write, MemoryOrder::relaxed, flag, 0, 1}, flag);
    graph.add_read(1, {EventKind::read, MemoryOrder::relaxed, flag, read, 0}, read == 0 ? flag : written);
    graph.add_read(1, {EventKind::read, MemoryOrder::relaxed, data, 0, 0}, data);
    return graph;
  };
  constexpr std::uint64_t kData = 0x5555'5555'8040, kFlag = 0x7fff'f7ff'0010;
  const Fingerprints one = fingerprint(message_passing(0, 1, 1, {kData, kFlag}));
  const Fingerprints other = fingerprint(message_passing(2, 1, 1, {0x5300'0000'0010, kFlag, kData}));
  EXPECT_EQ(one.graph, other.graph);
  EXPECT_EQ(one.rf, other.rf);
  EXPECT_NE(one.graph, fingerprint(message_passing(0, 1, 0, {kData, kFlag})).graph);
  EXPECT_NE(one.graph, fingerprint(message_passing(0, 1, 1, {kFlag, kData})).graph);
  EXPECT_NE(one.rf, fingerprint(message_passing(0, 1, 1, {kData, kFlag + 8})).rf);
}

}  // namespace
}  // namespace graphfuzz::testing
