#include "graphfuzz/explore/watch.hpp"

#include <algorithm>

namespace graphfuzz {
namespace {

bool alike(const WatchedAccess& a, const WatchedAccess& b) {
  return a.thread == b.thread && a.place == b.place && a.write == b.write && a.atomic == b.atomic && a.event == b.event;
}

bool conflict(const WatchedAccess& a, const WatchedAccess& b) {
  if (a.thread == b.thread || (a.event && b.event)) return false;  // events are for the model
  return (a.write || b.write) && !(a.atomic && b.atomic);
}

WatchedAccess event_access(const Event& e) {
  return {e.id.thread, e.id.index, true, is_atomic(e.label.order), writes(e.label.kind), e.label.kind, 0, 0};
}

}  // namespace

void Watch::reset(unsigned threads) {
  logs_.resize(threads);
  for (Log& log : logs_) {
    log.entries.clear();
    log.starts.clear();
  }
}

void Watch::note(ThreadId thread, std::uint32_t events, std::span<const PlainAccess> accesses) {
  for (const PlainAccess& access : accesses) logs_[thread].entries.push_back({events, access});
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

std::span<const WatchedRace> Watch::races(const ExecutionGraph& graph, const MemoryModel& model) {
  races_.clear();
  gather();
  check_begins(graph, model);
  collect(graph);
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Found& a, const Found& b) { return a.location < b.location; });
  for (std::size_t begin = 0, end = 0; begin < found_.size(); begin = end) {
    remembered_.clear();
    for (end = begin; end < found_.size() && found_[end].location == found_[begin].location; ++end) {
      compare(model, found_[end]);
    }
  }
  return races_;
}

// What is watched, and where locations begin.
void Watch::gather() {
  watched_.clear();
  begins_.clear();
  for (ThreadId t = 0; t < logs_.size(); ++t) {
    Log& log = logs_[t];
    log.next = 0;
    for (const Log::Entry& entry : log.entries) {
      const PlainAccess& access = entry.access;
      if (!access.begins) {
        watched_.push_back(access.location);
        continue;
      }
      const auto number = static_cast<std::uint32_t>(&entry - log.entries.data());
      begins_.push_back({access.location,
                         {t, entry.events, false, false, true, EventKind::write, access.place, access.calls},
                         number,
                         kNoSlot});
    }
  }
  std::sort(watched_.begin(), watched_.end());
  watched_.erase(std::unique(watched_.begin(), watched_.end()), watched_.end());
}

// Apart from the rest, since there are many of them, and to look at the events once is enough.
void Watch::check_begins(const ExecutionGraph& graph, const MemoryModel& model) {
  if (begins_.empty()) return;
  begin_of_.assign(graph.locations(), 0);
  for (std::uint32_t i = 0; i < begins_.size(); ++i) {
    if (begins_[i].location < begin_of_.size()) begin_of_[begins_[i].location] = i + 1;
  }
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    if (!is_access(e.label.kind) || begin_of_[e.label.location] == 0) continue;
    const Found& begin = begins_[begin_of_[e.label.location] - 1];
    if (begin.access.thread == e.id.thread || ordered(begin, model.happens_before(slot))) continue;
    add_race(e.label.location, begin.access, event_access(e));
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
    const Log::Entry& entry = log.entries[log.next];
    if (entry.access.begins) continue;
    const WatchedAccess access{thread,
                               entry.events,
                               false,
                               false,
                               entry.access.write,
                               entry.access.write ? EventKind::write : EventKind::read,
                               entry.access.place,
                               entry.access.calls};
    const Slot last = entry.events == 0 ? kNoSlot : graph.thread(thread)[entry.events - 1];
    found_.push_back({entry.access.location, access, static_cast<std::uint32_t>(log.next), last});
  }
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
  const bool known = std::any_of(races_.begin(), races_.end(), [&](const WatchedRace& race) {
    return race.location == location && alike(race.first, first) && alike(race.second, second);
  });
  if (!known) races_.push_back({location, first, second});
}

void Watch::compare(const MemoryModel& model, const Found& found) {
  const ViewRef before = found.last == kNoSlot ? ViewRef() : model.happens_before(found.last);
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
