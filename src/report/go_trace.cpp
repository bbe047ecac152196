// Traces as text: a block for one, a table for many.
#include "graphfuzz/report/go_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/campaign_lines.hpp"
#include "report/colour.hpp"
#include "report/rows.hpp"
#include "report/words.hpp"

namespace graphfuzz::go {
namespace {

std::string finding_line(const Trace& trace, const TraceFinding& finding, const Colours& colours) {
  std::string line = "  " + (finding.bug ? colours.red(finding.code) : colours.bold(finding.code)) + ' ' + finding.kind;
  const char* between = ": ";
  for (const std::uint32_t e : finding.events) {
    line += fmt::format("{}{} {}", between, name(trace.events[e].kind), position_of(trace, e));
    between = ", ";
  }
  if (finding.count > 1) line += fmt::format(" ({} times)", finding.count);
  return line + '\n';
}

/// The selects of one place are one line: how often each case was taken, which have partners.
std::string select_lines(const Trace& trace, const Features& features, std::size_t most) {
  struct Site {
    std::size_t visits = 0, blocked = 0;
    std::uint64_t partners = 0, cases = 0;
    std::map<int, std::size_t> chosen;
  };
  std::map<std::string_view, Site> sites;
  for (const SelectVisit& visit : features.selects) {
    Site& site = sites[position_of(trace, visit.event)];
    ++site.visits;
    site.cases += visit.cases;
    site.partners += visit.partners();
    if (visit.finished) {
      ++site.chosen[visit.chosen];
    } else {
      ++site.blocked;
    }
  }
  std::string text;
  for (const auto& [position, site] : sites) {
    if (most-- == 0) return text + "  …\n";
    text += fmt::format("  select {}: {}, {} of {} cases with a possible partner; taken:", position,
                        plural(site.visits, "visit"), site.partners, site.cases);
    const char* between = " ";
    for (const auto& [chosen, n] : site.chosen) {
      text += between;
      text += chosen == kDefault ? std::string("default") : fmt::format("case {}", chosen);
      text += n > 1 ? fmt::format(" ({}x)", n) : "";
      between = ", ";
    }
    if (site.blocked > 0) text += fmt::format("{}none ({}x blocked)", between, site.blocked);
    text += '\n';
  }
  return text;
}

std::size_t bugs(const std::vector<TraceFinding>& findings) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [](const TraceFinding& f) { return f.bug; }));
}

}  // namespace

TraceRow row_of(const Trace& trace, const TraceAnalysis& analysis) {
  return {trace.path,
          trace.dialect,
          trace.routines.size(),
          trace.events.size(),
          bugs(analysis.findings.actual),
          bugs(analysis.findings.predicted),
          analysis.findings.leaks.size(),
          analysis.rel1,
          analysis.rel2,
          analysis.score_gfuzz,
          analysis.score_gfuzz_hb,
          analysis.score_gopie,
          analysis.graph};
}

std::string trace_block(const Trace& trace, const TraceAnalysis& analysis, const TextOptions& options) {
  constexpr std::size_t kLines = 20;
  const Colours colours(options.colour);
  const Features& f = analysis.features;
  std::string text = fmt::format("Trace {} ({}): {}\n", colours.bold(trace.path), trace.dialect,
                                 word(trace.outcome, analysis.findings.bug()));
  text += fmt::format("{}, {}; {} ({} closed), {}, {}\n", plural(trace.routines.size(), "routine"),
                      plural(trace.events.size(), "event"), plural(f.created, "channel"), f.closed,
                      plural(f.pairs.size(), "send-receive pair"), plural(f.selects.size(), "select"));
  text += fmt::format("Rel1 {}, Rel2 {}; scores: gfuzz {:.1f}, gfuzz-hb {:.1f}, gopie {:.1f}\n", analysis.rel1,
                      analysis.rel2, analysis.score_gfuzz, analysis.score_gfuzz_hb, analysis.score_gopie);
  text += select_lines(trace, f, kLines);
  if (!analysis.interesting.empty()) {
    text += fmt::format("Interesting as a first run: {}\n", plural(analysis.interesting.size(), "reason"));
    for (std::size_t i = 0; i < analysis.interesting.size(); ++i) {
      if (i == kLines) {
        text += "  …\n";
        break;
      }
      text += "  " + analysis.interesting[i] + '\n';
    }
  }
  const auto list = [&](std::string_view title, const std::vector<TraceFinding>& findings) {
    if (findings.empty()) return;
    text += std::string(title) + ":\n";
    for (const TraceFinding& finding : findings) text += finding_line(trace, finding, colours);
  };
  list("Happened", analysis.findings.actual);
  list("Blocked for good, and a possible partner", analysis.findings.leaks);
  list("Could have happened", analysis.findings.predicted);
  if (!analysis.findings.complete) text += "The search for what could have happened (P03, P04, P05) was cut short.\n";
  if (!analysis.findings.bug()) text += colours.green("No bugs found") + '\n';
  return text;
}

std::string trace_table(std::span<const TraceRow> traces, const TextOptions& options) {
  std::vector<Row> rows = {{"trace", "dialect", "routines", "events", "actual", "predicted", "leaks", "Rel1", "Rel2",
                            "gfuzz", "gfuzz-hb", "gopie"}};
  for (const TraceRow& t : traces) {
    rows.push_back({t.path, t.dialect, fmt::format("{}", t.routines), fmt::format("{}", t.events),
                    fmt::format("{}", t.actual), fmt::format("{}", t.predicted), fmt::format("{}", t.leaks),
                    fmt::format("{}", t.rel1), fmt::format("{}", t.rel2), fmt::format("{:.1f}", t.score_gfuzz),
                    fmt::format("{:.1f}", t.score_gfuzz_hb), fmt::format("{:.1f}", t.score_gopie)});
  }
  const std::string text = aligned(rows);
  const std::size_t end = text.find('\n');
  return Colours(options.colour).bold(text.substr(0, end)) + text.substr(end);
}

}  // namespace graphfuzz::go
