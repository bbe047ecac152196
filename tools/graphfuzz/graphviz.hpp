// Graphviz, as a process of its own that never takes longer than it may.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

namespace graphfuzz::cli {

enum class Layout {
  done,
  missing,  ///< it is not installed
  failed,   ///< it cannot draw this
  gave_up,  ///< it took too long
  stopped,  ///< somebody said stop
};

/// Runs `dot -Tsvg` for at most `limit`, in a process group of its own, which is killed beyond that, when `stop` is
/// set, and when this process ends. There may be a part of the SVG file if the layout is not done.
Layout lay_out(const std::string& dot_file, const std::string& svg_file, std::chrono::milliseconds limit,
               const std::atomic<bool>& stop);

}  // namespace graphfuzz::cli
