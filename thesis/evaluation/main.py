"""The evaluation from its options to its files. The order of things reads off `evaluate`."""

import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from . import beside, claims, go, go_real, measures, native, options as command_line, plots, tables, tool as tools
from .programs import PROGRAMS, PROJECT
from .progress import Progress
from .runs import EXHAUSTIVE, SCHEDULES, Run, Runner, runs_on

NOISY = ("--quick is noisy, with few seeds and short runs: it shows that the evaluation works, and claims that do not hold "
         "here may well hold")

# Counting all graphs of a program that is known to have more than these is not tried.
TOO_MANY = 100_000_000


def complain(message):
    print(f"thesis/evaluate: {message}", file=sys.stderr)


def find_tool(executable):
    """The executable that was asked for, or the release build, which tools/run brings up to date."""
    if executable is None:
        if subprocess.run([PROJECT / "tools" / "run", "--version"], stdout=subprocess.DEVNULL, check=False).returncode:
            raise tools.ToolError("tools/run could not build graphfuzz")
        executable = PROJECT / "build" / "release" / "bin" / "graphfuzz"
    return tools.inspect(executable)


def choose(options, tool):
    """The programs and strategies to run. Raises ToolError if this graphfuzz does not have what was asked for."""
    wanted = options.strategies or list(tool.strategies)
    unknown = [strategy for strategy in wanted if strategy not in tool.strategies]
    if unknown:
        raise tools.ToolError(f"this graphfuzz has no strategy {', '.join(unknown)}; it has {', '.join(tool.strategies)}")
    programs = [program for program in options.programs if program.model in tool.models]
    for program in options.programs:
        if program.model not in tool.models:
            complain(f"left out: {program.name}, as this graphfuzz has no model {program.model}")
    if not any(program.model == "sc" for program in programs):
        if options.strategies and any(strategy in SCHEDULES for strategy in wanted):
            complain(f"{', '.join(SCHEDULES)} are for programs under sc, of which there is none")
        wanted = [strategy for strategy in wanted if strategy not in SCHEDULES]
    if "optimal" not in wanted:
        complain("without the strategy optimal its claims are not measured")
    if not tool.exhaustive:
        complain("this graphfuzz cannot count exhaustively; sizes worked out by hand are used")
    return programs, wanted


def exhaustive_runs(options, tool, programs):
    if not tool.exhaustive or options.exhaustive_seconds == 0:
        return []
    return [Run(program, EXHAUSTIVE, 0, options.exhaustive_seconds) for program in programs
            if program.expected is None or program.expected <= TOO_MANY]


def timed_runs(options, programs, strategies, rows):
    """Not where the longest runs by executions found all there is: more time finds no more."""
    if options.seconds == 0:
        return []
    longest = str(options.executions[-1])
    runs = []
    for program in programs:
        for strategy in strategies:
            if not runs_on(strategy, program):
                continue
            long_rows = [row for row in rows if row["limit"] == longest and row["program"] == program.name
                         and row["strategy"] == strategy]
            if not measures.is_saturated(long_rows):
                runs += [Run(program, strategy, seed, options.seconds) for seed in range(1, options.time_seeds + 1)]
    return runs


def run_phase(runner, runs, failures):
    """The results of those that did not fail."""
    progress = Progress(len(runs))
    try:
        results = runner.run_all(runs, progress)
    finally:
        progress.end()
    failures += progress.failures
    return [result for result in results if result.failure is None]


def environment(options, tool):
    commit = subprocess.run(["git", "-C", PROJECT, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    processor = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                      if line.startswith("model name")), "unknown") if Path("/proc/cpuinfo").exists() else "unknown"
    return {"graphfuzz": tool.version, "executable": tool.digest, "commit": commit.stdout.strip() or None,
            "processor": processor, "cores": os.cpu_count(), "jobs": options.jobs, "system": platform.platform(),
            "load": os.getloadavg()[0], "date": time.strftime("%Y-%m-%d"), "seeds": options.seeds,
            "executions": options.executions, "seconds": options.seconds, "time_seeds": options.time_seeds}


def write_report(folder, options, surroundings, report_tables, failures):
    """report.md, tables/*.md and tables/*.tex."""
    table_folder = folder / "tables"
    table_folder.mkdir(exist_ok=True)
    for stale in [*table_folder.glob("*.md"), *table_folder.glob("*.tex")]:
        stale.unlink()
    for table in report_tables:
        (table_folder / f"{table.name}.md").write_text(table.markdown())
        (table_folder / f"{table.name}.tex").write_text(table.latex())
    (table_folder / "parameters.tex").write_text(tables.parameters(options))
    failed = [f"- {run.program.name} {run.strategy} {run.limit_name} seed {run.seed}: {reason}" for run, reason in failures]
    parts = ["# Results of the evaluation", "Written by `thesis/evaluate`; what the numbers mean is in "
             "[thesis/README.md](" + os.path.relpath(PROJECT / "thesis" / "README.md", folder) + ").",
             "\n".join(f"- {name}: {value}" for name, value in surroundings.items()),
             *([NOISY + "."] if options.quick else []),
             *(table.markdown().rstrip() for table in report_tables)]
    if failed:
        parts += ["### Runs that failed, and are missing above", "\n".join(failed)]
    (folder / "report.md").write_text("\n\n".join(parts) + "\n")


def draw(options, folder, *what):
    if options.no_plots:
        return
    if not plots.available_terminals():
        complain("no gnuplot with an SVG or PDF terminal: scripts and data are in plots/data, nothing was drawn")
    files, complaints = plots.draw(folder / "plots", *what)
    for complaint in complaints:
        complain(f"gnuplot: {complaint}")
    print(f"{len(files)} plots")


def make_text(folder):
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


def evaluate(options):
    """Returns the exit code."""
    tool = find_tool(options.graphfuzz)
    programs, strategies = choose(options, tool)
    folder = options.out.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for program in programs:
        program.file(folder / "programs")

    runner = Runner(tool, folder, options.jobs, options.patience)
    failures = []
    exhaustive = run_phase(runner, exhaustive_runs(options, tool, programs), failures)
    sizes = measures.set_sizes(programs, exhaustive)
    counted = run_phase(runner, [Run(program, strategy, seed, count) for program in programs for strategy in strategies
                                 if runs_on(strategy, program) for count in options.executions for seed in range(1, options.seeds + 1)], failures)
    rows = [measures.raw_row(result, sizes) for result in counted]
    timed = run_phase(runner, timed_runs(options, programs, strategies, rows), failures)
    rows += [measures.raw_row(result, sizes) for result in timed]

    go_rows = go.summarize(run_phase(runner, go.runs(options), failures))

    native_rows = native.summarize(run_phase(runner, native.runs(options), failures))
    beside_rows = beside.summarize(run_phase(runner, beside.runs(options), failures))

    time_limit = f"{options.seconds:g}s" if options.seconds else None
    summaries = measures.summarize(rows, programs, strategies, sizes, options.executions, time_limit)
    evidence = claims.Evidence(programs, counted + timed, rows, exhaustive, sizes, options.executions)
    verdicts = claims.judge(evidence)
    limits = [*map(str, options.executions), *([time_limit] if time_limit else [])]
    surroundings = environment(options, tool)
    measures.write_csv(folder / "raw.csv", measures.RAW_COLUMNS, rows)
    measures.write_csv(folder / "summary.csv", measures.summary_columns(limits), summaries)
    measures.write_csv(folder / "claims.csv", claims.COLUMNS, [vars(claim) for claim in verdicts])
    measures.write_csv(folder / "go.csv", go.COLUMNS, go_rows)
    measures.write_csv(folder / "native.csv", native.COLUMNS, native_rows)
    measures.write_csv(folder / "beside.csv", beside.COLUMNS, beside_rows)
    (folder / "environment.json").write_text(json.dumps(surroundings, indent=2) + "\n")
    write_report(folder, options, surroundings,
                 [*tables.make(summaries, strategies, options.executions, time_limit, verdicts,
                               claims.compare(evidence)),
                  *go.make_tables(go_rows, options.go_executions),
                  *native.make_tables(native_rows, options.native_executions, options.native_seconds),
                  *beside.make_tables(beside_rows, native_rows, options.native_executions, options.native_seconds)],
                 failures)
    draw(options, folder, summaries, counted, strategies, sizes, options.executions[-1])
    if options.text:
        make_text(folder)

    for claim in verdicts:
        if claim.holds != claims.YES:
            print(f"{claim.holds}: {claim.claim}; {claim.program}: wanted {claim.wanted}; measured: {claim.measured}")
    if options.quick and not claims.all_hold(verdicts):
        print(f"{NOISY}; run thesis/evaluate without --quick to judge them")
    held = sum(claim.holds == claims.YES for claim in verdicts)
    print(f"{held} of {len(verdicts)} claims hold; {len(rows)} runs and {len(go_rows)} rows on Go kernels and "
          f"{len(native_rows)} on programs in C; the report is {folder / 'report.md'}")
    if failures:
        complain(f"{len(failures)} runs failed")
        return 3
    return 1 if options.check and not claims.all_hold(verdicts) else 0


def evaluate_real_go(options):
    """Returns the exit code."""
    tool = find_tool(options.graphfuzz)
    folder = options.out.resolve()
    go_real.write_module(options, folder)
    failures = []
    rows = go_real.summarize(run_phase(Runner(tool, folder, options.jobs, options.patience), go_real.runs(options), failures))
    go_real.write(folder, rows)
    (folder / "environment.json").write_text(json.dumps(environment(options, tool), indent=2) + "\n")
    print(f"{len(rows)} rows on real Go programs; the report is {folder / 'go-real.md'}")
    if failures:
        complain(f"{len(failures)} runs failed")
        return 3
    return 0


def main(arguments):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    options = command_line.parse(arguments)
    if options.list:
        for program in PROGRAMS:
            expected = "" if program.expected is None else f"{program.expected:,} graphs"
            print(f"{program.name:<22} {program.model:<8} {program.group:<17} {expected}".rstrip())
        return 0
    try:
        return evaluate(options) if options.go_real is None else evaluate_real_go(options)
    except tools.ToolError as error:
        complain(error)
        return 2
    except KeyboardInterrupt:
        complain("interrupted; the same command goes on from here")
        return 130
