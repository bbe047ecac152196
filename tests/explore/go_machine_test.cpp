// Logical time, how executions end, what is a leak and what is a data race.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "support/go_schedules.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

TEST(GoTime, IdleTimePassesOnlyWhenNothingElseCanHappen) {
  const Script timed({{timer_start(kTimer, 5, 1), send(1), select({receiving(0), receiving(1)}).then([](const Seen& s) {
                         return s.result.chosen == 0 ? 3u : 4u;
                       }),
                       end().printing("time\n"), end().printing("value\n")},
                      {select({sending(0)}, true)}},
                     {1, 1});
  EXPECT_THAT(all_of(timed, Timing::idle).outcomes, ElementsAre("ok; value"));
  EXPECT_THAT(all_of(timed, Timing::any).outcomes, UnorderedElementsAre("ok; value", "ok; time"));
}

TEST(GoTime, TheEarlierDeadlineIsFirst) {
  const Script program({{fork(1), sleep(20), atomic_store(kAtomic, 1)},
                        {sleep(10), atomic_load(kAtomic).then([](const Seen& s) { return s.value == 0 ? 2u : 3u; }),
                         end().printing("0\n"), end().printing("1\n")}});
  EXPECT_THAT(all_of(program, Timing::idle).outcomes, ElementsAre("ok; 0"));
  // A goroutine may be slow in getting to sleep, or after it has woken.
  EXPECT_THAT(all_of(program, Timing::any).outcomes, UnorderedElementsAre("ok; 0", "ok; 1"));
}

TEST(GoTime, AStoppedTimerDoesNotFire) {
  const Script program({{timer_start(kTimer, 5, 1), timer_stop(kTimer), receive(0)}, {send(0)}}, {1});
  EXPECT_THAT(all_of(program, Timing::idle).bugs, ElementsAre("deadlock: main blocked in receive at script.go:102"));
}

TEST(GoTime, TicksThatNobodyTakesEnd) {
  const Script program({{timer_start(kTimer, 5, 1, 5), receive(1)}, {select({sending(0)}, true)}}, {1, 0});
  for (const Timing timing : {Timing::any, Timing::idle}) {
    const All all = all_of(program, timing);
    EXPECT_THAT(all.bugs, ElementsAre("deadlock: main blocked in receive at script.go:101"));
  }
}

TEST(GoTime, WhoSleepsOrIsTickedForEverIsNoLeakButRemarkedOn) {
  const Script sleeping({{fork(1)}, {sleep(5).then_to(0)}});
  const Script ticked({{timer_start(kTimer, 5, 1, 5), fork(2)}, {select({sending(0)}, true)}, {receive(0).then_to(0)}},
                      {1});
  for (const Script* program : {&sleeping, &ticked}) {
    MachineOptions options;
    options.timing = Timing::idle;
    Machine machine(*program, options, nullptr);
    Random random(3);
    run_at_random(machine, random);
    EXPECT_EQ(machine.ending(), Ending::complete);
    // It is not watched for ever, so that not all of it is known.
    ASSERT_EQ(machine.bugs().size(), 2u);
    EXPECT_EQ(machine.bugs()[0].kind, GoBugKind::unexplored);
    EXPECT_THAT(machine.bugs()[0].message, StartsWith("time wakes goroutines again and again after main has returned"));
    EXPECT_EQ(machine.bugs()[1].kind, GoBugKind::stays);
    EXPECT_FALSE(any_bug(machine.bugs()));
    EXPECT_LT(machine.steps(), 200u);
  }
}

TEST(GoEnd, LeaksAreToldWithWhetherAPartnerWasPossible) {
  EXPECT_THAT(all_of(Script({{fork(1)}, {receive(0)}}, {0})).bugs,
              ElementsAre("leak: receive at script.go:200, which had no possible partner"));
  // order-based-fuzzing.md, "Pre": either sender may be the one that is left.
  EXPECT_THAT(all_of(Script({{fork(1), fork(2), receive(0)}, {send(0)}, {send(0)}}, {0})).bugs,
              UnorderedElementsAre("leak: send at script.go:200, which had a possible partner",
                                   "leak: send at script.go:300, which had a possible partner"));
  // A case that was not taken.
  EXPECT_THAT(all_of(Script({{fork(1), send(1), select({receiving(0), receiving(1)})}, {send(0)}}, {0, 1})).bugs,
              ElementsAre("leak: send at script.go:200, which had a possible partner"));
}

TEST(GoEnd, OthersGoOnAfterMainHasReturned) {
  EXPECT_THAT(all_of(Script({{fork(1)}, {close(0), close(0)}}, {0})).outcomes,
              ElementsAre("panic: close of closed channel at script.go:201"));
}

TEST(GoEnd, ExitLeaksNothing) {
  const All all = all_of(Script({{fork(1), exit(3)}, {receive(0)}}, {0}));
  EXPECT_THAT(all.outcomes, ElementsAre("exit 3"));
  EXPECT_THAT(all.bugs, IsEmpty());
}

TEST(GoEnd, TooManyStepsAreGivenUp) {
  MachineOptions options;
  options.max_steps = 100;
  const Script program({{select({}, true).then_to(0)}});
  Machine machine(program, options, nullptr);
  Random random(1);
  run_at_random(machine, random);
  EXPECT_EQ(machine.ending(), Ending::truncated);
  const Script forking({{fork(1).then_to(0)}, {end()}});
  Machine other(forking, options, nullptr);
  EXPECT_TRUE(other.over());
  EXPECT_EQ(other.ending(), Ending::truncated);
}

TEST(GoEnd, FailedTestsAreBugs) {
  EXPECT_THAT(all_of(Script({{end().failing("want 1, got 2")}})).bugs, ElementsAre("script.go:100: want 1, got 2"));
}

TEST(GoRaces, UnorderedAccessesRace) {
  EXPECT_THAT(all_of(Script({{fork(1), end().writing(1)}, {end().reading(1)}})).bugs,
              ElementsAre("data race: read at script.go:200 and write at script.go:101"));
  EXPECT_THAT(all_of(Script({{fork(1), end().reading(1)}, {end().reading(1)}})).bugs, IsEmpty());
  EXPECT_THAT(all_of(Script({{fork(1).writing(1), end()}, {end().reading(1)}})).bugs, IsEmpty());
}

/// Does the write of one goroutine before `a` race with the read of the other after `b`?
bool races(std::vector<Instruction> a, std::vector<Instruction> b, std::vector<std::int64_t> capacities = {}) {
  a.front() = a.front().writing(1);
  b.push_back(end().reading(1));
  Body main{fork(1)};
  main.insert(main.end(), b.begin(), b.end());
  for (const std::string& bug : all_of(Script({main, a}, capacities)).bugs) {
    if (bug.starts_with("data race")) return true;
  }
  return false;
}

TEST(GoRaces, SynchronisationOrders) {
  EXPECT_FALSE(races({send(0)}, {receive(0)}, {0}));
  EXPECT_FALSE(races({receive(0)}, {send(0)}, {0}));
  EXPECT_FALSE(races({send(0)}, {receive(0)}, {1}));
  EXPECT_TRUE(races({receive(0)}, {send(0)}, {1}));
  // The k-th receive comes before the (k + capacity)-th send.
  EXPECT_FALSE(races({receive(0)}, {send(0), send(0)}, {1}));
  EXPECT_FALSE(races({close(0)}, {receive(0)}, {1}));
  EXPECT_TRUE(races({lock(kMutex), unlock(kMutex)}, {lock(kMutex), unlock(kMutex)}));  // the other order
  EXPECT_TRUE(races({atomic_load(kAtomic)}, {atomic_load(kAtomic)}));
  EXPECT_TRUE(races({atomic_store(kAtomic, 1)}, {atomic_store(kAtomic, 2)}));
}

TEST(GoRaces, WaitGroupOrdersWhatWasDone) {
  EXPECT_THAT(
      all_of(Script({{wg_add(kGroup, 1), fork(1), wg_wait(kGroup), end().writing(1)}, {wg_done(kGroup).writing(1)}}))
          .bugs,
      IsEmpty());
}

TEST(GoRaces, AtomicsOrderIfOneSeesTheOther) {
  const Script program({{fork(1), atomic_load(kAtomic).then([](const Seen& s) { return s.value == 1 ? 2u : 3u; }),
                         end().writing(1), end()},
                        {atomic_store(kAtomic, 1).writing(1)}});
  EXPECT_THAT(all_of(program).bugs, IsEmpty());
}

TEST(GoNames, MeanTheSameInEveryExecutionAndHavePaths) {
  auto names = std::make_shared<RoutineNames>();
  EXPECT_EQ(names->path(names->forked(names->forked(0, 1), 0)), "0.1.0");
  EXPECT_EQ(names->path(names->fired(0, 2, 1)), "0.t2.1");
  EXPECT_EQ(names->find("0.1.0"), names->forked(names->forked(0, 1), 0));
  EXPECT_EQ(names->find("0.t2.1"), names->fired(0, 2, 1));
  EXPECT_EQ(names->find("0.x"), std::nullopt);
  EXPECT_EQ(names->find("1"), std::nullopt);
  RoutineNames others;
  const Name other = others.forked(0, 5);
  EXPECT_EQ(others.hash(other), names->hash(names->forked(0, 5)));
}

}  // namespace
}  // namespace graphfuzz::go
