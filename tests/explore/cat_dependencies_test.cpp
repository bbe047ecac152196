// addr, data and ctrl in cat models: they come from the graph, and from the access that is about to be added.
#include <gtest/gtest.h>

#include <set>

#include "graphfuzz/explore/candidates.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/strategy.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/cat.hpp"

namespace graphfuzz {
namespace {

std::shared_ptr<const CatModel> model_with(std::string_view axioms) {
  return parse_cat(
      "\"test\"\ninclude \"cos.cat\"\nacyclic (po & loc) | rf | co | fr as coherence\n" + std::string(axioms),
      "test.cat");
}

std::string load_buffering(const std::string& first, const std::string& second) {
  return "C LB\n{}\nP0 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(x, memory_order_relaxed); " +
         first + " }\nP1 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(y, memory_order_relaxed); " +
         second + " }\nexists (0:r0=1 /\\ 1:r0=1)\n";
}

const std::string kStoreY = "atomic_store_explicit(y, 1, memory_order_relaxed);";
const std::string kStoreX = "atomic_store_explicit(x, 1, memory_order_relaxed);";

bool allows(const std::string& axioms, const std::string& text) {
  const std::shared_ptr<const Program> program = parse_litmus(text, "lb.litmus");
  const std::unique_ptr<MemoryModel> instance = make_memory_model(model_with(axioms));
  CandidateEnumerator candidates(*program, *instance);
  bool found = false;
  while (candidates.next()) found |= program->question().satisfies(candidates.state());
  return found;
}

TEST(CatDependencies, LoadBufferingWithoutDependencies) {
  EXPECT_TRUE(allows("acyclic rf | data | ctrl | addr", load_buffering(kStoreY, kStoreX)));
  // One dependency makes no cycle.
  EXPECT_TRUE(allows("acyclic rf | data | ctrl | addr", load_buffering("if (r0 == 1) { " + kStoreY + " }", kStoreX)));
}

TEST(CatDependencies, ControlAndDataAreToldApart) {
  const std::string control = load_buffering("if (r0 == 1) { " + kStoreY + " }", "if (r0 == 1) { " + kStoreX + " }");
  EXPECT_FALSE(allows("acyclic rf | data | ctrl | addr", control));
  EXPECT_FALSE(allows("acyclic rf | ctrl", control));
  EXPECT_TRUE(allows("acyclic rf | data | addr", control));
  const std::string mixed = load_buffering("if (r0 == 1) { " + kStoreY + " }",
                                           "atomic_store_explicit(x, 1 + r0 - r0, memory_order_relaxed);");
  EXPECT_FALSE(allows("acyclic rf | data | ctrl", mixed));
  EXPECT_TRUE(allows("acyclic rf | ctrl", mixed));
  EXPECT_TRUE(allows("acyclic rf | data", mixed));
}

TEST(CatDependencies, AreReadFromTheGraph) {
  const std::shared_ptr<const CatModel> model = parse_cat("\"test\"\nempty addr as no-addr", "test.cat");
  ExecutionGraph graph(1, std::vector<Value>{0});
  graph.add_read(0, {EventKind::read, MemoryOrder::relaxed, 0, 0, 0}, 0);
  const Slot second = graph.add_read(0, {EventKind::read, MemoryOrder::relaxed, 0, 0, 0}, 0);
  EXPECT_TRUE(make_memory_model(model)->consistent(graph));
  const Dependency data{DependencyKind::data, false, 0};
  const Dependency address{DependencyKind::address, false, 0};
  ExecutionGraph other = graph;
  graph.set_dependencies(second, {&data, 1});
  EXPECT_TRUE(make_memory_model(model)->consistent(graph));
  other.set_dependencies(second, {&address, 1});
  EXPECT_FALSE(make_memory_model(model)->consistent(other));
}

// Message passing with a control dependency from the flag to the second read, which is enough here. Choices are judged
// with the dependencies of an event that is not yet in the graph.
TEST(CatDependencies, CountForEventsToCome) {
  const std::shared_ptr<const CatModel> model =
      model_with("let fence = po ; [F] ; po\nacyclic fence | ctrl | rf | co | fr as strong");
  EXPECT_TRUE(model->uses_dependencies());
  const std::shared_ptr<const Program> program = parse_litmus(
      "C MP\n{}\nP0 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x, 1, memory_order_relaxed);"
      " atomic_thread_fence(memory_order_seq_cst); atomic_store_explicit(y, 1, memory_order_relaxed); }\n"
      "P1 (atomic_int* x, atomic_int* y) { int r1 = 1; int r0 = atomic_load_explicit(y, memory_order_relaxed);"
      " if (r0 == 1) { r1 = atomic_load_explicit(x, memory_order_relaxed); } }\nexists (1:r0=1 /\\ 1:r1=0)\n",
      "mp.litmus");
  const auto sees_it = [&](bool tracked) {
    const std::unique_ptr<MemoryModel> instance = make_memory_model(model);
    Executor executor(*program, *instance);
    EXPECT_TRUE(executor.track_dependencies(tracked));
    Random random(1);
    RandomStrategy strategy(random);
    bool seen = false;
    for (int i = 0; i < 300; ++i) {
      if (executor.run({}, strategy) == Ending::complete) seen |= program->question().satisfies(executor.state());
    }
    return seen;
  };
  EXPECT_FALSE(sees_it(true));
  EXPECT_TRUE(sees_it(false));
}

}  // namespace
}  // namespace graphfuzz
