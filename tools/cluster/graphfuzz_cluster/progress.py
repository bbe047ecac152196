"""One line on a terminal that says how far it is."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Any

from .plan import Plan

SECONDS = 0.2


class Progress:
    def __init__(self, wanted: bool, what: str) -> None:
        """`what`: goes first."""
        self._what = what
        self._active = wanted and sys.stderr.isatty()
        self._start = time.monotonic()
        self._shown = 0.0

    def show(self, done: int, bugs: bool, slots: int, plan: Plan, report: dict[str, Any]) -> None:
        now = time.monotonic()
        if not self._active or now - self._shown < SECONDS:
            return
        self._shown = now
        covered = report.get("covered", 0) * 100
        parts = [f"{done} executions", f"{done / max(now - self._start, 1):.0f}/s", f"{slots} workers",
                 f"{len(plan.running)} units worked on, {len(plan.waiting)} waiting"]
        parts += ["bug found"] * bugs + [f"{covered:.3g} % of the tree"] * (covered > 0)
        text = (self._what + ", ".join(parts))[: shutil.get_terminal_size((80, 24)).columns - 1]
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def erase(self) -> None:
        if self._active:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
