"""The command line: our own options, those of the report (`graphfuzz merge`), and all else, which is of
`graphfuzz split`."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys

HELP = """\
graphfuzz on many machines: takes the work of a campaign apart, has it done by the workers of a Dask scheduler, each
by `graphfuzz work`, and reports as graphfuzz does. What is found does not depend on the number of workers, nor on which
of them die. Several tests or models are as many campaigns, one after the other. All options of `graphfuzz --help` that
say what is run, how it is searched, how long, and what is written go here as well."""

EXAMPLES = """\
examples:
  graphfuzz-cluster --exhaustive litmus/long-assert-5.litmus --local 4
  graphfuzz-cluster queue.cpp --exhaustive -t 2h --scheduler tcp://node1:8786 --checkpoint queue.gfz -- 3
  graphfuzz-cluster go test ./pool -run Close --exhaustive --local 4
  graphfuzz-cluster --resume queue.gfz --scheduler tcp://node1:8786
  graphfuzz-cluster queue.cpp --exhaustive --slurm --workers 64 --slurm-options "--partition=long --time=8:00:00" -- 3

Exit codes are those of graphfuzz. doc/cluster.md has the rest."""

# Of graphfuzz merge: with a value, and without.
REPORT_VALUES = ("--html", "--dot", "--json", "--curve", "--junit", "--replay-dir", "--color")
REPORT_FLAGS = (("-q", "--quiet"), ("-v", "--verbose"), ("--whole",))
NOT_HERE = {
    "-j": "how many work is for the cluster to say: --local N, or how many workers the scheduler has",
    "--processes": "the workers are processes",
    "--expect": "what the files say of themselves is checked by graphfuzz",
    "--replay": "one execution is for graphfuzz",
    "--checkpoint-every": "the checkpoint is always up to date",
}


def duration(text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"expected a time such as 60s, 5m or 1h, found '{text}'")
    if not float(found[1]):
        raise argparse.ArgumentTypeError(f"expected some time, found '{text}'")
    return float(found[1]) * {None: 1, "ms": 1e-3, "s": 1, "m": 60, "h": 3600, "d": 86400}[found[2]]


def count(text: str) -> int:
    found = re.fullmatch(r"(\d[\d_]*(?:\.\d+)?(?:[eE]\d+)?)([kKMG]?)", text)
    number = float(found[1]) * {"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9}[found[2]] if found else 0
    if not 1 <= number < 2**63:
        raise argparse.ArgumentTypeError(f"expected a number from 1, found '{text}'")
    return int(number)


# Of graphfuzz go, those that search.
GO_COMMANDS = ("test", "run")


def _go_at(words: list[str]) -> int | None:
    """Where `go test` or `go run` stands, if it does."""
    return next((i for i, pair in enumerate(zip(words, words[1:])) if pair[0] == "go" and pair[1] in GO_COMMANDS), None)


def _with_two_dashes(words: list[str], tests: bool) -> list[str]:
    """Flags of Go's own, which graphfuzz go takes with two dashes as well: -tags is not -t ags."""
    return [f"-{word}" if re.match(r"-[a-z]{2}", word) or (tests and word == "-v") else word for word in words]


def _joined(words: list[str]) -> str:
    """As graphfuzz reads words in one text: a backslash before whatever may mean something else."""
    return " ".join(re.sub(r"([^\w@%+=:,./-])", r"\\\1", word) or '""' for word in words)


def _parser() -> argparse.ArgumentParser:
    usage = ("graphfuzz-cluster [graphfuzz options] FILE … (--scheduler ADDRESS | --local N | --slurm)\n"
             "       graphfuzz-cluster go test PACKAGE -run TEST … (…)\n"
             "       graphfuzz-cluster --resume CHECKPOINT (…)")
    parser = argparse.ArgumentParser(prog="graphfuzz-cluster", description=HELP, epilog=EXAMPLES, allow_abbrev=False,
                                     usage=usage,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="store_true", help="say which version of graphfuzz this is for")
    who = parser.add_argument_group("who works")
    which = who.add_mutually_exclusive_group(required=True)
    which.add_argument("--scheduler", metavar="ADDRESS",
                       help="a Dask scheduler: tcp://HOST:PORT, or its scheduler file")
    which.add_argument("--local", metavar="N", type=count, help="N workers on this machine")
    which.add_argument("--slurm", action="store_true", help="a job of Slurm, which is submitted (sbatch)")
    which.add_argument("--slurm-script", metavar="FILE", help="… which is only written: - is standard output")
    who.add_argument("--workers", metavar="N", type=count, help="Slurm: how many workers [4]")
    who.add_argument("--slurm-options", metavar="OPTIONS", default="", help="Slurm: options of sbatch")
    who.add_argument("--wait", metavar="TIME", type=duration, default=60.0, help="for the first worker [60s]")
    long = parser.add_argument_group("long runs")
    long.add_argument("--checkpoint", metavar="FILE", help="keep what is found, and what is left to do, in this file; of several campaigns, a folder")
    long.add_argument("--resume", metavar="FILE", help="go on with what such a file or folder has, and keep it there")
    long.add_argument("-n", "--executions", metavar="N", type=count, help="as of graphfuzz; with --resume, in all")
    long.add_argument("-t", "--time", metavar="TIME", type=duration, help="as of graphfuzz; with --resume, from now on")
    long.add_argument("--memory", metavar="SIZE", help="as of graphfuzz: of each worker, and of what is put together")
    long.add_argument("--approximate", action="store_true", help="as of graphfuzz")
    long.add_argument("--worker-timeout", metavar="TIME", type=duration, default=60.0,
                      help="how late a unit may be [60s]")
    long.add_argument("--unit-time", metavar="TIME", type=duration, help="how long a unit takes, at least [2s]")
    long.add_argument("--log", metavar="FILE", help="a line of JSON for each unit: what it took; --resume adds to it")
    report = parser.add_argument_group("report (graphfuzz merge)")
    for option in REPORT_VALUES:
        report.add_argument(option, metavar="ARG", help="as of graphfuzz")
    for flags in REPORT_FLAGS:
        report.add_argument(*flags, action="store_true", help="as of graphfuzz")
    for option in NOT_HERE:
        parser.add_argument(option, nargs="?", const="", help=argparse.SUPPRESS)
    return parser


def parse(words: list[str]) -> argparse.Namespace:
    """Besides our own options: `split`, what goes to graphfuzz split, or to graphfuzz go test, or run (`go`); `report`
    and `counting`, to graphfuzz merge, `made_by` as well, if it writes a page."""
    go = _go_at(words)
    ends = ("--",) if go is None else ("--", "-args", "--args")
    end = next((i for i, word in enumerate(words) if word in ends), len(words))
    parser = _parser()
    own = words[:end] if go is None else _with_two_dashes(words[:end], words[go + 1] == "test")
    if "--slurm-options" in own[:-1]:  # argparse takes a value that begins with - for an option
        at = own.index("--slurm-options")
        own[at : at + 2] = ["=".join(own[at : at + 2])]
    line, rest = parser.parse_known_args(own)
    for name, why in NOT_HERE.items():
        if getattr(line, name.lstrip("-").replace("-", "_")) is not None:
            parser.error(f"{name}: {why}")
    if line.local and not line.memory:  # a share for each, and one for what is put together
        line.memory = str(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4 // (line.local + 1))
    line.counting = (["--memory", line.memory] if line.memory else []) + ["--approximate"] * line.approximate
    line.report = [f"{option}={value}" for option in REPORT_VALUES
                   if (value := getattr(line, option[2:].replace("-", "_"))) is not None]
    line.report += [flags[0] for flags in REPORT_FLAGS if getattr(line, flags[-1][2:])]
    line.made_by = [f"--made-by={_joined(['graphfuzz-cluster', *words])}"] if line.html else []
    line.go = []
    if go is not None and go < end:
        at = _go_at(rest) or 0
        line.go, rest = rest[at : at + 2], rest[:at] + rest[at + 2 :]
    line.split = rest + line.counting + words[end:]
    if line.executions:
        line.split[:0] = ["--executions", str(line.executions)]
    if line.time:
        line.split[:0] = ["--time", f"{line.time:f}"]
    if line.resume and (line.go or rest or words[end:]):
        more = [*line.go, *rest, *words[end:]]
        parser.error(f"--resume: what is run is in the file; found {' '.join(more)} besides")
    if not line.resume and not line.go and not rest:
        parser.error("expected a FILE; try --help")
    return line


def warn_kept(kept: object) -> None:
    """`kept`: a checkpoint, or a folder of such."""
    warn(f"what there is to do is kept: graphfuzz-cluster --resume {shlex.quote(str(kept))}")


def warn_no_report(bugs: bool) -> None:
    """The user did not want to wait for it; `bugs`: were any found?"""
    warn("interrupted: there is no report" + ("; bugs were found" if bugs else ""))


def warn(message: str) -> None:
    print(f"graphfuzz-cluster: {message}", file=sys.stderr, flush=True)
