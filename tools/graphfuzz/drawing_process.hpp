// A program that draws, as a process of its own that never takes longer than it may.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace graphfuzz::cli {

enum class Layout {
  done,
  missing,  ///< the program is not installed
  failed,   ///< it cannot draw this
  gave_up,  ///< it took too long
  stopped,  ///< somebody said stop
};

/// Runs a program, the first of the words, with the others for at most `limit`, in a process group of its own, which is
/// killed beyond that, when `stop` is set, and when this process ends.
Layout draw_with(std::vector<std::string> words, std::chrono::milliseconds limit, const std::atomic<bool>& stop);

}  // namespace graphfuzz::cli
