"""A memory model in files: it goes to the workers, and is kept beside the checkpoint, in FILE.models."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

from . import durable
from .errors import ClusterError

# In the folder: where the model's own file was, and which of those there it is.
ABOUT = ".about.json"


def read(files: list[str]) -> dict[str, bytes]:
    """What is in the model's own file, which is the first, and in those that it includes, by names with which they find
    each other in any folder. Throws ClusterError if they do not."""
    places = [os.path.abspath(file) for file in files]
    for place in places:
        for name in re.findall(rb'include\s+"(/[^"]*)"', Path(place).read_bytes()):
            if os.path.abspath(os.fsdecode(name)) in places:
                raise ClusterError(f"{place}: includes {os.fsdecode(name)}, which other machines need not have there: "
                                   "expected a name without its folder, or from the folder of the model")
    folder = os.path.commonpath([os.path.dirname(place) for place in places])
    return {os.path.relpath(place, folder): Path(place).read_bytes() for place in places}


def _folder(kept: Path) -> Path:
    return kept.with_name(kept.name + ".models")


def keep(model: dict[str, bytes], origin: str, kept: Path) -> None:
    """Beside the checkpoint `kept`; `origin`: where its own file is."""
    folder = _folder(kept)
    if Path(origin).is_relative_to(folder):
        return  # it is that
    forget(kept)
    for name, data in model.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        durable.write(folder / name, data)
    durable.write(folder / ABOUT, json.dumps({"from": origin, "file": next(iter(model))}).encode())


def forget(kept: Path) -> None:
    shutil.rmtree(_folder(kept), ignore_errors=True)


def option(kept: Path) -> list[str]:
    """For graphfuzz merge: where the model is, if there is one in files. What is kept is for when the file is not where
    it was: one that was changed is no way to go on."""
    folder = _folder(kept)
    try:
        about = json.loads((folder / ABOUT).read_bytes())
    except FileNotFoundError:
        return []
    return ["--model", about["from"] if Path(about["from"]).exists() else str(folder / about["file"])]
