#!/usr/bin/env python3
"""Which results of thesis/evaluate are kept, with a made-up graphfuzz that says how often it was called."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("SOURCE_DIR") or Path(__file__).resolve().parents[2])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "thesis"))

from evaluation.programs import Program  # noqa: E402
from evaluation.runs import Run, Runner  # noqa: E402
from evaluation.tool import Tool, ToolError  # noqa: E402

SCRIPT = """#!/bin/sh
echo called >>{calls}
while [ $# -gt 0 ]; do
  case $1 in
    --json) echo '[{{"graphs": {graphs}, "states": ["long"]}}]' >"$2" ;;
    --curve) printf 'test,model,executions,unique\\n"a,b",sc,1,1\\n"a,b",sc,5,{graphs}\\n' >"$2" ;;
  esac
  shift
done
{more}
exit {code}
"""


class Runs(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.text = "C one\n"

    def program(self):
        return Program("one", "sc", "made up", generate=lambda name: self.text)

    def write(self, graphs=7, code=0, more=""):
        path = self.folder / "graphfuzz"
        path.unlink(missing_ok=True)
        path.write_text(SCRIPT.format(calls=self.folder / "calls", graphs=graphs, code=code, more=more))
        path.chmod(0o755)
        return path

    def run_all(self, runs, digest="d", version="1", **more):
        tool = Tool(self.folder / "graphfuzz", version, digest, ("mix",), ("sc",), True)
        return Runner(tool, self.folder / "out", **more).run_all(runs, lambda result, was_cached: None)

    def calls(self):
        path = self.folder / "calls"
        return len(path.read_text().splitlines()) if path.exists() else 0

    def test_only_what_has_changed_is_run_again(self):
        self.write()
        run = Run(self.program(), "mix", 1, 100)
        [result] = self.run_all([run])
        self.assertEqual((result.data, result.curve, result.failure), ({"graphs": 7}, [[1, 1], [5, 7]], None))
        again = self.run_all([run, Run(self.program(), "mix", 2, 100)])
        self.assertEqual(self.calls(), 2)  # the second seed is new
        self.assertEqual(again[0].data, result.data)
        self.run_all([run], digest="another")
        self.assertEqual(self.calls(), 3)
        self.run_all([run], digest="another", version="2")
        self.assertEqual(self.calls(), 4)
        self.text = "C one\nchanged\n"
        self.run_all([run], digest="another", version="2")
        self.assertEqual(self.calls(), 5)
        self.run_all([run], digest="another", version="2")
        self.assertEqual(self.calls(), 5)

    def test_failures_are_not_kept(self):
        self.write(code=3)
        run = Run(self.program(), "mix", 1, 100)
        [result] = self.run_all([run])
        self.assertIn("exit code 3", result.failure)
        for code in (0, 1, 4):
            self.write(code=code)
            [result] = self.run_all([run], digest=str(code))
            self.assertIsNone(result.failure, code)
        self.write(more="sleep 60")
        [result] = self.run_all([run], digest="slow", patience=0.2)
        self.assertIn("given up after 0.2 s", result.failure)

    def test_an_executable_that_changes_on_the_way(self):
        path = self.folder / "graphfuzz"
        self.write(more=f"echo >>{path}")
        run = Run(self.program(), "mix", 1, 100)
        self.assertRaises(ToolError, self.run_all, [run])
        self.assertFalse(list((self.folder / "out").glob("runs/one/*.json")))

    def test_nothing_is_run_where_only_what_is_stored_counts(self):
        self.write()
        stored, missing = Run(self.program(), "mix", 1, 100), Run(self.program(), "mix", 2, 100)
        self.run_all([stored])
        (self.folder / "graphfuzz").unlink()
        results = self.run_all([stored, missing], only_stored=True)
        self.assertEqual([result.failure is None for result in results], [True, False])


if __name__ == "__main__":
    unittest.main()
