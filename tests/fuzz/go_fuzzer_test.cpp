// The examples of the specification, in the engine: each behaves as its text says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/fuzz/go/chain_mutator.hpp"
#include "graphfuzz/fuzz/go/directed_search.hpp"
#include "graphfuzz/fuzz/go/steps.hpp"
#include "support/go_script.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::go {
namespace {

using testing::atomic_load;
using testing::atomic_store;
using testing::Body;
using testing::close;
using testing::fork;
using testing::lock;
using testing::once;
using testing::once_end;
using testing::receive;
using testing::receiving;
using testing::Script;
using testing::Seen;
using testing::select;
using testing::send;
using testing::unlock;

constexpr Object kFirstMutex = 20, kSecondMutex = 21, kOnlyOnce = 22, kCounter = 23;

struct Fuzzed {
  explicit Fuzzed(const GoProgram& program, GoFuzzOptions options, std::uint64_t seed)
      : fuzzer(options, Record{}, machine_runner(program, MachineOptions{}, names), counts, seed) {}
  Fuzzed(const GoProgram& program, StrategyKind strategy, std::uint64_t seed)
      : Fuzzed(program, GoFuzzOptions::of(strategy), seed) {}

  Runner& runner() { return fuzzer.engine().runner(); }
  bool bug() { return !runner().findings().empty(); }
  bool bug(GoBugKind kind) {
    const auto bugs = runner().findings();
    return std::any_of(bugs.begin(), bugs.end(), [&](const auto& b) { return b.kind == name(kind); });
  }
  std::vector<Finding> predictions() {
    std::vector<Finding> predicted;
    for (std::size_t i = 0; i < fuzzer.findings().size(); ++i) {
      if (fuzzer.finding(i).predicted) predicted.push_back(fuzzer.finding(i));
    }
    return predicted;
  }
  Fingerprint step() {
    fuzzer.step();
    return runner().fingerprints().graph;
  }
  bool directed() const { return fuzzer.input().id != 0; }

  std::shared_ptr<RoutineNames> names = std::make_shared<RoutineNames>();
  GraphCounts counts;
  DirectedSearch fuzzer;
};

/// The fuzzers whose first, free run did not show the bug, and how many runs these needed until a directed one did,
/// no further free run coming in between: 0 if none did.
struct Reached {
  unsigned tried = 0;
  unsigned reached = 0;
  unsigned most_runs = 0;
};
Reached reach(const GoProgram& program, const GoFuzzOptions& options, GoBugKind kind, unsigned runs = 100,
              unsigned seeds = 30) {
  Reached result;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Fuzzed f(program, options, seed);
    f.fuzzer.step();
    if (f.bug(kind)) continue;
    ++result.tried;
    for (unsigned run = 2; run <= runs; ++run) {
      f.fuzzer.step();
      if (!f.directed()) break;
      if (!f.bug(kind)) continue;
      ++result.reached;
      result.most_runs = std::max(result.most_runs, run);
      break;
    }
  }
  return result;
}
Reached reach(const GoProgram& program, StrategyKind strategy, GoBugKind kind, unsigned runs = 100) {
  return reach(program, GoFuzzOptions::of(strategy), kind, runs);
}

// order-based-fuzzing.md, "Triggering bugs".
TEST(GoFuzzerExamples, SendOnClosedByReordering) {
  const Script program({{fork(1), close(0)}, {send(0)}}, {1});
  for (const StrategyKind strategy : {StrategyKind::gopie, StrategyKind::gopie_plus, StrategyKind::gopie_hb}) {
    const Reached r = reach(program, strategy, GoBugKind::panic);
    EXPECT_GT(r.tried, 3U) << name(strategy);
    EXPECT_EQ(r.reached, r.tried) << name(strategy);
    EXPECT_LE(r.most_runs, 10U) << name(strategy);
  }
}

Script select_example() {  // case <-c: someCode(), case <-d: codeWithBug()
  return Script({{fork(1), fork(2), select({receiving(0), receiving(1)}).then([](const Seen& s) {
                    return s.result.chosen == 1 ? 3U : 4U;
                  }),
                  atomic_store(kCounter, 1).failing("codeWithBug")},
                 {send(0)},
                 {send(1)}},
                {1, 1});
}

// order-based-fuzzing.md, "Uncovering new execution paths": the select.
TEST(GoFuzzerExamples, SelectReachesTheBuggyCase) {
  const Script program = select_example();
  for (const StrategyKind strategy : {StrategyKind::gfuzz, StrategyKind::gfuzz_hb, StrategyKind::gopie,
                                      StrategyKind::gopie_plus, StrategyKind::gopie_hb}) {
    const Reached r = reach(program, strategy, GoBugKind::test_failure);
    EXPECT_GT(r.tried, 3U) << name(strategy);
    // GFuzz may choose the case of the last run again, for all its mutations, and then starts anew.
    EXPECT_GE(r.reached, strategy == StrategyKind::gfuzz ? r.tried * 3 / 4 : r.tried) << name(strategy);
  }
}

// order-based-fuzzing.md, "Uncovering new execution paths": the atomic variable. "The original GoPie cannot".
TEST(GoFuzzerExamples, AtomicsAreForGoPiePlus) {
  const Script program({{atomic_store(kCounter, 0), fork(1),
                         atomic_load(kCounter).then([](const Seen& s) { return s.value == 0 ? 3U : 4U; }),
                         lock(kFirstMutex).failing("CodeWithBug")},
                        {atomic_store(kCounter, 1)}});
  const Reached gopie = reach(program, StrategyKind::gopie, GoBugKind::test_failure);
  EXPECT_GT(gopie.tried, 3U);
  EXPECT_EQ(gopie.reached, 0U);
  Fuzzed f(program, StrategyKind::gopie, 1);
  for (int run = 0; run < 50; ++run) {
    f.fuzzer.step();
    EXPECT_FALSE(f.directed()) << "there is nothing that it could mutate";
  }
  EXPECT_EQ(f.fuzzer.fuzzing().memory().first_runs, 50U);
  const Reached plus = reach(program, StrategyKind::gopie_plus, GoBugKind::test_failure);
  EXPECT_EQ(plus.reached, plus.tried);
  EXPECT_GT(plus.tried, 3U);
  const Reached hb = reach(program, StrategyKind::gopie_hb, GoBugKind::test_failure);
  EXPECT_EQ(hb.reached, hb.tried);
}

/// order-based-fuzzing.md, "Example": the Kubernetes deadlock. Bodies 1: R1, 2: R2.
Script kubernetes() {
  return Script(
      {{fork(1), fork(2), fork(2)},
       {receive(0), lock(kFirstMutex), unlock(kFirstMutex), receive(0), lock(kFirstMutex), unlock(kFirstMutex)},
       {lock(kFirstMutex), send(0), unlock(kFirstMutex)}},
      {0});
}

TEST(GoFuzzerExamples, KubernetesMixedDeadlockIsFound) {
  const Script program = kubernetes();
  for (const StrategyKind strategy : {StrategyKind::gopie_plus, StrategyKind::gopie_hb}) {
    unsigned tried = 0, found = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      Fuzzed f(program, strategy, seed);
      f.fuzzer.step();
      if (f.bug()) continue;
      ++tried;
      for (int run = 0; run < 100; ++run) {
        f.fuzzer.step();
        if (!f.directed()) break;
        if (f.bug()) {
          ++found;
          break;
        }
      }
    }
    EXPECT_GT(tried, 3U);
    EXPECT_EQ(found, tried);
  }
}

/// The last event that matches, in the trace of a run.
std::uint32_t event(const Trace& trace, Routine routine, Kind kind, unsigned which = 1) {
  for (const std::uint32_t e : trace.routines[routine].events) {
    if (trace.events[e].kind == kind && --which == 0) return e;
  }
  return kNoEvent;
}

// … and the chain at which its table arrives leads there, from any run that went well.
TEST(GoFuzzerExamples, KubernetesLastChainLeadsToTheDeadlock) {
  const Script program = kubernetes();
  Machine machine(program, {}, std::make_shared<RoutineNames>());
  unsigned tried = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    machine.restart();
    run_at_random(machine, random);
    if (!machine.bugs().empty()) continue;
    ++tried;
    const Trace& trace = machine.trace();
    // The sender that comes first is G2 of the document.
    const bool second = event(trace, 2, Kind::send) < event(trace, 3, Kind::send);
    const Routine g2 = second ? 2 : 3, g3 = second ? 3 : 2;
    const OperationNames names(trace);
    const Recording recording = record(names);
    const Chain chain = {event(trace, g2, Kind::send), event(trace, g3, Kind::lock), event(trace, 1, Kind::lock)};
    Directive directive;
    for (const std::uint32_t e : chain) directive.chain.push_back(names(e));
    const std::size_t length = recording.before(earliest(trace, chain));
    directive.prefix.assign(recording.order.begin(), recording.order.begin() + static_cast<std::ptrdiff_t>(length));
    const Obedience obedience = run_as_directed(machine, directive, random);
    EXPECT_FALSE(machine.bugs().empty()) << "seed " << seed;
    EXPECT_GE(obedience.chain_executed, 2U);
  }
  EXPECT_GT(tried, 5U);
}

// order-based-fuzzing.md, GoPie+, "Pre": send 1 blocked; made to be first, it is not, and its code runs.
TEST(GoFuzzerExamples, SendOneIsUnblockedByGoPiePlus) {
  const Script program(
      {{fork(1), fork(2), receive(0)}, {send(0), atomic_store(kCounter, 1).failing("codeWithBug")}, {send(0)}}, {0});
  const Reached plus = reach(program, StrategyKind::gopie_plus, GoBugKind::test_failure);
  EXPECT_GT(plus.tried, 3U);
  EXPECT_EQ(plus.reached, plus.tried);
  // GoPie does not know of send 1, so that no chain of it asks for it.
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Fuzzed f(program, StrategyKind::gopie, seed);
    f.fuzzer.step();
    if (f.bug(GoBugKind::test_failure)) continue;
    const Trace& trace = f.runner().trace();
    const OperationId send1 = OperationNames(trace)(event(trace, 1, Kind::send));
    for (const Input& input : f.fuzzer.fuzzing().memory().queue.waiting()) {
      EXPECT_EQ(std::count(input.directive.chain.begin(), input.directive.chain.end(), send1), 0);
    }
  }
}

// order-based-fuzzing.md, GoPie+, "Order Enforcement": whether the mutated section is reached is decided by who wins
// the Once. The other user of m is what its lock is in a chain with.
TEST(GoFuzzerExamples, DoOneIsReachedByEnforcementOfThePrefix) {
  const Script program(
      {{fork(1), fork(2), once(kOnlyOnce, 6), lock(kSecondMutex), unlock(kSecondMutex), once_end(kOnlyOnce)},
       {once(kOnlyOnce, 4), lock(kFirstMutex), unlock(kFirstMutex), once_end(kOnlyOnce)},
       {lock(kFirstMutex), unlock(kFirstMutex)}});
  Machine machine(program, {}, std::make_shared<RoutineNames>());
  unsigned recorded = 0, with_prefix = 0, without = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    machine.restart();
    run_at_random(machine, random);
    const Trace trace = machine.trace();
    const std::uint32_t section = event(trace, 1, Kind::lock), other = event(trace, 2, Kind::lock);
    if (section == kNoEvent) continue;  // Do 2 was first
    ++recorded;
    const OperationNames names(trace);
    const Recording recording = record(names);
    Directive directive;
    directive.chain = {names(section), names(other)};
    without += run_as_directed(machine, directive, random).chain_executed == 2;
    const std::size_t length = recording.before(earliest(trace, {section, other}));
    directive.prefix.assign(recording.order.begin(), recording.order.begin() + static_cast<std::ptrdiff_t>(length));
    const bool decided = event(trace, 1, Kind::once) != kNoEvent &&
                         decided_at(trace, event(trace, 1, Kind::once)) < earliest(trace, {section, other});
    const bool executed = run_as_directed(machine, directive, random).chain_executed == 2;
    if (decided) {
      EXPECT_TRUE(executed) << "seed " << seed;
    }
    with_prefix += executed;
  }
  EXPECT_GT(recorded, 40U);
  EXPECT_LT(without, recorded * 9 / 10);
  EXPECT_GT(with_prefix, without);
}

// order-based-fuzzing.md, GoPieHB, "Mutation": running <4, 3> gets stuck.
TEST(GoFuzzerExamples, TheFilteredChainGetsStuck) {
  const Script program({{fork(1), lock(kFirstMutex), unlock(kFirstMutex)}, {lock(kFirstMutex), unlock(kFirstMutex)}});
  Machine machine(program, {}, std::make_shared<RoutineNames>());
  unsigned tried = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    machine.restart();
    run_at_random(machine, random);
    const Trace trace = machine.trace();
    const std::uint32_t three = event(trace, 1, Kind::unlock), four = event(trace, 0, Kind::lock);
    if (three > four) continue;
    ++tried;
    EXPECT_FALSE(possible(HappensBefore(trace, Clock::strong), {four, three}));
    const OperationNames names(trace);
    const Recording recording = record(names);
    Directive directive;
    directive.chain = {names(four), names(three)};
    directive.prefix.assign(
        recording.order.begin(),
        recording.order.begin() + static_cast<std::ptrdiff_t>(recording.before(earliest(trace, {four, three}))));
    EXPECT_TRUE(run_as_directed(machine, directive, random).stuck);
  }
  EXPECT_GT(tried, 3U);
}

// select-based-fuzzing.md, "Improvement over original GFuzz": a … z, of which only a and z have partners.
TEST(GoFuzzerExamples, PartnersSaveTimeOuts) {
  std::vector<Case> cases;
  for (Object c = 0; c < 26; ++c) cases.push_back(receiving(c));
  const Script program(
      {{fork(1), fork(2), select(cases, true).then([](const Seen& s) { return s.result.chosen == 25 ? 3U : 4U; }),
        atomic_store(kCounter + 20, 1).failing("does contain bug")},
       {send(0)},
       {send(25)}},
      std::vector<std::int64_t>(26, 0));
  constexpr auto kSeeds = graphfuzz::testing::cases_here<std::uint64_t>(300);
  const auto time_outs = [&](double weight) {
    std::uint64_t sum = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      GoFuzzOptions options = GoFuzzOptions::of(StrategyKind::gfuzz_hb);
      options.select.partner_weight = weight;
      Fuzzed f(program, options, seed);
      for (int run = 0; run < 1000; ++run) {
        f.fuzzer.step();
        if (!f.directed()) continue;
        // After a time-out the select may take z by itself; what counts is the mutation that asks for it.
        sum += f.fuzzer.obedience().timed_out;
        if (f.fuzzer.obedience().timed_out == 0 && f.bug(GoBugKind::test_failure)) break;
      }
    }
    return sum;
  };
  const std::uint64_t with = time_outs(2), without = time_outs(1);
  EXPECT_GT(with, kSeeds) << "it is not found at once";
  EXPECT_LT(static_cast<double>(with), 0.75 * static_cast<double>(without)) << with << " and " << without;
}

/// flow-changing-operations.md, "Comparison to GoPie".
Script noisy_once(std::size_t noise) {
  Body main = {fork(1), fork(2)};
  for (std::size_t i = 0; i < noise; ++i) main.push_back(receive(0));
  main.push_back(once(kOnlyOnce, main.size() + 3));
  main.push_back(atomic_store(kCounter, 2).failing("codeWithPosBug"));
  main.push_back(once_end(kOnlyOnce));
  Body sends(noise, send(0));
  return Script({main, {once(kOnlyOnce, 3), atomic_store(kCounter, 1), once_end(kOnlyOnce)}, sends}, {0});
}

TEST(GoFuzzerExamples, FlowFindsTheNoisyOnceInTwoRuns) {
  const Script program = noisy_once(1000);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Fuzzed f(program, StrategyKind::flow, seed);
    f.fuzzer.step();
    EXPECT_FALSE(f.bug(GoBugKind::test_failure));
    f.fuzzer.step();
    EXPECT_TRUE(f.bug(GoBugKind::test_failure));
    EXPECT_EQ(f.fuzzer.obedience().delayed, 1U);
  }
}

TEST(SlowGoFuzzerExamples, GoPieDoesNotFindTheNoisyOnceInAThousandRuns) {
  const Script program = noisy_once(1000);
  Fuzzed f(program, StrategyKind::gopie, 1);
  unsigned directed = 0;
  for (int run = 0; run < 1000; ++run) {
    f.fuzzer.step();
    directed += f.directed();
    ASSERT_FALSE(f.bug(GoBugKind::test_failure)) << "run " << run;
  }
  EXPECT_GT(directed, 900U);
}

TEST(GoFuzzer, TheSameSeedGivesTheSameRuns) {
  const Script program = kubernetes();
  for (const StrategyKind strategy : directed_strategies()) {
    Fuzzed one(program, strategy, 5), two(program, strategy, 5), other(program, strategy, 6);
    bool differs = false;
    for (int run = 0; run < 60; ++run) {
      const Fingerprint a = one.step(), b = two.step(), c = other.step();
      EXPECT_EQ(a, b) << name(strategy);
      differs |= a != c;
      EXPECT_EQ(one.fuzzer.input(), two.fuzzer.input());
    }
    EXPECT_TRUE(differs) << name(strategy);
  }
}

TEST(GoFuzzer, StepsReplay) {
  const Script program = select_example();
  for (const StrategyKind strategy : directed_strategies()) {
    Fuzzed f(program, strategy, 3);
    Machine machine(program, {}, f.names);
    for (int run = 0; run < 40; ++run) {
      const Fingerprint graph = f.step();
      const std::vector<Step> steps = numbered(named_steps_of(f.runner().witness(nullptr).steps), *f.names);
      EXPECT_EQ(replay(machine, steps), steps.size());
      EXPECT_EQ(machine.fingerprint(), graph);
    }
  }
}

TEST(GoFuzzer, StartsAnewWhenTheQueueIsEmpty) {
  const Script program({{fork(1), receive(0)}, {send(0)}}, {0});
  Fuzzed f(program, StrategyKind::gfuzz_hb, 1);
  for (int run = 0; run < 10; ++run) f.fuzzer.step();
  EXPECT_EQ(f.fuzzer.fuzzing().memory().first_runs, 10U) << "there is no select";
  EXPECT_EQ(f.fuzzer.guidance()->runs, 0U);
}

TEST(GoFuzzer, RestartsAfterSoManyRuns) {
  const Script program = kubernetes();
  GoFuzzOptions options = GoFuzzOptions::of(StrategyKind::gopie_plus);
  options.restart_after = 5;
  Fuzzed f(program, options, 1);
  unsigned since = 0;
  for (int run = 0; run < 100; ++run) {
    f.fuzzer.step();
    since = f.directed() ? since + 1 : 0;
    EXPECT_LE(since, 5U);
  }
  EXPECT_GE(f.fuzzer.fuzzing().memory().first_runs, 16U);
}

// order-based-fuzzing.md, GoPieHB, "Analysis": a bug is reported that did not happen. GoPie+ only runs into bugs.
TEST(GoFuzzer, GoPieHBPredicts) {
  const Script program({{fork(1), close(0)}, {send(0)}}, {1});
  unsigned clean = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Fuzzed hb(program, StrategyKind::gopie_hb, seed), plus(program, StrategyKind::gopie_plus, seed);
    hb.fuzzer.step();
    plus.fuzzer.step();
    EXPECT_TRUE(plus.predictions().empty());
    if (hb.bug()) continue;
    ++clean;
    ASSERT_FALSE(hb.predictions().empty());
    EXPECT_THAT(hb.predictions()[0].message, ::testing::HasSubstr("P01"));
    EXPECT_THAT(hb.predictions()[0].message, ::testing::HasSubstr("script.go:"));
  }
  EXPECT_GT(clean, 3U);
}

}  // namespace
}  // namespace graphfuzz::go
