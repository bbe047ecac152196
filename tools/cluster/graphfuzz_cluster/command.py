"""What graphfuzz-cluster does, from its command line to the exit code."""

from __future__ import annotations

import os
import tempfile
from argparse import Namespace
from pathlib import Path

from . import outcome, series
from .beginning import LISTED, split
from .crew import Crew
from .errors import ClusterError, SchedulerLost
from .options import warn, warn_kept, warn_no_report
from .results import report


def _check_outputs(line: Namespace) -> None:
    """Not to be found out when all is done."""
    for name in (line.json, line.html, line.curve, line.junit, line.checkpoint, line.log):
        folder = Path(name or "-").absolute().parent
        if not os.access(folder, os.W_OK | os.X_OK):
            raise ClusterError(f"{name}: cannot be written: {folder} is no folder that one can write to")


def run(line: Namespace, tool: str) -> int:
    """The exit code."""
    _check_outputs(line)
    if line.resume and not os.path.exists(line.resume):
        raise ClusterError(f"{line.resume}: there is no such file or folder")
    crew = None
    try:
        crew = Crew(line.scheduler, line.local, tool, warn)
        crew.wait(line.wait)
        if line.resume:
            return series.go_on(line, tool, crew) if Path(line.resume).is_dir() else _run_one(line, tool, crew, None)
        beside = Path(line.checkpoint).resolve().parent if line.checkpoint else None
        with tempfile.TemporaryDirectory(prefix=".graphfuzz-", dir=beside) as folder:
            apart = Path(folder, "units")
            split(line, tool, crew.slots(), apart)
            if (apart / LISTED).exists():
                return series.begin(line, tool, crew, apart)
            return _run_one(line, tool, crew, apart)
    finally:
        if crew:
            crew.close()


def _run_one(line: Namespace, tool: str, crew: Crew, apart: Path | None) -> int:
    kept = line.checkpoint or line.resume
    if kept and Path(kept).is_dir():
        raise ClusterError(f"{kept}: is a folder, as several campaigns are kept in; this is one")
    one = outcome.run(line, tool, crew, apart)
    try:
        code = 1 if one.bugs else 4
        if one.words:
            try:
                code = report(tool, [one.words], [*line.report, *line.made_by, *line.counting])
                one.tidy()
            except KeyboardInterrupt:
                one.interrupted = True
                warn_no_report(one.bugs)
            except (ClusterError, OSError) as error:
                if one.trouble:
                    warn(str(one.trouble))
                one.trouble = error if isinstance(error, ClusterError) else ClusterError(str(error))
        if (one.interrupted or one.trouble) and kept:
            warn_kept(kept)
        if one.trouble:
            warn(str(one.trouble))
            return 3 if isinstance(one.trouble, SchedulerLost) else one.trouble.code
        return code
    finally:
        one.close()
