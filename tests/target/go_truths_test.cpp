// What a Go program's result says is so: races with atomics, leaks, the end of tests, the bound on steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/target/load.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

CampaignResult run_go(const std::string& text, StrategyKind strategy = StrategyKind::optimal, LoadOptions load = {},
                      const std::string& file = "f.go", std::uint64_t executions = 60) {
  const auto targets = load_targets({file, text}, load);
  CampaignOptions options;
  options.fuzz.strategy = strategy;
  options.executions = executions;
  options.seed = 3;
  CampaignResult result = run_campaign(*targets.front(), options);
  EXPECT_GT(result.executions, 0U);
  return result;
}

std::set<std::string> bugs(const CampaignResult& result) {
  std::set<std::string> texts;
  for (const Bug& bug : result.bugs) texts.insert(bug.kind + ": " + bug.message);
  return texts;
}

std::string atomics(const std::string& child, const std::string& parent) {
  return "package main\nimport \"sync/atomic\"\nvar x, flag int32\nfunc main() {\n done := make(chan bool)\n"
         " go func() {\n  " +
         child + "\n  done <- true\n }()\n " + parent + "\n <-done\n}\nvar _ = atomic.LoadInt32\n";
}

TEST(GoTruths, AnAtomicAccessRacesWithAPlainOne) {
  EXPECT_THAT(bugs(run_go(atomics("atomic.AddInt32(&x, 1)", "x = 5"))),
              ElementsAre("race: data race: atomic write at f.go:7 and write at f.go:10"));
  EXPECT_THAT(bugs(run_go(atomics("atomic.LoadInt32(&x)", "x = 5"))),
              ElementsAre("race: data race: atomic read at f.go:7 and write at f.go:10"));
  EXPECT_THAT(bugs(run_go(atomics("atomic.StoreInt32(&x, 1)", "_ = x + 1"))),
              ElementsAre("race: data race: atomic write at f.go:7 and read at f.go:10"));
  EXPECT_THAT(bugs(run_go(atomics("atomic.LoadInt32(&x)", "_ = x + 1"))), IsEmpty());
  EXPECT_THAT(bugs(run_go(atomics("atomic.AddInt32(&x, 1)", "atomic.AddInt32(&x, 1)"))), IsEmpty());
}

TEST(GoTruths, WhatAtomicsSynchroniseDoesNotRace) {
  const std::string wait = "if atomic.LoadInt32(&flag) == 1 { x = 2 }";
  EXPECT_THAT(bugs(run_go(atomics("x = 1; atomic.StoreInt32(&flag, 1)", wait))), IsEmpty());
  EXPECT_THAT(bugs(run_go(atomics("atomic.StoreInt32(&flag, 1)", "if atomic.LoadInt32(&flag) == 1 { flag = 2 }"))),
              IsEmpty());
  EXPECT_EQ(bugs(run_go(atomics("atomic.StoreInt32(&flag, 1); x = 1", wait))).size(), 1U);
}

TEST(GoTruths, WhoCouldGoOnHasNotLeaked) {
  const std::string spins =
      "package main\nimport \"time\"\nfunc main() {\n c := make(chan int)\n go func() {\n"
      "  for { time.After(0) }\n }()\n go func() { close(c) }()\n";
  const auto executions = testing::cases_here<std::uint64_t>(60);
  for (const StrategyKind strategy : {StrategyKind::random, StrategyKind::optimal}) {
    EXPECT_THAT(bugs(run_go(spins + "}\n", strategy, {}, "f.go", executions)), IsEmpty());
    EXPECT_THAT(bugs(run_go(spins + " go func() { <-c }()\n}\n", strategy, {}, "f.go", executions)), IsEmpty());
  }
}

TEST(GoTruths, ATickerThatNobodyReadsHidesNoDeadlock) {
  const std::string text =
      "package main\nimport \"time\"\nfunc main() {\n t := time.NewTicker(time.Second)\n"
      " defer t.Stop()\n c := make(chan int)\n <-c\n}\n";
  for (const StrategyKind strategy : {StrategyKind::random, StrategyKind::optimal, StrategyKind::gopie_plus}) {
    EXPECT_THAT(bugs(run_go(text, strategy)), ElementsAre("deadlock: deadlock: main blocked in receive at f.go:7"));
  }
}

TEST(GoTruths, WhoIsStuckBesideATickerIsRemarkedOn) {
  const auto beside = [](const std::string& child, const std::string& parent) {
    return "package main\nimport \"time\"\nfunc main() {\n c := make(chan int)\n t := time.NewTicker(time.Second)\n"
           " go func() {\n  for {\n   <-t.C\n " +
           child + "\n  }\n }()\n " + parent + "\n}\n";
  };
  LoadOptions load;
  load.machine.max_steps = 200;
  for (const StrategyKind strategy : {StrategyKind::random, StrategyKind::optimal, StrategyKind::gopie_plus}) {
    SCOPED_TRACE(std::string(name(strategy)));
    const CampaignResult stuck = run_go(beside("", "<-c"), strategy, load, "f.go", 5);
    EXPECT_THAT(bugs(stuck), IsEmpty());
    EXPECT_EQ(stuck.truncated, stuck.executions);
    EXPECT_EQ(stuck.positive, 0U);
    ASSERT_EQ(stuck.remarks.size(), 1U);
    EXPECT_EQ(stuck.remarks[0].kind, "blocked");
    EXPECT_EQ(stuck.remarks[0].message,
              "main blocked in receive at f.go:12 for at least half of an execution that was given up after 200 steps");
    const CampaignResult served = run_go(beside("c <- 1", "for { <-c }"), strategy, load, "f.go", 5);
    EXPECT_EQ(served.truncated, served.executions);
    EXPECT_TRUE(served.remarks.empty());
  }
}

std::string counting(const std::string& child, const std::string& parent) {
  return "package main\nimport \"sync\"\nfunc main() {\n var wg sync.WaitGroup\n done := make(chan bool, 1)\n"
         " go func() {\n  " +
         child + "\n  done <- true\n }()\n " + parent + "\n}\n";
}

TEST(GoTruths, AnAddThatBeginsToCountRacesWithAWait) {
  const std::string race = "race: data race: Wait at f.go:10 and first Add at f.go:7";
  for (const StrategyKind strategy : {StrategyKind::random, StrategyKind::optimal, StrategyKind::gfuzz}) {
    EXPECT_THAT(bugs(run_go(counting("wg.Add(1); wg.Done()", "wg.Wait(); <-done"), strategy)), ElementsAre(race));
  }
  // Of two Waits none races with the other; with the Add that neither is ordered with, both do.
  EXPECT_EQ(bugs(run_go("package main\nimport \"sync\"\nfunc main() {\n var wg sync.WaitGroup\n wg.Add(1)\n"
                        " go wg.Wait()\n go wg.Done()\n wg.Wait()\n}\n"))
                .size(),
            0U);
}

TEST(GoTruths, AnAddThatIsOrderedWithTheWaitDoesNotRace) {
  EXPECT_THAT(bugs(run_go(counting("wg.Add(1); wg.Done()", "<-done; wg.Wait()"))), IsEmpty());
  EXPECT_THAT(bugs(run_go(counting("wg.Wait()", "<-done; wg.Add(1); wg.Done()"))), IsEmpty());
  // It is held above zero, so that another Add does not begin to count.
  EXPECT_THAT(bugs(run_go("package main\nimport \"sync\"\nfunc main() {\n var wg sync.WaitGroup\n wg.Add(1)\n"
                          " go func() {\n  wg.Add(1)\n  wg.Done()\n  wg.Done()\n }()\n wg.Wait()\n}\n")),
              IsEmpty());
  LoadOptions load;
  load.machine.races = false;
  EXPECT_THAT(bugs(run_go(counting("wg.Add(1); wg.Done()", "wg.Wait(); <-done"), StrategyKind::optimal, load)),
              IsEmpty());
}

TEST(GoTruths, ATestThatHasEndedIsNotToBeReportedTo) {
  const auto test = [](const std::string& call, const std::string& end) {
    return "package a\nimport \"testing\"\nfunc TestA(t *testing.T) {\n done := make(chan bool, 1)\n go func() {\n  "
           "t." +
           call + "\n  done <- true\n }()\n " + end + "\n}\n";
  };
  EXPECT_THAT(bugs(run_go(test("Logf(\"%d\", 1)", ""))),
              ElementsAre(HasSubstr("panic: Log in goroutine after TestA has completed")));
  EXPECT_THAT(bugs(run_go(test("Errorf(\"%d\", 1)", ""))),
              ::testing::Contains(HasSubstr("panic: Fail in goroutine after TestA has completed")));
  EXPECT_THAT(bugs(run_go(test("Logf(\"%d\", 1)", "<-done"))), IsEmpty());
}

TEST(GoTruths, TimersOfTheFuzzersAreAsOneAsks) {
  const std::string text =
      "package main\nimport \"time\"\nfunc main() {\n c := make(chan int)\n"
      " t := time.AfterFunc(time.Second, func() { panic(\"late\") })\n go func() { c <- 1 }()\n"
      " <-c\n t.Stop()\n}\n";
  for (const bool any : {false, true}) {
    LoadOptions load;
    load.directed =
        options_of(DirectedSettings{StrategyKind::gopie, false, {}, any ? go::Timing::any : go::Timing::idle});
    EXPECT_EQ(bugs(run_go(text, StrategyKind::gopie, load, "f.go", 2000)).size(), any ? 1U : 0U);
  }
}

// order-based-fuzzing.md, "Mutation": the weights w1 and w2; and which chains are impossible. Work units carry them.
TEST(GoTruths, HowGoPieScoresAndFiltersIsAsOneAsks) {
  DirectedSettings settings{.strategy = StrategyKind::gopie_hb};
  EXPECT_EQ(options_of(settings).chain.filter, go::Impossible::held_locks);
  settings.rel1_weight = 2.5;
  settings.rel2_weight = 0;
  for (const go::Impossible what : {go::Impossible::strong, go::Impossible::weak, go::Impossible::held_locks}) {
    settings.filter = what;
    const std::optional<go::GoFuzzOptions> read = options_of(settings_of(settings), LoadOptions{}).directed;
    ASSERT_TRUE(read);
    EXPECT_EQ(read->chain.filter, what);
    EXPECT_EQ(read->chain.rel1_weight, 2.5);
    EXPECT_EQ(read->chain.rel2_weight, 0);
  }
  settings.strategy = StrategyKind::gopie_plus;
  EXPECT_EQ(options_of(settings).chain.filter, go::Impossible::nothing);
  for (const char* wrong : {"-1", "nan", "inf", "1e999", "x", "2x", ""}) {
    EXPECT_THROW(options_of(Settings{{"fuzzer", "gopie"}, {"rel1-weight", wrong}}, LoadOptions{}),
                 std::invalid_argument)
        << wrong;
  }
}

TEST(GoTruths, TheBoundOnStepsIsAnOption) {
  const std::string text =
      "package main\nfunc main() {\n c := make(chan int, 1)\n for i := 0; i < 40; i++ {\n  c <- i\n"
      "  <-c\n }\n}\n";
  LoadOptions load;
  EXPECT_EQ(run_go(text, StrategyKind::optimal, load).truncated, 0U);
  load.machine.max_steps = 50;
  EXPECT_EQ(run_go(text, StrategyKind::optimal, load).truncated, 1U);
  load.machine.max_steps = 100;
  const auto target = std::move(load_targets({"f.go", text}, load).front());
  EXPECT_EQ(options_of(target->settings()).machine.max_steps, 100U);
}

TEST(GoTruths, MessagesNameTheFileAsTheUserDid) {
  const CampaignResult result =
      run_go("package main\nfunc main() {\n c := make(chan int)\n go func() { c <- 1 }()\n}\n", StrategyKind::optimal,
             {}, "some/where/f.go");
  EXPECT_THAT(bugs(result), ElementsAre(HasSubstr("send at some/where/f.go:4")));
  EXPECT_EQ(result.test, "f");
}

}  // namespace
}  // namespace graphfuzz
