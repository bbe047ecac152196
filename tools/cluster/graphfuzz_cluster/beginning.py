"""How a campaign begins: the work is taken apart by graphfuzz, or what is left of it is taken up."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from . import durable, models, shards
from .crew import Crew
from .errors import ClusterError
from .graphs import Graphs
from .luggage import Luggage, beside
from .plan import Unit, first_parts
from .results import Results
from .shards import Shards


@dataclasses.dataclass
class Begun:
    """`start`: when, by time.monotonic; `about`: what units.json says."""

    start: float
    about: dict[str, Any]
    units: list[Unit]
    luggage: Luggage
    graphs: Graphs


def begin(line: Namespace, tool: str, crew: Crew, results: Results) -> Begun:
    """Throws ClusterError if the campaign cannot begin."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(dir=results.folder) as folder:
        return _Beginning(line, tool, results, Path(folder, "units")).begin(crew, start)


class _Beginning:
    def __init__(self, line: Namespace, tool: str, results: Results, folder: Path) -> None:
        self._line, self._tool, self._results, self._folder = line, tool, results, folder
        self._result = folder / "split.result"

    def begin(self, crew: Crew, start: float) -> Begun:
        self._take_apart(crew.slots())
        about = json.loads((self._folder / "units.json").read_bytes())
        if "changed" in about:
            raise ClusterError(f"{about['changed']}: is not what it was when {self._line.resume} was written; "
                               "a campaign cannot go on with another program")
        graphs = Graphs(self._shards(about), crew, self._results, self._line.counting)
        luggage = Luggage(about, self._results.kept, bool(self._line.resume))
        crew.model = luggage.files
        self._results.begin(self._result)
        if not graphs.sweep():
            shutil.rmtree(beside(self._results.kept, ".shards"), ignore_errors=True)
        luggage.keep()
        units = [Unit(file.stem, file.read_bytes()) for file in sorted(self._folder.glob("*.unit"))]
        return Begun(start, about, units, luggage, graphs)

    def _graphfuzz(self, *command: str) -> None:
        done = subprocess.run([self._tool, *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, errors="replace")
        if "expected one test" in done.stderr:  # in the words of a command that nobody has given
            raise ClusterError("a campaign on a cluster is about one test under one model: expected one FILE and one "
                               "--model; of Go one test (PACKAGE -run '^TestName$'); begin one campaign after the other")
        print(done.stderr, end="", file=sys.stderr)
        if done.returncode not in (0, 1, 4):
            raise ClusterError("", done.returncode if done.returncode > 0 else 3)  # it has said why

    def _take_apart(self, slots: int) -> None:
        count = max(shards.LEAST, min(slots, shards.MOST))
        apart = [] if self._line.approximate else ["--shards", str(count)]
        if self._line.resume:
            self._bring_along(Path(self._line.resume))
            self._folder.mkdir()
            self._graphfuzz("merge", self._line.resume, "--units", str(self._folder), "-o", str(self._result),
                            "--summary", str(self._folder / "summary"), "-q", *apart, *self._line.counting,
                            *models.option(self._results.kept))
        else:
            where = [*self._line.go, "--split"] if self._line.go else ["split", "-o"]
            self._graphfuzz(*where, str(self._folder), "--parts", str(first_parts(slots)), "-q", *apart, *self._line.split)

    def _bring_along(self, resumed: Path) -> None:
        """What is beside a checkpoint, if it is to be kept elsewhere from now on."""
        if resumed.resolve() == self._results.kept:
            return
        for kind in (".program", ".shards", ".models"):
            old, new = beside(resumed, kind), beside(self._results.kept, kind)
            if old.is_dir():
                durable.copy_folder(old, new)
            elif old.is_file():
                shutil.copy(old, new)

    def _shards(self, about: dict[str, Any]) -> Shards | None:
        """With those that are there, or were just made."""
        if "shards" not in about:
            return None
        if self._line.approximate:
            raise ClusterError("--approximate: the graphs of this campaign are counted, one by one")
        folder = beside(self._results.kept, ".shards")
        for index in range(about["shards"]):
            made = self._result.with_name(f"{self._result.name}.{index}")
            if made.exists():
                (folder / str(index)).mkdir(parents=True, exist_ok=True)
                durable.replace(made, folder / str(index) / about["results"][0])
        begun_with = Shards(folder, about["shards"], set(about["results"]))
        if begun_with.lacks_files():
            raise ClusterError(f"{folder}: expected the graphs of the campaign, which were beside the checkpoint")
        if self._line.resume:
            for files in begun_with.all_files():
                self._graphfuzz("merge", str(self._result), *files, "--check", "-q")
        return begun_with
