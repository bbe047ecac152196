"""How a campaign begins: the work is taken apart by graphfuzz, or what is left of it is taken up."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
import sys
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


# Which campaigns there are, where graphfuzz has taken several apart.
LISTED = "campaigns.json"


@dataclasses.dataclass
class Begun:
    """`start`: when, by time.monotonic; `about`: what units.json says."""

    start: float
    about: dict[str, Any]
    units: list[Unit]
    luggage: Luggage
    graphs: Graphs


def begin(folder: Path, line: Namespace, tool: str, crew: Crew, results: Results) -> Begun:
    """With the units in the folder, or with what is left over of line.resume, for which it is made. Throws ClusterError
    if the campaign cannot begin."""
    start = time.monotonic()
    return _Beginning(line, tool, results, folder).begin(crew, start)


def split(line: Namespace, tool: str, slots: int, folder: Path) -> None:
    """Has the work taken apart, into the folder; of several campaigns, as campaigns.json there says. Throws
    ClusterError."""
    where = [*line.go, "--split"] if line.go else ["split", "-o"]
    command = [*where, str(folder), "--parts", str(first_parts(slots)), "-q", *_apart(line, slots), *line.split]
    try:
        code = _graphfuzz(tool, *command)
    except ClusterError:
        if not (folder / LISTED).exists():
            raise
        return
    if not any((folder / name).exists() for name in ("units.json", LISTED)):
        raise ClusterError("", code)  # there was no time to read it, which was said


def _graphfuzz(tool: str, *command: str) -> int:
    done = subprocess.run([tool, *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace")
    print(done.stderr, end="", file=sys.stderr)
    if done.returncode not in (0, 1, 4):
        raise ClusterError("", done.returncode if done.returncode > 0 else 3)  # it has said why
    return done.returncode


def _apart(line: Namespace, slots: int) -> list[str]:
    count = max(shards.LEAST, min(slots, shards.MOST))
    return [] if line.approximate else ["--shards", str(count)]


class _Beginning:
    def __init__(self, line: Namespace, tool: str, results: Results, folder: Path) -> None:
        self._line, self._tool, self._results, self._folder = line, tool, results, folder
        self._result = folder / "split.result"

    def begin(self, crew: Crew, start: float) -> Begun:
        if self._line.resume:
            self._take_up(crew.slots())
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

    def _take_up(self, slots: int) -> None:
        self._bring_along(Path(self._line.resume))
        self._folder.mkdir()
        _graphfuzz(self._tool, "merge", self._line.resume, "--units", str(self._folder), "-o", str(self._result),
                   "--summary", str(self._folder / "summary"), "-q", *_apart(self._line, slots), *self._line.counting,
                   *models.option(self._results.kept))

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
                _graphfuzz(self._tool, "merge", str(self._result), *files, "--check", "-q")
        return begun_with
