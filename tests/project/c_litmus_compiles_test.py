#!/usr/bin/env python3
"""Our C litmus programs are C and C++: gcc and clang compile each of litmus/c/*.c (C17), and clang each *.cpp (C++20),
without a warning, and each says in its header what it is and what is expected of it:

    // One line or a few of what it is.
    //
    // bug: none
    // model: tso      (optional)
    // options: ...    (optional)
    // graphs: 36      (optional)

A program without a bug does not have "-broken" in its name, one with a bug does. Of C++ only the syntax is looked at, by
clang, which has read the standard's headers once for all: else it would take minutes. That gcc takes the programs too, and
that they include what they use, tests/native/expectations_test.py sees, which runs them.
Exit code 77 (skipped): there is neither gcc nor clang.
"""
# Runs two programs at a time.

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
FOLDER = SOURCE / "litmus/c"
FIELDS = ["bug", "model", "options", "graphs"]
VALUES = {
    "bug": re.compile(r"none|race|assertion|deadlock|liveness|hang|use-after-free|double-free|bad-free|out-of-bounds|exception|abort|exit|signal"),
    "model": re.compile(r"rc11|sc|tso|ra|relaxed"),
    "options": re.compile(r"--?[a-z].*"),
    "graphs": re.compile(r"[1-9][0-9]*"),
}
COMPILERS = {".c": [["gcc", "-O1", "-o", os.devnull, "-c"], ["clang", "-fsyntax-only"]],
             ".cpp": [["clang++", "-fsyntax-only"]]}
STANDARD = {".c": "-std=c17", ".cpp": "-std=c++20"}


def header_errors(name, text):
    """What is wrong with the header of a program: (line, message)."""
    lines = []
    for line in text.split("\n"):
        if not line.startswith("//"):
            break
        lines.append(line)
    if "//" not in lines:
        yield 1, "expected a header: a description, a line `//`, fields"
        return
    split = lines.index("//")
    if split == 0 or not all(re.match(r"// \S", line) for line in lines[:split]):
        yield 1, "expected a description before the line `//`"
    fields = {}
    for number, line in enumerate(lines[split + 1:], split + 2):
        match = re.fullmatch(r"// ([a-z]+): (\S.*)", line)
        if not match or match[1] not in FIELDS:
            yield number, f"expected one of the fields {', '.join(FIELDS)}, found {line!r}"
            continue
        field, value = match.groups()
        if not VALUES[field].fullmatch(value):
            yield number, f"expected a value of `{field}`, found {value!r}"
        if fields and FIELDS.index(field) <= FIELDS.index(list(fields)[-1]):
            yield number, f"expected each field once, in the order {', '.join(FIELDS)}; found `{field}`"
        fields[field] = value
    if "bug" not in fields:
        yield split + 1, "expected a field `bug`"
    elif (fields["bug"] != "none") != ("-broken" in name):
        yield split + 2, f"expected `-broken` in the name exactly of programs with a bug, found bug: {fields['bug']}"


def compile_errors(task):
    """What a compiler says of a program; nothing if it has no complaint."""
    program, compiler = task
    done = subprocess.run(compiler + [STANDARD[program.suffix], "-Wall", "-Wextra", "-Werror", str(program)],
                          capture_output=True, text=True, check=False)
    return f"{compiler[0]}: {done.stderr[:2000]}" if done.returncode or done.stderr else ""


def precompile(programs, folder):
    """Has clang++ read what the C++ programs include; the arguments that make use of it."""
    headers = {header for program in programs if program.suffix == ".cpp"
               for header in re.findall(r"^#include (<\w+>)$", program.read_text(), re.M)}
    source, output = Path(folder) / "all.hpp", Path(folder) / "all.pch"
    source.write_text("".join(f"#include {header}\n" for header in sorted(headers)))
    subprocess.run(["clang++", STANDARD[".cpp"], "-x", "c++-header", str(source), "-o", str(output)], check=True)
    return ["-include-pch", str(output)]


def check_the_check():
    """The header check finds what it is for."""
    good = "// It is.\n//\n// bug: race\n// graphs: 3\n#include <x>\n"
    assert not list(header_errors("a-broken.c", good))
    for name, bad, line in [("a.c", good, 3), ("a-broken.c", good.replace("// It is.\n", ""), 1),
                            ("a-broken.c", good.replace("race", "rice"), 3), ("a-broken.c", good.replace("3", "03"), 4),
                            ("a-broken.c", good.replace("graphs", "grafs"), 4), ("a.c", "int main() {}\n", 1),
                            ("a-broken.c", good.replace("// graphs: 3", "// bug: race"), 4),
                            ("a-broken.c", good.replace("// bug: race\n", ""), 2)]:
        found = list(header_errors(name, bad))
        assert [at for at, _ in found] == [line], (bad, found)


def main():
    check_the_check()
    programs = sorted(path for path in FOLDER.iterdir() if path.suffix in COMPILERS)
    errors = [] if len(programs) >= 70 else [f"{FOLDER}: expected 70 programs at least, found {len(programs)}"]
    for program in programs:
        for line, message in header_errors(program.name, program.read_text()):
            errors.append(f"{program}:{line}:1: {message}")
    tasks = [(program, compiler) for program in programs for compiler in COMPILERS[program.suffix]
             if shutil.which(compiler[0])]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        if shutil.which("clang++"):
            COMPILERS[".cpp"][0] += precompile(programs, folder)
        errors += filter(None, pool.map(compile_errors, tasks))
    for error in errors:
        print(error)
    if errors:
        return 1
    if not tasks:
        print("skipped: there is neither gcc nor clang")
        return 77
    print(f"{len(programs)} programs, {len(tasks)} compilations")
    return 0


if __name__ == "__main__":
    sys.exit(main())
