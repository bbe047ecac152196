// Feedback and mutation of GFuzz and of its extension: spec/gfuzz.md, spec/select-based-fuzzing.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "fuzz/go_trace_maker.hpp"
#include "graphfuzz/fuzz/go/fuzzing.hpp"
#include "graphfuzz/fuzz/go/select_feedback.hpp"
#include "graphfuzz/fuzz/go/select_flip.hpp"

namespace graphfuzz::go {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using testing::TraceMaker;
using ::testing::UnorderedElementsAre;

const SelectOptions kPaper = GoFuzzOptions::of(StrategyKind::gfuzz).select;
const SelectOptions kExtended = GoFuzzOptions::of(StrategyKind::gfuzz_hb).select;

/// `sends` values through a channel with room for them.
Trace traffic(unsigned sends, bool closes = false) {
  TraceMaker t;
  const Object c = t.channel(100, 1);
  const Routine g1 = t.fork(0, 2);
  std::vector<std::uint32_t> sent;
  for (unsigned i = 0; i < sends; ++i) {
    sent.push_back(t.add(g1, Kind::send, c, 10));
    t.trace.events[sent.back()].fill = i + 1;
  }
  for (unsigned i = 0; i < sends; ++i) {
    const std::uint32_t received = t.add(0, Kind::receive, c, 20);
    t.trace.events[received].fill = sends - i - 1;
    t.match(sent[i], received);
  }
  if (closes) t.add(0, Kind::close, c, 30);
  return t.trace;
}

Worth judge(const Trace& trace, const SelectOptions& options, Memory& memory) {
  return judge(trace, select_features(trace, nullptr, options), options, memory);
}

TEST(GoSelect, Buckets) {  // gfuzz.md: (2^(N-1), 2^N]
  for (const std::uint64_t count : {1, 2, 3, 4, 5, 8, 9, 16, 17, 1 << 20, (1 << 20) + 1}) {
    const unsigned n = bucket(count);
    EXPECT_GT(static_cast<double>(count), std::exp2(static_cast<double>(n) - 1)) << count;
    EXPECT_LE(static_cast<double>(count), std::exp2(n)) << count;
  }
}

TEST(GoSelect, ACountInANewBucketIsInteresting) {  // gfuzz.md, "Favoring Propitious Orders"
  SelectOptions options = kPaper;
  options.pairs = PairKind::matched;  // as many pairs as sends
  Memory memory;
  judge(traffic(8), options, memory);  // fullness 8, bucket (4, 8]
  EXPECT_FALSE(judge(traffic(8), options, memory).interesting);
  EXPECT_FALSE(judge(traffic(5), options, memory).interesting);
  EXPECT_THAT(judge(traffic(4), options, memory).reasons, ElementsAre(HasSubstr("in a new range: 4")));
  EXPECT_FALSE(judge(traffic(3), options, memory).interesting);
  EXPECT_FALSE(judge(traffic(6), options, memory).interesting);
}

TEST(GoSelect, HalfOffTheAverageIsInteresting) {  // select-based-fuzzing.md
  Memory memory;
  judge(traffic(8), kExtended, memory);
  EXPECT_FALSE(judge(traffic(8), kExtended, memory).interesting);
  EXPECT_FALSE(judge(traffic(5), kExtended, memory).interesting) << "average 8, off by 3";
  EXPECT_THAT(judge(traffic(3), kExtended, memory).reasons, ElementsAre(HasSubstr("off its average 7.0: 3")));
  // Average (8 + 8 + 5 + 3) / 4 = 6: 50 % are 3 and 9.
  Memory at_half = memory;
  EXPECT_TRUE(judge(traffic(3), kExtended, at_half).interesting) << "at least 50 %";
  EXPECT_FALSE(judge(traffic(4), kExtended, memory).interesting);
  EXPECT_TRUE(judge(traffic(9), kExtended, memory).interesting);
}

TEST(GoSelect, APairThatIsAbsentIsOffItsAverage) {  // select-based-fuzzing.md: "diverges from this average"
  Memory memory;
  for (const unsigned sends : {4U, 4U, 5U}) judge(traffic(sends), kExtended, memory);
  EXPECT_THAT(judge(traffic(0), kExtended, memory).reasons,
              Contains(AllOf(HasSubstr("f.go#10 > f.go#20"), HasSubstr("off its average 4.3: 0"))));
  // gfuzz.md: 0 is in no range (2^(N-1), 2^N].
  Memory paper;
  for (const unsigned sends : {4U, 4U}) judge(traffic(sends), kPaper, paper);
  EXPECT_THAT(judge(traffic(0), kPaper, paper).reasons, Not(Contains(HasSubstr("count of pair"))));
}

TEST(GoSelect, FullnessThatGFuzzHasObservedCounts) {  // gfuzz.md: MaxChBufFull
  TraceMaker t;  // as ort_output tells it: which channels there were, and no operation
  t.add(0, Kind::make, t.channel(4, 1), 1);
  t.select(0, {{kNoObject, false}, {kNoObject, false}}, 0, 9);
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::gfuzz), 1);
  const auto worth = [&](std::uint64_t peak) {
    Observed observed;
    observed.fullness["f.go#1"] = peak;
    return fuzzing.learn(t.trace, Input{}, observed);
  };
  EXPECT_DOUBLE_EQ(worth(2).score, 10 + 10 * 2);
  EXPECT_FALSE(worth(2).interesting);
  const Worth fuller = worth(3);
  EXPECT_THAT(fuller.reasons, ElementsAre("channel fuller than ever: f.go#1"));
  EXPECT_DOUBLE_EQ(fuller.score, 10 + 10 * 3);
  EXPECT_EQ(fuzzing.memory().channels.at("f.go#1").fullness, 3);
}

TEST(GoSelect, GFuzzQueuesAsManyAsTheScoreSays) {  // gfuzz.md: "The score determines how often the run is mutated"
  TraceMaker t;
  const Object a = t.channel(1, 1), b = t.channel(1, 2);
  t.select(0, {{a, true}, {b, true}}, 0, 10);
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::gfuzz), 1);
  const Worth worth = fuzzing.learn(t.trace, Input{});
  EXPECT_EQ(worth.mutations, 5U);
  EXPECT_EQ(worth.queued, 5U) << "two cases, five inputs";
  // The extension limits how often one is queued, not how many of it wait.
  Fuzzing extended(GoFuzzOptions::of(StrategyKind::gfuzz_hb), 1);
  EXPECT_GE(extended.learn(t.trace, Input{}).queued, 2U);
}

TEST(GoSelect, NeitherTheLastCaseNorTheLastPreferenceIsChosen) {  // "not equal to the last preferred case"
  TraceMaker t;
  std::vector<TraceCase> cases;
  for (int i = 0; i < 4; ++i) cases.push_back({t.channel(1, i + 1), true});
  t.select(0, cases, 1, 10);
  Input last;
  last.id = 1;
  last.directive.preferred["f.go#10"] = {3};  // was waited for in vain
  std::set<int> chosen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::gfuzz_hb), seed);
    fuzzing.learn(t.trace, last);
    for (const Input& input : fuzzing.memory().queue.waiting()) {
      chosen.insert(input.directive.preferred.at("f.go#10").front());
    }
  }
  EXPECT_THAT(chosen, ElementsAre(0, 1, 2)) << "1 where the select is not flipped";
  SelectVisit select;
  select.cases = 2;
  select.finished = true;
  select.chosen = 0;
  EXPECT_THAT(choosable(select, kExtended, 1), IsEmpty()) << "nothing is left: it stays as it was";
}

TEST(GoSelect, TheCodeHasNoCriterionForCounts) {  // go-trace-formats.md, section 3
  SelectOptions options = kPaper;
  options.criterion = CountCriterion::none;
  Memory memory;
  judge(traffic(8), options, memory);
  for (const unsigned sends : {2U, 3U, 4U, 7U}) EXPECT_FALSE(judge(traffic(sends), options, memory).interesting);
}

TEST(GoSelect, NewPairsAndChannelsAreInteresting) {
  for (const SelectOptions& options : {kPaper, kExtended}) {
    Memory memory;
    const Worth first = judge(traffic(2), options, memory);
    EXPECT_TRUE(first.interesting);
    EXPECT_THAT(first.reasons, Contains(HasSubstr("new pair")));
    EXPECT_THAT(first.reasons, Contains("channel made for the first time: f.go#1"));
    EXPECT_THAT(first.reasons, Contains("channel not closed for the first time: f.go#1"));
    EXPECT_THAT(first.reasons, Contains("channel fuller than ever: f.go#1"));
    EXPECT_FALSE(judge(traffic(2), options, memory).interesting);
    const Worth closed = judge(traffic(2, true), options, memory);
    EXPECT_THAT(closed.reasons, Contains("channel closed for the first time: f.go#1"));
    EXPECT_FALSE(judge(traffic(2, true), options, memory).interesting);
    const Worth fuller = judge(traffic(3), options, memory);
    EXPECT_THAT(fuller.reasons, Contains("channel fuller than ever: f.go#1"));
  }
}

TEST(GoSelect, WhatIsAPair) {
  SelectOptions options = kPaper;
  const Trace trace = traffic(3);
  EXPECT_THAT(select_features(trace, nullptr, options).pairs,
              UnorderedElementsAre(Pair("send f.go#10 > send f.go#10", 2), Pair("send f.go#10 > receive f.go#20", 1),
                                   Pair("receive f.go#20 > receive f.go#20", 2)));
  options.pairs = PairKind::matched;
  EXPECT_THAT(select_features(trace, nullptr, options).pairs, ElementsAre(Pair("f.go#10 > f.go#20", 3)));
}

/// The two programs of select-based-fuzzing.md, "Improvement over original GFuzz": `x` is communicated on, `a` not.
Trace pair_of_programs(bool with_select) {
  TraceMaker t;
  const Object a = t.channel(0, 1), x = t.channel(0, 2);
  const Routine g1 = t.fork(0, 4), g2 = t.fork(0, 8);
  const std::uint32_t send_x = t.add(g1, Kind::send, x, 5);
  const std::uint32_t receive_x =
      with_select ? t.select(0, {{x, false}, {a, false}}, 0, 13) : t.add(0, Kind::receive, x, 13);
  t.match(send_x, receive_x);
  t.add(g2, Kind::send, a, 9, false);
  return t.trace;
}

TEST(GoSelect, TwoProgramsThatGFuzzScoresAlike) {  // select-based-fuzzing.md, "Improvement over original GFuzz"
  const auto worth = [](StrategyKind strategy, bool with_select) {
    return Fuzzing(GoFuzzOptions::of(strategy), 1).learn(pair_of_programs(with_select), Input{});
  };
  const Worth plain = worth(StrategyKind::gfuzz, false), select = worth(StrategyKind::gfuzz, true);
  EXPECT_EQ(plain.score, select.score);
  EXPECT_EQ(plain.interesting, select.interesting);
  EXPECT_EQ(plain.mutations, select.mutations);
  const Worth plain_hb = worth(StrategyKind::gfuzz_hb, false), select_hb = worth(StrategyKind::gfuzz_hb, true);
  EXPECT_EQ(select_hb.score, plain_hb.score + 10 * 2) << "a = 10; both cases have a possible partner";

  // "more likely to create mutations": in one campaign, the second is mutated more often than the first.
  const auto mutations = [&](double score, double other) {
    return number_of_mutations(score, std::max(score, other), 5);
  };
  EXPECT_EQ(mutations(plain.score, select.score), mutations(select.score, plain.score));
  EXPECT_LT(mutations(plain_hb.score, select_hb.score), mutations(select_hb.score, plain_hb.score));
}

TEST(GoSelect, Score) {  // Σ log2 CountChOpPair + 10 CreateCh + 10 CloseCh + 10 Σ MaxChBufFull
  SelectOptions options = kPaper;
  options.pairs = PairKind::matched;
  Memory memory;
  EXPECT_DOUBLE_EQ(judge(traffic(8, true), options, memory).score, std::log2(8) + 10 + 10 + 10 * 8);
  EXPECT_DOUBLE_EQ(judge(traffic(3), options, memory).score, std::log2(3) + 10 + 0 + 10 * 3);
  options.fullness_by_capacity = true;  // GFuzz' code: 10 · peak / capacity
  EXPECT_DOUBLE_EQ(judge(traffic(50), options, memory).score, std::log2(50) + 10 + 0 + 10 * 0.5);
}

TEST(GoSelect, NumberOfMutations) {  // ceil(5 · score / greatest)
  EXPECT_EQ(number_of_mutations(10, 10, 5), 5U);
  EXPECT_EQ(number_of_mutations(1, 10, 5), 1U);
  EXPECT_EQ(number_of_mutations(2, 10, 5), 1U);
  EXPECT_EQ(number_of_mutations(2.1, 10, 5), 2U);
  EXPECT_EQ(number_of_mutations(0, 0, 5), 0U);
  Memory memory;
  EXPECT_EQ(judge(traffic(100), kExtended, memory).mutations, 5U);
  const Worth small = judge(traffic(1), kExtended, memory);
  EXPECT_TRUE(small.interesting);
  EXPECT_EQ(small.mutations, number_of_mutations(10 + 10, std::log2(100) + 10 + 1000, 5)) << "against all runs so far";
}

TEST(GoSelect, FlipProbability) {  // P = max(0.1, 1-(1-0.99)^(1/numSel))
  EXPECT_DOUBLE_EQ(flip_probability(1, kExtended), 0.99);
  EXPECT_DOUBLE_EQ(flip_probability(2, kExtended), 0.9);
  EXPECT_NEAR(flip_probability(43, kExtended), 1 - std::pow(0.01, 1 / 43.0), 1e-12);
  EXPECT_DOUBLE_EQ(flip_probability(44, kExtended), 0.1);
  EXPECT_DOUBLE_EQ(flip_probability(10'000, kExtended), 0.1);
  for (const std::size_t n : {1, 2, 5, 20, 40}) {
    EXPECT_NEAR(1 - std::pow(1 - flip_probability(n, kExtended), n), 0.99, 1e-9) << "one at least is flipped";
  }
}

TEST(GoSelect, WhatMayBeChosen) {  // "Creating mutations"
  SelectVisit select;
  select.cases = 3;
  select.has_default = true;
  select.finished = true;
  select.chosen = 1;
  select.with_partner = {false, true, true};
  const auto cases = [&](const SelectOptions& options) {
    std::map<int, double> result;
    for (const WeightedCase& c : choosable(select, options)) result[c.index] = c.weight;
    return result;
  };
  EXPECT_THAT(cases(kExtended), UnorderedElementsAre(Pair(kDefault, 1), Pair(0, 1), Pair(2, 2)));
  EXPECT_THAT(cases(kPaper), UnorderedElementsAre(Pair(0, 1), Pair(1, 1), Pair(2, 1)));
  select.chosen = kDefault;
  EXPECT_THAT(cases(kExtended), UnorderedElementsAre(Pair(0, 1), Pair(1, 2), Pair(2, 2)));
}

/// One select of ten cases, of which 0 was taken and 9 has a partner too.
TraceMaker ten_cases() {
  TraceMaker t;
  std::vector<TraceCase> cases;
  for (int i = 0; i < 10; ++i) cases.push_back({t.channel(0, i + 1), false});
  const Routine g1 = t.fork(0, 20), g2 = t.fork(0, 21);
  const std::uint32_t sent = t.add(g1, Kind::send, cases[0].channel, 30);
  const std::uint32_t selected = t.select(0, cases, 0, 40);
  t.match(sent, selected);
  t.add(g2, Kind::send, cases[9].channel, 31, false);
  return t;
}

TEST(GoSelect, FrequenciesOfCases) {
  const Trace trace = ten_cases().trace;
  const auto frequencies = [&](StrategyKind strategy) {
    std::map<int, int> counts;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
      Fuzzing fuzzing(GoFuzzOptions::of(strategy), seed);
      fuzzing.learn(trace, Input{});
      ++counts[fuzzing.memory().queue.waiting().front().directive.preferred.at("f.go#40").front()];
    }
    return counts;
  };
  const std::map<int, int> equal = frequencies(StrategyKind::gfuzz);
  for (int c = 0; c < 10; ++c) EXPECT_NEAR(equal.at(c), 400, 80) << c;
  const std::map<int, int> weighted = frequencies(StrategyKind::gfuzz_hb);
  EXPECT_NEAR(weighted.at(0), 40, 25) << "the last choice only where the select is not flipped: 1 %";
  for (int c = 1; c < 9; ++c) EXPECT_NEAR(weighted.at(c), 396, 80) << c;
  EXPECT_NEAR(weighted.at(9), 792, 110) << "weighs 2 of 10";
}

TEST(GoSelect, PreferredListsAreInTheOrderOfVisits) {
  TraceMaker t;
  const Object a = t.channel(1, 1), b = t.channel(1, 2);
  const Routine g1 = t.fork(0, 3);
  t.select(g1, {{a, true}, {b, true}}, 0, 10);
  t.select(0, {{a, true}, {b, true}}, 1, 10);
  t.select(g1, {{a, true}, {b, true}}, 0, 11);
  SelectOptions never = kExtended;
  never.least_flip = 0;
  never.sure_flip = 0;
  Random random(1);
  EXPECT_THAT(flip_selects(t.trace, features(t.trace).selects, {}, never, random),
              UnorderedElementsAre(Pair("f.go#10", ElementsAre(0, 1)), Pair("f.go#11", ElementsAre(0))));
  SelectOptions always = never;
  always.sure_flip = 1;
  EXPECT_THAT(flip_selects(t.trace, features(t.trace).selects, {}, always, random),
              UnorderedElementsAre(Pair("f.go#10", ElementsAre(1, 0)), Pair("f.go#11", ElementsAre(1))));
}

TEST(GoSelect, NewCaseIsInterestingInTheExtensionOnly) {
  TraceMaker first, second;
  for (TraceMaker* t : {&first, &second}) {
    const Object a = t->channel(0, 1), b = t->channel(0, 2);
    t->select(0, {{a, false}, {b, false}}, kDefault, 10, true);
    // The other run also tries the other case, without any other new thing happening.
    if (t == &second) t->trace.events.back().chosen = 1;
  }
  for (const bool extended : {false, true}) {
    Memory memory;
    const SelectOptions& options = extended ? kExtended : kPaper;
    judge(first.trace, options, memory);
    EXPECT_FALSE(judge(first.trace, options, memory).interesting);
    EXPECT_EQ(judge(second.trace, options, memory).interesting, extended);
  }
}

TEST(GoSelect, AMutationIsQueuedAtMostKTimes) {  // "The main fuzzing loop"
  GoFuzzOptions options = GoFuzzOptions::of(StrategyKind::gfuzz_hb);
  for (const std::uint32_t k : {1U, 2U, 3U}) {
    InputQueue queue;
    Input input;
    input.directive.preferred["f.go#1"] = {0, 1};
    unsigned queued = 0;
    for (int i = 0; i < 10; ++i) {
      if (queue.push(input, k, 100, true)) ++queued;
      EXPECT_FALSE(queue.push(input, k, 100, true)) << "it waits already";
      queue.pop();
    }
    EXPECT_EQ(queued, k);
    input.directive.preferred["f.go#1"] = {1, 1};
    EXPECT_TRUE(queue.push(input, k, 100, true));
  }
  EXPECT_GE(options.repeats, 1U);
}

TEST(GoSelect, QueueIsFirstInFirstOutAndBounded) {
  InputQueue queue;
  for (int i = 0; i < 5; ++i) {
    Input input;
    input.directive.preferred["s"] = {i};
    EXPECT_EQ(queue.push(input, 1, 4, true), i < 4);
  }
  std::vector<int> order;
  while (const auto input = queue.pop()) order.push_back(input->directive.preferred.at("s").front());
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(GoSelect, ARunWithoutSelectsIsNotMutated) {
  Fuzzing fuzzing(GoFuzzOptions::of(StrategyKind::gfuzz_hb), 1);
  const Worth worth = fuzzing.learn(traffic(3), Input{});
  EXPECT_TRUE(worth.interesting);
  EXPECT_EQ(worth.queued, 0U);
  EXPECT_EQ(fuzzing.next(), std::nullopt);
}

TEST(GoSelect, SameSeedSameInputs) {
  const Trace trace = ten_cases().trace;
  Fuzzing one(GoFuzzOptions::of(StrategyKind::gfuzz_hb), 7), two(GoFuzzOptions::of(StrategyKind::gfuzz_hb), 7);
  for (int i = 0; i < 3; ++i) {
    one.learn(trace, Input{});
    two.learn(trace, Input{});
  }
  EXPECT_EQ(one.memory(), two.memory());
}

}  // namespace
}  // namespace graphfuzz::go
