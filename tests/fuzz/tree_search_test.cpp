// The search of the tree of executions: no graph twice, and the end is the end.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/folders.hpp"
#include "support/searches.hpp"

namespace graphfuzz {
namespace {

using testing::Fuzzer;
using testing::TreeFuzzer;

struct Found {
  std::set<Fingerprint> graphs;
  std::uint64_t executions = 0, blocked = 0, truncated = 0;
  bool exhausted = false;
};

Found search(const Program& program, const std::string& model, Schedule schedule, std::size_t capacity,
             std::uint64_t limit) {
  GraphCounts counts;
  Frontier frontier(1, schedule, capacity);
  TreeFuzzer tree(program, model, frontier, 0, counts, 7);
  Found found;
  while (found.executions < limit) {
    const Execution execution = tree.step();
    if (execution.kind == StepKind::exhausted) {
      found.exhausted = true;
      EXPECT_EQ(frontier.size(), 0U);
      EXPECT_NEAR(frontier.covered(), 1, 1e-6);
      break;
    }
    if (execution.kind != StepKind::execution) continue;
    ++found.executions;
    if (execution.ending == Ending::truncated) ++found.truncated;
    if (execution.ending == Ending::blocked || execution.ending == Ending::deadlocked) ++found.blocked;
    if (execution.ending != Ending::complete || execution.filtered) continue;
    EXPECT_TRUE(execution.new_graph);
    EXPECT_TRUE(found.graphs.insert(fingerprint(tree.graph()).graph).second);
  }
  return found;
}

// Programs that wait, fail, block, loop and start over: the two ways to build graphs know of the same ones.
class SlowTreeSearch : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowTreeSearch, FindsWhatTheFuzzerFinds) {
  std::size_t complete = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kLitmus)) {
    if (entry.path().extension() != ".litmus") continue;
    SCOPED_TRACE(entry.path().filename());
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    const Found found = search(*program, GetParam(), Schedule::depth_first, 100, 20'000);
    if (!found.exhausted) continue;
    ++complete;
    GraphCounts counts;
    FuzzOptions options;
    Fuzzer fuzzer(*program, GetParam(), options, Identity::graph, counts, 3);
    std::set<Fingerprint> fuzzed;
    bool blocked = false, truncated = false, raced = false;
    for (int i = 0; i < 10'000; ++i) {
      const Execution execution = fuzzer.step();
      blocked |= execution.ending == Ending::blocked || execution.ending == Ending::deadlocked;
      truncated |= execution.ending == Ending::truncated;
      raced |= !fuzzer.races().empty();
      if (execution.ending == Ending::complete && !execution.filtered) {
        const Fingerprint print = fingerprint(fuzzer.graph()).graph;
        EXPECT_TRUE(found.graphs.contains(print));
        fuzzed.insert(print);
      }
    }
    // Rare graphs may escape the fuzzer, not the search.
    if (found.graphs.size() <= 64) {
      EXPECT_EQ(fuzzed.size(), found.graphs.size());
    }
    // Races in failed iterations of waits end executions as blocked; only the fuzzer looks for them.
    if (blocked && !raced) {
      EXPECT_GT(found.blocked, 0U);
    }
    if (truncated) {
      EXPECT_GT(found.truncated, 0U);
    }
  }
  EXPECT_GT(complete, 150U);
}

INSTANTIATE_TEST_SUITE_P(All, SlowTreeSearch, ::testing::Values("sc", "tso", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return test.param; });

class Schedules : public ::testing::TestWithParam<std::tuple<Schedule, std::size_t>> {};

TEST_P(Schedules, ComeToTheSameEnd) {
  const auto& [schedule, capacity] = GetParam();
  for (const auto& [file, graphs] :
       {std::pair{"long-race.litmus", 9U}, {"P1.litmus", 101U}, {"long-assert-3.litmus", 2880U}, {"SB.litmus", 4U}}) {
    SCOPED_TRACE(file);
    const Found found = search(*load_litmus(kLitmus / file), "rc11", schedule, capacity, 1'000'000);
    EXPECT_TRUE(found.exhausted);
    EXPECT_EQ(found.graphs.size(), graphs);
    EXPECT_EQ(found.executions, graphs);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Schedules,
                         ::testing::Combine(::testing::Values(Schedule::size, Schedule::rarity, Schedule::depth_first),
                                            ::testing::Values(2, 50, 1'000'000)));

TEST(TreeSearch, BoundsItsFrontier) {
  const std::shared_ptr<const Program> program = load_litmus(kLitmus / "reorder_10.litmus");
  GraphCounts counts;
  Frontier frontier(1, Schedule::rarity, 500);
  TreeFuzzer tree(*program, "rc11", frontier, 0, counts, 1);
  std::size_t largest = 0;
  for (int i = 0; i < 20'000; ++i) {
    EXPECT_TRUE(tree.step().new_graph);
    largest = std::max(largest, frontier.size());
  }
  EXPECT_LT(largest, 2'000U);
}

// The mean of many walks is the number of graphs, within five standard errors.
TEST(TreeSearch, WalksEstimateTheNumberOfGraphs) {
  for (const auto& [file, graphs] : {std::pair{"long-assert-3.litmus", 2880.0},
                                     {"mp.litmus", 86400.0},
                                     {"ttas-lock-3.litmus", 36.0},
                                     {"IRIW.litmus", 16.0}}) {
    SCOPED_TRACE(file);
    const std::shared_ptr<const Program> program = load_litmus(kLitmus / file);
    const std::unique_ptr<MemoryModel> model = make_model("rc11");
    Random random(11);
    RandomStrategy strategy(random);
    Explorer explorer(*program, *model, strategy);
    TreeSize size;
    for (int i = 0; i < 20'000; ++i) {
      const std::optional<Ending> ending = explorer.walk(random);
      size.add(ending == Ending::complete ? 1 / explorer.share() : 0);
    }
    EXPECT_NEAR(size.mean(), graphs, 5 * size.error());
    EXPECT_LT(size.error(), graphs / 2);
  }
}

TEST(TreeSize, PoolsWalks) {
  TreeSize all, left, right;
  for (int i = 0; i < 10; ++i) {
    all.add(i * i);
    (i < 3 ? left : right).add(i * i);
  }
  left.add(right);
  EXPECT_EQ(left.walks(), all.walks());
  EXPECT_NEAR(left.mean(), all.mean(), 1e-9);
  EXPECT_NEAR(left.error(), all.error(), 1e-9);
}

// Squares that are beyond a double make the error infinite, and not what is no number.
TEST(TreeSize, PoolsLargeWalks) {
  TreeSize large, all;
  large.add(1e160);
  large.add(3e160);
  all.add(large);
  EXPECT_DOUBLE_EQ(all.mean(), 2e160);
  EXPECT_EQ(all.error(), INFINITY);
}

}  // namespace
}  // namespace graphfuzz
