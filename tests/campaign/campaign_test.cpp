// What a campaign promises: stop conditions, determinism, workers, verdicts, bugs, replays.
#include "graphfuzz/campaign/campaign.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

std::shared_ptr<const Program> corpus(const std::string& name) {
  return load_litmus(std::filesystem::path(source_folder()) / "litmus" / (name + ".litmus"));
}

MemoryCampaign options(std::uint64_t executions, unsigned workers = 1) {
  MemoryCampaign o;
  o.executions = executions;
  o.workers = workers;
  o.fuzz.strategy = StrategyKind::mix;  // goes on for as long as it is asked to
  return o;
}

std::vector<std::string> texts(const CampaignResult& r) {
  std::vector<std::string> result;
  for (const ObservedState& s : r.states) result.push_back(s.text);
  return result;
}

TEST(Campaign, RunsExactlyAsManyExecutionsAsAskedFor) {
  for (unsigned workers : {1U, 2U, 4U}) {
    for (std::uint64_t n : {1U, 63U, 64U, 65U, 1000U}) {
      const CampaignResult r = run_campaign(*corpus("SB"), options(n, workers));
      EXPECT_EQ(r.executions, n);
      EXPECT_EQ(r.curve.back().first, n);
      EXPECT_EQ(r.curve.back().second, r.graphs);
    }
  }
}

// The last one is what the result says of the end; there are few, each at a point of the curve.
void check_estimates(const CampaignResult& r) {
  ASSERT_GT(r.estimates.size(), 3U);
  std::size_t point = 0;
  for (const GraphEstimate& one : r.estimates) {
    while (point < r.curve.size() && r.curve[point].first != one.executions) ++point;
    ASSERT_LT(point, r.curve.size());
    EXPECT_LE(one.low, one.total);
    EXPECT_LE(one.total, one.high);
    EXPECT_LE(static_cast<double>(r.curve[point].second), one.total);
  }
}

TEST(Campaign, EstimatesHaveAHistory) {
  MemoryCampaign o = options(3'000);
  o.fuzz.strategy = StrategyKind::random;
  for (unsigned workers : {1U, 3U}) {
    o.workers = workers;
    const CampaignResult r = run_campaign(*corpus("IRIW"), o);
    check_estimates(r);
    ASSERT_TRUE(r.discovery);
    EXPECT_EQ(r.estimates.back(),
              (GraphEstimate{3'000, r.discovery->total, r.discovery->total_low, r.discovery->total_high}));
    if (workers == 1) {
      EXPECT_TRUE(std::isinf(r.estimates.front().high));  // of one execution, when nothing was seen twice
    }
  }
  o.workers = 1;
  o.executions = 300;
  o.fuzz.strategy = StrategyKind::optimal;
  const CampaignResult r = run_campaign(*corpus("reorder_10"), o);
  ASSERT_FALSE(r.complete);
  check_estimates(r);
  EXPECT_EQ(r.estimates.back().executions, 300U);
  EXPECT_EQ(r.estimates.back().total, r.tree->size.mean());
}

/// One execution of it takes seconds.
std::shared_ptr<const Program> endless() {
  return parse_litmus(
      "C endless\n{}\nP0 (atomic_int* x) { for (int i = 0; i < 1000000; i++) { atomic_store(x, i); } }\n"
      "exists (x=1)\n",
      "endless.litmus", {1'000'000, {}, true});
}

TEST(Campaign, WhatAnExecutionShowsIsTakenDownAsAWhole) {
  std::atomic<bool> stop = false;
  MemoryCampaign o = options(1'000);
  o.stop = &stop;
  o.on_graph = [&](const NewGraph&) {
    stop = true;
    stop_point();
    std::this_thread::sleep_for(2 * StopScope::kGrace);
    stop_point();
  };
  const CampaignResult r = run_campaign(*corpus("MP+na"), o);
  EXPECT_EQ(r.graphs, 1U);
  EXPECT_EQ(r.executions, 1U);
  EXPECT_EQ(r.states.size(), 1U);
}

TEST(Campaign, ExecutionsThatTakeTooLongAreNotCounted) {
  for (const StrategyKind strategy : {StrategyKind::mix, StrategyKind::exhaustive, StrategyKind::optimal}) {
    for (const unsigned workers : {1U, 2U}) {
      MemoryCampaign o = options(1'000'000, workers);
      o.fuzz.strategy = strategy;
      o.seconds = 0.01;
      const CampaignResult r = run_campaign(*endless(), o);
      EXPECT_EQ(r.executions, 0U);
      EXPECT_EQ(r.graphs, 0U);
      EXPECT_FALSE(r.complete);
      EXPECT_FALSE(r.interrupted);
    }
  }
}

TEST(Campaign, StopRequestsAreHeardWithinExecutions) {
  std::atomic<bool> stop = false;
  MemoryCampaign o = options(1'000'000);
  o.stop = &stop;
  std::thread user([&] { stop = true; });
  const CampaignResult r = run_campaign(*endless(), o);
  user.join();
  EXPECT_TRUE(r.interrupted);
  EXPECT_EQ(r.executions, 0U);
}

TEST(Campaign, IsDeterministicWithOneWorker) {
  for (const char* name : {"mp", "ttas-lock-3", "P2-6"}) {
    MemoryCampaign o = options(5000);
    o.seed = 77;
    const CampaignResult a = run_campaign(*corpus(name), o);
    const CampaignResult b = run_campaign(*corpus(name), o);
    EXPECT_EQ(a.graphs, b.graphs);
    EXPECT_EQ(a.curve, b.curve);
    EXPECT_EQ(texts(a), texts(b));
    ASSERT_EQ(a.bugs.size(), b.bugs.size());
    for (std::size_t i = 0; i < a.bugs.size(); ++i) EXPECT_EQ(a.bugs[i].execution, b.bugs[i].execution);
    o.seed = 78;
    EXPECT_NE(run_campaign(*corpus(name), o).curve, a.curve);
  }
}

TEST(Campaign, WorkersShareWhatTheyHaveSeen) {
  for (unsigned workers : {2U, 4U}) {
    const CampaignResult r = run_campaign(*corpus("IRIW"), options(50'000, workers));
    EXPECT_EQ(r.graphs, 16U);
    EXPECT_EQ(r.outcomes, 16U);
    EXPECT_EQ(r.positive + r.negative, r.graphs);
    std::uint64_t graphs = 0;
    for (const ObservedState& s : r.states) graphs += s.graphs;
    EXPECT_EQ(graphs, r.graphs);
  }
}

TEST(Campaign, StopsInTimeAndOnRequest) {
  MemoryCampaign o = options(~std::uint64_t{0});
  o.seconds = 0.05;
  const CampaignResult timed = run_campaign(*corpus("SB"), o);
  EXPECT_GE(timed.seconds, 0.05);
  EXPECT_GT(timed.executions, 0U);
  EXPECT_FALSE(timed.interrupted);

  std::atomic<bool> stop{false};
  MemoryCampaign p = options(~std::uint64_t{0}, 2);
  p.stop = &stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  const CampaignResult stopped = run_campaign(*corpus("SB"), p);
  stopper.join();
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_EQ(stopped.graphs, 4U);
  EXPECT_FALSE(stopped.complete);
}

TEST(Campaign, StopsOnABug) {
  MemoryCampaign o = options(1'000'000);
  o.stop_on_bug = true;
  const CampaignResult r = run_campaign(*corpus("reorder_10"), o);
  ASSERT_FALSE(r.bugs.empty());
  EXPECT_EQ(r.executions, r.bugs.front().execution);
}

TEST(Campaign, FindsTheDeepRaceOfTheSpecificationsPeers) {
  const CampaignResult r = run_campaign(*corpus("long-race"), options(2000));
  EXPECT_EQ(r.graphs, 9U);
  ASSERT_EQ(r.bugs.size(), 1U);
  EXPECT_EQ(r.bugs[0].kind, "assertion");
}

TEST(Campaign, EveryStrategyFindsTheWholeOfASmallSpace) {
  for (const char* strategy : {"random", "revisit", "minimal", "maximal", "mix"}) {
    for (Identity identity : {Identity::graph, Identity::rf, Identity::outcome}) {
      MemoryCampaign o = options(20'000);
      o.fuzz.strategy = parse_strategy(strategy);
      o.identity = identity;
      const CampaignResult r = run_campaign(*corpus("RMW+4"), o);
      EXPECT_EQ(r.graphs, 24U) << strategy;
      EXPECT_EQ(r.strategy, strategy);
    }
  }
}

TEST(Campaign, FeedbackAloneSteers) {
  for (int which = 0; which < 3; ++which) {
    MemoryCampaign o = options(20'000);
    o.fuzz.feedback = {which == 0, which == 1, which == 2, 0.5};
    EXPECT_EQ(run_campaign(*corpus("RMW+4"), o).graphs, 24U) << which;
  }
}

TEST(Campaign, CountsWhatIsBlockedApart) {
  const auto program = parse_litmus(
      "C blocked\n{}\nP0 (atomic_int* x) { int r0 = 0; while (atomic_load(x) != 2) {} r0 = 1; }\n"
      "P1 (atomic_int* x) { atomic_store(x, 1); }\nexists (0:r0=1)\n",
      "blocked");
  const CampaignResult r = run_campaign(*program, options(100));
  EXPECT_EQ(r.blocked, 100U);
  EXPECT_EQ(r.graphs, 0U);
  EXPECT_TRUE(r.bugs.empty());
}

TEST(Campaign, ReportsADeadlock) {
  const CampaignResult r = run_campaign(*corpus("mutex-deadlock"), options(1000));
  ASSERT_FALSE(r.bugs.empty());
  EXPECT_EQ(r.bugs[0].kind, "deadlock");
  EXPECT_GT(r.blocked, 0U);
}

TEST(Campaign, BugsReplay) {
  for (const char* name : {"long-race", "reorder_10", "MP+na", "mutex-deadlock", "ttas-lock-2+rlx"}) {
    const auto program = corpus(name);
    const CampaignResult r = run_campaign(*program, options(5000));
    ASSERT_FALSE(r.bugs.empty()) << name;
    for (const Bug& bug : r.bugs) {
      const Replay again = MemoryTarget(program, "rc11").replay(bug.witness->steps);
      EXPECT_TRUE(again.possible()) << name;
      EXPECT_TRUE(again.graph == bug.witness->graph) << name;
      bool found = false;
      for (const Finding& other : again.findings) found |= same_bug(other, bug) && other.message == bug.message;
      EXPECT_TRUE(found) << name << ": " << bug.message;
    }
  }
}

TEST(Campaign, ReplayUnderAStricterModelExplains) {
  const auto program = corpus("SB");
  const CampaignResult r = run_campaign(*program, options(1000));
  const auto weak = std::find_if(r.states.begin(), r.states.end(),
                                 [](const ObservedState& s) { return s.text == "P0:r0=0; P1:r0=0;"; });
  ASSERT_NE(weak, r.states.end());
  const Replay under_sc = MemoryTarget(program, "sc").replay(weak->example->steps);
  EXPECT_FALSE(under_sc.possible());
  ASSERT_TRUE(under_sc.broken);
  EXPECT_EQ(under_sc.broken->axiom, "sc");
  EXPECT_EQ(under_sc.broken->cycle.size(), 4U);  // po; fr; po; fr
}

// The failed iterations of a wait are in no graph, but the races in them are real.
TEST(Campaign, RacesInWaitingIterationsAreFound) {
  const char* const in_the_body =
      "C waitrace\n{}\n"
      "P0 (int* d, atomic_int* f) { *d = 1; atomic_store_explicit(f,1,memory_order_release); }\n"
      "P1 (int* d, atomic_int* f) { while (atomic_load_explicit(f,memory_order_acquire) == 0) { int r0 = *d; } "
      "int r1 = *d; }\nexists (1:r1=0)\n";
  const char* const on_the_flag =
      "C waitrace5\n{}\n"
      "P0 (atomic_int* f) { *f = 2; atomic_store_explicit(f,1,memory_order_release); }\n"
      "P1 (atomic_int* f) { while (atomic_load_explicit(f,memory_order_acquire) != 1) {} int r1 = *f; }\n"
      "exists (1:r1=0)\n";
  const char* const none =
      "C nowaitrace\n{}\n"
      "P0 (int* d, atomic_int* f) { *d = 1; atomic_store_explicit(f,1,memory_order_release); }\n"
      "P1 (int* d, atomic_int* f) { while (atomic_load_explicit(f,memory_order_acquire) == 0) {} int r1 = *d; }\n"
      "exists (1:r1=0)\n";
  for (const char* text : {in_the_body, on_the_flag, none}) {
    for (const char* strategy : {"random", "mix", "optimal", "exhaustive"}) {
      MemoryCampaign o = options(2000);
      o.fuzz.strategy = parse_strategy(strategy);
      const CampaignResult r = run_campaign(*parse_litmus(text, "waitrace"), o);
      EXPECT_EQ(r.verdict, text == none ? Verdict::no : Verdict::undef) << text;
      EXPECT_EQ(r.bugs.size(), text == none ? 0U : 1U) << text;
      EXPECT_EQ(r.graphs, text == none ? 1U : r.graphs);
      for (const Bug& bug : r.bugs) {
        EXPECT_EQ(bug.kind, "race");
        const Replay again = MemoryTarget(parse_litmus(text, "waitrace"), "rc11").replay(bug.witness->steps);
        EXPECT_TRUE(again.possible());
        EXPECT_TRUE(again.graph == bug.witness->graph);
        ASSERT_EQ(again.findings.size(), 1U);
        EXPECT_EQ(again.findings[0].message, bug.message);
      }
    }
  }
}

TEST(Campaign, AFailureWithAMutexHeldIsNoDeadlock) {
  const auto program = parse_litmus(
      "C T\n{}\nP0 (mtx_t* l, int* x) { lock(l); assert(0); unlock(l); }\nP1 (mtx_t* l, int* x) { lock(l); *x = 1; "
      "unlock(l); }\n"
      "exists (x=1)\n",
      "T");
  const CampaignResult r = run_campaign(*program, options(1000));
  ASSERT_EQ(r.bugs.size(), 1U);
  EXPECT_EQ(r.bugs[0].kind, "assertion");
}

TEST(Campaign, StatesBeyondTheBoundAreCountedButNotListed) {
  MemoryCampaign o = options(20'000);
  o.keep_states = 2;
  const CampaignResult r = run_campaign(*corpus("IRIW"), o);
  EXPECT_EQ(r.states.size(), 2U);
  EXPECT_EQ(r.outcomes, 16U);
  EXPECT_EQ(r.positive, 1U);
  EXPECT_EQ(r.negative, 15U);
}

TEST(Campaign, FilteredExecutionsShowNothing) {
  const auto program = parse_litmus(
      "C T\n{}\nP0 (int* d) { *d = 1; }\nP1 (int* d) { int r0 = *d; }\nfilter (1:r0=7)\nexists (1:r0=1)\n", "T");
  const CampaignResult r = run_campaign(*program, options(1000));
  EXPECT_EQ(r.graphs, 0U);
  EXPECT_TRUE(r.bugs.empty());
  EXPECT_EQ(r.verdict, Verdict::no);
}

TEST(Campaign, UnknownNamesAreErrors) {
  MemoryCampaign o = options(1);
  o.model = "arm";
  EXPECT_THROW(run_campaign(*corpus("SB"), o), std::invalid_argument);
  EXPECT_THROW(parse_strategy("best"), std::invalid_argument);
  EXPECT_THROW(parse_identity("co"), std::invalid_argument);
}

}  // namespace
}  // namespace graphfuzz
