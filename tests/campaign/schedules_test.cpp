// Campaigns of strategies that choose schedules: the same results, findings and witnesses as those of any other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"
#include "support/long_runs.hpp"

namespace graphfuzz {
namespace {

using testing::numbers;

constexpr StrategyKind kSchedules[] = {StrategyKind::walk, StrategyKind::pct, StrategyKind::pos, StrategyKind::surw};

std::shared_ptr<const Program> corpus_test(const std::string& name) {
  return load_litmus(std::filesystem::path(source_folder()) / "litmus" / (name + ".litmus"));
}

CampaignOptions options_for(StrategyKind strategy, std::uint64_t executions = 20'000, unsigned workers = 1) {
  CampaignOptions options;
  options.fuzz.strategy = strategy;
  options.executions = executions;
  options.workers = workers;
  options.seed = 5;
  return options;
}

CampaignResult all_of(const Target& target) {
  return run_campaign(target, options_for(StrategyKind::exhaustive, std::numeric_limits<std::uint64_t>::max()));
}

std::set<std::string> texts(const std::vector<ObservedState>& states) {
  std::set<std::string> texts;
  for (const ObservedState& state : states) texts.insert(state.text);
  return texts;
}

std::set<std::string> texts(const std::vector<Bug>& bugs) {
  std::set<std::string> texts;
  for (const Bug& bug : bugs) texts.insert(bug.kind + ": " + bug.message);
  return texts;
}

class Schedules : public ::testing::TestWithParam<const char*> {};

TEST_P(Schedules, FindWhatThereIs) {
  const MemoryTarget target(corpus_test(GetParam()), "sc");
  const CampaignResult all = all_of(target);
  for (const StrategyKind strategy : kSchedules) {
    SCOPED_TRACE(name(strategy));
    const CampaignResult result = run_campaign(target, options_for(strategy));
    EXPECT_EQ(result.graphs, all.graphs);
    EXPECT_EQ(result.graphs_rf, all.graphs_rf.value_or(*result.graphs_rf));
    EXPECT_EQ(texts(result.states), texts(all.states));
    EXPECT_EQ(texts(result.bugs), texts(all.bugs));
    EXPECT_EQ(result.positive, all.positive);
    EXPECT_FALSE(result.complete);
    EXPECT_TRUE(result.discovery.has_value());
    EXPECT_FALSE(result.tree.has_value());
    EXPECT_EQ(result.taken_back.executions, 0U);
    EXPECT_EQ(result.corpus_size, 0U);
    EXPECT_EQ(result.curve.back().second, result.graphs);
  }
}

TEST_P(Schedules, FindingsAndExamplesCanBeRunAgain) {
  const MemoryTarget target(corpus_test(GetParam()), "sc");
  for (const StrategyKind strategy : kSchedules) {
    SCOPED_TRACE(name(strategy));
    const CampaignResult result = run_campaign(target, options_for(strategy, 2000));
    for (const Bug& bug : result.bugs) {
      const Replay again = target.replay(bug.witness->steps);
      EXPECT_TRUE(again.possible());
      EXPECT_TRUE(again.graph == bug.witness->graph);
      EXPECT_TRUE(std::ranges::any_of(again.findings, [&](const Finding& f) { return same_bug(f, bug); }));
    }
    for (const ObservedState& state : result.states) {
      EXPECT_EQ(target.replay(state.example->steps).state, state.text);
    }
  }
}

TEST_P(Schedules, AreTheSameForTheSameSeed) {
  const MemoryTarget target(corpus_test(GetParam()), "sc");
  for (const StrategyKind strategy : kSchedules) {
    SCOPED_TRACE(name(strategy));
    CampaignOptions options = options_for(strategy, 300);
    const std::string first = numbers(run_campaign(target, options));
    EXPECT_EQ(numbers(run_campaign(target, options)), first);
  }
}

INSTANTIATE_TEST_SUITE_P(Litmus, Schedules,
                         ::testing::Values("SB", "IRIW", "CAS+weak", "peterson+rlx", "mp-2", "mutex-deadlock",
                                           "ttas-lock-2"));

// A hundred writes to one location, and a read that must come right after one of them: with the numbers of events
// known, 1 of 101 interleavings. A random walk comes that far with a probability of 2^-38.
TEST(ScheduleFindings, DependOnTheSchedules) {
  const MemoryTarget target(corpus_test("P1"), "sc");
  for (const StrategyKind strategy : kSchedules) {
    SCOPED_TRACE(name(strategy));
    CampaignOptions options = options_for(strategy, 10'000);
    options.fuzz.depth = 2;
    const CampaignResult result = run_campaign(target, options);
    const bool finds = strategy == StrategyKind::pct || strategy == StrategyKind::surw;
    ASSERT_EQ(result.bugs.size(), finds ? 1U : 0U);
    if (finds) {
      EXPECT_EQ(result.graphs, 101U);
      const auto rate = static_cast<double>(result.bugs.front().count) / 10'000;
      EXPECT_GT(rate, strategy == StrategyKind::pct ? 1.0 / (2 * 101) - 0.002 : 1.0 / 101 - 0.003);
      EXPECT_LT(rate, 1.0 / 101 + 0.003);
    }
  }
}

TEST(ScheduleWorkers, FindWhatOneFinds) {
  const MemoryTarget target(corpus_test("IRIW"), "sc");
  for (const StrategyKind strategy : kSchedules) {
    const CampaignResult result = run_campaign(target, options_for(strategy, 20'000, 3));
    EXPECT_EQ(result.graphs, 15U) << name(strategy);
    EXPECT_EQ(result.executions, 20'000U);
  }
}

TEST(ScheduleFindings, AreDeadlocksAndSpins) {
  const auto abba = parse_litmus(R"(C abba
{ }
P0 (mtx_t* a, mtx_t* b) { mtx_lock(a); mtx_lock(b); mtx_unlock(b); mtx_unlock(a); }
P1 (mtx_t* a, mtx_t* b) { mtx_lock(b); mtx_lock(a); mtx_unlock(a); mtx_unlock(b); }
exists (true)
)",
                                 "abba");
  const auto spin = parse_litmus(R"(C spin
{ x = 0; y = 0; }
P0 (atomic_int* x, atomic_int* y) { while (atomic_load(x) == 0) {} }
P1 (atomic_int* x, atomic_int* y) { if (atomic_load(y) == 0) { atomic_store(x, 1); } }
P2 (atomic_int* x, atomic_int* y) { atomic_store(y, 1); }
exists (true)
)",
                                 "spin");
  for (const StrategyKind strategy : kSchedules) {
    SCOPED_TRACE(name(strategy));
    for (const auto& [program, kind] : {std::pair(abba, "deadlock"), std::pair(spin, "liveness")}) {
      MemoryTarget target(program, "sc");
      target.look_for_spins(true);
      const CampaignResult result = run_campaign(target, options_for(strategy, 500));
      ASSERT_EQ(result.bugs.size(), 1U);
      EXPECT_EQ(result.bugs.front().kind, kind);
      EXPECT_GT(result.blocked, 0U);
      EXPECT_LT(result.blocked, 500U);
      const Replay again = target.replay(result.bugs.front().witness->steps);
      ASSERT_EQ(again.findings.size(), 1U);
      EXPECT_TRUE(same_bug(again.findings.front(), result.bugs.front()));
    }
  }
}

TEST(ScheduleRefusals, SayWhy) {
  using ::testing::AllOf;
  using ::testing::HasSubstr;
  const auto program = corpus_test("SB");
  for (const StrategyKind strategy : kSchedules) {
    for (const char* model : {"rc11", "ra", "tso", "relaxed"}) {
      try {
        run_campaign(MemoryTarget(program, model), options_for(strategy));
        FAIL() << model;
      } catch (const std::invalid_argument& e) {
        EXPECT_THAT(e.what(), AllOf(HasSubstr(std::string(name(strategy))), HasSubstr("sc alone"), HasSubstr(model)));
      }
    }
    const std::unique_ptr<const Target> go = load_target(testing::small_task("go/spec-kubernetes.go", "go"));
    EXPECT_THROW(run_campaign(*go, options_for(strategy)), std::invalid_argument);
  }
}

}  // namespace
}  // namespace graphfuzz
