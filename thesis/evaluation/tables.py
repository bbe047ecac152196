"""Tables for people, in Markdown and LaTeX, made from the summary rows."""

from dataclasses import dataclass

from . import claims as claims_module
from .published import FIRST_BUG, GRAPHS


@dataclass(frozen=True)
class Table:
    """All cells are text; the first column is left-aligned, and so are those listed in `wide`, which may wrap."""
    name: str
    caption: str
    columns: list
    rows: list
    wide: tuple = ()
    long: bool = False  # goes on on the next page
    widths: tuple = ()  # of the columns in `wide`, in LaTeX, as parts of a line

    def markdown(self):
        marks = [":--" if self._is_left(column) else "--:" for column in range(len(self.columns))]
        lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
                 for row in [self.columns, marks, *self.rows]]
        return f"### {self.caption}\n\n" + "\n".join(lines) + "\n"

    def latex(self):
        width = 0.14 if len(self.columns) > 6 else 0.85 / (len(self.wide) + 1)
        widths = dict(zip(self.wide, self.widths or [width] * len(self.wide)))
        kinds = "".join(f">{{\\raggedright\\arraybackslash}}p{{{widths[column]:.2f}\\linewidth}}" if column in self.wide
                        else "l" if column == 0 else "r" for column in range(len(self.columns)))
        lines = [" & ".join(map(_tex, row)) + " \\\\" for row in [self.columns, *self.rows]]
        if self.long:
            head = f"\\hline\n{lines[0]}\n\\hline\n"
            return ("{\\scriptsize\\setlength{\\tabcolsep}{3pt}\\setlength{\\LTcapwidth}{\\linewidth}\n"
                    f"\\begin{{longtable}}{{{kinds}}}\n\\caption{{{_tex(self.caption)}}}\\label{{tab:{self.name}}}\\\\\n"
                    f"{head}\\endfirsthead\n{head}\\endhead\n" + "\n".join(lines[1:]) + "\n\\hline\n\\end{longtable}}\n")
        body = "\n".join([lines[0], "\\hline", *lines[1:]])
        return (f"\\begin{{table}}[htbp]\n\\centering\\scriptsize\\setlength{{\\tabcolsep}}{{3pt}}\n"
                f"\\caption{{{_tex(self.caption)}}}\n"
                f"\\label{{tab:{self.name}}}\n\\begin{{tabular}}{{{kinds}}}\n\\hline\n{body}\n\\hline\n"
                "\\end{tabular}\n\\end{table}\n")

    def _is_left(self, column):
        return column == 0 or column in self.wide


def _tex(text):
    for plain, escaped in (("\\", "\\textbackslash{}"), ("_", "\\_"), ("%", "\\%"), ("&", "\\&"), ("#", "\\#"),
                           ("<", "$<$"), (">", "$>$")):
        text = text.replace(plain, escaped)
    return text


def number(value):
    """For people: None is a dash, large numbers have separators, small ones three or four digits."""
    if value is None or value == "":
        return "–"
    if abs(value) >= 1000 or float(value).is_integer():
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 100 else f"{value:.3g}"


def _by_strategy(name, caption, summaries, strategies, cell, keep=lambda row: True):
    """Programs down, strategies across. None if there is nothing to show."""
    cells = {(row["program"], row["strategy"]): row for row in summaries if keep(row)}
    programs = list(dict.fromkeys(program for program, _ in cells))
    rows = [[program, *(cell(cells[program, strategy]) if (program, strategy) in cells else "–"
                        for strategy in strategies)] for program in programs]
    return Table(name, caption, ["program", *strategies], rows) if rows else None


def _graphs(summaries, strategies, limit, counts):
    def cell(row):
        if row[f"seeds_{limit}"] == 0 and f"graphs_{limit}_median" not in row:
            return "–"
        size = row["set_size"]
        all_found = size is not None and row[f"graphs_{limit}_min"] == size
        return number(row[f"graphs_{limit}_median"]) + (" all" if all_found else "")
    after = f"{int(limit):,} executions" if limit in map(str, counts) else limit.replace("s", " s")
    return _by_strategy(f"graphs-{limit.replace('.', '_')}", f"Unique graphs after {after}, medians; "
                        "“all”: every run found the whole set", summaries, strategies, cell)


def _bugs(summaries, strategies):
    def cell(row):
        if row["bug_never"] == row["bug_runs"]:
            return "never"
        middle = row["bug_executions_median"]
        text = f"{'never' if middle is None else number(middle)} ({number(row['bug_executions_mean'])})"
        return text + (f" †{row['bug_never']}" if row["bug_never"] else "")
    budget = max((row["bug_limit"] for row in summaries), default=0)
    return _by_strategy("bugs", f"Executions to the first bug: median (mean of the runs that found it), †k: k runs "
                        f"never did; runs end after {budget:,} executions", summaries, strategies, cell, lambda row: row["has_bug"])


def _bug_times(summaries, strategies):
    def cell(row):
        middle = row["bug_seconds_median"]
        return "never" if middle is None else number(1000 * middle)
    return _by_strategy("bug-times", "Milliseconds to the first bug, medians", summaries, strategies, cell,
                        lambda row: row["has_bug"])


def _plain(name, caption, column, summaries, strategies):
    return _by_strategy(name, caption, summaries, strategies, lambda row: number(row.get(column)),
                        lambda row: row.get(column) is not None)


def _published_bugs(summaries, strategies):
    cells = {(row["program"], row["strategy"]): row for row in summaries}
    columns = ["program", "tester", "fuzzer", *strategies, "what differs"]
    rows = []
    for figure in FIRST_BUG.values():
        ours = []
        for strategy in strategies:
            row = cells.get((figure.program, strategy))
            mean = number(row.get("bug_executions_mean")) if row else "–"
            ours.append(f"{mean} ({row['bug_never']} never)" if row and row["bug_never"] else mean)
        rows.append([figure.program, "never" if figure.baseline is None else number(figure.baseline),
                     number(figure.guided), *ours, figure.differs])
    return Table("published-bugs", "Executions to the first bug, means: published (tester: random, fuzzer: guided) and "
                 "ours (all others)", columns, rows,
                 wide=(len(columns) - 1,))


def _published_graphs(summaries, counts):
    """By what factor the best guided search has more unique graphs than the random one: theirs and ours."""
    limit = 10000 if 10000 in counts else counts[-1]
    cells = {(row["program"], row["strategy"]): row.get(f"graphs_{limit}_median") for row in summaries}
    rows = []
    for figure in GRAPHS:
        best = max(figure.guided.values())
        guided = {strategy: graphs for (program, strategy), graphs in cells.items()
                  if program == figure.ours and strategy != "random" and graphs}
        baseline = cells.get((figure.ours, "random"))
        champion = max(guided, key=guided.get, default=None)
        ours = [number(baseline), f"{number(guided[champion])} ({champion})" if champion else "–",
                f"{guided[champion] / baseline:.2f}" if champion and baseline else "–"]
        rows.append([f"{figure.program} ({figure.tool})", number(figure.baseline), number(best),
                     f"{best / figure.baseline:.2f}", figure.ours or "–", *ours, figure.differs])
    columns = ["published program", "random", "best", "gain", "ours", "random", "best", "gain", "what differs"]
    return Table("published-graphs", f"Unique graphs, published (C11Tester: 10,000 iterations; GenMC: the number is not "
                 f"stated) and then ours after {limit:,} executions: compare the gains, not the counts", columns, rows,
                 wide=(len(columns) - 1,))


def _claims(claims):
    rows = [[claim.claim, claim.program, claim.wanted, claim.measured, claim.holds] for claim in claims]
    return Table("claims", "Claims, one by one", claims_module.COLUMNS, rows, wide=(1, 2, 3))


def _claims_summary(claims):
    rows = []
    for text in dict.fromkeys(claim.claim for claim in claims):
        same = [claim for claim in claims if claim.claim == text]
        counts = [sum(claim.holds == verdict for claim in same)
                  for verdict in (claims_module.YES, claims_module.NO, claims_module.UNKNOWN)]
        failing = [claim.program for claim in same if claim.holds == claims_module.NO]
        rows.append([text, *map(str, counts), ", ".join(failing) or "–"])
    return Table("claims-summary", "Claims: for how many programs each holds",
                 ["claim", "yes", "no", "not measured", "not for"], rows, wide=(0, 4))


def parameters(options, numbers, noise):
    """What the text says about the runs, as TeX macros. `numbers`: what it says of their results. `noise`: a warning."""
    values = {"seeds": options.seeds, "limits": ", ".join(map(str, options.executions)), "longest": options.executions[-1],
              "timelimit": f"{options.seconds:g}", "timeseeds": options.time_seeds, "noise": noise, **numbers}
    return "".join(f"\\def\\{name}{{{_tex(str(value))}}}\n" for name, value in values.items())


def make(summaries, strategies, counts, time_limit, claims):
    """All tables that have something to show, in the order of the report."""
    longest = counts[-1]
    limits = [*map(str, counts), *([time_limit] if time_limit else [])]
    pairs_at = claims_module.RF_PAIR_EXECUTIONS if claims_module.RF_PAIR_EXECUTIONS in counts else counts[0]
    tables = [_claims_summary(claims), _claims(claims), _published_bugs(summaries, strategies),
              _published_graphs(summaries, counts), *(_graphs(summaries, strategies, limit, counts) for limit in limits),
              _plain("share", f"Share of the exhaustive set found after {longest:,} executions, medians",
                     f"share_{longest}_median", summaries, strategies),
              _bugs(summaries, strategies), _bug_times(summaries, strategies),
              _plain("gini", f"Evenness: Gini coefficient of how often each graph was seen in {longest:,} executions, "
                     "medians; 0 is perfectly even", f"gini_{longest}_median", summaries, strategies),
              _plain("rf-pairs", f"Distinct rf pairs after {pairs_at:,} executions, medians",
                     f"rf_pairs_{pairs_at}_median", summaries, strategies),
              _plain("speed", "Executions per second, medians", "executions_per_second_median", summaries, strategies),
              _plain("overhead", "Overhead: time per execution, as a multiple of random's", "overhead", summaries,
                     strategies)]
    return [table for table in tables if table is not None]
