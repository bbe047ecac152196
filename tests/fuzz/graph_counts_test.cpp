#include "graphfuzz/fuzz/graph_counts.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <thread>
#include <vector>

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
  std::uint64_t once = 0, twice = 0;
  Random random(7);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t n = random.below(1 + random.below(5000));
    const GraphCounts::Seen seen = counts.add(number(n));
    const std::uint32_t count = ++expected[n];
    ASSERT_EQ(seen.count, count);
    ASSERT_EQ(seen.new_graph, count == 1);
    once += int{count == 1} - int{count == 2};
    twice += int{count == 2} - int{count == 3};
    ASSERT_EQ(shared.seen_once(), once);
    ASSERT_EQ(shared.seen_twice(), twice);
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

TEST(GraphCounts, SeenOnceAndTwice) {
  GraphCounts counts;
  const auto expect = [&](std::uint64_t once, std::uint64_t twice) {
    EXPECT_EQ(counts.seen_once(), once);
    EXPECT_EQ(counts.seen_twice(), twice);
  };
  expect(0, 0);
  counts.add(number(1), 1);
  expect(1, 0);
  counts.add(number(1), 1);
  counts.add(number(2), 2);
  expect(0, 2);
  counts.add(number(1), 5);
  counts.add(number(3), 1);
  counts.add(number(4), 3);
  expect(1, 1);
  counts.add(number(3), 2);
  expect(0, 1);
}

double gini(const std::vector<std::uint32_t>& counts) {
  GraphCounts graphs;
  for (std::size_t i = 0; i < counts.size(); ++i) graphs.add(number(i), counts[i]);
  return graphs.gini();
}

// By the definition: the mean difference between two graphs, over twice the mean.
TEST(GraphCounts, Gini) {
  EXPECT_EQ(gini({}), 0);
  EXPECT_EQ(gini({17}), 0);
  EXPECT_NEAR(gini(std::vector<std::uint32_t>(1000, 3)), 0, 1e-12);
  EXPECT_NEAR(gini({1, 3}), 0.25, 1e-12);
  Random random(3);
  std::vector<std::uint32_t> counts;
  for (int i = 0; i < 500; ++i) counts.push_back(static_cast<std::uint32_t>(1 + random.below(1 + random.below(1000))));
  double differences = 0, sum = 0;
  for (double a : counts) {
    sum += a;
    for (double b : counts) differences += std::abs(a - b);
  }
  EXPECT_NEAR(gini(counts), differences / (2 * 500 * sum), 1e-12);
}

// Runs work(w) for w = 0 … 3 in four threads, which begin together.
template <class Work>
void in_four_threads(Work work) {
  std::atomic<int> ready = 0;
  std::vector<std::thread> threads;
  for (int worker = 0; worker < 4; ++worker) {
    threads.emplace_back([&, worker] {
      ++ready;
      while (ready < 4) {
      }
      work(worker);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Four workers that see the same graphs, in the same order. Their fingerprints begin with the same bits, so that all
// are in one shard and no two workers would be out of each other's way but for its lock.
TEST(GraphCounts, WorkersDoNotGetInEachOthersWay) {
  constexpr std::uint64_t kGraphs = 8'000;
  std::vector<Fingerprint> prints;
  for (std::uint64_t n = 0; n < kGraphs; ++n) {
    prints.push_back(number(n));
    prints.back().high >>= 12;
  }
  for (int round = 0; round < 6; ++round) {
    GraphCounts shared;
    std::atomic<std::uint64_t> new_graphs = 0, new_rf = 0, new_outcomes = 0;
    in_four_threads([&](int worker) {
      CachedGraphCounts counts(shared);
      for (int time = 0; time < 2; ++time) {
        for (std::uint64_t n = 0; n < kGraphs; ++n) {
          if (n % 4 == 0 && worker != 0) continue;  // seen twice
          if (n % 8 == 0 && time != 0) continue;    // seen once
          new_graphs += counts.add(prints[n]).new_graph;
        }
      }
    });
    in_four_threads([&](int) {
      for (const Fingerprint& rf : prints) new_rf += shared.add_rf(rf);
    });
    in_four_threads([&](int) {
      for (const Fingerprint& outcome : prints) new_outcomes += shared.add_outcome(outcome);
    });
    ASSERT_EQ(shared.graphs(), kGraphs);
    ASSERT_EQ(new_graphs, kGraphs);
    ASSERT_EQ(shared.graphs_rf(), kGraphs);
    ASSERT_EQ(new_rf, kGraphs);
    ASSERT_EQ(shared.outcomes(), kGraphs);
    ASSERT_EQ(new_outcomes, kGraphs);
    ASSERT_EQ(shared.seen_once(), kGraphs / 8);
    ASSERT_EQ(shared.seen_twice(), kGraphs / 8);
    ASSERT_EQ(shared.sum_of_squares(), kGraphs / 8 * 1 + kGraphs / 8 * 4 + kGraphs / 4 * 3 * 64);
  }
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
