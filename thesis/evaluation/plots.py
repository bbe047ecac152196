"""Plots by gnuplot, as SVG and PDF. Data and scripts stay in the folder, so that a plot can be redrawn by hand."""

import bisect
import shutil
import subprocess

from . import statistics

# Okabe and Ito (2008): told apart with any colour vision. Line styles differ as well.
COLOURS = ["#000000", "#E69F00", "#56B4E9", "#009E73", "#CC79A7", "#D55E00", "#0072B2"]
DASHES = [1, 2, 3, 4, 5, 1, 2]

# With the width in pixels and in centimetres.
TERMINALS = {"svg": "svg size {0:.0f},480 enhanced font 'sans,13' background '#ffffff'",
             "pdfcairo": "pdfcairo size {1:.1f}cm,10cm enhanced font 'sans,11'"}
SUFFIX = {"svg": "svg", "pdfcairo": "pdf"}


def available_terminals():
    """Those of ours that this machine's gnuplot has; none if there is no gnuplot."""
    if not shutil.which("gnuplot"):
        return []
    answer = subprocess.run(["gnuplot", "-e", "set terminal"], capture_output=True, text=True, check=False)
    words = (answer.stdout + answer.stderr).split()
    return [terminal for terminal in TERMINALS if terminal in words]


def _quoted(text):
    """A single-quoted string in which nothing is mark-up."""
    for special in "\\_^{}@&~":
        text = text.replace(special, "\\" + special)
    return "'" + text.replace("'", "''") + "'"


def curve_statistics(curves, points=60):
    """[(executions, q1, median, q3)] of several curves [[executions, unique], ...] at common places.

    Between two points a curve is at its earlier one; beyond its end it stays there (a search that ended has found all
    it will).
    """
    places = sorted({x for curve in curves for x, _ in curve})
    if len(places) > points:
        places = sorted({places[round(i * (len(places) - 1) / (points - 1))] for i in range(points)})
    abscissas = [[x for x, _ in curve] for curve in curves]
    table = []
    for place in places:
        values = []
        for curve, abscissa in zip(curves, abscissas):
            index = bisect.bisect_right(abscissa, place) - 1
            values.append(curve[index][1] if index >= 0 else 0)
        table.append((place, *(statistics.quantile(values, q) for q in (0.25, 0.5, 0.75))))
    return table


class Plotter:
    """Writes into `folder`, with a note before every title; `run` draws what was asked for."""

    def __init__(self, folder, strategies, note=""):
        self._folder = folder
        self._note = note
        self._strategies = strategies
        self._scripts = []
        (folder / "data").mkdir(parents=True, exist_ok=True)

    def _data(self, name, rows):
        path = self._folder / "data" / f"{name}.dat"
        path.write_text("\n".join(" ".join(str(cell) for cell in row) for row in rows) + "\n")
        return f"'data/{path.name}'"

    def _style(self, strategy):
        index = self._strategies.index(strategy) % len(COLOURS)
        return COLOURS[index], DASHES[index]

    def curves(self, program, by_strategy, size):
        """`by_strategy`: strategy -> list of curves; `size`: of the whole set, or None."""
        bands, lines = [], []
        for strategy, curves in by_strategy.items():
            data = self._data(f"curve-{program}-{strategy}", curve_statistics(curves))
            colour, dash = self._style(strategy)
            bands.append(f"{data} using 1:2:4 with filledcurves fillcolor '{colour}' fillstyle transparent solid 0.15 "
                         "noborder notitle")
            lines.append(f"{data} using 1:3 with lines linecolor '{colour}' linewidth 2 dashtype {dash} "
                         f"title {_quoted(strategy)}")
        highest = max(curve[-1][1] for curves in by_strategy.values() for curve in curves)
        if size and size <= 2 * highest:  # a far greater set would press the curves to the ground
            lines.append(f"{size} with lines linecolor '#888888' dashtype 3 title {_quoted('all there are')}")
        self._scripts.append((f"curve-{program}", 1, [
            f"set title {_quoted(self._note + program + ': unique graphs, median and quartiles of the seeds')}",
            "set xlabel 'executions'", "set ylabel 'unique graphs'", "set logscale x",
            f"set yrange [0:{1.1 * highest}]", "set key left top", "set format x '10^{%T}'", "plot " + ", ".join(bands + lines)]))

    def bars(self, name, title, label, values, extra=()):
        """Groups of bars. `values`: program -> strategy -> (value, low, high) or None."""
        plots = []
        width = 0.8 / len(self._strategies)
        for index, strategy in enumerate(self._strategies):
            rows = [(place + (index - (len(self._strategies) - 1) / 2) * width, *cells[strategy])
                    for place, cells in enumerate(values.values()) if cells.get(strategy)]
            if not rows:
                continue
            data = self._data(f"{name}-{strategy}", rows)
            colour = self._style(strategy)[0]
            plots += [f"{data} using 1:2:({0.9 * width}) with boxes fillcolor '{colour}' linecolor '{colour}' "
                      f"title {_quoted(strategy)}",
                      f"{data} using 1:3:(0):($4-$3) with vectors nohead linecolor '#666666' notitle"]
        if not plots:
            return
        tics = ", ".join(f"{_quoted(program)} {place}" for place, program in enumerate(values))
        # As wide as the groups need.
        self._scripts.append((name, max(1, len(values) / 12), [
            f"set title {_quoted(self._note + title)}", f"set ylabel {_quoted(label)}", "set style fill solid 0.9 noborder",
            f"set xrange [-0.6:{len(values) - 0.4}]", f"set xtics rotate by -40 nomirror font ',9' ({tics})",
            "set key above", *extra, "plot " + ", ".join(plots)]))

    def run(self, terminals):
        """Draws with each terminal; returns the files and the complaints of gnuplot."""
        files, complaints = [], []
        for name, width, lines in self._scripts:
            outputs = [(terminal, f"{name}.{SUFFIX[terminal]}") for terminal in terminals]
            script = ["set encoding utf8", "set grid ytics linecolor '#dddddd'", *lines[:-1]]
            for terminal, output in outputs or [("svg", f"{name}.svg")]:
                script += [f"set terminal {TERMINALS[terminal].format(760 * width, 16 * width)}",
                           f"set output {_quoted_path(output)}", lines[-1]]
            path = self._folder / "data" / f"{name}.gp"
            path.write_text("\n".join([*script, "unset output"]) + "\n")
            if not outputs:
                continue
            drawn = subprocess.run(["gnuplot", f"data/{path.name}"], cwd=self._folder, capture_output=True, text=True,
                                   check=False)
            if drawn.returncode != 0:
                complaints.append(f"{name}: {drawn.stderr.strip()}")
            files += [self._folder / output for _, output in outputs]
        return files, complaints


def _quoted_path(path):
    return "'" + path.replace("'", "''") + "'"


def _measured(summaries, cell):
    values = {}
    for row in summaries:
        values.setdefault(row["program"], {})[row["strategy"]] = cell(row)
    return values


def draw(folder, summaries, results, strategies, sizes, longest, note=""):
    """All plots. `results`: the fuzzing runs that are as long as `longest` executions. `note`: before every title. Returns
    what `run` returns."""
    plotter = Plotter(folder, strategies, note)
    curves = {}
    for result in results:
        if result.run.limit == longest and result.curve:
            by_strategy = curves.setdefault(result.run.program.name, {})
            by_strategy.setdefault(result.run.strategy, []).append(result.curve)
    for program, by_strategy in curves.items():
        plotter.curves(program, by_strategy, sizes.get(program, (None,))[0])

    def first_bug(row):
        middle = row["bug_executions_median"]
        return None if middle is None else (middle, row["bug_executions_min"], row["bug_executions_max"])
    bugs = _measured([row for row in summaries if row["has_bug"]], first_bug)
    telling = {program: cells for program, cells in bugs.items()
               if any(cells.values()) and any(cell is None or cell[0] > 2 for cell in cells.values())}
    plotter.bars("first-bug", "Executions to the first bug: median, least and greatest", "executions", telling,
                 ["set logscale y", "set yrange [0.8:*]", "set xlabel 'no bar: half of the runs or more did not find it; "
                  "left out: bugs that all find at once, or none finds'"])

    def share(row):
        size = row["set_size"]
        return tuple(row[f"graphs_{longest}_{name}"] / size for name in ("median", "min", "max"))
    shares = _measured([row for row in summaries if row["set_size"]], share)
    telling = {program: cells for program, cells in shares.items()
               if min(median for median, _, _ in cells.values()) < 1 and max(cell[0] for cell in cells.values()) >= 0.01}
    plotter.bars("share", f"Share of the exhaustive set found after {longest:,} executions: median, least, greatest",
                 "share", telling, ["set yrange [0:1.05]", "set xlabel 'left out: programs of which all strategies find "
                                    "all, or none a hundredth'"])
    return plotter.run(available_terminals())
