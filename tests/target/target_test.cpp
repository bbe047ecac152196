// What is common to all targets: strategies, identities, feedback, findings, replays mean the same whatever is tested.
#include "graphfuzz/target/target.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/target/load.hpp"
#include "support/folders.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path kRoot = source_folder();

std::unique_ptr<const Target> load(const std::string& name) {
  const std::filesystem::path file = kRoot / "litmus" / name;
  std::ifstream in(file);
  auto targets = load_targets({file.string(), {std::istreambuf_iterator<char>(in), {}}}, {});
  EXPECT_EQ(targets.size(), 1U);
  return std::move(targets.front());
}

CampaignResult run(const Target& target, StrategyKind strategy, std::uint64_t executions = 20'000) {
  CampaignOptions options;
  options.fuzz.strategy = strategy;
  options.executions = executions;
  return run_campaign(target, options);
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

constexpr StrategyKind kUndirected[] = {StrategyKind::random,  StrategyKind::revisit, StrategyKind::minimal,
                                        StrategyKind::maximal, StrategyKind::mix,     StrategyKind::optimal};

/// Programs of both kinds with few graphs, with and without bugs.
class Targets : public ::testing::TestWithParam<const char*> {
 protected:
  const std::unique_ptr<const Target> target_ = load(GetParam());
  const CampaignResult all_ = run(*target_, StrategyKind::exhaustive, std::numeric_limits<std::uint64_t>::max());
};

TEST_P(Targets, EveryStrategyFindsTheSame) {
  ASSERT_TRUE(all_.complete);
  ASSERT_GT(all_.graphs, 1U);
  for (const StrategyKind strategy : kUndirected) {
    SCOPED_TRACE(name(strategy));
    const CampaignResult result = run(*target_, strategy, testing::cases_here<std::uint64_t>(20'000));
    EXPECT_EQ(result.graphs, all_.graphs);
    EXPECT_EQ(texts(result.states), texts(all_.states));
    EXPECT_EQ(texts(result.bugs), texts(all_.bugs));
    EXPECT_EQ(result.positive, all_.positive);
    EXPECT_EQ(result.verdict, all_.verdict);
    EXPECT_EQ(result.complete, strategy == StrategyKind::optimal);
    EXPECT_EQ(result.discovery.has_value(), strategy != StrategyKind::optimal);
    EXPECT_EQ(result.tree.has_value(), strategy == StrategyKind::optimal);
    EXPECT_TRUE(result.rf_pairs.has_value());
  }
}

TEST_P(Targets, SeveralWorkersFindTheSame) {
  for (const StrategyKind strategy : {StrategyKind::mix, StrategyKind::optimal, StrategyKind::exhaustive}) {
    SCOPED_TRACE(name(strategy));
    CampaignOptions options;
    options.fuzz.strategy = strategy;
    options.workers = 3;
    options.executions = 60'000;
    const CampaignResult result = run_campaign(*target_, options);
    EXPECT_EQ(result.graphs, all_.graphs);
    EXPECT_EQ(texts(result.bugs), texts(all_.bugs));
  }
}

TEST_P(Targets, TheIdentityIsWhatTheCurveCounts) {
  for (const StrategyKind strategy : {StrategyKind::random, StrategyKind::mix, StrategyKind::exhaustive}) {
    for (const Identity identity : {Identity::graph, Identity::rf, Identity::outcome}) {
      SCOPED_TRACE(name(identity));
      CampaignOptions options;
      options.fuzz.strategy = strategy;
      options.identity = identity;
      options.executions = 20'000;
      const CampaignResult result = run_campaign(*target_, options);
      const std::uint64_t unique = identity == Identity::graph ? result.graphs
                                   : identity == Identity::rf  ? *result.graphs_rf
                                                               : result.outcomes;
      EXPECT_EQ(result.curve.back().second, unique);
      EXPECT_LE(unique, all_.graphs);
      EXPECT_GE(unique, 1U);
    }
  }
}

TEST_P(Targets, EachFeedbackAloneFindsEverything) {
  for (int which = 0; which < 3; ++which) {
    CampaignOptions options;
    options.fuzz.strategy = StrategyKind::mix;
    options.fuzz.feedback = {which == 0, which == 1, which == 2};
    options.executions = 20'000;
    EXPECT_EQ(run_campaign(*target_, options).graphs, all_.graphs) << which;
  }
}

TEST_P(Targets, FindingsAndExamplesCanBeRunAgain) {
  for (const Bug& bug : all_.bugs) {
    SCOPED_TRACE(bug.kind + ": " + bug.message);
    EXPECT_GE(bug.execution, 1U);
    EXPECT_GE(bug.count, 1U);
    EXPECT_LE(bug.count, all_.executions);
    const Replay again = target_->replay(bug.witness->steps);
    EXPECT_TRUE(again.possible());
    EXPECT_TRUE(again.graph == bug.witness->graph);
    EXPECT_TRUE(std::any_of(again.findings.begin(), again.findings.end(),
                            [&](const Finding& finding) { return same_bug(finding, bug); }));
    EXPECT_EQ(again.story.rows.size(), bug.witness->story.rows.size());
  }
  for (const ObservedState& state : all_.states) {
    ASSERT_NE(state.example, nullptr);
    const Replay again = target_->replay(state.example->steps);
    EXPECT_TRUE(again.possible());
    EXPECT_EQ(again.state, state.text);
    EXPECT_FALSE(again.story.rows.empty());
  }
}

TEST_P(Targets, ReplaysOfWrongStepsSayWhatIsWrong) {
  for (const char* step : {"", "{", "[]", "3", "{}", "{\"thread\": -1}", "{\"thread\": 0, \"from\": [0]}",
                           "{\"routine\": 7}", "{\"routine\": \"0\", \"choice\": 1e9}"}) {
    SCOPED_TRACE(step);
    const std::vector<std::string> steps = {step};
    try {
      target_->replay(steps);
      FAIL();
    } catch (const StepError& e) {
      EXPECT_THAT(e.what(), HasSubstr("steps[0]"));
      EXPECT_THAT(e.what(), HasSubstr("expected"));
    }
  }
  ASSERT_FALSE(all_.states.empty());
  std::vector<std::string> twice = all_.states.front().example->steps;
  const std::size_t count = twice.size();
  twice.push_back(twice.front());
  const Replay again = target_->replay(twice);
  EXPECT_FALSE(again.possible());
  EXPECT_EQ(again.steps_taken, count);
}

TEST_P(Targets, LoadsAgainWithItsSettings) {
  const LoadOptions options = options_of(target_->settings());
  EXPECT_EQ(options.models.front() == target_->model(), target_->kind() == "litmus");
  EXPECT_THROW(options_of({{"unroll", "-1"}}), std::invalid_argument);
  EXPECT_THROW(options_of({{"timers", "never"}}), std::invalid_argument);
  EXPECT_THROW(options_of({{"colour", "red"}}), std::invalid_argument);
}

TEST_P(Targets, GraphsAreTold) {
  CampaignOptions options;
  options.fuzz.strategy = StrategyKind::optimal;
  std::set<Fingerprint> graphs;
  std::uint64_t satisfying = 0;
  options.on_graph = [&](const NewGraph& graph) {
    graphs.insert(fingerprint(graph.graph).graph);
    satisfying += graph.satisfies;
  };
  run_campaign(*target_, options);
  EXPECT_EQ(graphs.size(), all_.graphs);
  EXPECT_EQ(satisfying, all_.positive);
}

INSTANTIATE_TEST_SUITE_P(All, Targets,
                         ::testing::Values("SB.litmus", "MP+na.litmus", "IRIW.litmus", "CAS+weak.litmus",
                                           "go/ab-ba-accounts.go", "go/spec-kubernetes.go", "go/atomic-load-store.go",
                                           "go/channel-close-on-success-only-fixed.go"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace_if(
                               name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

TEST(Targets, RefuseWhatMakesNoSense) {
  CampaignOptions options;
  options.fuzz.strategy = StrategyKind::gopie;
  EXPECT_THROW(run_campaign(*load("SB.litmus"), options), std::invalid_argument);
  options.fuzz.strategy = StrategyKind::optimal;
  options.fuzz.schedule = Schedule::rarity;
  EXPECT_THROW(run_campaign(*load("go/cond-if.go"), options), std::invalid_argument);
  options.workers = 0;
  options.fuzz.schedule.reset();
  EXPECT_THROW(run_campaign(*load("SB.litmus"), options), std::invalid_argument);
}

}  // namespace
}  // namespace graphfuzz
