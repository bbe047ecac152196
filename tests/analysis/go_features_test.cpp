// Features and scores, by the formulas of gfuzz.md, select-based-fuzzing.md and order-based-fuzzing.md.
#include "graphfuzz/analysis/go/features.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

using graphfuzz::testing::TraceBuilder;

TEST(GoFeatures, CountsAndScore) {
  TraceBuilder b;
  const Object c = b.at(1).made_channel(0, 4), d = b.at(2).made_channel(0, 0);
  const Routine g = b.fork(0);
  for (int i = 0; i < 4; ++i) b.at(10).send(g, c);
  for (int i = 0; i < 3; ++i) b.at(20).receive(0, c);
  b.take(b.at(21).select(0, {{d, false}, {c, false}}, 1), c);
  b.at(22).close(0, c);
  const Features f = features(b.trace);
  ASSERT_EQ(f.pairs.size(), 2U);
  EXPECT_EQ(f.pairs[0].count + f.pairs[1].count, 4U);
  ASSERT_EQ(f.channels.size(), 2U);
  EXPECT_EQ(f.channels[0], (ChannelSite{b.trace.objects[c].made_at, 1, 1, 0, 4, 4}));
  EXPECT_EQ(f.channels[1], (ChannelSite{b.trace.objects[d].made_at, 1, 0, 1, 0, 0}));
  // log2 3 + log2 1 + 10 · 2 created + 10 · 1 closed + 10 · 4 elements
  EXPECT_NEAR(gfuzz_score(f), 1.58496 + 70, 1e-4);
  ASSERT_EQ(f.selects.size(), 1U);
  EXPECT_EQ(f.selects[0].chosen, 1);
}

// select-based-fuzzing.md, "Improvement over original GFuzz": with a select instead of a receive on x, a could have
// been chosen. GFuzz scores both alike, the extension does not.
TEST(GoFeatures, ThePairThatGFuzzScoresAlike) {
  const auto run = [](bool selects) {
    TraceBuilder b;
    const Object a = b.made_channel(0, 0), x = b.made_channel(0, 0);
    const Routine sends_x = b.fork(0), sends_a = b.fork(0);
    const std::uint32_t send = b.event(sends_x, Kind::send, x);
    const std::uint32_t receive = selects ? b.select(0, {{a, false}, {x, false}}, 1) : b.event(0, Kind::receive, x);
    b.meet(send, receive, x);
    b.start(sends_a, Kind::send, a);
    return analyse(b.trace);
  };
  EXPECT_EQ(run(false).score_gfuzz, run(true).score_gfuzz);
  EXPECT_EQ(run(false).score_gfuzz_hb + 20, run(true).score_gfuzz_hb) << "two cases with a partner";
}

TEST(GoFeatures, GoPieScore) {
  EXPECT_DOUBLE_EQ(gopie_score(3, 8, Outcome::clean), 3 + std::log(8));
  EXPECT_DOUBLE_EQ(gopie_score(3, 8, Outcome::clean, {2, 10}), 2 * 3 + 10 * std::log(8));
  EXPECT_DOUBLE_EQ(gopie_score(3, 0, Outcome::clean), 3);
  EXPECT_DOUBLE_EQ(gopie_score(3, 8, Outcome::timed_out), 0);
}

TEST(GoFeatures, ReasonsOfAFirstRun) {
  TraceBuilder b;
  EXPECT_THAT(first_run_reasons(features(b.trace), b.trace), ::testing::IsEmpty());
  const Object c = b.at(1).made_channel(0, 0);
  const Routine g = b.fork(0);
  b.at(5).rendezvous(g, 0, c);
  b.at(9).close(0, c);
  EXPECT_EQ(first_run_reasons(features(b.trace), b.trace).size(), 3U) << "a pair, a channel, its close";
}

}  // namespace
}  // namespace graphfuzz::go
