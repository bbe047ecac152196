"""What graphfuzz-cluster does, from its command line to the exit code."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from .beginning import begin
from .campaign import Campaign
from .clock import Clock
from .crew import Crew
from .errors import ClusterError, SchedulerLost
from .luggage import beside
from .options import warn
from .results import Results


def _check_outputs(line: Namespace) -> None:
    """Not to be found out when all is done."""
    for name in (line.json, line.html, line.curve, line.junit, line.checkpoint, line.log):
        folder = Path(name or "-").absolute().parent
        if not os.access(folder, os.W_OK | os.X_OK):
            raise ClusterError(f"{name}: cannot be written: {folder} is no folder that one can write to")


def run(line: Namespace, tool: str) -> int:
    """The exit code."""
    _check_outputs(line)
    kept = line.checkpoint or line.resume
    results = Results(tool, Path(kept) if kept else None, line.counting)
    crew = None
    try:
        crew = Crew(line.scheduler, line.local, tool, warn)
        crew.wait(line.wait)
        begun = begin(line, tool, crew, results)
        clock = Clock(begun.start, beside(results.kept, ".clock") if kept else None,
                      beside(Path(line.resume), ".clock") if line.resume else None)
        results.clock = clock
        campaign, graphs, model = Campaign(line, begun, crew, results), begun.graphs, begun.luggage.options
        if line.html:
            results.show([f"--html={line.html}", *line.made_by, *model])
        trouble: ClusterError | None = None
        interrupted = False
        try:
            campaign.run()
        except KeyboardInterrupt:
            interrupted = True
        except ClusterError as error:
            trouble = error
        except OSError as error:
            trouble = ClusterError(str(error))
        code = 1 if campaign.bugs else 4
        time_taken = clock.options()
        try:
            numbers = graphs.numbers()
            code = results.finish([*line.report, *line.made_by, *time_taken, *model], numbers, campaign.lost, graphs.lost,
                                  interrupted or trouble is not None)
            graphs.tidy()
        except KeyboardInterrupt:
            interrupted = True
            warn("interrupted: there is no report" + ("; bugs were found" if campaign.bugs else ""))
        except (ClusterError, OSError) as error:  # there is no report, then
            if trouble:
                warn(str(trouble))
            known = isinstance(error, ClusterError)
            trouble = error if known else ClusterError(f"what was found cannot be told: {error}")
        if (interrupted or trouble) and kept:
            warn(f"what there is to do is kept: graphfuzz-cluster --resume {kept}")
        if trouble:
            warn(str(trouble))
            return 3 if isinstance(trouble, SchedulerLost) else trouble.code
        return code
    finally:
        if crew:
            crew.close()
        results.close()
