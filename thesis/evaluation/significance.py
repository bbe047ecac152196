"""Is a difference between two strategies more than chance? Every comparison of the evaluation is made here, and made alike.

A sample is what one strategy needs (or finds) on one program with different seeds. The p-value is Mann and Whitney's
(1947), the size of the effect Vargha and Delaney's A12 (2000), the intervals are percentiles of bootstrap samples (Efron,
1979), and the p-values of a family of comparisons are adjusted together (Holm, 1979).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from . import statistics
from .tables import Table, number

SIGNIFICANT = 0.05  # a lower adjusted p-value is no chance
MOST_ROWS = 400  # of a table for people; significance.csv has all

COLUMNS = ["family", "program", "strategy", "against", "seeds", "never", "median", "median_low", "median_high", "seeds_against",
           "never_against", "median_against", "median_against_low", "median_against_high", "a12", "a12_low", "a12_high",
           "effect", "p", "p_holm", "comparisons", "verdict"]


@dataclass(frozen=True)
class Family:
    """Comparisons of one measure on one kind of program, whose p-values are adjusted together. `pairs`: from the strategies
    that there are, which is compared with which. A sample has a value per seed; math.inf: never, later than any number."""
    name: str
    measure: str
    samples: dict  # (program, strategy) -> values
    pairs: Callable
    less_is_better: bool = True


@dataclass(frozen=True)
class Sample:
    """`interval`: of the median, with 95 %."""
    seeds: int
    never: int
    median: float
    interval: tuple


@dataclass(frozen=True)
class Comparison:
    """`better`: A12, the probability that a run of `strategy` is better than one of `against`, ties counting half."""
    family: str
    program: str
    strategy: str
    against: str
    ours: Sample
    theirs: Sample
    better: float
    interval: tuple
    p: float
    adjusted: float
    of: int  # comparisons in the family

    def verdict(self):
        if self.adjusted >= SIGNIFICANT:
            return "no difference shown"
        return "better" if self.better > 0.5 else "worse"


def against_references(*references):
    """Every other strategy against each of these, in this order of preference, no two twice; the first reference is what
    is praised, and stands on the left."""
    def pairs(strategies):
        first = references[0]
        found = [(first, other) for other in strategies if first in strategies and other != first]
        for reference in references[1:]:
            found += [(other, reference) for other in strategies
                      if reference in strategies and other not in (first, reference)]
        return found
    return pairs


def with_predecessors(predecessors, baseline):
    """Every strategy against the baseline, and some against what they improve on: strategy -> the other."""
    def pairs(strategies):
        return ([(strategy, baseline) for strategy in strategies if strategy != baseline and baseline in strategies]
                + [pair for pair in predecessors.items() if set(pair) <= set(strategies)])
    return pairs


def compare(family):
    """All comparisons of a family. Left out: programs on which neither of the two ever found anything. (Nothing can be
    shown by equal values, whoever has which: they do not count among the comparisons.)"""
    strategies = list(dict.fromkeys(strategy for _, strategy in family.samples))
    pairs = []
    for program in dict.fromkeys(program for program, _ in family.samples):
        for strategy, against in family.pairs(strategies):
            ours, theirs = (family.samples.get((program, name)) for name in (strategy, against))
            if ours and theirs and len(set(ours) | set(theirs)) > 1:
                pairs.append((program, strategy, against, ours, theirs))
    p_values = [statistics.mann_whitney(ours, theirs) for *_, ours, theirs in pairs]
    described = {(program, name): _sample(values, f"{family.name} {program} {name}")
                 for program, *names, ours, theirs in pairs for name, values in zip(names, (ours, theirs))}
    return [_comparison(family, described, *pair, p, adjusted, len(pairs))
            for pair, p, adjusted in zip(pairs, p_values, statistics.holm(p_values))]


# Bootstrap samples have a seed each, so that they are the same whatever else is compared.
def _sample(values, seed):
    return Sample(len(values), sum(map(math.isinf, values)), statistics.median(values),
                  statistics.bootstrap(statistics.median, [values], seed))


def _comparison(family, described, program, strategy, against, ours, theirs, p, adjusted, of):
    def better(first, second):
        return statistics.a12(second, first) if family.less_is_better else statistics.a12(first, second)
    interval = statistics.bootstrap(better, [ours, theirs], f"{family.name} {program} {strategy} {against}")
    return Comparison(family.name, program, strategy, against, described[program, strategy], described[program, against],
                      better(ours, theirs), interval, p, adjusted, of)


def csv_rows(comparisons):
    def finite(value):
        return None if math.isinf(value) else value
    for one in comparisons:
        yield dict(zip(COLUMNS, [
            one.family, one.program, one.strategy, one.against,
            one.ours.seeds, one.ours.never, finite(one.ours.median), *map(finite, one.ours.interval),
            one.theirs.seeds, one.theirs.never, finite(one.theirs.median), *map(finite, one.theirs.interval),
            one.better, *one.interval, statistics.magnitude(one.better), one.p, one.adjusted, one.of, one.verdict()]))


def _median(sample):
    low, high = ("never" if math.isinf(value) else number(value) for value in sample.interval)
    middle = "never" if math.isinf(sample.median) else number(sample.median)
    return f"{middle} [{low}, {high}]" + (f" †{sample.never}" if sample.never else "")


def _is_too_few(comparisons):
    """Are there so few seeds that the clearest difference would not be shown?"""
    return all(one.of * 2 / math.comb(one.ours.seeds + one.theirs.seeds, one.ours.seeds) >= SIGNIFICANT for one in comparisons)


def table(family, comparisons):
    """One row per comparison. None if there is none, or if they are too many to be read."""
    if not 0 < len(comparisons) <= MOST_ROWS:
        return None
    rows = [[one.program, one.strategy, _median(one.ours), one.against, _median(one.theirs),
             f"{one.better:.2f} [{one.interval[0]:.2f}, {one.interval[1]:.2f}]", statistics.magnitude(one.better),
             f"{one.adjusted:.2g}", one.verdict()] for one in comparisons]
    few = " So few seeds cannot show any difference among so many comparisons." if _is_too_few(comparisons) else ""
    censored = ("†k: k runs ended without it; they count as later than all that found it, and as equal among themselves. "
                if family.less_is_better else "")
    return Table(f"significance-{family.name}".replace(" ", "-").lower(),
                 f"Differences, {family.name}: {family.measure}, medians with bootstrap intervals (95 %). {censored}A12: "
                 "probability that a run of the strategy is better than one of the other (Vargha and Delaney; 0.5: no "
                 f"difference), with its bootstrap interval and their word for its size. p: Mann and Whitney, two-sided, exact "
                 f"with ties, adjusted by Holm for the {len(comparisons)} comparisons of this family; a difference is shown where "
                 f"it is below {SIGNIFICANT}.{few}",
                 ["program", "strategy", "median", "against", "median", "A12", "effect", "p", "the strategy is"], rows,
                 wide=(1, 3, 8), long=True, widths=(0.08, 0.08, 0.14))


def summary(families):
    """For each pair of strategies, on how many programs which is better. `families`: pairs of a Family and its
    comparisons. None if nothing was compared."""
    rows = []
    for family, comparisons in families:
        for pair in dict.fromkeys((one.strategy, one.against) for one in comparisons):
            mine = [one for one in comparisons if (one.strategy, one.against) == pair]
            verdicts = [one.verdict() for one in mine]
            large = sum(verdict == "better" and statistics.magnitude(one.better) == "large"
                        for one, verdict in zip(mine, verdicts))
            rows.append([family.name, pair[0], pair[1], str(len(mine)), f"{verdicts.count('better')} ({large})",
                         str(verdicts.count("worse")), str(verdicts.count("no difference shown"))])
    if not rows:
        return None
    counts = "; ".join(f"{family.name}: {len(comparisons)}" + (" (so few seeds cannot show any)" if _is_too_few(comparisons) else "")
                       for family, comparisons in families if comparisons)
    return Table("significance-summary", f"Differences between strategies, by the number of programs: better (of them "
                 f"with a large effect), worse, and no difference shown, at {SIGNIFICANT} after Holm's adjustment in each family. "
                 f"Comparisons made: {counts}",
                 ["family", "strategy", "against", "programs", "better (large)", "worse", "not shown"], rows, wide=(1, 2),
                 long=True)
