// The rules of Go that the machine obeys, one by one: what is possible, and what comes of it.
#include "graphfuzz/explore/go/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "support/go_script.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr Object kMutex = 10;
constexpr Object kOther = 11;
constexpr Object kGroup = 12;
constexpr Object kCond = 13;
constexpr Object kOnce = 14;
constexpr Object kAtomic = 15;
constexpr Object kTimer = 16;

/// What all executions of a program show, found by depth-first search over all schedules.
struct All {
  std::set<std::string> outcomes;
  std::set<std::string> bugs;
  std::set<Fingerprint> graphs;
  std::size_t schedules = 0;
};

void explore(Machine& machine, std::vector<Step>& steps, All& all) {
  ASSERT_EQ(replay(machine, steps), steps.size());
  if (machine.over()) {
    ++all.schedules;
    all.outcomes.insert(machine.outcome());
    all.graphs.insert(machine.fingerprint());
    for (const GoBug& bug : machine.bugs()) all.bugs.insert(bug.message);
    return;
  }
  const std::vector<Step> enabled(machine.enabled().begin(), machine.enabled().end());
  for (const Step& step : enabled) {
    steps.push_back(step);
    explore(machine, steps, all);
    steps.pop_back();
  }
}

All all_of(const Script& program, Timing timing = Timing::any) {
  MachineOptions options;
  options.timing = timing;
  Machine machine(program, options, nullptr);
  All all;
  std::vector<Step> steps;
  explore(machine, steps, all);
  return all;
}

TEST(GoChannels, SendAndReceiveMeetOnAnUnbufferedChannelInOneStep) {
  const Script program({{fork(1), receive(0)}, {send(0, 7)}}, {0});
  Machine machine(program, {}, nullptr);
  ASSERT_EQ(machine.enabled().size(), 1u);
  EXPECT_EQ(machine.enabled()[0].partner, 0u);
  machine.take(machine.enabled()[0]);
  EXPECT_TRUE(machine.over());
  EXPECT_EQ(machine.ending(), GoEnding::over);
  EXPECT_THAT(machine.bugs(), IsEmpty());
  EXPECT_EQ(machine.steps(), 1u);
}

TEST(GoChannels, WhatWasSentIsReceivedInOrder) {
  std::vector<std::uint32_t> seen;
  const auto look = [&seen](const Seen& s) {
    seen.push_back(s.result.payload);
    return std::size_t(-1);
  };
  const Script program({{fork(1), receive(0).then(look), receive(0).then(look), receive(0).then(look)},
                        {send(0, 7), send(0, 8), send(0, 9)}},
                       {2});
  Machine machine(program, {}, nullptr);
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    seen.clear();
    machine.restart();
    run_at_random(machine, random);
    EXPECT_THAT(seen, ElementsAre(7, 8, 9));
  }
}

TEST(GoChannels, ABufferHoldsAsManyAsItsCapacity) {
  const Script program({{send(0), send(0), send(0)}}, {2});
  Machine machine(program, {}, nullptr);
  Random random(1);
  run_at_random(machine, random);
  EXPECT_EQ(machine.steps(), 2u);
  EXPECT_EQ(machine.ending(), GoEnding::deadlocked);
  ASSERT_EQ(machine.bugs().size(), 1u);
  EXPECT_EQ(machine.bugs()[0].kind, GoBugKind::deadlock);
  EXPECT_EQ(machine.bugs()[0].message, "deadlock: main blocked in send at script.go:102");
}

TEST(GoChannels, AClosedChannelGivesWhatIsInItAndThenZero) {
  std::vector<std::pair<std::uint32_t, bool>> seen;
  const auto look = [&seen](const Seen& s) {
    seen.emplace_back(s.result.payload, s.result.ok);
    return std::size_t(-1);
  };
  const Script program({{send(0, 5), close(0), receive(0).then(look), receive(0).then(look), receive(0).then(look)}},
                       {2});
  Machine machine(program, {}, nullptr);
  seen.clear();
  machine.restart();
  Random random(1);
  run_at_random(machine, random);
  EXPECT_THAT(seen, ElementsAre(std::pair(5u, true), std::pair(0u, false), std::pair(0u, false)));
  const Trace& trace = machine.trace();
  // The receives that found it closed are about the close.
  EXPECT_EQ(trace.events[trace.events.size() - 2].partner, 2u);
  EXPECT_FALSE(trace.events[trace.events.size() - 2].ok);
}

TEST(GoChannels, SendOnClosedPanicsAlsoIfTheSenderWasBlocked) {
  const All all = all_of(Script({{fork(1), close(0)}, {send(0)}}, {0}));
  EXPECT_THAT(all.outcomes, ElementsAre("panic: send on closed channel at script.go:200"));
  EXPECT_THAT(all.bugs, ElementsAre("panic: send on closed channel at script.go:200"));
}

TEST(GoChannels, SendOnClosedByReordering) {
  // order-based-fuzzing.md, "Triggering bugs"
  const All all = all_of(Script({{fork(1), close(0)}, {send(0)}}, {1}));
  EXPECT_THAT(all.outcomes, UnorderedElementsAre("ok", "panic: send on closed channel at script.go:200"));
}

TEST(GoChannels, CloseTwiceAndCloseOfNilPanic) {
  EXPECT_THAT(all_of(Script({{close(0), close(0)}}, {0})).outcomes,
              ElementsAre("panic: close of closed channel at script.go:101"));
  EXPECT_THAT(all_of(Script({{close(kNoObject)}})).outcomes,
              ElementsAre("panic: close of nil channel at script.go:100"));
}

TEST(GoChannels, ARecoveredPanicIsNone) {
  EXPECT_THAT(all_of(Script({{close(0), close(0).recovering()}}, {0})).outcomes, ElementsAre("ok"));
}

TEST(GoChannels, NilBlocksForEver) {
  EXPECT_THAT(all_of(Script({{receive(kNoObject)}})).bugs,
              ElementsAre("deadlock: main blocked in receive on a nil channel at script.go:100"));
  EXPECT_THAT(all_of(Script({{fork(1)}, {send(kNoObject)}})).bugs,
              ElementsAre("leak: send on a nil channel at script.go:200, which had no possible partner"));
  EXPECT_THAT(all_of(Script({{select({receiving(kNoObject)}, true)}})).outcomes, ElementsAre("ok"));
}

/// A select that prints the case it took: 0, 1, … or -1.
Body telling(const Instruction& select) {
  Body body{select, end().printing("0\n"), end().printing("1\n"), end().printing("default\n")};
  body[0] = body[0].then([](const Seen& s) {
    return s.result.chosen == kDefault ? std::size_t{3} : static_cast<std::size_t>(s.result.chosen) + 1;
  });
  return body;
}

Body after_forks(std::vector<std::size_t> forks, const Instruction& the_select) {
  Body body;
  for (const std::size_t f : forks) body.push_back(fork(f));
  const std::size_t n = body.size();
  body.push_back(the_select.then([n](const Seen& s) {
    return s.result.chosen == kDefault ? n + 3 : n + static_cast<std::size_t>(s.result.chosen) + 1;
  }));
  body.push_back(end().printing("0\n"));
  body.push_back(end().printing("1\n"));
  body.push_back(end().printing("default\n"));
  return body;
}

TEST(GoSelect, TakesAnyCaseThatIsReady) {
  const Script program({after_forks({1, 2}, select({receiving(0), receiving(1)})), {send(0)}, {send(1)}}, {1, 1});
  EXPECT_THAT(all_of(program).outcomes, ElementsAre("ok; 0", "ok; 1"));
}

TEST(GoSelect, TakesTheDefaultOnlyIfNothingIsReadyInABuffer) {
  const Script ready({{send(0), select({receiving(0)}, true), end()}}, {1});
  EXPECT_EQ(all_of(ready).graphs.size(), 1u);
  Body body = telling(select({receiving(0)}, true));
  EXPECT_THAT(all_of(Script({body}, {1})).outcomes, ElementsAre("ok; default"));
}

TEST(GoSelect, MayTakeTheDefaultAlthoughAPartnerIsAtItsOperation) {
  const Script program({after_forks({1}, select({receiving(0)}, true)), {send(0)}}, {0});
  EXPECT_THAT(all_of(program).outcomes, ElementsAre("ok; 0", "ok; default"));
}

TEST(GoSelect, TwoWithADefaultNeverMeet) {
  const Script program({after_forks({1}, select({receiving(0)}, true)), {select({sending(0)}, true)}}, {0});
  EXPECT_THAT(all_of(program).outcomes, ElementsAre("ok; default"));
}

TEST(GoSelect, TwoMeetInTheCasesThatFit) {
  const Script program({after_forks({1}, select({receiving(0), sending(1)})), {select({receiving(1), sending(0)})}},
                       {0, 0});
  EXPECT_THAT(all_of(program).outcomes, ElementsAre("ok; 0", "ok; 1"));
}

TEST(GoSelect, DoesNotMeetItself) {
  EXPECT_THAT(all_of(Script({{select({receiving(0), sending(0)})}}, {0})).bugs,
              ElementsAre("deadlock: main blocked in select at script.go:100"));
}

TEST(GoSelect, OfNothingBlocks) {
  EXPECT_THAT(all_of(Script({{select({})}})).bugs, ElementsAre("deadlock: main blocked in select at script.go:100"));
}

TEST(GoLocks, ExcludeEachOther) {
  const Script program({{fork(1), lock(kMutex), unlock(kMutex)}, {lock(kMutex), unlock(kMutex)}});
  const All all = all_of(program);
  EXPECT_EQ(all.schedules, 2u);
  EXPECT_EQ(all.graphs.size(), 2u);
}

TEST(GoLocks, UnlockOfUnlockedIsFatal) {
  EXPECT_THAT(all_of(Script({{unlock(kMutex)}})).outcomes,
              ElementsAre("panic: sync: unlock of unlocked mutex at script.go:100"));
  EXPECT_THAT(all_of(Script({{lock(kMutex), runlock(kMutex)}})).outcomes,
              ElementsAre("panic: sync: unlock of unlocked mutex at script.go:101"));
}

TEST(GoLocks, MayBeGivenBackByAnother) {
  EXPECT_THAT(all_of(Script({{lock(kMutex), fork(1), lock(kMutex)}, {unlock(kMutex)}})).outcomes, ElementsAre("ok"));
}

TEST(GoLocks, DoubleLockIsACyclicDeadlock) {
  EXPECT_THAT(all_of(Script({{lock(kMutex), lock(kMutex)}})).bugs,
              UnorderedElementsAre("cyclic deadlock: lock at script.go:101",
                                   "deadlock: main blocked in lock at script.go:101"));
}

TEST(GoLocks, AbBaIsACyclicDeadlockEvenIfMainGoesOn) {
  const Script program({{fork(1), fork(2)},
                        {lock(kMutex), lock(kOther), unlock(kOther), unlock(kMutex)},
                        {lock(kOther), lock(kMutex), unlock(kMutex), unlock(kOther)}});
  const All all = all_of(program);
  EXPECT_THAT(all.bugs, UnorderedElementsAre("cyclic deadlock: lock at script.go:201 waits for lock at script.go:301",
                                             "leak: lock at script.go:201", "leak: lock at script.go:301"));
}

TEST(GoLocks, ReadersShareAndAWriterThatWaitsKeepsNewOnesOut) {
  EXPECT_THAT(all_of(Script({{rlock(kMutex), rlock(kMutex), runlock(kMutex), runlock(kMutex)}})).bugs, IsEmpty());
  // Read, write, read: the writer has announced itself between the two reads.
  const All all = all_of(Script(
      {{fork(1), rlock(kMutex), rlock(kMutex), runlock(kMutex), runlock(kMutex)}, {lock(kMutex), unlock(kMutex)}}));
  EXPECT_THAT(all.outcomes, UnorderedElementsAre("ok", "deadlock"));
  EXPECT_THAT(all.bugs, UnorderedElementsAre(
                            "cyclic deadlock: lock at script.go:200 waits for rlock at script.go:102",
                            "deadlock: main blocked in rlock at script.go:102; others in lock at script.go:200"));
}

TEST(GoLocks, TryLockTellsTheState) {
  const auto outcomes = [](std::vector<Instruction> before, const Instruction& attempt) {
    Body body(before.begin(), before.end());
    const std::size_t n = body.size();
    body.push_back(attempt.then([n](const Seen& s) { return s.result.ok ? n + 1 : n + 2; }));
    body.push_back(end().printing("yes\n"));
    body.push_back(end().printing("no\n"));
    return all_of(Script({body})).outcomes;
  };
  EXPECT_THAT(outcomes({}, try_lock(kMutex)), ElementsAre("ok; yes"));
  EXPECT_THAT(outcomes({lock(kMutex)}, try_lock(kMutex)), ElementsAre("ok; no"));
  EXPECT_THAT(outcomes({rlock(kMutex)}, try_lock(kMutex)), ElementsAre("ok; no"));
  EXPECT_THAT(outcomes({rlock(kMutex)}, try_rlock(kMutex)), ElementsAre("ok; yes"));
  EXPECT_THAT(outcomes({lock(kMutex)}, try_rlock(kMutex)), ElementsAre("ok; no"));
  EXPECT_THAT(outcomes({try_lock(kMutex)}, try_rlock(kMutex)), ElementsAre("ok; no"));
}

TEST(GoOnce, LosersWaitUntilTheWinnersFunctionHasReturned) {
  // The loser must see what the winner stored before the end of its function.
  const Body doing{once(kOnce, 3), atomic_store(kAtomic, 1), once_end(kOnce), end()};
  Body loser{once(kOnce, 3),        atomic_store(kAtomic, 1),
             once_end(kOnce),       atomic_load(kAtomic).then([](const Seen& s) { return s.value == 1 ? 4u : 5u; }),
             end().printing("1\n"), end().printing("0\n")};
  Body main = loser;
  main.insert(main.begin(), fork(1));
  for (Instruction& i : main) {
    if (!i.next) continue;
    const auto next = i.next;
    i.next = [next](const Seen& s) {
      const std::size_t to = next(s);
      return to == std::size_t(-1) ? to : to + 1;
    };
  }
  const All all = all_of(Script({main, doing}));
  EXPECT_THAT(all.outcomes, ElementsAre("ok; 1"));
  EXPECT_GE(all.graphs.size(), 2u);
}

TEST(GoOnce, WithinItselfBlocks) {
  EXPECT_THAT(all_of(Script({{once(kOnce, 3), once(kOnce, 3), once_end(kOnce)}})).bugs,
              ElementsAre("deadlock: main blocked in once at script.go:101"));
}

TEST(GoWaitGroup, WaitsForTheCounterToBeZero) {
  const Script program({{wg_add(kGroup, 2), fork(1), fork(1), wg_wait(kGroup), atomic_load(kAtomic)},
                        {atomic_add(kAtomic, 1), wg_done(kGroup)}});
  std::set<std::int64_t> seen;
  Script looking(
      {{wg_add(kGroup, 2), fork(1), fork(1), wg_wait(kGroup), atomic_load(kAtomic).then([&seen](const Seen& s) {
          seen.insert(s.value);
          return std::size_t(-1);
        })},
       {atomic_add(kAtomic, 1), wg_done(kGroup)}});
  EXPECT_THAT(all_of(looking).bugs, IsEmpty());
  EXPECT_THAT(seen, ElementsAre(2));
}

TEST(GoWaitGroup, BelowZeroPanics) {
  EXPECT_THAT(all_of(Script({{wg_add(kGroup, 1), wg_done(kGroup), wg_done(kGroup)}})).outcomes,
              ElementsAre("panic: sync: negative WaitGroup counter at script.go:102"));
}

TEST(GoWaitGroup, AddWithinTheGoroutineMayComeTooLate) {
  EXPECT_THAT(all_of(Script({{fork(1), wg_wait(kGroup), close(0)}, {wg_add(kGroup, 1), send(0), wg_done(kGroup)}}, {1}))
                  .outcomes,
              UnorderedElementsAre("ok", "panic: send on closed channel at script.go:201"));
}

TEST(GoCond, SignalWakesTheLongestWaitingAndIsLostIfNobodyWaits) {
  const Body waiter{lock(kMutex), cond_wait(kCond, kMutex), unlock(kMutex)};
  const All all = all_of(Script({{fork(1), cond_signal(kCond)}, waiter}));
  EXPECT_THAT(all.bugs, ElementsAre("leak: cond wait at script.go:201"));
  EXPECT_EQ(all.graphs.size(), 2u);
}

TEST(GoCond, WaitGivesTheLockBackAndTakesItAgain) {
  const All all = all_of(Script({{fork(1), lock(kMutex), cond_wait(kCond, kMutex), unlock(kMutex)},
                                 {lock(kMutex), cond_signal(kCond), unlock(kMutex)}}));
  EXPECT_THAT(all.outcomes, UnorderedElementsAre("ok", "deadlock"));
  EXPECT_THAT(all.bugs, ElementsAre("deadlock: main blocked in cond wait at script.go:102"));
}

TEST(GoCond, BroadcastWakesAll) {
  const Body waiter{lock(kMutex), wg_done(kGroup), cond_wait(kCond, kMutex), unlock(kMutex)};
  const Script program(
      {{wg_add(kGroup, 2), fork(1), fork(1), wg_wait(kGroup), lock(kMutex), cond_broadcast(kCond), unlock(kMutex)},
       waiter});
  EXPECT_THAT(all_of(program).bugs, IsEmpty());
}

TEST(GoCond, WaitWithoutTheLockIsFatal) {
  EXPECT_THAT(all_of(Script({{cond_wait(kCond, kMutex)}})).outcomes,
              ElementsAre("panic: sync: unlock of unlocked mutex at script.go:100"));
}

TEST(GoAtomics, AreInOneOrder) {
  // order-based-fuzzing.md, "Uncovering new execution paths", the last example
  const Script program({{atomic_store(kAtomic, 0), fork(1),
                         atomic_load(kAtomic).then([](const Seen& s) { return s.value == 0 ? 3u : 4u; }),
                         end().printing("bug\n"), end()},
                        {atomic_store(kAtomic, 1)}});
  EXPECT_THAT(all_of(program).outcomes, UnorderedElementsAre("ok; bug", "ok"));
}

TEST(GoAtomics, LoadsAreUnordered) {
  const Script program({{fork(1), atomic_load(kAtomic)}, {atomic_load(kAtomic)}});
  EXPECT_EQ(all_of(program).schedules, 2u);
  EXPECT_EQ(all_of(program).graphs.size(), 1u);
}

TEST(GoTime, IdleTimePassesOnlyWhenNothingElseCanHappen) {
  const Script program({after_forks({}, select({receiving(0), receiving(1)})), {send(0)}, {send(1)}}, {1, 1});
  Script timed({{timer_start(kTimer, 5, 1), send(1), select({receiving(0), receiving(1)}).then([](const Seen& s) {
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

TEST(GoTime, WhoSleepsOrIsTickedForEverIsNoLeak) {
  const Script sleeping({{fork(1)}, {sleep(5).then_to(0)}});
  const Script ticked({{timer_start(kTimer, 5, 1, 5), fork(2)}, {select({sending(0)}, true)}, {receive(0).then_to(0)}},
                      {1});
  for (const Script* program : {&sleeping, &ticked}) {
    MachineOptions options;
    options.timing = Timing::idle;
    Machine machine(*program, options, nullptr);
    Random random(3);
    run_at_random(machine, random);
    EXPECT_EQ(machine.ending(), GoEnding::over);
    EXPECT_THAT(machine.bugs(), IsEmpty());
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
  EXPECT_EQ(machine.ending(), GoEnding::truncated);
  const Script forking({{fork(1).then_to(0)}, {end()}});
  Machine other(forking, options, nullptr);
  EXPECT_TRUE(other.over());
  EXPECT_EQ(other.ending(), GoEnding::truncated);
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
