"""A campaign on a cluster: units become tasks, what is left over becomes units, results are put together."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import time
import uuid
from argparse import Namespace
from pathlib import Path
from typing import Any

from . import durable, gofolder, models, shards, worker
from .crew import Crew
from .errors import ClusterError, SchedulerLost
from .interrupts import Interrupts
from .options import warn
from .plan import LEAST_SECONDS, Order, Plan, Unit, at_once, first_parts
from .progress import Progress
from .results import Results
from .shards import Fold, Shards

# How long units that end when time is up are waited for.
GRACE_SECONDS = 2.0


class Campaign:
    def __init__(self, line: Namespace, tool: str, crew: Crew, results: Results) -> None:
        self._line, self._tool, self._crew, self._results = line, tool, crew, results
        self._start = time.monotonic()
        self._bugs = False
        self._done = 0
        self._lost = ""
        self._shards: Shards | None = None
        self._executable: bytes | None = None
        self._over = False
        self._log = open(line.log, "a" if line.resume else "w", encoding="utf-8") if line.log else None
        with tempfile.TemporaryDirectory(dir=results.folder) as folder:
            self._begin(Path(folder, "units"))

    def _begin(self, folder: Path) -> None:
        """Takes the work apart, or takes up what is left of it."""
        count = max(shards.LEAST, min(self._crew.slots(), shards.MOST))
        apart = [] if self._line.approximate else ["--shards", str(count)]
        begun = folder / "split.result"
        if self._line.resume:
            self._bring_along(Path(self._line.resume))
            folder.mkdir()
            self._graphfuzz("merge", self._line.resume, "--units", str(folder), "-o", str(begun), "--summary",
                            str(folder / "summary"), "-q", *apart, *self._line.counting,
                            *models.option(self._results.kept))
        else:
            parts = str(first_parts(self._crew.slots()))
            where = [*self._line.go, "--split"] if self._line.go else ["split", "-o"]
            self._graphfuzz(*where, str(folder), "--parts", parts, "-q", *apart, *self._line.split)
        about = json.loads((folder / "units.json").read_bytes())
        if "changed" in about:
            raise ClusterError(f"{about['changed']}: is not what it was when {self._line.resume} was written; "
                               "a campaign cannot go on with another program")
        if "shards" in about:
            if self._line.approximate:
                raise ClusterError("--approximate: the graphs of this campaign are counted, one by one")
            self._shards = self._begin_shards(about, begun)
            self._results.secure = self._secure
        self._about(about)
        self._results.begin(begun)
        self._keep_beside()
        self._plan.add([Unit(file.stem, file.read_bytes()) for file in sorted(folder.glob("*.unit"))])

    def _bring_along(self, resumed: Path) -> None:
        """What is beside a checkpoint, if it is to be kept elsewhere from now on."""
        if resumed.resolve() == self._results.kept:
            return
        for kind in (".program", ".shards", ".models"):
            old, new = resumed.with_name(resumed.name + kind), self._beside(kind)
            if old.is_dir():
                durable.copy_folder(old, new)
            elif old.is_file():
                shutil.copy(old, new)

    def _keep_beside(self) -> None:
        """What belongs to the new checkpoint, now that nobody needs what an earlier campaign has left there."""
        if self._shards:
            self._shards.sweep()
        else:
            shutil.rmtree(self._beside(".shards"), ignore_errors=True)
        if self._executable is not None:
            durable.write(self._beside(".program"), self._executable, 0o755)
        if self._model:
            models.keep(self._crew.model, self._model_from, self._results.kept)
        else:
            models.forget(self._results.kept)

    def _beside(self, kind: str) -> Path:
        """What belongs to the checkpoint."""
        return self._results.kept.with_name(self._results.kept.name + kind)

    def _begin_shards(self, about: dict[str, Any], begun: Path) -> Shards:
        """With those that are there, or were just made."""
        folder = self._beside(".shards")
        for index in range(about["shards"]):
            made = begun.with_name(f"{begun.name}.{index}")
            if made.exists():
                (folder / str(index)).mkdir(parents=True, exist_ok=True)
                durable.replace(made, folder / str(index) / about["results"][0])
        begun_with = Shards(folder, about["shards"], set(about["results"]))
        if begun_with.lacks_files():
            raise ClusterError(f"{folder}: expected the graphs of the campaign, which were beside the checkpoint")
        if self._line.resume:
            for files in begun_with.all_files():
                self._graphfuzz("merge", str(begun), *files, "--check", "-q")
        return begun_with

    def _secure(self, whats: list[Any]) -> None:
        if self._shards:
            self._shards.secure([name for name, _ in whats])

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
        self._seconds = self._line.time or about.get("seconds", float("inf"))
        self._program = self._kept_program(about)
        self._model = self._model_of(about)

    def _kept_program(self, about: dict[str, Any]) -> dict[str, Any] | None:
        """Where the work is on an executable, it goes along with the units, and is to be kept beside the checkpoint."""
        kept = self._beside(".program")
        if about["kind"] != "native" and "folder" not in about:
            return None
        if "program" in about:
            program = self._executable = Path(about["program"]).read_bytes()
        elif self._line.resume and kept.is_file():
            program = kept.read_bytes()
        else:
            raise ClusterError(f"{kept}: expected the program that the campaign is about")
        return {"hash": hashlib.sha256(program).hexdigest(), "file": str(kept), "folder": self._folder(about)}

    def _folder(self, about: dict[str, Any]) -> dict[str, str] | None:
        """Where a Go program runs, with what is there."""
        if "folder" not in about:
            return None
        files = gofolder.read(about["folder"])
        return {"path": about["folder"], "mark": uuid.uuid4().hex, "hash": "" if files is None else gofolder.hash_of(files)}

    def _model_of(self, about: dict[str, Any]) -> dict[str, Any] | None:
        """A memory model in files goes along as well, and is to be kept beside the checkpoint."""
        if "model" not in about:
            return None
        self._model_from = os.path.abspath(about["model"][0])
        self._crew.model = models.read(about["model"])
        return {"names": list(self._crew.model), "hash": worker.hash_of(self._crew.model)}

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
            self._over = True
            self._count(stop, progress)
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

    def _count(self, stop: Interrupts, progress: Progress) -> None:
        """Has all shards put together by who is there."""
        self._results.flush()
        while self._know_kept() and not self._shards.complete() and self._crew.slots():
            stop.look()
            self._crew.look()
            self._give_folds(last=True)
            for order, answer in self._crew.answers(0.1):
                self._take(order, answer)
            progress.show(self._done, self._bugs, self._crew.slots(), self._plan, self._results.report)

    def numbers(self) -> list[str]:
        """Of all shards. Those that nobody has put together by now are, one after the other, here."""
        self._over = True
        self._results.flush()
        if not self._know_kept():
            return []
        self._shards.nobody_works()
        try:
            while fold := self._shards.next(last=True):
                self._take(fold, self._crew.here(self._fold(fold)))
        except KeyboardInterrupt:  # what is counted by now has to do
            self._shards.give_up("interrupted")
        except OSError as error:
            self._shards.give_up(str(error))
        return self._shards.numbers()

    def _know_kept(self) -> bool:
        """Tells the shards what is counted. Are there any?"""
        for name, sizes in self._results.kept_since():
            self._shards.add(name, sizes)
        return self._shards is not None

    def _fold(self, fold: Fold) -> dict[str, Any]:
        return {"shards": self._shards.about(), "index": fold.index, "files": fold.files, "into": fold.into,
                "options": self._line.counting}

    def _give_folds(self, last: bool = False) -> None:
        while self._know_kept() and (fold := self._shards.next(last)):
            self._crew.send(fold, self._fold(fold), worker.fold)

    def _give(self) -> None:
        self._give_folds()
        slots = self._crew.slots()
        while len(self._plan.running) < at_once(slots) and (order := self._plan.next(slots, self.time_left())):
            self._crew.send(order, {"unit": order.unit.data, "seconds": order.seconds, "executions": order.executions,
                                    "parts": order.parts, "program": self._program, "model": self._model,
                                    "options": self._line.counting,
                                    "shards": self._shards.about() if self._shards else None,
                                    "grace": self._line.worker_timeout})

    def _take(self, order: Order | Fold, answer: dict[str, Any] | None) -> None:
        if isinstance(order, Fold):
            return self._take_fold(order, answer)
        if self._over or self._plan.running.get(order.unit.name) is not order:
            return  # too late, or of a campaign that has begun anew since
        if answer is None:
            return self._plan.back(order)
        if "failure" in answer:
            return self._failed(order, answer)
        rest = [Unit(name, data) for name, data in answer["left"].items()]
        if answer["outdated"]:
            return self._anew(rest)
        graphs = answer.get("graphs")
        if graphs and "pieces" in graphs:
            self._shards.keep(graphs["name"], graphs["pieces"])
        self._results.add(answer["result"], graphs and (graphs["name"], graphs["sizes"]))
        self._plan.done(order, answer["done"], rest)
        if rest:  # so its time was up
            self._plan.cost(max(answer["took"] - order.seconds, 0.0), self._results.keeping)
        self._done += answer["done"]
        self._bugs |= answer["bugs"]
        self._note(unit=order.unit.name, asked=order.seconds, took=answer["took"], done=answer["done"],
                   bytes=len(answer["result"]), left=[unit.name for unit in rest])

    def _take_fold(self, fold: Fold, answer: dict[str, Any] | None) -> None:
        if trouble := self._shards.done(fold, answer):
            return warn(trouble)
        if answer:
            self._note(shard=fold.index, took=answer["took"], graphs=answer["graphs"], files=len(fold.files),
                       bytes=answer["size"])

    def _note(self, **what: Any) -> None:
        if self._log:
            line = {"format": "graphfuzz cluster log", "version": 1, "at": time.monotonic() - self._start, **what}
            print(json.dumps(line), file=self._log, flush=True)

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
        if self._know_kept():
            self._shards.forget()

    def tidy(self) -> None:
        if self._shards:
            self._shards.tidy()

    @property
    def lost(self) -> str:
        return self._lost

    @property
    def graphs_lost(self) -> str:
        return self._shards.lost() if self._shards else ""

    @property
    def bugs(self) -> bool:
        return self._bugs

    @property
    def model(self) -> list[str]:
        """For whoever reports on it."""
        return models.option(self._results.kept) if self._model else []


def _check_outputs(line: Namespace) -> None:
    """Not to be found out when all is done."""
    for name in (line.json, line.html, line.curve, line.junit, line.checkpoint, line.log):
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
        if line.html:
            results.show([f"--html={line.html}", *line.made_by, *campaign.model])
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
        code = 1 if campaign.bugs else 4
        try:
            numbers = campaign.numbers()
            code = results.finish([*line.report, *line.made_by, *campaign.model], numbers, campaign.lost, campaign.graphs_lost,
                                  interrupted or trouble is not None)
            campaign.tidy()
        except KeyboardInterrupt:
            interrupted = True
            warn("interrupted: there is no report" + ("; bugs were found" if campaign.bugs else ""))
        except (ClusterError, OSError) as error:  # there is no report, then
            if trouble:
                warn(str(trouble))
            known = isinstance(error, ClusterError)
            trouble = error if known else ClusterError(f"what was found cannot be told: {error}")
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
