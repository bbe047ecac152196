// The flow mutation: spec/flow-changing-operations.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/go_trace_maker.hpp"
#include "graphfuzz/fuzz/go/flow_swap.hpp"
#include "graphfuzz/fuzz/go/fuzzing.hpp"

namespace graphfuzz::go {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using testing::TraceMaker;

std::vector<std::pair<std::uint32_t, std::uint32_t>> swaps(const Trace& trace) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
  for (const FlowSwap& swap : flow_swaps(trace, HappensBefore(trace, Clock::strong))) {
    result.emplace_back(swap.first, swap.second);
  }
  return result;
}

TEST(GoFlow, TheSecondDoIsFreed) {  // "Comparison to GoPie": do 1 wins, noise, do 2
  TraceMaker t;
  const Object c = t.channel(), on = t.object(ObjectKind::once);
  const Routine g1 = t.fork(0, 1), g2 = t.fork(0, 2);
  const std::uint32_t do1 = t.add(g1, Kind::once, on, 10);
  for (int i = 0; i < 5; ++i) t.meet(g2, 20, 0, 21, c);
  const std::uint32_t do2 = t.add(0, Kind::once, on, 30);
  t.trace.events[do2].ok = false;
  EXPECT_THAT(swaps(t.trace), ElementsAre(Pair(do1, do2)));
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::flow), 1);
  fuzzing.learn(t.trace, Input{});
  ASSERT_EQ(fuzzing.memory().queue.size(), 1U);
  EXPECT_THAT(fuzzing.next()->directive.delays, ElementsAre(Pair("f.go#10", ElementsAre(1U))));
}

TEST(GoFlow, OrderedDosAreLeftAlone) {
  TraceMaker t;
  const Object c = t.channel(), on = t.object(ObjectKind::once);
  const Routine g1 = t.fork(0, 1);
  t.add(g1, Kind::once, on, 10);
  t.meet(g1, 11, 0, 21, c);  // main has heard of it
  t.trace.events[t.add(0, Kind::once, on, 30)].ok = false;
  EXPECT_THAT(swaps(t.trace), IsEmpty());
}

TEST(GoFlow, AWinnerNeedsALoser) {
  TraceMaker t;
  const Object one = t.object(ObjectKind::once), two = t.object(ObjectKind::once);
  const Routine g1 = t.fork(0, 1);
  t.add(g1, Kind::once, one, 10);
  t.add(0, Kind::once, two, 20);
  EXPECT_THAT(swaps(t.trace), IsEmpty());
}

TEST(GoFlow, TryLocks) {
  TraceMaker t;
  const Object m = t.mutex();
  const Routine g1 = t.fork(0, 1);
  const std::uint32_t got = t.add(g1, Kind::try_lock, m, 10);
  const std::uint32_t failed = t.add(0, Kind::try_lock, m, 20);
  t.trace.events[failed].ok = false;
  t.add(g1, Kind::unlock, m, 11);
  EXPECT_THAT(swaps(t.trace), ElementsAre(Pair(got, failed)));

  TraceMaker both;  // both succeed, one after the other: nothing would change
  const Object n = both.mutex();
  const Routine g2 = both.fork(0, 1);
  both.add(g2, Kind::try_lock, n, 10);
  both.add(g2, Kind::unlock, n, 11);
  both.add(0, Kind::try_lock, n, 20);
  EXPECT_THAT(swaps(both.trace), IsEmpty());
}

TEST(GoFlow, ATryThatALockIsInTheWayOf) {  // "mutex": the one was successful, the other was not
  TraceMaker t;
  const Object m = t.mutex();
  const Routine g1 = t.fork(0, 1);
  t.add(g1, Kind::lock, m, 8);
  t.add(g1, Kind::unlock, m, 9);
  const std::uint32_t got = t.add(g1, Kind::lock, m, 10);
  const std::uint32_t failed = t.add(0, Kind::try_lock, m, 20);
  t.trace.events[failed].ok = false;
  t.add(g1, Kind::unlock, m, 11);
  EXPECT_THAT(swaps(t.trace), ElementsAre(Pair(got, failed))) << "the first section was over";

  for (const bool reader : {false, true}) {  // readers are in a writer's way, and not in a reader's
    TraceMaker r;
    const Object n = r.mutex();
    const Routine g = r.fork(0, 1);
    const std::uint32_t read = r.add(g, Kind::rlock, n, 10);
    const std::uint32_t attempt = r.add(0, reader ? Kind::try_rlock : Kind::try_lock, n, 20);
    r.trace.events[attempt].ok = false;
    using Swapped = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
    EXPECT_EQ(swaps(r.trace), reader ? Swapped{} : (Swapped{{read, attempt}}));
  }
}

TEST(GoFlow, WhatHappensByItselfIsNotCounted) {  // go func() { on.Do(f) }(), on one line
  TraceMaker t;
  const Object on = t.object(ObjectKind::once);
  const Routine g1 = t.fork(0, 10);
  t.add(g1, Kind::once, on, 10);
  t.trace.events[t.add(0, Kind::once, on, 30)].ok = false;
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::flow), 1);
  fuzzing.learn(t.trace, Input{});
  ASSERT_EQ(fuzzing.memory().queue.size(), 1U);
  EXPECT_THAT(fuzzing.next()->directive.delays, ElementsAre(Pair("f.go#10", ElementsAre(1U))));
}

TEST(GoFlow, ConcurrentSends) {  // the example with c <- 0 and c <- 1: both are executed, their order matters
  TraceMaker t;
  const Object c = t.channel(2);
  const Routine g1 = t.fork(0, 1), g2 = t.fork(0, 2);
  const std::uint32_t one = t.add(g1, Kind::send, c, 10), zero = t.add(g2, Kind::send, c, 20);
  t.match(one, t.add(0, Kind::receive, c, 30));
  EXPECT_THAT(swaps(t.trace), ElementsAre(Pair(one, zero)));
}

TEST(GoFlow, SendsToAnUnbufferedChannelTheSecondWithoutReceiver) {
  TraceMaker t;
  const Object c = t.channel(0);
  const Routine g1 = t.fork(0, 1), g2 = t.fork(0, 2);
  t.meet(g1, 10, 0, 30, c);
  const std::uint32_t stuck = t.add(g2, Kind::send, c, 20, false);
  ASSERT_EQ(swaps(t.trace).size(), 1U);
  EXPECT_EQ(swaps(t.trace)[0].second, stuck);
  // The one that never happened is not delayed: it is not the first.
}

TEST(GoFlow, ReceivesInSelectsCount) {
  TraceMaker t;
  const Object c = t.channel(2);
  const Routine g1 = t.fork(0, 1);
  const std::uint32_t a = t.add(0, Kind::send, c, 5), b = t.add(0, Kind::send, c, 6);
  const std::uint32_t first = t.select(g1, {{c, false}}, 0, 10), second = t.add(0, Kind::receive, c, 20);
  t.match(a, first);
  t.match(b, second);
  EXPECT_THAT(swaps(t.trace), ElementsAre(Pair(first, second)));
}

TEST(GoFlow, TheDelayedExecutionIsCounted) {
  TraceMaker t;
  const Object c = t.channel(10);
  const Routine g1 = t.fork(0, 1), g2 = t.fork(0, 1);
  t.add(g1, Kind::send, c, 10);
  t.add(g1, Kind::send, c, 10);
  t.add(g2, Kind::send, c, 10);
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::flow), 1);
  fuzzing.learn(t.trace, Input{});
  std::vector<std::uint32_t> counts;
  for (const Input& input : fuzzing.memory().queue.waiting()) counts.push_back(input.directive.delays.at("f.go#10")[0]);
  EXPECT_THAT(counts, ElementsAre(1U, 2U));
  EXPECT_EQ(fuzzing.learn(t.trace, Input{}).queued, 0U) << "once is enough";
}

}  // namespace
}  // namespace graphfuzz::go
