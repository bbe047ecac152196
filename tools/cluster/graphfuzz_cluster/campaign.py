"""A campaign on a cluster: units become tasks, what is left over becomes units, results are put together."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from .crew import Crew
from .errors import ClusterError, SchedulerLost
from .interrupts import Interrupts
from .options import warn
from .plan import LEAST_SECONDS, Order, Plan, Unit, at_once, first_parts
from .progress import Progress
from .results import Results

# How long units that end when time is up are waited for.
GRACE_SECONDS = 2.0


class Campaign:
    def __init__(self, line: Namespace, tool: str, crew: Crew, results: Results) -> None:
        self._line, self._tool, self._crew, self._results = line, tool, crew, results
        self._start = time.monotonic()
        self._bugs = False
        self._done = 0
        self._lost = ""
        self._log = open(line.log, "w", encoding="utf-8") if line.log else None
        with tempfile.TemporaryDirectory(dir=results.folder) as folder:
            self._begin(Path(folder, "units"))

    def _begin(self, folder: Path) -> None:
        """Takes the work apart, or takes up what is left of it."""
        if self._line.resume:
            self._graphfuzz("merge", self._line.resume, "--units", str(folder), "-q", "--replay-dir",
                            str(self._results.folder / "replays"), *self._line.counting)
            begun = Path(self._line.resume)
        else:
            parts = str(first_parts(self._crew.slots()))
            self._graphfuzz("split", "--parts", parts, "-o", str(folder), "-q", *self._line.split)
            begun = folder / "split.result"
        about = json.loads((folder / "units.json").read_bytes())
        self._results.begin(begun)
        self._about(about)
        self._plan.add([Unit(file.stem, file.read_bytes()) for file in sorted(folder.glob("*.unit"))])

    def _graphfuzz(self, *command: str) -> None:
        code = subprocess.run([self._tool, *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
        if code not in (0, 1, 4):
            raise ClusterError("", code if code > 0 else 3)  # it has said why

    def _about(self, about: dict[str, Any]) -> None:
        self._done, self._bugs = about["done"], about["bugs"]
        self._stop_on_bug = about["stop_on_bug"]
        executions = self._line.executions if self._line.resume else about.get("executions")
        left = None if executions is None else max(executions - self._done, 0)
        self._plan = Plan(about["tree"], left, self._line.unit_time or LEAST_SECONDS)
        self._seconds = self._line.time or about.get("seconds") or float("inf")
        self._program = self._kept_program(about)

    def _kept_program(self, about: dict[str, Any]) -> dict[str, str] | None:
        """Where the work is on an executable, it goes along with the units, and is kept beside the checkpoint."""
        kept = self._results.kept.with_name(self._results.kept.name + ".program")
        if "program" in about:
            kept.write_bytes(Path(about["program"]).read_bytes())
        elif not self._line.resume or not kept.is_file():
            if about["kind"] == "native":
                raise ClusterError(f"{kept}: expected the program that the campaign is about")
            return None
        return {"hash": hashlib.sha256(kept.read_bytes()).hexdigest(), "file": str(kept)}

    def time_left(self) -> float:
        return self._seconds - (time.monotonic() - self._start)

    def over(self) -> bool:
        return self._plan.idle() or self.time_left() <= 0 or (self._stop_on_bug and self._bugs)

    def run(self) -> None:
        """Until nothing is left, time is up, or ClusterError, SchedulerLost or KeyboardInterrupt."""
        progress = Progress(not self._line.quiet)
        stop = Interrupts()
        try:
            while not self.over():
                stop.look()
                self._crew.look()
                self._give()
                for order, answer in self._crew.answers(0.1):
                    self._take(order, answer)
                progress.show(self._done, self._bugs, self._crew.slots(), self._plan, self._results.report)
            self._end()
        finally:
            stop.close()
            progress.erase()
            self._crew.forget()

    def _end(self) -> None:
        """When time is up, the units that are worked on are about to end."""
        while self._plan.running and self.time_left() <= 0 and self.time_left() > -GRACE_SECONDS:
            self._crew.look()
            for order, answer in self._crew.answers(0.1):
                self._take(order, answer)

    def _give(self) -> None:
        slots = self._crew.slots()
        while len(self._plan.running) < at_once(slots) and (order := self._plan.next(slots, self.time_left())):
            self._crew.send(order, {"unit": order.unit.data, "seconds": order.seconds, "executions": order.executions,
                                    "parts": order.parts, "program": self._program, "options": self._line.counting,
                                    "grace": self._line.worker_timeout})

    def _take(self, order: Order, answer: dict[str, Any] | None) -> None:
        if self._plan.running.get(order.unit.name) is not order:
            return  # of a campaign that has begun anew since
        if answer is None:
            return self._plan.back(order)
        if "failure" in answer:
            return self._failed(order, answer)
        rest = [Unit(name, data) for name, data in answer["left"].items()]
        if answer["outdated"]:
            return self._anew(rest)
        self._results.add(answer["result"])
        self._plan.done(order, answer["done"], rest)
        self._done += answer["done"]
        self._bugs |= answer["bugs"]
        if self._log:
            took = {"at": time.monotonic() - self._start, "unit": order.unit.name, "asked": order.seconds,
                    "took": answer["took"], "done": answer["done"], "bytes": len(answer["result"]),
                    "left": [unit.name for unit in rest]}
            print(json.dumps(took), file=self._log, flush=True)

    def _failed(self, order: Order, answer: dict[str, Any]) -> None:
        what = f"unit {order.unit.name}: {answer['failure']}"
        if self._plan.failed(order):
            return warn(f"{what}; it is tried once more")
        self._lost = self._lost or f"{what}; {order.unit.failures} times"
        warn(f"{what}; {order.unit.failures} times: it is lost")
        if answer.get("error"):
            raise ClusterError("units cannot be worked on")

    def _anew(self, whole: list[Unit]) -> None:
        """Something was learned of the program that makes its executions others: what was counted does not count."""
        left = None if self._plan.left is None else self._plan.left + self._done
        self._plan = Plan(self._plan.tree, left, self._plan.least_seconds)
        self._plan.add(whole)
        self._done = 0
        self._bugs = False
        self._results.forget()

    @property
    def lost(self) -> str:
        return self._lost


def _check_outputs(line: Namespace) -> None:
    """Not to be found out when all is done."""
    for name in (line.json, line.curve, line.junit, line.checkpoint, line.log):
        folder = Path(name or "-").absolute().parent
        if not os.access(folder, os.W_OK | os.X_OK):
            raise ClusterError(f"{name}: cannot be written: {folder} is no folder that one can write to")


def run(line: Namespace, tool: str) -> int:
    """The exit code."""
    _check_outputs(line)
    kept = line.checkpoint or line.resume
    results = Results(tool, Path(kept) if kept else None, line.counting)
    crew = None
    try:
        crew = Crew(line.scheduler, line.local, tool, warn)
        crew.wait(line.wait)
        campaign = Campaign(line, tool, crew, results)
        trouble: ClusterError | None = None
        interrupted = False
        try:
            campaign.run()
        except KeyboardInterrupt:
            interrupted = True
        except ClusterError as error:
            trouble = error
        except OSError as error:
            trouble = ClusterError(str(error))
        code = results.finish(line.report, campaign.lost, interrupted or trouble is not None)
        if (interrupted or trouble) and kept:
            warn(f"what there is to do is kept: graphfuzz-cluster --resume {kept}")
        if trouble:
            warn(str(trouble))
            return 3 if isinstance(trouble, SchedulerLost) else trouble.code
        return code
    finally:
        if crew:
            crew.close()
        results.close()
