"""From the results of runs to rows: one per run (raw), one per program and strategy (summary). Both become CSV.

A cell is a number, a text, or None for "not measured", which CSV shows as nothing.
"""

import csv
import math

from . import statistics
from .runs import EXHAUSTIVE

RAW_COLUMNS = ["program", "model", "strategy", "seed", "limit", "executions", "blocked", "truncated", "graphs",
               "graphs_rf", "outcomes", "set_size", "share", "rf_pairs", "gini", "unseen_probability", "estimated_total",
               "tree_estimate",
               "bug_execution", "bug_seconds", "seconds", "executions_per_second", "complete"]

GRAPH_STATISTICS = ["mean", "median", "min", "max", "q1", "q3"]


def set_sizes(programs, exhaustive_results):
    """program name -> (number of graphs, source), for the programs where it is known.

    An exhaustive run that was completed counts before a number worked out by hand; that the two agree is a claim.
    """
    sizes = {program.name: (program.expected, "worked out") for program in programs if program.expected is not None}
    for result in exhaustive_results:
        if result.data and result.data.get("complete"):
            sizes[result.run.program.name] = (result.data["graphs"], EXHAUSTIVE)
    return sizes


def raw_row(result, sizes):
    """The row of one run that has a result."""
    run, data = result.run, result.data
    size = sizes.get(run.program.name, (None, None))[0]
    discovery = data.get("discovery") or {}
    tree = data.get("tree") or {}
    first_bug = min(data["bugs"], key=lambda bug: bug["execution"], default={})
    seconds = data["seconds"]
    return {"program": run.program.name, "model": run.program.model, "strategy": run.strategy, "seed": run.seed,
            "limit": run.limit_name, "executions": data["executions"], "blocked": data["blocked"],
            "truncated": data["truncated"], "graphs": data["graphs"], "graphs_rf": data["graphs_rf"],
            "outcomes": data["outcomes"], "set_size": size, "share": data["graphs"] / size if size else None,
            "rf_pairs": data.get("rf_pairs"), "gini": data.get("gini"),
            "unseen_probability": discovery.get("new_probability"), "estimated_total": discovery.get("total"),
            "tree_estimate": tree.get("estimate"),
            "bug_execution": first_bug.get("execution"), "bug_seconds": first_bug.get("seconds"), "seconds": seconds,
            "executions_per_second": data["executions"] / seconds if seconds > 0 else None,
            "complete": int(data["complete"])}


def summary_columns(limits):
    """`limits`: names of limits, the executions in ascending order and then the time, if there is one."""
    columns = ["program", "model", "strategy", "set_size", "set_source"]
    for limit in limits:
        columns.append(f"seeds_{limit}")
        columns += [f"graphs_{limit}_{name}" for name in GRAPH_STATISTICS]
        columns += [f"{measure}_{limit}_median" for measure in ("share", "gini", "rf_pairs")]
    return [*columns, "has_bug", "bug_limit", "bug_runs", "bug_never", "bug_executions_mean", "bug_executions_median",
            "bug_executions_min", "bug_executions_max", "bug_seconds_mean", "bug_seconds_median",
            "executions_per_second_median", "overhead"]


def never(value):
    """None, for statistics: a bug that was not found is later than any other."""
    return math.inf if value is None else value


def _number(value):
    """A statistic for a table: "never" is no number."""
    return None if math.isinf(value) else value


def _median_of(rows, column):
    values = [row[column] for row in rows if row[column] is not None]
    return statistics.median(values) if values else None


def _bugs(rows):
    """Medians are over all runs, "never" being the latest; means over the runs that found a bug, so read `bug_never`."""
    found = [row for row in rows if row["bug_execution"] is not None]
    cells = {"bug_runs": len(rows), "bug_never": len(rows) - len(found)}
    for measure, column in (("bug_executions", "bug_execution"), ("bug_seconds", "bug_seconds")):
        cells[f"{measure}_median"] = _number(statistics.median(never(row[column]) for row in rows))
        if found:
            cells[f"{measure}_mean"] = statistics.mean(row[column] for row in found)
    if found:
        cells["bug_executions_min"] = min(row["bug_execution"] for row in found)
        cells["bug_executions_max"] = max(row["bug_execution"] for row in found)
    return cells


def _of_limit(rows, limit):
    cells = {f"seeds_{limit}": len(rows)}
    for name, value in statistics.summary([row["graphs"] for row in rows]).items():
        cells[f"graphs_{limit}_{name}"] = value
    for measure in ("share", "gini", "rf_pairs"):
        cells[f"{measure}_{limit}_median"] = _median_of(rows, measure)
    return cells


def is_saturated(rows):
    """Did every one of these runs find the whole set? Then longer runs would find the same."""
    return bool(rows) and all(row["set_size"] is not None and row["graphs"] == row["set_size"] for row in rows)


def _saturated(size, limit):
    cells = {f"graphs_{limit}_{name}": size for name in GRAPH_STATISTICS}
    return cells | {f"seeds_{limit}": 0, f"share_{limit}_median": 1.0}


def summarize(rows, programs, strategies, sizes, counts, time_limit):
    """One row per (program, strategy) that has runs. `counts`: numbers of executions, ascending; `time_limit`: its name
    or None.

    Bugs, overhead and speed are taken from the longest run by executions. Where these runs found the whole set, no timed
    ones are made: their cells say so by zero seeds.
    """
    groups = {}
    for row in rows:
        groups.setdefault((row["program"], row["strategy"], row["limit"]), []).append(row)
    longest = str(counts[-1])
    summaries = []
    for program in programs:
        size, source = sizes.get(program.name, (None, None))
        speeds = {strategy: _median_of(groups.get((program.name, strategy, longest), []), "executions_per_second")
                  for strategy in strategies}
        for strategy in strategies:
            long_runs = groups.get((program.name, strategy, longest), [])
            if not long_runs:
                continue
            cells = {"program": program.name, "model": program.model, "strategy": strategy, "set_size": size,
                     "set_source": source, "has_bug": int(program.has_bug()), "bug_limit": counts[-1]}
            for limit in [*map(str, counts), *([time_limit] if time_limit else [])]:
                limit_rows = groups.get((program.name, strategy, limit), [])
                cells |= (_saturated(size, limit) if limit == time_limit and not limit_rows and is_saturated(long_runs)
                          else _of_limit(limit_rows, limit))
            if program.has_bug():
                cells |= _bugs(long_runs)
            speed, baseline = speeds[strategy], speeds.get("random")
            cells["executions_per_second_median"] = speed
            cells["overhead"] = baseline / speed if speed and baseline else None
            summaries.append(cells)
    return summaries


def write_csv(path, columns, rows):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
