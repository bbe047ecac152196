// Plots: how the number of unique graphs grew.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "report/plot_style.hpp"
#include "report/plot_subjects.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kMostPlotPoints = 120;
// The executions have a logarithmic axis where a curve gets to half of its height so soon.
constexpr double kSoon = 0.05;

std::string_view counted_words(std::string_view identity) {
  if (identity == "rf") return "unique graphs (by rf)";
  return identity == "outcome" ? "unique outcomes" : "unique graphs";
}

/// The number of executions up to which all curves of a sample are known: one that has found everything stays as it is,
/// one that was stopped ends.
std::uint64_t known_until(const PlotSample& sample) {
  std::uint64_t until = std::numeric_limits<std::uint64_t>::max(), longest = 0;
  for (const PlottedRun* run : sample.runs) {
    const std::uint64_t end = run->curve.empty() ? 0 : run->curve.back().first;
    longest = std::max(longest, end);
    if (!run->complete) until = std::min(until, end);
  }
  return std::min(until, longest);
}

/// Where the medians of a sample are drawn: where any of its curves has a point, thinned.
std::vector<std::uint64_t> places(const PlotSample& sample, std::uint64_t until) {
  std::vector<std::uint64_t> all;
  std::uint64_t first = 1;
  for (const PlottedRun* run : sample.runs) {
    if (!run->curve.empty()) first = std::max(first, run->curve.front().first);
    for (const auto& [executions, unique] : run->curve) all.push_back(executions);
  }
  std::erase_if(all, [&](std::uint64_t place) { return place < first || place > until; });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.size() <= kMostPlotPoints) return all;
  std::vector<std::uint64_t> some;
  for (std::size_t i = 0; i < kMostPlotPoints; ++i) some.push_back(all[i * (all.size() - 1) / (kMostPlotPoints - 1)]);
  return some;
}

/// Between two points a curve is at its earlier one.
double graphs_at(const PlottedRun& run, std::uint64_t executions) {
  const auto after = std::upper_bound(run.curve.begin(), run.curve.end(), executions,
                                      [](std::uint64_t place, const auto& point) { return place < point.first; });
  return after == run.curve.begin() ? 0 : static_cast<double>(std::prev(after)->second);
}

/// A panel of curves while it is made.
struct CurvePanel {
  std::string data, bands, lines;
  double least_end = std::numeric_limits<double>::infinity(), greatest_end = 0;
  double last = 0;  // execution
  bool has_risen_soon = false;
};

void add_curve(CurvePanel& panel, const PlotGroups& groups, std::size_t number, const PlotSample& sample,
               std::vector<Estimate>& estimates) {
  const std::uint64_t until = known_until(sample);
  const std::vector<std::uint64_t> at = places(sample, until);
  if (at.empty()) return;
  const std::string name = fmt::format("$curve{}_{}", number, sample.strategy);
  panel.data += fmt::format("{} << EOD\n# executions, low, median, high; {} seeds\n", name, sample.runs.size());
  for (const std::uint64_t place : at) {
    std::vector<double> values;
    for (const PlottedRun* run : sample.runs) values.push_back(graphs_at(*run, place));
    estimates.push_back(estimate_median(std::move(values)));
    const Estimate& one = estimates.back();
    panel.data += fmt::format("{} {} {} {}\n", place, one.low, one.median, one.high);
  }
  panel.data += "EOD\n";
  panel.last = std::max(panel.last, static_cast<double>(at.back()));
  const double end = estimates.back().median;
  panel.least_end = std::min(panel.least_end, std::max(end, 1.0));
  panel.greatest_end = std::max(panel.greatest_end, end);
  const auto half = std::find_if(estimates.end() - static_cast<std::ptrdiff_t>(at.size()), estimates.end(),
                                 [&](const Estimate& one) { return 2 * one.median >= end; });
  const auto risen = static_cast<std::size_t>(half - (estimates.end() - static_cast<std::ptrdiff_t>(at.size())));
  panel.has_risen_soon |= static_cast<double>(at[risen]) < kSoon * static_cast<double>(at.back());
  if (sample.runs.size() > 1) {
    panel.bands += fmt::format(
        "{} using 1:2:4 with filledcurves fillcolor {} fillstyle transparent solid 0.2 noborder "
        "notitle, \\\n  ",
        name, gnuplot_colour(sample.strategy));
  }
  panel.lines +=
      fmt::format("{}{} using 1:3 with linespoints {} pointinterval {} title {}", panel.lines.empty() ? "" : ", \\\n  ",
                  name, gnuplot_line(sample.strategy), std::max<std::size_t>(1, at.size() / 6),
                  gnuplot_quoted(groups.strategies[sample.strategy]));
}

}  // namespace

Plot plot_curves(const PlotGroups& groups, std::string_view counted, const PlotOptions& options) {
  std::vector<Estimate> estimates;
  std::vector<std::size_t> runs;
  std::string data;
  std::vector<std::string> panels;
  for (std::size_t i = 0; i < groups.panels.size(); ++i) {
    CurvePanel panel;
    for (const PlotSample& sample : groups.panels[i].samples) {
      add_curve(panel, groups, i, sample, estimates);
      runs.push_back(sample.runs.size());
    }
    if (panel.lines.empty()) {
      throw std::invalid_argument(
          fmt::format("{}: no curve has a point", groups.panels[i].samples.front().runs.front()->where));
    }
    data += panel.data;
    const bool wide = is_logarithmic(options.executions, panel.has_risen_soon);
    panels.push_back(
        fmt::format(
            "set title {}\nset xlabel 'executions'\nset ylabel {}\nset key below center reverse Left samplen 3\n",
            gnuplot_quoted(groups.panels[i].test), gnuplot_quoted(counted_words(counted))) +
        gnuplot_axis('x', wide) + (wide ? "set xtics autofreq\n" : gnuplot_tics('x', panel.last)) +
        gnuplot_axis('y', is_logarithmic(options.graphs, panel.greatest_end > kPlotFarApart * panel.least_end)) +
        fmt::format("plot {}{}\n", panel.bands, panel.lines));
  }
  return arrange(panels, data, {interval_note(estimates, runs, "bands")}, options);
}

}  // namespace graphfuzz
