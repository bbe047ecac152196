"""Programs in C and C++ beside the published figures for others of their kind: unique graphs at equal executions and
time, complete graphs per second, and the classes of SCTBench."""

import re
from dataclasses import dataclass

from . import statistics
from .native import FOLDER, NativeProgram
from .programs import PROJECT
from .published import GENMC_SPEEDS, GRAPHS
from .runs import EXHAUSTIVE, Run
from .tables import Table, number

BENCH = PROJECT / "tests" / "bench" / "native"

STRATEGIES = ["random", "revisit", "minimal", "maximal", "optimal"]
MOST_SEEDS = 3  # these runs do not end at a bug, and vary little

# What has to be reached.
SPEED_AIM = 3

COLUMNS = ["program", "strategy", "limit", "seeds", "executions_median", "graphs_median", "complete",
           "graphs_per_second"]


@dataclass(frozen=True)
class SizedProgram(NativeProgram):
    """One of the benchmarks or of litmus/c, with its size. `source`: from the project's folder."""
    source: str = ""

    def path(self):
        return PROJECT / self.source


def _bench(name, source, *flags):
    options = ("--cflags", " ".join(f"-D{flag}" for flag in flags)) if flags else ()
    return SizedProgram(name, "", "rc11", "none", options, str((BENCH / source).relative_to(PROJECT)))


def _litmus(source):
    name = source.rsplit(".", 1)[0]
    return SizedProgram(name, "", "rc11", "none", (), str((FOLDER / source).relative_to(PROJECT)))


PROGRAMS = {program.name: program for program in [
    _bench("ttas-4", "ttas.c", "N=4"), _bench("ttas-5", "ttas.c", "N=5"),
    _bench("mcs-3", "mcs.c", "N=3"), _bench("mcs-4", "mcs.c", "N=4"),
    _bench("treiber-3-2", "treiber.c", "WRITERS=3", "READERS=2"),
    _bench("treiber-3-3", "treiber.c", "WRITERS=3", "READERS=3"),
    _bench("ms-queue-2-1", "ms_queue.c", "WRITERS=2", "READERS=1"),
    _bench("ms-queue-2-2", "ms_queue.c", "WRITERS=2", "READERS=2"),
    _bench("mpmc-2-2", "mpmc.cpp"), _bench("mpmc-3-2", "mpmc.cpp", "PRODUCERS=3", "CONSUMERS=2"),
    _bench("seqlock-2-3", "seqlock.c", "WRITERS=2", "READERS=3"),
    _bench("szymanski-3", "szymanski.c", "N=3"), _bench("lamport-3", "lamport.c", "N=3"),
    _bench("ticket-7", "ticket.c", "N=7"),
    *map(_litmus, ["spsc-ring-2.c", "rwlock-linux-both-2.c", "barrier-sense-3.c", "chase-lev-2.c", "dekker-fences-2.c",
                   "rwlock-counter-3.cpp", "bipartite-buffer-2.c", "left-right-3.cpp"])]}

# By published program and tool: ours, and what differs.
GRAPHS_BESIDE = {
    ("ring buffer", "GenMC"): ("spsc-ring-2", "theirs has several producers; ours one, and one consumer"),
    ("linuxrwlocks", "GenMC"): ("rwlock-linux-both-2", "theirs: 5 threads; ours: 2 that read and then write"),
    ("mpmc queue", "GenMC"): ("mpmc-3-2", "ours: 3 producers, 2 consumers, 2 cells, once each"),
    ("ms-queue", "GenMC"): ("ms-queue-2-2", "ours: 2 that put in, 2 that take out, once each"),
    ("treiber stack", "GenMC"): ("treiber-3-3", "ours: 3 that push, 3 that pop, once each"),
    ("ttas lock", "GenMC"): ("ttas-5", "failed turns of a spin loop are events there and none here"),
    ("barrier", "C11Tester"): ("barrier-sense-3", "ours: 3 threads, waiting without events"),
    ("chase-lev deque", "C11Tester"): ("chase-lev-2", "ours: an owner and one thief"),
    ("mpmc queue", "C11Tester"): ("mpmc-2-2", "ours: 2 producers, 2 consumers, 2 cells, once each"),
    ("linuxrwlocks", "C11Tester"): ("rwlock-linux-both-2", "ours: 2 threads that read and then write"),
    ("mcs-lock", "C11Tester"): ("mcs-4", "ours: 4 threads, once each, waiting without events"),
    ("dekker", "C11Tester"): ("dekker-fences-2", "ours: one turn each, waiting without events"),
    ("rwlock", "C11Tester"): ("rwlock-counter-3", "another lock: ours is a counter of readers, 3 threads"),
    ("seqlock", "C11Tester"): ("seqlock-2-3", "ours: 2 writers, 3 readers, waiting without events"),
    ("bipartite buffer", "C11Tester"): ("bipartite-buffer-2", "ours: one producer, one consumer"),
    ("left-right", "C11Tester"): ("left-right-3", "ours: 3 threads"),
    ("ring buffer", "C11Tester"): ("spsc-ring-2", "ours: one producer, one consumer"),
}

# What --quick runs.
QUICK = ["ttas-4", "mpmc-2-2", "mcs-3"]


def programs(names=None):
    """All, or those named. Raises KeyError for a name that is none."""
    return list(PROGRAMS.values()) if names is None else [PROGRAMS[name] for name in names]


@dataclass(frozen=True)
class BesideRun(Run):
    def arguments(self):
        return [*super().arguments(), *self.program.options]


def runs(options):
    for_graphs = {ours for ours, _ in GRAPHS_BESIDE.values()}
    for_speed = {figure.ours for figure in GENMC_SPEEDS}
    limits = [options.native_executions, *([options.native_seconds] if options.native_seconds else [])]
    counting = [BesideRun(program, strategy, seed, limit) for program in options.native_beside
                if program.name in for_graphs for strategy in STRATEGIES for limit in limits
                for seed in range(1, min(options.seeds, MOST_SEEDS) + 1)]
    if options.exhaustive_seconds == 0:
        return counting
    return counting + [BesideRun(program, EXHAUSTIVE, 0, options.exhaustive_seconds)
                       for program in options.native_beside if program.name in for_speed]


def _row(program, strategy, limit, results):
    def middle(key):
        return statistics.median(result.data[key] for result in results)
    seconds = sum(result.data["seconds"] for result in results)
    return {"program": program.name, "strategy": strategy, "limit": limit, "seeds": len(results),
            "executions_median": middle("executions"), "graphs_median": middle("graphs"),
            "complete": int(all(result.data["complete"] for result in results)),
            "graphs_per_second": sum(result.data["graphs"] for result in results) / seconds if seconds else None}


def summarize(results):
    """One row per program, strategy and limit."""
    groups = {}
    for result in results:
        groups.setdefault((result.run.program, result.run.strategy, result.run.limit_name), []).append(result)
    return [_row(*key, group) for key, group in groups.items()]


def _graphs(rows, limit, name, caption):
    """None if there is nothing to show."""
    cells = {(row["program"], row["strategy"]): row for row in rows if row["limit"] == limit}

    def cell(program, strategy):
        row = cells.get((program, strategy))
        return "–" if row is None else number(row["graphs_median"]) + (" all" if row["complete"] else "")
    lines = []
    for figure in GRAPHS:
        ours, differs = GRAPHS_BESIDE[figure.program, figure.tool]
        if not any(program == ours for program, _ in cells):
            continue
        published = " / ".join(map(number, [figure.baseline, *figure.guided.values()]))
        lines.append([f"{figure.program} ({figure.tool})", published, ours,
                      *(cell(ours, strategy) for strategy in STRATEGIES), differs])
    columns = ["published program", "published", "ours", *STRATEGIES, "what differs"]
    return Table(name, caption, columns, lines, wide=(1, len(columns) - 1)) if lines else None


def _speeds(rows):
    cells = {row["program"]: row for row in rows if row["strategy"] == EXHAUSTIVE}
    lines = []
    for figure in GENMC_SPEEDS:
        row = cells.get(figure.ours)
        if row is None:
            continue
        speed = row["graphs_per_second"]
        lines.append([figure.program, number(figure.graphs), number(figure.per_second), figure.ours,
                      number(row["graphs_median"]) + ("" if row["complete"] else " so far"), number(speed),
                      "–" if speed is None else f"{speed / figure.per_second:.1f}", figure.differs])
    return Table("native-speeds", "Complete graphs per second of exhaustive search: GenMC's, by CPU time and measured on "
                 f"another day, and then ours, by the clock of the campaign. To be reached: a factor of {SPEED_AIM}",
                 ["GenMC", "graphs", "per second", "ours", "graphs", "per second", "factor", "what differs"], lines,
                 wide=(7,)) if lines else None


def class_of(name):
    """"reorder-3-bad.c" is one of "reorder"."""
    return re.sub(r"(-?\d+)?(-bad)?\.(c|cpp)$", "", name)


def classes(native_rows):
    """By class of the pthread programs, what walks and PCT find; of native.summarize's rows. None if there are none."""
    found = {}
    for row in native_rows:
        if row["class"] == "pthread" and row["strategy"] in ("walk", "pct"):
            found.setdefault(class_of(row["program"]), {}).setdefault(row["strategy"], []).append(row)
    lines = []
    for name, by_strategy in sorted(found.items()):
        line = [name, str(max(map(len, by_strategy.values())))]
        for strategy in ("walk", "pct"):
            rows = by_strategy.get(strategy, [])
            firsts = [row["executions_median"] for row in rows]
            slowest = "–" if not rows else "never" if None in firsts else number(max(firsts))
            line += [f"{sum(row['found'] > 0 for row in rows)} of {len(rows)}", slowest]
        lines.append(line)
    return Table("native-classes", "Programs with pthreads by the classes of SCTBench: bugs found by any seed, and the "
                 "executions that half of the seeds need, of the hardest program. Published for SCTBench's own programs "
                 "and 10,000 schedules: PCT with depth 3 misses one of 49, a random scheduler finds two fewer than delay "
                 "bounding",
                 ["class", "programs", "walk: found", "executions", "PCT: found", "executions"], lines) if lines else None


def make_tables(rows, native_rows, executions, seconds):
    order = "Published: random, then " + "revisit, minimal, maximal (GenMC), or the fuzzer (C11Tester)"
    tables = [_graphs(rows, str(executions), "native-published",
                      f"Unique graphs beside the published ones, ours after {executions:,} executions, medians; “all”: "
                      f"there are no more. {order}; C11Tester's after 10,000. Compare how much each gains on random, not "
                      "the counts"),
              _graphs(rows, f"{seconds:g}s", "native-published-time",
                      f"The same at equal time, ours after {seconds:g} s; the published ones are by executions")
              if seconds else None,
              _speeds(rows), classes(native_rows)]
    return [table for table in tables if table is not None]
