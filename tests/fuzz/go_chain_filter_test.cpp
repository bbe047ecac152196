// Which chains are impossible: order-based-fuzzing.md, "GoPieHB", on the document's examples and on random programs.
#include "graphfuzz/fuzz/go/chain_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/go_trace_maker.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/fuzz/go/chain_mutator.hpp"
#include "support/go_script.hpp"
#include "support/property.hpp"

namespace graphfuzz::go {
namespace {

using testing::atomic_add;
using testing::Body;
using testing::kAtomic;
using testing::kMutex;
using testing::kOther;
using testing::kReadWrite;
using testing::Script;
using testing::send;
using testing::TraceMaker;

bool possible(const Trace& trace, Impossible what, const Chain& chain) {
  return ChainFilter(trace, what, {}).possible(chain);
}

struct Sections : TraceMaker {
  // "GoPieHB", "Mutation": G1 locks and unlocks, then main does. Lines are those of the document's trace.
  Sections() {
    const Object m = mutex();
    const Routine g1 = fork(0, 1);
    lock1 = add(g1, Kind::lock, m, 2);
    unlock1 = add(g1, Kind::unlock, m, 3);
    lock0 = add(0, Kind::lock, m, 4);
    unlock0 = add(0, Kind::unlock, m, 5);
  }
  std::uint32_t lock1, unlock1, lock0, unlock0;
};

TEST(GoChainFilter, OfTheLockExampleOnlyWhatCannotBeIsLeftOut) {
  const Sections s;
  const Chain document = {s.lock0, s.unlock1}, swapped = {s.lock0, s.lock1};
  EXPECT_FALSE(possible(s.trace, Impossible::held_locks, document));
  EXPECT_FALSE(possible(s.trace, Impossible::strong, document));
  EXPECT_TRUE(possible(s.trace, Impossible::weak, document));
  // Main may be first: nothing is held where the chain begins. The strong clock does not see that.
  EXPECT_TRUE(possible(s.trace, Impossible::held_locks, swapped));
  EXPECT_FALSE(possible(s.trace, Impossible::strong, swapped));
  // … but G1 cannot be in the middle of main's section.
  EXPECT_FALSE(possible(s.trace, Impossible::held_locks, {s.lock0, s.lock1, s.unlock0}));
  EXPECT_TRUE(possible(s.trace, Impossible::held_locks, {s.lock1, s.lock0}));
}

TEST(GoChainFilter, ReadersDoNotExcludeEachOther) {
  TraceMaker t;
  const Object m = t.mutex();
  const Routine g1 = t.fork(0, 1);
  const std::uint32_t read1 = t.add(g1, Kind::rlock, m, 2), unread1 = t.add(g1, Kind::runlock, m, 3);
  const std::uint32_t read0 = t.add(0, Kind::rlock, m, 4), unread0 = t.add(0, Kind::runlock, m, 5);
  const std::uint32_t write0 = t.add(0, Kind::lock, m, 6);
  t.add(0, Kind::unlock, m, 7);
  EXPECT_TRUE(possible(t.trace, Impossible::held_locks, {read0, unread1}));
  EXPECT_TRUE(possible(t.trace, Impossible::held_locks, {read1, read0, unread1, unread0}));
  EXPECT_FALSE(possible(t.trace, Impossible::held_locks, {write0, unread1}));
}

// "Example": every chain of the table is kept, the last ones, which lead to the deadlock, too.
TEST(GoChainFilter, TheChainsOfTheKubernetesExampleAreKept) {
  TraceMaker t;
  const Object m = t.mutex(), c = t.channel(0);
  const Routine g1 = t.fork(0, 23), g2 = t.fork(0, 24), g3 = t.fork(0, 25);
  t.add(g2, Kind::lock, m, 17);
  t.meet(g2, 18, g1, 10, c);
  const std::uint32_t send = static_cast<std::uint32_t>(t.trace.events.size() - 2);
  const std::uint32_t unlock = t.add(g2, Kind::unlock, m, 19);
  const std::uint32_t lock1 = t.add(g1, Kind::lock, m, 11), unlock1 = t.add(g1, Kind::unlock, m, 12);
  const std::uint32_t lock3 = t.add(g3, Kind::lock, m, 17);
  t.meet(g3, 18, g1, 10, c);
  t.add(g3, Kind::unlock, m, 19);
  const std::vector<Chain> table = {{unlock, lock1},        {send, lock1},          {send, unlock1},
                                    {send, unlock1, lock3}, {send, lock3, unlock1}, {send, lock3, lock1}};
  for (std::size_t step = 0; step < table.size(); ++step) {
    EXPECT_TRUE(possible(t.trace, Impossible::held_locks, table[step])) << "step " << step;
    EXPECT_TRUE(possible(t.trace, Impossible::weak, table[step])) << "step " << step;
    EXPECT_EQ(possible(t.trace, Impossible::strong, table[step]), step < 4) << "step " << step;
  }
}

/// Goroutines with sections on three locks, some inside of others, one of them for readers, too.
void add_section(Body& body, Random& random, unsigned depth) {
  const Object locks[] = {kMutex, kReadWrite, kOther};
  const Object lock = locks[random.below(3)];
  const bool reads = lock == kReadWrite && random.below(2) == 0;
  body.push_back(reads ? testing::rlock(lock) : testing::lock(lock));
  if (depth > 0 && random.below(3) == 0) add_section(body, random, depth - 1);
  if (random.below(2) == 0) body.push_back(random.below(2) == 0 ? send(0) : atomic_add(kAtomic, 1));
  body.push_back(reads ? testing::runlock(lock) : testing::unlock(lock));
}

Script sections(Random& random) {
  std::vector<Body> bodies(4);
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    bodies[0].push_back(testing::fork(b));
    for (std::uint64_t n = 1 + random.below(2); n > 0; --n) add_section(bodies[b], random, 1);
  }
  add_section(bodies[0], random, 0);
  return Script(bodies, {16});
}

// What is left out for a lock that is held never comes about, whoever runs it: of random programs, their runs, and the
// chains made of them.
TEST(GoChainFilter, WhatIsLeftOutCannotBeExecuted) {
  std::uint64_t left_out = 0;
  graphfuzz::testing::check_property(300, [&](std::uint64_t seed) {
    Random random(seed);
    const Script program = sections(random);
    Machine machine(program, {}, nullptr);
    machine.restart();
    run_at_random(machine, random);
    const Trace trace = machine.trace();
    const ChainOptions chains = GoFuzzOptions::of(StrategyKind::gopie_hb).chain;
    const Relations relations(trace, relation_options(chains));
    const OperationNames names(trace);
    const Recording recording = record(names);
    const ChainFilter weak(trace, Impossible::weak, {}), locks(trace, Impossible::held_locks, {});
    for (const Chain& origin : start_chains(trace, relations, 4, random)) {
      for (const Chain& chain : mutate(trace, origin, relations, chains, 100, random)) {
        if (!weak.possible(chain)) {
          RC_ASSERT(!locks.possible(chain));
          continue;
        }
        if (locks.possible(chain)) continue;
        ++left_out;
        Directive directive;
        for (const std::uint32_t e : chain) directive.chain.push_back(names(e));
        const std::size_t length = recording.before(earliest(trace, chain));
        directive.prefix.assign(recording.order.begin(), recording.order.begin() + static_cast<std::ptrdiff_t>(length));
        for (int run = 0; run < 5; ++run) {
          const Obedience obedience = run_as_directed(machine, directive, random);
          RC_ASSERT(obedience.chain_executed < chain.size());
        }
      }
    }
  });
  EXPECT_GT(left_out, graphfuzz::testing::seen_here(20U));
}

}  // namespace
}  // namespace graphfuzz::go
