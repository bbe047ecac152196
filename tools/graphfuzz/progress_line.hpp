// The line on standard error that tells how a campaign is getting on.
#pragma once

#include <string>

#include "graphfuzz/campaign/campaign.hpp"

namespace graphfuzz::cli {

/// "what: 100 executions, 3 graphs, …" in at most so many characters (UTF-8). What does not fit is left out, the least
/// important first: the estimate, the rate, the time, the graphs, the share of the tree, the executions, a bug; at last
/// the end of `what`.
std::string progress_text(const std::string& what, const Progress& progress, std::size_t most);

/// Shows nothing unless standard error is a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// On a narrow terminal the least important numbers are left out.
  void show(const std::string& what, const Progress& progress);
  void show(const std::string& line);
  void erase();
  bool active() const { return active_; }

 private:
  bool active_ = false;
  bool shown_ = false;
};

}  // namespace graphfuzz::cli
