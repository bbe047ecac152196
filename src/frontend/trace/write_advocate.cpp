// Traces as folders of ADVOCATE: as they are, rewritten in another order, cut for a partial replay.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>

#include "frontend/trace/element_text.hpp"
#include "graphfuzz/store/folder.hpp"

namespace graphfuzz::go {
namespace {

/// A file for each routine, be it empty.
TraceFiles empty_files(const Trace& trace, const ElementWriter& writer) {
  TraceFiles files;
  for (Routine r = 0; r < trace.routines.size(); ++r) files[trace_file_name(writer.routine(r))];
  return files;
}

/// The older dialect separates elements, but does not end the last.
void end_lines(TraceFiles& files, AdvocateDialect dialect) {
  if (dialect == AdvocateDialect::newer) return;
  for (auto& [name, text] : files) {
    if (text.ends_with(';')) text.back() = '\n';
  }
}

std::string info(const Trace& trace, const ElementWriter& writer) {
  std::string text;
  std::string position;
  if (trace.panic_event != kNoEvent) position = writer.position(trace.events[trace.panic_event].position);
  const auto exit = std::find_if(trace.events.begin(), trace.events.end(),
                                 [](const TraceEvent& event) { return event.kind == Kind::exit; });
  switch (trace.outcome) {
    case Outcome::clean:
      text = "ExitCode!0\n";
      break;
    case Outcome::panicked:
      text = fmt::format("ExitCode!3\nExitPosition!{}\n", position);
      break;
    case Outcome::timed_out:
      text = "ExitCode!10\n";
      break;
    case Outcome::deadlocked:
      text = "ExitCode!41\n";
      break;
    case Outcome::exited:
      text = fmt::format("ExitCode!{}\n", exit == trace.events.end() ? 0 : exit->operand);
      break;
    case Outcome::unknown:
      break;
  }
  return text + fmt::format("NumberRoutines!{}\n", trace.routines.size());
}

std::uint32_t located(const OperationIndex& index, const OperationId& operation) {
  const std::uint32_t event = index.find(operation);
  if (event == kNoEvent) {
    throw std::invalid_argument(fmt::format("routine {} has no execution number {} of {} in the trace",
                                            operation.routine, operation.visit, operation.position));
  }
  return event;
}

/// When the first of them was decided: where a replay of what came before is cut, as the engine cuts its prefixes.
std::uint64_t first_time(const Trace& base, const std::vector<std::uint32_t>& events) {
  std::uint64_t time = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint32_t e : events) time = std::min(time, decided_at(base, e));
  return time;
}

std::vector<std::uint32_t> located(const OperationIndex& index, const std::vector<OperationId>& operations) {
  std::vector<std::uint32_t> events;
  for (const OperationId& operation : operations) events.push_back(located(index, operation));
  return events;
}

}  // namespace

void write_files(const TraceFiles& files, const std::filesystem::path& folder) {
  const store::Folder place = store::Folder::make(folder);
  for (const auto& [name, text] : files) place.write_file(name, text);
}

OperationIndex::OperationIndex(const Trace& trace) : trace_(trace), visits_(trace.events.size(), 0) {
  for (const TraceRoutine& routine : trace.routines) {
    std::map<Position, std::uint32_t> visits;
    for (const std::uint32_t e : routine.events) {
      const Position position = trace.events[e].position;
      if (position == kNoPosition) continue;
      visits_[e] = ++visits[position];
      events_.try_emplace({routine.id, trace.positions[position], visits_[e]}, e);
    }
  }
  std::vector<std::uint32_t> order(trace.events.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto began = [&](std::uint32_t e) {
    return std::tuple(trace.events[e].begin, trace.routines[trace.events[e].routine].id, e);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return began(a) < began(b); });
  for (const std::uint32_t e : order) {
    const TraceEvent& event = trace.events[e];
    if (event.position == kNoPosition || !can_be_held(event.kind)) continue;
    const std::uint32_t routine = trace.routines[event.routine].id;
    const std::string& position = trace.positions[event.position];
    visitors_[position].push_back(routine);
    if (event.kind == Kind::select) selectors_[position].push_back(routine);
  }
}

std::uint32_t OperationIndex::find(const OperationId& operation) const {
  const auto at = events_.find(operation);
  return at == events_.end() ? kNoEvent : at->second;
}

OperationId OperationIndex::name_of(std::uint32_t event) const {
  const TraceEvent& e = trace_.events[event];
  if (e.position == kNoPosition) return {trace_.routines[e.routine].id, "", 0};
  return {trace_.routines[e.routine].id, trace_.positions[e.position], visits_[event]};
}

const std::vector<std::uint32_t>& OperationIndex::Visitors::at(const std::string& position) const {
  static const std::vector<std::uint32_t> none;
  const auto found = find(position);
  return found == end() ? none : found->second;
}

TraceFiles advocate_files(const Trace& trace, AdvocateDialect dialect) {
  const ElementWriter writer(trace, dialect);
  // Times of a trace count from 1; 0 is never.
  const bool from_zero =
      std::any_of(trace.events.begin(), trace.events.end(), [](const TraceEvent& event) { return event.begin == 0; });
  const std::uint64_t shift = from_zero ? 1 : 0;
  TraceFiles files = empty_files(trace, writer);
  for (Routine r = 0; r < trace.routines.size(); ++r) {
    std::string& text = files[trace_file_name(writer.routine(r))];
    for (const std::uint32_t e : trace.routines[r].events) {
      const TraceEvent& event = trace.events[e];
      writer.write(text, event, event.begin + shift, event.finished() ? event.end + shift : 0);
    }
  }
  end_lines(files, dialect);
  if (dialect == AdvocateDialect::newer) files["trace_info.log"] = info(trace, writer);
  return files;
}

TraceFiles rewritten_trace(const Trace& base, const std::vector<std::uint32_t>& order, int exit_code,
                           AdvocateDialect dialect) {
  // Points in time: (place in the order, 0: the beginning of something that takes effect later | 1: an effect).
  struct Point {
    std::size_t place;
    int effect;
    std::uint32_t in_routine;  ///< where it stands in its routine
    std::uint32_t event;
    auto key() const { return std::tuple(place, effect, in_routine); }
  };
  std::vector<std::size_t> place_of(base.events.size(), std::numeric_limits<std::size_t>::max());
  for (std::size_t i = 0; i < order.size(); ++i) place_of[order[i]] = i;
  std::vector<Point> points;
  std::vector<std::uint64_t> begin(base.events.size(), 0), end(base.events.size(), 0);
  for (const TraceRoutine& routine : base.routines) {
    // From the back: what begins before others that have their effect earlier, begins with the first of these.
    std::size_t earliest = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = routine.events.size(); i-- > 0;) {
      const std::uint32_t e = routine.events[i];
      const std::size_t place = place_of[e];
      if (place == std::numeric_limits<std::size_t>::max()) continue;
      if (earliest < place) points.push_back({earliest, 0, static_cast<std::uint32_t>(i), e});
      points.push_back({place, 1, static_cast<std::uint32_t>(i), e});
      earliest = std::min(earliest, place);
    }
  }
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return a.key() < b.key(); });
  std::uint64_t time = 0;
  for (const Point& point : points) {
    ++time;
    if (begin[point.event] == 0) begin[point.event] = time;
    if (point.effect == 1) end[point.event] = time;
  }
  const ElementWriter writer(base, dialect);
  TraceFiles files = empty_files(base, writer);
  for (Routine r = 0; r < base.routines.size(); ++r) {
    std::string& text = files[trace_file_name(writer.routine(r))];
    for (const std::uint32_t e : base.routines[r].events) {
      if (begin[e] != 0) writer.write(text, base.events[e], begin[e], end[e]);
    }
  }
  if (!base.routines.empty()) {
    ElementWriter::end_mark(files[trace_file_name(writer.routine(0))], time + 1, exit_code, dialect);
  }
  end_lines(files, dialect);
  return files;
}

TraceFiles rewritten_trace(const Trace& base, const Directive& directive, int exit_code, AdvocateDialect dialect) {
  const OperationIndex index(base);
  const std::vector<std::uint32_t> chain = located(index, directive.chain);
  std::vector<std::uint32_t> order = located(index, directive.prefix);
  if (order.empty()) {
    const std::uint64_t until = first_time(base, chain);
    for (std::uint32_t e = 0; e < base.events.size(); ++e) {
      if (decided_at(base, e) < until) order.push_back(e);
    }
  }
  const std::set<std::uint32_t> before(order.begin(), order.end());
  std::copy_if(chain.begin(), chain.end(), std::back_inserter(order),
               [&](std::uint32_t e) { return !before.contains(e); });
  return rewritten_trace(base, order, exit_code, dialect);
}

TraceFiles partial_replay(const Trace& base, const Directive& directive) {
  if (directive.chain.empty()) throw std::invalid_argument("a partial replay needs a chain of one operation at least");
  const OperationIndex index(base);
  const std::vector<std::uint32_t> chain = located(index, directive.chain);
  const std::uint64_t cut = first_time(base, chain);
  const ElementWriter writer(base, AdvocateDialect::newer);
  TraceFiles files = empty_files(base, writer);
  for (Routine r = 0; r < base.routines.size(); ++r) {
    std::string& text = files[trace_file_name(writer.routine(r))];
    for (const std::uint32_t e : base.routines[r].events) {
      const TraceEvent& event = base.events[e];
      const std::uint64_t decided = decided_at(base, e);
      if (decided >= cut) continue;
      // The other side of a rendezvous may have been noted after the cut, which it is not to come after. A Once or a
      // wait that is not over by then has what is inside of it cut, too, and stays open as long as it was.
      const bool late = event.finished() && event.end >= cut && (is_channel(event.kind) || event.kind == Kind::select);
      writer.write(text, event, std::min(event.begin, late ? decided : event.begin), late ? decided : event.end);
    }
  }
  std::string active = fmt::format("{}\n", directive.prefix.empty() ? 0 : cut);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const std::uint64_t time = cut + 2 * i;
    const OperationId& operation = directive.chain[i];
    TraceEvent event = base.events[chain[i]];
    writer.write(files[trace_file_name(writer.routine(event.routine))], event, time, time);
    fmt::format_to(std::back_inserter(active), "{}:{},{},{}\n", writer.routine(event.routine),
                   writer.position(event.position), time, operation.visit);
  }
  files["replay_active.log"] = std::move(active);
  return files;
}

}  // namespace graphfuzz::go
