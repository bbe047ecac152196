"""Fingerprints of graphs: divided by hash into shards, each of which is put together by some worker, so that nobody
ever has all of them."""

from __future__ import annotations

import dataclasses
import shutil
import uuid
from pathlib import Path
from typing import Any

from . import durable

# How many shards there are: one for each worker, but for these bounds.
LEAST, MOST = 8, 128
# A shard is put together once it has so many files, and those that are new are worth it, or there are very many.
FILES, VERY_MANY = 64, 1000
WORTH = 0.25
MOST_FAILURES = 3
NAME = 32  # letters of the name of a result


@dataclasses.dataclass
class Fold:
    """Puts files of a shard together in one."""

    index: int
    files: list[str]
    into: str


class Shards:
    """Files in `folder`/INDEX. Each has the graphs of one result and is named so, or of several, and is named after one
    of them and at random. None is ever changed; those are deleted that another one has taken in. What is in the folder
    and not of `results` was never counted, or is of an earlier campaign: `sweep` removes it."""

    def __init__(self, folder: Path, count: int, results: set[str]) -> None:
        self.folder, self.count = folder, count
        self._mark = uuid.uuid4().hex
        self._files: list[dict[str, int]] = []  # bytes by name
        self._busy: dict[int, Fold] = {}
        self._numbers: dict[int, Path] = {}  # of shards that are one file
        self._failures: dict[int, int] = {}
        self._lost: dict[int, str] = {}  # shards that cannot be put together, and why
        self._here: set[str] = set()  # results whose files are not on the disk for sure
        self._outdated = False
        for index in range(count):
            place = folder / str(index)
            place.mkdir(parents=True, exist_ok=True)
            counted = [file for file in place.iterdir() if file.name[:NAME] in results]
            self._files.append({file.name: file.stat().st_size for file in counted})
        (folder / "mark").write_text(self._mark)

    def sweep(self) -> None:
        """Removes what is not counted, now that nobody needs it any more."""
        self.tidy()
        (self.folder / "mark").write_text(self._mark)
        for place in self.folder.iterdir():
            if place.name.isdigit() and int(place.name) >= self.count:
                shutil.rmtree(place, ignore_errors=True)

    def about(self) -> dict[str, Any]:
        """For orders: whoever sees the mark sees the folder."""
        return {"folder": str(self.folder), "mark": self._mark, "count": self.count}

    def keep(self, name: str, pieces: list[bytes]) -> None:
        """Writes what has come from a worker that does not see the folder."""
        self._here.add(name)
        for index, data in enumerate(pieces):
            (self.folder / str(index) / name).write_bytes(data)

    def secure(self, names: list[str]) -> None:
        """Has the files of these results on the disk, before they are counted. Any thread may call it."""
        written = [name for name in names if name in self._here]
        for index in range(self.count) if written else ():
            for name in written:
                durable.flush(self.folder / str(index) / name)
            durable.flush(self.folder / str(index))
        self._here.difference_update(written)

    def add(self, name: str, sizes: list[int]) -> None:
        """The result is counted, and its files are there."""
        if self._outdated:
            self._outdated = False
            self._files = [{} for _ in range(self.count)]
            self._busy.clear()
        self._numbers.clear()
        for files, size in zip(self._files, sizes):
            files[name] = size

    def forget(self) -> None:
        """What there is does not count, once there is something else."""
        self._outdated = True

    def next(self, last: bool = False) -> Fold | None:
        """What is worth to be put together; `last`: so that of each shard there is one file, and its numbers are
        known."""
        for index, files in enumerate(self._files):
            if index in self._busy or index in self._lost:
                continue
            if index in self._numbers if last else not self._worth(files):
                continue
            name = next(iter(files))
            fold = self._busy[index] = Fold(index, list(files), f"{name[:NAME]}.{uuid.uuid4().hex}")
            return fold
        return None

    @staticmethod
    def _worth(files: dict[str, int]) -> bool:
        if len(files) < FILES:
            return False
        largest = max(files.values())
        return len(files) >= VERY_MANY or sum(files.values()) - largest >= WORTH * largest

    def all_files(self) -> list[list[str]]:
        """Of each shard."""
        return [[str(self.folder / str(index) / name) for name in files] for index, files in enumerate(self._files)]

    def give_up(self, why: str) -> None:
        """What is not counted yet will not be."""
        for index in range(self.count):
            if index not in self._numbers:
                self._lost.setdefault(index, f"shard {index}: {why}")

    def nobody_works(self) -> None:
        self._busy.clear()

    def paths(self, fold: Fold) -> list[str]:
        return [str(self.folder / str(fold.index) / name) for name in fold.files]

    def done(self, fold: Fold, answer: dict[str, Any] | None) -> str | None:
        """Takes what has come of it (None: nothing, which is not its fault); returns what went wrong. If it goes wrong
        again and again, these graphs are not counted this time; their files stay."""
        if self._busy.get(fold.index) is not fold:
            return None
        del self._busy[fold.index]
        if answer is None:
            return None
        if "failure" in answer:
            failures = self._failures[fold.index] = self._failures.get(fold.index, 0) + 1
            what = f"shard {fold.index} ({self.folder / str(fold.index)}): {answer['failure']}"
            if failures < MOST_FAILURES:
                return f"{what}; it is tried once more"
            self._lost[fold.index] = what
            return f"{what}; {failures} times: its graphs cannot be counted"
        self._failures.pop(fold.index, None)
        if "bytes" in answer:
            durable.write(self.folder / str(fold.index) / fold.into, answer["bytes"])
        files = self._files[fold.index]
        files[fold.into] = answer["size"]
        for path, name in zip(self.paths(fold), fold.files):
            del files[name]
            Path(path).unlink(missing_ok=True)
        if len(files) == 1:
            self._numbers[fold.index] = self.folder / f"numbers.{fold.index}"
            self._numbers[fold.index].write_bytes(answer["numbers"])
        return None

    def lacks_files(self) -> bool:
        """Each result has graphs, or none, in each shard."""
        return not all(self._files)

    def complete(self) -> bool:
        return len(self._numbers.keys() | self._lost.keys()) == self.count

    def lost(self) -> str:
        """Why not all graphs are counted, if so."""
        return "; ".join(self._lost.values())

    def numbers(self) -> list[str]:
        """Of all shards that are counted, for the report."""
        return [str(file) for index, file in self._numbers.items() if index not in self._lost]

    def tidy(self) -> None:
        """Leaves what is counted behind."""
        for index, files in enumerate(self._files):
            for file in (self.folder / str(index)).iterdir():
                if file.name not in files:
                    file.unlink(missing_ok=True)
        for file in [self.folder / "mark", *self.folder.glob("numbers.*")]:
            file.unlink(missing_ok=True)
