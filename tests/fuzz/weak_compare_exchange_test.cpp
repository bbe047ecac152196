// A weak compare-exchange that fails although it could succeed is a choice like any other: every cut changes it.
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
constexpr Cut kAllCuts[] = {Cut::revisit, Cut::minimal, Cut::maximal};

std::set<Fingerprint> all_graphs(const Program& program, const char* model_name) {
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  Random random(1);
  RandomStrategy strategy(random);
  std::set<Fingerprint> graphs;
  EXPECT_TRUE(testing::explore_all(program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
    if (ending == Ending::complete) graphs.insert(fingerprint(explorer.graph()).graph);
  }));
  return graphs;
}

void expect_all_found(const Program& program, const char* model, int executions) {
  const std::set<Fingerprint> all = all_graphs(program, model);
  for (const StrategyKind strategy : kStrategies) {
    GraphCounts counts;
    FuzzOptions options;
    options.strategy = strategy;
    Fuzzer fuzzer(program, model, options, Identity::graph, counts, 1);
    std::set<Fingerprint> found;
    for (int i = 0; i < executions && found.size() < all.size(); ++i) {
      if (fuzzer.step().ending == Ending::complete) found.insert(fingerprint(fuzzer.graph()).graph);
    }
    EXPECT_TRUE(found == all) << program.name() << " under " << model << ", strategy " << static_cast<int>(strategy)
                              << ": " << found.size() << " of " << all.size();
  }
}

TEST(WeakCompareExchange, EveryStrategyFindsAllGraphs) {
  for (const char* name : {"CAS+weak", "CAS+weak2"}) {
    const auto program =
        load_litmus(std::filesystem::path(source_folder()) / "litmus" / (std::string(name) + ".litmus"));
    for (const char* model : {"sc", "ra", "rc11", "relaxed"}) expect_all_found(*program, model, 1000);
  }
}

// Two or three threads of one to three accesses, every other one a weak compare-exchange.
std::shared_ptr<const Program> random_program(Random& random, int number) {
  const std::string name = "weak" + std::to_string(number);
  std::string text = "C " + name + "\n{}\n";
  const std::uint32_t threads = 2 + random.below(2);
  for (std::uint32_t t = 0; t < threads; ++t) {
    text += "P" + std::to_string(t) + " (atomic_int* x, atomic_int* y) {\n";
    const std::uint32_t accesses = 1 + random.below(threads == 2 ? 3 : 2);
    for (std::uint32_t i = 0; i < accesses; ++i) {
      const std::string number_of = std::to_string(i);
      const std::string place = random.below(2) == 0 ? "x" : "y";
      const std::string value = std::to_string(1 + random.below(2));
      switch (random.below(4)) {
        case 0:
          text += "  atomic_store_explicit(" + place + ", " + value + ", memory_order_release);\n";
          break;
        case 1:
          text += "  int r" + number_of + " = atomic_load_explicit(" + place + ", memory_order_acquire);\n";
          break;
        default:
          text += "  int e" + number_of + " = " + std::to_string(random.below(2)) + ";\n  int r" + number_of +
                  " = atomic_compare_exchange_weak_explicit(" + place + ", &e" + number_of + ", " + value +
                  ", memory_order_acq_rel, memory_order_acquire);\n";
      }
    }
    text += "}\n";
  }
  return parse_litmus(text + "exists (x=0)\n", name);
}

TEST(WeakCompareExchange, EveryStrategyFindsAllGraphsOfRandomPrograms) {
  Random random(2);
  int tried = 0;
  for (int number = 0; number < 60; ++number) {
    const auto program = random_program(random, number);
    // The rarest of many graphs may take long, whatever is mutated.
    if (all_graphs(*program, "rc11").size() > 40) continue;
    ++tried;
    for (const char* model : {"sc", "rc11"}) expect_all_found(*program, model, 20'000);
  }
  EXPECT_GE(tried, 30);
}

// From a graph in which it succeeds to the one in which it fails, and back: no random choice is needed.
TEST(WeakCompareExchange, EveryCutTurnsSuccessIntoFailureAndBack) {
  const auto program = load_litmus(std::filesystem::path(source_folder()) / "litmus" / "CAS+weak.litmus");
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  const std::unique_ptr<MemoryModel> check_model = make_model("rc11");
  Executor executor(*program, *model);
  Executor check(*program, *check_model);
  Random random(4);
  RandomStrategy strategy(random);
  Mutator mutator(check, random);
  mutator.ask_for_weak(executor);
  executor.run({}, strategy);
  for (const Cut cut : kAllCuts) {
    for (int i = 0; i < 10; ++i) {
      const ExecutionGraph before = executor.graph();
      const std::optional<Prefix> prefix = mutator.mutate(before, cut, {});
      ASSERT_TRUE(prefix);
      ASSERT_EQ(executor.run(*prefix, strategy), Ending::complete);
      const Slot event = before.thread(0)[0];
      ASSERT_NE(executor.graph()[event].label.kind, before[event].label.kind);
    }
  }
}

// A strong one has no such choice.
TEST(WeakCompareExchange, AStrongOneIsNotAskedToFail) {
  const auto program = parse_litmus(
      "C strong\n{}\nP0 (atomic_int* x) { int e = 0; int r = atomic_compare_exchange_strong(x, &e, 1); }\n"
      "exists (x=1)\n",
      "strong");
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  const std::unique_ptr<MemoryModel> check_model = make_model("rc11");
  Executor executor(*program, *model);
  Executor check(*program, *check_model);
  Random random(4);
  RandomStrategy strategy(random);
  Mutator mutator(check, random);
  mutator.ask_for_weak(executor);
  for (int i = 0; i < 20; ++i) {
    executor.run({}, strategy);
    for (const Cut cut : kAllCuts) ASSERT_FALSE(mutator.mutate(executor.graph(), cut, {}));
  }
}

}  // namespace
}  // namespace graphfuzz
