// What litmus programs' events depend on: addr, data, ctrl.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/folders.hpp"
#include "support/oracle.hpp"

namespace graphfuzz::testing {
namespace {

std::string text(std::span<const Dependency> dependencies) {
  static const char* const names[] = {"addr", "data", "ctrl"};
  std::string result;
  for (const Dependency& d : dependencies) {
    result += fmt::format("{}{}{}:{}", result.empty() ? "" : " ", names[static_cast<int>(d.kind)], d.tested ? "?" : "",
                          d.read);
  }
  return result;
}

/// Runs a thread whose reads return the given values, compare-exchanges succeeding if they can; one text per event.
std::vector<std::string> dependencies(const std::string& body, std::vector<Value> values,
                                      const std::string& init = "{ }") {
  const auto program = parse_litmus(
      "C test\n" + init + "\nP0 (atomic_int* x, atomic_int* y, atomic_int* z) { " + body + " }\nexists true\n",
      "test.litmus");
  const std::unique_ptr<Run> run = program->start();
  run->track_dependencies(true);
  std::vector<std::string> result;
  std::size_t next = 0;
  while (true) {
    const Request request = run->pending(0);
    if (request.kind >= RequestKind::failure) break;
    result.push_back(text(run->dependencies(0)));
    const bool reads = request.kind != RequestKind::write && request.kind != RequestKind::fence;
    const Value value = reads ? values.at(next++) : 0;
    run->resume(0, value, value == request.expected);
  }
  return result;
}

using Texts = std::vector<std::string>;
const std::string kLoad = "int r0 = atomic_load_explicit(x,memory_order_relaxed); ";

TEST(LitmusDependencies, FollowValuesThroughArithmetic) {
  EXPECT_EQ(dependencies(kLoad + "atomic_store_explicit(y,1 + (r0 & 128),memory_order_relaxed);", {1}),
            (Texts{"", "data:0"}));
  EXPECT_EQ(dependencies(kLoad + "int r1 = r0 * 0; int r2 = r1 - 3; r0 = 5; *y = r2; *z = r0;", {1}),
            (Texts{"", "data:0", ""}));
  EXPECT_EQ(dependencies(kLoad + "int r1 = *y; int r2 = r0 ^ r1; r2 += r0; *z = r2;", {1, 2}),
            (Texts{"", "", "data:0 data:1"}));
}

TEST(LitmusDependencies, OfAddresses) {
  EXPECT_EQ(dependencies(kLoad + "atomic_store_explicit(y + (r0 & 128),1,memory_order_relaxed);", {1}),
            (Texts{"", "addr:0"}));
  EXPECT_EQ(
      dependencies(kLoad + "int r1 = atomic_load_explicit(y + (r0 & 128),memory_order_relaxed); *z = r1;", {1, 2}),
      (Texts{"", "addr:0", "data:1"}));
  EXPECT_EQ(dependencies("int *p = *x; int r0 = *p; *p = r0;", {address_of(1), 3}, "{ x=&y; }"),
            (Texts{"", "addr:0", "addr:0 data:1"}));
}

TEST(LitmusDependencies, OfBranchesGoToAllThatFollows) {
  const std::string body = kLoad + "if (r0 == 1) { *y = 1; } *z = 1; atomic_thread_fence(memory_order_seq_cst);";
  EXPECT_EQ(dependencies(body, {1}), (Texts{"", "ctrl:0", "ctrl:0", "ctrl:0"}));
  EXPECT_EQ(dependencies(body, {0}), (Texts{"", "ctrl:0", "ctrl:0"}));
  EXPECT_EQ(dependencies(kLoad + "int r1 = *y; if (r0 && r1) *z = 1; *z = 2;", {0, 1}), (Texts{"", "", "ctrl:0"}));
  EXPECT_EQ(dependencies(kLoad + "int r1 = *y; if (r0 && r1) *z = 1; *z = 2;", {1, 0}),
            (Texts{"", "", "ctrl:0 ctrl:1"}));
  EXPECT_EQ(dependencies(kLoad + "int r1 = r0 ? 1 : 2; *z = r1;", {1}), (Texts{"", "ctrl:0"}));
  EXPECT_EQ(dependencies(kLoad + "assume(r0 == 1); *z = 1;", {1}), (Texts{"", "ctrl:0"}));
}

TEST(LitmusDependencies, OfUpdatesAndCompareExchanges) {
  EXPECT_EQ(dependencies(kLoad + "int r1 = atomic_fetch_add_explicit(y,r0,memory_order_relaxed); *z = r1;", {1, 2}),
            (Texts{"", "data:0", "data:1"}));
  // Whether it succeeds depends on what is expected, what it writes does not.
  const std::string exchange =
      kLoad + "int e = r0; int r1 = atomic_compare_exchange_strong_explicit(y,&e,7,memory_order_relaxed," +
      "memory_order_relaxed); *z = r1; *z = e;";
  EXPECT_EQ(dependencies(exchange, {4, 4}), (Texts{"", "data?:0", "data?:1", "data:0"}));
  EXPECT_EQ(dependencies(exchange, {4, 5}), (Texts{"", "data?:0", "data?:1", "data:1"}));
}

TEST(LitmusDependencies, OfWaits) {
  EXPECT_EQ(dependencies("while (atomic_load_explicit(x,memory_order_acquire) == 0) {} *y = 1;", {1}),
            (Texts{"", "ctrl:0"}));
}

// Whatever way a graph was built, waits rewound and all, each thread taken alone through the values it has read depends
// on the same.
void expect_those_of_a_fresh_run(const Program& program, const ExecutionGraph& graph) {
  const std::unique_ptr<Run> run = program.start();
  run->track_dependencies(true);
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    for (const Slot slot : graph.thread(t)) {
      ASSERT_EQ(text(graph.dependencies(slot)), text(run->dependencies(t)));
      if (graph[slot].label.kind == EventKind::error) break;
      run->resume(t, graph[slot].label.read_value, graph[slot].label.kind == EventKind::update);
    }
  }
}

TEST(LitmusDependencies, AreTheSameHoweverTheGraphWasBuilt) {
  std::size_t dependent = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/litmus")) {
    if (entry.path().extension() != ".litmus") continue;
    SCOPED_TRACE(entry.path());
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    const std::unique_ptr<MemoryModel> model = make_model("rc11");
    Executor executor(*program, *model);
    ASSERT_TRUE(executor.track_dependencies(true));
    Random random(3);
    RandomStrategy strategy(random);
    for (int i = 0; i < 30; ++i) {
      executor.run({}, strategy);
      expect_those_of_a_fresh_run(*program, executor.graph());
      for (Slot slot = 0; slot < executor.graph().size(); ++slot) {
        dependent += executor.graph().dependencies(slot).size();
      }
    }
  }
  EXPECT_GT(dependent, 1000U);
}

// The generated tests say in their names what depends on what.
TEST(LitmusDependencies, AreAsTheOracleTestsAreNamed) {
  if (oracle_rows("sc").empty()) GTEST_SKIP() << "no oracle";
  const std::unique_ptr<MemoryModel> sc = make_model("sc");
  const auto first_graph = [&](const char* file) {
    const std::shared_ptr<const Program> program = load_litmus(kOracle / "litmus" / file);
    CandidateEnumerator enumerator(*program, *sc);
    EXPECT_TRUE(enumerator.next());
    expect_those_of_a_fresh_run(*program, enumerator.graph());
    return enumerator.graph();
  };
  const ExecutionGraph data = first_graph("X_LB_datarlxrlx_porlxrlx.litmus");
  EXPECT_EQ(text(data.dependencies(data.last(0))), "data:0");
  EXPECT_EQ(text(data.dependencies(data.last(1))), "");
  std::size_t by_kind[3] = {0, 0, 0};
  for (const OracleRow& row : oracle_rows("sc")) {
    const ExecutionGraph graph = first_graph(row.file.substr(7).c_str());
    for (Slot slot = 0; slot < graph.size(); ++slot) {
      for (const Dependency& d : graph.dependencies(slot)) ++by_kind[static_cast<int>(d.kind)];
    }
  }
  EXPECT_GT(by_kind[1], 0U);
  EXPECT_GT(by_kind[2], 0U);
  RecordProperty("addr", std::to_string(by_kind[0]));
  RecordProperty("data", std::to_string(by_kind[1]));
  RecordProperty("ctrl", std::to_string(by_kind[2]));
}

}  // namespace
}  // namespace graphfuzz::testing
