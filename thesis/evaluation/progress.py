"""Shows on a terminal how far the evaluation is; prints nothing elsewhere but what went wrong."""

import sys
import time


class Progress:
    """Counts runs. `failures` collects (run, reason)."""

    def __init__(self, total, stream=sys.stderr):
        self._total = total
        self._done = 0
        self._ran = 0
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._start = time.monotonic()
        self._shown = 0.0
        self.failures = []

    def __call__(self, result, was_cached):
        self._done += 1
        self._ran += not was_cached
        run = result.run
        what = f"{run.program.name} {run.strategy} {run.limit_name} seed {run.seed}"
        if result.failure:
            self.failures.append((run, result.failure))
            self._clear()
            print(f"failed: {what}: {result.failure}", file=self._stream)
        now = time.monotonic()
        if self._is_terminal and (now - self._shown > 0.1 or self._done == self._total):
            self._shown = now
            self._show(what, now - self._start)

    def _show(self, what, elapsed):
        left = ""
        if self._ran:
            minutes = elapsed / self._ran * (self._total - self._done) / 60
            left = f", {minutes:.0f} min left" if minutes >= 1 else ", less than a minute left"
        line = f"[{self._done}/{self._total}{left}] {what}"
        print(f"\r{line[:100]:<100}", end="", file=self._stream, flush=True)

    def _clear(self):
        if self._is_terminal:
            print("\r" + " " * 100 + "\r", end="", file=self._stream, flush=True)

    def end(self):
        self._clear()
