// Counts that may not take all the memory they want give the same numbers as those that may, or say which are
// estimates.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "store/file_size_limit.hpp"
#include "store/temporary_folder.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

using store::testing::FileSizeLimit;
using store::testing::TemporaryFolder;

constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

Fingerprint wide(std::uint64_t n) {
  Random random(n);
  return {random.next(), random.next()};
}

/// One of `most`, small ones more often than others.
std::uint64_t skewed(Random& random, std::uint64_t most) { return random.below(1 + random.below(most)); }

void expect_within(const Tally& tally, std::uint64_t truth) {
  EXPECT_FALSE(tally.exact);
  EXPECT_GT(tally.standard_error, 0);
  EXPECT_NEAR(static_cast<double>(tally.number), static_cast<double>(truth), 4 * tally.standard_error);
}

TEST(BoundedCounts, AreExactOnDisk) {
  const TemporaryFolder folder;
  constexpr std::uint64_t kPart = testing::kSanitized ? 4 : 1;
  constexpr std::uint64_t kMemory = 4 * kMegabyte / kPart;
  GraphCounts all, bounded({.memory = kMemory, .folder = folder.path()});
  Random random(1);
  std::size_t most_memory = 0;
  for (std::uint64_t i = 0; i < 500'000 / kPart; ++i) {
    const Fingerprint graph = wide(skewed(random, 800'000 / kPart));
    const Fingerprint rf = wide(skewed(random, 500'000 / kPart)), outcome = wide(skewed(random, 200'000 / kPart));
    const GraphCounts::Seen expected = all.add(graph, 1), found = bounded.add(graph, 1);
    ASSERT_EQ(found.new_graph, expected.new_graph);
    // What is not counted is new, or often seen.
    ASSERT_TRUE(found.count == expected.count || (!found.new_graph && found.count == GraphCounts::kMost));
    ASSERT_EQ(bounded.add_rf(rf), all.add_rf(rf));
    ASSERT_EQ(bounded.add_outcome(outcome), all.add_outcome(outcome));
    if (i % 1'000 == 0) most_memory = std::max(most_memory, bounded.memory());
  }
  EXPECT_LE(most_memory, kMemory);
  EXPECT_GE(most_memory, kMemory / 2);
  EXPECT_GT(all.memory(), kMemory * 5 / 2);
  for (const auto tally : {&GraphCounts::graph_tally, &GraphCounts::rf_tally, &GraphCounts::outcome_tally}) {
    EXPECT_TRUE((bounded.*tally)().exact);
    EXPECT_EQ((bounded.*tally)().number, (all.*tally)().number);
  }
  EXPECT_TRUE(all.counts_all());
  EXPECT_FALSE(bounded.counts_all());
  EXPECT_GT(bounded.counted(), 30'000u / kPart);
  EXPECT_GT(bounded.keys_on_disk(), 200'000u / kPart);
  EXPECT_EQ(bounded.trouble(), "");
  EXPECT_EQ(folder.files(), 0u);
}

TEST(BoundedCounts, NothingChangesWhileAllFits) {
  const TemporaryFolder folder;
  GraphCounts all, bounded({.memory = 4 * kMegabyte, .folder = folder / "none"});
  Random random(2);
  for (int i = 0; i < 300'000; ++i) {
    const Fingerprint graph = wide(skewed(random, 40'000));
    ASSERT_EQ(bounded.add(graph, 1).count, all.add(graph, 1).count);
    ASSERT_EQ(bounded.add_rf(wide(static_cast<std::uint64_t>(i) % 20'000)), i < 20'000);
  }
  EXPECT_EQ(bounded.graphs(), all.graphs());
  EXPECT_EQ(bounded.graphs_rf(), 20'000u);
  EXPECT_EQ(bounded.counted(), all.graphs());
  EXPECT_EQ(bounded.seen_once(), all.seen_once());
  EXPECT_EQ(bounded.seen_twice(), all.seen_twice());
  EXPECT_EQ(bounded.sum_of_squares(), all.sum_of_squares());
  EXPECT_EQ(bounded.gini(), all.gini());
  EXPECT_TRUE(bounded.counts_all());
  EXPECT_EQ(bounded.keys_on_disk(), 0u);
  EXPECT_EQ(bounded.trouble(), "");
}

TEST(BoundedCounts, EstimateWithinTheErrorThatTheyTell) {
  GraphCounts all, bounded({.memory = 2 * kMegabyte, .approximate = true, .folder = "/nowhere"});
  Random random(3);
  for (int i = 0; i < 1'000'000; ++i) {
    const Fingerprint graph = wide(skewed(random, 2'000'000)), rf = wide(skewed(random, 1'000'000));
    const bool fresh = all.add(graph, 1).new_graph, fresh_rf = all.add_rf(rf);
    const GraphCounts::Seen seen = bounded.add(graph, 1);
    // "New" is never wrong.
    ASSERT_LE(seen.new_graph, fresh);
    ASSERT_LE(bounded.add_rf(rf), fresh_rf);
  }
  EXPECT_LE(bounded.memory(), 2 * kMegabyte);
  expect_within(bounded.graph_tally(), all.graphs());
  expect_within(bounded.rf_tally(), all.graphs_rf());
  EXPECT_LT(bounded.rf_tally().standard_error, 0.005 * static_cast<double>(all.graphs_rf()));
  EXPECT_TRUE(bounded.outcome_tally().exact);
  EXPECT_EQ(bounded.trouble(), "");
}

// Trees count no graphs; the memory is for the others.
TEST(BoundedCounts, WithoutGraphs) {
  const TemporaryFolder folder;
  GraphCounts bounded({.memory = kMegabyte, .folder = folder.path()});
  for (std::uint64_t n = 0; n < 400'000; ++n) {
    ASSERT_TRUE(bounded.add_rf(wide(n)));
    ASSERT_EQ(bounded.add_outcome(wide(n % 100)), n < 100);
  }
  for (std::uint64_t n = 0; n < 400'000; n += 7) ASSERT_FALSE(bounded.add_rf(wide(n)));
  EXPECT_EQ(bounded.graphs_rf(), 400'000u);
  EXPECT_EQ(bounded.outcomes(), 100u);
  EXPECT_TRUE(bounded.counts_all());
  EXPECT_LE(bounded.memory(), kMegabyte * 5 / 4);  // sets on disk take at least 64 KiB
}

TEST(BoundedCounts, WithoutADiskTheyEstimateAndSayWhy) {
  const TemporaryFolder folder;
  GraphCounts bounded({.memory = kMegabyte, .folder = folder / "none"});
  for (std::uint64_t n = 0; n < 300'000; ++n) bounded.add_rf(wide(n));
  expect_within(bounded.rf_tally(), 300'000);
  EXPECT_EQ(bounded.trouble(), (folder / "none").string() + ": cannot hold a file: No such file or directory");
  // What was known before the disk was looked for still is.
  for (std::uint64_t n = 0; n < 30'000; ++n) ASSERT_FALSE(bounded.add_rf(wide(n)));
}

TEST(BoundedCounts, AFullDisk) {
  const TemporaryFolder folder;
  GraphCounts bounded({.memory = kMegabyte, .folder = folder.path()});
  std::uint64_t n = 0;
  for (; n < 100'000; ++n) ASSERT_TRUE(bounded.add_rf(wide(n)));
  const std::uint64_t on_disk = bounded.keys_on_disk();
  EXPECT_GT(on_disk, 0u);
  {
    const FileSizeLimit full(4096);
    for (; n < 300'000; ++n) bounded.add_rf(wide(n));
  }
  expect_within(bounded.rf_tally(), n);
  EXPECT_NE(bounded.trouble().find("File too large"), std::string::npos) << bounded.trouble();
  for (std::uint64_t old = 0; old < 100'000; ++old) ASSERT_FALSE(bounded.add_rf(wide(old)));
  expect_within(bounded.rf_tally(), n);
}

// A graph that is not counted is rare to nobody.
TEST(BoundedCounts, ThroughTheCache) {
  const TemporaryFolder folder;
  GraphCounts bounded({.memory = kMegabyte, .folder = folder.path()});
  std::uint64_t uncounted = 0;
  {
    CachedGraphCounts cache(bounded);
    for (std::uint64_t n = 0; n < 200'000; ++n) {
      ASSERT_TRUE(cache.add(wide(n)).new_graph);
      if (n < 180'000) continue;
      for (int times = 0; times < 5; ++times) {
        const GraphCounts::Seen again = cache.add(wide(n));
        ASSERT_FALSE(again.new_graph);
        if (again.count == GraphCounts::kMost) {
          ++uncounted;
          ASSERT_GT(cache.relative_frequency(again.count), 1e6);
        }
      }
    }
  }
  EXPECT_EQ(uncounted, 20'000u * 5);
  EXPECT_EQ(bounded.graphs(), 200'000u);
  EXPECT_EQ(bounded.seen_once(), bounded.counted());
  EXPECT_EQ(bounded.sum_of_squares(), bounded.counted());
}

// Four workers that see the same graphs: each of them is new to one of them, whether counted or on disk.
TEST(BoundedCounts, WorkersDoNotGetInEachOthersWay) {
  constexpr std::uint64_t kGraphs = 60'000;
  for (const bool approximate : {false, true}) {
    const TemporaryFolder folder;
    GraphCounts bounded({.memory = kMegabyte, .approximate = approximate, .folder = folder.path()});
    std::atomic<std::uint64_t> fresh = 0, fresh_rf = 0;
    std::vector<std::thread> threads;
    for (int worker = 0; worker < 4; ++worker) {
      threads.emplace_back([&, worker] {
        CachedGraphCounts counts(bounded);
        std::uint64_t graphs = 0, rf = 0;
        for (std::uint64_t n = 0; n < kGraphs; ++n) {
          const Fingerprint print = wide((n + static_cast<std::uint64_t>(worker) * 1'000) % kGraphs);
          graphs += counts.add(print).new_graph;
          rf += counts.add_rf(print);
          if (n % 10'000 != 0) continue;
          EXPECT_LE(bounded.memory(), 2 * kMegabyte);
        }
        fresh += graphs;
        fresh_rf += rf;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(bounded.counts_all());
    if (approximate) {
      EXPECT_LT(fresh, kGraphs);
      expect_within(bounded.graph_tally(), kGraphs);
      expect_within(bounded.rf_tally(), kGraphs);
    } else {
      EXPECT_EQ(fresh, kGraphs);
      EXPECT_EQ(bounded.graphs(), kGraphs);
      EXPECT_EQ(fresh_rf, kGraphs);
      EXPECT_EQ(bounded.graphs_rf(), kGraphs);
    }
  }
}

}  // namespace
}  // namespace graphfuzz
