// The rules of package sync and of atomics that the machine obeys, one by one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
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
using ::testing::UnorderedElementsAre;

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
              ElementsAre("deadlock: main blocked in lock at script.go:101; in a circle: lock at script.go:101"));
}

TEST(GoLocks, AbBaIsACyclicDeadlockEvenIfMainGoesOn) {
  const Script program({{fork(1), fork(2)},
                        {lock(kMutex), lock(kOther), unlock(kOther), unlock(kMutex)},
                        {lock(kOther), lock(kMutex), unlock(kMutex), unlock(kOther)}});
  const All all = all_of(program);
  EXPECT_THAT(all.bugs, ElementsAre("cyclic deadlock: lock at script.go:201 waits for lock at script.go:301"));
}

TEST(GoLocks, ReadersShareAndAWriterThatWaitsKeepsNewOnesOut) {
  EXPECT_THAT(all_of(Script({{rlock(kMutex), rlock(kMutex), runlock(kMutex), runlock(kMutex)}})).bugs, IsEmpty());
  // Read, write, read: the writer has announced itself between the two reads.
  const All all = all_of(Script(
      {{fork(1), rlock(kMutex), rlock(kMutex), runlock(kMutex), runlock(kMutex)}, {lock(kMutex), unlock(kMutex)}}));
  EXPECT_THAT(all.outcomes, UnorderedElementsAre("ok", "deadlock"));
  EXPECT_THAT(all.bugs,
              ElementsAre("deadlock: main blocked in rlock at script.go:102; others in lock at script.go:200; "
                          "in a circle: lock at script.go:200 waits for rlock at script.go:102"));
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
              ElementsAre("deadlock: main blocked in once at script.go:101; in a circle: once at script.go:101"));
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

/// Who goes through a trace looks objects up by number.
TEST(GoTraces, HaveTheObjectsOfOperationsThatHaveNotBegun) {
  const auto kind_of = [](const Instruction& instruction) {
    const Script program({{instruction}});
    Machine machine(program, {}, nullptr);
    machine.restart();
    const Trace& trace = machine.trace();
    const TraceEvent& event = trace.events.at(0);
    EXPECT_FALSE(event.finished());
    if (event.kind != Kind::select) return trace.objects.at(event.object).kind;
    EXPECT_EQ(trace.objects.at(trace.cases.at(1).channel).kind, ObjectKind::channel);
    return trace.objects.at(trace.cases.at(0).channel).kind;
  };
  EXPECT_EQ(kind_of(lock(kMutex)), ObjectKind::mutex);
  EXPECT_EQ(kind_of(wg_wait(kGroup)), ObjectKind::wait_group);
  EXPECT_EQ(kind_of(cond_signal(kCond)), ObjectKind::cond);
  EXPECT_EQ(kind_of(atomic_load(kAtomic)), ObjectKind::atomic);
  EXPECT_EQ(kind_of(once(kOnce, 0)), ObjectKind::once);
  EXPECT_EQ(kind_of(receive(3)), ObjectKind::channel);
  EXPECT_EQ(kind_of(select({receiving(2), sending(5)})), ObjectKind::channel);
}

}  // namespace
}  // namespace graphfuzz::go
