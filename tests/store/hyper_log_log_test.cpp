// HyperLogLog estimates as well as its papers say, and forgets nothing when merged or written.
#include "graphfuzz/store/hyper_log_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "store/documents.hpp"
#include "support/property.hpp"

namespace graphfuzz::store::testing {
namespace {

using graphfuzz::testing::check_property;
using ::testing::HasSubstr;

// Over many sketches, mean and deviation of the estimate are what is promised, for small, middle and large numbers: a
// table of corrections that is wrong, or none, shows as a bias between 2 and 5 keys a register.
TEST(StoreHyperLogLog, EstimatesWithoutBias) {
  constexpr int kSketches = 300;
  constexpr unsigned kPrecision = 8;
  std::mt19937_64 random(1);
  for (const int keys : {0, 1, 10, 100, 256, 640, 1280, 5000}) {
    double sum = 0, squares = 0;
    for (int sketch = 0; sketch < kSketches; ++sketch) {
      HyperLogLog counter(kPrecision);
      for (int i = 0; i < keys; ++i) counter.insert({random(), random()});
      const double error = keys == 0 ? counter.estimate() : counter.estimate() / keys - 1;
      sum += error;
      squares += error * error;
    }
    const double promised = HyperLogLog(kPrecision).relative_error();
    EXPECT_LT(std::abs(sum / kSketches), 3.5 * promised / std::sqrt(kSketches)) << keys;
    EXPECT_LT(std::sqrt(squares / kSketches), 1.15 * promised) << keys;
    if (keys >= 1280) {
      EXPECT_GT(std::sqrt(squares / kSketches), 0.85 * promised) << keys;
    }
  }
}

TEST(StoreHyperLogLog, EveryPrecision) {
  std::mt19937_64 random(2);
  for (unsigned p = HyperLogLog::kLeastPrecision; p <= HyperLogLog::kMostPrecision; ++p) {
    HyperLogLog counter(p);
    for (int i = 0; i < 50'000; ++i) counter.insert({random(), 0});
    EXPECT_NEAR(counter.estimate(), 50'000, 50'000 * 4 * counter.relative_error()) << p;
  }
  EXPECT_THROW(HyperLogLog(3), std::invalid_argument);
  EXPECT_THROW(HyperLogLog(19), std::invalid_argument);
}

TEST(StoreHyperLogLog, KeysThatAreNoHashes) {
  HyperLogLog counter(12);
  for (std::uint64_t i = 0; i < 100'000; ++i) counter.insert({i, 0});
  EXPECT_NEAR(counter.estimate(), 100'000, 100'000 * 4 * counter.relative_error());
}

TEST(StoreHyperLogLog, InsertMergeAndBytes) {
  check_property(100, [] {
    std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
    const auto precision = 4 + static_cast<unsigned>(random() % 5);
    HyperLogLog a(precision), b(precision), both(precision);
    std::set<Hash128> seen;
    for (int i = static_cast<int>(random() % 500); i > 0; --i) {
      const Hash128 key{random() % 200, 0};
      HyperLogLog before = a;
      const bool grew = (i % 2 == 0 ? a : b).insert(key);
      if (i % 2 == 0) RC_ASSERT(grew == !(a == before));
      if (both.insert(key)) RC_ASSERT(!seen.contains(key));
      seen.insert(key);
    }
    HyperLogLog merged = a;
    merged.merge(b);
    RC_ASSERT(merged == both);
    merged.merge(merged);
    RC_ASSERT(merged == both);
    RC_ASSERT(HyperLogLog::from_bytes(both.to_bytes(), "x") == both);
  });
  HyperLogLog other(5);
  EXPECT_THROW(other.merge(HyperLogLog(6)), std::invalid_argument);
}

TEST(StoreHyperLogLog, DamagedBytes) {
  HyperLogLog counter(4);
  for (std::uint64_t i = 0; i < 30; ++i) counter.insert({i, i});
  const std::string bytes = counter.to_bytes();
  const auto error = [](const std::string& damaged) {
    return error_of([&] { HyperLogLog::from_bytes(damaged, "x"); });
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_NE(error(bytes.substr(0, i)), "");
    for (int change = 1; change < 256; ++change) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      error_of([&] {
        const HyperLogLog read = HyperLogLog::from_bytes(damaged, "x");
        EXPECT_EQ(read.to_bytes(), damaged);
        EXPECT_TRUE(std::isfinite(read.estimate()) || i > 0);
      });
    }
  }
  EXPECT_THAT(error("\x20"), HasSubstr("expected a precision from 4 to 18, found 32"));
  EXPECT_THAT(error("\x04" + std::string(16, '\x3e')), HasSubstr("expected at most 61, found 62"));
  // All registers full: as many keys as there can be, not a crash.
  EXPECT_GT(HyperLogLog::from_bytes("\x04" + std::string(16, '\x3d'), "x").estimate(), 1e18);
}

}  // namespace
}  // namespace graphfuzz::store::testing
