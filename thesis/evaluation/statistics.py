"""Statistics, with a place for runs that never ended."""

import bisect
import math
import random


def quantile(values, q):
    """Linear interpolation between order statistics (type 7 of Hyndman and Fan, 1996). Needs one value or more.

    math.inf stands for "never": a quantile that would lie between a number and never is never.
    """
    ordered = sorted(values)
    if not ordered:
        raise ValueError("the quantile of nothing")
    position = q * (len(ordered) - 1)
    below = math.floor(position)
    fraction = position - below
    if fraction == 0:
        return ordered[below]
    if math.isinf(ordered[below + 1]):
        return math.inf
    return ordered[below] + fraction * (ordered[below + 1] - ordered[below])


def median(values):
    return quantile(values, 0.5)


def mean(values):
    """Needs one value or more."""
    values = list(values)
    if not values:
        raise ValueError("the mean of nothing")
    return math.fsum(values) / len(values)


def a12(first, second):
    """Vargha and Delaney's measure of effect (2000): the probability that a value of `first` is greater than one of
    `second`, ties counting half. 0.5: no difference. Both need one value or more, which may be math.inf."""
    if not first or not second:
        raise ValueError("a comparison with nothing")
    others = sorted(second)
    doubled = sum(bisect.bisect_left(others, value) + bisect.bisect_right(others, value) for value in first)
    return doubled / (2 * len(first) * len(second))


def magnitude(effect):
    """Vargha and Delaney's word for an A12: small from 0.56 on (or up to 0.44), medium from 0.64, large from 0.71."""
    distance = round(abs(effect - 0.5), 12)
    return "large" if distance >= 0.21 else "medium" if distance >= 0.14 else "small" if distance >= 0.06 else "negligible"


def mann_whitney(first, second):
    """The p-value of Mann and Whitney's test (1947), two-sided: how likely samples of these sizes, of one distribution, are
    as far apart as these or farther. Exact, with ties: all ways to split the values are counted by their rank sums.
    """
    if not first or not second:
        raise ValueError("a comparison with nothing")
    if len(first) > len(second):
        first, second = second, first
    pooled = sorted([*first, *second])
    # Twice the mean rank of equal values, which is a whole number; less 2 for each, so that numbers stay small.
    doubled = [bisect.bisect_left(pooled, value) + bisect.bisect_right(pooled, value) - 1 for value in pooled]
    # ways[k]: a polynomial whose coefficient of x^s says how many choices of k values have the rank sum s; as a number, by
    # x = 2^(8 bytes), so that additions and shifts of whole numbers do the work.
    every = math.comb(len(pooled), len(first))
    width = every.bit_length() // 8 + 1
    ways = [1] + [0] * len(first)
    for rank in doubled:
        for chosen in range(len(first), 0, -1):
            ways[chosen] += ways[chosen - 1] << (8 * width * rank)
    expected = len(first) * (len(pooled) - 1)
    rank_of = dict(zip(pooled, doubled))
    distance = abs(sum(rank_of[value] for value in first) - expected)
    counts = ways[-1].to_bytes(width * (2 * expected + 1), "little")
    extreme = sum(int.from_bytes(counts[width * total:width * (total + 1)], "little")
                  for total in range(2 * expected + 1) if abs(total - expected) >= distance)
    return extreme / every


def bootstrap(statistic, samples, seed, resamples=1000, confidence=0.95):
    """The interval in which the statistic lies for all but a few samples drawn, with replacement, from each of these
    (Efron, 1979: percentiles). The same for the same seed. Too narrow for few values: it knows no others."""
    chance = random.Random(seed)
    if all(len(set(sample)) == 1 for sample in samples):
        return (statistic(*samples),) * 2
    drawn = sorted(statistic(*(chance.choices(sample, k=len(sample)) for sample in samples)) for _ in range(resamples))
    return tuple(quantile(drawn, q) for q in ((1 - confidence) / 2, (1 + confidence) / 2))


def median_ranks(count, confidence=0.95):
    """The greatest rank r for which the r-th smallest and the r-th greatest of so many values have the median of their
    distribution between them with that confidence, whatever it is, and with which (of the binomial distribution of 1/2).
    Rank 1 if there are too few."""
    def covered(rank):
        return 1 - 2 * sum(math.comb(count, fewer) for fewer in range(rank)) / 2 ** count
    rank = 1
    while 2 * (rank + 1) <= count and covered(rank + 1) >= confidence:
        rank += 1
    return rank, covered(rank)


def holm(p_values):
    """Holm's adjustment (1979) of the p-values of several tests, in the same order."""
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = highest
    return adjusted


def greatest_gini(executions, graphs):
    """The most uneven that `executions` can be spread over `graphs` graphs, each seen once or more, as a Gini coefficient.

    Gini's coefficient (Gini, 1912) is half the relative mean absolute difference; one graph takes all but one execution
    of each other. Both arguments are at least 1, and `graphs` at most `executions`.
    """
    return (graphs - 1) * (executions - graphs) / (graphs * executions)


def summary(values):
    """Mean, median, quartiles and range, as a dict with these names; empty for no values."""
    if not values:
        return {}
    return {"mean": mean(values), "median": median(values), "min": min(values), "max": max(values),
            "q1": quantile(values, 0.25), "q3": quantile(values, 0.75)}
