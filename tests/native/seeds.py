"""What tests of random programs for the native front end have in common."""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor


def main(check, seeds, what, least):
    """Checks the program of each seed, two at a time, in a folder that is gone afterwards. `check` takes a seed and the
    folder, and returns how many of `what` the program has, or None if that is wrong, which it has told. The seeds are 1
    to `seeds`, or as the command line says. Some program must have more than `least`. Returns the exit code."""
    if os.environ.get("SANITIZE"):
        print("the runtime is not built with sanitizers")
        return 77
    first, last = map(int, sys.argv[1:3]) if len(sys.argv) > 2 else (1, seeds)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with ThreadPoolExecutor(2) as pool:
            counts = list(pool.map(lambda seed: check(seed, folder), range(first, last + 1)))
    right = [count for count in counts if count is not None]
    print(f"{len(right)} of {len(counts)} programs, up to {max(right, default=0)} {what}")
    return 0 if len(right) == len(counts) and max(right) > least else 1
