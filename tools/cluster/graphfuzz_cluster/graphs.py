"""The graphs of a campaign that samples: their shards are put together by workers, now and then and at the end."""

from __future__ import annotations

from typing import Any

from . import worker
from .crew import Crew
from .options import warn
from .results import Results
from .shards import Fold, Shards


class Graphs:
    """`shards`: None if graphs are not counted in shards; `options`: of graphfuzz merge, on memory."""

    def __init__(self, shards: Shards | None, crew: Crew, results: Results, options: list[str]) -> None:
        self._shards, self._crew, self._results, self._options = shards, crew, results, options
        if shards:
            results.secure = lambda whats: shards.secure([name for name, _ in whats])

    def about(self) -> dict[str, Any] | None:
        """For orders."""
        return self._shards.about() if self._shards else None

    def keep(self, graphs: dict[str, Any] | None) -> tuple[str, list[int]] | None:
        """Those of a result, if they came with it. Returns what Results.add is to be told."""
        if graphs is None or self._shards is None:
            return None
        if "pieces" in graphs:
            self._shards.keep(graphs["name"], graphs["pieces"])
        return graphs["name"], graphs["sizes"]

    def _know_kept(self) -> Shards | None:
        """Tells the shards what is counted. Are there any?"""
        for name, sizes in self._results.kept_since():
            if self._shards:
                self._shards.add(name, sizes)
        return self._shards

    def give(self, last: bool = False) -> None:
        while (shards := self._know_kept()) and (fold := shards.next(last)):
            self._crew.send(fold, self._order(fold), worker.fold)

    def _order(self, fold: Fold) -> dict[str, Any]:
        return {"shards": self.about(), "index": fold.index, "files": fold.files, "into": fold.into,
                "options": self._options}

    def take(self, fold: Fold, answer: dict[str, Any] | None) -> dict[str, Any] | None:
        """Returns what the log is to say."""
        if self._shards is None:
            return None
        if trouble := self._shards.done(fold, answer):
            warn(trouble)
        elif answer:
            return {"shard": fold.index, "took": answer["took"], "graphs": answer["graphs"], "files": len(fold.files),
                    "bytes": answer["size"]}
        return None

    def counted(self) -> bool:
        shards = self._know_kept()
        return shards is None or shards.complete()

    def forget(self) -> None:
        """What was found so far does not count."""
        if shards := self._know_kept():
            shards.forget()

    def numbers(self) -> list[str]:
        """Of all shards. Those that nobody has put together by now are, one after the other, here."""
        self._results.flush()
        shards = self._know_kept()
        if shards is None:
            return []
        shards.nobody_works()
        try:
            while fold := shards.next(last=True):
                self.take(fold, self._crew.here(self._order(fold)))
        except KeyboardInterrupt:  # what is counted by now has to do
            shards.give_up("interrupted")
        except OSError as error:
            shards.give_up(str(error))
        return shards.numbers()

    def sweep(self) -> bool:
        """Removes what an earlier campaign has left in the shards. Are there any?"""
        if self._shards:
            self._shards.sweep()
        return self._shards is not None

    def tidy(self) -> None:
        if self._shards:
            self._shards.tidy()

    @property
    def lost(self) -> str:
        return self._shards.lost() if self._shards else ""
