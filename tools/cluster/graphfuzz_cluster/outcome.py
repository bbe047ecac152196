"""A campaign from its beginning to its end, and what `graphfuzz merge` is to be told of it."""

from __future__ import annotations

import dataclasses
import tempfile
from argparse import Namespace
from pathlib import Path

from .beginning import begin
from .campaign import Campaign
from .clock import Clock
from .crew import Crew
from .errors import ClusterError
from .graphs import Graphs
from .luggage import beside
from .options import warn, warn_no_report
from .results import Results


@dataclasses.dataclass
class Outcome:
    """`words`: of merge, on this campaign alone; empty if nothing is known for sure."""

    bugs: bool
    words: list[str]
    graphs: Graphs
    results: Results
    interrupted: bool = False
    trouble: ClusterError | None = None

    def tidy(self) -> None:
        self.graphs.tidy()

    def close(self) -> None:
        self.results.close()


def run(line: Namespace, tool: str, crew: Crew, apart: Path | None = None, before: list[list[str]] | None = None,
        what: str = "", page: list[str] | None = None) -> Outcome:
    """Of `line` what is about one campaign: with the units in `apart`, or from line.resume on. `before`: what merge was
    told of those before it, which stay on the page; `what`: which one it is; `page`: what else merge is told for
    pages. Throws ClusterError and OSError if it cannot begin."""
    kept = line.checkpoint or line.resume
    results = Results(tool, Path(kept) if kept else None, line.counting)
    try:
        with tempfile.TemporaryDirectory(dir=results.folder) as folder:
            begun = begin(apart or Path(folder, "units"), line, tool, crew, results)
        clock = Clock(begun.start, beside(results.kept, ".clock") if kept else None,
                      beside(Path(line.resume), ".clock") if line.resume else None)
        if not line.resume:
            clock.keep()  # in place of one that an earlier campaign has left there
        results.clock = clock
        if line.html:
            results.show([f"--html={line.html}", *line.made_by, *(page or [])], begun.luggage.options, before or [])
        campaign = Campaign(line, begun, crew, results, what)
        outcome = Outcome(False, [], begun.graphs, results)
        try:
            campaign.run()
        except KeyboardInterrupt:
            outcome.interrupted = True
        except ClusterError as error:
            outcome.trouble = error
        except OSError as error:
            outcome.trouble = ClusterError(str(error))
        outcome.bugs = campaign.bugs
        _put_together(outcome, campaign, [*clock.options(), *begun.luggage.options])
        return outcome
    except BaseException:
        results.close()
        raise


def _put_together(outcome: Outcome, campaign: Campaign, words: list[str]) -> None:
    try:
        numbers = outcome.graphs.numbers()
    except KeyboardInterrupt:
        outcome.interrupted = True
        return warn_no_report(campaign.bugs)
    except (ClusterError, OSError) as error:  # there is no report, then
        if outcome.trouble:
            warn(str(outcome.trouble))
        known = isinstance(error, ClusterError)
        outcome.trouble = error if known else ClusterError(f"what was found cannot be told: {error}")
        return
    outcome.trouble = outcome.trouble or outcome.results.trouble
    words = [str(outcome.results.kept), *numbers, *words]
    words += ["--lost", campaign.lost] if campaign.lost else []
    words += ["--graphs-lost", outcome.graphs.lost] if outcome.graphs.lost else []
    outcome.words = words + ["--interrupted"] * (outcome.interrupted or outcome.trouble is not None)
