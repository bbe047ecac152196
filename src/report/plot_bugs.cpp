// Plots: how many executions it took to the first bug.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "report/plot_style.hpp"
#include "report/plot_subjects.hpp"

namespace graphfuzz {
namespace {

constexpr double kNeverFound = std::numeric_limits<double>::infinity();

/// What one strategy needs on one test.
struct BugBar {
  Estimate estimate;
  std::size_t strategy = 0;
  std::size_t found = 0, runs = 0;
};

BugBar bar_of(const PlotSample& sample) {
  BugBar bar{{}, sample.strategy, 0, sample.runs.size()};
  std::vector<double> firsts;
  for (const PlottedRun* run : sample.runs) {
    firsts.push_back(run->first_bug ? static_cast<double>(*run->first_bug) : kNeverFound);
    bar.found += run->first_bug.has_value();
  }
  bar.estimate = estimate_median(std::move(firsts));
  return bar;
}

/// A run that ended without the bug before another found it: it is not known that it would have been later.
std::optional<std::string> early_end(const PlotPanel& panel) {
  std::uint64_t latest = 0, earliest = std::numeric_limits<std::uint64_t>::max();
  for (const PlotSample& sample : panel.samples) {
    for (const PlottedRun* run : sample.runs) {
      if (run->first_bug) {
        latest = std::max(latest, *run->first_bug);
      } else if (!run->complete) {
        earliest = std::min(earliest, run->executions);
      }
    }
  }
  if (earliest >= latest) return std::nullopt;
  return fmt::format(
      "{}: a run that ended without the bug after {} executions counts as later than one that found it "
      "after {}",
      panel.test, earliest, latest);
}

/// The greatest and the least number in the bars; 0 if there is none.
std::pair<double, double> range_of(const std::vector<BugBar>& bars) {
  double least = kNeverFound, greatest = 0;
  for (const BugBar& bar : bars) {
    for (const double value : {bar.estimate.low, bar.estimate.median, bar.estimate.high}) {
      if (std::isinf(value)) continue;
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
  }
  return {least, greatest};
}

/// Rows of gnuplot's data under a name, and what draws them: nothing if there are none, of which gnuplot complains.
void add_block(std::string& data, std::string& parts, const std::string& name, const std::string& columns,
               const std::string& rows, const std::string& part) {
  if (rows.empty()) return;
  data += fmt::format("{} << EOD\n# {}\n{}EOD\n", name, columns, rows);
  parts += fmt::format("{}{} {}", parts.empty() ? "" : ", \\\n  ", name, part);
}

/// A panel. Infinite numbers are NaN, which gnuplot does not draw.
std::string draw_bars(const PlotGroups& groups, std::size_t number, const std::vector<BugBar>& bars, PlotAxis wanted,
                      std::string& data) {
  const auto [least, greatest] = range_of(bars);
  const bool logarithmic = is_logarithmic(wanted, greatest > kPlotFarApart * least);
  const double base = logarithmic ? 0.7 : 0;
  const double top = std::max(1.0, (logarithmic ? 4 : 1.3) * greatest);
  const auto finite = [](double value) { return std::isinf(value) ? "NaN" : fmt::format("{:.12g}", value); };
  std::string parts, tics, ends, open, missing;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const BugBar& bar = bars[i];
    const Estimate& one = bar.estimate;
    tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", gnuplot_quoted(groups.strategies[bar.strategy]), i);
    add_block(data, parts, fmt::format("$bar{}_{}", number, bar.strategy),
              "place, median, low, high, runs that found it, of how many",
              fmt::format("{} {} {} {} {} {}\n", i, finite(one.median), finite(one.low), finite(one.high), bar.found,
                          bar.runs),
              fmt::format("using 1:2:(0.7) with boxes {} notitle", gnuplot_fill(bar.strategy)));
    if (bar.runs > 1 && !std::isinf(one.low)) {
      (std::isinf(one.high) ? open : ends) +=
          fmt::format("{} {:.12g} {:.12g}\n", i, one.low, std::isinf(one.high) ? top : one.high);
    }
    if (bar.found < bar.runs) missing += fmt::format("{} {:.12g} {}/{}\n", i, base, bar.found, bar.runs);
  }
  const std::string line = "linecolor '#000000' linewidth 1.2 notitle";
  add_block(data, parts, fmt::format("$closed{}", number), "place, low, high", ends,
            "using 1:2:(0):($3-$2) with vectors heads size screen 0.006,90 " + line);
  add_block(data, parts, fmt::format("$open{}", number), "place, low, top of the figure", open,
            "using 1:2:(0):($3-$2) with vectors head filled size screen 0.012,20 " + line);
  add_block(data, parts, fmt::format("$missing{}", number), "place, height, runs that found it", missing,
            "using 1:2:3 with labels center offset 0,0.6 font ',7' notitle");
  return fmt::format("set title {}\nset ylabel 'executions to the first bug'\nset xrange [-0.7:{}]\n",
                     gnuplot_quoted(groups.panels[number].test), static_cast<double>(bars.size()) - 0.3) +
         gnuplot_axis('y', logarithmic) +
         fmt::format("set yrange [{:.12g}:{:.12g}]\nset xtics rotate by -35 nomirror scale 0 ({})\nplot {}\n", base,
                     top, tics, parts);
}

}  // namespace

Plot plot_bugs(const PlotGroups& groups, const PlotOptions& options) {
  std::vector<Estimate> estimates;
  std::vector<std::size_t> runs;
  std::vector<std::vector<BugBar>> bars;
  std::vector<std::string> early, panels;
  bool some_never = false, some_bug = false;
  for (const PlotPanel& panel : groups.panels) {
    std::vector<BugBar>& row = bars.emplace_back();
    for (const PlotSample& sample : panel.samples) {
      const BugBar bar = row.emplace_back(bar_of(sample));
      estimates.push_back(bar.estimate);
      runs.push_back(bar.runs);
      some_never |= bar.found < bar.runs;
      some_bug |= bar.found > 0;
    }
    if (auto note = early_end(panel)) early.push_back(std::move(*note));
  }
  if (!some_bug) throw std::invalid_argument("no result has a bug: there are no bars to draw");
  std::vector<std::string> notes{interval_note(estimates, runs, "lines")};
  if (some_never) {
    notes.front() += "; k/n: found by k of n";
    notes.emplace_back(
        "a run that did not find it counts as later than all that did: no bar, half of the runs did not; "
        "an arrow, the interval has no end");
  }
  notes.insert(notes.end(), early.begin(), early.end());
  std::string data;
  for (std::size_t i = 0; i < bars.size(); ++i)
    panels.push_back(draw_bars(groups, i, bars[i], options.executions, data));
  return arrange(panels, data, std::move(notes), options);
}

}  // namespace graphfuzz
