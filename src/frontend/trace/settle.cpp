// The order in which operations took effect.
#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "frontend/trace/raw_trace.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// Twice the time, so that there is room before it.
std::uint64_t effect_time(const RawTrace& recording, std::uint32_t event) {
  return 2 * recording.events[event].time() + (recording.settled[event] ? 0 : 1);
}

class Settling {
 public:
  explicit Settling(RawTrace& recording) : recording_(recording) {}

  void pairs() {
    struct Side {
      Object channel;
      std::uint32_t number;
      bool receives;
      std::uint32_t event;
    };
    std::vector<Side> sides;
    std::vector<std::uint32_t> closes(recording_.objects.size(), kNoEvent);
    std::vector<std::uint64_t> found_closed(recording_.objects.size(), kNever);
    each([&](std::uint32_t e) {
      const auto [kind, channel] = recording_.effect(e);
      if (kind == Kind::end || channel == kNoObject) return;
      const TraceEvent& event = recording_.events[e];
      if (kind == Kind::close) {
        closes[channel] = e;
      } else if (event.ok) {
        sides.push_back({channel, event.pair, kind == Kind::receive, e});
      } else {
        found_closed[channel] = std::min(found_closed[channel], event.end);
      }
    });
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
      return std::tie(a.channel, a.number, a.receives, a.event) < std::tie(b.channel, b.number, b.receives, b.event);
    });
    for (std::size_t i = 1; i < sides.size(); ++i) {
      const Side &send = sides[i - 1], &receive = sides[i];
      if (send.channel == receive.channel && send.number == receive.number && !send.receives && receive.receives) {
        advance(send.event, recording_.events[receive.event].end);
      }
    }
    for (std::size_t channel = 0; channel < closes.size(); ++channel) {
      if (closes[channel] != kNoEvent && found_closed[channel] != kNever) {
        advance(closes[channel], found_closed[channel]);
      }
    }
  }

  void onces() {
    std::vector<std::uint32_t> winners(recording_.objects.size(), kNoEvent);
    std::vector<std::uint64_t> lost(recording_.objects.size(), kNever);
    each([&](std::uint32_t e) {
      const TraceEvent& event = recording_.events[e];
      if (event.kind != Kind::once || !event.finished()) return;
      if (event.ok) {
        winners[event.object] = e;
      } else {
        lost[event.object] = std::min(lost[event.object], event.end);
      }
    });
    for (std::size_t once = 0; once < winners.size(); ++once) {
      if (winners[once] != kNoEvent && lost[once] != kNever) advance(winners[once], lost[once]);
    }
  }

  /// The unlock that a lock needed was in progress, but noted later.
  void locks() {
    std::vector<std::vector<std::uint32_t>> uses(recording_.objects.size());
    each([&](std::uint32_t e) {
      const TraceEvent& event = recording_.events[e];
      if (is_mutex(event.kind) && event.finished() && event.ok) uses[event.object].push_back(e);
    });
    for (std::vector<std::uint32_t>& events : uses) {
      stop_point();
      std::sort(events.begin(), events.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(effect_time(recording_, a), a) < std::pair(effect_time(recording_, b), b);
      });
      locks_of(events);
    }
  }

 private:
  template <typename Function>
  void each(Function function) const {
    for (const RecordedRoutine& routine : recording_.routines) {
      stop_point();
      for (std::uint32_t e = routine.first; e < routine.first + routine.count; ++e) function(e);
    }
  }

  /// `cause` took effect at `time` at the latest, if it can have.
  void advance(std::uint32_t cause, std::uint64_t time) {
    TraceEvent& event = recording_.events[cause];
    if (event.end <= time || event.begin > time) return;
    event.end = time;
    recording_.settled[cause] = true;
  }

  void locks_of(const std::vector<std::uint32_t>& events) {
    // How far ahead to look for the unlock: no more can be in progress at a time than there are routines; usually one.
    constexpr std::size_t kReach = 32;
    std::vector<bool> done(events.size(), false);
    bool held = false;
    std::size_t readers = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const TraceEvent& event = recording_.events[events[i]];
      const bool writes = event.kind == Kind::lock || event.kind == Kind::try_lock;
      const bool reads = event.kind == Kind::rlock || event.kind == Kind::try_rlock;
      if (done[i]) continue;
      if (!writes && !reads) {
        if (event.kind == Kind::unlock) held = false;
        if (event.kind == Kind::runlock && readers > 0) --readers;
        continue;
      }
      for (std::size_t j = i + 1; j < std::min(events.size(), i + kReach) && (held || (writes && readers > 0)); ++j) {
        const TraceEvent& release = recording_.events[events[j]];
        const bool needed = release.kind == (held ? Kind::unlock : Kind::runlock);
        if (!needed || release.begin > event.end || done[j]) continue;
        advance(events[j], event.end);
        done[j] = true;
        if (held) {
          held = false;
        } else {
          --readers;
        }
      }
      if (writes) held = true;
      if (reads) ++readers;
    }
  }

  RawTrace& recording_;
};

}  // namespace

void settle(RawTrace& recording) {
  recording.settled.resize(recording.events.size(), false);  // what an earlier call found, stays
  Settling settling(recording);
  settling.pairs();
  settling.onces();
  settling.locks();
}

std::vector<std::uint32_t> effect_order(const RawTrace& recording) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
  keys.reserve(recording.events.size());
  for (const RecordedRoutine& routine : recording.routines) {
    for (std::uint32_t e = routine.first; e < routine.first + routine.count; ++e) {
      keys.emplace_back(effect_time(recording, e), e);
    }
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const auto& key : keys) order.push_back(key.second);
  return order;
}

}  // namespace graphfuzz::go
