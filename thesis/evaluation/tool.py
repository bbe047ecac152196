"""What the graphfuzz executable at hand can do, found out by asking it."""

import hashlib
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path


class ToolError(Exception):
    """The executable is missing or does not answer as expected."""


@dataclass(frozen=True)
class Tool:
    """`digest` tells two builds of the same version apart; cached runs belong to one digest."""
    executable: Path  # None: there is none, only what it has once made
    version: str
    digest: str
    strategies: tuple
    models: tuple
    exhaustive: bool

    def stamp(self):
        """Is another when somebody has written the file, which is asked more often than it could be read."""
        try:
            status = self.executable.stat()
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns


def _answer(executable, option):
    try:
        result = subprocess.run([executable, option], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolError(f"{executable} {option}: {error}") from error
    return result.stdout


def inspect(executable):
    """Raises ToolError if `executable` is not a working graphfuzz."""
    executable = Path(executable).resolve()
    version = _answer(executable, "--version").strip()
    help_text = _answer(executable, "--help")
    strategies = re.search(r"--strategy\s+([\w-]+(?:\|[\w-]+)*)", help_text)
    # The option's text lists them, one per line, as "name: what it is".
    models = re.search(r"--model .*\n((?: {20,}[\w-]+: .*\n)+)", help_text)
    if not strategies or not models:
        raise ToolError(f"{executable} --help does not list strategies and models as expected")
    return Tool(executable, version, hashlib.sha256(executable.read_bytes()).hexdigest()[:16],
                tuple(strategies.group(1).split("|")),
                tuple(re.findall(r"^ +([\w-]+): ", models.group(1), re.MULTILINE)), "--exhaustive" in help_text)
