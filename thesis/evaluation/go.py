"""The Go kernels: strategy × kernel, runs to the bug, and what became of what the fuzzers asked for."""

import hashlib
import re
from dataclasses import dataclass

from . import significance, statistics
from .programs import PROJECT
from .runs import Run
from .tables import Table, number

KERNELS = PROJECT / "litmus" / "go"

STRATEGIES = ["random", "mix", "optimal", "gfuzz", "gfuzz-hb", "gopie", "gopie+", "gopie-hb", "flow"]

# What --quick runs: one that every strategy finds, one for selects, one for happens-before.
QUICK = ["spec-send-on-closed", "spec-select-uncovered", "spec-kubernetes"]

# Published for the 103 kernels of GoKer, by the authors of the fuzzers: how many bugs
# were found, and, where stated, the share of chains that contradict happens-before. None: not stated.
PUBLISHED = {"gfuzz": (52, 103, None), "gopie": (73, 103, 0.2025), "gopie+": (84, 103, None)}

# What improves on what.
PREDECESSORS = {"gfuzz-hb": "gfuzz", "gopie+": "gopie", "gopie-hb": "gopie+"}

COLUMNS = ["kernel", "class", "strategy", "seeds", "found", "never", "runs_median", "runs_mean", "runs_per_second",
           "proposed", "filtered", "steered", "obeyed", "timed_out", "predicted"]


@dataclass(frozen=True)
class Kernel:
    """A program of litmus/go with a bug. Looks like a `Program` to whoever runs it."""
    name: str
    group: str
    model: str = "go"

    def path(self):
        return KERNELS / f"{self.name}.go"

    def file(self, _folder):
        return self.path()

    def text(self):
        return self.path().read_text()

    def digest(self):
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]


@dataclass(frozen=True)
class GoRun(Run):
    """Ends at the first bug that is seen or predicted; with the seed 0 it does not, and shows the speed."""

    def arguments(self):
        stop = ["--stop-on-bug"] if self.seed else []
        return ["--strategy", self.strategy, "-n", self.limit_name, "--seed", str(self.seed), "-j", "1", *stop]


def header(text, key):
    """What the header of a program says of it; empty: nothing."""
    found = re.search(rf"^// {key}: *(.*)$", text, re.MULTILINE)
    return found.group(1).strip() if found else ""


def kernels(names=None):
    """All programs whose header says that they have a bug, or those named. Raises KeyError for a name that is none."""
    found = {}
    for path in sorted(KERNELS.glob("*.go")):
        text = path.read_text()
        if header(text, "bug") not in ("", "none"):
            found[path.stem] = Kernel(path.stem, header(text, "class"))
    return list(found.values()) if names is None else [found[name] for name in names]


def runs(options):
    return [GoRun(kernel, strategy, seed, options.go_executions) for kernel in options.go_kernels
            for strategy in STRATEGIES for seed in range(options.seeds + 1)]


def _first(data):
    """The run with the first bug, and whether it was only predicted; None if there was none."""
    return min(((bug["execution"], bug["predicted"]) for bug in data["bugs"]), default=None)


def _row(kernel, strategy, results):
    hunts = [result for result in results if result.run.seed]
    firsts = [_first(result.data) for result in hunts]
    found = [first[0] for first in firsts if first is not None]
    middle = statistics.median(float("inf") if first is None else first[0] for first in firsts)
    speed = [result.data for result in results if not result.run.seed]
    seconds = sum(data["seconds"] for data in speed)
    guidance = [data["guidance"] for data in speed if data.get("guidance")]
    row = {"kernel": kernel.name, "class": kernel.group, "strategy": strategy, "seeds": len(hunts),
           "found": len(found), "never": len(hunts) - len(found),
           "runs_median": None if middle == float("inf") else middle,
           "runs_mean": statistics.mean(found) if found else None,
           "runs_per_second": sum(data["executions"] for data in speed) / seconds if seconds else None,
           "predicted": sum(first is not None and first[1] for first in firsts)}
    for column, key in (("proposed", "proposed"), ("filtered", "filtered"), ("steered", "runs"), ("obeyed", "obeyed"),
                        ("timed_out", "timed_out")):
        row[column] = sum(part[key] for part in guidance) if guidance else None
    return row


def summarize(results):
    """One row per kernel and strategy."""
    groups = {}
    for result in results:
        groups.setdefault((result.run.program, result.run.strategy), []).append(result)
    return [_row(kernel, strategy, group) for (kernel, strategy), group in groups.items()]


def family(results):
    """What strategies are compared by."""
    samples = {}
    for result in results:
        if result.run.seed:
            first = _first(result.data)
            samples.setdefault((result.run.program.name, result.run.strategy), []).append(
                float("inf") if first is None else first[0])
    return significance.Family("Go", "runs to the first bug, seen or predicted", samples,
                               significance.with_predecessors(PREDECESSORS, "random"))


def _bugs(rows):
    strategies = [strategy for strategy in STRATEGIES if any(row["strategy"] == strategy for row in rows)]
    cells = {(row["kernel"], row["strategy"]): row for row in rows}
    lines = []
    for kernel in dict.fromkeys(row["kernel"] for row in rows):
        line = [kernel]
        for strategy in strategies:
            row = cells.get((kernel, strategy))
            if row is None:
                line.append("–")
            elif row["found"] == 0:
                line.append("never")
            else:
                middle = "never" if row["runs_median"] is None else number(row["runs_median"])
                line.append(middle + (" p" if 2 * row["predicted"] > row["seeds"] else "")
                            + (f" †{row['never']}" if row["never"] else ""))
        lines.append(line)
    return Table("go-bugs", "Go kernels: runs to the first bug, medians; p: it was predicted, not seen, by most seeds; †k: "
                 "k seeds never found it",
                 ["kernel", *strategies], lines)


def _summary(rows, limit):
    lines = []
    for strategy in STRATEGIES:
        mine = [row for row in rows if row["strategy"] == strategy]
        if not mine:
            continue
        proposed = sum(row["proposed"] or 0 for row in mine)
        share = sum(row["filtered"] or 0 for row in mine) / proposed if proposed else None
        speeds = [row["runs_per_second"] for row in mine if row["runs_per_second"]]
        found, of, published_share = PUBLISHED.get(strategy, (None, None, None))
        lines.append([strategy, f"{sum(row['runs_median'] is not None for row in mine)} of {len(mine)}",
                      f"{sum(row['found'] > 0 for row in mine)}",
                      f"{sum(2 * row['predicted'] > row['seeds'] for row in mine)}",
                      number(statistics.median(speeds)) if speeds else "–",
                      "–" if share is None else f"{100 * share:.1f} %",
                      "–" if found is None else f"{found} of {of}",
                      "–" if published_share is None else f"{100 * published_share:.1f} %"])
    return Table("go-summary", f"Go kernels: bugs found within {limit:,} runs. Published: other kernels (GoKer's), other "
                 "limits, real schedulers, so compare the order of the strategies, not the counts",
                 ["strategy", "by half of the seeds", "by any", "of them predicted", "runs per second",
                  "chains filtered", "published: found", "published: chains invalid"], lines)


def make_tables(rows, limit):
    return [_summary(rows, limit), _bugs(rows)] if rows else []
