// An execution as a listing: what a person reads to understand a bug.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "graphfuzz/report/label.hpp"
#include "graphfuzz/report/text.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kWidest = 110;  // beyond this, threads get no columns of their own

/// The number by which a listing names an event: its place in the order of addition, from 1.
Slot number(const ExecutionGraph& graph, Slot slot) { return slot - graph.locations() + 1; }

std::string event_name(const ExecutionGraph& graph, Slot slot) {
  return graph.is_initial(slot) ? std::string("the initial write") : fmt::format("{}", number(graph, slot));
}

/// What the label does not say: where a value comes from, and where in mo a write went if that is not the end.
std::string remark(const ExecutionGraph& graph, Slot slot) {
  const Event& e = graph[slot];
  std::string text;
  if (e.rf != kNoSlot) {
    if (reads(e.label.kind)) text = "reads from " + event_name(graph, e.rf);
    if (e.label.kind == EventKind::begin) text = "started after " + event_name(graph, e.rf);
    if (e.label.kind == EventKind::join) text = "after " + event_name(graph, e.rf);
  }
  if (writes(e.label.kind)) {
    Slot next = graph.mo_next(slot);
    while (next != kNoSlot && next > slot) next = graph.mo_next(next);
    if (next != kNoSlot) text += fmt::format("{}in mo before {}", text.empty() ? "" : ", ", event_name(graph, next));
  }
  return text;
}

std::string initial_line(const ExecutionGraph& graph, const Program& program) {
  std::vector<bool> used(graph.locations(), false);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    if (is_access(graph[slot].label.kind)) used[graph[slot].label.location] = true;
  }
  std::string text;
  for (Location x = 0; x < graph.locations(); ++x) {
    if (!used[x]) continue;
    text += fmt::format("{}{}={}", text.empty() ? "initially " : ", ", program.locations()[x].name,
                        program.show(graph[x].label.written_value));
  }
  return text;
}

void end_line(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  text += '\n';
}

}  // namespace

std::string event_listing(const ExecutionGraph& graph, const Program& program, unsigned indent) {
  const std::string margin(indent, ' ');
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(graph.event_count()).size());
  std::vector<std::size_t> widths(graph.threads(), 4);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    if (e.label.kind == EventKind::error) continue;  // may run into the next column: it is long
    widths[e.id.thread] = std::max(widths[e.id.thread], describe(e.label, program).size());
  }
  const std::size_t total = std::accumulate(widths.begin(), widths.end(), 3 * widths.size());
  const bool columns = total <= kWidest;

  std::string text;
  if (const std::string initial = initial_line(graph, program); !initial.empty()) text += margin + initial + '\n';
  if (columns && graph.event_count() > 0) {
    text += fmt::format("{}{:{}}", margin, "", digits);
    for (ThreadId t = 0; t < graph.threads(); ++t) text += fmt::format("   {:{}}", fmt::format("P{}", t), widths[t]);
    end_line(text);
  }
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const ThreadId thread = graph[slot].id.thread;
    text += fmt::format("{}{:>{}}   ", margin, number(graph, slot), digits);
    const std::size_t begin = text.size();
    if (columns) {
      for (ThreadId t = 0; t < thread; ++t) text.append(widths[t] + 3, ' ');
      text += describe(graph[slot].label, program);
    } else {
      text += describe(graph, slot, program);
    }
    if (const std::string more = remark(graph, slot); !more.empty()) {
      const std::size_t column = begin + (columns ? total : 32);
      text.append(column > text.size() ? column - text.size() : 2, ' ');
      text += more;
    }
    end_line(text);
  }
  return text;
}

}  // namespace graphfuzz
