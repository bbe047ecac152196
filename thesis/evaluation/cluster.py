"""Runs on many machines, by Dask distributed (Debian's python3-distributed), whose scheduler finds a worker for each, and
another one where a worker dies.

The workers see the same folders as we do (the executable, the programs), as is usual on clusters; Python code they are
sent. What comes back is stored here, so that an evaluation which is stopped goes on, here or there.
"""

import sys

import run_graphfuzz

from .tool import ToolError


class Cluster:
    """A connection to the scheduler at `address`, or, if that is None, to one of our own with `workers` workers here."""

    def __init__(self, address, workers):
        try:
            import distributed  # only where it is wanted  # pylint: disable=import-outside-toplevel
        except ImportError as error:
            raise ToolError(f"--scheduler and --local need Dask distributed, which {sys.executable} has not (Debian's package "
                            f"python3-distributed, for /usr/bin/python3): {error}") from error
        self._distributed = distributed
        # Processes with one thread each: a run is a process that keeps a core busy.
        self._own = None if address else distributed.LocalCluster(n_workers=workers, threads_per_worker=1,
                                                                  dashboard_address=None)
        try:
            self._client = distributed.Client(address or self._own, timeout="20s")
        except (OSError, ValueError) as error:
            raise ToolError(f"--scheduler {address}: {error}") from error
        self._client.upload_file(run_graphfuzz.__file__)

    def answers(self, tasks):
        """Pairs of a run and what `run_graphfuzz.run` returned, as they come. `tasks`: by run, what it takes."""
        if not tasks:
            return
        runs = list(tasks)
        futures = self._client.map(run_graphfuzz.run, list(tasks.values()), pure=False)
        of = dict(zip(futures, runs))
        try:
            for future in self._distributed.as_completed(futures):
                error = future.exception() if future.status == "error" else None
                yield of[future], {"failure": f"on the cluster: {error}"} if error else future.result()
        finally:
            self._client.cancel(futures)

    def close(self):
        self._client.close()
        if self._own:
            self._own.close()
