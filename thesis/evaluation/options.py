"""The command line of thesis/evaluate."""

import argparse
import os
from pathlib import Path

from . import beside, go, go_real, native
from .programs import BY_NAME, PROGRAMS, PROJECT, QUICK

RESULTS = PROJECT / "thesis" / "results"

DESCRIPTION = """\
Runs the programs of the evaluation under every strategy, with several seeds each, and writes CSV, tables, plots and a
verdict on every claim. Results of runs are kept: an evaluation that was interrupted goes on where it was, and only what
changed (the executable, a program, an option) is run again. For given seeds everything but times, and what was found
within a time, comes out the same."""

EPILOG = """\
Written into the folder: report.md (all tables), raw.csv (one row per run), summary.csv (one row per program and
strategy), claims.csv, environment.json, tables/*.md and *.tex, plots/*.svg and *.pdf (if there is gnuplot), programs/
(the generated tests), runs/ (the cache),
significance.csv (every comparison of two strategies), published.csv (every published number, and ours).

Exit codes: 0 done; 1 with --check, if a claim does not hold or was not measured; 2 wrong usage, or no graphfuzz;
3 some runs failed, what they would have shown is missing; 130 interrupted."""


def _numbers(text):
    numbers = sorted({int(part) for part in text.split(",")})
    if not numbers or numbers[0] < 1:
        raise ValueError
    return numbers


def _positive(text):
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _time(text):
    seconds = float(text)
    if not 0 <= seconds < 1e6:
        raise ValueError
    return seconds


def _names(text):
    return [name for name in text.split(",") if name]


def parse(arguments):
    """Exits with code 2 and a message if the options are wrong. What --quick stands for is filled in."""
    parser = argparse.ArgumentParser("thesis/evaluate", description=DESCRIPTION, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    for action in (_numbers, _positive, _time):  # what argparse calls the type in its messages
        parser.register("type", action.__name__, action)
    parser.add_argument("--quick", action="store_true",
                        help="about a minute of processor time: few programs, 5 seeds, 100 and 1000 executions, 0.1 s; "
                             "into results/quick")
    parser.add_argument("--check", action="store_true", help="exit with 1 unless every claim holds")
    parser.add_argument("--seeds", type=_positive, metavar="N", help="seeds 1 to N of the runs by executions [20]")
    parser.add_argument("--executions", type=_numbers, metavar="N,…",
                        help="limits by executions [1000,10000,100000]")
    parser.add_argument("--seconds", type=_time, metavar="T", help="limit by time; 0: no runs by time [10]")
    parser.add_argument("--time-seeds", type=_positive, metavar="N", help="seeds of the runs by time [10]")
    parser.add_argument("--exhaustive-seconds", type=_time, metavar="T",
                        help="time to count all graphs of a program; 0: do not try [60]")
    parser.add_argument("--programs", type=_names, metavar="NAME,…", help="only these [all]")
    parser.add_argument("--strategies", type=_names, metavar="NAME,…", help="only these [all that graphfuzz has]")
    parser.add_argument("--go-kernels", type=_names, metavar="NAME,…",
                        help="only these programs of litmus/go; none: no Go at all [all that have a bug]")
    parser.add_argument("--go-executions", type=_positive, metavar="N",
                        help="runs of a Go kernel at most, until its bug is seen [1000]")
    parser.add_argument("--go-real", nargs="?", const="", metavar="GOBENCH",
                        help="instead of all else: real Go programs, those of litmus/go or of a checkout of GoBench, built by "
                        "the toolchain that is there, seeds 1 to 10, until the bug is seen")
    parser.add_argument("--native-programs", type=_names, metavar="NAME,…",
                        help="only these programs of litmus/c (a.c, b.cpp); none: none at all [all that have a bug]")
    parser.add_argument("--native-beside", type=_names, metavar="NAME,…",
                        help="only these of the programs beside published figures (evaluation/beside.py); none: none [all]")
    parser.add_argument("--native-executions", type=_positive, metavar="N",
                        help="executions of a program in C or C++ at most, until its bug is seen [10000]")
    parser.add_argument("--native-seconds", type=_time, metavar="T",
                        help="time in which graphs of it are counted; 0: only by executions [2]")
    parser.add_argument("--jobs", type=_positive, default=1, metavar="N",
                        help="runs at a time; times are worth more with 1 [%(default)s]")
    parser.add_argument("--patience", type=_time, default=600, metavar="T",
                        help="seconds after which a single run is given up, beyond its own limit [%(default)s]")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where results go [thesis/results]")
    parser.add_argument("--graphfuzz", type=Path, metavar="FILE", default=os.environ.get("GRAPHFUZZ") or None,
                        help="the executable [$GRAPHFUZZ, or what tools/run builds]")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS",
                       help="run on the workers of this Dask scheduler (tcp://host:8786), who see the same folders")
    where.add_argument("--local", type=_positive, metavar="N", help="the same with a scheduler and N workers started here")
    parser.add_argument("--rebuild", action="store_true",
                        help="run nothing: make the report, tables, figures and text once more of the runs in the folder, with "
                        "the options that it was made with")
    parser.add_argument("--no-plots", action="store_true", help="draw nothing")
    parser.add_argument("--text", action="store_true", help="also make thesis/text/evaluation.pdf, if there is LaTeX")
    parser.add_argument("--list", action="store_true", help="list the programs and end")
    options = parser.parse_args(arguments)
    options.arguments = [str(argument) for argument in arguments]

    quick = options.quick
    defaults = {"seeds": 5 if quick else 20, "executions": [100, 1000] if quick else [1000, 10000, 100000],
                "seconds": 0.1 if quick else 10.0, "time_seeds": 2 if quick else 10,
                "go_executions": 200 if quick else 1000, "go_kernels": go.QUICK if quick else None,
                "native_executions": 300 if quick else 10000, "native_seconds": 0.1 if quick else 2.0,
                "native_programs": native.QUICK if quick else None,
                "native_beside": beside.QUICK if quick else None,
                "exhaustive_seconds": 1.0 if quick else 60.0, "programs": QUICK if quick else list(BY_NAME),
                "out": RESULTS / "quick" if quick else RESULTS}
    if options.go_real is not None:
        defaults |= {"seeds": 2 if quick else 10, "out": RESULTS / "go-real"}
    options.out = (options.out or defaults["out"]).resolve()
    every_kernel = options.go_kernels is None and not quick
    for name, value in defaults.items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    unknown = [name for name in options.programs if name not in BY_NAME]
    if unknown or not options.programs:
        parser.error(f"no such program: {', '.join(unknown)}; see --list" if unknown else "no programs")
    try:
        options.go_kernels = [] if options.go_kernels == ["none"] else go.kernels(None if every_kernel else options.go_kernels)
    except KeyError as error:
        parser.error(f"no such program in litmus/go, or none with a bug: {error.args[0]}")
    if options.go_real is not None:
        try:
            options.real_kernels = go_real.kernels(options.go_real or None)
        except FileNotFoundError as error:
            parser.error(error.args[0])
        names = {kernel.name for kernel in options.go_kernels}
        if not options.go_real and not every_kernel:
            options.real_kernels = [kernel for kernel in options.real_kernels
                                    if kernel.name in names or f"{kernel.name}_test" in names]
    try:
        options.native_programs = [] if options.native_programs == ["none"] else native.programs(options.native_programs)
    except KeyError as error:
        parser.error(f"no such program in litmus/c, or none with a bug: {error.args[0]}")
    try:
        options.native_beside = [] if options.native_beside == ["none"] else beside.programs(options.native_beside)
    except KeyError as error:
        parser.error(f"no such program in evaluation/beside.py: {error.args[0]}")
    options.programs = [program for program in PROGRAMS if program.name in options.programs]
    return options


def parse_again(options, arguments):
    """The options of an evaluation whose arguments these were, to rebuild it as `options` say."""
    again = parse(arguments)
    again.rebuild, again.text, again.out = True, True, options.out
    again.no_plots, again.check = options.no_plots, options.check
    return again
