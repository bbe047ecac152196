"""The table "published, ours, same program?": every number of others that this project knows of, with its source, and ours
beside it, or why there is none."""

import csv
from dataclasses import dataclass
from pathlib import Path

from . import beside, go, native
from .published import FIRST_BUG, GENMC_SPEEDS, GRAPHS
from .runs import EXHAUSTIVE
from .tables import Table, number

COLUMNS = ["source", "program", "measure", "value", "ours", "our_program", "same_program", "what_differs"]

# By name: who states the number, and where. "Here": measured by this project, with the tool named, on its machines.
SOURCES = {
    "fuzzing": "the work whose chapter on fuzzing specifies the cuts, its figures for GenMC and C11Tester (year and table not "
               "stated in our source)",
    "fuzzing-here": "the same work's programs, measured here",
    "c11tester-here": "C11Tester (Luo, Demsky, ASPLOS 2021), measured here",
    "genmc-here": "GenMC 0.11 (Kokologiannakis, Vafeiadis, CAV 2021), measured here",
    "genmc-here-again": "GenMC 0.11, measured here in November 2026, with its default reductions",
    "herd7-here": "herd7 7.58 (Alglave, Maranget, Tautschnig, TOPLAS 2014), measured here",
    "goker": "the authors of GFuzz (ASPLOS 2022) and GoPie (ASE 2023) and their successors, for GoKer (Yuan et al., CGO 2021); "
             "table not stated in our source",
    "gopie-here": "GoPie (ASE 2023), measured here",
    "sctbench": "Thomson, Donaldson, Betts, TOPC 2016: 10,000 schedules for each program",
}

NOT_RUN = "not run"
NO = "no"
ALGORITHM = "same algorithm"

_OTHERS = Path(__file__).with_name("published_other.csv")


@dataclass(frozen=True)
class Ours:
    """What there is to set beside: rows of the evaluation, and how many executions those of `beside` had."""
    summaries: list
    beside: list
    native: list
    go: list
    executions: int


def rows(ours):
    """One dict per number, with COLUMNS."""
    made = [dict(zip(COLUMNS, row)) for row in [*_graphs(ours), *_first_bugs(ours), *_speeds(ours), *_go(ours),
                                                *_schedules(ours), *_others()]]
    for row in made:
        if row["ours"] == NOT_RUN and row["our_program"]:
            row["what_differs"] += "; this evaluation did not run it"
    return made


def _measured(value, program):
    """The cells on ours; None is "not run"."""
    return (NOT_RUN, program) if value is None else (value, program)


def _graphs(ours):
    cells = {(row["program"], row["strategy"]): row["graphs_median"] for row in ours.beside
             if row["limit"] == str(ours.executions)}
    for figure in GRAPHS:
        program, differs = beside.GRAPHS_BESIDE[figure.program, figure.tool]
        for strategy, value in [("random", figure.baseline), *figure.guided.items()]:
            # Of the fuzzer on C11Tester it is not said which cut it has.
            which = ["revisit", "minimal", "maximal"] if strategy == "fuzzer" else [strategy]
            found = [cells[program, one] for one in which if (program, one) in cells]
            after = "iterations not stated" if figure.iterations is None else f"after {figure.iterations:,} iterations"
            best = " (best of our cuts)" if strategy == "fuzzer" else ""
            yield ("fuzzing", figure.program, f"unique graphs, {figure.tool}, {strategy}, {after}", number(value),
                   *_measured(f"{number(max(found))} after {ours.executions:,}{best}" if found else None, program), NO, differs)


def _first_bugs(ours):
    by = {(row["program"], row["strategy"]): row for row in ours.summaries if row["has_bug"]}

    def cell(program, strategies):
        found = [by[program, strategy] for strategy in strategies if (program, strategy) in by]
        if not found:
            return None
        row = min(found, key=lambda one: (one["bug_never"], one.get("bug_executions_mean") or float("inf")))
        if row["bug_never"] == row["bug_runs"]:
            return f"never, {row['bug_runs']} seeds ({row['strategy']})"
        never = f", {row['bug_never']} of {row['bug_runs']} never" if row["bug_never"] else ""
        return f"{number(row['bug_executions_mean'])} ({row['strategy']}{never})"
    for figure in FIRST_BUG.values():
        for who, value, strategies in (("tester", figure.baseline, ["random"]),
                                       ("fuzzer", figure.guided, ["revisit", "minimal", "maximal", "mix"])):
            yield ("fuzzing", figure.program, f"iterations to the first bug, C11Tester, {who}, mean of 20",
                   "never" if value is None else number(value), *_measured(cell(figure.program, strategies), figure.program),
                   "after its description", figure.differs)
    sizes = {row["program"]: row["set_size"] for row in ours.summaries}
    size = sizes.get("long-race")
    yield ("fuzzing", "long-race", "execution graphs", "9", *_measured(None if size is None else number(size), "long-race"),
           "after its description", FIRST_BUG["long-race"].differs)


def _speeds(ours):
    cells = {row["program"]: row for row in ours.beside if row["strategy"] == EXHAUSTIVE}
    for figure in GENMC_SPEEDS:
        row = cells.get(figure.ours)
        so_far = "" if row is None or row["complete"] else " so far"
        speed = row and row["graphs_per_second"]
        same = NO if "fewer graphs" in figure.differs else ALGORITHM
        yield ("genmc-here-again", figure.program, "complete graphs", number(figure.graphs),
               *_measured(row and number(row["graphs_median"]) + so_far, figure.ours), same, figure.differs)
        yield ("genmc-here-again", figure.program, "complete graphs per CPU second (rc11)", number(figure.per_second),
               *_measured(None if speed is None else f"{number(speed)} by the clock", figure.ours), same, figure.differs)


def _go(ours):
    differs = "ours: the kernels of litmus/go; GoKer's by thesis/evaluate --go-real of a checkout of GoBench"
    for strategy, (found, of, share) in go.PUBLISHED.items():
        mine = [row for row in ours.go if row["strategy"] == strategy]
        measured = f"{sum(row['found'] > 0 for row in mine)} of {len(mine)} kernels" if mine else None
        value = f"{found}-{found + 1}" if strategy == "gopie+" else str(found)
        yield ("goker", f"{of} kernels of GoKer", f"bugs found by {strategy}", value, *_measured(measured, "litmus/go"), NO,
               differs)
        if share is not None:
            proposed = sum(row["proposed"] or 0 for row in mine)
            filtered = sum(row["filtered"] or 0 for row in mine)
            yield ("goker", f"{of} kernels of GoKer", f"chains of {strategy} that contradict happens-before",
                   f"{100 * share:.2f} %", *_measured(f"{100 * filtered / proposed:.1f} % of {proposed:,}" if proposed else None,
                                                      "litmus/go"), NO, differs)


def _schedules(ours):
    for strategy, (found, of) in native.PUBLISHED.items():
        mine = [row for row in ours.native if row["strategy"] == strategy and row["class"] == "pthread"]
        measured = f"{sum(row['found'] > 0 for row in mine)} of {len(mine)} programs" if mine else None
        yield ("sctbench", f"{of} programs of SCTBench", f"bugs found by {strategy}", str(found),
               *_measured(measured, "litmus/c/pthread"), NO, "ours are written anew, of the same classes")


def _others():
    with _OTHERS.open(newline="") as file:
        for row in csv.DictReader(file):
            yield row["source"], row["program"], row["measure"], row["value"], NOT_RUN, "", NO, row["why"]


def tables(made):
    """For people, of `rows`: the numbers, and who states them."""
    why = "what differs, or why it was not run"
    lines = [[row["source"], row["program"], row["measure"], row["value"],
              row["ours"] + (f", {row['our_program']}" if row["our_program"] else ""), row["same_program"], row["what_differs"]]
             for row in made]
    run = sum(row["ours"] != NOT_RUN for row in made)
    return [Table("published-all", f"Published, ours, same program? {len(made)} numbers of others, {run} of them with one of ours",
                  ["source", "program", "measure", "published", "ours", "same?", why], lines, wide=(1, 2, 4, 5, 6), long=True,
                  widths=(0.12, 0.22, 0.15, 0.07, 0.2)),
            Table("published-sources", "The sources of these numbers", ["source", "who, when, where"],
                  [list(pair) for pair in SOURCES.items()], wide=(1,))]
