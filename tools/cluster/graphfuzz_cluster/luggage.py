"""What goes along with the units, and is kept beside the checkpoint: an executable with the folder it runs in, or the
files of a memory model. A worker that has not got it yet asks for it (crew.py)."""

from __future__ import annotations

import hashlib
import os
import uuid
from pathlib import Path
from typing import Any

from . import durable, gofolder, models, worker
from .errors import ClusterError


def beside(kept: Path, kind: str) -> Path:
    """What belongs to the checkpoint `kept`."""
    return kept.with_name(kept.name + kind)


class Luggage:
    """`about`: what units.json says; `kept`: the checkpoint. `program` and `model` go into each order; `files`: those of
    the model, by name."""

    def __init__(self, about: dict[str, Any], kept: Path, resumed: bool) -> None:
        self._kept = kept
        self._executable: bytes | None = None
        self.files: dict[str, bytes] = {}
        self.program = self._program_of(about, resumed)
        self.model = self._model_of(about)

    def _program_of(self, about: dict[str, Any], resumed: bool) -> dict[str, Any] | None:
        kept = beside(self._kept, ".program")
        if about["kind"] != "native" and "folder" not in about:
            return None
        if "program" in about:
            program = self._executable = Path(about["program"]).read_bytes()
        elif resumed and kept.is_file():
            program = kept.read_bytes()
        else:
            raise ClusterError(f"{kept}: expected the program that the campaign is about")
        folder = self._folder_of(about["folder"]) if "folder" in about else None
        return {"hash": hashlib.sha256(program).hexdigest(), "file": str(kept), "folder": folder}

    def _folder_of(self, path: str) -> dict[str, str]:
        """Where a Go program runs, with what is there."""
        files = gofolder.read(path)
        return {"path": path, "mark": uuid.uuid4().hex, "hash": "" if files is None else gofolder.hash_of(files)}

    def _model_of(self, about: dict[str, Any]) -> dict[str, Any] | None:
        if "model" not in about:
            return None
        self._model_from = os.path.abspath(about["model"][0])
        self.files = models.read(about["model"])
        return {"names": list(self.files), "hash": worker.hash_of(self.files)}

    def keep(self) -> None:
        """Beside the checkpoint, now that nobody needs what an earlier campaign has left there."""
        if self._executable is not None:
            durable.write(beside(self._kept, ".program"), self._executable, 0o755)
        if self.model:
            models.keep(self.files, self._model_from, self._kept)
        else:
            models.forget(self._kept)

    @property
    def options(self) -> list[str]:
        """For graphfuzz merge: where the model is."""
        return models.option(self._kept) if self.model else []
