// Plots: runs sorted into panels, one per test and model, and in these into samples, one per strategy.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graphfuzz/report/plot.hpp"

namespace graphfuzz {

/// The runs of one test, model and strategy, with different seeds.
struct PlotSample {
  std::size_t strategy = 0;  ///< in PlotGroups::strategies
  std::vector<const PlottedRun*> runs;
};

struct PlotPanel {
  std::string test;
  std::vector<PlotSample> samples;  ///< in the order of strategies
};

/// Both in the order in which they first occur.
struct PlotGroups {
  std::vector<std::string> strategies;
  std::vector<PlotPanel> panels;
};

/// Throws std::invalid_argument, as make_plot does. The runs must outlive the groups.
PlotGroups group_runs(std::span<const PlottedRun> runs);

/// What the intervals in a plot are; `what` names how they are drawn. Of one confidence and number of runs per sample.
std::string interval_note(std::span<const Estimate> estimates, std::span<const std::size_t> runs,
                          std::string_view what);

}  // namespace graphfuzz
