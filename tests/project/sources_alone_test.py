"""Every source of src/ and tools/ compiles on its own. The presets build several in one ("unity"), and the runtime's with
a precompiled header, which hides an include that only a neighbour or that header has.

Syntax only, by clang++, with the options that a build without a preset has. The tests and examples are not looked at.
SOURCE_DIR names the tree to check. To look at all of them takes ten minutes of two processors, so that it is a part only:
those that the last commits or nobody's commit yet have changed, and of the others one in eight, which ones goes by the
commit. With --all, all. Exit code 77 (skipped): there is no clang++.
"""
# Runs two programs at a time.

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

RECENT = 5  # commits
ONE_IN = 8


def commands(source, build):
    """What CMake would run for each source: (file, arguments without output and optimization)."""
    subprocess.run(
        ["cmake", "-S", source, "-B", build, "-DCMAKE_CXX_COMPILER=clang++", "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_UNITY_BUILD=OFF", "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DGRAPHFUZZ_TESTS=OFF",
         "-DGRAPHFUZZ_WERROR=ON"],
        check=True, stdout=subprocess.DEVNULL)
    for entry in json.loads((build / "compile_commands.json").read_text()):
        arguments = shlex.split(entry["command"])
        if "-o" in arguments:
            at = arguments.index("-o")
            del arguments[at:at + 2]
        yield entry["file"], [a for a in arguments if a not in ("-c", "-O3")]


def complaints(arguments):
    """What the compiler says of one source; nothing if it has no complaint."""
    done = subprocess.run(arguments + ["-O0", "-fsyntax-only"], capture_output=True, text=True, check=False)
    return done.stderr[:2000] or f"exit code {done.returncode}" if done.returncode else ""


def git(source, *arguments):
    """The words that git says; none where it cannot tell, as outside of a repository."""
    done = subprocess.run(["git", "-C", source, *arguments], capture_output=True, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else []


def part_of(source, found):
    """The sources to look at this time."""
    recent = (git(source, "diff", "--name-only", f"HEAD~{RECENT}") or git(source, "ls-files", "--modified"))
    changed = {source / name for name in recent}
    commit = int((git(source, "rev-parse", "HEAD") or ["0"])[0][:8], 16)
    return [c for i, c in enumerate(found) if (i + commit) % ONE_IN == 0 or Path(c[0]) in changed]


def main():
    if not shutil.which("clang++"):
        print("skipped: there is no clang++")
        return 77
    source = Path(os.environ["SOURCE_DIR"])
    with tempfile.TemporaryDirectory() as folder:
        found = [c for c in commands(source, Path(folder)) if (source / "src") in Path(c[0]).parents
                 or (source / "tools") in Path(c[0]).parents]
        assert len(found) > 300, f"only {len(found)} sources"
        # The check itself can fail: a source that leaves out what it needs.
        alone = Path(folder) / "alone.cpp"
        alone.write_text('#include "graphfuzz/graph/fingerprint.hpp"\ngraphfuzz::MemoryModel* missing();\n')
        assert complaints(found[0][1][:-1] + [str(alone)]), "a source without its includes is not found out"
        if "--all" not in sys.argv[1:]:
            found = part_of(source.resolve(), found)
        with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
            bad = [(file, text) for (file, _), text in zip(found, pool.map(lambda c: complaints(c[1]), found)) if text]
    for file, text in bad:
        print(f"{file}:\n{text}")
    print(f"{len(found)} sources, {len(bad)} of them do not compile alone")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
