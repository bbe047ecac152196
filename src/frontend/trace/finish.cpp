// From the recording to the trace: order, partners, fill, how it ended.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "frontend/trace/raw_trace.hpp"

namespace graphfuzz::go {
namespace {

/// A fork's routine, by id. Those without a file are an error, or, in plans and lenient, routines that do nothing.
void resolve_forks(RawTrace& recording, const TraceOptions& options, std::vector<std::string>& warnings) {
  const std::size_t known = recording.routines.size();
  std::vector<std::uint32_t> missing;
  const auto find = [](auto begin, auto end, std::uint32_t id) {
    const auto at =
        std::lower_bound(begin, end, id, [](const RecordedRoutine& r, std::uint32_t i) { return r.id < i; });
    return at != end && at->id == id ? at : end;
  };
  for (std::uint32_t e = 0; e < recording.events.size(); ++e) {
    if (recording.events[e].kind != Kind::fork) continue;
    const auto id = static_cast<std::uint32_t>(recording.events[e].operand);
    if (find(recording.routines.begin(), recording.routines.begin() + static_cast<std::ptrdiff_t>(known), id) !=
        recording.routines.begin() + static_cast<std::ptrdiff_t>(known)) {
      continue;
    }
    if (!recording.plan) {
      const TraceError error = recording.error(
          e, fmt::format("expected a file trace_{}.log of the routine that is forked here, found none", id));
      if (!options.lenient) throw error;
      warnings.emplace_back(error.what());
    }
    missing.push_back(id);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  const auto end_of_events = static_cast<std::uint32_t>(recording.events.size());
  for (const std::uint32_t id : missing) recording.routines.push_back({id, recording.path, end_of_events, 0});
  std::inplace_merge(recording.routines.begin(), recording.routines.begin() + static_cast<std::ptrdiff_t>(known),
                     recording.routines.end(),
                     [](const RecordedRoutine& a, const RecordedRoutine& b) { return a.id < b.id; });
  // Routines are dense numbers in the order of their ids.
  for (Routine r = 0; r < recording.routines.size(); ++r) {
    const RecordedRoutine& routine = recording.routines[r];
    for (std::uint32_t e = routine.first; e < routine.first + routine.count; ++e) recording.events[e].routine = r;
  }
  for (TraceEvent& event : recording.events) {
    if (event.kind != Kind::fork) continue;
    const auto child =
        find(recording.routines.begin(), recording.routines.end(), static_cast<std::uint32_t>(event.operand));
    event.child = static_cast<Routine>(child - recording.routines.begin());
    event.operand = 0;
  }
}

Trace assemble(RawTrace& recording, const std::vector<std::uint32_t>& order,
               const std::vector<std::uint32_t>& partners) {
  Trace trace;
  std::vector<std::uint32_t> index(recording.events.size(), kNoEvent);
  for (std::uint32_t i = 0; i < order.size(); ++i) index[order[i]] = i;
  trace.events.reserve(order.size());
  trace.routines.resize(recording.routines.size());
  for (std::size_t r = 0; r < recording.routines.size(); ++r) {
    const RecordedRoutine& from = recording.routines[r];
    TraceRoutine& to = trace.routines[r];
    to.id = from.id;
    to.events.reserve(from.count);
    for (std::uint32_t e = from.first; e < from.first + from.count; ++e) to.events.push_back(index[e]);
    to.ended = from.count > 0 && recording.events[from.first + from.count - 1].kind == Kind::end;
  }
  for (const std::uint32_t e : order) {
    TraceEvent event = recording.events[e];
    event.partner = partners[e] == kNoEvent ? kNoEvent : index[partners[e]];
    if (event.kind == Kind::fork) {
      TraceRoutine& child = trace.routines[event.child];
      if (child.fork == kNoEvent) child.fork = static_cast<std::uint32_t>(trace.events.size());
      event.partner = child.events.empty() ? kNoEvent : child.events.front();
    }
    trace.events.push_back(event);
  }
  trace.path = std::move(recording.path);
  trace.dialect = std::move(recording.dialect);
  trace.cases = std::move(recording.cases);
  trace.objects = std::move(recording.objects);
  trace.positions = std::move(recording.positions);
  trace.outcome = recording.outcome;
  trace.panic = recording.panic;
  return trace;
}

/// The older dialect does not say how full a buffer is.
void count_fill(Trace& trace) {
  std::vector<std::uint32_t> fill(trace.objects.size(), 0);
  for (TraceEvent& event : trace.events) {
    const TraceCase* taken = event.kind == Kind::select && event.finished() ? trace.case_of(event) : nullptr;
    const Object channel = taken != nullptr ? taken->channel : is_channel(event.kind) ? event.object : kNoObject;
    if (channel == kNoObject) continue;
    const bool sends = taken != nullptr ? taken->sends : event.kind == Kind::send;
    if (event.finished() && event.ok && event.kind != Kind::close) {
      if (sends && fill[channel] < trace.objects[channel].capacity) ++fill[channel];
      if (!sends && fill[channel] > 0) --fill[channel];
    }
    event.fill = fill[channel];
  }
}

/// Could this operation, which never finished, be the one that panicked?
Panic panic_of(const Trace& trace, const TraceEvent& event, const std::vector<bool>& closed) {
  const auto is_closed = [&](Object channel) { return channel != kNoObject && closed[channel]; };
  if (event.kind == Kind::send && is_closed(event.object)) return Panic::send_on_closed;
  if (event.kind == Kind::close) {
    return event.object == kNoObject ? Panic::close_of_nil
           : is_closed(event.object) ? Panic::close_of_closed
                                     : Panic::none;
  }
  if (event.kind == Kind::wg_add && event.value < 0) return Panic::negative_wait_group;
  if (event.kind == Kind::unlock || event.kind == Kind::runlock) return Panic::unlock_of_unlocked;
  if (event.kind == Kind::select) {
    for (std::uint32_t c = 0; c < event.case_count; ++c) {
      const TraceCase& tried = trace.cases[event.first_case + c];
      if (tried.sends && is_closed(tried.channel)) return Panic::send_on_closed;
    }
  }
  return Panic::none;
}

/// A trace does not say which operation panicked, only that one did (and sometimes where).
void find_panic(Trace& trace, const std::string& exit_position) {
  std::vector<bool> closed(trace.objects.size(), false);
  bool at_exit_position = false;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (event.finished() && event.kind == Kind::close) closed[event.object] = true;
    const bool ended_by_close = event.finished() && event.kind == Kind::send && !event.ok;
    if (event.finished() && !ended_by_close) continue;
    const Panic panic = ended_by_close ? Panic::send_on_closed : panic_of(trace, event, closed);
    if (panic == Panic::none) continue;
    const bool there = event.position != kNoPosition && trace.positions[event.position] == exit_position;
    if (at_exit_position && !there) continue;
    at_exit_position = there;
    trace.panic = panic;
    trace.panic_event = e;
  }
  if (trace.panic == Panic::none) trace.panic = Panic::other;
  trace.panic_text = std::string(message(trace.panic));
  if (!exit_position.empty()) trace.panic_text += " at " + exit_position;
}

}  // namespace

Trace finish(RawTrace recording, const TraceOptions& options, std::vector<std::string>& warnings) {
  resolve_forks(recording, options, warnings);
  Contradictions contradictions(recording, options.lenient, warnings);
  check_routines(recording, contradictions);
  contradictions.apply();
  // What is left after a cut may not be consistent. Every round but the last makes the trace shorter; they are few,
  // as one round finds all that depends on what was cut by way of later events.
  constexpr int kRounds = 64;
  std::vector<std::uint32_t> order, partners;
  for (int round = 0;; ++round) {
    settle(recording);
    order = effect_order(recording);
    partners = check_operations(recording, order, contradictions);
    if (!contradictions.apply()) break;
    if (round == kRounds)
      throw TraceError(recording.path, 0, 0, "expected a trace with few contradictions, found many");
  }
  const bool counted = recording.counted_fill;
  const std::string exit_position = std::move(recording.exit_position);
  Trace trace = assemble(recording, order, partners);
  if (counted) count_fill(trace);
  if (trace.outcome == Outcome::panicked) find_panic(trace, exit_position);
  return trace;
}

}  // namespace graphfuzz::go
