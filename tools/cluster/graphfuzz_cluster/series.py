"""Several campaigns, one after the other, with the same workers, and one report on all of them."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
from argparse import Namespace
from pathlib import Path

from . import beginning, durable, outcome
from .beginning import LISTED
from .clock import Clock, seconds_in
from .crew import Crew
from .errors import ClusterError, SchedulerLost
from .luggage import beside
from .options import warn, warn_kept, warn_no_report
from .outcome import Outcome
from .results import Results, report

# In the folder that they are kept in: which they are. LISTED is there, too, for what is refused.
ABOUT, FORMAT, VERSION = "series.json", "graphfuzz cluster series", 1


@dataclasses.dataclass
class Member:
    """`file`: its checkpoint, in the folder; budgets as of units.json (None: no bound)."""

    name: str
    file: str
    executions: int | None
    seconds: float | None


def begin(line: Namespace, tool: str, crew: Crew, apart: Path) -> int:
    """With those that LISTED in `apart` lists. Returns the exit code. Throws ClusterError and OSError."""
    listed = (apart / LISTED).read_bytes()
    about = json.loads(listed)
    kept = Path(line.checkpoint) if line.checkpoint else apart / "kept"
    if kept.exists() and not (kept.is_dir() and ((kept / ABOUT).exists() or not any(kept.iterdir()))):
        raise ClusterError(f"{kept}: several campaigns are kept in a folder: expected one that is not there yet, is "
                           "empty, or has such campaigns, to be replaced")
    if line.log:  # to which each adds
        Path(line.log).write_text("", encoding="utf-8")
    new = apart / "new"
    new.mkdir()
    members = []
    for number, one in enumerate(about["campaigns"], 1):
        name = f"{one['test']} {one['model']}"
        file = f"{number:04}-{re.sub('[^A-Za-z0-9.+-]', '-', name)[:60]}.gfz"
        members.append(_keep(line, tool, crew, apart / one["folder"], new / file, name))
    what = {"format": FORMAT, "version": VERSION, "refused": len(about["refused"]),
            "campaigns": [dataclasses.asdict(member) for member in members]}
    durable.write(new / LISTED, listed)
    durable.write(new / ABOUT, json.dumps(what, indent=1).encode())
    if kept.exists():  # so that one of the two is there, whatever happens
        kept.rename(apart / "old")
    durable.replace(new, kept)
    return _Series(line, tool, crew, kept, members, len(about["refused"])).run()


def _keep(line: Namespace, tool: str, crew: Crew, apart: Path, file: Path, name: str) -> Member:
    """What there is of it before anybody works, as a checkpoint."""
    results = Results(tool, file, line.counting)
    try:
        begun = beginning.begin(apart, line, tool, crew, results)
        Clock(begun.start, beside(file, ".clock"), None).keep()  # else it would be that of another tool, and not known
        about = begun.about
    finally:
        results.close()
    return Member(name, file.name, about.get("executions"), about.get("seconds"))


def go_on(line: Namespace, tool: str, crew: Crew) -> int:
    """With those in the folder line.resume. Returns the exit code. Throws ClusterError and OSError."""
    kept = Path(line.resume)
    try:
        about = json.loads((kept / ABOUT).read_bytes())
        if about["format"] != FORMAT or about["version"] != VERSION:
            raise ValueError(f"it has version {about['version']} of {about['format']}")
        members = [Member(**one) for one in about["campaigns"]]
        refused = int(about["refused"])
    except FileNotFoundError as error:
        raise ClusterError(f"{kept}: is a folder without {ABOUT}: no campaigns of graphfuzz-cluster") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ClusterError(f"{kept / ABOUT}: expected {FORMAT}, version {VERSION}: {error}") from error
    if line.checkpoint and Path(line.checkpoint).resolve() != kept.resolve():
        if Path(line.checkpoint).exists():
            raise ClusterError(f"{line.checkpoint}: is there already: expected the name of a new folder")
        durable.copy_folder(kept, Path(line.checkpoint))
        kept = Path(line.checkpoint)
    return _Series(line, tool, crew, kept, members, refused).run()


class _Series:
    def __init__(self, line: Namespace, tool: str, crew: Crew, kept: Path, members: list[Member], refused: int) -> None:
        self._line, self._tool, self._crew, self._kept = line, tool, crew, kept
        self._members, self._refused = members, refused
        self._listed = [f"--refused={kept / LISTED}"] if refused else []
        self._done: list[Outcome] = []
        self._interrupted, self._code = False, 0

    def run(self) -> int:
        try:
            for number, member in enumerate(self._members, 1):
                if not self._run(member, number):
                    break
            return self._end()
        finally:
            for one in self._done:
                one.close()

    def _run(self, member: Member, number: int) -> bool:
        """Does it make sense to go on with the next one?"""
        try:
            one = outcome.run(self._line_of(member), self._tool, self._crew, None,
                              [done.words for done in self._done if done.words],
                              f"{number}/{len(self._members)} {member.name}, ",
                              [f"--of={len(self._members)}", *self._listed])
        except KeyboardInterrupt:
            self._interrupted = True
            return False
        except (ClusterError, OSError) as error:
            self._tell(member, error)
            return not isinstance(error, SchedulerLost)
        self._done.append(one)
        self._interrupted = one.interrupted
        if one.trouble:
            self._tell(member, one.trouble)
        return not (one.interrupted or isinstance(one.trouble, SchedulerLost))

    def _tell(self, member: Member, trouble: ClusterError | OSError) -> None:
        if str(trouble):
            warn(f"{member.name}: {trouble}")
        code = trouble.code if isinstance(trouble, ClusterError) else 2
        self._code = max(self._code, 3 if isinstance(trouble, SchedulerLost) else code)

    def _line_of(self, member: Member) -> Namespace:
        """As if it were resumed by itself, with what is left of its budget."""
        line = copy.copy(self._line)
        file = self._kept / member.file
        line.resume, line.checkpoint = str(file), None
        line.executions = self._line.executions or member.executions
        if not (self._line.resume and self._line.time) and member.seconds is not None:
            line.time = max(member.seconds - seconds_in(beside(file, ".clock")), 0.001)
        return line

    def _end(self) -> int:
        line, left = self._line, len(self._members) - len(self._done)
        bugs = any(one.bugs for one in self._done)
        groups = [one.words for one in self._done if one.words]
        code = 1 if bugs else 4
        try:
            if groups:
                code = report(self._tool, groups, [*line.report, *line.made_by, *self._listed, *line.counting])
                for one in self._done:
                    one.tidy()
            if not code and len(groups) < len(self._members):  # of these nothing is decided
                code = 1 if bugs else 4
        except (ClusterError, OSError) as error:
            warn(str(error))
            self._code = max(self._code, error.code if isinstance(error, ClusterError) else 2)
        except KeyboardInterrupt:
            self._interrupted = True
            warn_no_report(bugs)
        if self._interrupted and left:
            warn(f"interrupted: {left} of {len(self._members)} campaigns were not run")
        if (self._interrupted or self._code) and (line.checkpoint or line.resume):
            warn_kept(self._kept)
        return self._code or (2 if self._refused else code)
