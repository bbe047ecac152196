"""A campaign on a cluster: units become tasks, what is left over becomes units, results are put together."""

from __future__ import annotations

import json
import time
from argparse import Namespace
from typing import Any

from .beginning import Begun
from .crew import Crew
from .errors import ClusterError
from .interrupts import Interrupts
from .options import warn
from .plan import LEAST_SECONDS, Order, Plan, Unit, at_once
from .progress import Progress
from .results import Results
from .shards import Fold

# How long units that end when time is up are waited for.
GRACE_SECONDS = 2.0


class Campaign:
    def __init__(self, line: Namespace, begun: Begun, crew: Crew, results: Results, what: str = "") -> None:
        """`what`: which of several it is, for the progress line."""
        self._line, self._crew, self._results, self._what = line, crew, results, what
        self._luggage, self._graphs = begun.luggage, begun.graphs
        about = begun.about
        self._done, self.bugs, self._stop_on_bug = about["done"], about["bugs"], about["stop_on_bug"]
        executions = line.executions if line.resume else about.get("executions")
        left = None if executions is None else max(executions - self._done, 0)
        self._plan = Plan(about["tree"], left, line.unit_time or LEAST_SECONDS)
        self._plan.add(begun.units)
        self._start, self._seconds = begun.start, line.time or about.get("seconds", float("inf"))
        self.lost = ""  # the first unit that is, and why
        self._over = False
        self._log = open(line.log, "a" if line.resume else "w", encoding="utf-8") if line.log else None

    def run(self) -> None:
        """Until nothing is left, time is up, or ClusterError, SchedulerLost or KeyboardInterrupt."""
        progress, stop = Progress(not self._line.quiet, self._what), Interrupts()
        try:
            while not (self._plan.idle() or self._time_left() <= 0 or (self._stop_on_bug and self.bugs)):
                stop.look()
                self._give()
                self._hear(progress)
            while self._plan.running and 0 >= self._time_left() > -GRACE_SECONDS:  # these are about to end
                self._hear(progress)
            self._over = True
            self._results.flush()
            while not self._graphs.counted() and self._crew.slots():
                stop.look()
                self._graphs.give(last=True)
                self._hear(progress)
        finally:
            self._over = True
            stop.close()
            progress.erase()
            self._crew.forget()

    def _time_left(self) -> float:
        return self._seconds - (time.monotonic() - self._start)

    def _give(self) -> None:
        self._graphs.give()
        slots = self._crew.slots()
        while len(self._plan.running) < at_once(slots) and (order := self._plan.next(slots, self._time_left())):
            self._results.work(min(len(self._plan.running), slots))
            self._crew.send(order, {"unit": order.unit.data, "seconds": order.seconds, "executions": order.executions,
                                    "parts": order.parts, "program": self._luggage.program, "model": self._luggage.model,
                                    "options": self._line.counting, "shards": self._graphs.about(),
                                    "grace": self._line.worker_timeout})

    def _hear(self, progress: Progress) -> None:
        self._crew.look()
        for order, answer in self._crew.answers(0.1):
            if isinstance(order, Fold):
                self._note(self._graphs.take(order, answer))
            elif not self._over and self._plan.running.get(order.unit.name) is order:
                self._take(order, answer)  # else it is too late, or of a campaign that has begun anew since
        progress.show(self._done, self.bugs, self._crew.slots(), self._plan, self._results.report)

    def _take(self, order: Order, answer: dict[str, Any] | None) -> None:
        if answer is None:
            return self._plan.back(order)
        if "failure" in answer:
            return self._failed(order, answer)
        rest = [Unit(name, data) for name, data in answer["left"].items()]
        if answer["outdated"]:
            return self._anew(rest)
        self._results.add(answer["result"], self._graphs.keep(answer.get("graphs")))
        self._plan.done(order, answer["done"], rest)
        if rest:  # so its time was up
            self._plan.cost(max(answer["took"] - order.seconds, 0.0), self._results.keeping)
        self._done += answer["done"]
        self.bugs |= answer["bugs"]
        self._note({"unit": order.unit.name, "asked": order.seconds, "took": answer["took"], "done": answer["done"],
                    "bytes": len(answer["result"]), "left": [unit.name for unit in rest]})

    def _failed(self, order: Order, answer: dict[str, Any]) -> None:
        what = f"unit {order.unit.name}: {answer['failure']}"
        if self._plan.failed(order):
            return warn(f"{what}; it is tried once more")
        self.lost = self.lost or f"{what}; {order.unit.failures} times"
        warn(f"{what}; {order.unit.failures} times: it is lost")
        if answer.get("error"):
            raise ClusterError("units cannot be worked on")

    def _anew(self, whole: list[Unit]) -> None:
        """Something was learned of the program that makes its executions others: what was counted does not count."""
        left = None if self._plan.left is None else self._plan.left + self._done
        self._plan = Plan(self._plan.tree, left, self._plan.least_seconds)
        self._plan.add(whole)
        self._done, self.bugs = 0, False
        self._results.forget()
        self._graphs.forget()

    def _note(self, what: dict[str, Any] | None) -> None:
        if self._log and what:
            line = {"format": "graphfuzz cluster log", "version": 1, "at": time.monotonic() - self._start, **what}
            print(json.dumps(line), file=self._log, flush=True)
