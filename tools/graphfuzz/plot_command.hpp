// graphfuzz plot: results as figures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/report/plot.hpp"

namespace graphfuzz::cli {

struct PlotLine {
  std::vector<std::string> inputs;  ///< as written
  std::string output;
  std::optional<PlotFormat> format;  ///< none: gnuplot's script
  PlotOptions options;
};

/// As the other parsers of command lines.
std::optional<PlotLine> parse_plot_line(int argc, const char* const* argv, std::string& text);

/// Reads results, and has gnuplot draw them. Exit codes: 0, 2 errors. Throws UserError, store::Error and Stopped.
int plot(const PlotLine& line);

}  // namespace graphfuzz::cli
