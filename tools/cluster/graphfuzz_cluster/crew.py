"""The workers: who there is, who is of no use, what was given to them and what came back. All of Dask is here."""

from __future__ import annotations

import dataclasses
import os
import queue
import re
import shutil
import tempfile
import time
import uuid
import warnings
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, Callable, Iterator

# What Dask tells its log is for who looks into Dask: here, and in the workers that are started from here.
os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")

import cloudpickle
from distributed import Client, KilledWorker, LocalCluster

from . import gofolder, worker
from .errors import ClusterError, SchedulerLost

CONNECT_SECONDS = 10.0
# How long the scheduler may be out of reach.
LOST_SECONDS = 3.0
LOOK_SECONDS = 0.5
MOST_AT_ONCE = 1000

Warn = Callable[[str], None]
Do = Callable[[dict[str, Any]], dict[str, Any]]  # of worker.py


# What runs on the workers goes to them with each order: they need nothing of ours but graphfuzz.
cloudpickle.register_pickle_by_value(worker)
cloudpickle.register_pickle_by_value(gofolder)


def _words(error: BaseException) -> str:
    if isinstance(error, KilledWorker):
        return "the workers that were to work on it died"
    return f"{type(error).__name__}: {error}"


def _brought(order: dict[str, Any], what: str, model: dict[str, bytes]) -> dict[str, Any]:
    """What a worker that has not got it asks for."""
    program = order.get("program")
    if what == "program":
        return {"program": {**program, "bytes": Path(program["file"]).read_bytes()}}
    if what == "folder":
        folder = program["folder"]
        if (files := gofolder.read(folder["path"])) is None:
            raise ClusterError(f"{folder['path']}: a worker does not see this folder, in which the Go program runs, and it "
                               f"is not here, or too large to be sent ({gofolder.MOST_BYTES >> 20} MB)")
        return {"program": {**program, "folder": {**folder, "files": files}}}
    if what == "model":
        return {"model": {**order["model"], "files": model}}
    where = Path(order["shards"]["folder"], str(order["index"]))
    return {"bytes": [(where / name).read_bytes() for name in order["files"]]}


@dataclasses.dataclass
class Sent:
    """An order that somebody works on."""

    what: Any
    order: dict[str, Any]
    future: Any
    to: list[str] | None  # None: to anybody
    do: Do


class Crew:
    """Of a scheduler: `address` (or the file that it has written), or `local` workers on this machine."""

    def __init__(self, address: str | None, local: int, tool: str, warn: Warn) -> None:
        warnings.filterwarnings("ignore", "Large object", UserWarning)  # programs, once for each worker
        self._tool, self._warn = tool, warn
        self._cluster = None
        self._folder = Path(tempfile.mkdtemp(prefix="graphfuzz-cluster-"))
        self._finished: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._orders: dict[str, Sent] = {}  # by key
        self._probes: dict[str, Any] = {}  # futures by the address of the worker
        self._slots: dict[str, int] = {}  # of the workers that are of use
        self._useless: dict[str, str] = {}  # why the others are not
        self._version: dict[str, Any] = worker.probe(tool)
        if "failure" in self._version:
            raise ClusterError(f"this machine {self._version['failure']}")
        self.model: dict[str, bytes] = {}  # the files of a memory model, for workers that ask for them
        self._looked = self._heard = 0.0
        self._other_build = self._begun = False
        try:
            self._client = self._connect(address, local)
        except (OSError, ValueError, TimeoutError) as error:
            self.close()
            raise ClusterError(f"{address or 'the local cluster'}: cannot be reached: {error}") from error
        except BaseException:
            self.close()
            raise

    def _connect(self, address: str | None, local: int) -> Client:
        if address is None:
            self._cluster = LocalCluster(n_workers=0, threads_per_worker=1, dashboard_address="127.0.0.1:0",
                                         memory_limit=None, local_directory=str(self._folder), silence_logs=50,
                                         preload=[str(Path(__file__).with_name("deaf.py"))])
            self._cluster.scale(local)  # does not wait for those that die as they start
            return Client(self._cluster, set_as_default=False)
        if Path(address).is_file():
            return Client(scheduler_file=address, timeout=CONNECT_SECONDS, set_as_default=False)
        if not re.search(r":\d+$", address):
            raise ClusterError(f"{address}: is no file that a scheduler has written, and no address such as "
                               "tcp://HOST:8786")
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)

    def slots(self) -> int:
        return sum(self._slots.values())

    def look(self) -> None:
        """Who is there? Throws ClusterError if workers have another version of graphfuzz, SchedulerLost if nobody
        answers any more."""
        now = time.monotonic()
        if self._client.status == "running":
            self._heard = now
        elif now - self._heard > LOST_SECONDS or self._client.status == "closed":
            raise SchedulerLost("the scheduler does not answer any more")
        if self._client.status != "running" or now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        workers = self._client.scheduler_info().get("workers", {})
        there = {address: info["nthreads"] for address, info in workers.items()}
        for known in (self._slots, self._probes, self._useless):
            for address in [address for address in known if address not in there]:
                del known[address]
        for address, threads in there.items():
            if address not in self._slots and address not in self._useless:
                self._meet(address, threads)
        for key, sent in self._orders.items():
            if sent.to is not None and not self._slots.keys() & sent.to:
                self._finished.put(key)  # none of those who may is there any more

    def _meet(self, address: str, threads: int) -> None:
        if address not in self._probes:
            self._probes[address] = self._client.submit(worker.probe, self._tool, workers=[address], pure=False,
                                                        key=f"graphfuzz-probe-{uuid.uuid4().hex}", priority=1)
            return
        probe = self._probes[address]
        if probe.status not in ("finished", "error"):
            return
        self._probes.pop(address)
        finished = probe.status == "finished"
        found = probe.result() if finished else {"failure": f"cannot say what it has: {probe.exception()}"}
        if "failure" in found:
            self._useless[address] = found["failure"]
            return self._warn(f"the worker {address} {found['failure']}; it is given nothing to do")
        if found["version"] != self._version["version"]:
            here = self._version["version"]
            different = f"has {found['version']}, and here is {here}: all must have the same version"
            if not self._begun:
                raise ClusterError(f"the worker {address} {different}")
            self._useless[address] = different
            return self._warn(f"the worker {address} {different}; it is given nothing to do")
        if found["build"] != self._version["build"] and not self._other_build:
            self._other_build = True
            self._warn(f"note: the worker {address} has another build of {found['version']} than there is here")
        self._slots[address] = threads

    def wait(self, seconds: float) -> None:
        """For workers that are of use. Throws ClusterError if there are none."""
        deadline = time.monotonic() + seconds
        while not self._slots:
            self.look()
            if self._useless and not self._probes and not self._slots:
                raise ClusterError("no worker is of use: none of them has graphfuzz")
            if time.monotonic() > deadline:
                raise ClusterError(f"no workers have come within {seconds:g} s")
            time.sleep(0.05)
        self._begun = True

    def send(self, what: Any, order: dict[str, Any], do: Do = worker.work) -> None:
        """Has somebody carry out the order; `what` is given back with what came of it."""
        self._send(what, {**order, "tool": self._tool, "version": self._version["version"]},
                   list(self._slots) if self._useless else None, do)

    def _send(self, what: Any, order: dict[str, Any], to: list[str] | None, do: Do) -> None:
        key = f"graphfuzz-{do.__name__}-{uuid.uuid4().hex}"
        future = self._client.submit(do, order, key=key, pure=False, retries=0, workers=to,
                                     priority=int(do is not worker.work))
        self._orders[key] = Sent(what, order, future, to, do)
        future.add_done_callback(lambda done: self._finished.put(done.key))

    def answers(self, seconds: float) -> Iterator[tuple[Any, dict[str, Any] | None]]:
        """What has come back, waiting so long for the first. None: the order is lost, which is not its fault."""
        keys = []
        try:
            keys.append(self._finished.get(timeout=seconds))
            while len(keys) < MOST_AT_ONCE:
                keys.append(self._finished.get_nowait())
        except queue.Empty:
            pass
        taken = [self._orders.pop(key) for key in dict.fromkeys(keys) if key in self._orders]
        good = [sent.future for sent in taken if sent.future.status == "finished"]
        try:
            results = self._client.gather({future.key: future for future in good}, errors="skip") if good else {}
        except (OSError, CancelledError):  # the scheduler is lost, which is seen in time
            results = {}
        for sent in taken:
            answer = results.get(sent.future.key)
            if answer is not None and "needs" in answer:
                brought = _brought(sent.order, answer["needs"], self.model)
                self._send(sent.what, {**sent.order, **brought}, [answer["worker"]], sent.do)
            elif answer is not None and "unfit" in answer:
                yield sent.what, None
            elif sent.future.status == "error":
                yield sent.what, {"failure": _words(sent.future.exception())}
            else:
                yield sent.what, answer

    def here(self, order: dict[str, Any]) -> dict[str, Any]:
        """Puts a shard together on this machine."""
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            return worker.put_together(order, self._tool, folder)

    def forget(self) -> None:
        """Nobody waits for what is under way."""
        if self._orders and self._client.status == "running":
            self._client.cancel([sent.future for sent in self._orders.values()])
        self._orders.clear()

    def close(self) -> None:
        for part in (getattr(self, "_client", None), self._cluster):
            try:
                if part is not None:
                    part.close(timeout=5)
            except (OSError, TimeoutError):
                pass
        shutil.rmtree(self._folder, ignore_errors=True)
