"""What the evaluation is to show, each as a row with what was measured and a plain yes or no."""

from dataclasses import dataclass

from . import measures, significance, statistics
from .published import FIRST_BUG

YES, NO, UNKNOWN = "yes", "no", "not measured"

# "mix" draws from the three cuts, so that it counts as one of ours.
CUTS = ["revisit", "minimal", "maximal", "mix"]

LONG_RACE_BOUND = 9  # its number of graphs
RF_PAIR_EXECUTIONS = 1000
BUG_PROGRAMS = ["mp", "P1", "reorder_10"]


@dataclass(frozen=True)
class Claim:
    claim: str
    program: str
    wanted: str
    measured: str
    holds: str


COLUMNS = ["claim", "program", "wanted", "measured", "holds"]


@dataclass(frozen=True)
class Evidence:
    """What claims are judged by. `results`: all fuzzing runs; `rows`: their raw rows, in the same order."""
    programs: list
    results: list
    rows: list
    exhaustive: list
    sizes: dict
    counts: list

    def of(self, program, strategy, limit=None):
        return [row for row in self.rows if row["program"] == program and row["strategy"] == strategy
                and (row["limit"] == str(limit) if limit else True)]


def _verdict(holds):
    return YES if holds else NO


def _one_graph_each(evidence):
    """At every point of every curve of `optimal`, as many graphs as executions, or the whole set."""
    claim = "optimal: every execution is a new graph, until all are found"
    for program in evidence.programs:
        if program.name not in evidence.sizes:
            continue
        size = evidence.sizes[program.name][0]
        # A run that ends by time or by exhaustion is judged by the same rule.
        ratios = [unique / min(executions, size) for result in evidence.results
                  if result.run.program is program and result.run.strategy == "optimal"
                  for executions, unique in [*result.curve, (result.data["executions"], result.data["graphs"])]
                  if executions > 0]
        rows = evidence.of(program.name, "optimal")
        yield Claim(claim, program.name, "1.0",
                    f"{min(ratios):.4g} at the worst point of {len(rows)} runs{_of_complete(rows, size)}" if ratios else "-",
                    _verdict(min(ratios) == 1 == max(ratios)) if ratios else UNKNOWN)


def _of_complete(rows, size):
    """A note where executions ended without a graph: what the yield is when these are left out."""
    pairs = [(row["graphs"], row["executions"] - row["blocked"] - row["truncated"]) for row in rows]
    if all(complete == row["executions"] for (_, complete), row in zip(pairs, rows)):
        return ""
    worst = min(graphs / min(complete, size) for graphs, complete in pairs if complete > 0)
    share = max(1 - complete / row["executions"] for (_, complete), row in zip(pairs, rows))
    return f"; up to {share:.0%} of executions blocked or truncated, {worst:.4g} at the ends of the runs without these"


def families(evidence):
    """What strategies are compared by on litmus tests: `optimal`, whose claims these are, and the baseline `random`, with
    all others."""
    longest = evidence.counts[-1]
    bugs, graphs = {}, {}
    has_bug = {program.name for program in evidence.programs if program.has_bug()}
    for row in evidence.rows:
        if row["limit"] == str(longest):
            of = row["program"], row["strategy"]
            graphs.setdefault(of, []).append(row["graphs"])
            if row["program"] in has_bug:
                bugs.setdefault(of, []).append(measures.never(row["bug_execution"]))
    pairs = significance.against_references("optimal", "random")
    return [significance.Family("litmus bugs", "executions to the first bug", bugs, pairs),
            significance.Family("litmus graphs", f"unique graphs after {longest:,} executions", graphs, pairs,
                                less_is_better=False)]


def _bug_executions(evidence, program, strategy):
    rows = evidence.of(program, strategy, evidence.counts[-1])
    return [measures.never(row["bug_execution"]) for row in rows]


def _count(value):
    return "never" if value == float("inf") else f"{value:,.6g}"


def _long_race(evidence):
    found = _bug_executions(evidence, "long-race", "optimal")
    yield Claim("optimal: finds the bug of long-race", "long-race", f"within {LONG_RACE_BOUND} executions, always",
                f"latest of {len(found)} runs: {_count(max(found))}" if found else "-",
                _verdict(max(found) <= LONG_RACE_BOUND) if found else UNKNOWN)


def _first_bugs(evidence, comparisons):
    compared = {(one.program, one.against): one for one in comparisons if one.strategy == "optimal"}
    for name in BUG_PROGRAMS:
        found = _bug_executions(evidence, name, "optimal")
        ours = statistics.median(found) if found else None
        wanted = FIRST_BUG[name].guided
        measured = f"median of {len(found)} runs: {_count(ours)}" if found else "-"
        yield Claim("optimal: first bug sooner than published", name, f"fewer than {wanted} executions", measured,
                    _verdict(ours < wanted) if found else UNKNOWN)
        medians = {cut: statistics.median(runs) for cut in CUTS if (runs := _bug_executions(evidence, name, cut))}
        best = min(medians, key=medians.get, default=None)
        if (name, best) in compared:
            one = compared[name, best]
            measured += f"; against {best}: {one.verdict()}, A12 {one.better:.2f}, p {one.adjusted:.2g}"
        yield Claim("optimal: first bug sooner than with our best cut", name,
                    f"fewer than {_count(medians[best])} executions ({best})" if best else "-", measured,
                    _verdict(ours < medians[best]) if found and best else UNKNOWN)


def _pairs(evidence, program, strategy, limit):
    rows = evidence.of(program, strategy, limit)
    values = [row["rf_pairs"] for row in rows if row["rf_pairs"] is not None]
    return statistics.median(values) if values else None


def _rf_pairs(evidence):
    limit = RF_PAIR_EXECUTIONS
    for program in evidence.programs:
        ours = _pairs(evidence, program.name, "optimal", limit)
        by_cut = {cut: pairs for cut in CUTS if (pairs := _pairs(evidence, program.name, cut, limit)) is not None}
        best = max(by_cut, key=by_cut.get, default=None)
        yield Claim(f"optimal: rf pairs after {limit:,} executions at least those of the best cut", program.name,
                    f"at least {_count(by_cut[best])} ({best})" if best else "-",
                    f"median {_count(ours)}" if ours is not None else "-",
                    _verdict(ours >= by_cut[best]) if ours is not None and best else UNKNOWN)


def _soundness(evidence):
    """Checks of the evaluation itself; unlike the others, they leave out what has no data."""
    exhaustive = {result.run.program.name: result.data["graphs"] for result in evidence.exhaustive
                  if result.data and result.data.get("complete")}
    for program in evidence.programs:
        if program.expected is not None and program.name in exhaustive:
            yield Claim("the exhaustive count is the one worked out by hand", program.name, f"{program.expected:,}",
                        f"{exhaustive[program.name]:,}", _verdict(exhaustive[program.name] == program.expected))
    for program in evidence.programs:
        rows = [row for row in evidence.rows if row["program"] == program.name]
        if rows and program.name in evidence.sizes:
            size, most = evidence.sizes[program.name][0], max(row["graphs"] for row in rows)
            yield Claim("no strategy finds more graphs than there are", program.name, f"at most {size:,}", f"{most:,}",
                        _verdict(most <= size))
    with_gini = [row for row in evidence.rows if row["gini"] is not None and row["graphs"] > 0]
    if with_gini:
        beyond = [row for row in with_gini if not -1e-9 <= row["gini"] <= 1e-9 + statistics.greatest_gini(
            max(row["executions"], row["graphs"]), row["graphs"])]
        yield Claim("Gini coefficients are possible for these executions and graphs", "all", "0 runs beyond",
                    f"{len(beyond)} of {len(with_gini)} runs", _verdict(not beyond))


def judge(evidence, comparisons):
    """All claims about the programs of this evaluation; those named by the task even if they were not run. `comparisons`:
    of the first family."""
    return [*_long_race(evidence), *_first_bugs(evidence, comparisons), *_one_graph_each(evidence), *_rf_pairs(evidence),
            *_soundness(evidence)]


def all_hold(claims):
    return all(claim.holds == YES for claim in claims)
