// A FingerprintSet is a std::set that can be written.
#include "graphfuzz/store/fingerprint_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "store/documents.hpp"
#include "support/property.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::store::testing {
namespace {

using graphfuzz::testing::check_property;
using ::testing::HasSubstr;

/// Some all over, some next to each other, some far apart with equal halves.
Hash128 any_hash(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0:
      return {random(), random()};
    case 1:
      return {random() % 16, random() % 16};
    case 2:
      return {~std::uint64_t{0} - random() % 4, random() % 2 == 0 ? 0 : ~std::uint64_t{0}};
    default:
      return {std::uint64_t{1} << random() % 64, std::uint64_t{1} << random() % 64};
  }
}

struct Both {
  FingerprintSet ours;
  std::set<Hash128> model;
};

Both any_set(std::mt19937_64& random, std::size_t most) {
  Both both;
  for (std::size_t i = random() % (most + 1); i > 0; --i) {
    const Hash128 hash = any_hash(random);
    RC_ASSERT(both.ours.insert(hash) == both.model.insert(hash).second);
  }
  return both;
}

TEST(StoreFingerprintSet, IsASet) {
  check_property(200, [] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    Both a = any_set(random, 300);
    const Both b = any_set(random, 300);
    RC_ASSERT(a.ours.size() == a.model.size());
    for (int i = 0; i < 100; ++i) {
      const Hash128 hash = any_hash(random);
      RC_ASSERT(a.ours.contains(hash) == a.model.contains(hash));
    }
    std::vector<Hash128> common;
    std::set_intersection(a.model.begin(), a.model.end(), b.model.begin(), b.model.end(), std::back_inserter(common));
    RC_ASSERT(a.ours.common(b.ours) == common.size());
    RC_ASSERT(b.ours.common(a.ours) == common.size());
    RC_ASSERT(a.ours.merge(b.ours) == b.model.size() - common.size());
    a.model.insert(b.model.begin(), b.model.end());
    RC_ASSERT(std::set<Hash128>(a.ours.begin(), a.ours.end()) == a.model);
    RC_ASSERT(a.ours.merge(a.ours) == 0u);
  });
}

TEST(StoreFingerprintSet, IsReadAsItWasWritten) {
  check_property(200, [] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const FingerprintSet set = any_set(random, random() % 10 == 0 ? 20'000 : 50).ours;
    const std::string bytes = set.to_bytes();
    RC_ASSERT(FingerprintSet::from_bytes(bytes, "x") == set);
    FingerprintSet again;  // in another order
    const std::vector<Hash128> hashes(set.begin(), set.end());
    for (auto hash = hashes.rbegin(); hash != hashes.rend(); ++hash) again.insert(*hash);
    RC_ASSERT(again.to_bytes() == bytes);
  });
}

TEST(StoreFingerprintSet, IsCompact) {
  std::mt19937_64 random(1);
  FingerprintSet set;
  for (int i = 0; i < 1'000'000; ++i) set.insert({random(), random()});
  EXPECT_LT(set.to_bytes().size(), 15'100'000u);
}

// The bytes of a set are refused, or are those of exactly the set that is read from them.
TEST(StoreFingerprintSet, DamagedSets) {
  const auto error = [](const std::string& bytes) { return error_of([&] { FingerprintSet::from_bytes(bytes, "x"); }); };
  std::mt19937_64 random(1);
  for (const std::size_t size : {0, 1, 5, 40}) {
    FingerprintSet set;
    while (set.size() < size) set.insert(any_hash(random));
    const std::string bytes = set.to_bytes();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      EXPECT_NE(error(bytes.substr(0, i)), "");
      for (int change = 1; change < 256; change += graphfuzz::testing::kSanitized ? 7 : 1) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ change);
        error_of([&] { EXPECT_EQ(FingerprintSet::from_bytes(damaged, "x").to_bytes(), damaged); });
      }
    }
    EXPECT_THAT(error(bytes + '\0'), HasSubstr("expected the end, found 1 more bytes"));
  }
  EXPECT_THAT(error("\xff\xff\xff\xff\x0f"), HasSubstr("expected 4294967295 fingerprints, found 0 bytes to the end"));
  EXPECT_THAT(error_of([] { FingerprintSet::from_bytes(std::string(40, '\x02'), "x", 1); }),
              HasSubstr("expected at most 1 fingerprints, found 2"));
  EXPECT_THAT(error(std::string("\x80\x00", 2)), HasSubstr("shortest form"));
  EXPECT_THAT(error("\x02" + std::string(16, '\0') + std::string(9, '\0')), HasSubstr("ascending order"));
}

}  // namespace
}  // namespace graphfuzz::store::testing
