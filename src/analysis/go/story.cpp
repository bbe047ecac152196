#include "graphfuzz/analysis/go/story.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "graphfuzz/analysis/go/findings.hpp"
#include "graphfuzz/analysis/go/graph_of.hpp"
#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/analysis/go/partners.hpp"
#include "graphfuzz/program/place.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::size_t kLongestAfter = 400;

char letter(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::channel:
      return 'c';
    case ObjectKind::mutex:
      return 'm';
    case ObjectKind::once:
      return 'o';
    case ObjectKind::wait_group:
      return 'w';
    case ObjectKind::cond:
      return 'd';
    case ObjectKind::atomic:
      return 'a';
    case ObjectKind::timer:
      return 't';
    case ObjectKind::variable:
      return 'v';
  }
  return '?';
}

/// "f.go:12"; empty if it is unknown.
std::string place_of(const Trace& trace, Position at) {
  return at < trace.positions.size() ? to_text(parse_place(trace.positions[at])) : std::string();
}

std::string select_text(const Trace& trace, const TraceEvent& e) {
  if (!e.finished()) return fmt::format("select ({} cases)", e.case_count);
  const TraceCase* const chosen = trace.case_of(e);
  if (chosen == nullptr) return "select: default";
  return fmt::format("select: {} {} (case {} of {})", chosen->sends ? "send" : "receive",
                     object_name(trace, chosen->channel), e.chosen, e.case_count);
}

/// Has it received something, or found the channel closed?
bool receives(const Trace& trace, const TraceEvent& e) {
  if (!e.finished()) return false;
  if (e.kind == Kind::receive) return true;
  const TraceCase* const chosen = e.kind == Kind::select ? trace.case_of(e) : nullptr;
  return chosen != nullptr && !chosen->sends;
}

/// What `describe` does not say.
std::string remark(const Trace& trace, std::uint32_t number) {
  const TraceEvent& e = trace.events[number];
  if (e.kind == Kind::panic || e.kind == Kind::end || e.kind == Kind::exit) return "";
  if (trace.panic_event == number) return std::string(message(trace.panic));
  if (!e.finished()) return "never finished";
  if (receives(trace, e)) {
    if (e.partner == kNoEvent) return e.ok ? "" : "closed";
    return fmt::format("{} {}", e.ok ? "from" : "closed by", e.partner + 1);
  }
  if (is_mutex(e.kind) && !e.ok) return "failed";
  if (e.kind == Kind::once) return e.ok ? "runs the function" : "done before";
  if (e.kind == Kind::wg_add || e.kind == Kind::wg_wait) return fmt::format("counter {}", e.value);
  return "";
}

void tell_arrows(const Trace& trace, Story& story) {
  const auto count = static_cast<std::uint32_t>(trace.events.size());
  std::vector<std::uint32_t> last(trace.routines.size(), kNoEvent);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TraceEvent& e = trace.events[i];
    std::uint32_t& before = last[e.routine];
    if (before != kNoEvent) {
      story.arrows.push_back({before, i, "po"});
    } else if (const std::uint32_t fork = trace.routines[e.routine].fork; fork < count) {
      story.arrows.push_back({fork, i, "asw"});
    }
    before = i;
    if (receives(trace, e) && e.partner < count) story.arrows.push_back({e.partner, i, e.ok ? "rf" : "closed"});
  }
}

/// What comes of what that no arrow shows: the order of operations on an object, as in the execution graph; and of what
/// never finished, who had the lock, or has changed the counter.
void tell_causes(const Trace& trace, Story& story) {
  TraceGraph made;
  try {
    made = trace_graph(trace);
  } catch (const std::length_error&) {
    return;  // too large for a graph
  }
  for (Slot slot = made.graph.locations(); slot < made.graph.size(); ++slot) {
    const Slot source = made.graph[slot].rf;
    if (source == kNoSlot || made.graph.is_initial(source)) continue;
    const std::uint32_t from = made.event_of[source], to = made.event_of[slot];
    if (from != kNoEvent && to != kNoEvent && from != to) story.causes.emplace_back(from, to);
  }
  std::vector<std::uint32_t> last(trace.objects.size(), kNoEvent);
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& e = trace.events[i];
    if (e.finished() && e.object < last.size()) last[e.object] = i;
  }
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& e = trace.events[i];
    if (e.finished() || e.object >= last.size() || last[e.object] == kNoEvent) continue;
    if (is_mutex(e.kind) || e.kind == Kind::wg_wait) story.causes.emplace_back(last[e.object], i);
  }
}

/// Where the objects were made; empty if there are too many.
std::string objects_of(const Trace& trace) {
  std::string text;
  for (Object o = 0; o < trace.objects.size(); ++o) {
    const std::string made = place_of(trace, trace.objects[o].made_at);
    if (made.empty()) continue;
    text += fmt::format("{}{} made at {}", text.empty() ? "" : ", ", object_name(trace, o), made);
    if (text.size() >= kLongestAfter) return "";
  }
  return text;
}

}  // namespace

std::string object_name(const Trace& trace, Object object) {
  if (object == kNoObject) return "nil";
  if (object >= trace.objects.size()) return fmt::format("?{}", object);
  return fmt::format("{}{}", letter(trace.objects[object].kind), object);
}

std::string describe(const Trace& trace, const TraceEvent& e) {
  switch (e.kind) {
    case Kind::select:
      return select_text(trace, e);
    case Kind::fork:
      return e.child == kNoRoutine ? "go" : fmt::format("go G{}", e.child);
    case Kind::end:
      return "end";
    case Kind::panic:
      return "panic: " + trace.panic_text;
    case Kind::exit:
      return fmt::format("exit {}", e.operand);
    case Kind::make:
      return e.object < trace.objects.size() && trace.objects[e.object].kind == ObjectKind::channel
                 ? fmt::format("make {} (capacity {})", object_name(trace, e.object), e.operand)
                 : fmt::format("make {}", object_name(trace, e.object));
    case Kind::wg_add:
      return fmt::format("wg add {} {:+}", object_name(trace, e.object), e.operand);
    default:
      return fmt::format("{} {}", name(e.kind), object_name(trace, e.object));
  }
}

Story tell(const Trace& trace) {
  Story story;
  for (Routine r = 0; r < trace.routines.size(); ++r) story.lanes.push_back(fmt::format("G{}", r));
  story.rows.reserve(trace.events.size());
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& e = trace.events[i];
    story.rows.push_back({.lane = e.routine,
                          .text = describe(trace, e),
                          .place = place_of(trace, e.position),
                          .remark = remark(trace, i),
                          .depth = i,
                          .wide = e.kind == Kind::panic});
  }
  tell_arrows(trace, story);
  tell_causes(trace, story);
  story.after = objects_of(trace);
  return story;
}

Story tell(const Trace& trace, const TraceAnalysis& analysis) {
  Story story = tell(trace);
  for (const auto* findings : {&analysis.findings.actual, &analysis.findings.predicted}) {
    for (const TraceFinding& finding : *findings) {
      if (!finding.bug) continue;
      for (const std::uint32_t event : finding.events) story.rows[event].look = Story::Look::suspicious;
    }
  }
  for (const TraceFinding& leak : analysis.findings.leaks) {
    if (!leak.events.empty()) story.rows[leak.events.front()].look = Story::Look::alarming;
  }
  for (const TraceFinding& finding : analysis.findings.predicted) {
    for (std::size_t i = 1; finding.bug && i < finding.events.size(); ++i) {
      story.arrows.push_back({finding.events[i - 1], finding.events[i], finding.code, false, false});
    }
  }
  return story;
}

Story tell_with_findings(const Trace& trace) {
  const HappensBefore strong(trace, Clock::strong);
  TraceAnalysis analysis;
  analysis.findings = find(trace, strong, HappensBefore(trace, Clock::weak), PartnerSearch(trace, strong));
  return tell(trace, analysis);
}

}  // namespace graphfuzz::go
