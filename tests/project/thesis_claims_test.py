#!/usr/bin/env python3
"""Claims and tables of thesis/evaluation on made-up results: every verdict can be yes, no and not measured."""

import csv
import os
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "thesis"))

from evaluation import claims, measures, significance, tables  # noqa: E402
from evaluation.programs import BY_NAME, PROGRAMS, QUICK  # noqa: E402
from evaluation.published import FIRST_BUG, GRAPHS  # noqa: E402
from evaluation.runs import EXHAUSTIVE, Result, Run  # noqa: E402

COUNTS = [100, 1000]


def result(program, strategy, seed=1, limit=1000, bug=None, graphs=9, curve=None, **more):
    """A run of as many executions as its limit, that found its graphs as soon as possible unless `curve` says else."""
    data = {"executions": limit, "blocked": 0, "truncated": 0, "graphs": graphs, "graphs_rf": graphs, "outcomes": 1,
            "seconds": 0.5, "complete": False,
            "bugs": [] if bug is None else [{"execution": bug + 7, "seconds": 0.2}, {"execution": bug, "seconds": 0.1}]}
    return Result(Run(BY_NAME[program], strategy, seed, limit), data | more,
                  curve if curve is not None else [[1, 1], [graphs, graphs], [limit, graphs]])


def judge(results, exhaustive=()):
    programs = list(dict.fromkeys(one.run.program for one in [*results, *exhaustive]))
    sizes = measures.set_sizes(programs, exhaustive)
    rows = [measures.raw_row(one, sizes) for one in results]
    evidence = claims.Evidence(programs, results, rows, list(exhaustive), sizes, COUNTS)
    return claims.judge(evidence, significance.compare(claims.families(evidence)[0]))


def verdict(judged, text, program):
    found = [claim.holds for claim in judged if text in claim.claim and claim.program == program]
    assert len(found) == 1, (text, program, found)
    return found[0]


def counted(program, graphs, complete=True):
    return Result(Run(BY_NAME[program], EXHAUSTIVE, 0, 60.0), {"graphs": graphs, "complete": complete}, [])


class Claims(unittest.TestCase):
    def test_long_race(self):
        for bugs, expected in (([3, 9], "yes"), ([3, 10], "no"), ([3, None], "no"), ([], "not measured")):
            judged = judge([result("long-race", "optimal", seed, bug=bug) for seed, bug in enumerate(bugs)])
            self.assertEqual(verdict(judged, "bug of long-race", "long-race"), expected, bugs)

    def test_sooner_than_published_is_a_matter_of_medians(self):
        for bugs, expected in (([1, 209, 5000], "yes"), ([1, 210, 210], "no"), ([1, None, None], "no")):
            judged = judge([result("mp", "optimal", seed, bug=bug, graphs=50) for seed, bug in enumerate(bugs)])
            self.assertEqual(verdict(judged, "than published", "mp"), expected, bugs)

    def test_sooner_than_the_best_cut(self):
        for ours, cuts, expected in ((5, {"revisit": 6, "mix": 50}, "yes"), (6, {"revisit": 6}, "no"),
                                     (6, {"revisit": None}, "yes"), (6, {"random": 1}, "not measured")):
            judged = judge([result("P1", "optimal", bug=ours)] + [result("P1", cut, bug=bug) for cut, bug in cuts.items()])
            self.assertEqual(verdict(judged, "our best cut", "P1"), expected, (ours, cuts))

    def test_differences_are_shown_or_not(self):
        def compared(ours, theirs):
            results = [result("P1", "optimal", seed, bug=bug) for seed, bug in enumerate(ours)]
            results += [result("P1", "mix", seed, bug=bug) for seed, bug in enumerate(theirs)]
            programs = [BY_NAME["P1"]]
            rows = [measures.raw_row(one, {}) for one in results]
            evidence = claims.Evidence(programs, results, rows, [], {}, COUNTS)
            [one] = significance.compare(claims.families(evidence)[0])
            [measured] = [claim.measured for claim in claims.judge(evidence, [one])
                          if "our best cut" in claim.claim and claim.program == "P1"]
            self.assertIn(f"against mix: {one.verdict()}, A12 {one.better:.2f}", measured)
            return one
        clear = compared([1, 2, 3, 4, 5], [6, 7, 8, 9, None])
        self.assertEqual((clear.better, clear.verdict()), (1, "better"))
        self.assertAlmostEqual(clear.p, 2 / 252)
        self.assertEqual(compared([6, 7, 8, 9, None], [1, 2, 3, 4, 5]).verdict(), "worse")
        noise = compared([1, 3, 5, 7, 9], [2, 4, 6, 8, 10])
        self.assertEqual((noise.better, noise.verdict()), (0.6, "no difference shown"))

    def test_litmus_tests_are_compared_by_bugs_and_by_graphs(self):
        results = [result(program, strategy, seed, bug=bug, graphs=graphs) for program, bug in (("P1", 5), ("dekker", None))
                   for strategy, graphs in (("optimal", 9), ("random", 4), ("mix", 7)) for seed in range(4)]
        programs = [BY_NAME["P1"], BY_NAME["dekker"]]
        evidence = claims.Evidence(programs, results, [measures.raw_row(one, {}) for one in results], [], {}, COUNTS)
        bugs, graphs = claims.families(evidence)
        self.assertEqual({program for program, _ in bugs.samples}, {"P1"})  # dekker has none to be found
        self.assertEqual(significance.compare(bugs), [])  # all equal: nothing to show
        made = significance.compare(graphs)
        self.assertEqual({(one.program, one.strategy, one.against) for one in made},
                         {(program, *pair) for program in ("P1", "dekker")
                          for pair in (("optimal", "random"), ("optimal", "mix"), ("mix", "random"))})
        self.assertEqual({one.better for one in made}, {1})  # more graphs are better

    def test_one_graph_each(self):
        text = "every execution is a new graph"
        self.assertEqual(verdict(judge([result("long-race", "optimal")]), text, "long-race"), "yes")
        late = result("long-race", "optimal", curve=[[1, 1], [5, 4], [10, 9], [1000, 9]])
        self.assertEqual(verdict(judge([late]), text, "long-race"), "no")
        unfinished = result("long-race", "optimal", graphs=8)
        self.assertEqual(verdict(judge([unfinished]), text, "long-race"), "no")
        self.assertEqual(verdict(judge([result("long-race", "mix")]), text, "long-race"), "not measured")
        # Executions without a graph count against it, and are named.
        blocked = judge([result("long-race", "optimal", executions=10, blocked=2, graphs=8, limit=10)])
        self.assertEqual(verdict(blocked, text, "long-race"), "no")
        self.assertIn("20% of executions blocked or truncated, 1 at",
                      next(claim.measured for claim in blocked if text in claim.claim))
        # Nothing is claimed where the size is unknown, nor by an exhaustive run that was not completed.
        unknown = judge([result("dekker", "optimal")], [counted("dekker", 9, complete=False)])
        self.assertFalse([claim for claim in unknown if text in claim.claim])

    def test_rf_pairs(self):
        text = "rf pairs"
        for ours, cut, expected in ((7, 7, "yes"), (6, 7, "no"), (None, 7, "not measured"), (7, None, "not measured")):
            judged = judge([result("dekker", "optimal", rf_pairs=ours), result("dekker", "minimal", rf_pairs=cut)])
            self.assertEqual(verdict(judged, text, "dekker"), expected, (ours, cut))

    def test_soundness(self):
        judged = judge([result("long-race", "mix", graphs=10)], [counted("long-race", 8)])
        self.assertEqual(verdict(judged, "worked out by hand", "long-race"), "no")
        self.assertEqual(verdict(judged, "more graphs than there are", "long-race"), "no")
        self.assertEqual(verdict(judge([result("dekker", "mix", gini=0.2)]), "Gini", "all"), "yes")
        # 9 graphs in 1000 executions: (9 - 1) * (1000 - 9) / (9 * 1000) = 0.88 at most.
        self.assertEqual(verdict(judge([result("dekker", "mix", gini=0.89)]), "Gini", "all"), "no")

    def test_only_yes_holds(self):
        judged = judge([result("long-race", "optimal", bug=3)])
        self.assertFalse(claims.all_hold(judged))
        self.assertTrue(claims.all_hold([claim for claim in judged if claim.holds == "yes"]))


class Summaries(unittest.TestCase):
    def summarize(self, results, time_limit=None, exhaustive=()):
        programs = list(dict.fromkeys(one.run.program for one in results))
        strategies = list(dict.fromkeys(one.run.strategy for one in results))
        sizes = measures.set_sizes(programs, exhaustive)
        rows = [measures.raw_row(one, sizes) for one in results]
        return measures.summarize(rows, programs, strategies, sizes, COUNTS, time_limit)

    def test_first_bug_is_the_earliest_of_a_run_and_never_counts_as_last(self):
        results = [result("mp", "mix", seed, limit, bug=bug) for limit in COUNTS
                   for seed, bug in enumerate([4, 20, None])]
        [row] = self.summarize(results)
        self.assertEqual((row["bug_never"], row["bug_executions_median"], row["bug_executions_mean"]), (1, 20, 12))
        self.assertEqual((row["bug_executions_min"], row["bug_executions_max"]), (4, 20))
        results += [result("mp", "mix", 3, bug=None)]
        self.assertIsNone(self.summarize(results)[0]["bug_executions_median"])

    def test_overhead_is_relative_to_random(self):
        fast = [result("mp", "random", limit=limit) for limit in COUNTS]
        slow = [result("mp", "mix", limit=limit, seconds=2.0) for limit in COUNTS]
        self.assertEqual([row["overhead"] for row in self.summarize(fast + slow)], [1.0, 4.0])

    def test_who_has_found_all_is_not_timed(self):
        all_found = [result("long-race", "mix", limit=limit) for limit in COUNTS]
        [row] = self.summarize(all_found, "10s")
        self.assertEqual((row["seeds_10s"], row["graphs_10s_median"], row["share_10s_median"]), (0, 9, 1.0))
        some_found = [result("long-race", "mix", limit=limit, graphs=8) for limit in COUNTS]
        [row] = self.summarize(some_found, "10s")
        self.assertNotIn("graphs_10s_median", row)

    def test_csv_has_no_other_columns(self):
        results = [result("mp", strategy, limit=limit, bug=5) for limit in [*COUNTS, 10.0] for strategy in ("random", "mix")]
        rows = self.summarize(results, "10s")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "summary.csv"
            measures.write_csv(path, measures.summary_columns(["100", "1000", "10s"]), rows)  # raises at unknown ones
            with path.open(newline="") as file:
                self.assertEqual([row["strategy"] for row in csv.DictReader(file)], ["random", "mix"])


class Tables(unittest.TestCase):
    def test_special_characters(self):
        table = tables.Table("t", "50 % of a_b", ["a", "b|c"], [["x_1 & y", "<3"]])
        self.assertIn("b\\|c", table.markdown())
        self.assertIn("x\\_1 \\& y & $<$3 \\\\", table.latex())

    def test_every_row_has_every_column(self):
        results = [result(program, strategy, limit=limit, bug=5, gini=0.1, rf_pairs=3) for limit in COUNTS
                   for program in QUICK for strategy in ("random", "mix", "optimal")]
        programs, strategies = [BY_NAME[name] for name in QUICK], ["random", "mix", "optimal"]
        sizes = measures.set_sizes(programs, [])
        rows = [measures.raw_row(one, sizes) for one in results]
        summaries = measures.summarize(rows, programs, strategies, sizes, COUNTS, None)
        made = tables.make(summaries, strategies, COUNTS, None, judge(results))
        self.assertEqual(len({table.name for table in made}), len(made))
        for table in made:
            self.assertTrue(table.rows, table.name)
            for row in table.rows:
                self.assertEqual(len(row), len(table.columns), table.name)


class Programs(unittest.TestCase):
    def test_names_are_unique_and_tests_exist(self):
        self.assertEqual(len(BY_NAME), len(PROGRAMS))
        for program in PROGRAMS:
            self.assertTrue(program.text().startswith(f"C {program.test or program.name}\n"), program.name)

    def test_published_figures_name_programs_of_the_table(self):
        for name in [figure.ours for figure in GRAPHS if figure.ours] + list(FIRST_BUG) + QUICK:
            self.assertIn(name, BY_NAME)


if __name__ == "__main__":
    unittest.main()
