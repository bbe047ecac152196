"""The folder that a Go program runs in: what may be read there, for workers that do not see it. Goes to the workers."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

# All of it is sent at once.
MOST_BYTES = 64 << 20

# By name: the mode, which says what it is, and what is in a file, or where a link leads.
Files = dict[str, tuple[int, bytes]]


def _is_package(names: list[str]) -> bool:
    """Other packages have files of their own."""
    return any(name.endswith(".go") or name == "go.mod" for name in names)


def _leads_below(link: Path, folder: str) -> bool:
    """Is it a link that leads there wherever the folder is?"""
    if not link.is_symlink() or os.path.isabs(os.readlink(link)):
        return False
    return link.resolve().is_relative_to(Path(folder).resolve())


def read(folder: str) -> Files | None:
    """All files but Go sources, by name below the folder, of folders in it those that are no packages, and testdata. A
    link to a folder stays one, if it leads to what is below, too; one to a file is that file. None: the folder is not
    there, or that is more than MOST_BYTES."""
    if not os.path.isdir(folder):
        return None
    files: Files = {}
    size = 0
    for place, folders, names in os.walk(folder):
        below = Path(place).relative_to(folder)
        in_data = "testdata" in below.parts
        if below.name == ".git" or (below.parts and not in_data and _is_package(names)):
            folders.clear()
            continue
        if below.parts:
            files[str(below)] = (os.stat(place).st_mode, b"")
        for name in filter(lambda name: _leads_below(Path(place, name), folder), sorted(folders)):
            files[str(below / name)] = (stat.S_IFLNK, os.fsencode(os.readlink(Path(place, name))))
        for name in sorted(names):
            file = Path(place, name)
            if not file.is_file() or (name.endswith(".go") and not in_data):
                continue
            size += file.stat().st_size
            if size > MOST_BYTES:
                return None
            files[str(below / name)] = (file.stat().st_mode, file.read_bytes())
    return files


def hash_of(files: Files) -> str:
    whole = hashlib.sha256()
    for name in sorted(files):
        mode, data = files[name]
        whole.update(f"{name}\n{mode:o} {len(data)}\n".encode() + data)
    return whole.hexdigest()


def write(files: Files, folder: Path) -> None:
    for name, (mode, data) in files.items():
        (file := folder / name).parent.mkdir(parents=True, exist_ok=True)
        if stat.S_ISLNK(mode):
            file.symlink_to(os.fsdecode(data))
        elif stat.S_ISDIR(mode):
            file.mkdir(exist_ok=True)
        else:
            file.write_bytes(data)
            file.chmod(mode & 0o777)
