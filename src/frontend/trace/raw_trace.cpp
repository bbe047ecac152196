#include "frontend/trace/raw_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "frontend/trace/cursor.hpp"

namespace graphfuzz::go {
namespace {

std::string where(const std::string& file, std::size_t line, std::size_t column) {
  if (line == 0) return file;
  return column == 0 ? fmt::format("{}:{}", file, line) : fmt::format("{}:{}:{}", file, line, column);
}

}  // namespace

TraceError::TraceError(std::string file, std::size_t line, std::size_t column, const std::string& message)
    : std::runtime_error(where(file, line, column) + ": " + message),
      file_(std::move(file)),
      line_(line),
      column_(column),
      message_(message) {}

std::string shown(std::string_view text) {
  constexpr std::size_t kLongestShown = 40;
  std::string out = "'";
  for (const char c : text.substr(0, kLongestShown)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > kLongestShown ? "…'" : "'");
}

bool encloses(Kind kind) { return kind == Kind::once || kind == Kind::cond_wait; }

RawTrace::ChannelEffect RawTrace::effect(std::uint32_t event) const {
  const TraceEvent& e = events[event];
  if (!e.finished()) return {};
  if (is_channel(e.kind)) return {e.kind, e.object};
  if (e.kind != Kind::select || e.chosen == kDefault) return {};
  const TraceCase& taken = cases[e.first_case + static_cast<std::uint32_t>(e.chosen)];
  return {taken.sends ? Kind::send : Kind::receive, taken.channel};
}

TraceError RawTrace::error(std::uint32_t event, const std::string& message) const {
  const Origin origin = origins[event];
  return {routines[events[event].routine].file, origin.line, origin.column, message};
}

std::string RawTrace::place(std::uint32_t event) const {
  const Origin origin = origins[event];
  return where(routines[events[event].routine].file, origin.line, origin.column);
}

Contradictions::Contradictions(RawTrace& recording, bool lenient, std::vector<std::string>& warnings)
    : recording_(recording), lenient_(lenient), warnings_(warnings) {
  for (const RecordedRoutine& routine : recording.routines) cut_at_.push_back(routine.first + routine.count);
}

void Contradictions::report(std::uint32_t event, const std::string& message) {
  const TraceError error = recording_.error(event, message);
  if (!lenient_) throw error;
  if (is_cut(event)) return;
  warnings_.push_back(fmt::format("{}; the rest of routine {} is left out", error.what(),
                                  recording_.routines[recording_.events[event].routine].id));
  cut(event);
}

void Contradictions::cut(std::uint32_t event) {
  std::uint32_t& at = cut_at_[recording_.events[event].routine];
  if (event >= at) return;
  at = event;
  changed_ = true;
}

bool Contradictions::apply() {
  if (!std::exchange(changed_, false)) return false;
  for (std::size_t r = 0; r < cut_at_.size(); ++r) {
    RecordedRoutine& routine = recording_.routines[r];
    const std::uint32_t end = cut_at_[r];
    if (end == routine.first + routine.count) continue;
    // What encloses the first event that goes has not finished. (Its time may be what was wrong with it.)
    const std::uint64_t last = end == routine.first ? 0 : recording_.events[end - 1].begin;
    const std::uint64_t time = std::max(recording_.events[end].begin, last);
    for (std::uint32_t e = routine.first; e < end; ++e) {
      TraceEvent& event = recording_.events[e];
      if (encloses(event.kind) && event.end > time) event.end = 0;
    }
    routine.count = end - routine.first;
  }
  return true;
}

}  // namespace graphfuzz::go
