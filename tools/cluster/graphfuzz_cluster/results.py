"""What was found: results of units, put together by `graphfuzz merge`, beside the work, and kept in one file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Callable

from . import durable
from .clock import Clock
from .errors import ClusterError

# Results wait for so long at least, and for as long as it took to put together those before.
LEAST_SECONDS = 2.0
MOST_AT_ONCE = 2000
# Pages of a run that goes on: so often at least, and no more of the time than this part.
PAGE_SECONDS = 5.0
PART_FOR_PAGES = 0.05


class Results:
    """`kept`: the checkpoint, which `graphfuzz resume` and `graphfuzz merge` read as well; without one, a temporary
    file. `options`: of merge, on memory."""

    def __init__(self, tool: str, kept: Path | None, options: list[str]) -> None:
        where = kept.resolve().parent if kept else None
        self.folder = Path(tempfile.mkdtemp(prefix=".graphfuzz-", dir=where))
        self.kept = kept.resolve() if kept else self.folder / "all.result"
        self.keeping = 0.0  # seconds that it took to put one result into the file, the last time
        self.report: dict[str, Any] = {}  # as of graphfuzz merge --summary, of what was put together last
        self.secure: Callable[[list[Any]], None] = lambda whats: None  # is called before these are kept
        self.clock: Clock | None = None  # is kept beside the checkpoint, as often as this is
        self._tool, self._options = tool, options
        self._pending: list[tuple[Path, Any]] = []
        self._kept: list[Any] = []
        self._number = 0
        self._lock = threading.Lock()  # of the list
        self._merging = threading.Lock()  # of the file
        self._wake = threading.Event()
        self._closed = False
        self._trouble: ClusterError | None = None
        self._outdated = False  # what is in the file does not count
        self._pages: list[str] = []  # options of merge that write one, what it is told of this campaign, and of others
        self._page_words: list[str] = []
        self._page_before: list[list[str]] = []
        self._page_due, self._page_pause = 0.0, PAGE_SECONDS
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def work(self, at_once: int) -> None:
        """So many work now."""
        if self.clock:
            self.clock.work(at_once)

    def show(self, options: list[str], words: list[str], before: list[list[str]]) -> None:
        """Has a page written again and again, as the options of merge say; `words` are about this campaign, `before`
        those about campaigns that come first on the page."""
        self._pages, self._page_words, self._page_before = options, words, before

    def begin(self, result: Path) -> None:
        """With this, and nothing else."""
        with self._merging:
            with self._lock:
                self._pending.clear()
            temporary = self.kept.with_name(self.kept.name + ".new")
            shutil.copy(result, temporary)
            durable.replace(temporary, self.kept)

    def forget(self) -> None:
        """What was found so far does not count. It is kept until there is something in its place."""
        with self._merging, self._lock:
            self._pending.clear()
            self._outdated = True

    def add(self, result: bytes, what: Any = None) -> None:
        """`what`: is told by `kept_since`. Throws ClusterError if what was found cannot be kept."""
        if self._trouble:
            raise self._trouble
        self._number += 1
        file = self.folder / f"{self._number}.result"
        try:
            file.write_bytes(result)
        except OSError as error:
            raise ClusterError(f"what was found cannot be kept: {error}") from error
        with self._lock:
            self._pending.append((file, what))
        self._wake.set()

    def kept_since(self) -> list[Any]:
        """Of what was added and is in the checkpoint by now; each once."""
        with self._lock:
            kept, self._kept = self._kept, []
        return kept

    @property
    def trouble(self) -> ClusterError | None:
        """Why some of what was added is not in the checkpoint, if so."""
        return self._trouble

    def flush(self) -> None:
        """Until all that was added is in the checkpoint, or some of it cannot be. Nothing is added any more."""
        self._closed = True
        self._wake.set()
        self._thread.join()
        if self._trouble:
            return
        try:
            self._put_together()
        except ClusterError as error:
            self._trouble = error

    def _work(self) -> None:
        while not self._closed:
            self._wake.wait()
            self._wake.clear()
            start = time.monotonic()
            try:
                self._put_together()
            except ClusterError as error:
                self._trouble = error
                return
            self._write_page()
            pause = max(time.monotonic() - start, LEAST_SECONDS)
            while not self._closed and time.monotonic() < start + pause:
                time.sleep(0.05)

    def _put_together(self) -> None:
        with self._merging:
            while True:
                with self._lock:
                    some, self._pending = self._pending[:MOST_AT_ONCE], self._pending[MOST_AT_ONCE:]
                if not some:
                    return
                summary = self.folder / "summary.json"
                files = [file for file, _ in some]
                before = [self.kept] if self.kept.exists() and not self._outdated else []
                command = [self._tool, "merge", *map(str, before + files), "-o", str(self.kept), "--summary",
                           str(summary), "-q", *self._options]
                try:
                    self.secure([what for _, what in some if what is not None])
                except OSError as error:
                    raise ClusterError(f"what was found cannot be kept: {error}") from error
                start = time.monotonic()
                _run(command, capture=True)
                self.keeping = (time.monotonic() - start) / len(some)
                self._outdated = False
                try:
                    if self.clock:
                        self.clock.keep()
                except OSError as error:
                    raise ClusterError(f"what was found cannot be kept: {error}") from error
                self.report = json.loads(summary.read_bytes())
                with self._lock:
                    self._kept += [what for _, what in some if what is not None]
                for file in files:
                    file.unlink()

    def _write_page(self) -> None:
        """Of what there is so far, if it is time. Trouble is told when the last one is written."""
        start = time.monotonic()
        if not self._pages or start < self._page_due or self._closed or self._outdated or not self.kept.exists():
            return
        words = [str(self.kept), *self._page_words, "--graphs-lost", "they are counted at the end"]
        words += self.clock.options() if self.clock else []
        options = ["-q", *self._pages, *self._options, "--so-far", f"{self._page_pause:g}"]
        with self._merging, suppress(ClusterError, OSError):
            report(self._tool, [*self._page_before, words], options, capture=True)
        now = time.monotonic()
        self._page_pause = max(PAGE_SECONDS, (now - start) / PART_FOR_PAGES)
        self._page_due = now + self._page_pause

    def close(self) -> None:
        self._closed = True
        self._wake.set()
        shutil.rmtree(self.folder, ignore_errors=True)


def report(tool: str, campaigns: list[list[str]], options: list[str], capture: bool = False) -> int:
    """Prints the report, writes what the options say, and returns the exit code. `campaigns`: of each the words that
    graphfuzz merge is told of it. Throws ClusterError."""
    first, *more = campaigns
    words = [*first, *options, *(word for words in more for word in ("--next", *words))]
    with tempfile.NamedTemporaryFile(prefix="graphfuzz-", suffix=".words") as file:
        if more:  # of many campaigns they are more than a command line takes
            file.write(b"".join(os.fsencode(word) + b"\0" for word in words))
            file.flush()
            words = ["--words", file.name]
        return _run([tool, "merge", *words], capture)


def _run(command: list[str], capture: bool) -> int:
    # Ctrl-C is for whoever waits for this.
    done = subprocess.run(command, capture_output=capture, text=True, stdin=subprocess.DEVNULL, check=False,
                          start_new_session=capture)
    if done.returncode in (0, 1, 4):
        return done.returncode
    how = f"killed by signal {-done.returncode}" if done.returncode < 0 else done.returncode
    why = (done.stderr or "").strip() or how
    raise ClusterError(f"graphfuzz merge: {why}", done.returncode if done.returncode > 0 else 3)
