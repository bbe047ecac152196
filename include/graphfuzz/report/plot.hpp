// Plots for papers: of campaigns' results as JSON, the script by which gnuplot draws how the number of graphs grew, or
// how many executions it took to the first bug. Results of one test, model and strategy with different seeds are
// samples of one distribution, and drawn as one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphfuzz/store/reader.hpp"

namespace graphfuzz {

/// What plots need of one result.
struct PlottedRun {
  std::string where;     ///< the file and the place in it, for messages
  std::string test;      ///< and its model
  std::string strategy;  ///< and its depth
  std::string counted;   ///< what the curve counts as one: "graph", "rf", "outcome"
  std::uint64_t seed = 0;
  std::uint64_t executions = 0;
  bool complete = false;                                       ///< then nothing was left to find
  std::vector<std::pair<std::uint64_t, std::uint64_t>> curve;  ///< (executions, unique graphs), ascending
  std::optional<std::uint64_t> first_bug;                      ///< the execution that shows or predicts it
};

/// Adds the results that a document of --json holds. Throws store::DocumentError if it holds something else.
void add_plotted_runs(const store::Document& document, std::vector<PlottedRun>& runs);

/// A middle value of samples, and between what the median of their distribution is.
struct Estimate {
  double median = 0;      ///< infinite: half of the samples or more are
  double low = 0;         ///< order statistics of the samples,
  double high = 0;        ///< infinite if that one is
  double confidence = 0;  ///< with which the interval covers the median, whatever the distribution
};

/// Of one sample or more, which may be infinite ("never"). The interval is the narrowest pair of order statistics that
/// covers the median with a confidence of 95 % (of the binomial distribution of 1/2), or all samples where that is not
/// to be had: of fewer than six.
Estimate estimate_median(std::vector<double> samples);

enum class PlotSubject : std::uint8_t { curves, bugs };
enum class PlotAxis : std::uint8_t { automatic, logarithmic, linear };
enum class PlotFormat : std::uint8_t { pdf, svg, png };

struct PlotOptions {
  PlotSubject subject = PlotSubject::curves;
  PlotAxis executions = PlotAxis::automatic;
  PlotAxis graphs = PlotAxis::automatic;
  double width = 0;  ///< of a panel, in centimetres; 0: a column of a paper
};

struct Plot {
  std::string body;                ///< gnuplot's, but for the terminal and the output
  double width = 0, height = 0;    ///< in centimetres
  std::vector<std::string> notes;  ///< what whoever reads the plot has to know
};

/// Throws std::invalid_argument with a message for the user: no runs, runs of different kinds, one run twice, more
/// panels than there is room for, or no bug in any of the results.
Plot make_plot(std::span<const PlottedRun> runs, const PlotOptions& options);

/// The whole script, which writes to a file, whose name may be anything without control characters.
std::string gnuplot_script(const Plot& plot, PlotFormat format, std::string_view output);

}  // namespace graphfuzz
