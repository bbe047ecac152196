"""What is accessed after its end is found in every graph that shows it, in whatever order the graph is built: the
programs of tests/runtime/lives have the same graphs and the same kinds of findings by all strategies, with any seed, by
gcc and clang at -O1 to -O3, and under each model what their headers expect. A race is one under rc11 only. Random
executions end where a thread waits for ever, and tell of that alone: "// random: no".

Environment: GRAPHFUZZ, SOURCE_DIR, SANITIZE. Exit code 77 (skipped): there are not both compilers.
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

sys.path.insert(0, str(Path(__file__).parent))
import expectations

MODELS = ["sc", "tso", "ra", "rc11", "relaxed"]
SEARCHES = [["--exhaustive", "--seed", "1"], ["--exhaustive", "--seed", "2"], ["--exhaustive", "--seed", "3"],
            ["--strategy", "optimal", "--seed", "4"], ["--exhaustive", "-j", "2", "--seed", "5"]]
RANDOM = [["--strategy", "random", "-n", "4000", "--seed", str(seed)] for seed in range(3)]
BUILDS = [(compiler, level) for compiler in ("gcc", "clang") for level in ("-O1", "-O2", "-O3")]


def kinds_and_graphs(path, model, build, search):
    """The kinds of findings, and how many graphs there are."""
    options = shlex.split(expectations.header(path).get("options", ""))
    command = [os.environ["GRAPHFUZZ"], str(path), "--model", model, "--cc", build[0], "--cflags", build[1],
               "--json=-", "-q", "-t", "60", *options, *search]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    if done.returncode not in (0, 1) or not done.stdout.strip():
        return f"exit code {done.returncode}: {done.stderr.strip()[:300]}"
    report = json.loads(done.stdout)[0]
    return frozenset(expectations.kinds_of(report)), report["graphs"]


def runs_of(path):
    """All searches of one build, the first ones of the others; and what plain accesses as events change."""
    first = BUILDS[0]
    random = [] if "\n// random: no\n" in path.read_text() else RANDOM
    for model in MODELS:
        thorough = model in ("sc", "rc11")  # by happens-before, and without
        for search in SEARCHES + random if thorough else SEARCHES[:2] + random[:1]:
            yield model, first, search
        for build in BUILDS[1:] if thorough else []:
            yield model, build, SEARCHES[0]
    for plain in ("sc", "relaxed"):
        for search in SEARCHES[:2]:
            yield f"rc11 --plain {plain}", first, search


def name_of(model):
    return model.split()[0]


def main():
    if os.environ.get("SANITIZE"):
        print("the runtime is not built with sanitizers")
        return 77
    if not all(shutil.which(one) for one in ("gcc", "clang")):
        print("skipped: there are not both gcc and clang")
        return 77
    files = sorted((Path(os.environ["SOURCE_DIR"]).resolve() / "tests/runtime/lives").glob(sys.argv[1] if sys.argv[1:] else "*.c"))
    runs = [(path, *run) for path in files for run in runs_of(path)]

    def one(run):
        path, model, build, search = run
        name, *options = model.split()
        return kinds_and_graphs(path, name, build, [*options, *search])

    wrong = []
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # replay files
        with ThreadPoolExecutor(2) as pool:
            for (path, model, build, search), result in zip(runs, pool.map(one, runs)):
                how = " ".join([path.name, model, *build, *search])
                if isinstance(result, str):
                    wrong.append(f"{how}: {result}")
                    continue
                kinds, graphs = result
                bug = expectations.header(path)["bug"]
                expected = bug != "none" and (bug != "race" or name_of(model) == "rc11")
                if expected != (bug in kinds) or (bug in ("none", "race") and kinds - {bug}):
                    wrong.append(f"{how}: expected {bug if expected else 'none'}, found {sorted(kinds)}")
                before = seen.setdefault((path, model), (kinds, graphs, how))
                if before[:2] != (kinds, graphs):
                    wrong.append(f"{how}: {sorted(kinds)}, {graphs} graphs; {before[2]}: {sorted(before[0])}, {before[1]}")
    print("\n".join(wrong))
    print(f"{len(runs)} searches of {len(files)} programs, {len(wrong)} of them not as expected")
    return 1 if wrong or len(files) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
