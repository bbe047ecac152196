"""One run of graphfuzz. A module of its own, without any other of this project: it is sent to the workers of a cluster."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path


def run(task, watch=lambda process, has_ended: True):
    """`task` is a dict: the `command`, to be run in the folder `place` (None: one of its own) for at most so many `seconds`,
    and whether a `curve` is wanted. `watch(process, has_ended)` is called when it has started, and says whether it is to go
    on, and when it has ended.

    Returns a dict: `failure` (None, or why there is nothing else), `data` (what --json wrote), `curve` ([[executions,
    unique graphs], ...], empty unless asked for).
    """
    with tempfile.TemporaryDirectory(prefix="graphfuzz-evaluation-") as name:
        scratch = Path(name)
        words = [*task["command"], "--json", scratch / "result.json", "--replay-dir", scratch, "-q"]
        if task["curve"]:
            words += ["--curve", scratch / "curve.csv"]
        failure = _execute(words, task["place"] or scratch, task["seconds"], watch)
        answer = {"failure": failure, "data": None, "curve": []}
        return answer if failure else answer | _read(scratch, task["curve"])


def end(process):
    """Kills it with all that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)  # it has a session of its own
    except ProcessLookupError:
        pass


def _execute(words, place, seconds, watch):
    """Why it failed, or None."""
    if shutil.which("setpriv"):  # of Linux: what we are killed with is the end of it, too
        words = ["setpriv", "--pdeathsig", "KILL", "--", *words]
    try:
        # A session of its own: Ctrl-C is for the evaluation, which then ends what it started.
        process = subprocess.Popen(words, cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
    except OSError as error:
        return f"cannot be started: {error}"
    try:
        if not watch(process, False):
            end(process)
        _, complaints = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        end(process)
        process.communicate()
        return f"given up after {seconds:g} s"
    finally:
        watch(process, True)
    if process.returncode not in (0, 1, 4):  # 1: a bug was found; 4: nothing at all was found out, for instance in time
        first = (complaints.strip().splitlines() or ["no message"])[0]
        return f"exit code {process.returncode}: {first}"
    return None


def _read(scratch, curve):
    try:
        points = []
        if curve:
            lines = (scratch / "curve.csv").read_text().splitlines()
            columns = lines[0].split(",")
            # From the right: the first column is a name, which may have commas.
            at, unique = columns.index("executions") - len(columns), columns.index("unique") - len(columns)
            points = [[int(fields[at]), int(fields[unique])] for fields in (line.split(",") for line in lines[1:])]
        return {"data": json.loads((scratch / "result.json").read_text()), "curve": points}
    except (OSError, ValueError, LookupError) as error:
        return {"failure": f"unreadable result: {error}"}
