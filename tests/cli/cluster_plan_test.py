#!/usr/bin/env python3
"""The plan of a cluster: what is given out comes back, is tried again, or is lost, and nothing else; and it scales."""

import importlib.machinery
import importlib.util
import json
import os
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

CLUSTER = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2]) / "tools/cluster"
sys.dont_write_bytecode = True
sys.path.insert(0, str(CLUSTER))
from graphfuzz_cluster import gofolder, models  # noqa: E402
from graphfuzz_cluster.errors import ClusterError  # noqa: E402
from graphfuzz_cluster.plan import MOST_FAILURES, PARTS_OF_TRIED, Plan, Unit, at_once  # noqa: E402
from graphfuzz_cluster.shards import FILES, Shards  # noqa: E402

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

    def test_units_are_the_longer_the_more_they_cost(self):
        plan = self.plan(100)
        cheap = plan.next(2, 1000).seconds
        for _ in range(20):
            plan.cost(1.0, 0.0)  # large results, for the workers
        self.assertGreaterEqual(plan.next(2, 1000).seconds, 20)
        for _ in range(40):
            plan.cost(0.0, 2.0)  # and for the one place they come to
        self.assertAlmostEqual(plan.next(10, 1000).seconds, 80, delta=1)
        self.assertAlmostEqual(plan.next(5, 1000).seconds, 40, delta=1)
        self.assertEqual(plan.next(2, 3).seconds, 3)  # no longer than there is time
        for _ in range(40):
            plan.cost(0.0, 0.0)
        self.assertAlmostEqual(plan.next(2, 1000).seconds, cheap, delta=0.1)

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


class SomeShards(unittest.TestCase):
    """Two of them, in files that say whose graphs they have."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.names = [f"{i:032x}" for i in range(2 * FILES)]
        self.shards = Shards(self.folder, 2, set())

    def add(self, name, size=10):
        for index in range(2):
            (self.folder / str(index) / name).write_text(name)
        self.shards.add(name, [size, size])

    def carry_out(self, fold):
        read = [Path(path).read_text() for path in self.shards.paths(fold)]
        (self.folder / str(fold.index) / fold.into).write_text(" ".join(read))
        self.assertIsNone(self.shards.done(fold, {"size": 10 * len(read), "numbers": b"numbers"}))

    def graphs_of(self, index):
        return sorted(" ".join(file.read_text() for file in (self.folder / str(index)).iterdir()).split())

    def test_are_put_together_when_there_is_enough_and_lose_nothing(self):
        for name in self.names[: FILES - 1]:
            self.add(name)
        self.assertIsNone(self.shards.next())
        self.add(self.names[FILES - 1])
        folds = [self.shards.next(), self.shards.next()]
        self.assertIsNone(self.shards.next())
        self.assertEqual([fold.index for fold in folds], [0, 1])
        self.add(self.names[FILES])  # meanwhile
        for fold in folds:
            self.carry_out(fold)
        self.assertFalse(self.shards.complete())
        for index in range(2):
            self.assertEqual(self.graphs_of(index), self.names[: FILES + 1])
        while fold := self.shards.next(last=True):
            self.carry_out(fold)
        self.assertTrue(self.shards.complete())
        self.assertEqual(len(self.shards.numbers()), 2)
        self.shards.tidy()
        for index in range(2):
            self.assertEqual(self.graphs_of(index), self.names[: FILES + 1])
            self.assertEqual(len(list((self.folder / str(index)).iterdir())), 1)

    def test_who_was_lost_on_the_way_is_replaced_and_what_goes_wrong_is_told(self):
        self.add(self.names[0])
        for _ in range(10):
            self.assertIsNone(self.shards.done(self.shards.next(last=True), None))
        for _ in range(2):
            self.assertIn("tried once more", self.shards.done(self.shards.next(last=True), {"failure": "no"}))
        self.assertIn("cannot be counted", self.shards.done(self.shards.next(last=True), {"failure": "no"}))
        self.assertEqual(self.graphs_of(0), self.names[:1])
        self.assertIn("shard 0", self.shards.lost())
        # The other one is.
        self.carry_out(self.shards.next(last=True))
        self.assertIsNone(self.shards.next(last=True))
        self.assertTrue(self.shards.complete())
        self.assertEqual([Path(file).name for file in self.shards.numbers()], ["numbers.1"])

    def test_who_is_told_to_stop_has_what_is_counted_by_then(self):
        self.add(self.names[0])
        self.carry_out(self.shards.next(last=True))
        self.shards.next(last=True)
        self.shards.give_up("interrupted")
        self.assertEqual(self.shards.lost(), "shard 1: interrupted")
        self.assertEqual(len(self.shards.numbers()), 1)

    def test_of_an_earlier_campaign_are_there_until_the_new_one_is_kept(self):
        for name in self.names[:2]:
            self.add(name)
        again = Shards(self.folder, 1, {self.names[1]})
        self.assertEqual(self.graphs_of(0), self.names[:2])
        self.assertEqual(self.graphs_of(1), self.names[:2])
        again.sweep()
        self.assertEqual(self.graphs_of(0), self.names[1:2])
        self.assertFalse((self.folder / "1").exists())
        self.assertEqual((self.folder / "mark").read_text(), again.about()["mark"])

    def test_that_are_sent_are_on_the_disk_before_they_are_counted(self):
        flushed = []
        with unittest.mock.patch("graphfuzz_cluster.durable.flush", flushed.append):
            self.shards.keep(self.names[0], [b"a", b"b"])
            self.shards.secure(self.names[:2])
            places = [self.folder / str(index) for index in range(2)]
            self.assertEqual(set(flushed), {*places, *(place / self.names[0] for place in places)})
            self.shards.secure(self.names[:2])
            self.assertEqual(len(flushed), 4)

    def test_begin_again_with_what_is_counted(self):
        for name in self.names[:3]:
            self.add(name)
        (self.folder / "1" / f"{self.names[2]}.0123").write_text("several")
        again = Shards(self.folder, 2, set(self.names[1:3]))
        self.assertEqual(set(again.next(last=True).files), set(self.names[1:3]))
        self.assertEqual(set(again.next(last=True).files), {*self.names[1:3], f"{self.names[2]}.0123"})
        self.assertTrue(Shards(self.folder, 2, {"0" * 31 + "x"}).lacks_files())

    def test_of_what_does_not_count_any_more_are_kept_until_there_is_something_else(self):
        self.add(self.names[0])
        old = self.shards.next(last=True)
        self.shards.forget()
        self.assertEqual(self.graphs_of(0), self.names[:1])
        self.add(self.names[1])
        self.assertIsNone(self.shards.done(old, {"size": 1, "numbers": b""}))
        self.assertEqual(self.shards.next(last=True).files, self.names[1:2])


class AModel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "base").mkdir()
        self.own, self.other = self.folder / "ours.cat", self.folder / "base/order.cat"
        self.own.write_text('include "base/order.cat"\n')
        self.other.write_text("acyclic po\n")

    def test_is_kept_for_when_it_is_not_where_it_was(self):
        kept = self.folder / "kept"
        self.assertEqual(models.option(kept), [])
        models.keep(models.read([str(self.own), str(self.other)]), str(self.own), kept)
        self.assertEqual(models.option(kept), ["--model", str(self.own)])
        self.own.unlink()
        place = self.folder / "kept.models/ours.cat"
        self.assertEqual(models.option(kept), ["--model", str(place)])
        self.assertEqual(place.read_text(), 'include "base/order.cat"\n')
        self.assertEqual((place.parent / "base/order.cat").read_text(), "acyclic po\n")
        # What is there is gone on with, and stays.
        models.keep(models.read([str(place), str(place.parent / "base/order.cat")]), str(place), kept)
        self.assertEqual(models.option(kept), ["--model", str(place)])
        models.forget(kept)
        self.assertEqual(models.option(kept), [])

    def test_whose_files_name_places_of_this_machine_is_refused(self):
        self.own.write_text(f'include "{self.other}"\n')
        with self.assertRaisesRegex(ClusterError, f"ours.cat: includes {self.other}, which other machines"):
            models.read([str(self.own), str(self.other)])


class AFolder(unittest.TestCase):
    """Of a Go program, for workers that do not see it."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder, self.copy = Path(holder.name, "pool"), Path(holder.name, "copy")
        for name in ("data.txt", "pool.go", "testdata/a/deep.go", "other/other.go", "other/data", "plain/text"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(name)
        (self.folder / "data.txt").chmod(0o640)
        (self.folder / "empty/within").mkdir(parents=True)
        (self.folder / "linked").symlink_to("testdata/a")
        (self.folder / "file").symlink_to("data.txt")
        (self.folder / "outside").symlink_to("..")
        (self.folder / "absolute").symlink_to(self.folder / "plain")

    def test_arrives_as_it_is_but_for_sources(self):
        files = gofolder.read(str(self.folder))
        gofolder.write(files, self.copy)
        self.assertEqual(sorted(str(file.relative_to(self.copy)) for file in self.copy.rglob("*")),
                         ["data.txt", "empty", "empty/within", "file", "linked", "plain", "plain/text", "testdata",
                          "testdata/a", "testdata/a/deep.go"])
        self.assertEqual((self.copy / "linked/deep.go").read_text(), "testdata/a/deep.go")
        self.assertEqual((self.copy / "file").read_text(), "data.txt")
        self.assertEqual((self.copy / "data.txt").stat().st_mode & 0o777, 0o640)
        self.assertEqual(gofolder.hash_of(gofolder.read(str(self.copy))), gofolder.hash_of(files))

    def test_is_another_one_if_anything_is(self):
        hashes = {gofolder.hash_of(gofolder.read(str(self.folder)))}
        for change in ("touch empty/new", "rmdir empty/within", "chmod 600 data.txt", "ln -sfn plain linked"):
            os.system(f"cd {self.folder} && rm -f empty/new && {change}")
            hashes.add(gofolder.hash_of(gofolder.read(str(self.folder))))
        self.assertEqual(len(hashes), 5)
        self.assertIsNone(gofolder.read(str(self.folder / "none")))


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

    def test_thousand_workers_are_worth_nine_hundred(self):
        """As doc/scale.md says, with units as they were recorded (a litmus test with 5,082,000 graphs, --local 2)."""
        recorded = simulate.read(Path(__file__).with_name("cluster_units.log"))
        self.assertGreater(len(recorded.shares), 5)
        recorded = simulate.dataclasses.replace(recorded, speed=190_000, start=0.02)
        costs = simulate.Costs(latency=0.005, handling=0.0014, merging=0.001, between_failures=86400, repair=30)
        times = [simulate.Simulation(recorded, costs, 1000, 1e10, seed).run() for seed in range(3)]
        self.assertGreater(1e10 / 190_000 / 1000 / sorted(times)[1], 0.9)

    def test_what_it_costs_is_seen(self):
        self.assertLess(self.run_it(50, handling=0.1), 0.5)
        self.assertLess(self.run_it(20, between_failures=20), 0.8)


if __name__ == "__main__":
    unittest.main()
