"""The files of an evaluation: report.md, tables, figures, the text; and what has to be known to make them once more."""

import json
import os
import platform
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from . import plots, statistics, tables, tool as tools
from .programs import PROJECT

NOISY = ("--quick is noisy, with few seeds and short runs: it shows that the evaluation works, and claims that do not hold "
         "here may well hold")

# Before the caption of every table and figure of a quick evaluation, which may be copied without the rest.
NOISY_TABLE = "(Noisy, of a quick evaluation.) "


def environment(options, tool):
    """What the numbers depend on. `arguments` and `tool` are what `remembered` needs."""
    commit = subprocess.run(["git", "-C", PROJECT, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    processor = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                      if line.startswith("model name")), "unknown") if Path("/proc/cpuinfo").exists() else "unknown"
    return {"graphfuzz": tool.version, "executable": tool.digest, "commit": commit.stdout.strip() or None,
            "processor": processor, "cores": os.cpu_count(), "jobs": options.jobs, "system": platform.platform(),
            "load": os.getloadavg()[0], "date": time.strftime("%Y-%m-%d"), "seeds": options.seeds,
            "executions": options.executions, "seconds": options.seconds, "time_seeds": options.time_seeds,
            "strategies": list(tool.strategies), "models": list(tool.models), "exhaustive": tool.exhaustive,
            "arguments": options.arguments}


def remembered(folder):
    """What was written of `environment` into the folder, and the tool that it was. Raises ToolError if there is nothing."""
    path = folder / "environment.json"
    try:
        stored = json.loads(path.read_text())
        return stored, tools.Tool(None, stored["graphfuzz"], stored["executable"], tuple(stored["strategies"]),
                                  tuple(stored["models"]), stored["exhaustive"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise tools.ToolError(f"{path} says nothing about an evaluation that could be rebuilt: {error}") from error


def write_environment(folder, surroundings):
    (folder / "environment.json").write_text(json.dumps(surroundings, indent=2) + "\n")


def write_report(folder, options, surroundings, report_tables, failures, numbers):
    """report.md, tables/*.md and tables/*.tex. `numbers`: for the text, by the names of TeX macros."""
    if options.quick:
        report_tables = [replace(table, caption=NOISY_TABLE + table.caption) for table in report_tables]
    table_folder = folder / "tables"
    table_folder.mkdir(exist_ok=True)
    for stale in [*table_folder.glob("*.md"), *table_folder.glob("*.tex")]:
        stale.unlink()
    for table in report_tables:
        (table_folder / f"{table.name}.md").write_text(table.markdown())
        (table_folder / f"{table.name}.tex").write_text(table.latex())
    (table_folder / "parameters.tex").write_text(tables.parameters(options, numbers, NOISY if options.quick else ""))
    failed = [f"- {run.program.name} {run.strategy} {run.limit_name} seed {run.seed}: {reason}" for run, reason in failures]
    parts = ["# Results of the evaluation", "Written by `thesis/evaluate`; what the numbers mean is in "
             "[thesis/README.md](" + os.path.relpath(PROJECT / "thesis" / "README.md", folder) + ").",
             "\n".join(f"- {name}: {value}" for name, value in surroundings.items()
                       if name not in ("strategies", "models", "exhaustive", "arguments")),
             *([NOISY + "."] if options.quick else []),
             *(table.markdown().rstrip() for table in report_tables)]
    if failed:
        parts += ["### Runs that failed, and are missing above", "\n".join(failed)]
    (folder / "report.md").write_text("\n\n".join(parts) + "\n")


def numbers(options, verdicts, comparisons, published, runs):
    """Those that the text names, by its macros."""
    rank, confidence = statistics.median_ranks(options.seeds)
    differing = [one for one in comparisons if one.verdict() != "no difference shown"]
    return {"runs": f"{runs:,}", "claims": len(verdicts), "claimsheld": sum(claim.holds == "yes" for claim in verdicts),
            "comparisons": f"{len(comparisons):,}", "differences": f"{len(differing):,}",
            "families": len({one.family for one in comparisons}),
            "rank": rank, "otherrank": options.seeds + 1 - rank, "rankconfidence": f"{100 * confidence:.1f}",
            "published": len(published), "publishednotrun": sum(row["ours"] == "not run" for row in published),
            "publishedsame": sum(row["same_program"] == "yes" for row in published)}


def draw(options, folder, complain, *what):
    if options.no_plots:
        return
    if not plots.available_terminals():
        complain("no gnuplot with an SVG or PDF terminal: scripts and data are in plots/data, nothing was drawn")
    files, complaints = plots.draw(folder / "plots", *what, note=NOISY_TABLE if options.quick else "")
    for complaint in complaints:
        complain(f"gnuplot: {complaint}")
    print(f"{len(files)} plots")


def make_text(folder, complain):
    """thesis/text/evaluation.pdf with the tables of `folder`. Says so if it cannot be made."""
    text = PROJECT / "thesis" / "text"
    if not shutil.which("pdflatex"):
        complain("there is no pdflatex: the text was not made")
        return
    # LaTeX looks for tables where \results says. Twice, for references.
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"-output-directory={folder}",
               "-jobname=evaluation", rf"\def\results{{{os.path.relpath(folder, text)}}}\input{{evaluation.tex}}"]
    for _ in range(2):
        made = subprocess.run(command, cwd=text, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            complain("pdflatex failed:\n" + "\n".join(made.stdout.splitlines()[-20:]))
            return
    print(folder / "evaluation.pdf")


