// Scheduling chains and their mutations: spec/order-based-fuzzing.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "fuzz/go_trace_maker.hpp"
#include "graphfuzz/analysis/go/features.hpp"
#include "graphfuzz/fuzz/go/chain_mutator.hpp"
#include "graphfuzz/fuzz/go/fuzzing.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::go {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::TraceMaker;
using ::testing::UnorderedElementsAre;

/// "Fragmentation": c has capacity 3, d none; G0 sends, G1 receives.
struct Fragmentation : TraceMaker {
  Fragmentation() {
    const Object c = channel(3), d = channel(0);
    const Routine g1 = fork(0, 1);
    send_c = add(0, Kind::send, c, 10);
    send_d = add(0, Kind::send, d, 11);
    recv_d = add(g1, Kind::receive, d, 20);
    recv_c = add(g1, Kind::receive, c, 21);
    send_c2 = add(0, Kind::send, c, 12);
    recv_c2 = add(g1, Kind::receive, c, 22);
    match(send_d, recv_d);
    match(send_c, recv_c);
    match(send_c2, recv_c2);
  }
  std::uint32_t send_c, send_d, recv_d, recv_c, send_c2, recv_c2;
};

/// "GoPieHB", "Mutation": the lock example. Lines are the numbers that the document gives the operations.
struct LockExample : TraceMaker {
  LockExample() {
    const Object m = mutex();
    const Routine g1 = fork(0, 1);
    lock1 = add(g1, Kind::lock, m, 2);
    unlock1 = add(g1, Kind::unlock, m, 3);
    lock0 = add(0, Kind::lock, m, 4);
    unlock0 = add(0, Kind::unlock, m, 5);
  }
  std::uint32_t lock1, unlock1, lock0, unlock0;
};

/// "Example": the simplified Kubernetes deadlock, in an execution without the bug: G2 meets G1, which locks, then G3
/// meets G1. Lines are those of the document.
struct Kubernetes : TraceMaker {
  Kubernetes() {
    const Object m = mutex(), c = channel(0);
    const Routine g1 = fork(0, 23), g2 = fork(0, 24), g3 = fork(0, 25);
    add(g2, Kind::lock, m, 17);
    g2_18 = add(g2, Kind::send, c, 18);
    match(g2_18, add(g1, Kind::receive, c, 10));
    g2_19 = add(g2, Kind::unlock, m, 19);
    g1_11 = add(g1, Kind::lock, m, 11);
    g1_12 = add(g1, Kind::unlock, m, 12);
    g3_17 = add(g3, Kind::lock, m, 17);
    const std::uint32_t g3_18 = add(g3, Kind::send, c, 18);
    match(g3_18, add(g1, Kind::receive, c, 10));
    add(g3, Kind::unlock, m, 19);
    add(g1, Kind::lock, m, 11);
    add(g1, Kind::unlock, m, 12);
  }
  std::uint32_t g2_18, g2_19, g1_11, g1_12, g3_17;
};

TEST(GoChain, NeighboursAreOfDifferentRoutines) {  // order-based-fuzzing.md, "Fragmentation"
  const Fragmentation f;
  EXPECT_TRUE(is_chain(f.trace, {f.send_d, f.recv_d, f.send_c2}));
  EXPECT_FALSE(is_chain(f.trace, {f.send_c, f.send_d, f.recv_d}));
  EXPECT_FALSE(is_chain(f.trace, {f.send_d, f.recv_d, f.send_d})) << "one operation twice";
  EXPECT_FALSE(is_chain(f.trace, {0, f.recv_d})) << "a fork cannot be held back";
}

TEST(GoChain, AbridgeTakesEitherEnd) {
  EXPECT_THAT(abridge({1, 2, 3}), UnorderedElementsAre(Chain{2, 3}, Chain{1, 2}));
  EXPECT_THAT(abridge({1, 2}), UnorderedElementsAre(Chain{2}, Chain{1}));
  EXPECT_THAT(abridge({1}), IsEmpty());
}

TEST(GoChain, FlipsOfFourAreThree) {  // order-based-fuzzing.md, GoPie+, "Flip"
  TraceMaker t;
  const Object m = t.mutex();
  Chain chain;
  for (int r = 1; r <= 4; ++r) chain.push_back(t.add(t.fork(0, r), Kind::lock, m, 10 + r));
  const auto [a, b, c, d] = std::tuple(chain[0], chain[1], chain[2], chain[3]);
  EXPECT_THAT(flip(t.trace, chain), UnorderedElementsAre(Chain{b, a, c, d}, Chain{a, c, b, d}, Chain{a, b, d, c}));
}

TEST(GoChain, FlipKeepsItAChain) {
  const Kubernetes k;
  // 18 and 19 are both of G2: 12 must stay between them.
  EXPECT_THAT(flip(k.trace, {k.g2_18, k.g1_12, k.g2_19}), IsEmpty());
}

// order-based-fuzzing.md, "Example": the table, step by step. (Step 3 is called Abridge there; what it shows is
// Augment.)
TEST(GoChain, KubernetesInFiveSteps) {
  const Kubernetes k;
  const Relations relations(k.trace, RelationOptions::gopie());
  ASSERT_TRUE(relations.related2(k.g2_19, k.g1_11)) << "Init";
  const Chain init = {k.g2_19, k.g1_11};
  const Chain one = {k.g2_18, k.g1_11};
  const Chain two = {k.g2_18, k.g1_12};
  const Chain three = {k.g2_18, k.g1_12, k.g3_17};
  const Chain four = {k.g2_18, k.g3_17, k.g1_12};
  const Chain five = {k.g2_18, k.g3_17, k.g1_11};
  EXPECT_THAT(substitute(k.trace, init, relations), Contains(one));
  EXPECT_THAT(substitute(k.trace, one, relations), Contains(two));
  EXPECT_THAT(augment(k.trace, two, relations), Contains(three));
  EXPECT_THAT(flip(k.trace, three), Contains(four));
  EXPECT_THAT(substitute(k.trace, four, relations), Contains(five));
  // The strong clock has the locks in the order of the run (doc/go-fuzzers.md).
  EXPECT_FALSE(possible(HappensBefore(k.trace, Clock::strong), five));
  EXPECT_TRUE(possible(HappensBefore(k.trace, Clock::weak), five));
}

TEST(GoChain, SubstituteStaysInTheRoutineAndAugmentDoesNot) {
  const Kubernetes k;
  const Relations relations(k.trace, RelationOptions::gopie());
  const Chain chain = {k.g2_18, k.g1_11};
  for (const Chain& other : substitute(k.trace, chain, relations)) {
    ASSERT_EQ(other.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(k.trace.events[other[i]].routine, k.trace.events[chain[i]].routine);
    }
    EXPECT_NE(other, chain);
  }
  const std::vector<Chain> longer = augment(k.trace, chain, relations);
  EXPECT_THAT(longer, Not(IsEmpty()));
  for (const Chain& other : longer) {
    ASSERT_EQ(other.size(), 3U);
    EXPECT_EQ(Chain(other.begin(), other.end() - 1), chain);
    EXPECT_NE(k.trace.events[other.back()].routine, k.trace.events[chain.back()].routine);
  }
}

TEST(GoChain, ALimitedAugmentIsAPartOfTheWhole) {
  const Kubernetes k;
  const Relations relations(k.trace, RelationOptions::gopie());
  const std::vector<Chain> all = augment(k.trace, {k.g2_18}, relations);
  ASSERT_GT(all.size(), 3U);
  Random random(1);
  const std::vector<Chain> some = augment(k.trace, {k.g2_18}, relations, 3, random);
  EXPECT_LE(some.size(), 3U);
  for (const Chain& chain : some) EXPECT_THAT(all, Contains(chain));
}

TEST(GoChain, StartChainsAreRelatedPairs) {
  const Kubernetes k;
  const Relations relations(k.trace, RelationOptions::gopie());
  std::set<Chain> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    for (const Chain& chain : start_chains(k.trace, relations, 24, random)) {
      ASSERT_EQ(chain.size(), 2U);
      EXPECT_TRUE(is_chain(k.trace, chain));
      EXPECT_TRUE(relations.related2(chain[0], chain[1]));
      seen.insert(chain);
    }
  }
  EXPECT_TRUE(seen.contains({k.g2_19, k.g1_11}));
}

TEST(GoChain, MutationKeepsItsBounds) {
  const Kubernetes k;
  ChainOptions options = GoFuzzOptions::of(StrategyKind::gopie_plus).chain;
  const Relations relations(k.trace, relation_options(options));
  const std::size_t events = k.trace.events.size();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const std::vector<Chain> result = mutate(k.trace, {k.g2_19, k.g1_11}, relations, options, 1, random);
    EXPECT_EQ(result.front(), (Chain{k.g2_19, k.g1_11}));
    // The last chain that is mutated may give more than one.
    EXPECT_LE(result.size(), options.mutate_bound + 2 + 3 + 2 * 4 + events);
    EXPECT_EQ(std::set<Chain>(result.begin(), result.end()).size(), result.size()) << "no chain twice";
    for (const Chain& chain : result) {
      EXPECT_TRUE(is_chain(k.trace, chain));
      EXPECT_LE(chain.size(), options.bound + 1) << "GoPie+, Flip: never more than 4 elements";
    }
  }
}

TEST(GoChain, NoEnergyNoMutations) {
  const Kubernetes k;
  const ChainOptions options = GoFuzzOptions::of(StrategyKind::gopie).chain;
  const Relations relations(k.trace, relation_options(options));
  Random random(1);
  EXPECT_THAT(mutate(k.trace, {k.g2_19, k.g1_11}, relations, options, 0, random), IsEmpty());
}

TEST(GoChain, MoreEnergyMeansFewerRounds) {  // as the document's loop has it: rand % 200 < energy stops it
  const Kubernetes k;
  ChainOptions options = GoFuzzOptions::of(StrategyKind::gopie_plus).chain;
  options.mutate_bound = 100'000;
  const Relations relations(k.trace, relation_options(options));
  const auto made = [&](unsigned percent) {
    std::size_t sum = 0;
    for (std::uint64_t seed = 0; seed < (graphfuzz::testing::kSanitized ? 8 : 40); ++seed) {
      Random random(seed);
      sum += mutate(k.trace, {k.g2_19, k.g1_11}, relations, options, percent, random).size();
    }
    return sum;
  };
  EXPECT_LT(made(100), made(50));
}

TEST(GoChain, GoPieDoesNotFlip) {
  // Two routines that only send: without Rel1 and with a bound of no augments, only a flip could change the order.
  const LockExample l;
  ChainOptions options = GoFuzzOptions::of(StrategyKind::gopie).chain;
  options.bound = 0;
  const Relations relations(l.trace, relation_options(options));
  Random random(3);
  EXPECT_THAT(mutate(l.trace, {l.unlock1, l.lock0}, relations, options, 1, random),
              Not(Contains(Chain{l.lock0, l.unlock1})));
  options = GoFuzzOptions::of(StrategyKind::gopie_plus).chain;
  options.bound = 0;
  EXPECT_THAT(mutate(l.trace, {l.unlock1, l.lock0}, relations, options, 1, random),
              Contains(Chain{l.lock0, l.unlock1}));
}

// order-based-fuzzing.md, GoPieHB, "Mutation": <4, 3> is impossible by the strong clock; the weak one does not know.
TEST(GoChain, LockExampleIsFiltered) {
  const LockExample l;
  const HappensBefore strong(l.trace, Clock::strong), weak(l.trace, Clock::weak);
  const Relations relations(l.trace, RelationOptions::gopie_plus());
  EXPECT_TRUE(relations.related2(l.unlock1, l.lock0)) << "3 and 4 are related under Rel2";
  EXPECT_THAT(flip(l.trace, {l.unlock1, l.lock0}), ElementsAre(Chain{l.lock0, l.unlock1}));
  EXPECT_TRUE(possible(strong, {l.unlock1, l.lock0}));
  EXPECT_FALSE(possible(strong, {l.lock0, l.unlock1}));
  EXPECT_TRUE(possible(weak, {l.lock0, l.unlock1}));
}

TEST(GoChain, FuzzingFiltersAsTheOptionsSay) {
  const LockExample l;
  for (const Impossible what : {Impossible::strong, Impossible::weak, Impossible::held_locks}) {
    GoFuzzOptions options = GoFuzzOptions::of(StrategyKind::gopie_hb);
    options.chain.filter = what;
    Fuzzing fuzzing(options, 1);
    const Worth worth = fuzzing.learn(l.trace, Input{});
    const OperationNames names(l.trace);
    const std::vector<OperationId> filtered = {names(l.lock0), names(l.unlock1)};
    bool queued = false;
    for (const Input& input : fuzzing.memory().queue.waiting()) queued |= input.directive.chain == filtered;
    EXPECT_EQ(queued, what == Impossible::weak);
    EXPECT_EQ(worth.filtered > 0, what != Impossible::weak);
  }
}

TEST(GoChain, PrefixIsWhatWasDecidedBeforeTheChain) {  // GoPie+, "Order Enforcement"
  const Kubernetes k;
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::gopie_plus), 1);
  fuzzing.learn(k.trace, Input{});
  const OperationNames names(k.trace);
  std::size_t longest = 0;
  for (const Input& input : fuzzing.memory().queue.waiting()) {
    const Directive directive = input.complete();
    EXPECT_GE(directive.chain.size(), 2U) << "superfluous";
    longest = std::max(longest, directive.prefix.size());
    std::uint64_t first = ~std::uint64_t{0};
    for (const OperationId& id : directive.chain) first = std::min(first, decided_at(k.trace, names.find(id)));
    std::vector<OperationId> expected;
    for (std::uint32_t e = 0; e < k.trace.events.size(); ++e) {
      const bool before = decided_at(k.trace, e) < first;
      if (before && k.trace.events[e].kind != Kind::fork) expected.push_back(names(e));
    }
    EXPECT_EQ(directive.prefix, expected);
  }
  EXPECT_GT(longest, 3U);
  Fuzzing gopie(GoFuzzOptions::of(StrategyKind::gopie), 1);
  gopie.learn(k.trace, Input{});
  for (const Input& input : gopie.memory().queue.waiting()) EXPECT_THAT(input.complete().prefix, IsEmpty());
}

TEST(GoChain, NamesMeanTheSameInAnotherRun) {
  const Kubernetes k;
  const OperationNames names(k.trace);
  const OperationId second = names(static_cast<std::uint32_t>(k.trace.events.size() - 1));
  EXPECT_EQ(second.position, "f.go#12");
  EXPECT_EQ(second.visit, 2U);
  EXPECT_EQ(second.routine, 2U) << "as the trace counts: G1 is the second";
  for (std::uint32_t e = 0; e < k.trace.events.size(); ++e) EXPECT_EQ(names.find(names(e)), e);
  EXPECT_EQ(names.find({2, "f.go#12", 3}), kNoEvent);
  EXPECT_EQ(names.visit_by_anyone(k.g3_17), 2U) << "G2 was there first";
}

TEST(GoChain, WhichRunsAreMutated) {  // "If it was not scheduled, the run is ignored for further mutation"
  const Kubernetes k;
  const OperationNames names(k.trace);
  Input input;
  input.id = 1;
  input.directive.chain = {names(k.g2_18), names(k.g1_11), names(k.g3_17)};
  EXPECT_EQ(executed_in_order(names, input.directive.chain), 3U);
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::gopie), 1);
  EXPECT_GT(fuzzing.learn(k.trace, input).queued, 0U);
  // gopie mutates that chain only, and takes no new ones: whatever it makes is connected to it by the rules.
  EXPECT_EQ(fuzzing.memory().queue.waiting().front().directive.chain, input.directive.chain);

  input.directive.chain = {names(k.g3_17), names(k.g1_11)};
  EXPECT_EQ(executed_in_order(names, input.directive.chain), 1U);
  const Worth ignored = fuzzing.learn(k.trace, input);
  EXPECT_FALSE(ignored.interesting);
  EXPECT_EQ(ignored.proposed, 0U);
}

// GoPie+, "New Chains": "When a mutation was run, we choose new random scheduling chains based on this trace."
TEST(GoChain, NewChainsAreChosenThoughTheChainWasNotExecuted) {
  const Kubernetes k;
  for (const StrategyKind strategy : {StrategyKind::gopie, StrategyKind::gopie_plus, StrategyKind::gopie_hb}) {
    Fuzzing fuzzing(GoFuzzOptions::of(strategy), 1);
    fuzzing.learn(k.trace, Input{});
    Input vain = *fuzzing.next();
    vain.directive.chain.push_back({9, "f.go#99", 1});
    EXPECT_EQ(fuzzing.learn(k.trace, vain).proposed > 0, strategy != StrategyKind::gopie) << name(strategy);
  }
}

// "Uncovering new execution paths": send(c), select, send(d) becomes send(d), select, send(c).
TEST(GoChain, ASelectIsRelatedToTheChannelsThatItDidNotChoose) {
  TraceMaker t;
  const Object c = t.channel(1), d = t.channel(1);
  const Routine g1 = t.fork(0, 1), g2 = t.fork(0, 2);
  const std::uint32_t send_c = t.add(g1, Kind::send, c, 3);
  const std::uint32_t select = t.select(0, {{c, false}, {d, false}}, 0, 4);
  t.match(send_c, select);
  const std::uint32_t send_d = t.add(g2, Kind::send, d, 5);
  const OperationNames names(t.trace);
  const std::vector<OperationId> wanted = {names(send_d), names(select), names(send_c)};
  for (const StrategyKind strategy : {StrategyKind::gopie, StrategyKind::gopie_plus, StrategyKind::gopie_hb}) {
    bool made = false;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Fuzzing fuzzing(GoFuzzOptions::of(strategy), seed);
      fuzzing.learn(t.trace, Input{});
      for (const Input& input : fuzzing.memory().queue.waiting()) made |= input.directive.chain == wanted;
    }
    EXPECT_TRUE(made) << name(strategy);
  }
}

// GoPie names sites: of a pair ({a}, {a}), a would wait for itself.
TEST(GoChain, NoSiteIsInAChainOfGoPiesTwice) {
  TraceMaker t;
  const Object m = t.mutex();
  const Routine g1 = t.fork(0, 1), g2 = t.fork(0, 2);
  for (const Routine r : {g1, g2, g1, g2}) {
    t.add(r, Kind::lock, m, 10);
    t.add(r, Kind::unlock, m, 11);
  }
  t.trace.dialect = "gopie";
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::gopie), 1);
  fuzzing.learn(t.trace, Input{});
  ASSERT_GT(fuzzing.memory().queue.size(), 0U);
  for (const Input& input : fuzzing.memory().queue.waiting()) {
    std::set<std::string> sites;
    for (const OperationId& id : input.directive.chain) EXPECT_TRUE(sites.insert(id.position).second) << id.position;
  }
}

// GoPie+, "Order Enforcement": the engine cuts a rendezvous in one place, as files do.
TEST(GoChain, APrefixHoldsWholeRendezvous) {
  TraceMaker t;
  const Object c = t.channel(0), m = t.mutex();
  const Routine g1 = t.fork(0, 1), g2 = t.fork(0, 2);
  const std::uint32_t send = t.add(g1, Kind::send, c, 10);
  const std::uint32_t other = t.add(g2, Kind::lock, m, 20);  // noted between the two sides
  const std::uint32_t receive = t.add(0, Kind::receive, c, 30);
  t.trace.events[receive].begin = t.trace.events[send].begin;
  t.match(send, receive);
  const Recording recording = record(OperationNames(t.trace));
  EXPECT_EQ(recording.before(earliest(t.trace, {other})), 2U) << "both sides";
  EXPECT_EQ(recording.before(earliest(t.trace, {receive})), 0U) << "neither";
}

TEST(GoChain, SendAndReceiveThatMeetAreInEitherOrder) {
  const Kubernetes k;
  const OperationNames names(k.trace);
  const std::uint32_t receive = k.trace.events[k.g2_18].partner;
  EXPECT_EQ(executed_in_order(names, {names(receive), names(k.g2_18)}), 2U);
  EXPECT_EQ(executed_in_order(names, {names(k.g2_18), names(receive)}), 2U);
}

TEST(GoChain, ScoreAndEnergy) {
  const ChainOptions options;
  EXPECT_EQ(energy(10, 10, options), 100U);
  EXPECT_EQ(energy(5, 10, options), 50U);
  EXPECT_EQ(energy(0, 10, options), 0U);
  EXPECT_EQ(energy(0, 0, options), 100U) << "the best so far";
  ChainOptions code = options;
  code.all_or_nothing_energy = true;
  EXPECT_EQ(energy(5, 10, code), 0U);
  EXPECT_EQ(energy(10, 10, code), 100U);

  Kubernetes k;
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::gopie), 1);
  const Worth first = fuzzing.learn(k.trace, Input{});
  const Relations relations(k.trace, RelationOptions::gopie());
  EXPECT_DOUBLE_EQ(first.score, gopie_score(relations.rel1_pairs(), relations.rel2_pairs(), Outcome::clean));
  EXPECT_GT(first.score, 0);
  k.trace.outcome = Outcome::timed_out;
  EXPECT_EQ(Fuzzing(GoFuzzOptions::of(StrategyKind::gopie), 1).learn(k.trace, Input{}).proposed, 0U) << "the first run";
  const Worth late = fuzzing.learn(k.trace, Input{});
  EXPECT_EQ(late.score, 0) << "0 after a time-out";
  EXPECT_EQ(late.proposed, 0U);
}

TEST(GoChain, OnlyGoPiePlusMutatesWhatNeverFinishedAndOtherOperations) {
  TraceMaker t;
  const Object c = t.channel(), o = t.object(ObjectKind::once);
  const Routine g1 = t.fork(0, 1), g2 = t.fork(0, 2);
  const std::uint32_t do1 = t.add(g1, Kind::once, o, 5);
  t.trace.events[t.add(g2, Kind::once, o, 6)].ok = false;
  const std::uint32_t stuck = t.add(g1, Kind::send, c, 10, false);
  t.meet(g2, 11, 0, 20, c);
  const OperationNames names(t.trace);
  const auto uses = [&](StrategyKind strategy, std::uint32_t event) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      Fuzzing fuzzing(GoFuzzOptions::of(strategy), seed);
      fuzzing.learn(t.trace, Input{});
      for (const Input& input : fuzzing.memory().queue.waiting()) {
        const auto& chain = input.directive.chain;
        if (std::find(chain.begin(), chain.end(), names(event)) != chain.end()) return true;
      }
    }
    return false;
  };
  EXPECT_FALSE(uses(StrategyKind::gopie, stuck));
  EXPECT_FALSE(uses(StrategyKind::gopie, do1));
  EXPECT_TRUE(uses(StrategyKind::gopie_plus, stuck));
  EXPECT_TRUE(uses(StrategyKind::gopie_plus, do1));
}

}  // namespace
}  // namespace graphfuzz::go
