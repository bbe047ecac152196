#include "graphfuzz/report/plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "report/plot_groups.hpp"
#include "report/plot_style.hpp"
#include "report/plot_subjects.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kMostPlotPanels = 24;
// In centimetres: what fits a column of a paper, and what stands above.
constexpr double kPlotPanelWidth = 8.6, kPlotPanelHeight = 6.2, kPlotTitleHeight = 0.4;

}  // namespace

Plot arrange(const std::vector<std::string>& panels, const std::string& blocks, std::vector<std::string> notes,
             const PlotOptions& options) {
  if (panels.size() > kMostPlotPanels) {
    throw std::invalid_argument(fmt::format("{} tests have no room in one figure, but {} have: name fewer results",
                                            panels.size(), kMostPlotPanels));
  }
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(panels.size()))));
  const std::size_t rows = (panels.size() + columns - 1) / columns;
  const double width = options.width > 0 ? options.width : kPlotPanelWidth;
  const double height = width * kPlotPanelHeight / kPlotPanelWidth;
  // Where there is little width, a line for each part.
  std::string title;
  std::size_t lines = 1;
  for (const char c : notes.front()) {
    const bool breaks = c == ';' && columns == 1;
    lines += breaks;
    title += breaks ? "\\n" : std::string(1, c);
  }
  Plot plot;
  plot.width = width * static_cast<double>(columns);
  plot.height = height * static_cast<double>(rows) + kPlotTitleHeight * static_cast<double>(lines);
  plot.notes = std::move(notes);
  plot.body = fmt::format("{}set multiplot layout {},{} title \"{}\" font ',7'\n", blocks, rows, columns, title);
  for (const std::string& panel : panels) plot.body += panel;
  plot.body += "unset multiplot\n";
  return plot;
}

Plot make_plot(std::span<const PlottedRun> runs, const PlotOptions& options) {
  const PlotGroups groups = group_runs(runs);
  return options.subject == PlotSubject::curves ? plot_curves(groups, runs.front().counted, options)
                                                : plot_bugs(groups, options);
}

std::string gnuplot_script(const Plot& plot, PlotFormat format, std::string_view output) {
  // Names are no mark-up: noenhanced. A size is in centimetres, or in dots of 96 or 300 an inch.
  const auto dots = [](double centimetres, double per_inch) { return std::lround(centimetres / 2.54 * per_inch); };
  std::string terminal;
  switch (format) {
    case PlotFormat::pdf:
      terminal = fmt::format("pdfcairo noenhanced color size {:.4g}cm,{:.4g}cm font 'sans,8'", plot.width, plot.height);
      break;
    case PlotFormat::svg:
      terminal = fmt::format("svg noenhanced size {},{} font 'sans,11' background '#ffffff'", dots(plot.width, 96),
                             dots(plot.height, 96));
      break;
    case PlotFormat::png:
      terminal =
          fmt::format("pngcairo noenhanced color size {},{} font 'sans,8' fontscale 3.1 linewidth 3 pointscale 3",
                      dots(plot.width, 300), dots(plot.height, 300));
      break;
  }
  return fmt::format(
      "# Written by graphfuzz plot, for gnuplot 5.4 or later.\n"
      "set encoding utf8\nset terminal {}\nset output {}\n"
      "set border 3\nset tics nomirror\nset grid ytics linecolor '#dddddd' linewidth 0.5\n{}unset output\n",
      terminal, gnuplot_quoted(output), plot.body);
}

}  // namespace graphfuzz
