#include "graphfuzz/analysis/discovery.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graphfuzz {
namespace {

constexpr double kZ = 1.959963984540054;  // of 95 %, two-sided

// n, d, f1 and f2 with f1 + f2 ≤ d and f1 + 2·f2 ≤ n (what is seen more often needs more).
struct Sample {
  double n, distinct, f1, f2;
};

Sample sample(const SpeciesCounts& counts) {
  const std::uint64_t n = counts.executions;
  const std::uint64_t distinct = std::clamp<std::uint64_t>(counts.distinct, n > 0 ? 1 : 0, n);
  const std::uint64_t f1 = std::min(counts.once, distinct);
  const std::uint64_t f2 = std::min({counts.twice, distinct - f1, (n - f1) / 2});
  return {static_cast<double>(n), static_cast<double>(distinct), static_cast<double>(f1), static_cast<double>(f2)};
}

// The p with (p - q)² = z²·(p(1 - p)/n + 2·f2/n²), q = f1/n.
void estimate_new(const Sample& s, Discovery& result) {
  const double q = s.f1 / s.n;
  const double z2 = kZ * kZ / s.n;
  const double centre = q + z2 / 2;
  const double root = std::sqrt(z2 * (q * (1 - q) + z2 / 4 + (1 + z2) * 2 * s.f2 / s.n));
  result.new_probability = q;
  // Rounding must not put the estimate outside of its interval.
  result.new_low = std::clamp((centre - root) / (1 + z2), 0.0, q);
  result.new_high = std::clamp((centre + root) / (1 + z2), q, 1.0);
}

void estimate_total(const Sample& s, Discovery& result) {
  const double a = (s.n - 1) / s.n;
  const double pairs = s.f1 * (s.f1 - 1) / 2;
  const double unseen = a * pairs / (s.f2 + 1);
  result.total = s.distinct + unseen;
  const double g = s.f2 + 1;
  double variance = unseen + a * a * s.f1 * (2 * s.f1 - 1) * (2 * s.f1 - 1) / (4 * g * g);
  if (s.f2 > 0) {
    variance += a * a * s.f1 * s.f1 * s.f2 * (s.f1 - 1) * (s.f1 - 1) / (4 * g * g * g * g);
  } else if (s.f1 > 0) {
    variance -= a * a * s.f1 * s.f1 * s.f1 * s.f1 / (4 * result.total);
  }
  variance = std::max(variance, 0.0);
  if (unseen > 0) {
    const double spread = std::exp(kZ * std::sqrt(std::log1p(variance / (unseen * unseen))));
    // The log-normal interval never has `distinct` itself in it, but the number is whole.
    result.total_low = std::floor(s.distinct + unseen / spread);
    result.total_high = s.distinct + unseen * spread;
  } else {
    const double missed = std::exp(-s.n / s.distinct);
    const double middle = s.distinct / (1 - missed);
    const double half = kZ * std::sqrt(s.distinct * missed) / (1 - missed);
    result.total_low = s.distinct;
    result.total_high = std::max(middle + half, s.distinct + kZ * std::sqrt(variance));
  }
  if (s.f1 == s.n) result.total_high = std::numeric_limits<double>::infinity();
}

}  // namespace

Discovery discovery(const SpeciesCounts& counts) {
  Discovery result;
  result.total_high = std::numeric_limits<double>::infinity();
  if (counts.executions == 0) return result;
  const Sample s = sample(counts);
  estimate_new(s, result);
  estimate_total(s, result);
  return result;
}

}  // namespace graphfuzz
