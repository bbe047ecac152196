// What the README of ../shared/traces lists under "Checked for every run" holds for what was loaded: checked here anew,
// on the Trace alone, by the definitions. Skipped where the traces are absent.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "frontend/trace_samples.hpp"

namespace graphfuzz::go {
namespace {

struct ChannelState {
  std::vector<std::uint32_t> sends, receives;
  std::uint32_t closes = 0;
};

/// A channel operation, of a select or not.
struct Use {
  Kind kind = Kind::end;
  Object channel = kNoObject;
};

Use use_of(const Trace& trace, const TraceEvent& e) {
  if (!e.finished()) return {};
  if (is_channel(e.kind)) return {e.kind, e.object};
  if (e.kind != Kind::select || trace.case_of(e) == nullptr) return {};
  return {trace.case_of(e)->sends ? Kind::send : Kind::receive, trace.case_of(e)->channel};
}

void check_channels(const Trace& trace) {
  std::map<Object, ChannelState> channels;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& e = trace.events[i];
    const auto [kind, channel] = use_of(trace, e);
    if (kind == Kind::end) continue;
    ASSERT_NE(channel, kNoObject);
    ChannelState& state = channels[channel];
    const std::uint64_t capacity = trace.objects[channel].capacity;
    if (kind == Kind::close) {
      EXPECT_EQ(state.closes++, 0U);
    } else if (kind == Kind::send) {
      EXPECT_EQ(state.closes, 0U);
      state.sends.push_back(i);
      EXPECT_EQ(e.pair, state.sends.size());
    } else if (e.ok) {
      state.receives.push_back(i);
      EXPECT_EQ(e.pair, state.receives.size());
      ASSERT_LE(state.receives.size(), state.sends.size());
      const std::uint32_t send = state.sends[state.receives.size() - 1];
      EXPECT_EQ(e.partner, send);
      EXPECT_EQ(trace.events[send].partner, i);
      if (capacity == 0) {
        EXPECT_LT(e.begin, trace.events[send].end);
        EXPECT_LT(trace.events[send].begin, e.end);
      }
    } else {
      EXPECT_EQ(state.closes, 1U);
      EXPECT_EQ(state.receives.size(), state.sends.size());
      ASSERT_NE(e.partner, kNoEvent);
      EXPECT_EQ(trace.events[e.partner].kind, Kind::close);
      EXPECT_EQ(trace.events[e.partner].object, channel);
    }
    EXPECT_LE(e.fill, capacity);
    const std::size_t count = state.sends.size() - state.receives.size();
    const bool handed_over = kind == Kind::send && e.fill == 0;  // directly to a receiver that waited
    if (!handed_over && capacity > 0) {
      EXPECT_EQ(e.fill, count);
    }
  }
}

void check_locks(const Trace& trace) {
  std::map<Object, std::pair<int, int>> locks;  // writers, readers
  std::set<Object> done;
  std::map<Object, std::int64_t> counters;
  for (const TraceEvent& e : trace.events) {
    if (!e.finished()) continue;
    if (is_mutex(e.kind) && e.ok) {
      auto& [writers, readers] = locks[e.object];
      if (e.kind == Kind::lock || e.kind == Kind::try_lock) {
        EXPECT_EQ(writers++ + readers, 0);
      } else if (e.kind == Kind::rlock || e.kind == Kind::try_rlock) {
        EXPECT_EQ(writers, 0);
        ++readers;
      } else {
        EXPECT_GE(--(e.kind == Kind::unlock ? writers : readers), 0);
      }
    }
    if (e.kind == Kind::once) {
      EXPECT_EQ(e.ok, done.insert(e.object).second);
    }
    if (e.kind == Kind::wg_add || e.kind == Kind::wg_wait) {
      counters[e.object] += e.operand;
      EXPECT_EQ(e.value, counters[e.object]);
      if (e.kind == Kind::wg_wait) {
        EXPECT_EQ(e.value, 0);
      }
    }
  }
}

void check_routines(const Trace& trace) {
  std::set<std::uint64_t> times;
  for (const TraceEvent& e : trace.events) EXPECT_TRUE(times.insert(e.time()).second);
  for (std::size_t i = 1; i < trace.events.size(); ++i) EXPECT_LT(trace.events[i - 1].time(), trace.events[i].time());
  std::size_t events = 0;
  for (Routine r = 0; r < trace.routines.size(); ++r) {
    const TraceRoutine& routine = trace.routines[r];
    events += routine.events.size();
    EXPECT_EQ(routine.id, r + 1);
    ASSERT_EQ(routine.fork == kNoEvent, r == 0);
    if (r > 0) {
      EXPECT_EQ(trace.events[routine.fork].kind, Kind::fork);
      EXPECT_EQ(trace.events[routine.fork].child, r);
      if (!routine.events.empty()) {
        EXPECT_EQ(trace.events[routine.fork].partner, routine.events.front());
        EXPECT_LT(trace.events[routine.fork].time(), trace.events[routine.events.front()].begin);
      }
    }
    for (std::size_t i = 0; i < routine.events.size(); ++i) {
      const TraceEvent& e = trace.events[routine.events[i]];
      EXPECT_EQ(e.routine, r);
      EXPECT_EQ(e.kind == Kind::end, routine.ended && i + 1 == routine.events.size());
      if (e.kind == Kind::select && e.finished()) {
        EXPECT_LT(e.chosen, static_cast<int>(e.case_count));
      }
      if (e.kind == Kind::select && e.finished() && e.chosen == kDefault) {
        EXPECT_TRUE(e.has_default);
      }
      if (i == 0) continue;
      const TraceEvent& before = trace.events[routine.events[i - 1]];
      EXPECT_LT(before.begin, e.begin);
      const bool encloses = before.kind == Kind::once || before.kind == Kind::cond_wait;
      if (!encloses) {
        EXPECT_LT(before.end, e.begin);
      }
    }
  }
  EXPECT_EQ(events, trace.events.size());
}

TEST(TraceProperties, HoldForEveryRun) {
  const auto runs = recorded_runs(std::size_t{1} << 30);
  if (runs.empty()) GTEST_SKIP() << "there are no recorded traces in " << recorded_traces();
  EXPECT_EQ(runs.size(), 330U);
  for (const auto& run : runs) {
    SCOPED_TRACE(run.string());
    std::vector<std::string> warnings;
    const Trace trace = read_trace(run, {}, warnings);
    check_channels(trace);
    check_locks(trace);
    check_routines(trace);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace graphfuzz::go
