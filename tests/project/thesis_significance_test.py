#!/usr/bin/env python3
"""Significance in thesis/evaluation: the statistics on examples that others have published, with SciPy where it is
installed, and what is made of them."""

import math
import os
import random
import sys
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "thesis"))

from evaluation import go, significance, statistics  # noqa: E402

try:
    import scipy.stats
except ImportError:
    scipy = None

NEVER = math.inf


class PublishedExamples(unittest.TestCase):
    def test_effect(self):
        # Hess and Kromrey (2004), the example of R's effsize: Cliff's delta is -0.25, and A12 is (delta + 1) / 2.
        treatment, control = [10, 10, 20, 20, 20, 30, 30, 30, 40, 50], [10, 20, 30, 40, 40, 50]
        self.assertEqual(2 * statistics.a12(treatment, control) - 1, -0.25)

    def test_effect_by_ranks(self):
        # As Arcuri and Briand (2014) give it: (R1 / m - (m + 1) / 2) / n, where R1 is the rank sum.
        chance = random.Random(3)
        for _ in range(50):
            first = [chance.choice([1, 2, 3, 4, NEVER]) for _ in range(chance.randrange(1, 9))]
            second = [chance.choice([1, 2, 3, 4, NEVER]) for _ in range(chance.randrange(1, 9))]
            pooled = sorted(first + second)
            ranks = {value: pooled.index(value) + (pooled.count(value) + 1) / 2 for value in pooled}
            size, other = len(first), len(second)
            by_ranks = (sum(ranks[value] for value in first) / size - (size + 1) / 2) / other
            self.assertAlmostEqual(statistics.a12(first, second), by_ranks)

    def test_words_for_effects(self):
        # Vargha and Delaney (2000): 0.56, 0.64 and 0.71.
        for effect, word in ((0.5, "negligible"), (0.559, "negligible"), (0.56, "small"), (0.64, "medium"), (0.71, "large"),
                             (1, "large"), (0.45, "negligible"), (0.44, "small"), (0.36, "medium"), (0.29, "large"),
                             (0, "large")):
            self.assertEqual(statistics.magnitude(effect), word, effect)

    def test_mann_whitney(self):
        # Hollander and Wolfe (1973), table 4.1, the example of R's wilcox.test: W = 35, one-sided p = 0.1272.
        x = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
        y = [1.15, 0.88, 0.90, 0.74, 1.21]
        self.assertEqual(statistics.a12(x, y) * len(x) * len(y), 35)
        self.assertAlmostEqual(statistics.mann_whitney(x, y), 2 * 0.1272, places=4)
        # The example of SciPy's mannwhitneyu: U = 17, p = 1/9.
        self.assertAlmostEqual(statistics.mann_whitney([19, 22, 16, 29, 24], [20, 11, 17, 12]), 1 / 9)

    def test_mann_whitney_of_many(self):
        # 40 over 20 ways, of which the two extreme ones are as far apart.
        self.assertEqual(statistics.mann_whitney(list(range(20)), [NEVER] * 20), 2 / math.comb(40, 20))

    def test_holm(self):
        # The example of the encyclopaedia (Holm-Bonferroni method): the second and third are not rejected at 0.05.
        for ours, expected in zip(statistics.holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]):
            self.assertAlmostEqual(ours, expected)

    def test_ranks_around_the_median(self):
        # As tables of the sign test have it: of 20 values the 6th and 15th, 95.9 %; of 10 the 2nd and 9th, 97.9 %.
        for count, rank, confidence in ((20, 6, 0.959), (10, 2, 0.979), (6, 1, 0.969), (5, 1, 0.9375)):
            found, covered = statistics.median_ranks(count)
            self.assertEqual(found, rank)
            self.assertAlmostEqual(covered, confidence, places=3)

    @unittest.skipUnless(scipy, "SciPy is not installed")
    def test_agrees_with_scipy(self):
        chance = random.Random(4)
        for _ in range(100):
            values = chance.sample(range(1000), chance.randrange(2, 30))
            size = chance.randrange(1, len(values))
            theirs = scipy.stats.mannwhitneyu(values[:size], values[size:], method="exact")
            self.assertAlmostEqual(statistics.mann_whitney(values[:size], values[size:]), min(1, theirs.pvalue))


class Bootstrap(unittest.TestCase):
    def test_covers_about_as_often_as_it_says(self):
        chance = random.Random(5)
        covered = 0
        for seed in range(200):
            values = [chance.random() for _ in range(30)]
            low, high = statistics.bootstrap(statistics.median, [values], seed, resamples=200)
            covered += low <= 0.5 <= high
        self.assertGreater(covered, 0.88 * 200)
        self.assertLess(covered, 0.995 * 200)

    def test_is_the_same_for_the_same_seed_and_knows_never(self):
        values = [3, 8, 9, NEVER, NEVER]
        first = statistics.bootstrap(statistics.median, [values], "a")
        self.assertEqual(first, statistics.bootstrap(statistics.median, [values], "a"))
        self.assertEqual(first, (3, NEVER))
        self.assertEqual(statistics.bootstrap(statistics.median, [[NEVER] * 3], 1), (NEVER, NEVER))

    def test_of_two_samples(self):
        low, high = statistics.bootstrap(statistics.a12, [[1, 2, 3, 4], [2, 3, 4, 5]], 1)
        self.assertTrue(0 <= low < statistics.a12([1, 2, 3, 4], [2, 3, 4, 5]) < high <= 1)


def family(samples, pairs=significance.against_references("optimal", "random"), **more):
    return significance.Family("litmus bugs", "executions to the first bug", samples, pairs, **more)


class Comparisons(unittest.TestCase):
    def test_pairs(self):
        pairs = significance.against_references("optimal", "random")
        self.assertEqual(pairs(["random", "mix", "optimal"]),
                         [("optimal", "random"), ("optimal", "mix"), ("mix", "random")])
        self.assertEqual(pairs(["mix", "random"]), [("mix", "random")])
        pairs = significance.with_predecessors(go.PREDECESSORS, "random")
        self.assertEqual(pairs(["random", "gfuzz", "gfuzz-hb", "gopie-hb"]),
                         [("gfuzz", "random"), ("gfuzz-hb", "random"), ("gopie-hb", "random"), ("gfuzz-hb", "gfuzz")])

    def test_censored_runs_are_later_than_all_and_equal_among_themselves(self):
        [one] = significance.compare(family({("p", "optimal"): [NEVER, NEVER, 10 ** 9], ("p", "random"): [NEVER, NEVER, NEVER]}))
        self.assertAlmostEqual(one.better, (6 / 2 + 3) / 9)
        self.assertEqual((one.ours.never, one.theirs.never, one.ours.median), (2, 3, NEVER))

    def test_holm_is_for_all_that_is_compared_and_for_nothing_else(self):
        samples = {}
        for program in "abc":
            samples[program, "optimal"] = list(range(8))
            samples[program, "random"] = list(range(8, 16))
        samples["none", "optimal"] = samples["none", "random"] = [NEVER] * 8
        made = significance.compare(family(samples))
        self.assertEqual([one.program for one in made], list("abc"))
        for one in made:
            self.assertAlmostEqual(one.p, 2 / math.comb(16, 8))
            self.assertAlmostEqual(one.adjusted, 3 * one.p)
            self.assertEqual((one.of, one.verdict()), (3, "better"))

    def test_tables_say_how_many_and_whether_any_could_be_shown(self):
        few = family({("p", "optimal"): [1, 2, 3], ("p", "random"): [4, 5, NEVER]})
        made = significance.compare(few)
        caption = significance.table(few, made).caption
        self.assertIn("for the 1 comparisons", caption)
        self.assertIn("cannot show any difference", caption)
        many = family({("p", "optimal"): list(range(9)), ("p", "random"): [NEVER] * 9})
        shown = significance.table(many, significance.compare(many))
        self.assertNotIn("cannot show", shown.caption)
        self.assertEqual(shown.rows[0][4:], ["never [never, never] †9", "1.00 [1.00, 1.00]", "large", "4.1e-05", "better"])
        self.assertIsNone(significance.table(few, []))
        summary = significance.summary([(many, significance.compare(many)), (few, [])])
        self.assertEqual(summary.rows, [["litmus bugs", "optimal", "random", "1", "1 (1)", "0", "0"]])

    def test_csv_has_all_columns_and_no_infinity(self):
        [row] = significance.csv_rows(significance.compare(family({("p", "optimal"): [1, NEVER, NEVER], ("p", "random"): [2] * 3})))
        self.assertEqual(list(row), significance.COLUMNS)
        self.assertFalse([value for value in row.values() if isinstance(value, float) and not math.isfinite(value)])
        self.assertIsNone(row["median"])


if __name__ == "__main__":
    unittest.main()
