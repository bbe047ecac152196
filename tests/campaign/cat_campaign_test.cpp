// Campaigns under a model in cat find what campaigns under its native twin find: the same states, as many graphs, the
// same verdict. Litmus tests of litmus/ and of the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

CampaignResult campaign(const Program& program, const std::string& model, std::uint64_t executions) {
  MemoryCampaign options;
  options.model = model;
  options.executions = executions;
  options.seed = 7;
  return run_campaign(program, options);
}

std::set<std::string> states(const CampaignResult& result) {
  std::set<std::string> texts;
  for (const ObservedState& state : result.states) texts.insert(state.text);
  return texts;
}

void expect_twins(const std::filesystem::path& folder, const std::string& model, std::uint64_t executions) {
  const std::string cat = source_folder() + "/memory_models/" + model + ".cat";
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".litmus") continue;
    SCOPED_TRACE(entry.path().filename().string() + " under " + model);
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    // The same seed and the same choices on offer make the same executions.
    const CampaignResult native = campaign(*program, model, executions);
    const CampaignResult twin = campaign(*program, cat, executions);
    EXPECT_EQ(states(native), states(twin));
    EXPECT_EQ(native.graphs, twin.graphs);
    EXPECT_EQ(native.positive, twin.positive);
    EXPECT_EQ(native.negative, twin.negative);
    EXPECT_EQ(native.verdict, twin.verdict);
    EXPECT_EQ(native.bugs.size(), twin.bugs.size());
    ++compared;
  }
  EXPECT_GT(compared, 80U);
}

class CatCampaign : public ::testing::TestWithParam<std::string> {};

TEST_P(CatCampaign, FindsWhatItsTwinFinds) {
  expect_twins(std::filesystem::path(source_folder()) / "litmus", GetParam(), 300);
}

TEST_P(CatCampaign, FindsWhatItsTwinFindsOnTheOracle) {
  const std::filesystem::path folder = std::filesystem::path(oracle_folder()) / "litmus";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no oracle in " << folder;
  expect_twins(folder, GetParam(), 2000);
}

INSTANTIATE_TEST_SUITE_P(Slow, CatCampaign, ::testing::Values("sc", "tso", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace graphfuzz
