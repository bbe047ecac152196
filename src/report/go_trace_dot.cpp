// A trace as a picture: time goes down, a goroutine is a column.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "graphfuzz/report/go_trace.hpp"
#include "report/go_words.hpp"

namespace graphfuzz::go {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// The last part of a path: "f.go#12".
std::string_view short_position(std::string_view position) {
  const std::size_t slash = position.rfind('/');
  return slash == std::string_view::npos ? position : position.substr(slash + 1);
}

std::string object_of(const Trace& trace, Object object) {
  if (object == kNoObject) return "nil";
  const std::string& id = trace.objects[object].id;
  return id.empty() ? fmt::format("#{}", object) : id;
}

std::string label_of(const Trace& trace, std::uint32_t e) {
  const TraceEvent& event = trace.events[e];
  std::string text(name(event.kind));
  if (event.kind == Kind::select) {
    const TraceCase* chosen = event.finished() ? trace.case_of(event) : nullptr;
    if (chosen != nullptr) {
      text += fmt::format(": {} {}", chosen->sends ? "send" : "receive", object_of(trace, chosen->channel));
    } else if (event.finished()) {
      text += ": default";
    }
  } else if (event.object != kNoObject || is_channel(event.kind)) {
    text += ' ' + object_of(trace, event.object);
  }
  if (!event.finished()) text += " (blocked)";
  return text + '\n' + std::string(short_position(position_of(trace, e)));
}

/// The events to show, in order.
std::vector<std::uint32_t> shown_events(const Trace& trace, const std::set<std::uint32_t>& wanted, std::size_t most) {
  std::vector<std::uint32_t> shown;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    if (shown.size() < most || wanted.contains(e)) shown.push_back(e);
  }
  return shown;
}

}  // namespace

std::string to_dot(const Trace& trace, const TraceAnalysis& analysis, std::size_t most) {
  std::set<std::uint32_t> leaks, others, wanted;
  for (const Finding& leak : analysis.findings.leaks) leaks.insert(leak.events.front());
  for (const auto* findings : {&analysis.findings.actual, &analysis.findings.predicted}) {
    for (const Finding& finding : *findings) {
      if (finding.bug) others.insert(finding.events.begin(), finding.events.end());
    }
  }
  wanted = leaks;
  wanted.insert(others.begin(), others.end());
  const std::vector<std::uint32_t> shown = shown_events(trace, wanted, most);
  std::vector<int> rows(trace.events.size(), -1);
  std::vector<int> columns(trace.routines.size(), -1);
  int next_column = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    rows[shown[i]] = static_cast<int>(i) + 1;
    columns[trace.events[shown[i]].routine] = 0;
  }
  for (int& column : columns) {
    if (column == 0) column = next_column++;
  }

  std::string title = fmt::format("{}\n{}", trace.path, word(trace.outcome));
  if (shown.size() < trace.events.size()) {
    title += fmt::format(", {} of {} events", shown.size(), trace.events.size());
  }
  constexpr double kWidth = 2.4, kHeight = 0.75;
  std::string text = "digraph trace {\n";
  text += fmt::format(
      "graph [layout=neato, splines=true, outputorder=edgesfirst, fontname=Helvetica, labelloc=t, label={}];\n",
      quoted(title));
  text += "node [shape=box, fontname=Helvetica, fontsize=10, style=filled, fillcolor=white];\n";
  text += "edge [fontname=Helvetica, fontsize=9];\n";
  for (std::size_t r = 0; r < columns.size(); ++r) {
    if (columns[r] < 0) continue;
    text += fmt::format("G{} [label=\"G{}\", shape=plaintext, pos=\"{:.2f},0!\"];\n", r, trace.routines[r].id,
                        columns[r] * kWidth);
  }
  std::vector<std::uint32_t> last(trace.routines.size(), kNoEvent);
  std::string edges;
  const auto edge = [&](std::uint32_t from, std::uint32_t to, const char* attributes) {
    if (rows[from] >= 0 && rows[to] >= 0) edges += fmt::format("e{} -> e{} [{}];\n", from, to, attributes);
  };
  for (const std::uint32_t e : shown) {
    const TraceEvent& event = trace.events[e];
    const char* look = leaks.contains(e)    ? ", fillcolor=\"#ff9c9c\", color=red, penwidth=2"
                       : others.contains(e) ? ", fillcolor=\"#ffd59c\", color=darkorange, penwidth=2"
                                            : "";
    text += fmt::format("e{} [label={}, pos=\"{:.2f},{:.2f}!\"{}];\n", e, quoted(label_of(trace, e)),
                        columns[event.routine] * kWidth, -rows[e] * kHeight, look);
    std::uint32_t& before = last[event.routine];
    if (before != kNoEvent) {
      edge(before, e, "color=gray60");
    } else if (trace.routines[event.routine].fork != kNoEvent) {
      edge(trace.routines[event.routine].fork, e, "color=gray40, style=dashed");
    }
    before = e;
    if (event.partner == kNoEvent || !event.finished()) continue;
    const TraceCase* chosen = event.kind == Kind::select ? trace.case_of(event) : nullptr;
    if (event.kind == Kind::receive || (chosen != nullptr && !chosen->sends)) {
      edge(event.partner, e,
           event.ok ? "color=forestgreen, penwidth=2, constraint=false"
                    : "color=steelblue, style=dotted, penwidth=2, label=closed");
    }
  }
  for (const Finding& finding : analysis.findings.predicted) {
    for (std::size_t i = 1; finding.bug && i < finding.events.size(); ++i) {
      edges += fmt::format("e{} -> e{} [dir=none, style=dashed, color=darkorange, fontcolor=darkorange, label={}];\n",
                           finding.events[i - 1], finding.events[i], quoted(finding.code));
    }
  }
  return text + edges + "}\n";
}

}  // namespace graphfuzz::go
