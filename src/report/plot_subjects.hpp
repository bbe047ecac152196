// Plots: what there is to draw of groups of runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/report/plot.hpp"
#include "report/plot_groups.hpp"

namespace graphfuzz {

/// How many unique graphs there are after so many executions: a panel per test. `counted`: PlottedRun::counted.
Plot plot_curves(const PlotGroups& groups, std::string_view counted, const PlotOptions& options);

/// How many executions it takes to the first bug: bars, a panel per test.
Plot plot_bugs(const PlotGroups& groups, const PlotOptions& options);

/// An axis is logarithmic, if it is for us to say, where what is to be compared differs by more than this factor.
inline constexpr double kPlotFarApart = 20;
inline bool is_logarithmic(PlotAxis wanted, bool sensible) {
  return wanted == PlotAxis::automatic ? sensible : wanted == PlotAxis::logarithmic;
}

/// Panels beside and below each other, as many columns as rows or one more. `panels`: what draws each, `blocks`: the
/// data of all, `notes`: whose first stands above them. Throws std::invalid_argument if there are too many.
Plot arrange(const std::vector<std::string>& panels, const std::string& blocks, std::vector<std::string> notes,
             const PlotOptions& options);

}  // namespace graphfuzz
