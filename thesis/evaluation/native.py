"""The programs in C and C++: strategy × program, executions to the bug, and unique graphs at equal executions and time."""

import hashlib
import re
import shlex
from dataclasses import dataclass

from . import significance, statistics
from .programs import PROJECT
from .runs import Run, runs_on
from .tables import Table, number

FOLDER = PROJECT / "litmus" / "c"

# Those of execution graphs, then the baselines of schedule-based testing, which run under sc alone.
STRATEGIES = ["random", "minimal", "maximal", "mix", "optimal", "walk", "pct", "pos", "surw"]

# What --quick runs: a data race that is lived through, a deadlock, and a bug of weak memory.
QUICK = ["reorder-3-bad.c", "deadlock01-bad.c", "treiber-stack-3-broken-relaxed-push.c"]

# Published for the 49 programs of SCTBench and 10,000 schedules (Thomson, Donaldson, Betts, TOPC 2016): bugs found.
PUBLISHED = {"pct": (48, 49)}

COLUMNS = ["program", "class", "model", "strategy", "seeds", "found", "never", "executions_median", "executions_mean",
           "executions_per_second", "graphs_executions", "graphs_time"]


@dataclass(frozen=True)
class NativeProgram:
    """A program of litmus/c whose header says what is expected. Looks like a `Program` to whoever runs it."""
    name: str
    group: str
    model: str
    bug: str
    options: tuple

    def path(self):
        return FOLDER / self.group / self.name if self.group else FOLDER / self.name

    def file(self, _folder):
        return self.path()

    def text(self):
        return self.path().read_text()

    def digest(self):
        """Of all that it may include, too."""
        parts = [self.text(), *(path.read_text() for path in sorted(self.path().parent.glob("*.h")))]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class NativeRun(Run):
    """Ends at the first bug; with the seed 0 it does not, and shows how many graphs there are to be seen, and how fast."""

    def arguments(self):
        stop = ["--stop-on-bug"] if self.seed else []
        return [*super().arguments(), *self.program.options, *stop]


def _field(text, key, otherwise=""):
    found = re.search(rf"^// {key}: *(.*)$", text, re.MULTILINE)
    return found.group(1).strip() if found else otherwise


def _options(text):
    """Those of the header, but for how it is searched."""
    words = shlex.split(_field(text, "options"))
    kept = []
    while words:
        word = words.pop(0)
        if word in ("--strategy", "--depth", "--seed", "-n", "-t"):
            words.pop(0)
        else:
            kept.append(word)
    return tuple(kept)


def programs(names=None):
    """All that have a bug, or those named. Raises KeyError for a name that is none."""
    found = {}
    for group in ("", "pthread"):
        for path in sorted((FOLDER / group).iterdir()):
            text = path.read_text() if path.suffix in (".c", ".cpp") else ""
            bug = _field(text, "bug", "none").split()[0]
            if bug != "none":
                found[path.name] = NativeProgram(path.name, group, _field(text, "model", "rc11"), bug, _options(text))
    return list(found.values()) if names is None else [found[name] for name in names]


def runs(options):
    limits = [(seed, options.native_executions) for seed in range(options.seeds + 1)]
    if options.native_seconds:
        limits.append((0, options.native_seconds))
    return [NativeRun(program, strategy, seed, limit) for program in options.native_programs
            for strategy in STRATEGIES if runs_on(strategy, program) for seed, limit in limits]


def _first_bug(data):
    """Its execution; never is infinitely many."""
    return min((bug["execution"] for bug in data["bugs"]), default=float("inf"))


def family(results):
    """What strategies are compared by."""
    samples = {}
    for result in results:
        if result.run.seed:
            samples.setdefault((result.run.program.name, result.run.strategy), []).append(_first_bug(result.data))
    return significance.Family("C and C++", "executions to the first bug", samples,
                               significance.against_references("optimal", "random"))


def _row(program, strategy, results):
    firsts = [_first_bug(result.data) for result in results if result.run.seed]
    found = [first for first in firsts if first != float("inf")]
    middle = statistics.median(firsts) if firsts else float("inf")
    free = {isinstance(result.run.limit, float): result.data for result in results if not result.run.seed}
    counted, timed = free.get(False), free.get(True)
    return {"program": program.name, "class": program.group or "weak memory", "model": program.model,
            "strategy": strategy, "seeds": len(firsts), "found": len(found), "never": len(firsts) - len(found),
            "executions_median": None if middle == float("inf") else middle,
            "executions_mean": statistics.mean(found) if found else None,
            "executions_per_second": counted["executions"] / counted["seconds"]
            if counted and counted["seconds"] else None,
            "graphs_executions": counted["graphs"] if counted else None,
            "graphs_time": timed["graphs"] if timed else None}


def summarize(results):
    """One row per program and strategy."""
    groups = {}
    for result in results:
        groups.setdefault((result.run.program, result.run.strategy), []).append(result)
    return [_row(program, strategy, group) for (program, strategy), group in groups.items()]


def _by_program(rows, name, caption, cell):
    strategies = [strategy for strategy in STRATEGIES if any(row["strategy"] == strategy for row in rows)]
    cells = {(row["program"], row["strategy"]): row for row in rows}
    lines = []
    for program in dict.fromkeys(row["program"] for row in rows):
        mine = [cells.get((program, strategy)) for strategy in strategies]
        lines.append([program, *("–" if row is None else cell(row) for row in mine)])
    return Table(name, caption, ["program", *strategies], lines)


def _first(row):
    if row["found"] == 0:
        return "never"
    middle = "never" if row["executions_median"] is None else number(row["executions_median"])
    return middle + (f" †{row['never']}" if row["never"] else "")


def _graphs(column):
    return lambda row: "–" if row[column] is None else number(row[column])


def _summary(rows, limit):
    lines = []
    for strategy in STRATEGIES:
        mine = [row for row in rows if row["strategy"] == strategy]
        if not mine:
            continue
        threads = [row for row in mine if row["class"] == "pthread"]
        speeds = [row["executions_per_second"] for row in mine if row["executions_per_second"]]
        found, of = PUBLISHED.get(strategy, (None, None))
        lines.append([strategy, f"{sum(row['found'] > 0 for row in mine)} of {len(mine)}",
                      f"{sum(row['executions_median'] is not None for row in mine)}",
                      f"{sum(row['found'] > 0 for row in threads)} of {len(threads)}",
                      number(statistics.median(speeds)) if speeds else "–",
                      "–" if found is None else f"{found} of {of}"])
    return Table("native-summary", f"Programs in C and C++: bugs found within {limit:,} executions. Schedules (walk, pct, "
                 "pos, surw) are of the programs under sc. Published: other programs (SCTBench's) of the same classes "
                 "as those with pthreads",
                 ["strategy", "by any seed", "by half of the seeds", "with pthreads", "executions per second",
                  "published: found"], lines)


def make_tables(rows, limit, seconds):
    if not rows:
        return []
    tables = [_summary(rows, limit),
              _by_program(rows, "native-bugs", "Programs in C and C++: executions to the first bug, medians; †k: k seeds "
                          "never found it", _first),
              _by_program(rows, "native-graphs", f"Programs in C and C++: unique graphs after {limit:,} executions",
                          _graphs("graphs_executions"))]
    if seconds:
        tables.append(_by_program(rows, "native-graphs-time", f"Programs in C and C++: unique graphs after {seconds:g} s",
                                  _graphs("graphs_time")))
    return tables
