// How much is left to find: what the graphs seen so far tell about those not seen yet. The question of ecologists, who
// ask it of species (graphs) in a sample (executions).
#pragma once

#include <cstdint>

namespace graphfuzz {

/// What was seen. Numbers that contradict each other, as counters read while others write them may, are made to fit.
struct SpeciesCounts {
  std::uint64_t executions = 0;  ///< n: those that gave a graph
  std::uint64_t distinct = 0;    ///< different graphs
  std::uint64_t once = 0;        ///< f1: graphs seen exactly once
  std::uint64_t twice = 0;       ///< f2: graphs seen exactly twice
};

/// Intervals are meant to hold with 95 %.
struct Discovery {
  /// Probability that one more execution gives a new graph: f1 / n. The interval
  /// holds however the graphs are distributed. Of no executions the first is certainly new: 1, from 1 to 1.
  double new_probability = 1, new_low = 1, new_high = 1;
  /// Number of different graphs there are, seen or not: an estimate from below. The interval covers the truth where the
  /// graphs are about as likely as each other and f2 is not tiny; otherwise only its lower end is to be relied on, for
  /// graphs too rare to leave a trace in f1 and f2 are not in the estimate. `total_high` is infinite if no graph has
  /// been seen twice, for then nothing is known (also for no executions, where the other two are 0).
  double total = 0, total_low = 0, total_high = 0;
};

/// The estimates, in constant time:
/// - new_probability: Good 1953 (and Turing), "The population frequencies of species and the estimation of population
///   parameters". The interval has the variance of Esty 1983, "A normal limit law for a nonparametric estimator of the
///   coverage of a random sample": with p the probability estimated, p(1 - p)/n + 2·f2/n²; but solved for p, as Wilson
///   1927 does for a proportion, so that it stays within 0 and 1 and does not collapse for f1 = f2 = 0 (then p is from
///   0 to about 3.84/n) nor for f1 = n (then it is from n/(n + 3.84) to 1).
/// - total: Chao1 in its bias-corrected form, distinct + (n - 1)/n · f1(f1 - 1)/(2(f2 + 1)), which needs no f2 > 0
///   (Chao 1984, 2005), with the log-normal interval of Chao 1987, its lower end rounded down. For f1 ≤ 1 nothing is
///   added to `distinct`, and the interval is the one of Colwell's EstimateS (appendix B) for that case, or a normal
///   one if that is wider.
///
/// Both are for executions that are drawn independently from one distribution. The strategy `random` does that. Those
/// that steer towards the new do not, though what comes out is a fair summary as long as the distribution changes
/// slowly. A strategy that never repeats a graph samples without replacement: f1 = n whatever happens, and all of this
/// says nothing.
Discovery discovery(const SpeciesCounts& counts);

}  // namespace graphfuzz
