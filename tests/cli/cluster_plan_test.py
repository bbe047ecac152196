#!/usr/bin/env python3
"""The plan of a cluster: what is given out comes back, is tried again, or is lost, and nothing else; and it scales."""

import importlib.machinery
import importlib.util
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

CLUSTER = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2]) / "tools/cluster"
sys.dont_write_bytecode = True
sys.path.insert(0, str(CLUSTER))
from graphfuzz_cluster.plan import MOST_FAILURES, PARTS_OF_TRIED, Plan, Unit, at_once  # noqa: E402

loader = importlib.machinery.SourceFileLoader("simulate", str(CLUSTER / "simulate"))
simulate = importlib.util.module_from_spec(importlib.util.spec_from_loader("simulate", loader))
sys.modules["simulate"] = simulate
loader.exec_module(simulate)


class APlan(unittest.TestCase):
    def plan(self, units, tree=True, executions=None):
        plan = Plan(tree, executions)
        plan.add([Unit(str(i), b"") for i in range(units)])
        return plan

    def test_gives_each_unit_once(self):
        plan = self.plan(5)
        orders = [plan.next(2, 100) for _ in range(5)]
        self.assertEqual(sorted(order.unit.name for order in orders), list("01234"))
        self.assertIsNone(plan.next(2, 100))
        self.assertFalse(plan.idle())
        for order in orders:
            plan.done(order, 1, [])
        self.assertTrue(plan.idle())

    def test_gives_what_is_left_over(self):
        plan = self.plan(1)
        plan.done(plan.next(1, 100), 7, [Unit("rest", b"")])
        self.assertEqual(plan.next(1, 100).unit.name, "rest")

    def test_loses_what_fails_three_times_and_only_that(self):
        plan = self.plan(2)
        other = plan.next(2, 100)
        for times in range(1, MOST_FAILURES + 1):
            order = plan.next(2, 100) if times > 1 else other
            self.assertEqual(order.unit.name, "0")
            if times > 1:
                self.assertEqual(order.executions, 1)
                self.assertGreaterEqual(order.parts, PARTS_OF_TRIED)
            self.assertEqual(plan.failed(order), times < MOST_FAILURES)
        self.assertEqual([unit.name for unit in plan.lost], ["0"])
        self.assertEqual(plan.next(2, 100).unit.name, "1")

    def test_who_was_lost_on_the_way_has_not_failed(self):
        plan = self.plan(1)
        for _ in range(10):
            plan.back(plan.next(1, 100))
        self.assertEqual((plan.lost, plan.next(1, 100).unit.failures), ([], 0))

    def test_never_allows_more_executions_than_there_may_be(self):
        plan = self.plan(4, tree=False, executions=1000)
        done = 0
        while not plan.idle():
            order = plan.next(4, 100)
            self.assertLessEqual(done + order.executions, 1000)
            done += order.executions
            plan.done(order, order.executions, [order.unit])
        self.assertEqual(done, 1000)

    def test_divides_when_workers_wait_and_only_then(self):
        plan = self.plan(1)
        self.assertGreaterEqual(plan.next(100, 1e9).parts, 100)
        plan = self.plan(500)
        order = plan.next(100, 1e9)
        self.assertEqual(order.parts, 1)
        self.assertGreater(order.seconds, plan.next(10_000, 1e9).seconds / 100)

    def test_ends_in_time(self):
        self.assertEqual(self.plan(1).next(1, 0.1).seconds, 0.1)
        self.assertEqual(at_once(0), 0)


class ASimulation(unittest.TestCase):
    def recorded(self):
        """Units that are divided evenly, and unevenly."""
        log = [{"unit": "root", "took": 0.1, "done": 10, "left": ["a", "b", "c"]}]
        log += [{"unit": name, "took": 1 + 0.02, "done": done, "left": []}
                for name, done in (("a", 100_000), ("b", 50_000), ("c", 10_000))]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "log")
            file.write_text("\n".join(map(json.dumps, log)))
            return simulate.read(file)

    def run_it(self, workers, graphs=2e8, **costs):
        usual = {"latency": 0.005, "handling": 0.0014, "merging": 0.001, "between_failures": 86400, "repair": 30}
        recorded = simulate.dataclasses.replace(self.recorded(), speed=1e5, start=0.02)
        simulation = simulate.Simulation(recorded, simulate.Costs(**{**usual, **costs}), workers, graphs, 1)
        seconds = simulation.run()
        self.assertTrue(simulation.plan.idle())
        self.assertEqual((simulation.sizes, simulation.plan.lost), ({}, []))
        return graphs / 1e5 / workers / seconds

    def test_reads_how_work_was_divided(self):
        self.assertEqual([len(some) for some in self.recorded().shares], [3])
        self.assertAlmostEqual(sum(self.recorded().shares[0]), 3)

    def test_who_is_idle_soon_has_something_to_do(self):
        self.assertGreater(self.run_it(1), 0.95)
        self.assertGreater(self.run_it(20), 0.9)

    def test_what_it_costs_is_seen(self):
        self.assertLess(self.run_it(50, handling=0.1), 0.5)
        self.assertLess(self.run_it(20, between_failures=20), 0.8)


if __name__ == "__main__":
    unittest.main()
