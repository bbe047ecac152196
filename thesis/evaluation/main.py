"""The evaluation from its options to its files. The order of things reads off `evaluate`."""

import contextlib
import signal
import subprocess
import sys

from . import (beside, claims, go, go_real, measures, native, options as command_line, published_table, report, significance,
               tables, tool as tools)
from .cluster import Cluster
from .programs import PROGRAMS, PROJECT
from .progress import Progress
from .runs import EXHAUSTIVE, SCHEDULES, Run, Runner, runs_on

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


@contextlib.contextmanager
def prepared(options):
    """The tool, what is to be known about it, and who runs it. With --rebuild nothing is run, and nothing is asked of the
    machine."""
    folder = options.out
    if options.rebuild:
        surroundings, tool = report.remembered(folder)
        yield tool, surroundings, Runner(tool, folder, only_stored=True)
        return
    tool = find_tool(options.graphfuzz)
    folder.mkdir(parents=True, exist_ok=True)
    surroundings = report.environment(options, tool)
    report.write_environment(folder, surroundings)  # now: what is interrupted can be rebuilt, as far as it has come
    cluster = Cluster(options.scheduler, options.local) if options.scheduler or options.local else None
    try:
        yield tool, surroundings, Runner(tool, folder, options.jobs, options.patience, cluster)
    finally:
        if cluster:
            cluster.close()


def counted_runs(options, programs, strategies):
    return [Run(program, strategy, seed, count) for program in programs for strategy in strategies
            if runs_on(strategy, program) for count in options.executions for seed in range(1, options.seeds + 1)]


def evaluate(options):
    """Returns the exit code."""
    with prepared(options) as (tool, surroundings, runner):
        return evaluate_with(options, tool, surroundings, runner)


def evaluate_with(options, tool, surroundings, runner):
    programs, strategies = choose(options, tool)
    folder = options.out
    for program in programs:
        program.file(folder / "programs")

    failures = []
    exhaustive = run_phase(runner, exhaustive_runs(options, tool, programs), failures)
    sizes = measures.set_sizes(programs, exhaustive)
    counted = run_phase(runner, counted_runs(options, programs, strategies), failures)
    rows = [measures.raw_row(result, sizes) for result in counted]
    timed = run_phase(runner, timed_runs(options, programs, strategies, rows), failures)
    rows += [measures.raw_row(result, sizes) for result in timed]
    go_results = run_phase(runner, go.runs(options), failures)
    native_results = run_phase(runner, native.runs(options), failures)
    beside_rows = beside.summarize(run_phase(runner, beside.runs(options), failures))
    go_rows, native_rows = go.summarize(go_results), native.summarize(native_results)

    time_limit = f"{options.seconds:g}s" if options.seconds else None
    summaries = measures.summarize(rows, programs, strategies, sizes, options.executions, time_limit)
    evidence = claims.Evidence(programs, counted + timed, rows, exhaustive, sizes, options.executions)
    families = [(family, significance.compare(family)) for family in
                [*claims.families(evidence), go.family(go_results), native.family(native_results)]]
    comparisons = [one for _, made in families for one in made]
    verdicts = claims.judge(evidence, families[0][1])
    beside_published = published_table.rows(published_table.Ours(
        summaries, beside_rows, native_rows, go_rows, options.native_executions))
    limits = [*map(str, options.executions), *([time_limit] if time_limit else [])]
    measures.write_csv(folder / "raw.csv", measures.RAW_COLUMNS, rows)
    measures.write_csv(folder / "summary.csv", measures.summary_columns(limits), summaries)
    measures.write_csv(folder / "claims.csv", claims.COLUMNS, [vars(claim) for claim in verdicts])
    measures.write_csv(folder / "significance.csv", significance.COLUMNS, significance.csv_rows(comparisons))
    measures.write_csv(folder / "published.csv", published_table.COLUMNS, beside_published)
    measures.write_csv(folder / "go.csv", go.COLUMNS, go_rows)
    measures.write_csv(folder / "native.csv", native.COLUMNS, native_rows)
    measures.write_csv(folder / "beside.csv", beside.COLUMNS, beside_rows)
    made = [*tables.make(summaries, strategies, options.executions, time_limit, verdicts), significance.summary(families),
            *(significance.table(*pair) for pair in families), *published_table.tables(beside_published),
            *go.make_tables(go_rows, options.go_executions),
            *native.make_tables(native_rows, options.native_executions, options.native_seconds),
            *beside.make_tables(beside_rows, native_rows, options.native_executions, options.native_seconds)]
    report.write_report(folder, options, surroundings, [table for table in made if table], failures,
                        report.numbers(options, verdicts, comparisons, beside_published, len(rows)))
    report.draw(options, folder, complain, summaries, counted, strategies, sizes, options.executions[-1])
    if options.text:
        report.make_text(folder, complain)

    for claim in verdicts:
        if claim.holds != claims.YES:
            print(f"{claim.holds}: {claim.claim}; {claim.program}: wanted {claim.wanted}; measured: {claim.measured}")
    if options.quick and not claims.all_hold(verdicts):
        print(f"{report.NOISY}; run thesis/evaluate without --quick to judge them")
    held = sum(claim.holds == claims.YES for claim in verdicts)
    shown = sum(one.verdict() != "no difference shown" for one in comparisons)
    print(f"{held} of {len(verdicts)} claims hold; {shown} of {len(comparisons)} comparisons of strategies show a difference; "
          f"{len(rows)} runs and {len(go_rows)} rows on Go kernels and {len(native_rows)} on programs in C; the report is "
          f"{folder / 'report.md'}")
    return code(failures) or (1 if options.check and not claims.all_hold(verdicts) else 0)


def code(failures):
    """3 if there are any, which it says."""
    if failures:
        complain(f"{len(failures)} runs failed")
    return 3 if failures else 0


def evaluate_real_go(options):
    """Returns the exit code."""
    with prepared(options) as (_, _, runner):
        folder = options.out
        go_real.write_module(options, folder)
        failures = []
        results = run_phase(runner, go_real.runs(options), failures)
        rows = go_real.summarize(results)
        notes = [*([report.NOISY + "."] if options.quick else []),
                 *([f"{len(failures)} runs failed, were given up or were not made."] if failures else [])]
        go_real.write(folder, rows, options.go_executions, significance.compare(go_real.family(results)), notes,
                      report.NOISY_TABLE if options.quick else "")
        print(f"{len(rows)} rows on real Go programs; the report is {folder / 'go-real.md'}")
        return code(failures)


def main(arguments):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    options = command_line.parse(arguments)
    try:
        if options.rebuild:
            options = command_line.parse_again(options, report.remembered(options.out)[0]["arguments"])
    except tools.ToolError as error:
        complain(error)
        return 2
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
