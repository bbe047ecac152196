"""Runs graphfuzz, once per program, strategy, seed and limit, and keeps every result on disk so that it is run once."""

import json
import os
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from .programs import Program

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

    def place(self, _folder, scratch):
        """Where it is run."""
        return scratch

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
    """Runs what is not in the cache, `jobs` at a time.

    `folder` holds the cache. `patience`: seconds after which a run is given up beyond its own limit. An interrupted
    evaluation loses the runs that were under way, nothing else.
    """

    def __init__(self, tool, folder, jobs=1, patience=600):
        self._tool = tool
        self._folder = Path(folder)
        self._jobs = jobs
        self._patience = patience
        self._running = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run_all(self, runs, done):
        """Returns the results in the order of `runs`. `done(result, was_cached)` is called after each, in this thread."""
        results = {}
        todo = []
        for run in runs:
            cached = self._cached(run)
            if cached is None:
                todo.append(run)
            else:
                results[run] = cached
                done(cached, True)
        with ThreadPoolExecutor(self._jobs) as pool:
            futures = [pool.submit(self._run, run) for run in todo]
            try:
                for future in as_completed(futures):
                    result = future.result()
                    results[result.run] = result
                    done(result, False)
            except BaseException:
                self._stop()
                pool.shutdown(cancel_futures=True)
                raise
        return [results[run] for run in runs]

    def _stop(self):
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.kill()

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

    def _run(self, run):
        with tempfile.TemporaryDirectory(prefix="graphfuzz-evaluation-") as scratch:
            result = self._execute(run, Path(scratch))
        if result.failure is None:
            path = self._path(run)
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(".unfinished")
            unfinished.write_text(json.dumps({"key": self._key(run), "data": result.data, "curve": result.curve}))
            os.replace(unfinished, path)
        return result

    def _execute(self, run, scratch):
        programs = self._folder / "programs"
        command = [*run.command(self._tool.executable, programs), "--json", scratch / "result.json", "--replay-dir", scratch,
                   "-q"]
        if run.strategy != EXHAUSTIVE:
            command += ["--curve", scratch / "curve.csv"]
        # A session of its own: Ctrl-C is for the evaluation, which then ends what it started.
        with self._lock:
            if self._stopped:
                return Result(run, failure="stopped")
            process = subprocess.Popen(command, cwd=run.place(programs, scratch), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True, start_new_session=True)
            self._running.add(process)
        try:
            limit = run.limit if isinstance(run.limit, float) else 0
            _, complaints = process.communicate(timeout=self._patience + limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Result(run, failure=f"given up after {self._patience + limit:g} s")
        finally:
            with self._lock:
                self._running.discard(process)
        if process.returncode not in (0, 1):  # 1: a bug was found
            first = (complaints.strip().splitlines() or ["no message"])[0]
            return Result(run, failure=f"exit code {process.returncode}: {first}")
        return self._read(run, scratch)

    @staticmethod
    def _read(run, scratch):
        try:
            data = json.loads((scratch / "result.json").read_text())
            data = run.pick(data) if isinstance(data, list) else data
            data.pop("states", None)  # long, and not evaluated
            curve = []
            if run.strategy != EXHAUSTIVE:
                lines = (scratch / "curve.csv").read_text().splitlines()
                columns = lines[0].split(",")
                at, unique = columns.index("executions") - len(columns), columns.index("unique") - len(columns)
                curve = [[int(fields[at]), int(fields[unique])] for fields in (line.split(",") for line in lines[1:])]
        except (OSError, ValueError, LookupError) as error:
            return Result(run, failure=f"unreadable result: {error}")
        return Result(run, data, curve)
