// Plots: what lines and bars look like, and how gnuplot is told so.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graphfuzz {

/// A single-quoted string, in which gnuplot replaces nothing.
std::string gnuplot_quoted(std::string_view text);

/// Of the so-many-th strategy: told apart with any colour vision, lines by dashes and marks without colours, too.
std::string gnuplot_colour(std::size_t strategy);
std::string gnuplot_line(std::size_t strategy);
/// Of bars, which have names; pale, for what is drawn over them.
std::string gnuplot_fill(std::size_t strategy);

/// "set logscale x" and what numbers look like then.
std::string gnuplot_axis(char axis, bool logarithmic);
/// Few tics with short labels, from 0 on, of an axis that is not logarithmic: gnuplot's own run together where letters
/// are large beside the panel.
std::string gnuplot_tics(char axis, double greatest);

}  // namespace graphfuzz
