// The comparisons that the specification makes, on its programs in litmus/go, as a user would run them.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "graphfuzz/frontend/go.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go {
namespace {

// The run in which the strategy finds the program's bug; nothing if it does not within so many runs.
std::optional<std::uint64_t> runs_to_bug(const std::string& name, const std::string& strategy, std::uint64_t seed,
                                         std::uint64_t most) {
  const auto program = load_go(std::string(source_folder() + "/litmus/go/") + name + ".go");
  graphfuzz::testing::GoCampaign options;
  options.fuzz.strategy = parse_strategy(strategy);
  options.seed = seed;
  options.executions = most;
  options.stop_on_bug = true;
  const CampaignResult result = graphfuzz::testing::run_campaign(*program, options);
  if (result.bugs.empty()) return std::nullopt;
  return result.bugs.front().execution;
}

// flow-changing-operations.md, "Comparison to GoPie": "find the potential bug with just two runs", which "the same type
// of scenario" for channels and try-locks shares.
class NoisyPrograms : public ::testing::TestWithParam<const char*> {};

TEST_P(NoisyPrograms, FlowNeedsTwoRuns) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto runs = runs_to_bug(GetParam(), "flow", seed, 10);
    ASSERT_TRUE(runs) << "seed " << seed;
    EXPECT_LE(*runs, 2u) << "seed " << seed;
  }
}

class SlowNoisyPrograms : public NoisyPrograms {};

TEST_P(SlowNoisyPrograms, GoPieDoesNotFindTheBugInAThousand) {
  EXPECT_FALSE(runs_to_bug(GetParam(), "gopie", 1, 1000));
}

const auto kNoisy = ::testing::Values("spec-noisy-once", "spec-noisy-send-order", "spec-noisy-try-lock");
INSTANTIATE_TEST_SUITE_P(Spec, NoisyPrograms, kNoisy);
INSTANTIATE_TEST_SUITE_P(Slow, SlowNoisyPrograms, kNoisy);

// order-based-fuzzing.md, "Example"
TEST(GoSpec, TheMixedDeadlockOfKubernetesIsFoundByEveryGoPie) {
  for (const char* strategy : {"gopie", "gopie+", "gopie-hb"}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      EXPECT_TRUE(runs_to_bug("spec-kubernetes", strategy, seed, 200)) << strategy << ", seed " << seed;
    }
  }
}

// order-based-fuzzing.md, "GoPieHB": the flipped chain cannot be executed, and there is no bug.
TEST(GoSpec, CriticalSectionsAreFilteredByTheStrongClock) {
  const auto program = load_go(source_folder() + "/litmus/go/spec-critical-sections.go");
  const auto filtered = [&](Clock clock) {
    graphfuzz::testing::GoCampaign options;
    options.fuzz.strategy = StrategyKind::gopie_hb;
    options.go.directed = GoFuzzOptions::of(StrategyKind::gopie_hb);
    options.go.directed->chain.clock = clock;
    options.executions = 50;
    const CampaignResult result = graphfuzz::testing::run_campaign(*program, options);
    EXPECT_TRUE(result.bugs.empty());
    return result.guidance->filtered;
  };
  EXPECT_GT(filtered(Clock::strong), filtered(Clock::weak));
}

}  // namespace
}  // namespace graphfuzz::go
