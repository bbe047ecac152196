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

// … on one line with its go statement, too; and a Lock that a TryLock meets ("Similar scenarios can be created e.g. for
// try-locks").
TEST(GoSpec, FlowDelaysWhatIsOnALineWithOthers) {
  const auto found_in_two = [](const std::string& source) {
    const auto program = parse_go(source, "line.go");
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      graphfuzz::testing::GoCampaign options;
      options.fuzz.strategy = StrategyKind::flow;
      options.seed = seed;
      options.executions = 3;
      options.stop_on_bug = true;
      const CampaignResult result = graphfuzz::testing::run_campaign(*program, options);
      if (result.bugs.empty()) return false;
      if (result.bugs.front().execution == 1) continue;  // it was the first at once
      EXPECT_EQ(result.guidance->obeyed, result.guidance->runs);
    }
    return true;
  };
  const std::string noise =
      "\tgo func() { for i := 0; i < 1000; i++ { c <- 1 } }()\n"
      "\tfor i := 0; i < 1000; i++ { <-c }\n";
  EXPECT_TRUE(
      found_in_two("package main\nimport \"sync\"\nfunc main() {\n\tc, on := make(chan int), sync.Once{}\n"
                   "\tgo func() { on.Do(func() {}) }()\n" +
                   noise + "\ton.Do(func() { panic(\"the possible bug\") })\n}\n"));
  EXPECT_TRUE(
      found_in_two("package main\nimport \"sync\"\nfunc main() {\n\tc, m := make(chan int), sync.Mutex{}\n"
                   "\tgo func() { m.Lock() }()\n" +
                   noise + "\tif m.TryLock() { panic(\"the possible bug\") }\n}\n"));
}

// order-based-fuzzing.md, "Example"
TEST(GoSpec, TheMixedDeadlockOfKubernetesIsFoundByEveryGoPie) {
  for (const char* strategy : {"gopie", "gopie+", "gopie-hb"}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      EXPECT_TRUE(runs_to_bug("spec-kubernetes", strategy, seed, 200)) << strategy << ", seed " << seed;
    }
  }
}

// order-based-fuzzing.md, "GoPieHB": the flipped chain cannot be executed, and there is no bug.
TEST(GoSpec, CriticalSectionsAreFiltered) {
  const auto program = load_go(source_folder() + "/litmus/go/spec-critical-sections.go");
  const auto filtered = [&](Impossible what) {
    graphfuzz::testing::GoCampaign options;
    options.fuzz.strategy = StrategyKind::gopie_hb;
    options.go.directed = GoFuzzOptions::of(StrategyKind::gopie_hb);
    options.go.directed->chain.filter = what;
    options.executions = 50;
    const CampaignResult result = graphfuzz::testing::run_campaign(*program, options);
    EXPECT_TRUE(result.bugs.empty());
    return result.guidance->filtered;
  };
  EXPECT_GT(filtered(Impossible::held_locks), filtered(Impossible::weak));
  EXPECT_GT(filtered(Impossible::strong), filtered(Impossible::weak));
}

}  // namespace
}  // namespace graphfuzz::go
