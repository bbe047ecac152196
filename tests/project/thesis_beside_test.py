#!/usr/bin/env python3
"""Tables of thesis/evaluation/beside.py on made-up results: what stands beside what, and how it is counted."""

import os
import sys
import types
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "thesis"))

from evaluation import beside, published_table  # noqa: E402
from evaluation.published import GENMC_SPEEDS, GRAPHS  # noqa: E402
from evaluation.runs import EXHAUSTIVE, Result  # noqa: E402


def result(name, strategy, seed, limit, graphs, seconds=0.5, complete=False):
    return Result(beside.BesideRun(beside.PROGRAMS[name], strategy, seed, limit),
                  {"executions": graphs, "graphs": graphs, "seconds": seconds, "complete": complete}, [])


def tables_of(results, native_rows=()):
    made = beside.make_tables(beside.summarize(results), native_rows, 1000, 2.0)
    return {table.name: table for table in made}


class Beside(unittest.TestCase):
    def test_every_published_figure_has_a_program_that_exists(self):
        self.assertEqual(set(beside.GRAPHS_BESIDE), {(figure.program, figure.tool) for figure in GRAPHS})
        named = {ours for ours, _ in beside.GRAPHS_BESIDE.values()} | {figure.ours for figure in GENMC_SPEEDS}
        self.assertEqual(named, set(beside.PROGRAMS))
        for program in beside.PROGRAMS.values():
            self.assertIn("main(", program.text(), program.name)

    def test_runs_are_of_the_program_with_its_size_and_do_not_end_at_a_bug(self):
        options = types.SimpleNamespace(native_beside=beside.programs(["ttas-4", "mcs-4"]), native_executions=1000,
                                        native_seconds=2.0, exhaustive_seconds=60.0, seeds=20)
        runs = beside.runs(options)
        self.assertEqual({run.program.name for run in runs if run.strategy == EXHAUSTIVE}, {"ttas-4"})
        self.assertEqual({run.program.name for run in runs if run.strategy != EXHAUSTIVE}, {"mcs-4"})
        self.assertEqual({run.seed for run in runs if run.strategy == "random"}, set(range(1, beside.MOST_SEEDS + 1)))
        for run in runs:
            self.assertIn("-DN=4", run.arguments())
            self.assertNotIn("--stop-on-bug", run.arguments())
        options.exhaustive_seconds = 0
        self.assertNotIn(EXHAUSTIVE, {run.strategy for run in beside.runs(options)})

    def test_graphs_are_medians_at_equal_executions_and_at_equal_time(self):
        results = [result("mcs-4", "random", seed, 1000, graphs) for seed, graphs in ((1, 10), (2, 500), (3, 40))]
        results += [result("mcs-4", "optimal", 1, 1000, 600, complete=True), result("mcs-4", "random", 1, 2.0, 77)]
        tables = tables_of(results)
        counted, timed = tables["native-published"], tables["native-published-time"]
        self.assertEqual([row[0] for row in counted.rows], ["mcs-lock (C11Tester)"])
        row = dict(zip(counted.columns, counted.rows[0]))
        self.assertEqual((row["published"], row["random"], row["optimal"], row["minimal"]),
                         ("9,703 / 9,994", "40", "600 all", "–"))
        self.assertEqual(dict(zip(timed.columns, timed.rows[0]))["random"], "77")
        self.assertIn("native-published", counted.markdown() + counted.latex())

    def test_speeds_are_beside_those_of_genmc(self):
        tables = tables_of([result("ticket-7", EXHAUSTIVE, 0, 60.0, 5040, 0.25, True),
                            result("lamport-3", EXHAUSTIVE, 0, 60.0, 1000, 0.5)])
        rows = {row[0]: row for row in tables["native-speeds"].rows}
        self.assertEqual(rows["ticketlock 7"][2:7], ["6,700", "ticket-7", "5,040", "20,160", "3.0"])
        self.assertEqual(rows["lamport 3"][4:7], ["1,000 so far", "2,000", "0.2"])

    def test_classes_of_the_pthread_programs(self):
        for name, expected in (("reorder-10-bad.c", "reorder"), ("din-phil-3-bad.c", "din-phil"),
                               ("deadlock01-bad.c", "deadlock"), ("wronglock-bad.c", "wronglock")):
            self.assertEqual(beside.class_of(name), expected)
        rows = [{"program": program, "class": "pthread", "strategy": strategy, "found": found,
                 "executions_median": median}
                for program, strategy, found, median in (
                    ("reorder-3-bad.c", "walk", 5, 10), ("reorder-20-bad.c", "walk", 0, None),
                    ("reorder-3-bad.c", "pct", 5, 7), ("reorder-20-bad.c", "pct", 3, 900),
                    ("reorder-3-bad.c", "random", 5, 1))]
        self.assertEqual(tables_of([], rows)["native-classes"].rows,
                         [["reorder", "2", "1 of 2", "never", "2 of 2", "900"]])

    def test_nothing_measured_makes_no_tables(self):
        self.assertEqual(tables_of([]), {})


class Published(unittest.TestCase):
    def rows(self, **ours):
        nothing = {"summaries": [], "beside": [], "native": [], "go": [], "executions": 1000}
        return {(row["program"], row["measure"]): row for row in published_table.rows(published_table.Ours(**nothing | ours))}

    def test_every_number_has_a_source_and_what_became_of_it(self):
        rows = self.rows()
        self.assertGreater(len(rows), 190)
        for row in rows.values():
            self.assertIn(row["source"], published_table.SOURCES)
            self.assertTrue(row["value"] and row["what_differs"] and row["same_program"], row)
            self.assertEqual(row["ours"] == published_table.NOT_RUN, not row["our_program"] or "did not run it" in
                             row["what_differs"], row)

    def test_ours_stand_beside_theirs(self):
        counted = [result("mcs-4", strategy, 1, 1000, graphs) for strategy, graphs in
                   (("random", 10), ("revisit", 20), ("minimal", 50), ("maximal", 30), ("optimal", 900))]
        exhaustive = [result("ticket-7", EXHAUSTIVE, 0, 60.0, 5040, 0.25, True)]
        bugs = [{"program": "mp", "strategy": strategy, "has_bug": 1, "bug_runs": 5, "bug_never": never, "set_size": None,
                 "bug_executions_mean": mean} for strategy, never, mean in (("random", 2, 300), ("mix", 0, 77), ("optimal", 0, 1))]
        go_rows = [{"kernel": "k", "strategy": "gopie", "found": found, "proposed": 50, "filtered": 5} for found in (3, 0)]
        native_rows = [{"strategy": "pct", "class": "pthread", "found": 1}]
        rows = self.rows(beside=beside.summarize(counted + exhaustive), summaries=bugs, go=go_rows, native=native_rows)
        for key, expected in {
                ("mcs-lock", "unique graphs, C11Tester, random, after 10,000 iterations"): "10 after 1,000",
                ("mcs-lock", "unique graphs, C11Tester, fuzzer, after 10,000 iterations"): "50 after 1,000 (best of our cuts)",
                ("ticketlock 7", "complete graphs per CPU second (rc11)"): "20,160 by the clock",
                ("mp", "iterations to the first bug, C11Tester, tester, mean of 20"): "300 (random, 2 of 5 never)",
                ("mp", "iterations to the first bug, C11Tester, fuzzer, mean of 20"): "77 (mix)",
                ("103 kernels of GoKer", "bugs found by gopie"): "1 of 2 kernels",
                ("103 kernels of GoKer", "chains of gopie that contradict happens-before"): "10.0 % of 100",
                ("49 programs of SCTBench", "bugs found by pct"): "1 of 1 programs"}.items():
            self.assertEqual(rows[key]["ours"], expected, key)


if __name__ == "__main__":
    unittest.main()
