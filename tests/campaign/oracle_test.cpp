// Agreement with herd7: every state seen is one that herd7 lists, and enough random executions find exactly herd7's
// states and exactly as many graphs as it has executions.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
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

struct Row {
  std::string file, model, kind, verdict, observation;
  std::set<std::string> states;
  std::uint64_t executions, positive, negative;
};

std::vector<Row> rows(const std::string& model) {
  std::vector<Row> result;
  std::ifstream in(kOracle / "herd7.jsonl");
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json["model"] != model) continue;
    result.push_back({json["file"], json["model"], json["kind"], json["verdict"], json["observation"],
                      json["states"].get<std::set<std::string>>(), json["executions"], json["positive"],
                      json["negative"]});
  }
  return result;
}

class Oracle : public ::testing::TestWithParam<std::tuple<std::string, StrategyKind>> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kOracle / "herd7.jsonl")) GTEST_SKIP() << "no oracle in " << kOracle;
  }
};

TEST_P(Oracle, StatesAndExecutionsAreHerds) {
  const auto& [model, strategy] = GetParam();
  std::size_t checked = 0;
  for (const Row& row : rows(model)) {
    SCOPED_TRACE(row.file + " under " + model);
    const std::shared_ptr<const Program> program = load_litmus(kOracle / row.file);
    MemoryCampaign options;
    options.model = model;
    options.fuzz.strategy = strategy;
    options.seed = 42;
    // The rarest graph decides how many executions it takes: go on while there is something to find.
    CampaignResult result;
    for (options.executions = 2'000; options.executions <= 2'000'000; options.executions *= 10) {
      result = run_campaign(*program, options);
      if (result.graphs >= row.executions) break;
    }
    std::set<std::string> states;
    for (const ObservedState& state : result.states) states.insert(state.text);
    EXPECT_TRUE(std::includes(row.states.begin(), row.states.end(), states.begin(), states.end()));
    EXPECT_EQ(result.blocked + result.truncated, 0U);
    if (row.executions > 200) continue;
    ++checked;
    EXPECT_EQ(states, row.states);
    EXPECT_EQ(result.graphs, row.executions);
    // herd7 names the counts by the quantifier: for ~exists its "positive" are the executions without the proposition.
    const bool swapped = row.kind == "Forbidden";
    EXPECT_EQ(result.positive, swapped ? row.negative : row.positive);
    EXPECT_EQ(result.negative, swapped ? row.positive : row.negative);
    EXPECT_EQ(observation(result), row.observation);
    const char* verdict = result.verdict == Verdict::ok ? "Ok" : result.verdict == Verdict::no ? "No" : "Undef";
    EXPECT_EQ(verdict, row.verdict);
  }
  EXPECT_GE(checked, 400U);
}

INSTANTIATE_TEST_SUITE_P(Slow, Oracle,
                         ::testing::Combine(::testing::Values("sc", "ra", "rc11", "relaxed"),
                                            ::testing::Values(StrategyKind::random, StrategyKind::mix)),
                         [](const auto& test) {
                           return std::get<0>(test.param) + "_" + std::string(name(std::get<1>(test.param)));
                         });

}  // namespace
}  // namespace graphfuzz
