#include "progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "graphfuzz/store/characters.hpp"

namespace graphfuzz::cli {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79u;
}

struct Part {
  unsigned importance;
  std::string text;
};

/// "what: a, b, c" without the least important of the parts, as many as it takes; then without the end of `what`.
std::string fitting(const std::string& what, std::vector<Part> parts, std::size_t most) {
  const auto numbers = [&parts] {
    std::string text;
    for (const Part& part : parts) text += (text.empty() ? ": " : ", ") + part.text;
    return text;
  };
  while (parts.size() > 1 && store::characters(what) + store::characters(numbers()) > most) {
    parts.erase(std::min_element(parts.begin(), parts.end(),
                                 [](const Part& a, const Part& b) { return a.importance < b.importance; }));
  }
  const std::size_t rest = store::characters(numbers());
  return rest < most ? store::shortened(what, most - rest) + numbers() : store::shortened(what, most);
}

}  // namespace

std::string progress_text(const std::string& what, const Progress& progress, std::size_t most) {
  // Workers count executions and graphs at different times; no execution makes two graphs.
  const std::uint64_t graphs = std::min(progress.graphs, progress.executions);
  std::vector<Part> parts = {{6, fmt::format("{} executions", progress.executions)},
                             {4, fmt::format("{} graphs", graphs)}};
  if (progress.seconds >= 1) {
    parts.push_back({2, fmt::format("{:.0f}/s", static_cast<double>(progress.executions) / progress.seconds)});
  }
  if (progress.bug_found) parts.push_back({7, "bug found"});
  parts.push_back({3, fmt::format("{:.0f} s", progress.seconds)});
  if (progress.covered > 0) parts.push_back({5, fmt::format("{:.3g} % of the tree", 100 * progress.covered)});
  if (progress.estimate > 0) parts.push_back({1, fmt::format("about {:.2g} graphs in all", progress.estimate)});
  return fitting(what, std::move(parts), most);
}

ProgressLine::ProgressLine(bool wanted) : active_(wanted && isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string& what, const Progress& progress) {
  if (active_) show(progress_text(what, progress, terminal_width()));
}

void ProgressLine::show(const std::string& line) {
  if (!active_) return;
  std::fputs(("\r\x1b[K" + store::shortened(line, terminal_width())).c_str(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::erase() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

}  // namespace graphfuzz::cli
