// Exhaustive campaigns, and the strategy that repeats nothing, against herd7.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

CampaignResult run(const Program& program, const std::string& model, StrategyKind strategy, unsigned workers) {
  MemoryCampaign options;
  options.model = model;
  options.fuzz.strategy = strategy;
  options.workers = workers;
  options.executions = std::numeric_limits<std::uint64_t>::max();
  return run_campaign(program, options);
}

using Case = std::tuple<std::string, StrategyKind, unsigned>;
class SlowExhaustive : public ::testing::TestWithParam<Case> {};

TEST_P(SlowExhaustive, SaysWhatHerdSays) {
  if (!std::filesystem::exists(kOracle / "herd7.jsonl")) GTEST_SKIP() << "no oracle in " << kOracle;
  const auto& [model, strategy, workers] = GetParam();
  std::ifstream in(kOracle / "herd7.jsonl");
  std::size_t checked = 0;
  for (std::string line; std::getline(in, line);) {
    const auto row = nlohmann::json::parse(line);
    if (row["model"] != model || row.value("loop", false)) continue;
    SCOPED_TRACE(row["file"]);
    const std::shared_ptr<const Program> program = load_litmus(kOracle / row["file"].get<std::string>());
    const CampaignResult result = run(*program, model, strategy, workers);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.graphs, row["executions"]);
    std::set<std::string> states;
    for (const ObservedState& state : result.states) states.insert(state.text);
    EXPECT_EQ(states, row["states"].get<std::set<std::string>>());
    const bool swapped = row["kind"] == "Forbidden";
    EXPECT_EQ(result.positive, row[swapped ? "negative" : "positive"]);
    EXPECT_EQ(result.negative, row[swapped ? "positive" : "negative"]);
    EXPECT_EQ(observation(result), row["observation"]);
    const char* verdict = result.verdict == Verdict::ok ? "Ok" : result.verdict == Verdict::no ? "No" : "Undef";
    EXPECT_EQ(verdict, row["verdict"]);
    ++checked;
  }
  EXPECT_GE(checked, 400U);
}

INSTANTIATE_TEST_SUITE_P(All, SlowExhaustive,
                         ::testing::Combine(::testing::Values("sc", "ra", "rc11", "relaxed"),
                                            ::testing::Values(StrategyKind::exhaustive, StrategyKind::optimal),
                                            ::testing::Values(1U, 3U)),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_" + std::string(name(std::get<1>(test.param))) + "_" +
                                  std::to_string(std::get<2>(test.param));
                         });

TEST(Exhaustive, CountsTheSameWithAnyNumberOfWorkers) {
  const std::shared_ptr<const Program> program = load_litmus(kLitmus / "mp.litmus");
  for (const StrategyKind strategy : {StrategyKind::exhaustive, StrategyKind::optimal}) {
    for (const unsigned workers : {1U, 2U, 4U}) {
      const CampaignResult result = run(*program, "rc11", strategy, workers);
      EXPECT_TRUE(result.complete);
      EXPECT_EQ(result.graphs, 86'400U);
      EXPECT_EQ(result.executions, 86'400U);
      EXPECT_EQ(result.outcomes, 10U);
    }
  }
}

TEST(Exhaustive, StopsWithAPartOfTheTree) {
  const std::shared_ptr<const Program> program = load_litmus(kLitmus / "long-assert-7.litmus");
  MemoryCampaign options;
  options.fuzz.strategy = StrategyKind::exhaustive;
  options.executions = 5'000;
  const CampaignResult result = run_campaign(*program, options);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.executions, 5'000U);
  EXPECT_EQ(result.graphs, 5'000U);
  ASSERT_TRUE(result.tree);
  EXPECT_GT(result.tree->covered, 0);
  EXPECT_LT(result.tree->covered, 0.5);
  EXPECT_GT(result.tree->size.mean(), 5'000);
  EXPECT_GT(result.corpus_size, 0U);
  EXPECT_FALSE(result.discovery);
}

TEST(Exhaustive, IsNotCompleteWhenStopped) {
  const std::shared_ptr<const Program> program = load_litmus(kLitmus / "SB.litmus");
  const std::atomic<bool> stop{true};
  MemoryCampaign options;
  options.fuzz.strategy = StrategyKind::exhaustive;
  options.stop = &stop;
  const CampaignResult result = run_campaign(*program, options);
  EXPECT_FALSE(result.complete);
  EXPECT_TRUE(result.interrupted);
}

// Every graph is consistent in the tree of any model that has this one as its native twin, so what bugs there are is
// found: the bug hunts of the litmus folder, in as many executions as there are graphs.
TEST(Optimal, FindsLongRaceWithinItsNineGraphs) {
  const std::shared_ptr<const Program> program = load_litmus(kLitmus / "long-race.litmus");
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    MemoryCampaign options;
    options.fuzz.strategy = StrategyKind::optimal;
    options.seed = seed;
    options.stop_on_bug = true;
    const CampaignResult result = run_campaign(*program, options);
    ASSERT_EQ(result.bugs.size(), 1U);
    EXPECT_LE(result.bugs.front().execution, 9U);
  }
}

TEST(Optimal, IsDeterministic) {
  const std::shared_ptr<const Program> program = load_litmus(kLitmus / "reorder_10.litmus");
  MemoryCampaign options;
  options.fuzz.strategy = StrategyKind::optimal;
  options.executions = 2'000;
  const CampaignResult a = run_campaign(*program, options);
  const CampaignResult b = run_campaign(*program, options);
  ASSERT_FALSE(a.bugs.empty());
  EXPECT_EQ(a.bugs.front().execution, b.bugs.front().execution);
  EXPECT_EQ(a.rf_pairs, b.rf_pairs);
  EXPECT_EQ(a.positive, b.positive);
  EXPECT_EQ(a.tree->size.mean(), b.tree->size.mean());
  options.seed = 2;
  EXPECT_NE(run_campaign(*program, options).positive, a.positive);
}

}  // namespace
}  // namespace graphfuzz
