#include "graphfuzz/analysis/discovery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "graphfuzz/explore/random.hpp"

namespace graphfuzz {
namespace {

TEST(Discovery, NothingSeen) {
  const Discovery d = discovery({});
  EXPECT_EQ(d.new_probability, 1);
  EXPECT_EQ(d.new_low, 1);
  EXPECT_EQ(d.new_high, 1);
  EXPECT_EQ(d.total, 0);
  EXPECT_EQ(d.total_low, 0);
  EXPECT_TRUE(std::isinf(d.total_high));
}

// Worked by hand: f1 = 20, f2 = 10 of 50 species in 200. Chao1: 50 + 0.995·20·19/22 = 67.186.
TEST(Discovery, ByHand) {
  const Discovery d = discovery({200, 50, 20, 10});
  EXPECT_DOUBLE_EQ(d.new_probability, 0.1);
  // se² = (0.1·0.9 + 0.1)/200, so 0.1 ± 0.06 or so; Wilson's centre is a little nearer to ½.
  EXPECT_NEAR(d.new_low, 0.0471, 0.0005);
  EXPECT_NEAR(d.new_high, 0.1679, 0.0005);
  EXPECT_NEAR(d.total, 67.186, 0.001);
  // variance 17.186 + 0.990·20·39²/484 + 0.990·400·10·361/58564 = 17.186 + 62.223 + 24.411 = 103.82
  const double spread = std::exp(1.95996 * std::sqrt(std::log(1 + 103.82 / (17.18636 * 17.18636))));
  EXPECT_EQ(d.total_low, std::floor(50 + 17.18636 / spread));
  EXPECT_NEAR(d.total_high, 50 + 17.18636 * spread, 0.05);
}

TEST(Discovery, AllSeenOften) {
  const Discovery d = discovery({1000, 10, 0, 0});
  EXPECT_EQ(d.new_probability, 0);
  EXPECT_EQ(d.new_low, 0);
  EXPECT_NEAR(d.new_high, 0.00383, 0.00001);
  EXPECT_EQ(d.total, 10);
  EXPECT_EQ(d.total_low, 10);
  EXPECT_NEAR(d.total_high, 10, 1e-9);
}

TEST(Discovery, AllSeenOnce) {
  for (std::uint64_t n : {1, 2, 1000}) {
    const Discovery d = discovery({n, n, n, 0});
    EXPECT_EQ(d.new_probability, 1);
    EXPECT_NEAR(d.new_low, double(n) / (double(n) + 3.8415), 1e-4);
    EXPECT_EQ(d.new_high, 1);
    EXPECT_GE(d.total, double(n));
    EXPECT_TRUE(std::isinf(d.total_high));
  }
}

TEST(Discovery, OneSeenOnce) {
  const Discovery d = discovery({1000, 100, 1, 0});
  EXPECT_EQ(d.total, 100);
  EXPECT_GE(d.total_high, 100.5);
  EXPECT_LE(d.total_high, 102);
}

TEST(Discovery, IntervalsHoldTheEstimates) {
  for (std::uint64_t n = 1; n <= 24; ++n) {
    for (std::uint64_t distinct = 0; distinct <= n + 1; ++distinct) {  // also what cannot be
      for (std::uint64_t once = 0; once <= n + 1; ++once) {
        for (std::uint64_t twice = 0; twice <= n; ++twice) {
          const Discovery d = discovery({n, distinct, once, twice});
          ASSERT_LE(0, d.new_low);
          ASSERT_LE(d.new_low, d.new_probability);
          ASSERT_LE(d.new_probability, d.new_high);
          ASSERT_LE(d.new_high, 1);
          ASSERT_LE(std::min(distinct, n), d.total_low);
          ASSERT_LE(d.total_low, d.total);
          ASSERT_LE(d.total, d.total_high) << n << " " << distinct << " " << once << " " << twice;
        }
      }
    }
  }
  const std::uint64_t big = std::uint64_t{1} << 62;
  const Discovery d = discovery({big, big / 2, big / 4, big / 8});
  EXPECT_TRUE(std::isfinite(d.total) && std::isfinite(d.total_low) && std::isfinite(d.total_high));
}

// Calibration: samples of known populations.

struct Population {
  std::string name;
  std::vector<double> probability;  // of each species
};

Population population(const std::string& name, std::size_t species, double (*weight)(double rank)) {
  Population result{name, {}};
  for (std::size_t i = 0; i < species; ++i) result.probability.push_back(weight(static_cast<double>(i + 1)));
  const double sum = std::accumulate(result.probability.begin(), result.probability.end(), 0.0);
  for (double& p : result.probability) p /= sum;
  return result;
}

const std::vector<Population>& populations() {
  static const std::vector<Population> all = {
      population("uniform", 500, [](double) { return 1.0; }),
      population("linear", 500, [](double rank) { return 501 - rank; }),
      population("geometric", 500, [](double rank) { return std::pow(0.97, rank); }),
      population("zipf", 2000, [](double rank) { return 1 / rank; }),
  };
  return all;
}

struct Coverage {
  double new_probability = 0;  // share of the samples whose interval covers the truth
  double total = 0;
  double total_low = 0;   // whose lower bound is one
  double mean_error = 0;  // of new_probability, by the truth
};

Coverage coverage(const Population& population, std::uint64_t n, std::uint64_t seed) {
  constexpr int kSamples = 1000;
  const std::vector<double>& p = population.probability;
  std::vector<double> cumulative(p.size());
  std::partial_sum(p.begin(), p.end(), cumulative.begin());
  Random random(seed);
  Coverage result;
  double truth_sum = 0, estimate_sum = 0;
  for (int i = 0; i < kSamples; ++i) {
    std::vector<std::uint64_t> counts(p.size());
    for (std::uint64_t k = 0; k < n; ++k) {
      const double u = static_cast<double>(random.next() >> 11) * 0x1p-53 * cumulative.back();
      const auto species = std::upper_bound(cumulative.begin(), cumulative.end(), u) - cumulative.begin();
      ++counts[std::min<std::size_t>(static_cast<std::size_t>(species), p.size() - 1)];
    }
    SpeciesCounts seen{n, 0, 0, 0};
    double unseen = 0;  // the truth
    for (std::size_t s = 0; s < p.size(); ++s) {
      seen.distinct += counts[s] > 0;
      seen.once += counts[s] == 1;
      seen.twice += counts[s] == 2;
      if (counts[s] == 0) unseen += p[s];
    }
    const Discovery d = discovery(seen);
    const auto species = static_cast<double>(p.size());
    result.new_probability += d.new_low <= unseen && unseen <= d.new_high;
    result.total += d.total_low <= species && species <= d.total_high;
    result.total_low += d.total_low <= species;
    truth_sum += unseen;
    estimate_sum += d.new_probability;
  }
  result.new_probability /= kSamples;
  result.total /= kSamples;
  result.total_low /= kSamples;
  result.mean_error = truth_sum > 0 ? estimate_sum / truth_sum - 1 : 0;
  return result;
}

// 95 % are asked for; a thousand samples stray from that by 0.7 %. Few executions give few different values of f1 and
// f2, and so no interval of exactly that coverage.
TEST(SlowDiscovery, IntervalsOfTheProbabilityAreCalibrated) {
  for (const Population& p : populations()) {
    for (std::uint64_t n : {20, 50, 200, 1000, 3000}) {
      const Coverage c = coverage(p, n, n);
      SCOPED_TRACE(p.name + " " + std::to_string(n));
      EXPECT_GE(c.new_probability, n < 100 ? 0.88 : 0.92);
      EXPECT_LE(c.new_probability, n < 100 ? 1 : 0.98);
      EXPECT_LE(std::abs(c.mean_error), 0.1);
      RecordProperty(p.name + "_" + std::to_string(n), std::to_string(c.new_probability));
    }
  }
}

// Chao1 is a lower bound, and the number itself only where no species is much rarer than the others.
TEST(SlowDiscovery, IntervalsOfTheTotalAreCalibratedForEvenPopulations) {
  for (const Population& p : populations()) {
    for (std::uint64_t n : {50, 200, 1000, 3000}) {
      const Coverage c = coverage(p, n, n + 1);
      SCOPED_TRACE(p.name + " " + std::to_string(n));
      EXPECT_GE(c.total_low, n < 100 ? 0.88 : 0.93);
      if (p.name == "uniform" && n >= 100) {
        EXPECT_GE(c.total, 0.92);
      }
      RecordProperty(p.name + "_" + std::to_string(n), std::to_string(c.total));
    }
  }
}

// Otherwise the intervals could hold by being wide.
TEST(Discovery, IntervalsShrink) {
  double width = 2;
  for (std::uint64_t n = 100; n <= 1'000'000; n *= 10) {
    const Discovery d = discovery({n, n / 2, n / 4, n / 10});
    EXPECT_LT(d.new_high - d.new_low, width / 3);
    width = d.new_high - d.new_low;
    EXPECT_LT(d.total_high - d.total_low, 10 * std::sqrt(static_cast<double>(n)));
  }
}

}  // namespace
}  // namespace graphfuzz
