"""What runs on the workers: one `graphfuzz work`, or `graphfuzz merge` of a shard. This file goes to them as it is,
with what they are to do, and so does gofolder.py; it uses no other of ours."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from . import gofolder

# How much later than its budget says a unit may be done, unless told otherwise.
GRACE_SECONDS = 60.0


def _worker() -> Any:
    """The Dask worker; its folder goes away with it."""
    from distributed import get_worker

    return get_worker()


def find_tool(hint: str) -> str | None:
    """Where graphfuzz is: $GRAPHFUZZ, or else where it is for who asks, or on the PATH."""
    own = os.environ.get("GRAPHFUZZ")
    for place in [own] if own else [hint, shutil.which("graphfuzz")]:
        if place and os.access(place, os.X_OK):
            return place
    return None


def probe(hint: str) -> dict[str, Any]:
    """Which graphfuzz there is: "version" and "build", or what is wrong with it ("failure")."""
    tool = find_tool(hint)
    if tool is None:
        own = os.environ.get("GRAPHFUZZ", "")
        return {"failure": f"has no graphfuzz: neither $GRAPHFUZZ ({own}), nor {hint}, nor on the PATH"}
    try:
        answer = subprocess.run([tool, "--version"], capture_output=True, text=True, timeout=GRACE_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return {"failure": f"cannot run {tool}: {error}"}
    if answer.returncode != 0:
        return {"failure": f"cannot run {tool}: {answer.stderr.strip() or answer.returncode}"}
    build = hashlib.sha256(Path(tool).read_bytes()).hexdigest()
    return {"version": answer.stdout.strip(), "build": build}


def _unfit(order: dict[str, Any]) -> str | None:
    """Why this worker is of no use, if so; it is looked into once."""
    worker = _worker()
    known = getattr(worker, "graphfuzz_found", {})
    if order["tool"] not in known:
        known[order["tool"]] = probe(order["tool"])
        worker.graphfuzz_found = known
    found = known[order["tool"]]
    if "failure" in found:
        return str(found["failure"])
    return None if found["version"] == order["version"] else f"has {found['version']}"


def _ending(code: int) -> str:
    """How a process ended, in words."""
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


def _cache() -> Path:
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "graphfuzz" / "cluster"


def hash_of(files: dict[str, bytes]) -> str:
    """Of the files of a memory model, by their names."""
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(f"{name}\n{len(files[name])}\n".encode() + files[name])
    return whole.hexdigest()


def _model(model: dict[str, Any]) -> Path | None:
    """The memory model's file, with those that it includes where it looks for them: as `_program`."""
    place = _cache() / model["hash"]
    try:
        if hash_of({name: (place / name).read_bytes() for name in model["names"]}) == model["hash"]:
            return place / model["names"][0]
    except FileNotFoundError:
        pass
    if "files" not in model:
        return None
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        for name, data in model["files"].items():
            (new := Path(folder, "new", name)).parent.mkdir(parents=True, exist_ok=True)
            new.write_bytes(data)
        try:
            os.rename(Path(folder, "new"), place)
        except OSError:  # somebody else was here, or has changed it
            shutil.copytree(Path(folder, "new"), place, dirs_exist_ok=True)
    return place / model["names"][0]


def _program(program: dict[str, Any]) -> Path | None:
    """The executable that the units are about, by the hash of its contents: from the cache, or from the order, which
    brings it along if it was not there."""
    place = _cache() / program["hash"]
    if not place.exists() or hashlib.sha256(place.read_bytes()).hexdigest() != program["hash"]:
        if "bytes" not in program:
            return None
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
            file.write(program["bytes"])
        os.chmod(file.name, 0o700)
        os.replace(file.name, place)
    return place


def _is_same(folder: dict[str, Any]) -> bool:
    """Is there what there is where the units come from?"""
    if not folder["hash"]:  # it is too large to be looked at
        return os.path.isdir(folder["path"])
    files = gofolder.read(folder["path"])
    return files is not None and gofolder.hash_of(files) == folder["hash"]


def _folder(folder: dict[str, Any]) -> str | None:
    """Where a Go program runs: where its package is, or, where that is not seen, with the files that it has besides its
    sources. It is looked for once."""
    known = getattr(_worker(), "graphfuzz_folders", {})
    if folder["mark"] not in known:
        if _is_same(folder):
            known[folder["mark"]] = folder["path"]
        elif "files" in folder:
            place = tempfile.mkdtemp(prefix="folder-", dir=_worker().local_directory)
            gofolder.write(folder["files"], Path(place))
            known[folder["mark"]] = place
        _worker().graphfuzz_folders = known
    return known.get(folder["mark"])


def _command(order: dict[str, Any], tool: str, program: Path | None, model: Path | None, folder: str | None
             ) -> list[str]:
    command = [tool, "work", "unit", "-o", "result", "--units", "left", "--json", "summary", "-q"]
    command += ["--time", f"{max(order['seconds'], 0.001):.3f}", "--parts", str(order["parts"]), *order["options"]]
    if order["executions"] is not None:
        command += ["--executions", str(order["executions"])]
    if program is not None:
        command += ["--program", str(program)]
    if folder is not None:
        command += ["--folder", folder]
    if model is not None:
        command += ["--model", str(model)]
    if order["shards"]:
        command += ["--shards", str(order["shards"]["count"])]
    return command


def _run(command: list[str], folder: str, seconds: float | None, log: str = "") -> tuple[int | None, str]:
    """The exit code (none: it took too long), and the end of what it said, which goes to the folder `log`."""
    setpriv = shutil.which("setpriv")  # who is killed must not leave it behind
    command = [setpriv, "--pdeathsig", "KILL", *command] if setpriv else command
    with open(os.path.join(log or folder, "said"), "w+b") as said:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
        try:
            code: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            process.kill()
            process.wait()
        said.seek(max(said.seek(0, os.SEEK_END) - 2000, 0))
        return code, said.read().decode(errors="replace").strip()


def _sees(shards: dict[str, Any]) -> bool:
    """Is the folder of shards the same one here?"""
    try:
        return Path(shards["folder"], "mark").read_text() == shards["mark"]
    except OSError:
        return False


def _flush(path: Path) -> None:
    """To the disk (durable.py is not there)."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _put(file: Path, place: Path) -> None:
    """There, complete or not at all, even if the machine crashes."""
    new = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        shutil.copyfile(file, new)
        _flush(new)
        os.replace(new, place)
        _flush(place.parent)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _hand_over(shards: dict[str, Any], name: str, files: list[Path]) -> dict[str, Any]:
    """Puts the shards of a result where they belong, or has them go along with it."""
    answer: dict[str, Any] = {"name": name, "sizes": [file.stat().st_size for file in files]}
    if not _sees(shards):
        return {**answer, "pieces": [file.read_bytes() for file in files]}
    places = [Path(shards["folder"], str(index), name) for index in range(len(files))]
    try:
        for file, place in zip(files, places):
            _put(file, place)
    except OSError:  # some of them are of no use
        for place in places:
            place.unlink(missing_ok=True)
        raise
    return answer


def put_together(order: dict[str, Any], tool: str, folder: str) -> dict[str, Any]:
    """Files of a shard become one. Returns its "size", "numbers", and what the summary says, or "failure"."""
    shards, start = order["shards"], time.monotonic()
    where = Path(shards["folder"], str(order["index"]))
    if "bytes" in order:
        where = Path(folder)
        for name, data in zip(order["files"], order["bytes"]):
            Path(folder, name).write_bytes(data)
    made = [os.path.join(folder, name) for name in ("shard", "numbers", "summary")]
    code, said = _run([tool, "merge", *order["files"], "-o", made[0], "--numbers", made[1], "--summary", made[2], "-q",
                       *order["options"]], str(where), None, folder)
    if code != 0:
        return {"failure": f"graphfuzz merge {_ending(code or 0)}" + (f": {said}" if said else "")}
    answer = {**json.loads(Path(made[2]).read_bytes()), "numbers": Path(made[1]).read_bytes(),
              "size": os.path.getsize(made[0]), "took": time.monotonic() - start}
    if "bytes" in order:
        return {**answer, "bytes": Path(made[0]).read_bytes()}
    _put(Path(made[0]), where / order["into"])
    return answer


def fold(order: dict[str, Any]) -> dict[str, Any]:
    """`put_together` on a worker; "needs", if the files are to be sent to this "worker"; or "unfit"."""
    try:
        if unfit := _unfit(order):
            return {"unfit": unfit}
        if "bytes" not in order and not _sees(order["shards"]):
            return {"needs": "bytes", "worker": _worker().address}
        with tempfile.TemporaryDirectory(prefix="shard-", dir=_worker().local_directory) as folder:
            return put_together(order, find_tool(order["tool"]) or "", folder)
    except OSError as error:
        return {"failure": str(error)}


def work(order: dict[str, Any]) -> dict[str, Any]:
    """Works on order["unit"]. Returns "result", "left" (units by name), "took" (seconds) and the summary's fields, or
    "failure", with "error" if the fault is not likely to be the unit's; "needs", if the program, its folder's files or
    the model are to be sent to this "worker" with the order; or "unfit": why the worker is of no use."""
    try:
        if unfit := _unfit(order):
            return {"unfit": unfit}
        program = _program(order["program"]) if order["program"] else None
        if order["program"] and program is None:
            return {"needs": "program", "worker": _worker().address}
        package = order["program"] and order["program"]["folder"]
        folder = _folder(package) if package else None
        if package and folder is None:
            return {"needs": "folder", "worker": _worker().address}
        model = _model(order["model"]) if order["model"] else None
        if order["model"] and model is None:
            return {"needs": "model", "worker": _worker().address}
        with tempfile.TemporaryDirectory(prefix="unit-", dir=_worker().local_directory) as place:
            Path(place, "unit").write_bytes(order["unit"])
            start = time.monotonic()
            command = _command(order, find_tool(order["tool"]) or "", program, model, folder)
            code, said = _run(command, place, order["seconds"] + order["grace"])
            if code not in (0, 1):
                how = f"did not end within {order['grace']:g} s of its time" if code is None else _ending(code)
                return {"failure": f"graphfuzz work {how}" + (f": {said}" if said else ""),
                        "error": code in (2, 126, 127)}  # or it cannot be started
            left = {file.stem: file.read_bytes() for file in sorted(Path(place, "left").glob("*.unit"))}
            summary = json.loads(Path(place, "summary").read_bytes())
            if order["shards"] and not summary["outdated"]:
                files = [Path(place, f"result.{index}") for index in range(order["shards"]["count"])]
                summary["graphs"] = _hand_over(order["shards"], summary["results"][0], files)
            return {**summary, "result": Path(place, "result").read_bytes(), "left": left,
                    "took": time.monotonic() - start}
    except OSError as error:  # a full disk, as a rule
        return {"failure": str(error), "error": True}
