"""Litmus tests, and what `graphfuzz translate` makes of them in C, have the same graphs, final states and bugs.

usage: differential.py GRAPHFUZZ [--cc CC] [--cflags FLAGS] [--jobs N] [--seconds N] [--models M,…] [--sizes] [--verbose] FILE…
       differential.py GRAPHFUZZ --random WRITE_RANDOM_LITMUS [--count N] [--seed S]

What differs by design, and so is evened out before:
- A failed assertion ends the thread of a C program, and an outcome of the litmus test: graphs and states are compared
  with `assume` in the place of `assert`.
- Plain accesses are watched: to count what they read, they are explored (--plain relaxed-all), and the watched program is
  held to the kinds of bugs, and where there is no race to the graphs.
- Weak compare-exchanges of C programs fail only when they read another value: those of the litmus test are made strong.
- The litmus front end takes a loop that waits within another one for one wait, which may end where the inner one cannot.
- It bounds loops, and takes back attempts that fail after having written (--retries drop).

Exit code 0 if all are the same, else 1 with a line for each file that is not.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

UNROLL = "5"
MODELS = "sc,tso,ra,rc11,relaxed"
# What a native finding is called that a litmus test has, too.
KINDS = {"assertion", "race", "deadlock", "liveness"}


class Unknown(Exception):
    """Nothing can be said about a test; the reason."""


def run(arguments, options):
    """Reports of graphfuzz, by model."""
    command = [arguments.graphfuzz, "--exhaustive", "--liveness", "-t", str(arguments.seconds), "--seed", "1", "--json=-", "-q",
               "-m", arguments.models, *map(str, options)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60 + 20 * arguments.seconds)
    except subprocess.TimeoutExpired as e:
        raise RuntimeError(f"{' '.join(command)}: did not come to an end") from e
    if done.returncode not in (0, 1, 4) or not done.stdout.strip():
        raise RuntimeError(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()[:300]}")
    return {report["model"]: report for report in json.loads(done.stdout)}


def state_of(text, addresses):
    """"P0:r0=1; a={0,1}; p=y;" of a litmus test and "0:r0=1; a[0]=0; a[1]=1; p=281474976710656;" of its translation."""
    items = []
    for name, value in re.findall(r"(?:P(?=\d+:))?([^ =;]+)=([^;]*);", text):
        if value.startswith("{"):
            items += [(f"{name}[{i}]", cell) for i, cell in enumerate(value.strip("{}").split(","))]
        else:
            items.append((name, value))
    return tuple(sorted((name, addresses.get(value, value)) for name, value in items))


def states_of(report, addresses):
    return {state_of(state, addresses) for state in report["states"] or []}


def kinds_of(report):
    return {bug["kind"] for bug in report["bugs"] + report["remarks"]} - {"condition"}


def is_whole(report):
    return report["complete"] and report["truncated"] == 0


def translate(arguments, text, program):
    """Writes the translation of a test with that text. What numbers are addresses in its outcomes."""
    source = program.with_suffix(".litmus")
    source.write_text(text)
    done = subprocess.run([arguments.graphfuzz, "translate", str(source), "-o", str(program)], capture_output=True,
                          text=True, timeout=60)
    if done.returncode != 0:
        raise Unknown("cannot be translated")
    return dict(re.findall(r"^// (\d+) (\S+)$", program.read_text(), re.M))


def compare_graphs(litmus, kept, native, addresses):
    """What is wrong, or nothing; `kept` gives the report of the litmus test with --retries keep."""
    seen = f"{native['graphs']} graphs natively, {litmus['graphs']} of the litmus test"
    ours, theirs = states_of(native, addresses), states_of(litmus, addresses)
    if not native["complete"] or not litmus["complete"]:
        raise Unknown("too long")
    if litmus["truncated"] or native["truncated"]:
        # Bounds are not of the same loops: whoever has none has at least the others' states.
        if native["truncated"] == 0 and not theirs <= ours:
            return f"states are missing natively: {seen}"
        raise Unknown("loops without end")
    if ours != theirs:
        return f"states {sorted(ours ^ theirs)[:2]} are not of both: {seen}"
    if native["graphs"] == litmus["graphs"]:
        return None
    if is_whole(kept()) and native["graphs"] == kept()["graphs"]:
        raise Unknown("attempts that are taken back")
    if not is_whole(kept()):
        raise Unknown("attempts without end")
    return seen


def check(arguments, test, folder):
    """Of a test, what has come of each model: sentences that begin with "same", "unknown" or "differs"."""
    text = test.read_text()
    if arguments.sizes:
        text = with_size(text, int(re.search(r"\d+$", test.stem)[0]))
    name = re.sub(r"[^\w.+-]", "_", f"{test.parent.name}-{test.stem}")
    program, assuming = folder / f"{name}.c", folder / f"{name}-assume.c"
    assumed = re.sub(r"\bassert\s*\(", "assume(", text)
    addresses = translate(arguments, assumed, assuming)
    strong = folder / f"{name}-strong.litmus"
    strong.write_text(assumed.replace("compare_exchange_weak", "compare_exchange_strong"))
    compiled = ["--cc", arguments.cc, "--cflags", f"-O1 {arguments.cflags}"]
    translation = assuming.read_text()
    plain = "compiler_barrier()" in translation
    spins = "lock_location" in translation  # locks that are no pthread_mutex_t, as they are locked twice

    # graphs and states
    explored = run(arguments, [assuming, *compiled, *(["--plain", "relaxed-all"] if plain else [])])
    litmus = run(arguments, [strong, "--unroll", UNROLL])
    retries = {}

    def kept(model):
        if not retries:
            retries.update(run(arguments, [strong, "--unroll", UNROLL, "--retries", "keep"]))
        return retries[model]

    results = []
    for model, native in explored.items():
        try:
            wrong = compare_graphs(litmus[model], lambda m=model: kept(m), native, addresses)
            results.append(f"differs under {model}: {wrong}" if wrong else "same graphs")
        except Unknown as why:
            results.append(f"unknown: {why}")

    # bugs, and graphs with plain accesses that are watched
    has_filter = re.search(r"^filter", text, re.M)
    watched, lively = explored, litmus
    if plain or text != assumed:
        translate(arguments, text, program)
        watched = run(arguments, [program, *compiled])
    if text != assumed:
        strong.write_text(text.replace("compare_exchange_weak", "compare_exchange_strong"))
        lively = run(arguments, [strong, "--unroll", UNROLL])
    racy = "rc11" not in lively or "race" in kinds_of(lively["rc11"])
    for model, native in watched.items():
        if not is_whole(native) or not is_whole(lively[model]) or not is_whole(litmus[model]):
            results.append("unknown: bugs beyond a bound")
            continue
        ours, theirs = kinds_of(native) & KINDS, kinds_of(lively[model]) & KINDS
        if model != "rc11":  # what races is explored, and remarked on if it is seen under rc11
            ours = ours - {"race"}
        if spins and "deadlock" in theirs:
            theirs = theirs - {"deadlock"} | {"liveness"}
        if "assume(" in text or has_filter or (racy and plain):
            # A thread at a false assumption waits in one, and has ended in the other; a race shows in other reads.
            ours, theirs = ours & {"race"}, theirs & {"race"}
        if ours == theirs:
            results.append("same bugs")
        elif ours - theirs == {"liveness"} and has_nested_loops(text):
            results.append("unknown: waits within waits")
        else:
            results.append(f"differs under {model}: bugs are {sorted(ours)} natively, {sorted(theirs)} of the litmus test")
        # Programs without races under rc11 have none under models that are as strong.
        if plain and not racy and model in ("sc", "tso", "rc11") and text == assumed:
            if native["graphs"] not in (litmus[model]["graphs"], explored[model]["graphs"]):
                results.append(f"differs under {model}: {native['graphs']} graphs with plain accesses watched, "
                               f"{litmus[model]['graphs']} of the litmus test")
            else:
                results.append("same graphs, watched")
    return results


def has_nested_loops(text):
    """By how lines are indented."""
    loops = []
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        loops = [other for other in loops if other < indent]
        if re.match(r"\s*(while|for|do)\b", line):
            if loops:
                return True
            loops.append(indent)
    return False


def with_size(text, number):
    """A random test with locations of 1, 2 or 8 bytes instead of 4."""
    size = ("char", "short", "long")[number % 3]
    return text.replace("atomic_int", f"atomic_{size}").replace("int a[", f"{size} a[").replace(
        "int* p", f"{size}* p").replace("int e =", f"{size} e =")


def options(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphfuzz")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--models", default=MODELS)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cflags", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=4, help="for each test and model")
    parser.add_argument("--sizes", action="store_true", help="random tests: locations of 1, 2 or 8 bytes")
    parser.add_argument("--random", metavar="WRITE_RANDOM_LITMUS", help="the program that writes random tests")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="what was translated goes there, and stays")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_intermixed_args(words)


def check_all(arguments, folder):
    """How many tests had which results, and the files with their differences."""
    files = list(arguments.files)
    if arguments.random:
        made = Path(folder) / f"random-{arguments.seed}"
        subprocess.run([arguments.random, str(made), str(arguments.count), str(arguments.seed)], check=True)
        files += sorted(made.glob("*.litmus"))

    def one(test):
        try:
            return check(arguments, test, Path(folder))
        except Unknown as why:
            return [f"unknown: {why}"]
        except RuntimeError as e:
            return [f"differs: {e}"]

    counts, different = collections.Counter(), []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for test, results in zip(files, pool.map(one, files)):
            wrong = [result for result in results if result.startswith("differs")]
            different += [f"{test}: {result}" for result in wrong]
            counts.update(result for result in results if result not in wrong)
            if arguments.verbose:
                print(f"{test}: {dict(collections.Counter(results))}", flush=True)
    return counts, different, len(files)


def main():
    arguments = options()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        Path(folder).mkdir(exist_ok=True, parents=True)
        counts, different, files = check_all(arguments, folder)
    print("\n".join(different))
    print(f"{files} tests: {len(different)} differences; "
          + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return 1 if different or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
