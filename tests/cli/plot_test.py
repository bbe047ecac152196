#!/usr/bin/env python3
"""graphfuzz plot: the numbers in its scripts are those of the results, worked out here once more; figures are made in all
formats; what cannot be drawn is refused with its reason."""

import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = os.environ["GRAPHFUZZ"]
LITMUS = Path(os.environ["SOURCE_DIR"]) / "litmus"
SEEDS, EXECUTIONS = range(1, 8), 400


def call(*words, code=0, **more):
    done = subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True, check=False, **more)
    assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
    return done


def blocks(script):
    """The blocks of data by their names."""
    found = {}
    for name, text in re.findall(r"^(\$\w+) << EOD\n(.*?)^EOD$", script, re.MULTILINE | re.DOTALL):
        found[name] = [[float(cell) for cell in line.split()] for line in text.splitlines()
                       if not line.startswith("#") and "/" not in line]
    return found


def at(result, executions):
    return max((unique for place, unique in result["curve"] if place <= executions), default=0)


def ranks(count):
    """Of the interval of the median with 95 %: the greatest rank that leaves no more than 2.5 % below."""
    below = [sum(math.comb(count, i) for i in range(rank)) / 2 ** count for rank in range(count + 1)]
    return max(rank for rank in range(1, count + 1) if rank == 1 or below[rank] <= 0.025)


def check_numbers(results):
    by_strategy = {}
    for result in results:
        by_strategy.setdefault(result["strategy"], []).append(result)
    rank = ranks(len(SEEDS))
    curves = blocks(call("plot", *sorted(Path().glob("r-*.json")), "-o", "-").stdout)
    bars = blocks(call("plot", *sorted(Path().glob("r-*.json")), "--show", "bugs", "-o", "-").stdout)
    for index, (strategy, runs) in enumerate(by_strategy.items()):
        assert len(runs) == len(SEEDS)
        curve = curves[f"$curve0_{index}"]
        ends = [run["curve"][-1][0] for run in runs if not run["complete"]]
        assert curve[-1][0] == (min(ends) if ends else max(run["curve"][-1][0] for run in runs)), strategy
        assert len(curve) > 5
        for executions, low, middle, high in curve:
            values = sorted(at(run, executions) for run in runs)
            assert [low, middle, high] == [values[rank - 1], statistics.median(values), values[-rank]], (strategy, executions)
        firsts = sorted(min((bug["execution"] for bug in run["bugs"]), default=math.inf) for run in runs)
        expected = [firsts[len(firsts) // 2], firsts[rank - 1], firsts[-rank]]
        [[place, *measured, found, seeds]] = bars[f"$bar0_{index}"]
        assert [math.inf if math.isnan(number) else number for number in measured] == expected, (strategy, measured, expected)
        assert (place, found, seeds) == (index, sum(map(math.isfinite, firsts)), len(runs))
    # Both kinds occur, or these were no checks.
    assert any(math.isnan(bars[f"$bar0_{index}"][0][1]) for index in range(len(by_strategy)))
    assert any(bars[f"$bar0_{index}"][0][4] == len(SEEDS) for index in range(len(by_strategy)))


def check_figures():
    if not shutil.which("gnuplot"):
        print("no gnuplot: no figures are checked")
        call("plot", "r-mix-1.json", "-o", "figure.pdf", code=2)
        return
    files = sorted(Path().glob("r-*.json"))
    for what in ("curves", "bugs"):
        for suffix, magic in (("pdf", b"%PDF"), ("svg", b"<?xml"), ("png", b"\x89PNG")):
            done = call("plot", *files, "--show", what, "-o", f"{what}.{suffix}")
            assert "medians of 7 seeds" in done.stdout and not done.stderr, done
            content = Path(f"{what}.{suffix}").read_bytes()
            assert content.startswith(magic) and len(content) > 4000, (what, suffix, len(content))
        assert b"/FontFile" in Path(f"{what}.pdf").read_bytes(), "fonts are not embedded"
        text = Path(f"{what}.svg").read_text()
        for word in ("mix", "optimal", "random", "long-race (rc11)", "executions"):
            assert word in text, (what, word)
    # A script draws what its name says.
    call("plot", *files, "-o", "again.gp")
    subprocess.run(["gnuplot", "again.gp"], check=True)
    assert Path("again.pdf").read_bytes().startswith(b"%PDF")
    # Nobody's names are commands.
    evil = json.loads(Path("r-mix-1.json").read_text())
    evil[0]["test"] = "x'; system('touch pwned'); `touch pwned`\n!touch pwned"
    Path("evil.json").write_text(json.dumps(evil))
    call("plot", "evil.json", "-o", "evil.svg")
    assert not Path("pwned").exists()
    # Without gnuplot, or without a place to draw.
    refused = call("plot", *files, "-o", "none.pdf", code=2, env=os.environ | {"PATH": "/nonexistent"})
    assert "gnuplot is not installed" in refused.stderr and not Path("none.pdf").exists()
    refused = call("plot", *files, "-o", "none.pdf", code=2, env=os.environ | {"TMPDIR": "/nonexistent"})
    assert "TMPDIR" in refused.stderr


def check_refusals():
    good = json.loads(Path("r-mix-1.json").read_text())

    def refused(content, *expected, words=("-o", "x.svg")):
        Path("bad.json").write_text(content if isinstance(content, str) else json.dumps(content))
        message = call("plot", "bad.json", *words, code=2).stderr
        for text in expected:
            assert text in message, (text, message)
        assert not Path("x.svg").exists()
    refused("[\n  {\"test\": }\n]", "bad.json:2:12: ")
    refused("", "bad.json:1:1: ")
    refused({}, "bad.json:1:1: ", "expected results of campaigns", "found JSON without a \"format\"")
    refused([good[0] | {"format": "graphfuzz graphs"}], "found JSON whose \"format\" is \"graphfuzz graphs\"")
    refused([], "no results")
    for field, value, expected in (("curve", [[2, 1], [2, 1]], "[0].curve[1][0]"), ("curve", "x", "[0].curve"),
                                   ("seed", -1, "[0].seed"), ("bugs", [{"execution": 0}], "[0].bugs[0].execution"),
                                   ("curve", [], "no curve has a point"), ("strategy", None, "[0].strategy"),
                                   ("executions", 0, "has a bug in an execution")):
        refused([good[0] | {field: value}], expected)
    old = [{key: value for key, value in good[0].items() if key != "curve"}]
    refused(old, "has no curve")
    refused(good + good, "seed 1 of mix on long-race (rc11) is in bad.json: [0] already")
    refused([good[0] | {"bugs": []}], "no result has a bug", words=("-o", "x.svg", "--show", "bugs"))
    refused(good, ".pdf, .svg, .png", words=("-o", "x.jpg"))
    refused(good, "--width", words=("-o", "x.svg", "--width", "0"))
    refused(good, "x.svg", words=("-o", "nowhere/x.svg"))
    call("plot", "nowhere.json", "-o", "x.svg", code=2)
    call("plot", "-o", "x.svg", code=2)
    call("plot", "r-mix-1.json", code=2)


def main():
    results = []
    for strategy in ("mix", "optimal", "random"):
        for seed in SEEDS:
            file = f"r-{strategy}-{seed}.json"
            call(LITMUS / "long-race.litmus", "-n", EXECUTIONS, "--strategy", strategy, "--seed", seed, "-j", 1, "--json", file,
                 "-q", "--replay-dir", "replays", code=0 if strategy == "random" else 1)
            results += json.loads(Path(file).read_text())
    check_numbers(results)
    check_figures()
    check_refusals()
    print("all is well")


with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    main()
