"""Runs graphfuzz, once per program, strategy, seed and limit, and keeps every result on disk so that it is run once."""

import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import run_graphfuzz

from .programs import Program
from .tool import ToolError

EXHAUSTIVE = "exhaustive"

# Strategies that choose schedules, and nothing else: they run under sc alone.
SCHEDULES = ("walk", "pct", "pos", "surw")


def runs_on(strategy, program):
    return strategy not in SCHEDULES or program.model == "sc"


@dataclass(frozen=True)
class Run:
    """`limit` ends the run: an int is a number of executions, a float a number of seconds."""
    program: Program
    strategy: str
    seed: int
    limit: int | float

    @property
    def limit_name(self):
        return f"{self.limit:g}s" if isinstance(self.limit, float) else str(self.limit)

    def arguments(self):
        """Those that decide the result; files are added when it is run."""
        model = ["--model", self.program.model]
        bound = ["-t" if isinstance(self.limit, float) else "-n", self.limit_name]
        if self.strategy == EXHAUSTIVE:
            return ["--exhaustive", *model, *bound]
        return ["--strategy", self.strategy, *model, *bound, "--seed", str(self.seed), "-j", "1"]

    def command(self, executable, folder):
        """What is run; `folder`: where generated programs are."""
        return [executable, self.program.file(folder), *self.arguments()]

    def place(self, _folder):
        """Where it is run; None: in a folder of its own."""
        return None

    def pick(self, data):
        """Of the tests in the file, that which is meant."""
        return data[0]


@dataclass(frozen=True)
class Result:
    """`data` is graphfuzz's JSON object; `curve` is [[executions, unique graphs], ...]. `failure`: why there is neither."""
    run: Run
    data: dict | None = None
    curve: list | None = None
    failure: str | None = None


class Runner:
    """Runs what is not in the cache, `jobs` at a time here, or on a cluster (cluster.Cluster).

    `folder` holds the cache: a file for each run, which belongs to one executable, program and options. `patience`: seconds
    after which a run is given up beyond its own limit. An interrupted evaluation loses the runs that were under way,
    nothing else. `only_stored`: nothing is run, what is not in the cache fails.
    """

    def __init__(self, tool, folder, jobs=1, patience=600, cluster=None, only_stored=False):
        self._tool = tool
        self._folder = Path(folder)
        self._jobs = jobs
        self._patience = patience
        self._cluster = cluster
        self._only_stored = only_stored
        self._built = None if only_stored else self._tool.stamp()
        self._running = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run_all(self, runs, done):
        """Returns the results in the order of `runs`. `done(result, was_cached)` is called after each, in this thread."""
        results = {}
        todo = []
        for run in runs:
            cached = self._cached(run)
            if cached is None and self._only_stored:
                cached = Result(run, failure="not in the folder, or of another program or executable")
            if cached is None:
                todo.append(run)
            else:
                results[run] = cached
                done(cached, True)
        for run, answer in self._answers(todo):
            results[run] = self._kept(run, answer)
            done(results[run], False)
        return [results[run] for run in runs]

    def _answers(self, runs):
        """Pairs of a run and what came of it, as they come."""
        if self._cluster:
            yield from self._cluster.answers({run: self._task(run) for run in runs})
            return
        with ThreadPoolExecutor(self._jobs) as pool:
            futures = {pool.submit(run_graphfuzz.run, self._task(run), self._watch): run for run in runs}
            try:
                for future in as_completed(futures):
                    yield futures[future], future.result()
            except BaseException:
                self._stop()
                pool.shutdown(cancel_futures=True)
                raise

    def _watch(self, process, has_ended):
        """False: it is not to go on."""
        with self._lock:
            (self._running.discard if has_ended else self._running.add)(process)
            return not self._stopped

    def _stop(self):
        with self._lock:
            self._stopped = True
            for process in self._running:
                run_graphfuzz.end(process)

    def _path(self, run):
        return self._folder / "runs" / run.program.name / f"{run.strategy}-{run.limit_name}-{run.seed}.json"

    def _key(self, run):
        return {"version": self._tool.version, "executable": self._tool.digest, "program": run.program.digest(),
                "arguments": run.arguments()}

    def _cached(self, run):
        try:
            stored = json.loads(self._path(run).read_text())
            if stored["key"] != self._key(run):
                return None
            return Result(run, stored["data"], stored["curve"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _task(self, run):
        """All that has to be known to run it, wherever this folder is."""
        programs = self._folder / "programs"
        place = run.place(programs)
        return {"command": [str(word) for word in run.command(self._tool.executable, programs)],
                "place": None if place is None else str(place), "curve": run.strategy != EXHAUSTIVE,
                "seconds": self._patience + (run.limit if isinstance(run.limit, float) else 0)}

    def _kept(self, run, answer):
        """The result, which is in the cache from now on unless it is a failure. Raises ToolError if it may be another
        executable's than that which is named in the cache."""
        if self._tool.stamp() != self._built:
            raise ToolError(f"{self._tool.executable} has changed since the evaluation began: the same command begins anew")
        if answer["failure"] is not None:
            return Result(run, failure=answer["failure"])
        try:
            data = answer["data"]
            data = run.pick(data) if isinstance(data, list) else data
            data.pop("states", None)  # long, and not evaluated
            result = Result(run, data, answer["curve"])
        except (LookupError, ValueError, TypeError) as error:
            return Result(run, failure=f"unreadable result: {error}")
        path = self._path(run)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_text(json.dumps({"key": self._key(run), "data": result.data, "curve": result.curve}))
        os.replace(unfinished, path)
        return result
