"""Files that are there, complete, even if the machine crashes right after."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def flush(path: Path) -> None:
    """A file, or what is in a folder by name, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace(new: Path, old: Path) -> None:
    """In one step."""
    flush(new)
    os.replace(new, old)
    flush(old.parent)


def write(file: Path, data: bytes, mode: int = 0o644) -> None:
    new = file.with_name(f".{file.name}.new")
    new.write_bytes(data)
    new.chmod(mode)
    replace(new, file)


def copy_folder(old: Path, new: Path) -> None:
    """Beside what is in the new one."""
    shutil.copytree(old, new, dirs_exist_ok=True)
    for folder, _, files in os.walk(new):
        for name in files:
            flush(Path(folder, name))
        flush(Path(folder))
    flush(new.parent)
