"""Runs C and C++ programs and compares what graphfuzz finds with what their headers expect:

    // bug: none | race | assertion | deadlock | …      the kind of a finding that there is; others may be there, too
    // model: sc                                         rc11 by default
    // options: --plain sc                               of graphfuzz
    // graphs: 36                                        of an exhaustive search
    // truncated: 3                                      executions of it beyond the bound on loops; none unless said
    // race: yes | no                                    with --plain: whether races are remarked on

A search that is not exhaustive is bounded by executions, so that it is the same on each machine: 10000, or what the
options say with -n. --seconds is for what hangs.

usage: expectations.py GRAPHFUZZ [--seconds N] [--jobs N] [--cflags FLAGS] [--cc CC] [--cxx CXX] FILE…
Exit code 0 if all is as expected, else 1 with a line for each file that is not.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def header(path):
    """The fields of the comment that a program begins with."""
    fields = {}
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        match = re.match(r"// (bug|model|options|graphs|truncated|race): *(.*)", line)
        if match:
            fields[match[1]] = match[2].strip()
    return fields


def kinds_of(report):
    """The kinds of findings in a report in JSON."""
    return {bug["kind"] for bug in report.get("bugs", []) if not bug.get("remark")}


def check(arguments, path):
    """An error message, or nothing; and what was seen."""
    expected = header(path)
    if "bug" not in expected:
        return f"{path}: expected a line '// bug: …'", ""
    command = [arguments.graphfuzz, str(path), "--model", expected.get("model", "rc11"), "--json=-", "-q",
               "-t", str(arguments.seconds), "--seed", "1"]
    for option, value in (("--cc", arguments.cc), ("--cxx", arguments.cxx), ("--cflags", arguments.cflags)):
        if value:
            command += [option, value]
    command += shlex.split(expected.get("options", ""))
    if "graphs" in expected or arguments.exhaustive:
        command.append("--exhaustive")
    elif "-n" not in command:
        command += ["-n", "10000"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30 + 3 * arguments.seconds)
    except subprocess.TimeoutExpired:
        return f"{path}: did not come to an end", ""
    # 4: nothing is decided, as no execution comes to its end.
    nothing = 4 if expected.get("graphs") == "0" else 0
    if done.returncode not in (0, 1, nothing) or not done.stdout.strip():
        return f"{path}: exit code {done.returncode}: {done.stderr.strip()[:300]}", ""
    document = json.loads(done.stdout)
    report = document[0]
    kinds = kinds_of(report)
    graphs = report["graphs"]
    seen = f"{','.join(sorted(kinds)) or 'none'}, {graphs} graphs, {report['executions']} executions, {'all' if report.get('complete') else 'not all'}"
    bug = expected["bug"].split()[0]
    also = {"hang": "liveness", "signal": "stack-overflow"}.get(bug)
    if bug not in kinds and also in kinds:
        bug = also
    if bug == "none" and kinds:
        return f"{path}: expected no bug, found {seen}", seen
    if bug != "none" and bug not in kinds:
        return f"{path}: expected {bug}, found {seen}", seen
    remarked = any(remark["kind"] == "race" for remark in report["remarks"])
    if "race" in expected and "--plain" in expected.get("options", "") and remarked != (expected["race"] == "yes"):
        return f"{path}: expected {expected['race']} remark on a race, found {report['remarks']}", seen
    if "graphs" in expected and bug == "none" and (not report.get("complete") or graphs != int(expected["graphs"].split()[0])):
        return f"{path}: expected {expected['graphs']} graphs, found {seen}", seen
    if "graphs" in expected and bug == "none" and report["truncated"] != int(expected.get("truncated", "0")):
        return f"{path}: expected {expected.get('truncated', 'none')} truncated, found {report['truncated']}, {seen}", seen
    return None, seen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphfuzz")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cflags")
    parser.add_argument("--cc")
    parser.add_argument("--cxx")
    parser.add_argument("--exhaustive", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for path, (error, seen) in zip(arguments.files, pool.map(lambda p: check(arguments, p), arguments.files)):
            if error:
                failed += 1
                print(error)
            elif arguments.verbose:
                print(f"{path}: ok, {seen}")
    print(f"{len(arguments.files) - failed} of {len(arguments.files)} programs as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
