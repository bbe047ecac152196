"""Descriptive statistics, with a place for runs that never ended."""

import math


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
    greater = sum((a > b) + (a == b) / 2 for a in first for b in second)
    return greater / (len(first) * len(second))


def mann_whitney(first, second):
    """The p-value of Mann and Whitney's test (1947), two-sided: how likely samples of these sizes, of one distribution, are
    as far apart as these or farther. Exact, with ties: all ways to split the values are counted by their rank sums.
    """
    pooled = sorted([*first, *second])
    if not first or not second:
        raise ValueError("a comparison with nothing")
    doubled = {}  # twice the mean rank of equal values: a whole number
    for value in dict.fromkeys(pooled):
        begin = pooled.index(value)
        doubled[value] = 2 * begin + pooled.count(value) + 1
    # ways[k][s]: how many choices of k values have the (doubled) rank sum s.
    ways = [{0: 1}, *({} for _ in first)]
    for value in pooled:
        rank = doubled[value]
        for chosen in range(len(first), 0, -1):
            for total, count in ways[chosen - 1].items():
                ways[chosen][total + rank] = ways[chosen].get(total + rank, 0) + count
    expected = len(first) * (len(pooled) + 1)
    distance = abs(sum(doubled[value] for value in first) - expected)
    extreme = sum(count for total, count in ways[-1].items() if abs(total - expected) >= distance)
    return extreme / math.comb(len(pooled), len(first))


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
