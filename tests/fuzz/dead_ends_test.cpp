// Executions that come to a dead end take it back: most of them are complete, they are executions of the program, and
// nothing is hidden.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/explore_all.hpp"
#include "support/folders.hpp"
#include "support/searches.hpp"

namespace graphfuzz {
namespace {

using testing::Fuzzer;

constexpr StrategyKind kStrategies[] = {StrategyKind::random, StrategyKind::revisit, StrategyKind::minimal,
                                        StrategyKind::maximal, StrategyKind::mix};

std::shared_ptr<const Program> corpus(const std::string& name) {
  return load_litmus(std::filesystem::path(source_folder()) / "litmus" / (name + ".litmus"));
}

FuzzOptions options_of(StrategyKind strategy) {
  FuzzOptions options;
  options.strategy = strategy;
  return options;
}

std::set<Fingerprint> all_graphs(const Program& program, const std::string& model_name) {
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  Random random(1);
  RandomStrategy strategy(random);
  std::set<Fingerprint> graphs;
  EXPECT_TRUE(testing::explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
    if (ending == Ending::complete) graphs.insert(fingerprint(explorer.graph()).graph);
  }));
  return graphs;
}

class DeadEndsOf : public ::testing::TestWithParam<std::tuple<const char*, std::string>> {};

TEST_P(DeadEndsOf, AreMostlyLeft) {
  const auto& [name, model] = GetParam();
  const auto program = corpus(name);
  for (const StrategyKind strategy : kStrategies) {
    GraphCounts counts;
    Fuzzer fuzzer(*program, model, options_of(strategy), Identity::graph, counts, 5);
    constexpr int kExecutions = 200;
    int blocked = 0;
    for (int i = 0; i < kExecutions; ++i) {
      const Ending ending = fuzzer.step().ending;
      ASSERT_NE(ending, Ending::deadlocked);
      blocked += ending != Ending::complete;
    }
    EXPECT_LE(2 * blocked, kExecutions) << "strategy " << static_cast<int>(strategy);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, DeadEndsOf,
    ::testing::Combine(::testing::Values("szymanski", "szymanski+assume", "szymanski-3+assume", "dekker",
                                         "dekker+assume", "peterson", "bakery-2", "ttas-lock-3+assume",
                                         "ticket-lock-3+assume", "mcs-lock-3+assume", "linux-rwlock-3+assume",
                                         "tas-lock-2", "treiber-push-pop-2+assume", "ms-queue-2+assume",
                                         "mpmc-ring-3+assume", "spsc-ring-5+assume", "barrier-3+assume", "blocked"),
                       ::testing::Values("sc", "ra", "rc11", "relaxed")));

class Sampled : public ::testing::TestWithParam<std::tuple<const char*, std::string>> {};

// The graphs are the program's and consistent, and they can be built from their choices; if there are few, all of them
// are found.
TEST_P(Sampled, AreTheGraphsThatThereAre) {
  const auto& [name, model_name] = GetParam();
  const auto program = corpus(name);
  const std::set<Fingerprint> all = all_graphs(*program, model_name);
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  const std::unique_ptr<MemoryModel> other = make_model(model_name);
  Executor check(*program, *other);
  for (const StrategyKind strategy : kStrategies) {
    GraphCounts counts;
    Fuzzer fuzzer(*program, model_name, options_of(strategy), Identity::graph, counts, 3);
    std::set<Fingerprint> found;
    bool taken_back = false;
    const bool few = all.size() <= 64;
    for (int i = 0; i < (few ? 10'000 : 500) && (i < 200 || found.size() < all.size()); ++i) {
      const Execution execution = fuzzer.step();
      taken_back |= execution.dead_ends.any();
      if (execution.ending != Ending::complete || !execution.new_graph) continue;
      ASSERT_FALSE(model->explain(fuzzer.graph()));
      const Fingerprint print = fingerprint(fuzzer.graph()).graph;
      ASSERT_TRUE(all.contains(print));
      found.insert(print);
      const Prefix prefix = choices(fuzzer.graph());
      ASSERT_EQ(check.check(prefix), prefix.steps.size());
      ASSERT_TRUE(check.graph() == fuzzer.graph());
    }
    EXPECT_TRUE(taken_back);
    if (few) {
      EXPECT_EQ(found.size(), all.size()) << "strategy " << static_cast<int>(strategy);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, Sampled,
    ::testing::Combine(::testing::Values("szymanski+assume", "dekker+assume", "ticket-lock-3+assume",
                                         "mcs-lock-3+assume", "treiber-push-pop-2+assume", "ms-queue-2+assume",
                                         "blocked"),
                       ::testing::Values("sc", "tso", "rc11", source_folder() + "/memory_models/ra.cat")));

// Dead ends inside waits for several locations, of threads that run to the bound of a loop, and in updates that wait.
TEST(DeadEnds, OfAllKindsAreTakenBack) {
  const auto program = parse_litmus(
      "C kinds\n{}\n"
      "P0 (atomic_int* x, atomic_int* y) { int g = 0; while (!g) { int a = atomic_load(x); int b = atomic_load(y);\n"
      "  g = a == 1 && b == 1; } int e = atomic_exchange(x, 0); assume(e == 1); }\n"
      "P1 (atomic_int* x, atomic_int* y) { atomic_store(x, 1); atomic_store(y, 1); int r = atomic_load(x);\n"
      "  if (r == 2) atomic_store(x, 1); }\n"
      "P2 (atomic_int* x, atomic_int* y) { int e = 1; int n = 0;\n"
      "  while (!atomic_compare_exchange_strong(x, &e, 2)) { n = n + 1; e = 1; } }\n"
      "exists (x=0)\n",
      "kinds");
  for (const char* model_name : {"sc", "rc11", "relaxed"}) {
    const std::set<Fingerprint> all = all_graphs(*program, model_name);
    ASSERT_GT(all.size(), 1U);
    GraphCounts counts;
    Fuzzer fuzzer(*program, model_name, options_of(StrategyKind::random), Identity::graph, counts, 3);
    std::set<Fingerprint> found;
    DeadEnds sum;
    for (int i = 0; i < 5'000 && found.size() < all.size(); ++i) {
      const Execution execution = fuzzer.step();
      sum.blocked += execution.dead_ends.blocked;
      sum.truncated += execution.dead_ends.truncated;
      if (execution.ending == Ending::complete) found.insert(fingerprint(fuzzer.graph()).graph);
    }
    for (int i = 0; i < 100; ++i) {
      const Execution execution = fuzzer.step();
      sum.blocked += execution.dead_ends.blocked;
      sum.truncated += execution.dead_ends.truncated;
    }
    EXPECT_GT(sum.blocked, 0U);
    EXPECT_GT(sum.truncated, 0U);
    EXPECT_TRUE(found == all) << model_name << ": " << found.size() << " of " << all.size();
  }
}

TEST(DeadEnds, WithNoWayOutAreReported) {
  const auto program = parse_litmus(
      "C stuck\n{}\nP0 (atomic_int* x) { while (atomic_load(x) != 7) {} }\n"
      "P1 (atomic_int* x) { atomic_store(x, 1); int r = atomic_load(x); assume(r == 1); }\nexists (x=1)\n",
      "stuck");
  GraphCounts counts;
  Fuzzer fuzzer(*program, "rc11", options_of(StrategyKind::random), Identity::graph, counts, 3);
  std::uint64_t first = 0, last = 0;
  for (int i = 0; i < 200; ++i) {
    const Execution execution = fuzzer.step();
    ASSERT_EQ(execution.ending, Ending::blocked);
    (i < 100 ? first : last) += execution.dead_ends.blocked;
  }
  // It does not take for ever to find that out, and less and less of it.
  EXPECT_LT(first, 100 * 200U);
  EXPECT_LT(2 * last, first);
}

TEST(DeadEnds, AtTheVeryBeginningAreReported) {
  const auto program = parse_litmus(
      "C early\n{}\nP0 (atomic_int* x) { assume(0); atomic_store(x, 1); }\n"
      "P1 (atomic_int* x) { atomic_store(x, 2); }\nexists (x=1)\n",
      "early");
  GraphCounts counts;
  Fuzzer fuzzer(*program, "rc11", options_of(StrategyKind::random), Identity::graph, counts, 3);
  for (int i = 0; i < 20; ++i) ASSERT_EQ(fuzzer.step().ending, Ending::blocked);
}

TEST(DeadEnds, AreNoDeadlocks) {
  const auto program = corpus("mutex-deadlock");
  GraphCounts counts;
  Fuzzer fuzzer(*program, "rc11", options_of(StrategyKind::random), Identity::graph, counts, 3);
  int deadlocked = 0;
  for (int i = 0; i < 1000; ++i) {
    const Execution execution = fuzzer.step();
    deadlocked += execution.ending == Ending::deadlocked;
    ASSERT_FALSE(execution.dead_ends.any());
  }
  EXPECT_GT(deadlocked, 200);
}

// What failed, failed, even if the others wait in vain for the thread.
TEST(DeadEnds, DoNotHideFailures) {
  const auto program = parse_litmus(
      "C failing\n{}\nP0 (atomic_int* x, atomic_int* y) { int r = atomic_load(y); assert(r == 0);\n"
      "  atomic_store(x, 1); }\n"
      "P1 (atomic_int* x, atomic_int* y) { atomic_store(y, 1); while (atomic_load(x) != 1) {} }\nexists (x=1)\n",
      "failing");
  GraphCounts counts;
  Fuzzer fuzzer(*program, "rc11", options_of(StrategyKind::random), Identity::graph, counts, 3);
  int failed = 0;
  for (int i = 0; i < 1000; ++i) {
    const Execution execution = fuzzer.step();
    ASSERT_EQ(execution.ending, fuzzer.failures().empty() ? Ending::complete : Ending::blocked);
    failed += !fuzzer.failures().empty();
  }
  EXPECT_GT(failed, 100);
}

TEST(DeadEnds, DoNotHideRaces) {
  const auto program = corpus("MP+wait-rlx");
  GraphCounts counts;
  Fuzzer fuzzer(*program, "rc11", options_of(StrategyKind::random), Identity::graph, counts, 3);
  int raced = 0;
  for (int i = 0; i < 1000; ++i) {
    fuzzer.step();
    raced += !fuzzer.races().empty();
  }
  EXPECT_GT(raced, 100);
}

TEST(DeadEnds, AreTakenBackInTheSameWayForTheSameSeed) {
  const auto program = corpus("szymanski+assume");
  std::set<Fingerprint> first;
  std::uint64_t dead_ends = 0;
  for (int run = 0; run < 2; ++run) {
    GraphCounts counts;
    Fuzzer fuzzer(*program, "rc11", options_of(StrategyKind::mix), Identity::graph, counts, 11);
    std::set<Fingerprint> found;
    std::uint64_t sum = 0;
    for (int i = 0; i < 200; ++i) {
      const Execution execution = fuzzer.step();
      sum += execution.dead_ends.blocked;
      found.insert(fingerprint(fuzzer.graph()).graph);
    }
    if (run == 0) {
      first = found;
      dead_ends = sum;
    }
    EXPECT_EQ(found, first);
    EXPECT_EQ(sum, dead_ends);
  }
  EXPECT_GT(dead_ends, 0U);
}

}  // namespace
}  // namespace graphfuzz
