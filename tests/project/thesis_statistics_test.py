#!/usr/bin/env python3
"""The arithmetic of thesis/evaluation: statistics, numbers of graphs, statistics of curves, options."""

import fractions
import itertools
import math
import os
import random
import statistics as reference
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "thesis"))

from evaluation import counting, plots, statistics  # noqa: E402


def gini_by_definition(values):
    """Half the mean absolute difference of all pairs, relative to the mean."""
    count, total = len(values), sum(values)
    difference = sum(abs(a - b) for a in values for b in values)
    return fractions.Fraction(difference, 2 * count * total)


def spreads(total, parts):
    """All ways to write `total` as an unordered sum of `parts` numbers of at least 1."""
    return [values for values in itertools.combinations_with_replacement(range(1, total + 1), parts)
            if sum(values) == total]


class Statistics(unittest.TestCase):
    def test_agrees_with_the_standard_library(self):
        generator = random.Random(1)
        for count in range(1, 40):
            values = [generator.randrange(20) for _ in range(count)]
            self.assertAlmostEqual(statistics.mean(values), reference.mean(values))
            self.assertEqual(statistics.median(values), reference.median(values))
            if count > 1:
                quartiles = reference.quantiles(values, n=4, method="inclusive")
                ours = [statistics.quantile(values, q) for q in (0.25, 0.5, 0.75)]
                for expected, measured in zip(quartiles, ours):
                    self.assertAlmostEqual(expected, measured)

    def test_never_is_later_than_any_number(self):
        self.assertEqual(statistics.median([5, math.inf, 1]), 5)
        self.assertEqual(statistics.median([5, math.inf]), math.inf)
        self.assertEqual(statistics.median([math.inf, math.inf]), math.inf)
        self.assertEqual(statistics.quantile([1, 2, 3, 4, math.inf], 0.75), 4)
        self.assertFalse(any(math.isnan(statistics.quantile([1, math.inf, math.inf], q / 10)) for q in range(11)))

    def test_nothing_has_no_statistics(self):
        self.assertRaises(ValueError, statistics.median, [])
        self.assertRaises(ValueError, statistics.mean, [])
        self.assertEqual(statistics.summary([]), {})

    def test_mann_whitney_counts_all_splits(self):
        generator = random.Random(2)
        for _ in range(60):
            values = [generator.choice([1, 2, 3, 5, 8, math.inf]) for _ in range(generator.randrange(2, 9))]
            size = generator.randrange(1, len(values))

            def distance(chosen):
                """Of U from its mean, by comparing all pairs."""
                inside = [values[i] for i in chosen]
                outside = [values[i] for i in range(len(values)) if i not in chosen]
                return abs(fractions.Fraction(sum((a > b) - (a < b) for a in inside for b in outside), 2))

            splits = [distance(chosen) for chosen in itertools.combinations(range(len(values)), size)]
            expected = sum(far >= splits[0] for far in splits) / len(splits)  # the first split is the sample
            self.assertAlmostEqual(statistics.mann_whitney(values[:size], values[size:]), expected)

    def test_mann_whitney_of_known_samples(self):
        self.assertAlmostEqual(statistics.mann_whitney([1, 2, 3], [4, 5, 6]), 0.1)  # 2 of 20 splits
        self.assertAlmostEqual(statistics.mann_whitney([1] * 5, [1] * 5), 1)
        self.assertLess(statistics.mann_whitney(range(20), range(20, 40)), 1e-10)
        self.assertRaises(ValueError, statistics.mann_whitney, [], [1])

    def test_a12(self):
        self.assertEqual(statistics.a12([1, 2], [3, math.inf]), 0)
        self.assertEqual(statistics.a12([3, math.inf], [1, 2]), 1)
        self.assertEqual(statistics.a12([1, math.inf], [1, math.inf]), 0.5)
        self.assertEqual(statistics.a12([2], [1, 2, 3, 3]), 0.375)

    def test_holm(self):
        for ours, expected in zip(statistics.holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]):
            self.assertAlmostEqual(ours, expected)
        self.assertEqual(statistics.holm([0.6, 0.7]), [1, 1])

    def test_summary_is_in_order(self):
        summary = statistics.summary([7, 1, 5, 3, 2])
        self.assertEqual(summary, {"mean": 3.6, "median": 3, "min": 1, "max": 7, "q1": 2, "q3": 5})

    def test_greatest_gini_is_the_greatest_of_all_spreads(self):
        for executions in range(1, 12):
            for graphs in range(1, executions + 1):
                greatest = max(gini_by_definition(values) for values in spreads(executions, graphs))
                self.assertAlmostEqual(statistics.greatest_gini(executions, graphs), float(greatest))


class Counting(unittest.TestCase):
    """The closed forms against brute force over all interleavings of choices."""

    def test_fibonacci(self):
        for steps in range(1, 5):
            self.assertEqual(counting.fibonacci(steps), counting.two_threads(steps))

    def test_ladder_of_one_step_is_a_ring_of_store_buffering(self):
        # No read comes before a store of its thread: all 2^threads choices are free of porf cycles.
        for threads in (2, 3, 4):
            self.assertEqual(counting.ladder(threads, 1), 2 ** threads)

    def test_ladder_against_cycles_in_porf(self):
        for threads, steps in ((2, 2), (2, 3), (3, 2)):
            sequences = counting.monotone_sequences(steps, steps)
            acyclic = sum(not self.has_cycle(reads) for reads in itertools.product(sequences, repeat=threads))
            self.assertEqual(counting.ladder(threads, steps), acyclic)

    @staticmethod
    def has_cycle(reads):
        """Transitive closure over events (thread, position): even positions are stores, odd ones reads."""
        threads, steps = len(reads), len(reads[0])
        events = [(thread, place) for thread in range(threads) for place in range(2 * steps)]
        before = {(a, b) for a in events for b in events if a[0] == b[0] and a[1] < b[1]}
        for thread in range(threads):
            for step, number in enumerate(reads[thread]):
                if number > 0:
                    before.add((((thread + 1) % threads, 2 * (number - 1)), (thread, 2 * step + 1)))
        for middle in events:
            into = [a for a in events if (a, middle) in before]
            out = [b for b in events if (middle, b) in before]
            before |= {(a, b) for a in into for b in out}
        return any((event, event) in before for event in events)

    def test_readers_and_writers(self):
        for writers, readers, reads in ((2, 1, 1), (3, 2, 2), (2, 2, 3)):
            per_reader = sum(1 for looks in itertools.product(range(writers + 1), repeat=reads)
                             if list(looks) == sorted(looks))
            self.assertEqual(counting.readers_and_writers(writers, readers, reads),
                             math.factorial(writers) * per_reader ** readers)


class Curves(unittest.TestCase):
    def test_medians_of_steps(self):
        curves = [[[1, 1], [2, 2], [4, 3]], [[1, 1], [4, 4]], [[1, 1], [2, 1]]]  # the last one ended early
        self.assertEqual(plots.curve_statistics(curves), [(1, 1, 1, 1), (2, 1, 1, 1.5), (4, 2, 3, 3.5)])

    def test_long_curves_are_thinned_and_keep_their_ends(self):
        table = plots.curve_statistics([[[x, x] for x in range(1, 1001)]], points=10)
        self.assertEqual(len(table), 10)
        self.assertEqual((table[0][2], table[-1][2]), (1, 1000))


if __name__ == "__main__":
    unittest.main()
