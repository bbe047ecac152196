// Results so far, of a campaign that goes on.
#include <gmock/gmock.h>

#include <algorithm>

#include "graphfuzz/frontend/litmus.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

TEST(Telling, TellsWhatThereIsAndChangesNothing) {
  const auto program = load_litmus(std::filesystem::path(source_folder()) / "litmus/reorder_10.litmus");
  for (const StrategyKind strategy : {StrategyKind::mix, StrategyKind::optimal}) {
    for (const unsigned workers : {1U, 2U}) {
      MemoryCampaign options;
      options.executions = testing::cases_here(20'000);
      options.workers = workers;
      options.fuzz.strategy = strategy;
      const CampaignResult quiet = run_campaign(*program, options);

      std::vector<CampaignResult> told;
      options.result_every = 0.001;
      options.on_result = [&](const CampaignResult& so_far) { told.push_back(so_far); };
      const CampaignResult all = run_campaign(*program, options);
      told.push_back(all);
      EXPECT_GT(told.size(), 1U);
      EXPECT_TRUE(std::ranges::is_sorted(told, {}, &CampaignResult::executions));
      EXPECT_TRUE(std::ranges::is_sorted(told, {}, &CampaignResult::graphs));
      for (const CampaignResult& so_far : told) {
        EXPECT_EQ(so_far.positive + so_far.negative, so_far.graphs);
        EXPECT_LE(so_far.graphs, so_far.executions);
      }
      EXPECT_EQ(all.executions, options.executions);
      if (workers > 1) continue;
      EXPECT_EQ(all.graphs, quiet.graphs);
      EXPECT_EQ(all.curve, quiet.curve);
      EXPECT_EQ(all.positive, quiet.positive);
      ASSERT_EQ(all.states.size(), quiet.states.size());
      for (std::size_t i = 0; i < all.states.size(); ++i) EXPECT_EQ(all.states[i].graphs, quiet.states[i].graphs);
    }
  }
}

}  // namespace
}  // namespace graphfuzz
