// Graphviz, as a process of its own that never takes longer than it may.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "drawing_process.hpp"

namespace graphfuzz::cli {

/// Runs `dot -Tsvg` as draw_with does. There may be a part of the SVG file if the layout is not done.
Layout lay_out(const std::string& dot_file, const std::string& svg_file, std::chrono::milliseconds limit,
               const std::atomic<bool>& stop);

}  // namespace graphfuzz::cli
