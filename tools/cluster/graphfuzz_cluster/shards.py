"""Fingerprints of graphs: divided by hash into shards, each of which is put together by some worker, so that nobody ever
has all of them."""

from __future__ import annotations

import dataclasses
import uuid
from pathlib import Path
from typing import Any

from .errors import ClusterError

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
    """Files in `folder`/INDEX. Each has the graphs of one result and is named so, or of several, and is named after one of
    them and at random. None is ever changed; those are deleted that another one has taken in. What is in the folder and
    not of `results` was never counted."""

    def __init__(self, folder: Path, count: int, results: set[str]) -> None:
        self.folder, self.count = folder, count
        self._mark = uuid.uuid4().hex
        self._files: list[dict[str, int]] = []  # bytes by name
        self._busy: dict[int, Fold] = {}
        self._numbers: dict[int, Path] = {}  # of shards that are one file
        self._failures = 0
        self._outdated = False
        for index in range(count):
            place = folder / str(index)
            place.mkdir(parents=True, exist_ok=True)
            self._files.append({file.name: file.stat().st_size for file in self._counted(place, results)})
        (folder / "mark").write_text(self._mark)

    @staticmethod
    def _counted(place: Path, results: set[str]) -> list[Path]:
        counted = []
        for file in place.iterdir():
            if file.name[:NAME] in results:
                counted.append(file)
            else:
                file.unlink(missing_ok=True)
        return counted

    def about(self) -> dict[str, Any]:
        """For orders: whoever sees the mark sees the folder."""
        return {"folder": str(self.folder), "mark": self._mark, "count": self.count}

    def keep(self, name: str, pieces: list[bytes]) -> None:
        """Writes what has come from a worker that does not see the folder."""
        for index, data in enumerate(pieces):
            self._write(self.folder / str(index) / name, data)

    @staticmethod
    def _write(file: Path, data: bytes) -> None:
        new = file.with_name(f".{file.name}")
        new.write_bytes(data)
        new.replace(file)

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
        """What is worth to be put together; `last`: so that of each shard there is one file, and its numbers are known."""
        for index, files in enumerate(self._files):
            if index in self._busy or (index in self._numbers if last else not self._worth(files)):
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

    def nobody_works(self) -> None:
        self._busy.clear()

    def paths(self, fold: Fold) -> list[str]:
        return [str(self.folder / str(fold.index) / name) for name in fold.files]

    def done(self, fold: Fold, answer: dict[str, Any] | None) -> str | None:
        """Takes what has come of it (None: nothing, which is not its fault); returns what went wrong. Throws ClusterError if
        it goes wrong again and again."""
        if self._busy.get(fold.index) is not fold:
            return None
        del self._busy[fold.index]
        if answer is None:
            return None
        if "failure" in answer:
            self._failures += 1
            if self._failures < MOST_FAILURES:
                return f"shard {fold.index}: {answer['failure']}; it is tried once more"
            raise ClusterError(f"graphs cannot be counted: shard {fold.index}: {answer['failure']}")
        self._failures = 0
        if "bytes" in answer:
            self._write(self.folder / str(fold.index) / fold.into, answer["bytes"])
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
        return len(self._numbers) == self.count

    def numbers(self) -> list[str]:
        """Of all shards, for the report."""
        return [str(file) for file in self._numbers.values()]

    def tidy(self) -> None:
        """Leaves what is counted behind."""
        for index, files in enumerate(self._files):
            for file in (self.folder / str(index)).iterdir():
                if file.name not in files:
                    file.unlink(missing_ok=True)
        for file in [self.folder / "mark", *self.folder.glob("numbers.*")]:
            file.unlink(missing_ok=True)
