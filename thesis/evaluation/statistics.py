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
