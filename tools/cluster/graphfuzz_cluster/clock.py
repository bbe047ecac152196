"""How long a campaign has taken by the clock, and how many worked at once, with what went before --resume."""

from __future__ import annotations

import json
import time
from pathlib import Path

from . import durable

FORMAT = "graphfuzz cluster clock"


class Clock:
    """`file`: where that is kept; None: nowhere. `before`: what the campaign that goes on had there."""

    def __init__(self, start: float, file: Path | None, before: Path | None) -> None:
        self._start, self._file = start, file
        self._seconds, self.at_once, self._known = 0.0, 1, True
        if before:
            self._read(before)

    def _read(self, file: Path) -> None:
        kept = _kept(file)
        if kept is None:
            self._known = False  # it was begun by another tool: the units say what they took
        else:
            self._seconds, self.at_once = kept

    def work(self, at_once: int) -> None:
        self.at_once = max(self.at_once, at_once)

    def seconds(self) -> float:
        return self._seconds + time.monotonic() - self._start

    def options(self) -> list[str]:
        """Of graphfuzz merge."""
        return ["--at-once", str(self.at_once), "--clock", f"{max(self.seconds(), 0.001):f}"] if self._known else []

    def keep(self) -> None:
        if self._file and self._known:
            what = {"format": FORMAT, "seconds": self.seconds(), "at_once": self.at_once}
            durable.write(self._file, json.dumps(what).encode())


def seconds_in(file: Path) -> float:
    """That a campaign has taken by now, as far as its file says."""
    return (_kept(file) or (0.0, 1))[0]


def _kept(file: Path) -> tuple[float, int] | None:
    try:
        kept = json.loads(file.read_bytes())
        seconds, at_once = float(kept["seconds"]), int(kept["at_once"])
        if kept["format"] != FORMAT or not 0 <= seconds < 1e12 or not 1 <= at_once <= 1_000_000:
            raise ValueError
        return seconds, at_once
    except (OSError, ValueError, KeyError, TypeError):
        return None
