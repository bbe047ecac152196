"""What graphfuzz finds in the C and C++ programs of this repository is what their headers expect, but for what
shortfalls.txt names. A shortfall that is none any more has to leave the list.

usage: expectations_test.py [FOLDER…]     of the repository; by default all that have such programs
Environment: GRAPHFUZZ, SOURCE_DIR, RUNTIME_FOLDER, SANITIZE.
"""
# Runs two programs at a time.
# Takes minutes.

import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import expectations


def main():
    if os.environ.get("SANITIZE"):
        print("the runtime is not built with sanitizers")
        return 77
    source = Path(os.environ["SOURCE_DIR"]).resolve()
    every = ["litmus/c", "litmus/c/pthread", "tests/runtime/programs", "tests/runtime/synchronisation"]
    folders = sys.argv[1:] or every
    files = sorted(f for folder in folders for f in (source / folder).iterdir() if f.suffix in (".c", ".cpp", ".i"))
    if len(files) < (100 if folders == every else 1):
        print(f"expected programs, found {len(files)}")
        return 1
    lines = (Path(__file__).parent / "shortfalls.txt").read_text().splitlines()
    shortfalls = {line.split()[0] for line in lines if line and not line.startswith("#")}
    how = argparse.Namespace(graphfuzz=os.environ["GRAPHFUZZ"], seconds=30, cc=None, cxx=None, cflags=None,
                             exhaustive=False)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # replay files
        with ThreadPoolExecutor(2) as pool:
            for path, (error, _) in zip(files, pool.map(lambda p: expectations.check(how, p), files)):
                name = str(path.relative_to(source))
                if error and name not in shortfalls:
                    failed += 1
                    print(error)
                elif not error and name in shortfalls:
                    print(f"{name}: is as expected, and still in shortfalls.txt")
    print(f"{len(files) - failed} of {len(files)} programs as expected, or known not to be ({len(shortfalls)})")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
