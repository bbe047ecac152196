// An execution of a Go program as a listing.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "graphfuzz/report/go_text.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::size_t kWidest = 120;  // beyond this, goroutines get no columns of their own

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
  }
  return '?';
}

std::string position(const Trace& trace, Position at) {
  return at < trace.positions.size() ? trace.positions[at] : std::string();
}

/// "12" of "f.go:12" or "f.go#12".
std::string line_of(const Trace& trace, Position at) {
  const std::string text = position(trace, at);
  const std::size_t cut = text.find_last_of("#:");
  return cut == std::string::npos ? text : text.substr(cut + 1);
}

std::string select_text(const Trace& trace, const TraceEvent& e) {
  if (!e.finished()) return fmt::format("select ({} cases)", e.case_count);
  const TraceCase* const chosen = trace.case_of(e);
  if (chosen == nullptr) return "select: default";
  return fmt::format("select: {} {} (case {} of {})", chosen->sends ? "send" : "receive",
                     object_name(trace, chosen->channel), e.chosen, e.case_count);
}

std::string remark(const Trace& trace, std::uint32_t number) {
  const TraceEvent& e = trace.events[number];
  if (e.kind == Kind::panic || e.kind == Kind::end || e.kind == Kind::exit) return "";
  if (trace.panic_event == number) return std::string(message(trace.panic));
  if (!e.finished()) return "never finished";
  const auto partner = [&] { return e.partner + 1; };
  const bool receives =
      e.kind == Kind::receive || (e.kind == Kind::select && trace.case_of(e) != nullptr && !trace.case_of(e)->sends);
  if (receives && !e.ok) return e.partner == kNoEvent ? "closed" : fmt::format("closed by {}", partner());
  if (receives && e.partner != kNoEvent) return fmt::format("from {}", partner());
  if (is_mutex(e.kind) && !e.ok) return "failed";
  if (e.kind == Kind::once) return e.ok ? "runs the function" : "done before";
  if (e.kind == Kind::wg_add || e.kind == Kind::wg_wait) return fmt::format("counter {}", e.value);
  return "";
}

void end_line(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  text += '\n';
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
      return fmt::format("go G{}", e.child);
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

std::string trace_listing(const Trace& trace, unsigned indent, std::size_t most) {
  const std::string margin(indent, ' ');
  const std::size_t count = trace.events.size();
  const std::size_t first = count > most ? count - most : 0;
  std::vector<std::size_t> widths(trace.routines.size(), 4);
  const auto cell = [&](const TraceEvent& e) {
    const std::string line = line_of(trace, e.position);
    return line.empty() ? describe(trace, e) : fmt::format("{}: {}", line, describe(trace, e));
  };
  for (std::size_t i = first; i < count; ++i) {
    const TraceEvent& e = trace.events[i];
    if (e.kind != Kind::panic) widths[e.routine] = std::max(widths[e.routine], cell(e).size());
  }
  const std::size_t total = std::accumulate(widths.begin(), widths.end(), 3 * widths.size());
  const bool columns = total <= kWidest;
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(count).size());

  std::string text;
  if (first > 0) text += fmt::format("{}({} events before these are left out)\n", margin, first);
  if (columns && count > 0) {
    text += fmt::format("{}{:{}}", margin, "", digits);
    for (std::size_t r = 0; r < widths.size(); ++r) text += fmt::format("   {:{}}", fmt::format("G{}", r), widths[r]);
    end_line(text);
  }
  for (std::size_t i = first; i < count; ++i) {
    const TraceEvent& e = trace.events[i];
    text += fmt::format("{}{:>{}}   ", margin, i + 1, digits);
    const std::size_t begin = text.size();
    if (columns) {
      for (Routine r = 0; r < e.routine; ++r) text.append(widths[r] + 3, ' ');
    } else {
      text += fmt::format("G{}: ", e.routine);
    }
    text += cell(e);
    if (const std::string more = remark(trace, static_cast<std::uint32_t>(i)); !more.empty()) {
      const std::size_t column = begin + (columns ? total : 44);
      text.append(column > text.size() ? column - text.size() : 2, ' ');
      text += more;
    }
    end_line(text);
  }
  std::string objects;
  for (Object o = 0; o < trace.objects.size(); ++o) {
    const std::string made = position(trace, trace.objects[o].made_at);
    if (made.empty()) continue;
    objects += fmt::format("{}{} made at {}", objects.empty() ? "" : ", ", object_name(trace, o), made);
  }
  if (!objects.empty() && objects.size() < 400) text += margin + objects + '\n';
  return text;
}

}  // namespace graphfuzz::go
