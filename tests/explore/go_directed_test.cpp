// Runs as a directive asks: preferred cases, chains, prefixes, delays, and what happens when they cannot be had.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "support/go_random_script.hpp"
#include "support/property.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The outcomes of 100 runs with different seeds.
struct Runs {
  std::set<std::string> outcomes;
  Obedience last;
};

Runs runs(const Script& program, const Directive& directive, Timing timing = Timing::idle) {
  Machine machine(program, {}, nullptr);
  Runs result;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    std::vector<Step> steps;
    result.last = run_as_directed(machine, directive, random, &steps, timing);
    result.outcomes.insert(machine.outcome());
    const Fingerprint directed = machine.fingerprint();
    EXPECT_EQ(replay(machine, steps), steps.size());
    EXPECT_EQ(machine.fingerprint(), directed);
    EXPECT_TRUE(machine.over());
  }
  return result;
}

/// main, whose instruction number `n` is a select that prints its case.
Body selecting(Body before, const Instruction& the_select) {
  const std::size_t n = before.size();
  before.push_back(the_select.then([n](const Seen& s) {
    return s.result.chosen == kDefault ? n + 3 : n + 1 + static_cast<std::size_t>(s.result.chosen);
  }));
  for (const char* text : {"0\n", "1\n", "default\n"}) before.push_back(end().printing(text));
  return before;
}

Directive preferring(const std::string& position, std::vector<int> cases) {
  Directive directive;
  directive.preferred[position] = std::move(cases);
  return directive;
}

TEST(GoDirected, ThePreferredCaseIsWaitedFor) {
  const Script program({selecting({fork(1), fork(2)}, select({receiving(0), receiving(1)})), {send(0)}, {send(1)}},
                       {1, 1});
  for (const int preferred : {0, 1}) {
    const Runs r = runs(program, preferring("script.go#102", {preferred}));
    EXPECT_THAT(r.outcomes, ElementsAre("ok; " + std::to_string(preferred)));
    EXPECT_EQ(r.last.preferred, 1u);
    EXPECT_EQ(r.last.timed_out, 0u);
  }
}

TEST(GoDirected, AfterTheTimeOutTheSelectIsAsItWasWritten) {
  const Script program({selecting({fork(1)}, select({receiving(0), receiving(1)})), {send(0)}}, {1, 1});
  const Runs r = runs(program, preferring("script.go:101", {1}));
  EXPECT_THAT(r.outcomes, ElementsAre("ok; 0"));
  EXPECT_EQ(r.last.timed_out, 1u);
}

TEST(GoDirected, APreferredTimerIsWaitedFor) {
  const Script program(
      {selecting({timer_start(kTimer, 100, 1), send(0)}, select({receiving(0), receiving(1)})), {send(1)}}, {1, 1});
  EXPECT_THAT(runs(program, preferring("script.go#102", {1})).outcomes, ElementsAre("ok; 1"));
  EXPECT_THAT(runs(program, {}).outcomes, ElementsAre("ok; 0"));
}

TEST(GoDirected, TimersFireAtAnyTimeIfOneAsks) {
  // Beside the preference, which is kept, a time-out that may come before what it is about, or after.
  const Script program(
      {selecting({fork(1), timer_start(kTimer, 100, 2), receive(2), send(0)}, select({receiving(0), receiving(1)})),
       {send(2).printing("work\n")},
       {send(1)}},
      {1, 1, 0});
  const Directive directive = preferring("script.go#104", {0});
  EXPECT_THAT(runs(program, directive).outcomes, ElementsAre("ok; 0 | work"));
  Machine machine(program, {}, nullptr);
  for (const Timing timing : {Timing::idle, Timing::any}) {
    int early = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Random random(seed);
      std::vector<Step> steps;
      run_as_directed(machine, directive, random, &steps, timing);
      const auto fires = std::find_if(steps.begin(), steps.end(), [](const Step& s) { return s.timer >= 0; });
      const auto meets = std::find_if(steps.begin(), steps.end(), [](const Step& s) { return s.partner != kNoName; });
      early += fires < meets ? 1 : 0;
    }
    EXPECT_EQ(early > 0, timing == Timing::any);
  }
  EXPECT_THAT(runs(program, directive, Timing::any).outcomes, ElementsAre("ok; 0 | work"));
}

TEST(GoDirected, ThePreferredDefaultIsTakenAtOnce) {
  const Script program({selecting({fork(1)}, select({receiving(0)}, true)), {send(0)}}, {1});
  EXPECT_THAT(runs(program, preferring("script.go#101", {kDefault})).outcomes, ElementsAre("ok; default"));
  EXPECT_THAT(runs(program, preferring("script.go#101", {0})).outcomes, ElementsAre("ok; 0"));
  // A case that it does not have.
  EXPECT_EQ(runs(program, preferring("script.go#101", {7})).outcomes.size(), 2u);
}

TEST(GoDirected, PreferencesAreUsedUpVisitAfterVisit) {
  // Three rounds, told to take 1, then 0; the third is free.
  std::string taken;
  const Script program({{fork(1), select({receiving(0), receiving(1)}).then([&taken](const Seen& s) {
                           taken += static_cast<char>('0' + s.result.chosen);
                           return taken.size() < 3 ? 1u : 2u;
                         })},
                        {send(0), send(1), send(0), send(1), send(0), send(1)}},
                       {8, 8});
  Machine machine(program, {}, nullptr);
  std::set<std::string> all;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    taken.clear();
    Random random(seed);
    run_as_directed(machine, preferring("script.go#101", {1, 0}), random);
    all.insert(taken);
  }
  EXPECT_THAT(all, ElementsAre("100", "101"));
}

/// order-based-fuzzing.md, the simplified mixed deadlock of Kubernetes. Its lines 11, 17 and 18 are here:
constexpr const char* k11 = "script.go#201";
constexpr const char* k17 = "script.go#300";
constexpr const char* k18 = "script.go#301";

TEST(GoDirected, AChainIsEnforced) {
  // R2 of the second goroutine holds the lock and wants to send, when R1 wants the lock: {18 of G2, 17 of G3, 11 of
  // G1}.
  const Script program({{fork(1), fork(2), fork(2)},
                        {receive(0), lock(kMutex), unlock(kMutex), receive(0), lock(kMutex), unlock(kMutex)},
                        {lock(kMutex), send(0), unlock(kMutex)}},
                       {0});
  Machine machine(program, {}, nullptr);
  RoutineNames& names = *machine.names();
  const Name g1 = names.forked(0, 0);
  const Name g2 = names.forked(0, 1);
  const Name g3 = names.forked(0, 2);
  Directive directive;
  directive.chain = {{g2, k18, 1}, {g3, k17, 1}, {g1, k11, 1}};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Obedience obedience = run_as_directed(machine, directive, random);
    std::set<std::string> bugs;
    for (const GoBug& bug : machine.bugs()) bugs.insert(bug.message);
    // The first one waits for the second one's lock.
    EXPECT_THAT(bugs, ElementsAre("leak: send at script.go:301, which had no possible partner"));
    // The last one of the chain waits for ever; nothing had to be released.
    EXPECT_EQ(obedience.chain_executed, 2u);
    EXPECT_FALSE(obedience.stuck);
  }
}

TEST(GoDirected, AChainThatMeetsIsOneTurn) {
  const Script program({{fork(1), receive(0)}, {send(0)}}, {0});
  Machine machine(program, {}, nullptr);
  const Name g1 = machine.names()->forked(0, 0);
  for (const bool reversed : {false, true}) {
    Directive directive;
    directive.chain = {{g1, "script.go#200", 1}, {0, "script.go#101", 1}};
    if (reversed) std::swap(directive.chain[0], directive.chain[1]);
    Random random(1);
    const Obedience obedience = run_as_directed(machine, directive, random);
    EXPECT_EQ(obedience.chain_executed, 2u);
    EXPECT_FALSE(obedience.stuck);
  }
}

TEST(GoDirected, AnImpossibleChainIsReleased) {
  // order-based-fuzzing.md, GoPieHB: lock(m) of main cannot come before unlock(m) of the other, once that has the lock.
  const Script program({{fork(1), receive(0), lock(kMutex), unlock(kMutex)}, {lock(kMutex), send(0), unlock(kMutex)}},
                       {1});
  Machine machine(program, {}, nullptr);
  const Name g1 = machine.names()->forked(0, 0);
  Directive directive;
  directive.chain = {{0, "script.go#102", 1}, {g1, "script.go#202", 1}};
  Random random(1);
  const Obedience obedience = run_as_directed(machine, directive, random);
  EXPECT_TRUE(obedience.stuck);
  EXPECT_EQ(machine.outcome(), "ok");
}

TEST(GoDirected, AChainReachesTheOnceOfTheOther) {
  // order-based-fuzzing.md, GoPie+, "Order Enforcement": Do 1 or Do 2 first, as the prefix has it.
  const Script program({{fork(1), once(kOnce, 4), end().printing("main\n"), once_end(kOnce)},
                        {once(kOnce, 3), once_end(kOnce).printing("other\n"), end()}});
  Machine machine(program, {}, nullptr);
  const Name g1 = machine.names()->forked(0, 0);
  Directive first;
  first.prefix = {{g1, "script.go#200", 1}};
  EXPECT_THAT(runs(program, first).outcomes, ElementsAre("ok; other"));
  first.prefix = {{0, "script.go#101", 1}};
  EXPECT_THAT(runs(program, first).outcomes, ElementsAre("ok; main"));
}

TEST(GoDirected, DelaysLetOthersGoFirst) {
  // flow-changing-operations.md: the winner of a once, and the first of two sends.
  const Script sends({{fork(1), fork(2), receive(0).then([](const Seen& s) { return s.result.payload == 1 ? 3u : 4u; }),
                       end().printing("first\n"), end().printing("second\n")},
                      {send(0, 1)},
                      {send(0, 2)}},
                     {2});
  Directive directive;
  directive.delays["script.go#200"] = {1};
  const Runs r = runs(sends, directive);
  EXPECT_THAT(r.outcomes, ElementsAre("ok; second"));
  EXPECT_EQ(r.last.delayed, 1u);
  // Nobody else: it goes on after the delay.
  const Script alone({{lock(kMutex)}});
  Directive late;
  late.delays["script.go#100"] = {1};
  EXPECT_THAT(runs(alone, late).outcomes, ElementsAre("ok"));
}

/// Somebody who goes on for ever.
Body busy() { return {atomic_load(kAtomic).then_to(0)}; }

// gfuzz.md, "Enforcing Message order": "for a specified time period T"; flow-changing-operations.md, "Implementations":
// "After this timer has passed it will be released"; both though somebody else could go on without end.
TEST(GoDirected, TimeIsUpBesideABusyGoroutine) {
  const Script selects({selecting({fork(1), fork(2)}, select({receiving(0), receiving(1)})), {send(0)}, busy()},
                       {1, 1});
  const Runs preferred = runs(selects, preferring("script.go#102", {1}));
  EXPECT_THAT(preferred.outcomes, ElementsAre("ok; 0"));
  EXPECT_EQ(preferred.last.timed_out, 1u);

  const Script locks({{fork(1), lock(kMutex)}, busy()});
  Directive late;
  late.delays["script.go#101"] = {1};
  const Runs delayed = runs(locks, late);
  EXPECT_THAT(delayed.outcomes, ElementsAre("ok"));
  EXPECT_EQ(delayed.last.delayed, 1u);

  Directive chain;
  chain.chain = {{7, "script.go#700", 1}, {0, "script.go#101", 1}};
  const Runs stuck = runs(locks, chain);
  EXPECT_THAT(stuck.outcomes, ElementsAre("ok"));
  EXPECT_TRUE(stuck.last.stuck);
}

// What no trace has an operation for is no execution of a position: flow_swaps counts in traces.
TEST(GoDirected, DelaysCountOperationsAlone) {
  const Script program({{fork(1).on_line(50), lock(kMutex), lock(kOther).on_line(50)}, {end()}});
  for (const std::uint32_t visit : {1, 2}) {
    Directive directive;
    directive.delays["script.go#50"] = {visit};
    EXPECT_EQ(runs(program, directive).last.delayed, visit == 1 ? 1u : 0u);
  }
}

TEST(GoDirected, AWholeRecordedRunIsFollowed) {
  // Identifiers of operations do not tell which case a select took, nor when a writer announced itself to readers.
  std::size_t followed = 0;
  std::size_t compared = 0;
  graphfuzz::testing::check_property(400, [&](std::uint64_t seed) {
    RandomScriptOptions options;
    options.time = false;
    const Script program = random_script(seed, options);
    Machine machine(program, {}, nullptr);
    Random random(seed);
    machine.restart();
    run_at_random(machine, random);
    const Fingerprint recorded = machine.fingerprint();
    Directive directive;
    std::map<std::pair<Name, Position>, std::uint32_t> visits;
    bool untold = false;
    const Trace trace = machine.trace();
    // Visits are counted in program order.
    std::vector<std::uint32_t> visit(trace.events.size());
    for (const TraceRoutine& routine : trace.routines) {
      for (const std::uint32_t e : routine.events) {
        visit[e] = ++visits[{routine.id, trace.events[e].position}];
      }
    }
    for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
      const TraceEvent& event = trace.events[e];
      untold |= event.kind == Kind::select || event.kind == Kind::rlock || event.kind == Kind::try_rlock;
      if (event.finished()) {
        directive.prefix.push_back({trace.routines[event.routine].id, trace.positions[event.position], visit[e]});
      }
    }
    run_as_directed(machine, directive, random);
    if (untold) return;
    ++compared;
    followed += machine.fingerprint() == recorded;
  });
  EXPECT_GT(compared, graphfuzz::testing::seen_here(100u));
  EXPECT_EQ(followed, compared);
}

TEST(GoDirected, AnyDirectiveEnds) {
  graphfuzz::testing::check_property(500, [](std::uint64_t seed) {
    const Script program = random_script(seed);
    Machine machine(program, {}, nullptr);
    Random random(seed);
    const auto position = [&] { return "script.go#" + std::to_string(100 * (1 + random.below(4)) + random.below(5)); };
    const auto id = [&] {
      const Name routine = random.below(4) == 0 ? 0 : machine.names()->forked(0, random.below(3));
      return OperationId{routine, position(), 1};
    };
    Directive directive;
    for (std::uint32_t n = random.below(4); n > 0; --n) directive.chain.push_back(id());
    for (std::uint32_t n = random.below(4); n > 0; --n) directive.prefix.push_back(id());
    for (std::uint32_t n = random.below(4); n > 0; --n) directive.preferred[position()] = {int(random.below(4)) - 1, 0};
    for (std::uint32_t n = random.below(4); n > 0; --n) directive.delays[position()] = {1, 2};
    std::vector<Step> steps;
    const Obedience obedience = run_as_directed(machine, directive, random, &steps);
    RC_ASSERT(machine.over());
    RC_ASSERT(obedience.chain_executed <= directive.chain.size());
    const Fingerprint directed = machine.fingerprint();
    RC_ASSERT(replay(machine, steps) == steps.size());
    RC_ASSERT(machine.fingerprint() == directed);
  });
}

}  // namespace
}  // namespace graphfuzz::go
