#include "graphfuzz/explore/watch.hpp"

#include <algorithm>

namespace graphfuzz {
namespace {

bool alike(const WatchedAccess& a, const WatchedAccess& b) {
  return a.thread == b.thread && a.place == b.place && a.write == b.write && a.atomic == b.atomic && a.event == b.event;
}

// The same of those that are alike.
std::uint64_t number_of(const WatchedAccess& a) {
  return std::uint64_t{a.place} << 32 | std::uint64_t{a.thread} << 16 | (a.write ? 4U : 0U) | (a.atomic ? 2U : 0U) |
         (a.event ? 1U : 0U);
}

bool conflict(const WatchedAccess& a, const WatchedAccess& b) {
  if (a.thread == b.thread || (a.event && b.event)) return false;  // events are for the model
  return (a.write || b.write) && !(a.atomic && b.atomic);
}

// What begins a life writes only where it says so, and ends are for watch_lives.cpp.
bool is_compared(const PlainAccess& access) {
  return access.life == Life::goes_on || (access.life == Life::begins && access.write);
}

}  // namespace

WatchedAccess event_access(const Event& e) {
  return {e.id.thread, e.id.index, true, is_atomic(e.label.order), writes(e.label.kind), e.label.kind, 0, 0};
}

void Watch::reset(unsigned threads) {
  logs_.resize(threads);
  has_ends_ = false;
  for (Log& log : logs_) {
    log.entries.clear();
    log.starts.clear();
  }
}

void Watch::note(ThreadId thread, std::uint32_t events, std::span<const PlainAccess> accesses) {
  for (const PlainAccess& access : accesses) {
    logs_[thread].entries.push_back({events, access});
    has_ends_ |= access.life >= Life::freed;
  }
}

void Watch::started(ThreadId thread, std::uint32_t events, ThreadId child) {
  Log& log = logs_[thread];
  log.starts.push_back({events, static_cast<std::uint32_t>(log.entries.size()), child});
}

// A thread that is back after so many events has done what comes between these and its request, too.
void Watch::take_back(const ExecutionGraph& graph) {
  for (ThreadId t = 0; t < logs_.size(); ++t) {
    Log& log = logs_[t];
    const std::uint32_t events = graph.thread_size(t);
    while (!log.entries.empty() && log.entries.back().events > events) log.entries.pop_back();
    while (!log.starts.empty() && log.starts.back().events > events) log.starts.pop_back();
  }
}

bool Watch::may_race_with_read(ThreadId thread, Location location) const {
  if (has_ends_) return true;
  for (ThreadId t = 0; t < logs_.size(); ++t) {
    const std::vector<Log::Entry>& entries = logs_[t].entries;
    const auto matters = [location](const Log::Entry& entry) {
      const PlainAccess& a = entry.access;
      return a.location == location && (a.write || a.life != Life::goes_on);
    };
    if (t != thread && std::any_of(entries.begin(), entries.end(), matters)) return true;
  }
  return false;
}

std::span<const WatchedRace> Watch::races(const ExecutionGraph& graph, const MemoryModel& model,
                                          std::span<const Pending> pending) {
  races_.clear();
  pairs_.clear();
  // A model that knows races but not what happens before them has those of its events alone.
  const bool finds_races = model.detects_races() && model.knows_happens_before();
  if (!finds_races && !has_ends_) return {};
  gather(graph);
  if (finds_races) {
    check_begins(graph, model);
    find_races(graph, [&](Slot slot) { return model.happens_before(graph, slot); });
  }
  if (has_ends_) check_lives(graph, model, pending);
  return races_;
}

std::span<const WatchedRace> Watch::races_by(const ExecutionGraph& graph, const Before& happens_before) {
  races_.clear();
  pairs_.clear();
  gather(graph);
  find_races(graph, happens_before);
  return races_;
}

void Watch::find_races(const ExecutionGraph& graph, const Before& happens_before) {
  collect(graph);
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Found& a, const Found& b) { return a.location < b.location; });
  for (std::size_t begin = 0, end = 0; begin < found_.size(); begin = end) {
    remembered_.clear();
    for (end = begin; end < found_.size() && found_[end].location == found_[begin].location; ++end) {
      compare(happens_before, found_[end]);
    }
  }
}

// What is watched, and where lives of locations begin and end.
void Watch::gather(const ExecutionGraph& graph) {
  watched_.clear();
  begins_.clear();
  ends_.clear();
  for (ThreadId t = 0; t < logs_.size(); ++t) {
    Log& log = logs_[t];
    log.next = 0;
    for (std::uint32_t i = 0; i < log.entries.size(); ++i) {
      const PlainAccess& access = log.entries[i].access;
      if (is_compared(access)) watched_.push_back(access.location);
      if (access.life == Life::begins) begins_.push_back(find(graph, t, i));
      if (access.life >= Life::freed) ends_.push_back(find(graph, t, i));
    }
  }
  const auto by_location = [](const Found& a, const Found& b) { return a.location < b.location; };
  std::stable_sort(begins_.begin(), begins_.end(), by_location);
  std::stable_sort(ends_.begin(), ends_.end(), by_location);
  std::sort(watched_.begin(), watched_.end());
  watched_.erase(std::unique(watched_.begin(), watched_.end()), watched_.end());
}

// Apart from the rest, since there are many of them, and to look at the events once is enough.
void Watch::check_begins(const ExecutionGraph& graph, const MemoryModel& model) {
  if (begins_.empty()) return;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    if (!is_access(e.label.kind)) continue;
    const std::span<const Found> begins = begins_of(e.label.location);
    const auto is_before = [&](const Found& begin) {
      return begin.access.thread == e.id.thread || ordered(begin, model.happens_before(graph, slot));
    };
    if (begins.empty() || std::any_of(begins.begin(), begins.end(), is_before)) continue;
    add_race(e.label.location, begins.front().access, event_access(e));
  }
}

// All accesses of what is watched. The order of slots extends happens-before; what a thread has done between two
// events goes right before the later one, and before the begin of a thread that it has started afterwards.
void Watch::collect(const ExecutionGraph& graph) {
  found_.clear();
  if (watched_.empty()) return;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    if (e.label.kind == EventKind::begin) {
      for (const Log::Start& start : logs_[static_cast<ThreadId>(e.label.written_value)].starts) {
        if (start.child == e.id.thread) take(graph, static_cast<ThreadId>(e.label.written_value), start.entry);
      }
    }
    take(graph, e.id.thread, entries_before(e.id));
    if (!is_access(e.label.kind) || !std::binary_search(watched_.begin(), watched_.end(), e.label.location)) continue;
    const auto entry = static_cast<std::uint32_t>(logs_[e.id.thread].next);
    found_.push_back({e.label.location, event_access(e), entry, slot});
  }
  for (ThreadId t = 0; t < logs_.size(); ++t) take(graph, t, logs_[t].entries.size());
}

// How many entries of the thread's log come before the event. Those before `next` do.
std::size_t Watch::entries_before(EventId event) const {
  const Log& log = logs_[event.thread];
  std::size_t count = log.next;
  while (count < log.entries.size() && log.entries[count].events <= event.index) ++count;
  return count;
}

// The entries of the thread's log up to there.
void Watch::take(const ExecutionGraph& graph, ThreadId thread, std::size_t end) {
  Log& log = logs_[thread];
  for (; log.next < end; ++log.next) {
    if (!is_compared(log.entries[log.next].access)) continue;
    found_.push_back(find(graph, thread, static_cast<std::uint32_t>(log.next)));
  }
}

// What the entry of the thread's log says.
Watch::Found Watch::find(const ExecutionGraph& graph, ThreadId thread, std::uint32_t number) const {
  const auto& [events, access] = logs_[thread].entries[number];
  const EventKind kind = access.write ? EventKind::write : EventKind::read;
  const Slot last = events == 0 ? kNoSlot : graph.thread(thread)[events - 1];
  return {access.location,
          {thread, events, false, false, access.write, kind, access.place, access.calls, access.life},
          number,
          last};
}

// Is the first one before all that comes after the view? It is before the thread's next event, and before all that
// the threads do which its thread starts until then.
bool Watch::ordered(const Found& first, ViewRef before) const {
  if (before.empty()) return false;
  const WatchedAccess& a = first.access;
  if (before[a.thread] > a.index) return true;
  const std::vector<Log::Start>& starts = logs_[a.thread].starts;
  return !a.event && std::any_of(starts.begin(), starts.end(), [&](const Log::Start& start) {
    return start.events == a.index && start.entry > first.entry && before[start.child] > 0;
  });
}

void Watch::add_race(Location location, const WatchedAccess& first, const WatchedAccess& second) {
  if (pairs_.insert({location, number_of(first), number_of(second)}).second) {
    races_.push_back({location, first, second});
  }
}

void Watch::compare(const Before& happens_before, const Found& found) {
  const ViewRef before = found.last == kNoSlot ? ViewRef() : happens_before(found.last);
  Found* same = nullptr;
  for (Found& other : remembered_) {
    if (alike(other.access, found.access)) same = &other;
    if (!conflict(other.access, found.access) || ordered(other, before)) continue;
    add_race(found.location, other.access, found.access);
  }
  if (same != nullptr) {
    *same = found;
  } else {
    remembered_.push_back(found);
  }
}

}  // namespace graphfuzz
