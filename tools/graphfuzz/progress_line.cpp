#include "progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

namespace graphfuzz::cli {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79u;
}

}  // namespace

ProgressLine::ProgressLine(bool wanted) : active_(wanted && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string& what, const Progress& progress) {
  if (!active_) return;
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.executions) / progress.seconds : 0;
  std::string line = fmt::format("{}: {} executions, {} graphs, {:.0f}/s, {}{:.0f} s", what, progress.executions,
                                 progress.graphs, rate, progress.bug_found ? "bug found, " : "", progress.seconds);
  if (progress.covered > 0) line += fmt::format(", {:.3g} % of the tree", 100 * progress.covered);
  if (progress.estimate > 0) line += fmt::format(", about {:.2g} graphs in all", progress.estimate);
  show(std::move(line));
}

void ProgressLine::show(std::string line) {
  if (!active_) return;
  if (line.size() > terminal_width()) line.resize(terminal_width());
  std::fputs(("\r\x1b[K" + line).c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::erase() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

}  // namespace graphfuzz::cli
