// Counts of bugs are of executions: never more than there were, and the first is one of them, however a campaign is
// run.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "support/long_runs.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

/// Threads that spin for ever, and lock for ever, in parts of executions that the search leaves before their end.
Task spinning() {
  Task task;
  task.program = {"pulse.litmus", R"(C pulse
{ x=0; }
P0 (atomic_int* x) { while (atomic_load_explicit(x, memory_order_relaxed) != 1) {} }
P1 (atomic_int* x) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(x, 0, memory_order_relaxed);
}
~exists (x=3)
)"};
  task.settings = {{"model", "rc11"}, {"liveness", "yes"}};
  const std::unique_ptr<const Target> target = load_target(task);
  return make_task(task.program, *target, task.options);
}

CampaignResult one_go(const Task& /*task*/, const Target& target, const CampaignOptions& options) {
  return run_campaign(target, options);
}

/// Saved and gone on with, again and again.
CampaignResult resumed(const Task& /*task*/, const Target& target, const CampaignOptions& options) {
  std::string saved;
  for (std::uint64_t part = 1;; ++part) {
    CampaignOptions some = options;
    some.executions = part * 37;
    Campaign campaign(target, some);
    if (!saved.empty()) campaign.load(store::Document::cbor(saved, "saved").root());
    campaign.run();
    if (part == 5) return campaign.result();
    store::Writer out = store::Writer::cbor();
    campaign.save(out);
    saved = out.finish();
  }
}

/// Taken apart, worked on, and put together.
CampaignResult merged(const Task& task, const Target& target, const CampaignOptions& options) {
  Unit whole{task, options.seed, options.executions, options.seconds, {}, {}};
  whole.task.options.fuzz = options.fuzz;
  whole.task.options.stop_on_bug = options.stop_on_bug;
  WorkOptions how;
  how.parts = 3;
  Gathering all = split(whole, how);
  std::deque<std::string> waiting;
  for (const auto& [id, unit] : all.left()) waiting.push_back(unit);
  for (int done = 0; done < 12 && !waiting.empty(); ++done) {
    Unit next = read_unit(waiting.front(), "waiting");
    waiting.pop_front();
    next.executions = 20;
    how.workers = 1 + static_cast<unsigned>(done % 2);
    const Gathering result = work(next, how);
    for (const auto& [id, unit] : result.left()) waiting.push_back(unit);
    all.add(result);
  }
  return all.result(target, options);
}

struct Way {
  const char* name;
  CampaignResult (*run)(const Task&, const Target&, const CampaignOptions&);
  unsigned workers = 1;
  bool stop_on_bug = false;
};
constexpr Way kWays[] = {{"one worker", one_go},
                         {"four workers", one_go, 4},
                         {"until the first bug", one_go, 1, true},
                         {"four workers until the first bug", one_go, 4, true},
                         {"resumed", resumed},
                         {"resumed, four workers", resumed, 4},
                         {"merged", merged}};

void expect_true_counts(const CampaignResult& result, std::size_t& bugs) {
  for (const std::vector<Bug>* const list : {&result.bugs, &result.remarks}) {
    for (const Bug& bug : *list) {
      SCOPED_TRACE(bug.kind + ": " + bug.message);
      EXPECT_GE(bug.count, 1U);
      EXPECT_LE(bug.count, result.executions);
      EXPECT_GE(bug.execution, 1U);
      EXPECT_LE(bug.execution, result.executions);
      ++bugs;
    }
  }
  EXPECT_LE(result.blocked + result.truncated + result.unfinished, result.executions);
}

void expect_true_counts_of(const Task& task) {
  const std::unique_ptr<const Target> target = load_target(task);
  std::size_t bugs = 0, number = 0;
  for (const StrategyKind strategy : testing::strategies_for(*target)) {
    for (const Way& way : kWays) {
      // Each strategy in two ways or three, and each way with some strategies.
      if (number++ % 3 != 0 && testing::kSanitized) continue;
      SCOPED_TRACE(fmt::format("{}, {}", name(strategy), way.name));
      CampaignOptions options = task.options;
      options.fuzz.strategy = strategy;
      options.seed = 3;
      options.executions = testing::kSanitized ? 50 : 200;
      options.workers = way.workers;
      options.stop_on_bug = way.stop_on_bug;
      expect_true_counts(way.run(task, *target, options), bugs);
    }
  }
  EXPECT_GT(bugs, 0U);
}

class BugCounts : public ::testing::TestWithParam<testing::NamedTask> {};

TEST_P(BugCounts, AreOfExecutionsThatThereWere) { expect_true_counts_of(GetParam().task()); }

INSTANTIATE_TEST_SUITE_P(Some, BugCounts,
                         ::testing::Values(testing::NamedTask{"CoRR+na", "rc11"}, testing::NamedTask{"MP+na", "rc11"},
                                           testing::NamedTask{"szymanski+rlx", "rc11"},
                                           testing::NamedTask{"spsc-ring+rlx-head", "rc11"},
                                           testing::NamedTask{"mutex-deadlock", "sc"},
                                           testing::NamedTask{"MP+assert", "relaxed"},
                                           testing::NamedTask{"go/spec-kubernetes.go", "go"},
                                           testing::NamedTask{"go/data-race-counter.go", "go"},
                                           testing::NamedTask{"go/ab-ba-three.go", "go"}),
                         testing::name_of);

TEST(BugCountsOfSpins, AreOfExecutionsThatThereWere) { expect_true_counts_of(spinning()); }

// A bug that no finished execution shows is of one that was not finished, which is counted.
TEST(BugCountsOfSpins, CountTheExecutionThatAloneShowsTheBug) {
  const Task task = spinning();
  const std::unique_ptr<const Target> target = load_target(task);
  CampaignOptions options = task.options;
  options.fuzz.strategy = StrategyKind::exhaustive;
  const CampaignResult result = run_campaign(*target, options);
  ASSERT_TRUE(result.complete);
  ASSERT_EQ(result.bugs.size(), 1U);
  EXPECT_EQ(result.unfinished, 1U);
  EXPECT_EQ(result.executions, result.graphs + result.blocked + result.unfinished);
}

}  // namespace
}  // namespace graphfuzz
