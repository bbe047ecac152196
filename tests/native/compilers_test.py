"""What graphfuzz finds in a C or C++ program does not depend on who compiles it, nor on how it is optimized: a sample of
our programs, by gcc and clang, with -O0 to -O3. `graphs:` of a header are those of each. No program is in the sample
whose static atomics only one function uses, of which Clang 14 makes locals (doc/native-programs.md, Limits).

With --all, all programs of litmus/c and litmus/c/pthread, by each compiler with -O1 to -O3: half an hour.

Environment: GRAPHFUZZ, SOURCE_DIR, SANITIZE. Exit code 77 (skipped): there are not both compilers.
"""
# Runs two programs at a time.

import argparse
import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import expectations

PROGRAMS = ["anderson-lock-3.c", "barrier-sense-3.c", "clh-lock-3.c", "fetch-add-4.c", "iriw-seq-cst-4.c",
            "mcs-lock-3-broken-relaxed-exchange.c", "seqlock-2.c", "seqlock-2-broken-odd.c", "szymanski-2.c",
            "ticket-lock-3.c", "treiber-aba-2-broken.c", "ttas-lock-3.c", "ttas-lock-3-attempt-first.c",
            "ttas-lock-3-broken-no-exchange.c", "load-then-retry-same-3.c", "wrong-guess-2.c",
            "pthread/account-bad.c", "pthread/reorder-3-bad.c",
            *(f"../../tests/runtime/programs/{name}" for name in ("atomic-by-value.c", "by-value-written-by-another.c",
                                                                  "slot-of-another-function.cpp"))]
# Without -O0: of the queue there are 8 graphs then instead of 5, with both compilers; Clang does not tell of all writes
# to locals, at which others look first; C++ takes its time.
OPTIMIZED = ["ms-queue-2.c", "double-checked-locking-2.cpp", "reference-count-2-broken-load.cpp",
             *(f"../../tests/runtime/programs/{name}" for name in ("local-atomics.c",
                                                                   "waits-before-the-last-call.cpp"))]
# Of which Clang 14 alone does not tell all; it takes its time.
LOCAL = "../../tests/runtime/programs/local-objects.cpp"
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
COMPILERS = [("gcc", "g++"), ("clang", "clang++")]


def main():
    if os.environ.get("SANITIZE"):
        print("the runtime is not built with sanitizers")
        return 77
    if not all(shutil.which(one) for both in COMPILERS for one in both):
        print("skipped: there are not both gcc and clang")
        return 77
    folder = Path(os.environ["SOURCE_DIR"]).resolve() / "litmus/c"
    if sys.argv[1:] == ["--all"]:
        programs = sorted(path for path in [*folder.iterdir(), *(folder / "pthread").iterdir()]
                          if path.suffix in (".c", ".cpp"))
        kept = {"clang": " -finstrument-functions"}  # that statics of one function stay statics (doc/native-programs.md)
        runs = [(compilers, level + kept.get(compilers[0], ""), path) for path in programs for compilers in COMPILERS
                for level in LEVELS[1:]]
    else:
        programs = PROGRAMS + OPTIMIZED
        runs = [(compilers, level, folder / name) for name in programs for compilers in COMPILERS
                for level in (LEVELS if name in PROGRAMS else LEVELS[1:])]
        runs += [(COMPILERS[1], level, folder / LOCAL) for level in ("-O0", "-O1")]

    def one(run):
        (cc, cxx), level, path = run
        how = argparse.Namespace(graphfuzz=os.environ["GRAPHFUZZ"], seconds=30, cc=cc, cxx=cxx, cflags=level,
                                 exhaustive=True)
        return expectations.check(how, path)

    failed = 0
    seen = {}
    with tempfile.TemporaryDirectory() as temporary:
        os.chdir(temporary)  # replay files
        with ThreadPoolExecutor(2) as pool:
            for ((cc, _), level, path), (error, found) in zip(runs, pool.map(one, runs)):
                if error:
                    failed += 1
                    print(f"{cc} {level}: {error}")
                elif expectations.header(path)["bug"] == "none":
                    seen.setdefault(path, {}).setdefault(found, []).append(f"{cc} {level}")
    for path, results in seen.items():
        if len(results) != 1:
            failed += 1
            print(f"{path}: expected the same of all, found {results}")
    print(f"{len(runs)} builds of {len(programs)} programs, {failed} of them not as expected")
    return 1 if failed or len(seen) < 8 else 0


if __name__ == "__main__":
    sys.exit(main())
