// ADVOCATE's elements: one a line, fields separated by commas (newer dialect); or all of a routine on one line,
// separated by `;` (older one). Reference: go-trace-formats.md, section 1.
#include "frontend/trace/advocate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "frontend/trace/element_text.hpp"
#include "graphfuzz/program/go/position.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {

void AdvocateReader::read(std::uint32_t routine, std::string file, std::string_view text) {
  Cursor cursor(std::move(file), text);
  cursor_ = &cursor;
  const auto index = static_cast<Routine>(recording_.routines.size());
  recording_.routines.push_back({routine, cursor.file(), static_cast<std::uint32_t>(recording_.events.size()), 0});
  try {
    while (cursor.next()) {
      constexpr std::size_t kMilestone = 1024;
      if (recording_.events.size() % kMilestone == 0) stop_point();
      TraceEvent event;
      event.routine = index;
      if (!element(event)) continue;
      if (recording_.events.size() >= kMostNumber) throw cursor.error("expected a trace of fewer than 2^32 events");
      recording_.events.push_back(event);
      recording_.origins.push_back(cursor.origin());
    }
  } catch (const TraceError& error) {
    if (!options_.lenient) throw;
    warnings_.push_back(fmt::format("{}; the rest of routine {} is left out", error.what(), routine));
  }
  RecordedRoutine& recorded = recording_.routines.back();
  recorded.count = static_cast<std::uint32_t>(recording_.events.size()) - recorded.first;
}

bool AdvocateReader::element(TraceEvent& event) {
  const Fields fields = split(cursor_->element(), ',');
  const char letter = fields[0].size() == 1 ? fields[0][0] : '\0';
  switch (letter) {
    case 'C':
      channel(event, fields);
      return true;
    case 'S':
      select(event, fields);
      return true;
    case 'M':
      mutex(event, fields);
      return true;
    case 'W':
      wait_group(event, fields);
      return true;
    case 'O':
      once(event, fields);
      return true;
    case 'D':
      cond(event, fields);
      return true;
    case 'A':
      return atomic(event, fields);
    case 'G':
      fork(event, fields);
      return true;
    case 'E':
      end(event, fields);
      return true;
    case 'N':
      return make(event, fields);
    case 'X':
      expect(fields, 3, 3, "the mark of a replay (X)");
      time(event, fields[1]);
      recording_.plan = true;
      return false;
    default:
      skip(fields[0]);
      return false;
  }
}

void AdvocateReader::skip(std::string_view what) {
  // As many kinds as a broken file has lines are not worth as many warnings.
  constexpr std::size_t kMostKinds = 20;
  if (skipped_.size() >= kMostKinds || !skipped_.emplace(what).second) return;
  warnings_.emplace_back(
      cursor_
          ->error(
              fmt::format("expected an element of a known kind, found {}; all of that kind are skipped", shown(what)))
          .what());
}

void AdvocateReader::expect(const Fields& fields, std::size_t least, std::size_t most, std::string_view what) const {
  if (fields.count >= least && fields.count <= most) return;
  const std::string count = least == most ? std::to_string(least) : fmt::format("{} or {}", least, most);
  throw cursor_->error(fmt::format("expected {} fields of {}, found {}", count, what, fields.count));
}

void AdvocateReader::times(TraceEvent& event, std::string_view begin, std::string_view end) const {
  event.begin = number<std::uint64_t>(*cursor_, begin, "the time of the start", 1, kMostTime);
  event.end = number<std::uint64_t>(*cursor_, end, "the time of the end", 0, kMostTime);
  if (event.end != 0 && event.end < event.begin) {
    throw cursor_->error(
        fmt::format("expected an end at {} or later, found {}: time goes back", event.begin, event.end));
  }
}

void AdvocateReader::time(TraceEvent& event, std::string_view text) const {
  event.begin = event.end = number<std::uint64_t>(*cursor_, text, "a time", 1, kMostTime);
}

bool AdvocateReader::flag(std::string_view text, std::string_view what) const {
  if (text == "t") return true;
  if (text == "f") return false;
  throw cursor_->error(fmt::format("expected {} (t or f), found {}", what, shown(text)));
}

char AdvocateReader::letter(std::string_view text, std::string_view allowed, std::string_view what) const {
  if (text.size() == 1 && allowed.find(text[0]) != std::string_view::npos) return text[0];
  throw cursor_->error(fmt::format("expected {} (one of {}), found {}", what, allowed, shown(text)));
}

Object AdvocateReader::object(ObjectKind kind, std::string_view id) {
  if (id.empty()) throw cursor_->error("expected the id of an object, found nothing");
  if (id == "*") return kNoObject;
  // A routine mostly uses few objects again and again; also, kinds do not share numbers (an atomic's is its address).
  const auto [at, added] =
      objects_[static_cast<std::size_t>(kind)].try_emplace(id, static_cast<Object>(recording_.objects.size()));
  if (added) {
    TraceObject object;
    object.kind = kind;
    object.id = std::string(id);
    recording_.objects.push_back(std::move(object));
    capacity_known_.push_back(false);
  }
  return at->second;
}

Object AdvocateReader::channel_object(std::string_view id, std::string_view capacity) {
  const Object channel = object(ObjectKind::channel, id);
  const auto size = number<std::uint64_t>(*cursor_, capacity, "the capacity of a channel", 0, kMostTime);
  if (channel == kNoObject) return channel;
  if (!capacity_known_[channel]) {
    capacity_known_[channel] = true;
    recording_.objects[channel].capacity = size;
  } else if (recording_.objects[channel].capacity != size) {
    throw cursor_->error(fmt::format("expected capacity {} of channel {} as before, found {}",
                                     recording_.objects[channel].capacity, shown(id), size));
  }
  return channel;
}

Position AdvocateReader::position(std::string_view text) {
  const auto known = positions_.find(text);
  if (known != positions_.end()) return known->second;
  const std::size_t mark = line_mark(text);
  if (mark == std::string_view::npos || mark == 0) {
    throw cursor_->error(fmt::format("expected a position (file#line), found {}", shown(text)));
  }
  number<std::uint32_t>(*cursor_, text.substr(mark + 1), "the line of a position", 0, kMostNumber);
  std::string normal = file_hash_line(std::string(text));
  if (normal == kUnknownPosition) return kNoPosition;
  const auto [at, added] =
      normal_positions_.try_emplace(std::move(normal), static_cast<Position>(recording_.positions.size()));
  if (added) recording_.positions.push_back(at->first);
  positions_.emplace(text, at->second);
  return at->second;
}

void AdvocateReader::channel(TraceEvent& event, const Fields& fields) {
  expect(fields, 9, 10, "a channel element (C)");
  times(event, fields[1], fields[2]);
  const char op = letter(fields[4], "SRC", "an operation on a channel");
  event.kind = op == 'S' ? Kind::send : op == 'R' ? Kind::receive : Kind::close;
  event.ok = !flag(fields[5], "whether the channel was closed");
  event.pair = number<std::uint32_t>(*cursor_, fields[6], "the number of a send or receive", 0, kMostNumber);
  event.object = channel_object(fields[3], fields[7]);
  fill(event, fields, 8, fields.count == 10, event.object);
  event.position = position(fields[fields.count - 1]);
}

void AdvocateReader::fill(TraceEvent& event, const Fields& fields, std::size_t at, bool given, Object channel) {
  if (!given) {
    recording_.counted_fill = true;
    return;
  }
  const std::uint64_t most = channel == kNoObject ? 0 : recording_.objects[channel].capacity;
  event.fill = static_cast<std::uint32_t>(number<std::uint64_t>(*cursor_, fields[at], "how full the buffer is", 0,
                                                                std::min<std::uint64_t>(most, kMostNumber)));
}

void AdvocateReader::select(TraceEvent& event, const Fields& fields) {
  expect(fields, 7, 7, "a select element (S)");
  event.kind = Kind::select;
  times(event, fields[1], fields[2]);
  event.first_case = static_cast<std::uint32_t>(recording_.cases.size());
  const auto chosen =
      number<int>(*cursor_, fields[5], "the index of the chosen case", kDefault, std::numeric_limits<int>::max());
  bool default_chosen = false;
  int finished = kDefault;
  for (std::string_view rest = fields[4]; !rest.empty();) {
    const std::size_t end = std::min(rest.find('~'), rest.size());
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text == "d" || text == "D") {
      if (!rest.empty()) throw cursor_->error("expected the default to be the last case, found more");
      event.has_default = true;
      default_chosen = text == "D";
    } else if (select_case(event, text, static_cast<int>(event.case_count) == chosen)) {
      if (finished != kDefault) throw cursor_->error("expected one case that finished, found two");
      finished = static_cast<int>(event.case_count) - 1;
    }
  }
  event.chosen = chosen;
  event.position = position(fields[6]);
  if (!event.finished()) {
    if (finished != kDefault || default_chosen) {
      throw cursor_->error("expected no chosen case in a select that never finished, found one");
    }
    event.chosen = kDefault;
  } else if (chosen == kDefault) {
    if (!default_chosen) throw cursor_->error("expected a default that is chosen (D), found none");
    if (finished != kDefault) throw cursor_->error("expected no case that finished beside the default, found one");
  } else if (chosen >= static_cast<int>(event.case_count)) {
    throw cursor_->error(fmt::format("expected a chosen case below {}, found case {}", event.case_count, chosen));
  } else if (finished != chosen || default_chosen) {
    throw cursor_->error(fmt::format("expected case {} to be the one that finished, found {}", chosen,
                                     default_chosen         ? "the default"
                                     : finished == kDefault ? "none"
                                                            : fmt::format("case {}", finished)));
  }
}

/// Returns whether it is the case that finished. That one's number and fill are the select's.
bool AdvocateReader::select_case(TraceEvent& event, std::string_view text, bool chosen) {
  const Fields fields = split(text, '.');
  if (fields[0] != "C") throw cursor_->error(fmt::format("expected a case (C., d or D), found {}", shown(text)));
  expect(fields, 8, 9, "a case of a select");
  TraceEvent part;
  times(part, fields[1], fields[2]);
  part.ok = !flag(fields[5], "whether the channel was closed");
  part.pair = number<std::uint32_t>(*cursor_, fields[6], "the number of a send or receive", 0, kMostNumber);
  TraceCase taken;
  taken.sends = letter(fields[4], "SR", "an operation of a case") == 'S';
  taken.channel = channel_object(fields[3], fields[7]);
  fill(part, fields, 8, fields.count == 9, taken.channel);
  recording_.cases.push_back(taken);
  ++event.case_count;
  if (part.finished() && part.end != event.end) {
    throw cursor_->error(
        fmt::format("expected the chosen case to finish with its select at {}, found {}", event.end, part.end));
  }
  if (chosen) {
    event.ok = part.ok;
    event.pair = part.pair;
    event.fill = part.fill;
  }
  return part.finished();
}

void AdvocateReader::mutex(TraceEvent& event, const Fields& fields) {
  expect(fields, 8, 8, "a mutex element (M)");
  times(event, fields[1], fields[2]);
  event.object = named(ObjectKind::mutex, fields[3]);
  letter(fields[4], "R-", "whether it is an RWMutex");
  switch (letter(fields[5], "LRTYUN", "an operation on a mutex")) {
    case 'L':
      event.kind = Kind::lock;
      break;
    case 'R':
      event.kind = Kind::rlock;
      break;
    case 'T':
      event.kind = Kind::try_lock;
      break;
    case 'Y':
      event.kind = Kind::try_rlock;
      break;
    case 'U':
      event.kind = Kind::unlock;
      break;
    default:
      event.kind = Kind::runlock;
      break;
  }
  event.ok = flag(fields[6], "whether it succeeded") && event.finished();
  event.position = position(fields[7]);
}

void AdvocateReader::wait_group(TraceEvent& event, const Fields& fields) {
  expect(fields, 8, 8, "a wait group element (W)");
  times(event, fields[1], fields[2]);
  event.object = named(ObjectKind::wait_group, fields[3]);
  event.kind = letter(fields[4], "AW", "an operation on a wait group") == 'A' ? Kind::wg_add : Kind::wg_wait;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  event.operand = number<std::int64_t>(*cursor_, fields[5], "what is added", -kMost, kMost);
  event.value = number<std::int64_t>(*cursor_, fields[6], "the counter", -kMost, kMost);
  if (event.finished() && event.value < 0) {
    throw cursor_->error(fmt::format("expected a counter that is not negative, found {}", event.value));
  }
  event.position = position(fields[7]);
}

void AdvocateReader::once(TraceEvent& event, const Fields& fields) {
  expect(fields, 6, 6, "a once element (O)");
  event.kind = Kind::once;
  times(event, fields[1], fields[2]);
  event.object = named(ObjectKind::once, fields[3]);
  event.ok = flag(fields[4], "whether the function was called");
  event.position = position(fields[5]);
}

void AdvocateReader::cond(TraceEvent& event, const Fields& fields) {
  expect(fields, 6, 6, "a condition variable element (D)");
  times(event, fields[1], fields[2]);
  event.object = named(ObjectKind::cond, fields[3]);
  switch (letter(fields[4], "WSNB", "an operation on a condition variable")) {
    case 'W':
      event.kind = Kind::cond_wait;
      break;
    case 'B':
      event.kind = Kind::cond_broadcast;
      break;
    default:
      event.kind = Kind::cond_signal;
      break;  // N in some older versions
  }
  event.position = position(fields[5]);
}

bool AdvocateReader::atomic(TraceEvent& event, const Fields& fields) {
  expect(fields, 4, 5, "an atomic element (A)");
  time(event, fields[1]);
  switch (letter(fields[3], "LSAWCNOU", "an atomic operation")) {
    case 'L':
      event.kind = Kind::atomic_load;
      break;
    case 'S':
      event.kind = Kind::atomic_store;
      break;
    case 'A':
      event.kind = Kind::atomic_add;
      break;
    case 'W':
      event.kind = Kind::atomic_swap;
      break;
    case 'C':
      event.kind = Kind::atomic_cas;
      break;
    case 'N':
      event.kind = Kind::atomic_and;
      break;
    case 'O':
      event.kind = Kind::atomic_or;
      break;
    default:
      skip("A with operation U");
      return false;
  }
  event.object = named(ObjectKind::atomic, fields[2]);
  if (fields.count == 5) event.position = position(fields[4]);
  return true;
}

void AdvocateReader::fork(TraceEvent& event, const Fields& fields) {
  expect(fields, 4, 4, "a fork element (G)");
  event.kind = Kind::fork;
  time(event, fields[1]);
  event.operand = number<std::uint32_t>(*cursor_, fields[2], "the number of a routine", 1, kMostNumber);
  event.position = position(fields[3]);
}

void AdvocateReader::end(TraceEvent& event, const Fields& fields) {
  expect(fields, 2, 2, "the element of a routine's end (E)");
  event.kind = Kind::end;
  time(event, fields[1]);
}

bool AdvocateReader::make(TraceEvent& event, const Fields& fields) {
  expect(fields, 6, 6, "the element of a new object (N)");
  event.kind = Kind::make;
  time(event, fields[1]);
  if (fields[3] == "C") {
    event.object = channel_object(fields[2], fields[4]);
    if (event.object == kNoObject) throw cursor_->error("expected the id of a new channel, found *");
    event.operand = static_cast<std::int64_t>(recording_.objects[event.object].capacity);
  } else if (fields[3] == "M" || fields[3] == "D" || fields[3] == "W") {
    event.object = named(fields[3] == "M"   ? ObjectKind::mutex
                         : fields[3] == "D" ? ObjectKind::cond
                                            : ObjectKind::wait_group,
                         fields[2]);
  } else {
    skip(fmt::format("N of type {}", fields[3].substr(0, 20)));
    return false;
  }
  event.position = position(fields[5]);
  recording_.objects[event.object].made_at = event.position;
  return true;
}

Object AdvocateReader::named(ObjectKind kind, std::string_view id) {
  const Object result = object(kind, id);
  if (result == kNoObject) throw cursor_->error("expected the id of an object, found *");
  return result;
}

}  // namespace graphfuzz::go
