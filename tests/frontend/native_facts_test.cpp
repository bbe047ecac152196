#include "graphfuzz/frontend/native/facts.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace graphfuzz::native {
namespace {

Facts some_facts() {
  Facts facts;
  facts.layout = 0x1234'5678'9abc'def0;
  facts.cells[{0x5555'0000'1000, 4}] = {true, true, {}};
  facts.cells[{0x5300'0000'0018, 8}] = {false, false, "block0.1+8"};
  facts.memory[0x5555'0000'2000] = {1, false, true, false, {4, 0, 0, 0, 4, 0, 0, 0}};
  facts.memory[0x5555'0000'2008] = {0, true, false, true, {1, 0, 2, 0, 0, 0, 0, 1}, 0x0c, {0, 0, 0, 0, 2, 0, 0, 0}};
  facts.loops[0x5555'0000'3000] = {{0x5555'0000'3000, 0x5555'0000'3010}, 2};
  facts.attempts[0x5555'0000'1000] = {
      {0x5555'0000'3000, 0x5555'0000'3020}, {0x5555'0000'3030}, {{1, -1}, {2, 8}}, false};
  facts.polls[0x5555'0000'1000] = {{0x5555'0000'3040},
                                   {0, 3},
                                   {{{0x5555'0000'2000, 0x0f}, {0x5555'0000'2008, 0x01}}, {{0x5555'0000'2008, 0x02}}},
                                   {{}, {{0x5555'0000'2010, 0xff}}},
                                   false};
  facts.outcomes = {"r1", "a result"};
  facts.unroll = 2;
  return facts;
}

TEST(NativeFacts, AreReadAsTheyWereWritten) {
  const Facts facts = some_facts();
  const Facts read = Facts::parse(facts.to_text());
  EXPECT_EQ(read.to_text(), facts.to_text());
  EXPECT_TRUE(read.same_executions(facts));
  EXPECT_EQ(read.cells.at({0x5300'0000'0018, 8}).name, "block0.1+8");
  EXPECT_EQ(read.memory.at(0x5555'0000'2008).pieces[2], 2);
  EXPECT_EQ(read.memory.at(0x5555'0000'2008).racing, 0x0c);
  EXPECT_EQ(read.memory.at(0x5555'0000'2008).atomics[4], 2);
  EXPECT_EQ(read.attempts, facts.attempts);
  EXPECT_EQ(read.polls.at(0x5555'0000'1000).places, facts.polls.at(0x5555'0000'1000).places);
  EXPECT_EQ(read.polls.at(0x5555'0000'1000).under.written.at(0x5555'0000'2008), 0x02);
  EXPECT_EQ(read.outcomes, facts.outcomes);
  EXPECT_EQ(read.unroll, 2);
}

TEST(NativeFacts, WhatMayRaceWithWhoPollsIsSeen) {
  const auto polls = [](ByteSet read, ByteSet written) {
    Facts facts;
    facts.polls[0x5555'0000'1000] = {{0x5555'0000'3040}, {1}, {std::move(read), std::move(written)}, {}, false};
    return facts;
  };
  const Facts reads = polls({{0x5555'0000'2000, 0x0f}}, {});
  for (const auto& [bytes, seen] : {std::pair(0xf0, false), std::pair(0x18, true)}) {
    Facts both = reads;
    both.add(polls({}, {{0x5555'0000'2000, static_cast<std::uint8_t>(bytes)}}));
    EXPECT_EQ(both.polls.at(0x5555'0000'1000).seen, seen);
    EXPECT_EQ(both.same_executions(reads), !seen);  // what else is known does not matter
  }
  Facts another = reads;
  another.polls.begin()->second.places.insert(0x5555'0000'3050);
  EXPECT_FALSE(another.same_executions(reads));
}

TEST(NativeFacts, TextsThatAreNoneAreRefused) {
  const std::string text = some_facts().to_text();
  for (std::size_t length = 0; length < text.size(); ++length) {
    EXPECT_THROW(Facts::parse(text.substr(0, length)), std::invalid_argument) << length;
  }
  EXPECT_THROW(Facts::parse(text + "00"), std::invalid_argument);
  EXPECT_THROW(Facts::parse("x" + text.substr(1)), std::invalid_argument);
  EXPECT_THROW(Facts::parse("04" + text.substr(2)), std::invalid_argument);  // another version
}

TEST(NativeFacts, WhatIsAtomicOfSplitMemoryMakesOtherExecutions) {
  Facts facts;
  facts.plain_is_event = true;
  facts.memory[0x5555'0000'2000] = {0, true, true, true, {8, 0, 0, 0, 0, 0, 0, 0}};
  Facts atomic = facts;
  atomic.memory.begin()->second.atomics[4] = 4;
  EXPECT_FALSE(facts.same_executions(atomic));
  facts.add(atomic);
  EXPECT_TRUE(facts.same_executions(atomic));
  atomic.memory.begin()->second.atomics[4] = 3;
  EXPECT_THROW(Facts::parse(atomic.to_text()), std::invalid_argument);
}

TEST(NativeFacts, OfTwoAddUpInAnyOrder) {
  Facts other;
  other.layout = some_facts().layout;
  other.memory[0x5555'0000'2000] = {2, false, false, false, {2, 0, 0, 0, 0, 0, 0, 0}};
  other.loops[0x5555'0000'3000] = {{0x5555'0000'3020}, 1};
  Facts all = some_facts();
  all.add(other);
  Facts reverse = other;
  reverse.add(some_facts());
  EXPECT_TRUE(all.same_executions(reverse));
  EXPECT_EQ(all.unroll, 2);
  EXPECT_FALSE(other.same_executions(all));
  // Two threads have accessed it, and in different sizes.
  for (const Facts& facts : {all, reverse}) {
    const Facts::Memory& memory = facts.memory.at(0x5555'0000'2000);
    EXPECT_TRUE(memory.shared && memory.written);
    EXPECT_EQ(memory.pieces, (Pieces{2, 0, 2, 0, 4}));
    EXPECT_EQ(facts.loops.at(0x5555'0000'3000).places.size(), 3);
    EXPECT_EQ(facts.loops.at(0x5555'0000'3000).visits, 2);
  }
  Facts elsewhere = other;
  elsewhere.layout = 1;
  EXPECT_THROW(all.add(elsewhere), std::invalid_argument);
}

TEST(NativeFacts, PiecesAreAsLargeAsAccessesLetThemBe) {
  Pieces pieces{};
  EXPECT_FALSE(cut(pieces, 0, 8));
  EXPECT_EQ(pieces, (Pieces{8}));
  EXPECT_TRUE(cut(pieces, 0, 4));
  EXPECT_EQ(pieces, (Pieces{4, 0, 0, 0, 4}));
  EXPECT_FALSE(cut(pieces, 0, 8));
  EXPECT_TRUE(cut(pieces, 5, 1));
  EXPECT_EQ(pieces, (Pieces{4, 0, 0, 0, 1, 1, 2}));
  Pieces odd{};
  EXPECT_FALSE(cut(odd, 1, 6));
  EXPECT_EQ(odd, (Pieces{0, 1, 2, 0, 2, 0, 1}));
  EXPECT_FALSE(cut_at(odd, 4));
  EXPECT_TRUE(cut_at(odd, 3));
  EXPECT_EQ(odd, (Pieces{0, 1, 1, 1, 2, 0, 1}));
}

RC_GTEST_PROP(NativeFacts, AccessesAreOfWholePiecesInWhateverOrderTheyCome, ()) {
  std::vector<std::pair<unsigned, unsigned>> accesses;
  for (unsigned count = *rc::gen::inRange(1U, 6U); count > 0; --count) {
    const unsigned offset = *rc::gen::inRange(0U, 8U);
    accesses.emplace_back(offset, *rc::gen::inRange(1U, 9U - offset));
  }
  Pieces pieces{};
  for (const auto& [offset, size] : accesses) cut(pieces, offset, size);
  for (const auto& [offset, size] : accesses) {
    unsigned at = offset;
    while (at < offset + size) {
      RC_ASSERT(pieces[at] != 0);
      RC_ASSERT(at % pieces[at] == 0U);
      at += pieces[at];
    }
    RC_ASSERT(at == offset + size);
  }
  unsigned covered = 0, accessed = 0;
  for (unsigned offset = 0; offset < 8; ++offset) covered |= bytes_of(offset, pieces[offset]);
  for (const auto& [offset, size] : accesses) accessed |= bytes_of(offset, size);
  RC_ASSERT(covered == accessed);
}

TEST(NativeFacts, WhatRacesMakesOtherExecutionsIfPlainAccessesAreEventsThere) {
  Facts facts;
  facts.memory[0x5555'0000'2000] = {1, true, true, false, {4, 0, 0, 0, 0, 0, 0, 0}};
  for (const bool racing_alone : {false, true}) {
    facts.plain_is_event = true;
    facts.racing_alone = racing_alone;
    Facts racing = facts;
    racing.memory.begin()->second.racing = 0x01;
    EXPECT_TRUE(racing.has_events(racing.memory.begin()->second));
    EXPECT_NE(facts.has_events(facts.memory.begin()->second), racing_alone);
    EXPECT_NE(facts.same_executions(racing), racing_alone);
    facts.add(racing);
    EXPECT_TRUE(facts.same_executions(racing));
    EXPECT_TRUE(Facts::parse(facts.to_text()).same_executions(racing));
    facts.memory.begin()->second.racing = 0;
  }
}

TEST(NativeFacts, WhatRacesMakesNoEventsOfItsNeighbours) {
  Facts facts;
  facts.plain_is_event = facts.racing_alone = true;
  facts.memory[0x5555'0000'2000] = {1, true, true, false, {4, 0, 0, 0, 0, 0, 0, 0}, 0x0f};
  Facts more = facts;
  more.memory[0x5555'0000'2000].pieces[4] = 4;
  EXPECT_TRUE(facts.same_executions(more));
  more.memory[0x5555'0000'2000].racing = 0xff;
  EXPECT_FALSE(facts.same_executions(more));
  facts.add(more);
  EXPECT_TRUE(facts.same_executions(more));
}

TEST(NativeFacts, OfAttemptsThatSomebodySeesNothingElseIsKnown) {
  const Facts facts = some_facts();
  Facts seen;
  seen.layout = facts.layout;
  seen.attempts[0x5555'0000'1000].seen = true;
  Facts all = facts;
  all.add(seen);
  Facts reverse = seen;
  reverse.add(facts);
  EXPECT_EQ(all.attempts, seen.attempts);
  EXPECT_EQ(reverse.attempts, seen.attempts);
  EXPECT_FALSE(all.same_executions(facts));
}

TEST(NativeFacts, OnlySomeChangeExecutions) {
  const Facts facts = some_facts();
  Facts more = facts;
  more.cells[{0x5555'0000'4000, 4}] = {};
  more.memory[0x5555'0000'5000] = {1, true, true, false, {4}};
  EXPECT_TRUE(more.same_executions(facts));
  EXPECT_TRUE(facts.without_private_memory().same_executions(facts));

  Facts loop = facts;
  loop.loops[0x5555'0000'6000] = {{0x5555'0000'6000}, 1};
  EXPECT_FALSE(loop.same_executions(facts));
  Facts attempt = facts;
  attempt.attempts[0x5555'0000'1000].waits.insert(0x5555'0000'3040);
  EXPECT_FALSE(attempt.same_executions(facts));
  Facts outcome = facts;
  outcome.outcomes.insert("r2");
  EXPECT_FALSE(outcome.same_executions(facts));

  // What one accesses atomically and another plainly is an event for both from now on.
  Facts plainly;
  plainly.layout = facts.layout;
  plainly.memory[0x5555'0000'4000] = {1, false, true, false, {4}};
  Facts both = more;
  both.add(plainly);
  EXPECT_FALSE(both.same_executions(facts));

  // Where plain accesses to shared memory are events, they are so for everybody.
  Facts events = facts;
  events.plain_is_event = true;
  Facts shared = events;
  shared.memory[0x5555'0000'2000].shared = true;
  EXPECT_FALSE(shared.same_executions(events));
}

}  // namespace
}  // namespace graphfuzz::native
