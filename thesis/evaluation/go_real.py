"""Real Go programs: kernels built by Go's own toolchain, strategy × kernel, runs and seconds to the bug.

The kernels are those of litmus/go that have a bug, as packages of a module, or, where there is a checkout of GoBench
(Yuan et al., CGO 2021), its GoKer, unmodified.
"""

import hashlib
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from . import significance, statistics
from .go import KERNELS, PREDECESSORS, PUBLISHED, STRATEGIES, header
from .measures import write_csv
from .runs import Run
from .tables import Table, number

COLUMNS = ["kernel", "class", "strategy", "seeds", "found", "runs_median", "seconds_median", "runs_per_second"]


@dataclass(frozen=True)
class RealKernel:
    """A package. Looks like a `Program` to whoever runs it."""
    name: str
    group: str
    sources: tuple
    race: bool
    is_test: bool
    model: str = "go"

    def digest(self):
        return hashlib.sha256(b"\0".join(source.read_bytes() for source in self.sources)).hexdigest()[:16]

    def write(self, module):
        """Its folder in the module."""
        folder = module / self.name
        folder.mkdir(parents=True, exist_ok=True)
        for source in self.sources:
            copy = folder / source.name
            if not copy.exists() or copy.read_bytes() != source.read_bytes():
                shutil.copyfile(source, copy)


@dataclass(frozen=True)
class RealRun(Run):
    """Ends at the first bug."""

    def arguments(self):
        race = ["--race"] if self.program.race else []
        return ["--strategy", self.strategy, "-n", self.limit_name, "--seed", str(self.seed), "-j", "1", "--stop-on-bug",
                *race]

    def command(self, executable, folder):
        return [executable, "go", "test" if self.program.is_test else "run", f"./{self.program.name}", *self.arguments()]

    def place(self, folder):
        return folder / "go-real"

    def pick(self, data):
        """Of several tests, that which found its bug first, or else all of them."""
        return min(data, key=lambda test: min((bug["execution"] for bug in test["bugs"]), default=float("inf")))


def kernels(gobench=None):
    """Those of a checkout of GoBench, or ours. Raises FileNotFoundError if there are none."""
    if gobench is None:
        programs = [(path, path.read_text()) for path in sorted(KERNELS.glob("*.go"))]
        return [RealKernel(path.stem.removesuffix("_test"), header(text, "class"), (path,),
                           header(text, "bug").startswith("race"), path.stem.endswith("_test"))
                for path, text in programs if header(text, "bug") not in ("", "none")]
    found = {}
    for path in sorted(Path(gobench).glob("**/goker/*/*/*/*_test.go")):
        found.setdefault(path.parent, []).append(path)
    if not found:
        raise FileNotFoundError(f"{gobench}: expected a checkout of GoBench, with gobench/goker/blocking/cockroach/…")
    result = []
    for folder in found:
        kind, project, number_of_bug = folder.parts[-3:]
        sources = tuple(sorted(folder.glob("*.go")))
        result.append(RealKernel(f"{project}_{number_of_bug}", kind, sources, kind == "nonblocking", True))
    return result


def runs(options):
    """By seeds, so that what was interrupted has seen all kernels."""
    return [RealRun(kernel, strategy, seed, options.go_executions) for seed in range(1, options.seeds + 1)
            for kernel in options.real_kernels for strategy in options.strategies or STRATEGIES]


def write_module(options, folder):
    module = folder / "programs" / "go-real"
    module.mkdir(parents=True, exist_ok=True)
    (module / "go.mod").write_text("module kernels\n\ngo 1.19\n")
    for kernel in options.real_kernels:
        kernel.write(module)


def _first(data):
    """The first bug, as (runs, seconds); never is infinitely many."""
    return min(((bug["execution"], bug["seconds"]) for bug in data["bugs"]), default=(float("inf"), float("inf")))


def _finite(value):
    return None if value == float("inf") else value


def summarize(results):
    """One row per kernel and strategy."""
    groups = {}
    for result in results:
        groups.setdefault((result.run.program, result.run.strategy), []).append(result.data)
    rows = []
    for (kernel, strategy), group in groups.items():
        firsts = [_first(data) for data in group]
        seconds = sum(data["seconds"] for data in group)
        rows.append({"kernel": kernel.name, "class": kernel.group, "strategy": strategy, "seeds": len(group),
                     "found": sum(first[0] != float("inf") for first in firsts),
                     "runs_median": _finite(statistics.median(first[0] for first in firsts)),
                     "seconds_median": _finite(statistics.median(first[1] for first in firsts)),
                     "runs_per_second": sum(data["executions"] for data in group) / seconds if seconds else None})
    return rows


def within(most):
    """Numbers of runs for a table: powers of ten below, and the most."""
    return [*(10 ** power for power in range(1, 9) if 10 ** power < most), most]


def family(results):
    """What strategies are compared by."""
    samples = {}
    for result in results:
        samples.setdefault((result.run.program.name, result.run.strategy), []).append(_first(result.data)[0])
    return significance.Family("real Go", "runs to the first bug", samples,
                               significance.with_predecessors(PREDECESSORS, "random"))


def tables(rows, most, comparisons=()):
    """`most`: runs at most. `comparisons`: of the family."""
    strategies = [strategy for strategy in STRATEGIES if any(row["strategy"] == strategy for row in rows)]
    lines = []
    for strategy in strategies:
        mine = [row for row in rows if row["strategy"] == strategy]
        times = [row["seconds_median"] for row in mine if row["seconds_median"] is not None]
        found, of, _ = PUBLISHED.get(strategy, (None, None, None))
        lines.append([strategy, str(len(mine)),
                      *(str(sum(row["runs_median"] is not None and row["runs_median"] <= limit for row in mine))
                        for limit in within(most)),
                      number(statistics.median(times)) if times else "–",
                      "–" if found is None else f"{found} of {of}"])
    seeds = max((row["seeds"] for row in rows), default=0)
    summary = Table("go-real-summary", f"Real Go programs: kernels whose bug was found, by the median of at most {seeds} seeds, "
                    "within so many runs (of runs that failed or were given up nothing is known: they are left out); published: GoKer's "
                    "103",
                    ["strategy", "kernels", *(f"within {limit:,}" for limit in within(most)), "seconds (median)", "published"], lines)
    cells = {(row["kernel"], row["strategy"]): row for row in rows}
    bugs = []
    for kernel in dict.fromkeys(row["kernel"] for row in rows):
        line = [kernel, next(row["class"] for row in rows if row["kernel"] == kernel)]
        for strategy in strategies:
            row = cells.get((kernel, strategy))
            line.append("–" if row is None else "never" if row["runs_median"] is None else number(row["runs_median"]))
        bugs.append(line)
    family_of_all = family([])
    tests = [significance.summary([(family_of_all, comparisons)]), significance.table(family_of_all, comparisons)]
    return [summary, *(table for table in tests if table),
            Table("go-real-bugs", "Real Go programs: runs to the first bug, medians over seeds", ["kernel", "class", *strategies], bugs)]


def write(folder, rows, most, comparisons, notes, prefix):
    """go-real.csv, significance.csv and go-real.md. `notes`: above the tables; `prefix`: of every caption."""
    write_csv(folder / "go-real.csv", COLUMNS, rows)
    write_csv(folder / "significance.csv", significance.COLUMNS, significance.csv_rows(comparisons))
    parts = ["# Real Go programs", *notes,
             *(replace(table, caption=prefix + table.caption).markdown().rstrip() for table in tables(rows, most, comparisons))]
    (folder / "go-real.md").write_text("\n\n".join(parts) + "\n")
