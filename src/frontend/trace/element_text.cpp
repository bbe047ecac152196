#include "frontend/trace/element_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "graphfuzz/program/go/position.hpp"

namespace graphfuzz::go {
namespace {

template <typename... Arguments>
void append(std::string& out, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Arguments>(arguments)...);
}

char flag(bool value) { return value ? 't' : 'f'; }

/// Ids as they are if all are distinct numbers for each kind, otherwise numbers of our own.
std::vector<std::string> ids_of(const Trace& trace) {
  std::vector<std::string> ids;
  std::set<std::pair<ObjectKind, std::string>> seen;
  bool numbers = true;
  for (const TraceObject& object : trace.objects) {
    numbers = numbers && !object.id.empty() && object.id.find_first_not_of("0123456789") == std::string::npos &&
              seen.emplace(object.kind, object.id).second;
    ids.push_back(object.id);
  }
  constexpr std::uint64_t kFirst = 1'000'000'001;  // routine 1's first, by ADVOCATE's numbering
  for (std::size_t o = 0; o < ids.size() && !numbers; ++o) ids[o] = std::to_string(kFirst + o);
  return ids;
}

char mutex_letter(Kind kind) {
  switch (kind) {
    case Kind::lock:
      return 'L';
    case Kind::rlock:
      return 'R';
    case Kind::try_lock:
      return 'T';
    case Kind::try_rlock:
      return 'Y';
    case Kind::unlock:
      return 'U';
    default:
      return 'N';
  }
}

char atomic_letter(Kind kind) {
  switch (kind) {
    case Kind::atomic_load:
      return 'L';
    case Kind::atomic_store:
      return 'S';
    case Kind::atomic_add:
      return 'A';
    case Kind::atomic_swap:
      return 'W';
    case Kind::atomic_cas:
      return 'C';
    case Kind::atomic_and:
      return 'N';
    default:
      return 'O';
  }
}

/// The type of an object that N can name; 0 for others.
char object_letter(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::channel:
      return 'C';
    case ObjectKind::mutex:
      return 'M';
    case ObjectKind::cond:
      return 'D';
    case ObjectKind::wait_group:
      return 'W';
    default:
      return '\0';
  }
}

}  // namespace

std::string trace_file_name(std::uint32_t routine) { return fmt::format("trace_{}.log", routine); }

ElementWriter::ElementWriter(const Trace& trace, AdvocateDialect dialect)
    : trace_(trace), dialect_(dialect), ids_(ids_of(trace)), reads_(trace.objects.size(), false) {
  const auto begins = [](const TraceRoutine& r) { return r.id == 0; };
  shift_ = std::any_of(trace.routines.begin(), trace.routines.end(), begins) ? 1 : 0;
  for (const TraceEvent& event : trace.events) {
    const bool reads = event.kind == Kind::rlock || event.kind == Kind::try_rlock || event.kind == Kind::runlock;
    if (reads && event.object != kNoObject) reads_[event.object] = true;
  }
}

const std::string& ElementWriter::id(Object object) const {
  static const std::string nil = "*";
  return object == kNoObject ? nil : ids_[object];
}

std::string ElementWriter::position(Position position) const {
  std::string text(position == kNoPosition ? kUnknownPosition : std::string_view(trace_.positions[position]));
  // Nothing in it may look like the end of the field.
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ',' || c == ';' || c == '\n' || c == '\r'; }, '_');
  if (line_mark(text) == std::string::npos) text += "#0";
  return dialect_ == AdvocateDialect::newer ? file_hash_line(std::move(text)) : file_colon_line(std::move(text));
}

void ElementWriter::write(std::string& out, const TraceEvent& event, std::uint64_t begin, std::uint64_t end) const {
  const std::size_t before = out.size();
  const std::uint64_t time = end != 0 ? end : begin;
  switch (event.kind) {
    case Kind::send:
    case Kind::receive:
    case Kind::close:
      channel(out, event, begin, end);
      break;
    case Kind::select:
      select(out, event, begin, end);
      break;
    case Kind::wg_add:
    case Kind::wg_wait:
      append(out, "W,{},{},{},{},{},{},{}", begin, end, id(event.object), event.kind == Kind::wg_add ? 'A' : 'W',
             event.operand, event.value, position(event.position));
      break;
    case Kind::once:
      append(out, "O,{},{},{},{},{}", begin, end, id(event.object), flag(event.ok), position(event.position));
      break;
    case Kind::cond_wait:
    case Kind::cond_signal:
    case Kind::cond_broadcast: {
      const char op = event.kind == Kind::cond_wait ? 'W' : event.kind == Kind::cond_signal ? 'S' : 'B';
      append(out, "D,{},{},{},{},{}", begin, end, id(event.object), op, position(event.position));
      break;
    }
    case Kind::fork:
      append(out, "G,{},{},{}", time, routine(event.child), position(event.position));
      break;
    case Kind::end:
      append(out, "E,{}", time);
      break;
    case Kind::make: {
      const char type = object_letter(trace_.objects[event.object].kind);
      if (type == '\0') return;
      append(out, "N,{},{},{},{},{}", time, id(event.object), type, type == 'C' ? event.operand : 0,
             position(event.position));
      break;
    }
    default:
      if (is_mutex(event.kind)) {
        append(out, "M,{},{},{},{},{},{},{}", begin, end, id(event.object), reads_[event.object] ? 'R' : '-',
               mutex_letter(event.kind), flag(event.ok), position(event.position));
      } else if (is_atomic(event.kind)) {
        append(out, "A,{},{},{},{}", time, id(event.object), atomic_letter(event.kind), position(event.position));
      }
  }
  if (out.size() > before) out += dialect_ == AdvocateDialect::newer ? '\n' : ';';
}

void ElementWriter::channel(std::string& out, const TraceEvent& event, std::uint64_t begin, std::uint64_t end) const {
  const char op = event.kind == Kind::send ? 'S' : event.kind == Kind::receive ? 'R' : 'C';
  const std::uint64_t capacity = event.object == kNoObject ? 0 : trace_.objects[event.object].capacity;
  append(out, "C,{},{},{},{},{},{},{},", begin, end, id(event.object), op, flag(!event.ok), event.pair, capacity);
  if (dialect_ == AdvocateDialect::newer) append(out, "{},", event.fill);
  out += position(event.position);
}

void ElementWriter::select(std::string& out, const TraceEvent& event, std::uint64_t begin, std::uint64_t end) const {
  append(out, "S,{},{},{},", begin, end, begin);  // every execution of a select has an id of its own
  const int chosen = end != 0 ? event.chosen : kDefault;
  for (std::uint32_t c = 0; c < event.case_count; ++c) {
    const TraceCase& part = trace_.cases[event.first_case + c];
    const bool taken = static_cast<int>(c) == chosen;
    const std::uint64_t capacity = part.channel == kNoObject ? 0 : trace_.objects[part.channel].capacity;
    append(out, "{}C.{}.{}.{}.{}.{}.{}.{}", c == 0 ? "" : "~", begin, taken ? end : 0, id(part.channel),
           part.sends ? 'S' : 'R', flag(taken && !event.ok), taken ? event.pair : 0, capacity);
    if (dialect_ == AdvocateDialect::newer) append(out, ".{}", taken ? event.fill : 0);
  }
  if (event.has_default) {
    append(out, "{}{}", event.case_count == 0 ? "" : "~", end != 0 && chosen == kDefault ? 'D' : 'd');
  }
  append(out, ",{},{}", chosen, position(event.position));
}

void ElementWriter::end_mark(std::string& out, std::uint64_t time, int exit_code, AdvocateDialect dialect) {
  append(out, "X,{},{}{}", time, exit_code, dialect == AdvocateDialect::newer ? '\n' : ';');
}

}  // namespace graphfuzz::go
