// Happens-before: each rule by hand, and all of them against a plain reachability search.
#include "graphfuzz/analysis/go/happens_before.hpp"

#include <gtest/gtest.h>

#include "analysis/go/staircase.hpp"
#include "support/go_simulator.hpp"
#include "support/plain_happens_before.hpp"
#include "support/property.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

using graphfuzz::testing::GoSimulator;
using graphfuzz::testing::PlainHappensBefore;
using graphfuzz::testing::TraceBuilder;

/// Two goroutines: 0 and 1.
struct GoHappensBefore : ::testing::Test {
  TraceBuilder b;
  Routine g = b.fork(0);
  bool strong(std::uint32_t x, std::uint32_t y, const HappensBeforeOptions& options = {}) {
    return HappensBefore(b.trace, Clock::strong, options).before(x, y);
  }
  bool weak(std::uint32_t x, std::uint32_t y) { return HappensBefore(b.trace, Clock::weak).before(x, y); }
};

TEST_F(GoHappensBefore, ProgramOrderAndFork) {
  const std::uint32_t first = b.event(g, Kind::make);
  const std::uint32_t second = b.event(g, Kind::make);
  const std::uint32_t parent = b.event(0, Kind::make);
  EXPECT_TRUE(weak(0, first));
  EXPECT_TRUE(weak(first, second));
  EXPECT_FALSE(weak(second, first));
  EXPECT_FALSE(weak(first, first));
  EXPECT_TRUE(HappensBefore(b.trace, Clock::weak).concurrent(second, parent));
  EXPECT_FALSE(HappensBefore(b.trace, Clock::weak).concurrent(second, second));
}

TEST_F(GoHappensBefore, OfAForkOfAFork) {
  const std::uint32_t before = b.event(0, Kind::make);
  const Routine h = b.fork(0);
  const Routine i = b.fork(h);
  const std::uint32_t after = b.event(0, Kind::make);
  const std::uint32_t leaf = b.event(i, Kind::make);
  EXPECT_TRUE(weak(before, leaf));
  EXPECT_FALSE(weak(after, leaf));
}

// More than are told by reference one after the other; some gigabytes, if each had a list of all before it.
TEST_F(GoHappensBefore, OfThousandsThatHandOnALock) {
  constexpr std::size_t kMany = 3'000;
  const Object lock = b.object(ObjectKind::mutex);
  std::vector<std::uint32_t> locked, unlocked, forked;
  std::vector<Routine> routines;
  for (std::size_t i = 0; i < kMany; ++i) {
    routines.push_back(b.fork(0));
    forked.push_back(static_cast<std::uint32_t>(b.trace.events.size()) - 1);
  }
  for (const Routine r : routines) {
    locked.push_back(b.event(r, Kind::lock, lock));
    b.trace.events.back().ok = true;
    unlocked.push_back(b.event(r, Kind::unlock, lock));
    b.event(r, Kind::end);
  }
  const HappensBefore strong(b.trace, Clock::strong);
  for (std::size_t i = 0; i < kMany; i += 7) {
    for (std::size_t j = i + 1; j < kMany; j += 113) {
      ASSERT_TRUE(strong.before(unlocked[i], locked[j])) << i << ' ' << j;
      ASSERT_FALSE(strong.before(locked[j], unlocked[i])) << i << ' ' << j;
      ASSERT_TRUE(strong.before(forked[j], locked[j])) << j;
      ASSERT_FALSE(strong.before(forked[j], unlocked[i])) << i << ' ' << j;
    }
  }
}

TEST_F(GoHappensBefore, RendezvousOrdersWhatIsAroundIt) {
  const Object c = b.channel();
  const std::uint32_t x = b.event(0, Kind::make);
  const std::uint32_t y = b.event(g, Kind::make);
  const std::uint32_t send = b.rendezvous(0, g, c);
  const std::uint32_t x2 = b.event(0, Kind::make);
  const std::uint32_t y2 = b.event(g, Kind::make);
  EXPECT_TRUE(strong(x, y2));
  EXPECT_TRUE(strong(y, x2));
  EXPECT_TRUE(strong(y, send));
  EXPECT_TRUE(strong(x, send + 1));
  EXPECT_TRUE(HappensBefore(b.trace, Clock::strong).concurrent(send, send + 1)) << "they are one moment";
  EXPECT_FALSE(weak(x, y2));
}

TEST_F(GoHappensBefore, BufferedSendBeforeReceiveButNotBack) {
  const Object c = b.channel(1);
  const std::uint32_t x = b.event(0, Kind::make);
  const std::uint32_t y = b.event(g, Kind::make);
  const std::uint32_t send = b.send(0, c);
  const std::uint32_t receive = b.receive(g, c);
  const std::uint32_t x2 = b.event(0, Kind::make);
  EXPECT_TRUE(strong(send, receive));
  EXPECT_TRUE(strong(x, receive));
  EXPECT_FALSE(strong(y, x2));
}

TEST_F(GoHappensBefore, ReceiveFreesTheSlotOfALaterSend) {
  const Object c = b.channel(1);
  b.send(0, c);
  const std::uint32_t receive = b.receive(g, c);
  const std::uint32_t send = b.send(0, c);
  EXPECT_TRUE(strong(receive, send));
  b.trace.events[send].fill = 0;  // handed over to a waiting receiver
  EXPECT_FALSE(strong(receive, send));
}

TEST_F(GoHappensBefore, FifoOption) {
  const Object c = b.channel(2);
  const std::uint32_t first = b.send(0, c);
  const std::uint32_t second = b.send(g, c);
  const std::uint32_t received = b.receive(0, c);
  const std::uint32_t received2 = b.receive(g, c);
  EXPECT_FALSE(strong(first, second));
  EXPECT_FALSE(strong(received, received2));
  EXPECT_TRUE(strong(first, second, {.fifo = true}));
  EXPECT_TRUE(strong(received, received2, {.fifo = true}));
}

TEST_F(GoHappensBefore, CloseBeforeReceiveOfClosed) {
  const Object c = b.channel();
  const std::uint32_t close = b.close(0, c);
  const std::uint32_t plain = b.receive_closed(g, c);
  const std::uint32_t select = b.found_closed(b.select(g, {{c, false}}, 0), c);
  EXPECT_TRUE(strong(close, plain));
  EXPECT_TRUE(strong(close, select));
}

TEST_F(GoHappensBefore, SelectLikeItsCaseAndDefaultLikeNothing) {
  const Object c = b.channel(1), d = b.channel(1);
  const std::uint32_t send = b.send(0, c);
  const std::uint32_t idle = b.select(g, {{c, false}}, kDefault, true);
  const std::uint32_t select = b.take(b.select(g, {{d, true}, {c, false}}, 1), c);
  EXPECT_FALSE(strong(send, idle));
  EXPECT_TRUE(strong(send, select));
}

TEST_F(GoHappensBefore, CriticalSections) {
  const Object m = b.object(ObjectKind::mutex);
  b.event(g, Kind::lock, m);
  const std::uint32_t unlock = b.event(g, Kind::unlock, m);
  const std::uint32_t lock = b.event(0, Kind::lock, m);
  EXPECT_TRUE(strong(unlock, lock));
  EXPECT_FALSE(strong(unlock, lock, {.critical_sections = false}));
  EXPECT_FALSE(weak(unlock, lock)) << "order-based-fuzzing.md, GoPieHB: the weak clock does not filter ⟨4,3⟩";
}

TEST_F(GoHappensBefore, ReadersAreNotOrdered) {
  const Object m = b.object(ObjectKind::mutex);
  b.event(g, Kind::rlock, m);
  const std::uint32_t runlock = b.event(g, Kind::runlock, m);
  const std::uint32_t rlock = b.event(0, Kind::rlock, m);
  const std::uint32_t failed = b.failed(0, Kind::try_lock, m);
  const std::uint32_t runlock2 = b.event(0, Kind::runlock, m);
  const Routine h = b.fork(0);
  const std::uint32_t lock = b.event(h, Kind::lock, m);
  EXPECT_FALSE(strong(runlock, rlock));
  EXPECT_FALSE(strong(runlock, failed));
  EXPECT_TRUE(strong(runlock, lock));
  EXPECT_TRUE(strong(runlock2, lock));
}

TEST_F(GoHappensBefore, OnceWaitGroupCondition) {
  const Object once = b.object(ObjectKind::once);
  const Object group = b.object(ObjectKind::wait_group);
  const Object cond = b.object(ObjectKind::cond);
  const std::uint32_t winner = b.event(g, Kind::once, once);
  const std::uint32_t loser = b.failed(0, Kind::once, once);
  EXPECT_TRUE(strong(winner, loser));

  const Routine h = b.fork(0);
  const Routine i = b.fork(0);
  b.wg_add(0, group, 1);
  const std::uint32_t done = b.wg_add(h, group, -1);
  const std::uint32_t wait = b.event(0, Kind::wg_wait, group);
  EXPECT_TRUE(strong(done, wait));

  // The first to wait is the first to be woken; a broadcast wakes the rest.
  const std::uint64_t now = b.trace.events.back().end;
  const std::uint32_t signal = b.event(i, Kind::cond_signal, cond);
  const std::uint32_t broadcast = b.event(0, Kind::cond_broadcast, cond);
  const std::uint32_t second = b.event(h, Kind::cond_wait, cond);
  const std::uint32_t first = b.event(g, Kind::cond_wait, cond);
  b.trace.events[first].begin = now - 1;
  b.trace.events[second].begin = now;
  EXPECT_TRUE(strong(signal, first));
  EXPECT_FALSE(strong(signal, second));
  EXPECT_TRUE(strong(broadcast, second));
}

TEST_F(GoHappensBefore, AtomicsReadTheLastWrite) {
  const Object a = b.object(ObjectKind::atomic);
  const Routine h = b.fork(0);
  const std::uint32_t store = b.event(g, Kind::atomic_store, a);
  const std::uint32_t store2 = b.event(h, Kind::atomic_store, a);
  const std::uint32_t load = b.event(0, Kind::atomic_load, a);
  EXPECT_FALSE(strong(store, load));
  EXPECT_TRUE(strong(store2, load));
}

TEST(GoHappensBeforeRandom, AgreesWithTheRules) {
  graphfuzz::testing::check_property(300, [](std::uint64_t seed) {
    Random random(seed);
    const GoSimulator run(seed, 20 + random.below(200), 2 + random.below(7));
    const Clock clock = random.below(4) == 0 ? Clock::weak : Clock::strong;
    const HappensBeforeOptions options{random.below(4) != 0, random.below(2) == 0};
    const HappensBefore clocks(run.trace(), clock, options);
    const PlainHappensBefore plain(run.trace(), clock, options);
    const auto n = static_cast<std::uint32_t>(run.trace().events.size());
    std::vector<std::vector<bool>> after;
    for (std::uint32_t e = 0; e < n; ++e) after.push_back(plain.after(e));
    std::size_t ordered = 0;
    for (std::uint32_t x = 0; x < n; ++x) {
      for (std::uint32_t y = 0; y < n; ++y) {
        RC_ASSERT(clocks.before(x, y) == (after[x][y] && !after[y][x]));
        ordered += clocks.before(x, y) ? 1U : 0U;
      }
    }
    RC_TAG(ordered * 4 < std::size_t{n} * n ? "less than half ordered" : "more");
  });
}

TEST(GoStaircase, AgreesWithAList) {
  graphfuzz::testing::check_property(200, [](std::uint64_t seed) {
    Random random(seed);
    const std::uint32_t base = random.below(5);
    Staircase staircase(base);
    std::vector<std::uint32_t> values;
    std::uint32_t x = 0, value = base;
    for (std::uint32_t i = random.below(60); i > 0; --i) {
      const std::uint32_t right = random.below(random.below(10) == 0 ? 300 : 3);
      const std::uint32_t up = random.below(random.below(10) == 0 ? 300 : 3);
      for (std::uint32_t k = 0; k < right; ++k) values.push_back(value);
      x += right;
      value += up;
      staircase.raise(x, value);
    }
    for (std::uint32_t k = 0; k < 100; ++k) values.push_back(value);
    for (std::uint32_t k = 0; k < values.size(); ++k) RC_ASSERT(staircase.at(k) == values[k]);
  });
}

}  // namespace
}  // namespace graphfuzz::go
