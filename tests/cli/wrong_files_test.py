#!/usr/bin/env python3
"""Who gives a file of a wrong kind is told what was expected, and what the file is."""
import json
import os
import subprocess
import tempfile
from pathlib import Path

GRAPHFUZZ = os.environ["GRAPHFUZZ"]
LITMUS = Path(os.environ["SOURCE_DIR"]) / "litmus"

REPLAY = "a replay file (graphfuzz writes them to graphfuzz-replays, or where --replay-dir says)"
RESULT = "a result of units (graphfuzz work, split or merge)"
# Each command, with what it expects, and the files below that it takes.
COMMANDS = [
    (["minimize", "{}"], REPLAY, {"replay.json"}),
    (["--replay", "{}"], REPLAY, {"replay.json"}),
    (["plot", "{}", "-o", "out.svg"], "results of campaigns (--json FILE writes them)", {"result.json"}),
    (["html", "{}", "-o", "out.html"], "a page that --html has written, or results of --json",
     {"result.json", "page.html"}),
    (["merge", "{}"], RESULT, {"units/split.result"}),
    (["resume", "{}"], "a checkpoint (--checkpoint FILE), or a result of graphfuzz merge with units that are left",
     {"a.checkpoint", "units/split.result"}),
    (["work", "{}", "-o", "out.result"], "a unit of work (graphfuzz split)", {"a.unit"}),
]
KINDS = {
    "test.litmus": "a litmus test",
    "program.go": "Go source",
    "program.c": "C or C++ source",
    "model.cat": "a model in .cat",
    "text": "a text that begins with \"hello there\"",
    "empty": "an empty file",
    "executable": "an executable or a library (ELF)",
    "binary": "a binary file",
    "other.json": "JSON without a \"format\"",
    "other.html": "a page of HTML",
    "result.json": "JSON whose \"format\" is \"graphfuzz result\"",
    "replay.json": "JSON whose \"format\" is \"graphfuzz replay\"",
    "graphs.jsonl": "JSON whose \"format\" is \"graphfuzz graphs\"",
    "page.html": "a page of HTML",
    "a.checkpoint": "a checkpoint",
    "a.unit": "a unit of work",
    "units/split.result": "a result of units",
}
SEALED = {"a.checkpoint", "a.unit", "units/split.result"}
OF_SEALED = {"merge", "resume", "work"}


def call(*words, code):
    run = subprocess.run([GRAPHFUZZ, *map(str, words)], capture_output=True, text=True, check=False, timeout=100)
    assert run.returncode in (code if isinstance(code, tuple) else (code,)), (words, run.returncode, run.stdout, run.stderr)
    return run


def make_files():
    Path("test.litmus").write_text((LITMUS / "SB.litmus").read_text())
    Path("program.go").write_text("// A program.\npackage main\n\nfunc main() {}\n")
    Path("program.c").write_text("/* A program. */\n#include <stdio.h>\n\nint main(void) { return 0; }\n")
    Path("model.cat").write_text("\"SC\"\nlet com = rf | co | fr\nacyclic po | com\n")
    Path("text").write_text("hello there\n")
    Path("empty").write_text("\n")
    Path("executable").write_bytes(Path(GRAPHFUZZ).read_bytes()[:5000])
    Path("binary").write_bytes(bytes(range(256)))
    Path("other.json").write_text("{\"a\": [1, 2]}\n")
    Path("other.html").write_text("<!DOCTYPE html>\n<p>Hello</p>\n")
    call("test.litmus", "--json", "result.json", "--html", "page.html", "--seed", 1, code=0)
    call("witness", "test.litmus", "-o", "replay.json", code=1)
    call("graphs", "test.litmus", "-o", "graphs.jsonl", code=0)
    call(LITMUS / "long-race.litmus", "-n", 50, "--strategy", "mix", "--checkpoint", "a.checkpoint", code=(0, 1, 4))
    call("split", LITMUS / "long-race.litmus", "-n", 1000, "--strategy", "mix", "--parts", 2, "-o", "units", code=(0, 1, 4))
    Path("a.unit").write_bytes(next(Path("units").glob("*.unit")).read_bytes())
    assert all(Path(kind).exists() for kind in KINDS)


def main():
    make_files()
    for words, expected, takes in COMMANDS:
        for file, found in KINDS.items():
            if file in takes:
                continue
            run = call(*(word.replace("{}", file) for word in words), code=2)
            message = run.stderr
            where = (words, file, message)
            if words[0] in OF_SEALED and file in SEALED:  # which say themselves what they are
                assert message.startswith(f"graphfuzz: {file}: expected "), where
                assert f", found {found}" in message, where
            else:
                assert message.startswith(f"graphfuzz: {file}:1:1: expected {expected}, found {found}\n"), where
            assert not any(Path(out).exists() for out in ("out.svg", "out.html", "out.result")), where
    # Of the right kind, but broken: the place where it is.
    Path("broken.json").write_text("{\"format\": \"graphfuzz replay\",\n  \"version\": }\n")
    for words in (["minimize"], ["--replay"]):
        assert call(*words, "broken.json", code=2).stderr.startswith("graphfuzz: broken.json:2:14: "), words


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
