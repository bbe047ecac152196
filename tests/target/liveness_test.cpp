// A thread that waits for ever is never passed over in silence, whatever looks for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/target/load.hpp"

namespace graphfuzz {
namespace {

using ::testing::HasSubstr;

const char* const kNever = R"(C never
{ x=0; }
P0 (atomic_int* x) { while (atomic_load_explicit(x, memory_order_relaxed) != 1) {} }
P1 (atomic_int* x) { atomic_store_explicit(x, 2, memory_order_relaxed); }
exists (x=2)
)";
// The 1 may be missed.
const char* const kPulse = R"(C pulse
{ x=0; }
P0 (atomic_int* x) { while (atomic_load_explicit(x, memory_order_relaxed) != 1) {} }
P1 (atomic_int* x) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(x, 0, memory_order_relaxed);
}
exists (x=0)
)";
const char* const kHelped = R"(C helped
{ x=0; y=0; }
P0 (atomic_int* x, atomic_int* y) {
  while (atomic_load_explicit(x, memory_order_relaxed) != 1) {}
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  while (atomic_load_explicit(y, memory_order_relaxed) != 1) {}
}
exists (x=1)
)";
// P1 keeps the lock; P0 waits for it, and P1 for what nobody writes.
const char* const kLock = R"(C lock
{ x=0; l=0; }
P0 (atomic_int* x, mutex* l) {
  lock(l);
  unlock(l);
}
P1 (atomic_int* x, mutex* l) {
  lock(l);
  while (atomic_load_explicit(x, memory_order_relaxed) != 1) {}
}
exists (x=0)
)";
const char* const kDeadlock = R"(C deadlock
{ l=0; }
P0 (mutex* l) { lock(l); lock(l); }
exists (l=0)
)";

std::unique_ptr<const Target> load(const char* text, const std::string& model, bool liveness) {
  LoadOptions options;
  options.models = {model};
  options.liveness = liveness;
  return std::move(load_targets({"f.litmus", text}, options).front());
}

CampaignResult run_for_ever(const Target& target, StrategyKind strategy, unsigned workers = 1) {
  CampaignOptions options;
  options.fuzz.strategy = strategy;
  options.executions = 300;
  options.workers = workers;
  options.seed = 5;
  return run_campaign(target, options);
}

constexpr StrategyKind kAll[] = {StrategyKind::random, StrategyKind::revisit, StrategyKind::mix, StrategyKind::optimal,
                                 StrategyKind::exhaustive};

class LivenessOf : public ::testing::TestWithParam<const char*> {};

TEST_P(LivenessOf, ASpinIsABugIfOneAsksForIt) {
  for (const StrategyKind strategy : kAll) {
    for (const unsigned workers : {1U, 2U}) {
      SCOPED_TRACE(std::string(name(strategy)));
      for (const char* const text : {kNever, kPulse}) {
        const CampaignResult result = run_for_ever(*load(text, GetParam(), true), strategy, workers);
        ASSERT_EQ(result.bugs.size(), 1U) << text;
        EXPECT_EQ(result.bugs[0].kind, "liveness");
        EXPECT_THAT(result.bugs[0].message, HasSubstr("P0 waits for ever in 'atomic_load_explicit(x, "
                                                      "memory_order_relaxed) != 1' (f.litmus:3:29): it reads x="));
        EXPECT_LE(result.bugs[0].count, result.executions);
        EXPECT_TRUE(result.remarks.empty());
      }
      EXPECT_TRUE(run_for_ever(*load(kHelped, GetParam(), true), strategy, workers).bugs.empty());
    }
  }
}

TEST_P(LivenessOf, OtherwiseItIsRemarkedOn) {
  for (const StrategyKind strategy : kAll) {
    SCOPED_TRACE(std::string(name(strategy)));
    const CampaignResult result = run_for_ever(*load(kNever, GetParam(), false), strategy);
    EXPECT_TRUE(result.bugs.empty());
    ASSERT_EQ(result.remarks.size(), 1U);
    EXPECT_EQ(result.remarks[0].kind, "liveness");
    const CampaignResult helped = run_for_ever(*load(kHelped, GetParam(), false), strategy);
    EXPECT_TRUE(helped.bugs.empty());
    EXPECT_TRUE(helped.remarks.empty());
  }
}

TEST_P(LivenessOf, AMutexThatNobodyUnlocksIsABugAnyway) {
  for (const StrategyKind strategy : kAll) {
    SCOPED_TRACE(std::string(name(strategy)));
    const CampaignResult result = run_for_ever(*load(kLock, GetParam(), false), strategy);
    ASSERT_EQ(result.bugs.size(), 1U);
    EXPECT_THAT(result.bugs[0].message, HasSubstr("P0 waits for ever for the mutex l in 'lock(l)' (f.litmus:4:3)"));
    EXPECT_EQ(result.remarks.size(), 1U);
    const CampaignResult deadlock = run_for_ever(*load(kDeadlock, GetParam(), false), strategy);
    ASSERT_EQ(deadlock.bugs.size(), 1U);
    EXPECT_EQ(deadlock.bugs[0].kind, "deadlock");
    EXPECT_THAT(deadlock.bugs[0].message, HasSubstr("P0 waits for ever for the mutex l in 'lock(l)' (f.litmus:3:26)"));
  }
}

TEST_P(LivenessOf, ReplayShowsItAgain) {
  for (const StrategyKind strategy : kAll) {
    for (const char* const text : {kNever, kPulse, kLock}) {
      const auto target = load(text, GetParam(), true);
      for (const Bug& bug : run_for_ever(*target, strategy).bugs) {
        ASSERT_TRUE(bug.witness->no_steps.empty());
        const Replay replay = target->replay(bug.witness->steps);
        EXPECT_EQ(replay.ending, "blocked");
        EXPECT_TRUE(std::any_of(replay.findings.begin(), replay.findings.end(), [&](const Finding& finding) {
          return same_bug(finding, bug);
        })) << text;
        EXPECT_THAT(bug.witness->story.rows.back().remark, HasSubstr("for ever, reads from"));
        EXPECT_EQ(replay.story.rows.back().remark, bug.witness->story.rows.back().remark);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, LivenessOf, ::testing::Values("sc", "tso", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return std::string(test.param); });

TEST(LivenessOfCandidates, IsSaidNotToBeLookedAt) {
  EXPECT_TRUE(run_for_ever(*load(kNever, "coherence", true), StrategyKind::exhaustive).misses_waits);
  EXPECT_FALSE(run_for_ever(*load(kNever, "rc11", true), StrategyKind::exhaustive).misses_waits);
  const char* const ends = "C ends\n{}\nP0 (atomic_int* x) { atomic_store(x, 1); }\nexists (x=1)\n";
  EXPECT_FALSE(run_for_ever(*load(ends, "coherence", true), StrategyKind::exhaustive).misses_waits);
}

TEST(LivenessRemarks, ARemarkDoesNotStopACampaign) {
  const auto target = load(kNever, "rc11", false);
  CampaignOptions options;
  options.fuzz.strategy = StrategyKind::random;
  options.executions = 20;
  options.stop_on_bug = true;
  EXPECT_EQ(run_campaign(*target, options).executions, 20U);
}

}  // namespace
}  // namespace graphfuzz
