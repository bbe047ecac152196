#include "graphfuzz/fuzz/graph_counts.hpp"

#include <gtest/gtest.h>

#include <map>

#include "graphfuzz/explore/random.hpp"

namespace graphfuzz {
namespace {

Fingerprint number(std::uint64_t n) {
  Random random(n);
  return {random.next(), random.next()};
}

TEST(GraphCounts, AgreeWithAPlainMapThroughTheCache) {
  GraphCounts shared;
  CachedGraphCounts counts(shared);
  std::map<std::uint64_t, std::uint32_t> expected;
  Random random(7);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t n = random.below(1 + random.below(5000));
    const GraphCounts::Seen seen = counts.add(number(n));
    const std::uint32_t count = ++expected[n];
    ASSERT_EQ(seen.count, count);
    ASSERT_EQ(seen.new_graph, count == 1);
  }
  EXPECT_EQ(shared.graphs(), expected.size());
  double squares = 0;
  for (const auto& [n, count] : expected) squares += double(count) * count;
  const double one = counts.relative_frequency(1);
  EXPECT_NEAR(one, 1 / (squares / double(expected.size())), 1e-12);
  counts.flush();
  EXPECT_EQ(shared.sum_of_squares(), static_cast<std::uint64_t>(squares));
}

// The specification's example: for counts 2, 3 and 5 the first has 0.32, the last 1.97.
TEST(GraphCounts, RelativeFrequencyAsSpecified) {
  GraphCounts shared;
  CachedGraphCounts counts(shared);
  for (int graph = 0; graph < 3; ++graph) {
    for (int i = 0; i < (graph == 0 ? 2 : graph == 1 ? 3 : 5); ++i) counts.add(number(graph));
  }
  EXPECT_NEAR(counts.relative_frequency(2), 0.32, 0.005);
  EXPECT_NEAR(counts.relative_frequency(5), 1.97, 0.005);
}

TEST(GraphCounts, CountsStopBeforeTheyOverflow) {
  GraphCounts shared;
  shared.add(number(1), 999'999'999);
  shared.add(number(2), 4'000'000'000);
  CachedGraphCounts counts(shared);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(counts.add(number(1)).count, 1'000'000'000U);
  EXPECT_EQ(counts.add(number(2)).count, 1'000'000'000U);
  EXPECT_NEAR(counts.relative_frequency(1'000'000'000), 1, 1e-9);
}

TEST(GraphCounts, RemembersAGraphInAtMost48Bytes) {
  GraphCounts shared;
  const std::size_t empty = shared.memory();
  double worst = 0;
  for (std::uint64_t n = 1; n <= 1'000'000; ++n) {
    shared.add(number(n), 1);
    shared.add_rf(number(~n));
    if (n >= 50'000 && n % 10'000 == 0) {
      worst = std::max(worst, static_cast<double>(shared.memory() - empty) / static_cast<double>(n));
    }
  }
  EXPECT_LE(worst, 48.0);
  RecordProperty("bytes_per_graph", std::to_string(worst));
}

}  // namespace
}  // namespace graphfuzz
