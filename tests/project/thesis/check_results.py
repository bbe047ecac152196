"""Checks the files of an evaluation against each other, with arithmetic of its own.

Usage: check_results.py FOLDER               what thesis/evaluate --quick --out FOLDER wrote
       check_results.py --same FIRST SECOND  every run in the raw.csv SECOND is in FIRST with the same numbers but times
Exit code 1 and a message at the first thing that is wrong.
"""

import csv
import math
import re
import shutil
import sys
import xml.dom.minidom
from pathlib import Path

KEY = ("program", "strategy", "seed", "limit")
TIMES = {"seconds", "executions_per_second", "bug_seconds"}


def require(condition, *message):
    if not condition:
        sys.exit("check_results: " + " ".join(map(str, message)))


def read(path):
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    require(rows, path, "has no rows")
    for row in rows:
        require(None not in row and None not in row.values(), path, "has a row of another length:", row)
    return rows


def middle(values):
    """The median by counting: None stands for never and is last."""
    ordered = sorted(math.inf if value is None else value for value in values)
    half = len(ordered) // 2
    value = ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
    return None if math.isinf(value) else value


def same_number(text, value):
    return text == "" if value is None else text != "" and math.isclose(float(text), value, rel_tol=1e-12)


def check_raw(rows):
    require(len({tuple(row[name] for name in KEY) for row in rows}) == len(rows), "two rows for one run")
    for row in rows:
        executions, graphs = int(row["executions"]), int(row["graphs"])
        require(0 < graphs <= executions, "more graphs than executions:", row)
        require(row["graphs_rf"] == "" or int(row["graphs_rf"]) <= graphs, "more rf than graphs:", row)
        if not row["limit"].endswith("s"):
            require(executions == int(row["limit"]) or row["complete"] == "1" and executions < int(row["limit"]),
                    "not as many executions as asked for:", row)
        if row["set_size"]:
            require(same_number(row["share"], graphs / int(row["set_size"])), "share:", row)
        require(row["bug_execution"] == "" or 1 <= int(row["bug_execution"]) <= executions, "bug:", row)
        if row["gini"]:
            require(0 <= float(row["gini"]) < 1, "gini:", row)


def check_summary(summary, raw):
    groups = {}
    for row in raw:
        groups.setdefault((row["program"], row["strategy"], row["limit"]), []).append(row)
    limits = [column.removeprefix("seeds_") for column in summary[0] if column.startswith("seeds_")]
    longest = max((limit for limit in limits if not limit.endswith("s")), key=int)
    require({(row["program"], row["strategy"]) for row in summary} == {key[:2] for key in groups},
            "summary and raw rows are about different programs or strategies")
    for row in summary:
        of = (row["program"], row["strategy"])
        for limit in limits:
            runs = groups.get((*of, limit), [])
            require(int(row[f"seeds_{limit}"]) == len(runs), "seeds of", of, limit)
            graphs = [int(run["graphs"]) for run in runs]
            if not runs:
                # Only the timed runs may be missing, and only where everything had been found.
                require(limit.endswith("s") and row[f"graphs_{limit}_median"] == row["set_size"] != "", of, limit)
                require(all(run["graphs"] == run["set_size"] for run in groups[*of, longest]), of, "is not saturated")
                continue
            require(len(runs) >= 2, "one seed is no statistics:", of, limit)
            for name, value in (("median", middle(graphs)), ("mean", sum(graphs) / len(graphs)), ("min", min(graphs)),
                                ("max", max(graphs))):
                require(same_number(row[f"graphs_{limit}_{name}"], value), name, "of graphs of", of, limit)
            for column in ("share", "gini", "rf_pairs"):
                values = [float(run[column]) for run in runs if run[column]]
                require(same_number(row[f"{column}_{limit}_median"], middle(values) if values else None), column, of)
        runs = groups[*of, longest]
        if row["has_bug"] == "1":
            bugs = [int(run["bug_execution"]) if run["bug_execution"] else None for run in runs]
            found = [bug for bug in bugs if bug is not None]
            require(int(row["bug_never"]) == len(bugs) - len(found), "never-found of", of)
            require(same_number(row["bug_executions_median"], middle(bugs)), "median executions to the bug of", of)
            require(same_number(row["bug_executions_mean"], sum(found) / len(found) if found else None), "mean of", of)
    overheads = [float(row["overhead"]) for row in summary if row["strategy"] == "random"]
    require(overheads and all(overhead == 1 for overhead in overheads), "random is its own baseline")


def check_claims(claims):
    about = {claim["program"] for claim in claims if "first bug sooner" in claim["claim"]}
    require(about == {"mp", "P1", "reorder_10"}, "claims about first bugs:", about)
    for needed in ("bug of long-race", "every execution is a new graph", "rf pairs after 1,000"):
        require(any(needed in claim["claim"] for claim in claims), "no claim on", needed)
    require({claim["holds"] for claim in claims} <= {"yes", "no", "not measured"}, "verdicts")
    for claim in claims:
        require(claim["holds"] == "not measured" or re.search(r"\d|never", claim["measured"]), "no measurement:", claim)


def check_plots(folder):
    if not shutil.which("gnuplot"):
        print("no gnuplot: plots are not checked")
        return
    for name in ("curve-mp", "curve-long-race", "first-bug", "share"):
        shapes = xml.dom.minidom.parse(str(folder / f"{name}.svg")).getElementsByTagName("path")
        require(len(shapes) > 10, name, "shows nothing")
        require((folder / f"{name}.pdf").read_bytes().startswith(b"%PDF"), name, "is no PDF")


def check_native(rows):
    require(len({(row["program"], row["strategy"]) for row in rows}) == len(rows), "two rows for one program and strategy")
    for row in rows:
        require(int(row["found"]) + int(row["never"]) == int(row["seeds"]), "seeds:", row)
        require(row["strategy"] not in ("walk", "pct", "pos", "surw") or row["model"] == "sc", "no schedule:", row)
        require(int(row["graphs_executions"]) > 0 and int(row["graphs_time"]) > 0, "no graphs:", row)
        require(2 * int(row["found"]) <= int(row["seeds"]) or float(row["executions_median"]) >= 1, "median:", row)
    # Small ones, whose bugs everybody sees.
    missed = [row for row in rows if int(row["found"]) == 0]
    require(not missed, "never found:", missed)
    for strategy in ("optimal", "walk", "pct", "pos", "surw"):
        require(any(row["strategy"] == strategy for row in rows), "no row of", strategy)


def check_beside(rows, report):
    require({row["program"] for row in rows} == {"ttas-4", "mpmc-2-2", "mcs-3"}, "programs beside published figures")
    for row in rows:
        least = 0 if row["strategy"] == "exhaustive" else 1  # which may have had no time
        require(least <= float(row["graphs_median"]) <= float(row["executions_median"]), "graphs:", row)
    # Every exhaustive search that has ended has found as many as any other strategy can.
    sizes = {row["program"]: float(row["graphs_median"]) for row in rows
             if row["strategy"] == "exhaustive" and row["complete"] == "1"}
    for row in rows:
        size = sizes.get(row["program"])
        require(size is None or float(row["graphs_median"]) <= size, "more graphs than there are:", row)
    for text in ("| ttaslock 4 |", "| mpmc queue (C11Tester) |", "| reorder |"):
        require(text in report, "not in the report:", text)


def check_significance(rows, raw):
    """The values that were compared are those of the runs, and the effect is by comparing all pairs."""
    longest = max((row["limit"] for row in raw if not row["limit"].endswith("s")), key=int)
    for row in rows:
        require(0 <= float(row["p"]) <= float(row["p_holm"]) <= 1, "p-values:", row)
        require(float(row["p_holm"]) <= float(row["p"]) * int(row["comparisons"]) * (1 + 1e-9), "more than Bonferroni's:", row)
        require((row["verdict"] == "no difference shown") == (float(row["p_holm"]) >= 0.05), "verdict:", row)
        require(float(row["a12_low"]) - 1e-9 <= float(row["a12"]) <= float(row["a12_high"]) + 1e-9, "interval:", row)
        if not row["family"].startswith("litmus"):
            continue
        column, sign = ("bug_execution", -1) if row["family"] == "litmus bugs" else ("graphs", 1)
        ours, theirs = ([sign * float(run[column] or math.inf) for run in raw if run["limit"] == longest
                         and run["program"] == row["program"] and run["strategy"] == strategy]
                        for strategy in (row["strategy"], row["against"]))
        effect = sum((a > b) + (a == b) / 2 for a in ours for b in theirs) / len(ours) / len(theirs)
        require(same_number(row["a12"], effect), "A12:", row, effect)
        require(int(row["never"]) == sum(map(math.isinf, ours)), "never:", row)
    families = {row["family"] for row in rows}
    require(families == {"litmus bugs", "litmus graphs", "Go", "C and C++"}, "families:", families)
    for family in families:
        same = [row for row in rows if row["family"] == family]
        require({int(row["comparisons"]) for row in same} == {len(same)}, "comparisons of", family)


def check_published(rows):
    require(len(rows) > 150, "published numbers:", len(rows))
    key = [(row["source"], row["program"], row["measure"]) for row in rows]
    require(len(set(key)) == len(key), "a number is there twice:", {one for one in key if key.count(one) > 1})
    for row in rows:
        require(row["value"] and row["ours"] and row["same_program"] and row["what_differs"], "an empty cell:", row)
    for program in ("mp", "long-race", "ttaslock 4", "103 kernels of GoKer", "49 programs of SCTBench"):
        require(any(row["ours"] != "not run" for row in rows if row["program"] == program), "is not beside:", program)


def check_text(text, folder):
    """Everything that the text takes from the results is there, and no number of theirs is written in it."""
    parameters = dict(re.findall(r"\\def\\(\w+)\{(.*)\}", (folder / "tables" / "parameters.tex").read_text()))
    [declared] = re.findall(r"@for\\each:=([\w,%\s]*)", text)
    require(set(re.sub(r"[%\s]", "", declared).split(",")) == set(parameters) - {"noise"}, "macros:", declared, parameters)
    for name in re.findall(r"\\resulttable\{([^}]*)\}", text.split("\\begin{document}")[1]):
        name = name.replace("\\longest", parameters["longest"])
        require((folder / "tables" / f"{name}.tex").exists(), "the text has a table that there is not:", name)
    [results] = re.findall(r"\\section\{Results\}(.*)\\section\{Threats", text, re.DOTALL)
    numbers = re.findall(r"\d+", re.sub(r"C11Tester|%.*", "", results))
    require(not numbers, "numbers among the results, by hand:", numbers)


def check(folder):
    raw, summary, claims = (read(folder / name) for name in ("raw.csv", "summary.csv", "claims.csv"))
    check_raw(raw)
    check_summary(summary, raw)
    check_claims(claims)
    check_significance(read(folder / "significance.csv"), raw)
    check_published(read(folder / "published.csv"))
    check_native(read(folder / "native.csv"))
    for path in [folder / "report.md", *folder.glob("*.csv"), *(folder / "tables").iterdir(), *folder.glob("plots/data/*")]:
        require(not re.search(r"\b(nan|NaN|inf|None)\b", path.read_text()), path, "has a NaN, inf or None")
    report = (folder / "report.md").read_text()
    check_beside(read(folder / "beside.csv"), report)
    for claim in claims:
        require(f"| {claim['claim']} | {claim['program']} |" in report, "not in the report:", claim)
    # What is known without any of this: random search hardly gets to the end of long-race, guided search always does.
    shares = {row["strategy"]: float(row["share_1000_median"]) for row in summary if row["program"] == "long-race"}
    require(shares["random"] < 1 and shares["mix"] == 1, "long-race:", shares)
    check_plots(folder / "plots")
    check_text((Path(__file__).resolve().parents[3] / "thesis" / "text" / "evaluation.tex").read_text(), folder)


def check_same(first, second):
    known = {tuple(row[name] for name in KEY): row for row in read(first)}
    for row in read(second):
        before = known.get(tuple(row[name] for name in KEY))
        require(before, "no such run before:", row)
        differing = [name for name in row if name not in TIMES and row[name] != before[name]]
        require(not differing, "differs in", differing, row)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--same"]:
        check_same(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        check(Path(sys.argv[1]))
