#!/usr/bin/env python3
"""Checks what the headers of C and C++ programs claim, without the fuzzer: real threads, real sanitizers.

usage: native_check.py [--runs N] [--tries N] PROGRAM...

Each PROGRAM must compile without warnings with gcc and clang at -O0 and -O1. Then
- `bug: none`: it ends with 0 in N plain runs and N runs with jitter.c, which waits for random times before accesses;
- another bug: a run with jitter.c (under ASan, MSan or TSan where only these see it) shows it within so many tries, and
  none shows anything else;
- `race: no`: TSan reports no data race in N/4 runs; `race: yes`: it does in one of N.
Prints a line for each program, with what does not hold; the exit code is 1 if there is any such.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

JITTER = pathlib.Path(__file__).parent / "jitter.c"
WRAPPED = re.findall(r"__wrap_(\w+)\(|AROUND\((\w+), \(", JITTER.read_text())
WRAPS = [f"-Wl,--wrap={one or other}" for one, other in WRAPPED]
TIMEOUT = 4  # seconds after which a run counts as stuck

# bug -> how the program is built to show it, and the text that says so
SANITIZED = {
    "use-after-free": ("address", "heap-use-after-free"),
    "double-free": ("address", "attempting double-free"),
    "bad-free": ("address", "attempting free on address"),
    "out-of-bounds": ("address", "heap-buffer-overflow"),
    "leak": ("address", "detected memory leaks"),
    "uninitialised": ("memory", "use-of-uninitialized-value"),
    "bad-unlock": ("thread", "unlock of an unlocked mutex"),
    "destroyed-lock": ("thread", "destroy of a locked mutex"),
}


def header(source):
    fields = {}
    for line in source.read_text().splitlines():
        if not line.startswith("//"):
            break
        key, colon, value = line[2:].partition(":")
        if colon and key.strip() in ("bug", "race", "model", "options", "graphs"):
            fields[key.strip()] = value.strip()
    return fields


class Builder:
    def __init__(self, directory):
        self.directory = directory

    def compilers(self, source):
        return ("g++", "clang++") if source.suffix == ".cpp" else ("gcc", "clang")

    def standard(self, source):
        return "-std=c++20" if source.suffix == ".cpp" else "-std=c17"

    def warnings(self, source):
        """The compilers' messages, empty if there are none."""
        said = ""
        for compiler in self.compilers(source):
            for level in ("-O0", "-O1"):
                command = [compiler, self.standard(source), "-Wall", "-Wextra", "-Werror", level, "-c", source]
                said += self.run(command + ["-o", self.directory / "warnings.o"])
        return said

    def build(self, source, compiler=None, sanitizer=None, jitter=False):
        """An executable. With jitter and no sanitizer, accesses are instrumented and wait."""
        compiler = compiler or self.compilers(source)[0]
        program = self.directory / f"{source.stem}-{compiler}-{sanitizer}-{jitter}"
        flags = [self.standard(source), "-O1", "-g", "-pthread"]
        linked = []
        if sanitizer:
            flags.append(f"-fsanitize={sanitizer}")
            linked.append(f"-fsanitize={sanitizer}")
        if jitter:
            linked += [self.jitter(sanitizer), *WRAPS]
        compile_flags = flags + (["-fsanitize=thread"] if jitter and not sanitizer else [])
        compile_flags += ["-Wno-tsan"] if compiler.startswith("g") else []
        error = self.run([compiler, *compile_flags, "-c", source, "-o", f"{program}.o"])
        error += self.run([compiler, f"{program}.o", "-o", program, "-pthread", *linked])
        if not program.exists():
            raise RuntimeError(error)
        return program

    def jitter(self, sanitizer):
        target = self.directory / f"jitter-{sanitizer}.o"
        if not target.exists():
            define = ["-DSANITIZED"] if sanitizer else []
            self.run(["gcc", "-O2", "-c", JITTER, *define, "-o", target])
        return target

    def run(self, command):
        return subprocess.run([str(c) for c in command], capture_output=True, text=True).stderr


def outcome(program, seed):
    """What one run showed: "ok" or a bug's name, and its output."""
    environment = dict(os.environ, JITTER_SEED=str(seed), TSAN_OPTIONS="report_bugs=1:exitcode=66")
    try:
        done = subprocess.run([program], capture_output=True, text=True, timeout=TIMEOUT, env=environment)
    except subprocess.TimeoutExpired:
        return "stuck", ""
    text = done.stderr
    for bug, (_, says) in SANITIZED.items():
        if says in text:
            return bug, text
    if "WARNING: ThreadSanitizer: data race" in text and "pthread_mutex_destroy" not in text:
        return "race", text
    if "WARNING: ThreadSanitizer" in text:
        return "ok", text  # remarks on lock orders and the like
    if done.returncode == 0:
        return "ok", text
    if "terminate called" in text:
        return "exception", text
    if "Assertion" in text:
        return "assertion", text
    if done.returncode == -6:
        return "abort", text
    return ("exit" if done.returncode > 0 else "signal"), text


def first(program, wanted, runs, pool):
    """The number of the first run with the outcome that is wanted, or None; and all outcomes until then."""
    seen = set()
    step = 4
    for begin in range(0, runs, step):
        for number, (what, _) in enumerate(pool.map(lambda seed: outcome(program, seed), range(begin, begin + step))):
            seen.add(what)
            if what == wanted:
                return begin + number + 1, seen
    return None, seen


def check(source, builder, runs, tries, pool):
    """What does not hold, a list; and what was measured, a line."""
    fields = header(source)
    bug, race = fields.get("bug"), fields.get("race")
    wrong, measured = [], []
    if bug is None:
        return ["no line `bug:`"], ""
    said = builder.warnings(source)
    if said:
        wrong.append(said)
    if bug == "none":
        for jitter in (False, True):
            _, seen = first(builder.build(source, jitter=jitter), "never", runs, pool)
            if seen != {"ok"}:
                wrong.append(f"bug: none, but {', '.join(sorted(seen))} {'with jitter' if jitter else 'in plain runs'}")
        measured.append(f"{2 * runs} runs ok")
    elif bug != "race":
        sanitizer = SANITIZED.get(bug, (None,))[0]
        compiler = builder.compilers(source)[1] if sanitizer == "memory" else None
        program = builder.build(source, compiler, sanitizer, jitter=True)
        wanted = "stuck" if bug in ("deadlock", "hang") else bug
        found, seen = first(program, wanted, tries, pool)
        others = seen - {"ok", "race", wanted} - ({"bad-unlock"} if bug == "destroyed-lock" else set())
        if found is None:
            wrong.append(f"bug: {bug} not seen in {tries} runs")
        else:
            measured.append(f"{bug} in run {found}")
        if others:
            wrong.append(f"bug: {bug}, but also {', '.join(sorted(others))}")
    if race or bug == "race":
        racing = race == "yes" or bug == "race"
        program = builder.build(source, sanitizer="thread", jitter=True)
        found, _ = first(program, "race", runs if racing else runs // 4, pool)
        if racing != (found is not None):
            wrong.append(f"race: {race}, but TSan {'sees none' if racing else 'sees one'}")
        elif racing:
            measured.append(f"race in run {found}")
    return wrong, "; ".join(measured)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--tries", type=int, default=2000)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(4) as pool:
        builder = Builder(pathlib.Path(directory))
        for source in arguments.programs:
            wrong, measured = check(source, builder, arguments.runs, arguments.tries, pool)
            failures += bool(wrong)
            print(f"{source.name}: {'; '.join(wrong) if wrong else 'holds'} ({measured})", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
