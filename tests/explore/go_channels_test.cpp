// The rules of channels and selects that the machine obeys, one by one.
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
using ::testing::UnorderedElementsAre;

TEST(GoChannels, SendAndReceiveMeetOnAnUnbufferedChannelInOneStep) {
  const Script program({{fork(1), receive(0)}, {send(0, 7)}}, {0});
  Machine machine(program, {}, nullptr);
  ASSERT_EQ(machine.enabled().size(), 1u);
  EXPECT_EQ(machine.enabled()[0].partner, 0u);
  machine.take(machine.enabled()[0]);
  EXPECT_TRUE(machine.over());
  EXPECT_EQ(machine.ending(), Ending::complete);
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
  EXPECT_EQ(machine.ending(), Ending::deadlocked);
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

}  // namespace
}  // namespace graphfuzz::go
