#include "report/plot_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace graphfuzz {
namespace {

// Okabe and Ito's (2008), those first that differ most in lightness.
constexpr std::array kPlotColours = {"#000000", "#E69F00", "#0072B2", "#56B4E9", "#D55E00", "#009E73", "#CC79A7"};
constexpr std::array kPlotDashes = {"1", "(9,4)", "(3,3)", "(9,3,3,3)", "(15,5)", "(9,3,3,3,3,3)"};
constexpr std::array kPlotMarks = {7, 4, 9, 6, 5, 8, 13, 12};

template <class Array>
auto taken(const Array& choices, std::size_t i) {
  return choices[i % choices.size()];
}

/// 1k, 1.5k, 20M.
std::string short_number(double number) {
  constexpr std::array kUnits = {"", "k", "M", "G", "T"};
  std::size_t unit = 0;
  for (; number >= 1000 && unit + 1 < kUnits.size(); ++unit) number /= 1000;
  return fmt::format("{:.4g}{}", number, kUnits[unit]);
}

}  // namespace

std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + '\'';
}

std::string gnuplot_colour(std::size_t strategy) { return fmt::format("'{}'", taken(kPlotColours, strategy)); }

std::string gnuplot_line(std::size_t strategy) {
  return fmt::format("linecolor {} dashtype {} linewidth 1.5 pointtype {} pointsize 0.5", gnuplot_colour(strategy),
                     taken(kPlotDashes, strategy), taken(kPlotMarks, strategy));
}

std::string gnuplot_fill(std::size_t strategy) {
  return fmt::format("fillcolor {} fillstyle solid 0.45 border linecolor '#000000'", gnuplot_colour(strategy));
}

std::string gnuplot_axis(char axis, bool logarithmic) {
  // 10 k and not 10^4, which needs marked-up text; names in plots are none.
  if (logarithmic) return fmt::format("set logscale {0}\nset format {0} '%.0s%c'\n", axis);
  return fmt::format("unset logscale {0}\nset format {0} '%.12g'\n", axis);
}

std::string gnuplot_tics(char axis, double greatest) {
  constexpr double kMostTics = 5;
  double step = std::max(1.0, std::pow(10, std::floor(std::log10(std::max(greatest, 1.0) / kMostTics))));
  for (const double factor : {2.0, 2.5, 2.0}) {  // 1, 2, 5, 10
    if (greatest / step > kMostTics) step *= factor;
  }
  std::string tics;
  for (double at = 0; at <= greatest; at += step) {
    tics += fmt::format("{}'{}' {:.12g}", tics.empty() ? "" : ", ", short_number(at), at);
  }
  return fmt::format("set {}tics ({})\n", axis, tics);
}

}  // namespace graphfuzz
