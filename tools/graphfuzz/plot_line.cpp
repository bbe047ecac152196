// The command line of `graphfuzz plot`.
#include <fmt/format.h>

#include <filesystem>

#include "command_line.hpp"
#include "options.hpp"
#include "plot_command.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kPlotExamples = R"(Examples:
  for seed in 1 2 3 4 5 6 7 8; do
    for strategy in random mix optimal; do
      graphfuzz litmus/mp.litmus -n 10000 --strategy $strategy --seed $seed -j 1 --json $strategy-$seed.json
    done
  done
  graphfuzz plot *.json -o curves.pdf                  unique graphs against executions, with bands over the seeds
  graphfuzz plot *.json --show bugs -o first-bug.pdf   executions to the first bug
  graphfuzz plot *.json -o curves.gp                   the script alone, with its data, to be changed by hand

Results of one test, model and strategy with different seeds are one curve, or one bar: the median. The band, or the line
on a bar, is between what the median of all seeds is with a confidence of 95 %, whatever its distribution (by the binomial
distribution of the ranks); of fewer than six seeds it goes from the least to the greatest, which is less, and the figure
says how much. Where a run was stopped with graphs left to find, its curve ends. A run without a bug counts as later than
all that found one. --stop-on-bug is no harm for bars, but for curves.

Each test and model has a panel of its own. An axis is logarithmic where what is to be compared lies far apart. Colours
can be told apart with any colour vision, and lines also by dashes and marks without colours. Fonts are part of a PDF.
What to write below the figure is printed.

Exit codes: 0 done; 2 wrong usage, a file that is no result or says nothing to plot, no gnuplot, or a file that cannot be
written; 3 an internal error; 4 Ctrl-C.
)";

PlotAxis axis_of(const std::string& word) {
  return word == "log" ? PlotAxis::logarithmic : word == "linear" ? PlotAxis::linear : PlotAxis::automatic;
}

/// By the end of its name. Throws UserError.
std::optional<PlotFormat> format_of(const std::string& output) {
  const std::string suffix = std::filesystem::path(output).extension().string();
  if (suffix == ".pdf") return PlotFormat::pdf;
  if (suffix == ".svg") return PlotFormat::svg;
  if (suffix == ".png") return PlotFormat::png;
  if (suffix == ".gp" || output == "-") return std::nullopt;
  throw UserError(
      fmt::format("plot: --output {}: expected a name that ends in .pdf, .svg, .png, or .gp for the script", output));
}

}  // namespace

std::optional<PlotLine> parse_plot_line(int argc, const char* const* argv, std::string& text) {
  PlotLine line;
  std::string show = "curves", executions = "auto", graphs = "auto";
  CLI::App app("Draws results for a paper, by gnuplot.", "graphfuzz plot");
  app.footer(kPlotExamples);
  prepare(app);
  const auto option = [&](const char* group, const std::string& names, auto& target, const std::string& help) {
    return app.add_option(names, target, help)->group(group);
  };
  const auto axis = [&](const std::string& name, std::string& target, const std::string& help) {
    option("Axes", name, target, help)
        ->transform(one_of({"auto", "log", "linear"}))
        ->type_name("auto|log|linear")
        ->capture_default_str();
  };
  app.add_option("RESULTS", line.inputs, "Files that --json wrote (- is standard input)")->required()->type_name("");
  option("Output", "-o,--output", line.output, "Where to: .pdf, .svg, .png; .gp: gnuplot's script (as does -)")
      ->required()
      ->type_name("FILE");
  option("Output", "--show", show, "How the number of unique graphs grew, or how long it took to the first bug")
      ->transform(one_of({"curves", "bugs"}))
      ->type_name("curves|bugs")
      ->capture_default_str();
  option("Output", "--width", line.options.width, "Of each panel, in centimetres [8.6, a column of a paper]")
      ->check(CLI::Range(2.0, 100.0))
      ->type_name("CM");
  axis("--executions", executions, "Numbers of executions");
  axis("--graphs", graphs, "Numbers of graphs, of curves");
  if (!parse(app, argc, argv, text)) return std::nullopt;

  line.format = format_of(line.output);
  line.options.subject = show == "bugs" ? PlotSubject::bugs : PlotSubject::curves;
  line.options.executions = axis_of(executions);
  line.options.graphs = axis_of(graphs);
  return line;
}

}  // namespace graphfuzz::cli
