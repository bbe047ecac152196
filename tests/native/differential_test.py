"""Litmus tests and random ones have the same graphs, states and bugs as C programs: a sample of them. differential.py
compares all, and as many random ones as one likes.

usage: differential_test.py [--all]
Environment: GRAPHFUZZ, SOURCE_DIR, SANITIZE, WRITE_RANDOM_LITMUS, and ORACLE_DIR, if there is one.
"""
# Runs two programs at a time.

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import differential

# Too long for five models: the litmus front end needs minutes for them.
LONG = {"long-assert-5", "long-assert-6", "long-assert-7", "long-assert-8", "long-assert-9", "mp-sequence", "reorder_10",
        "szymanski-3+assume"}
# Attempts on a lock that are taken back after they have failed (add, look, subtract): the litmus front end leaves them
# out of its graphs, native programs do not. No other test may be skipped.
TAKEN_BACK = {"linux-rwlock-2", "linux-rwlock-2+rlx", "linux-rwlock-2+rlx-unlock", "linux-rwlock-2w"}
MODELS = differential.MODELS.count(",") + 1


def compare(folder, words, what, most_unknown):
    """Whether all is as it should be."""
    arguments = differential.options([os.environ["GRAPHFUZZ"], *words])
    counts, different, files = differential.check_all(arguments, folder)
    unknown = {result: count for result, count in counts.items() if result.startswith("unknown")}
    print(f"{what}: {files} tests, {dict(sorted(counts.items()))}", *different, sep="\n")
    if counts["same graphs"] == 0 or counts["same bugs"] == 0:
        print(f"{what}: nothing was compared")
        return False
    if sum(unknown.values()) > most_unknown:
        print(f"{what}: expected at most {most_unknown} skipped, found {unknown}")
        return False
    return not different


def main():
    if os.environ.get("SANITIZE"):
        print("the runtime is not built with sanitizers")
        return 77
    every = 1 if "--all" in sys.argv else 7
    litmus = sorted(f for f in (Path(os.environ["SOURCE_DIR"]) / "litmus").glob("*.litmus") if f.stem not in LONG)
    sample = litmus[::every]
    oracle = sorted(Path(os.environ.get("ORACLE_DIR") or "/nowhere").glob("litmus/*.litmus"))[::1 if every == 1 else 2 * every]
    good = True
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        known = MODELS * sum(test.stem in TAKEN_BACK for test in sample)
        good &= compare(folder, map(str, sample), "litmus/", known)
        if oracle:
            good &= compare(folder, map(str, oracle), "oracle", 0)
        # Random ones often have loops without end, where bounds differ.
        count = 20
        for seed, more in ((1, []), (2, ["--sizes"])):
            words = ["--random", os.environ["WRITE_RANDOM_LITMUS"], "--count", str(count), "--seed", str(seed),
                     "--seconds", "1", "--models", "rc11,sc", *more]
            good &= compare(folder, words, f"random {' '.join(more)}", count * 2 * 2 // 3)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
