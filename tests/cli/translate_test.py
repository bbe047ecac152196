"""graphfuzz translate: every test of litmus/ is a C program without warnings, whose outcomes are states of the test."""
# Runs two programs at a time.
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOOL = os.environ["GRAPHFUZZ"]
SOURCE = pathlib.Path(os.environ["SOURCE_DIR"])
RUNS = 5
SECONDS = 1  # for a run that may wait for ever


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def states_of(tests, folder):
    """By file, the final states that rc11 allows, as dictionaries."""
    report = folder / "states.json"
    run(TOOL, "-t", "2s", "-n", "20k", "--color", "never", "--json", report, *tests, cwd=folder)
    result = {}
    for campaign in json.loads(report.read_text()):
        whole = campaign["complete"] and campaign["truncated"] == 0  # and no loop was cut
        result[campaign["file"]] = [state_of(state) for state in campaign["states"]] if whole else None
    return result


def state_of(text):
    """Of "P0:r0=1; a={0,1};": {"0:r0": "1", "a[0]": "0", "a[1]": "1"}."""
    items = {}
    for name, value in re.findall(r"(?:P(?=\d+:))?([^ =;]+)=([^;]*);", text):
        if value.startswith("{"):
            for i, cell in enumerate(value.strip("{}").split(",")):
                items[f"{name}[{i}]"] = cell
        else:
            items[name] = value
    return items


def outcomes_of(program, text):
    """What the program notes when it is run by itself a few times: dictionaries."""
    addresses = dict(re.findall(r"^// (\d+) (\S+)$", text, re.M))
    for _ in range(RUNS):
        try:
            done = run(program, timeout=SECONDS)
        except subprocess.TimeoutExpired:  # it may wait for what never comes
            return
        if done.returncode == 0:  # otherwise an assertion has failed, or an assumption was wrong
            yield {name: addresses.get(value, value) for name, value in re.findall(r"(.*)=(.*);", done.stdout)}


def check(test, folder, compilers, allowed):
    """What is wrong with a test: a list of sentences."""
    source = folder / (test.stem + ".c")
    translated = run(TOOL, "translate", test, "-o", source)
    if translated.returncode != 0:
        return [f"{test}: refused: {translated.stderr}"]
    wrong = []
    for compiler in compilers:
        seen = run(compiler, "-std=c11", "-Wall", "-fsanitize=thread", "-fsyntax-only", f"-I{SOURCE}/include", source)
        if seen.returncode != 0 or seen.stderr:
            wrong.append(f"{test}: {compiler}: {seen.stderr}")
    if wrong or not compilers:
        return wrong
    program = folder / test.stem
    notes = SOURCE / "tests/support/print_notes.c"
    built = run(compilers[0], "-std=c11", "-O2", "-pthread", f"-I{SOURCE}/include", source, notes, "-o", program)
    if built.returncode != 0:
        return [f"{test}: {compilers[0]}: {built.stderr}"]
    return [f"{test}: {compilers[0]}: {outcome} is none of {len(allowed)} states, such as {allowed[:1]}"
            for outcome in outcomes_of(program, source.read_text()) if allowed is not None and outcome not in allowed]


def main():
    compilers = [compiler for compiler in ("gcc", "clang") if shutil.which(compiler)]
    if not compilers:
        print("there is neither gcc nor clang")
        return 1
    if os.environ.get("SANITIZE"):
        compilers = []  # what they say does not depend on how graphfuzz was built
    tests = sorted((SOURCE / "litmus").glob("*.litmus"))
    if len(sys.argv) > 1:
        tests = [pathlib.Path(name).resolve() for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        allowed = states_of(tests, folder)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = pool.map(lambda test: check(test, folder, compilers, allowed.get(str(test))), tests)
            wrong = [sentence for sentences in results for sentence in sentences]
    known = sum(states is not None for states in allowed.values())
    print(f"{len(tests)} tests, the states of {known} known; {', '.join(compilers)}: {len(wrong)} wrong")
    print("\n".join(wrong))
    return 1 if wrong or not tests else 0


sys.exit(main())
