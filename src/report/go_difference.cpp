#include "graphfuzz/report/go_difference.hpp"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "graphfuzz/analysis/go/story.hpp"
#include "report/colour.hpp"
#include "report/json_text.hpp"
#include "report/words.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::string_view kNames = "AB";

std::string_view word(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::choice:
      return "choice";
    case DifferenceKind::partner:
      return "partner";
    case DifferenceKind::order:
      return "order";
    case DifferenceKind::missing:
      break;
  }
  return "missing";
}

std::string counted(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::uint32_t routine_id(const Trace& trace, Routine routine) { return trace.routines[routine].id; }

/// "routine 3", "routine 3 (4 in B)".
std::string routine_text(const Trace& a, const Trace& b, const RunDifference& one) {
  if (one.routine[0] == kNoRoutine) return fmt::format("routine {} of B", routine_id(b, one.routine[1]));
  const std::uint32_t id = routine_id(a, one.routine[0]);
  if (one.routine[1] == kNoRoutine) return fmt::format("routine {} of A", id);
  const std::uint32_t other = routine_id(b, one.routine[1]);
  return id == other ? fmt::format("routine {}", id) : fmt::format("routine {} ({} in B)", id, other);
}

/// "routine 2, send c0 at f.go#5"
std::string other_text(const Trace& trace, std::uint32_t event) {
  const TraceEvent& e = trace.events[event];
  return fmt::format("routine {}, {} at {}", routine_id(trace, e.routine), describe(trace, e),
                     position_of(trace, event));
}

std::string result_of(const TraceEvent& e) {
  if (e.ok) return "";
  if (e.kind == Kind::try_lock || e.kind == Kind::try_rlock) return ", which failed";
  if (e.kind == Kind::once) return ", done before";
  if (e.kind == Kind::receive || e.kind == Kind::select) return ", closed";
  return ", which panicked";
}

/// What one run did there.
std::string deed_text(const Trace& trace, Routine routine, const Deed& deed, DifferenceKind kind) {
  if (routine == kNoRoutine) return "no such routine";
  if (deed.event == kNoEvent) return trace.routines[routine].ended ? "ended" : "nothing more";
  const TraceEvent& e = trace.events[deed.event];
  std::string text = fmt::format("{} at {}", describe(trace, e), position_of(trace, deed.event));
  if (!deed.happened) return "never finished: " + text;
  text += result_of(e);
  if (kind != DifferenceKind::order && deed.partner != kNoEvent) {
    const TraceCase* chosen = e.kind == Kind::select ? trace.case_of(e) : nullptr;
    const bool sends = e.kind == Kind::send || (chosen != nullptr && chosen->sends);
    return text + fmt::format(", {} {}",
                              sends                       ? "to"
                              : e.kind == Kind::cond_wait ? "woken by"
                                                          : "from",
                              other_text(trace, deed.partner));
  }
  if (deed.after != kNoEvent) return text + ", after " + other_text(trace, deed.after);
  return kind == DifferenceKind::order ? text + ", before the others" : text;
}

Object object_of(const Trace& trace, std::uint32_t event) {
  const TraceEvent& e = trace.events[event];
  const TraceCase* const chosen = e.kind == Kind::select && e.finished() ? trace.case_of(e) : nullptr;
  return chosen != nullptr ? chosen->channel : e.object;
}

std::string title(const Trace& a, const Trace& b, const RunDifference& one) {
  const std::string who = routine_text(a, b, one);
  switch (one.kind) {
    case DifferenceKind::choice:
      return who + " went on differently";
    case DifferenceKind::partner:
      return who + " met another partner";
    case DifferenceKind::order:
      return fmt::format("{} came to {} at another point", who, object_name(a, object_of(a, one.deed[0].event)));
    case DifferenceKind::missing:
      break;
  }
  if (one.deed[0].happened == one.deed[1].happened) return who + " did not go on";
  return fmt::format("{} went on in {} alone", who, one.deed[0].happened ? 'A' : 'B');
}

/// The second run with the names that objects have in the first. Those that are not the same get numbers of their own.
Trace with_names_of(const Trace& a, const Trace& b, const Difference& difference) {
  Trace result = b;
  result.objects = a.objects;
  std::vector<Object> name = difference.counterpart;
  for (Object o = 0; o < b.objects.size(); ++o) {
    if (name[o] != kNoObject) continue;
    name[o] = static_cast<Object>(result.objects.size());
    result.objects.push_back(b.objects[o]);
  }
  const auto rename = [&name](Object& object) {
    if (object != kNoObject) object = name[object];
  };
  for (TraceEvent& event : result.events) rename(event.object);
  for (TraceCase& one : result.cases) rename(one.channel);
  return result;
}

Json other_json(const Trace& trace, std::uint32_t event) {
  if (event == kNoEvent) return nullptr;
  const TraceEvent& e = trace.events[event];
  return {{"op", name(e.kind)}, {"position", position_of(trace, event)}, {"routine", routine_id(trace, e.routine)}};
}

Json deed_json(const Trace& trace, const Deed& deed) {
  if (deed.event == kNoEvent) return nullptr;
  const TraceEvent& e = trace.events[deed.event];
  return {{"op", name(e.kind)},
          {"position", position_of(trace, deed.event)},
          {"happened", deed.happened},
          {"chosen", e.kind == Kind::select && e.finished() ? Json(e.chosen) : Json(nullptr)},
          {"ok", e.ok},
          {"partner", other_json(trace, deed.partner)},
          {"after", other_json(trace, deed.after)}};
}

}  // namespace

std::string graph_groups(std::span<const TraceRow> rows, const TextOptions& options, std::size_t most) {
  constexpr std::size_t kRuns = 10;
  std::vector<Fingerprint> graphs;
  for (const TraceRow& row : rows) graphs.push_back(row.graph);
  const auto groups = same_graphs(graphs);
  std::string text =
      Colours(options.colour)
          .bold(fmt::format("{}, {}", counted(rows.size(), "run"), counted(groups.size(), "unique graph")));
  text += '\n';
  std::size_t shown = 0;
  for (const std::vector<std::size_t>& group : groups) {
    if (group.size() < 2) break;
    if (shown++ == most) {
      text += "  …\n";
      break;
    }
    text += fmt::format("  {} are the same graph:", group.size());
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (i == kRuns) {
        text += fmt::format(", and {} more", group.size() - i);
        break;
      }
      text += fmt::format("{} {}", i == 0 ? "" : ",", rows[group[i]].path);
    }
    text += '\n';
  }
  return text;
}

std::string difference_block(const Trace& a, const Trace& b, const Difference& difference, const TextOptions& options,
                             std::size_t most) {
  const Colours colours(options.colour);
  const Trace renamed = with_names_of(a, b, difference);
  const Trace* const traces[2] = {&a, &renamed};
  std::string text;
  for (int side = 0; side < 2; ++side) {
    text += fmt::format("{}  {} ({}): {}\n", colours.bold(kNames.substr(static_cast<std::size_t>(side), 1)),
                        traces[side]->path, traces[side]->dialect, word(traces[side]->outcome));
  }
  if (difference.same()) {
    return text + colours.green("The same graph") + fmt::format(" ({})\n", counted(difference.common, "event"));
  }
  text +=
      fmt::format("{}: {} in common, {} only in A, {} only in B. They part here:\n", colours.bold("Different graphs"),
                  counted(difference.common, "event"), difference.own[0], difference.own[1]);
  std::size_t number = 0;
  for (const RunDifference& one : difference.first) {
    if (number == most) {
      text += fmt::format("  … and at {} more places\n", difference.first.size() - number);
      break;
    }
    text += fmt::format("{}. {}", ++number, title(a, b, one));
    if (one.previous != kNoEvent) {
      text += fmt::format(" after {} at {}", describe(a, a.events[one.previous]), position_of(a, one.previous));
    }
    text += '\n';
    for (std::size_t side = 0; side < 2; ++side) {
      text += fmt::format("   {}  {}\n", kNames.substr(side, 1),
                          deed_text(*traces[side], one.routine[side], one.deed[side], one.kind));
    }
  }
  return text;
}

std::string to_json(const Trace& a, const Trace& b, const Difference& difference) {
  Json differences = Json::array();
  for (const RunDifference& one : difference.first) {
    const auto id = [](const Trace& trace, Routine r) {
      return r == kNoRoutine ? Json(nullptr) : Json(routine_id(trace, r));
    };
    differences.push_back({{"kind", word(one.kind)},
                           {"routine_a", id(a, one.routine[0])},
                           {"routine_b", id(b, one.routine[1])},
                           {"since", one.previous == kNoEvent ? Json(nullptr) : Json(position_of(a, one.previous))},
                           {"a", deed_json(a, one.deed[0])},
                           {"b", deed_json(b, one.deed[1])}});
  }
  const Json json = {{"format", "graphfuzz trace difference"},
                     {"version", kFormatVersion},
                     {"a", a.path},
                     {"b", b.path},
                     {"same", difference.same()},
                     {"common", difference.common},
                     {"only_a", difference.own[0]},
                     {"only_b", difference.own[1]},
                     {"differences", std::move(differences)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace graphfuzz::go
