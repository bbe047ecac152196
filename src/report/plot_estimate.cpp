// Plots: medians and their intervals.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graphfuzz/report/plot.hpp"

namespace graphfuzz {
namespace {

constexpr double kPlotConfidence = 0.95;

/// P(X < successes) of `trials` tosses of a coin.
double fewer_heads(std::size_t trials, std::size_t successes) {
  const auto log_choose = [n = static_cast<double>(trials)](double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  };
  double sum = 0;
  for (std::size_t k = 0; k < successes; ++k) {
    sum += std::exp(log_choose(static_cast<double>(k)) - static_cast<double>(trials) * std::log(2.0));
  }
  return sum;
}

}  // namespace

Estimate estimate_median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t count = samples.size();
  // The samples [rank] and [count - 1 - rank] have the median between them unless more than count - 1 - rank samples
  // lie on one side of it.
  std::size_t rank = 0;
  while (2 * (rank + 1) < count && 1 - 2 * fewer_heads(count, rank + 2) >= kPlotConfidence) ++rank;
  const double lower = samples[(count - 1) / 2], upper = samples[count / 2];
  const double middle = std::isinf(upper) ? upper : (lower + upper) / 2;
  return {middle, samples[rank], samples[count - 1 - rank], count > 1 ? 1 - 2 * fewer_heads(count, rank + 1) : 0};
}

}  // namespace graphfuzz
