// GoPie's logs and chains. Reference: go-trace-formats.md, section 4.
#include "graphfuzz/frontend/gopie.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "frontend/trace/cursor.hpp"
#include "frontend/trace/raw_trace.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {
namespace {

/// The number after `key` and before `end` or the end of the text, which must not come earlier.
std::optional<std::uint64_t> value_of(std::string_view line, std::string_view key, bool last = false) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + key.size());
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  if (error != std::errc{}) return {};
  // A number that something else broke off may be half of one.
  if (!last && (end == line.data() + line.size() || *end != ';')) return {};
  return value;
}

class LogReader {
 public:
  explicit LogReader(const std::string& name) {
    recording_.path = name;
    recording_.dialect = "gopie";
    recording_.plan = true;
  }

  /// Returns whether it was one of GoPie's.
  bool line(std::string_view text) {
    const std::size_t mark = std::min(text.find("[FB"), text.find("[COVERED]"));
    if (mark == std::string_view::npos) return false;
    text.remove_prefix(mark);
    ++time_;
    const std::uint32_t before = std::exchange(last_, kNoEvent);
    if (text.starts_with("[FBSDK] makechan:")) return make(text);
    if (text.starts_with("[FBSDK] chansend:")) return channel(text, "[FBSDK] chansend: chan=", Kind::send);
    if (text.starts_with("[FBSDK] chanrecv:")) return channel(text, "[FBSDK] chanrecv: chan=", Kind::receive);
    if (text.starts_with("[FBSDK] chanclose:")) return channel(text, "[FBSDK] chanclose: chan=", Kind::close);
    if (text.starts_with("[FB] chan:")) return counts(text, before);
    if (text.starts_with("[FB] mutex:")) return mutex(text);
    if (text.starts_with("[COVERED]")) return cover(text);
    return false;
  }

  GopieLog finish() {
    number_channel_operations();
    by_routine();
    std::vector<std::string> warnings;
    return {go::finish(std::move(recording_), {}, warnings), std::move(covered_)};
  }

 private:
  Object object(ObjectKind kind, std::uint64_t id) {
    const auto [at, added] = objects_.try_emplace({kind, id}, static_cast<Object>(recording_.objects.size()));
    if (added) {
      recording_.objects.emplace_back();
      recording_.objects.back().kind = kind;
      recording_.objects.back().id = std::to_string(id);
    }
    return at->second;
  }

  Position position(std::uint64_t id) {
    const auto [at, added] = positions_.try_emplace(id, static_cast<Position>(recording_.positions.size()));
    if (added) recording_.positions.push_back(std::to_string(id));
    return at->second;
  }

  std::uint32_t add(TraceEvent event, std::uint64_t gid) {
    const auto [routine, added] = routines_.try_emplace(gid, static_cast<Routine>(routines_.size()));
    if (added) previous_.push_back(0);
    event.routine = routine->second;
    // Printed when it is over; it has begun after what its routine did before.
    event.begin = event.kind == Kind::send || event.kind == Kind::receive ? previous_[event.routine] + 1 : time_;
    event.end = time_;
    previous_[event.routine] = time_;
    events_.push_back(event);
    return static_cast<std::uint32_t>(events_.size()) - 1;
  }

  bool make(std::string_view text) {
    const auto id = value_of(text, "chan=");
    const auto capacity = value_of(text, "dataqsiz=", true);
    if (id && capacity) recording_.objects[object(ObjectKind::channel, *id)].capacity = *capacity;
    return true;
  }

  bool channel(std::string_view text, std::string_view key, Kind kind) {
    const auto id = value_of(text, key);
    const auto gid = value_of(text, "gid=", true);
    if (!id || !gid || *gid > kMostGid) return true;
    TraceEvent event;
    event.kind = kind;
    event.object = object(ObjectKind::channel, *id);
    if (kind != Kind::close) {
      const auto capacity = value_of(text, "dataqsiz="), fill = value_of(text, "qcount=");
      if (!capacity || !fill) return true;
      recording_.objects[event.object].capacity = *capacity;
      event.fill = static_cast<std::uint32_t>(std::min({*fill, *capacity, kMostGid}));
    }
    last_ = add(event, *gid);
    return true;
  }

  bool counts(std::string_view text, std::uint32_t operation) {
    const auto id = value_of(text, "id=");
    if (id && operation != kNoEvent) events_[operation].position = position(*id);
    return true;
  }

  bool mutex(std::string_view text) {
    const auto id = value_of(text, "obj="), site = value_of(text, "id="), locked = value_of(text, "locked=");
    const auto gid = value_of(text, "gid=", true);
    if (!id || !site || !locked || !gid || *gid > kMostGid) return true;
    TraceEvent event;
    event.kind = *locked != 0 ? Kind::lock : Kind::unlock;
    event.object = object(ObjectKind::mutex, *id);
    event.position = position(*site);
    add(event, *gid);
    return true;
  }

  bool cover(std::string_view text) {
    std::uint64_t pair[2];
    const std::size_t open = text.find('{'), comma = text.find(','), close = text.find('}');
    if (open == std::string_view::npos || comma == std::string_view::npos || close == std::string_view::npos)
      return true;
    const auto read = [&](std::size_t from, std::uint64_t& value) {
      while (from < text.size() && text[from] == ' ') ++from;
      return std::from_chars(text.data() + from, text.data() + text.size(), value).ec == std::errc{};
    };
    if (read(open + 1, pair[0]) && read(comma + 1, pair[1])) covered_.emplace_back(pair[0], pair[1]);
    return true;
  }

  /// The k-th send of a channel and its k-th receive; receives from a closed channel that has no more are those after
  /// the close for which there is no send.
  void number_channel_operations() {
    struct State {
      std::uint32_t sends = 0, receives = 0, all_sends = 0;
      bool closed = false;
    };
    std::vector<State> states(recording_.objects.size());
    for (const TraceEvent& event : events_) {
      if (event.kind == Kind::send) ++states[event.object].all_sends;
    }
    for (TraceEvent& event : events_) {
      if (!is_channel(event.kind)) continue;
      State& state = states[event.object];
      if (event.kind == Kind::send) {
        event.pair = ++state.sends;
      } else if (event.kind == Kind::close) {
        state.closed = true;
      } else if (state.closed && state.receives >= state.all_sends) {
        event.ok = false;
      } else {
        event.pair = ++state.receives;
      }
    }
  }

  void by_routine() {
    // Routines in the order of their gids, which is that of their creation.
    std::vector<std::pair<std::uint32_t, Routine>> order;
    for (const auto& [gid, routine] : routines_) order.emplace_back(static_cast<std::uint32_t>(gid), routine);
    std::sort(order.begin(), order.end());
    std::vector<std::vector<std::uint32_t>> of(routines_.size());
    for (std::uint32_t e = 0; e < events_.size(); ++e) of[events_[e].routine].push_back(e);
    for (const auto& [gid, old] : order) {
      const auto first = static_cast<std::uint32_t>(recording_.events.size());
      stop_point();
      for (const std::uint32_t e : of[old]) {
        recording_.events.push_back(events_[e]);
        recording_.events.back().routine = static_cast<Routine>(recording_.routines.size());
        recording_.origins.push_back({static_cast<std::uint32_t>(events_[e].end), 0});
      }
      recording_.routines.push_back({gid, recording_.path, first, static_cast<std::uint32_t>(of[old].size())});
    }
  }

  static constexpr std::uint64_t kMostGid = std::numeric_limits<std::uint32_t>::max() - 1;

  RawTrace recording_;
  std::vector<TraceEvent> events_;
  std::vector<GopiePair> covered_;
  std::map<std::pair<ObjectKind, std::uint64_t>, Object> objects_;
  std::unordered_map<std::uint64_t, Position> positions_;
  std::unordered_map<std::uint64_t, Routine> routines_;  ///< by gid
  std::vector<std::uint64_t> previous_;                  ///< by routine: when its last operation was printed
  std::uint32_t last_ = kNoEvent;                        ///< the operation that the line before this one was about
  std::uint64_t time_ = 0;                               ///< counts GoPie's lines
};

}  // namespace

GopieLog read_gopie_log(std::string_view text, const std::string& name) {
  LogReader reader(name);
  bool any = false;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    stop_point();
    any |= reader.line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!any) throw TraceError(name, 1, 0, "expected a line of GoPie ([FBSDK], [FB] or [COVERED]), found none");
  return reader.finish();
}

std::vector<GopiePair> read_gopie_input(std::string_view text, const std::string& name) {
  std::vector<GopiePair> chain;
  std::size_t at = 0, line = 1, line_begin = 0;
  const auto blanks = [&] {
    for (; at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n'); ++at) {
      if (text[at] != '\n') continue;
      ++line;
      line_begin = at + 1;
    }
  };
  const auto fail = [&](const std::string& expected) {
    throw TraceError(
        name, line, at - line_begin + 1,
        fmt::format("expected {}, found {}", expected, at == text.size() ? "the end" : shown(text.substr(at, 10))));
  };
  const auto expect = [&](char c) {
    blanks();
    if (at == text.size() || text[at] != c) fail(fmt::format("'{}' of a chain ({{1}}, {{2}})({{2}}, {{3}})", c));
    ++at;
  };
  const auto operation = [&] {
    expect('{');
    blanks();
    GopieOperation value = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc{}) fail("the number of an operation");
    at = static_cast<std::size_t>(end - text.data());
    expect('}');
    return value;
  };
  for (blanks(); at < text.size(); blanks()) {
    stop_point();
    expect('(');
    const GopieOperation first = operation();
    expect(',');
    const GopieOperation second = operation();
    expect(')');
    chain.emplace_back(first, second);
  }
  return chain;
}

std::string gopie_input(const std::vector<GopiePair>& chain) {
  std::string text;
  for (const auto& [first, second] : chain) fmt::format_to(std::back_inserter(text), "({{{}}}, {{{}}})", first, second);
  return text;
}

}  // namespace graphfuzz::go
