// A SpillingSet answers as a std::set does, however little memory it has, and also while the disk is full.
#include "graphfuzz/store/spilling_set.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cerrno>
#include <cmath>
#include <random>
#include <set>
#include <thread>

#include "store/file_size_limit.hpp"
#include "store/temporary_folder.hpp"
#include "support/property.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::store::testing {
namespace {

using graphfuzz::testing::check_property;

constexpr std::size_t kLittle = 1;  // is taken for 64 KiB: a table of 832 keys

/// Fingerprints; small numbers, of which many are the same; keys with equal halves.
Hash128 any_key(std::mt19937_64& random, int kind) {
  if (kind == 0) return {random(), random()};
  if (kind == 1) return {random() % 5000, 0};
  return random() % 2 == 0 ? Hash128{7, random() % 3000} : Hash128{random() % 3000 << 52, ~std::uint64_t{0}};
}

std::set<Hash128> content(const auto& set) {
  std::set<Hash128> keys;
  set.for_each([&](const Hash128& key) {
    EXPECT_TRUE(keys.empty() || *keys.rbegin() < key);
    keys.insert(key);
  });
  return keys;
}

TEST(StoreSpillingSet, IsASet) {
  const TemporaryFolder folder;
  check_property(12, [&] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    SpillingSet ours({kLittle, folder.path()});
    std::set<Hash128> model;
    const int kind = static_cast<int>(random() % 3);
    for (int i = 0; i < 12'000; ++i) {
      const Hash128 key = any_key(random, kind);
      RC_ASSERT(ours.insert(key) == model.insert(key).second);
    }
    for (int i = 0; i < 3'000; ++i) {
      const Hash128 key = any_key(random, kind);
      RC_ASSERT(ours.contains(key) == model.contains(key));
    }
    for (const Hash128& key : model) RC_ASSERT(!ours.insert(key));
    RC_ASSERT(ours.size() == model.size());
    RC_ASSERT(content(ours) == model);
    RC_ASSERT(ours.statistics().keys_on_disk >= model.size() - 832);
    RC_ASSERT(folder.files() == 0u);
  });
}

TEST(StoreSpillingSet, CostsWhatItPromises) {
  const TemporaryFolder folder;
  constexpr std::uint64_t kKeys = 200'000;
  constexpr std::size_t kMemory = std::size_t{1} << 20;
  SpillingSet set({kMemory, folder.path()});
  std::mt19937_64 random(1);
  std::uint64_t most_runs = 0, most_memory = 0;
  for (std::uint64_t i = 0; i < kKeys; ++i) {
    set.insert({random(), random()});
    if (i % 500 != 0) continue;
    most_runs = std::max(most_runs, set.statistics().runs);
    most_memory = std::max(most_memory, set.statistics().memory_bytes);
  }
  const SpillStatistics statistics = set.statistics();
  const std::uint64_t table = 1024 * 13;
  EXPECT_EQ(statistics.keys, kKeys);
  EXPECT_EQ(statistics.keys_on_disk, (kKeys - 1) / table * table);
  const double levels = std::log2(static_cast<double>(kKeys) / table) + 1;
  EXPECT_LE(static_cast<double>(most_runs), levels);
  EXPECT_LE(static_cast<double>(statistics.keys_written), kKeys * levels);
  EXPECT_LE(most_memory, kMemory * 3 / 4);  // the last quarter is for sorting
  // Ten bits a key let one new key in a hundred through; each of them has a few runs to be looked up in.
  EXPECT_LE(statistics.blocks_read, kKeys * levels / 100);
}

TEST(StoreSpillingSet, AFullDiskLosesNothing) {
  const TemporaryFolder folder;
  std::mt19937_64 random(2);
  SpillingSet ours({kLittle, folder.path()});
  std::set<Hash128> model;
  int refused = 0;
  constexpr int kRounds = graphfuzz::testing::kSanitized ? 12 : 40;
  for (int round = 0; round < kRounds; ++round) {
    // Too small for a spill, for a merge, for neither.
    const FileSizeLimit disk(round % 4 == 3 ? std::size_t{1} << 30 : (random() % 20 + 1) * 4096);
    for (int i = 0; i < 1'000; ++i) {
      const Hash128 key = any_key(random, 0);
      try {
        ASSERT_EQ(ours.insert(key), model.insert(key).second);
      } catch (const FileError& error) {
        EXPECT_EQ(error.code(), EFBIG);
        model.erase(key);
        ++refused;
        ASSERT_FALSE(ours.contains(key));
        ASSERT_EQ(ours.size(), model.size());
        if (refused % 100 == 0) {
          ASSERT_EQ(content(ours), model);
        }
      }
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(model.size(), kRounds * 250u);
  EXPECT_EQ(content(ours), model);
  for (const Hash128& key : model) ASSERT_FALSE(ours.insert(key));
}

TEST(StoreSpillingSet, AFolderThatIsNotThere) {
  const TemporaryFolder folder;
  SpillingSet set({kLittle, folder / "none"});
  std::uint64_t inserted = 0;
  try {
    for (;; ++inserted) set.insert({inserted, 0});
  } catch (const FileError& error) {
    EXPECT_EQ(error.code(), ENOENT);
    EXPECT_EQ(error.path(), folder / "none");
  }
  EXPECT_EQ(inserted, 832u);
  EXPECT_EQ(set.size(), inserted);
}

TEST(StoreSpillingSet, EachKeyIsNewToOneThread) {
  const TemporaryFolder folder;
  constexpr int kThreads = 4;
  ShardedSpillingSet set({4 * kLittle, folder.path()}, 4);
  std::atomic<std::uint64_t> fresh{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937_64 random(static_cast<std::uint64_t>(t));
      std::uint64_t mine = 0;
      for (int i = 0; i < 10'000; ++i) {
        const std::uint64_t key = random() % 8'000;
        mine += set.insert({key * 0x9e3779b97f4a7c15, key}) ? 1 : 0;
      }
      fresh += mine;
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<Hash128> model;
  for (int t = 0; t < kThreads; ++t) {
    std::mt19937_64 random(static_cast<std::uint64_t>(t));
    for (int i = 0; i < 10'000; ++i) {
      const std::uint64_t key = random() % 8'000;
      model.insert({key * 0x9e3779b97f4a7c15, key});
    }
  }
  EXPECT_EQ(fresh, model.size());
  EXPECT_EQ(set.size(), model.size());
  EXPECT_EQ(content(set), model);
  EXPECT_GT(set.statistics().runs, 3u);
  for (const Hash128& key : model) EXPECT_TRUE(set.contains(key));
}

}  // namespace
}  // namespace graphfuzz::store::testing
