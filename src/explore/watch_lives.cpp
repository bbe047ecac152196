// The part of Watch that finds accesses to what is no more: a block that was freed, a stack whose thread has ended.
//
// An access is all right if it comes before the end of the location's life in every execution that has the graph, or if
// a new life has begun in between. "Before" is happens-before for models that know it, since nobody else has to go by
// the order that the others see; otherwise it is what Past says. In whatever order the graph was built, it is the same.
#include <algorithm>

#include "graphfuzz/explore/watch.hpp"

namespace graphfuzz {
namespace {

struct ByLocation {
  template <class Found>
  bool operator()(const Found& found, Location location) const {
    return found.location < location;
  }
  template <class Found>
  bool operator()(Location location, const Found& found) const {
    return location < found.location;
  }
};

// In program order, as far as it is known: between two events, what begins and what ends comes first.
bool comes_first(const WatchedAccess& a, std::uint32_t entry, const WatchedAccess& b, std::uint32_t other_entry) {
  if (a.index != b.index) return a.index < b.index;
  if (a.event || b.event) return !a.event && b.event;
  const auto is_life = [](const WatchedAccess& access) { return access.life != Life::goes_on; };
  return is_life(a) == is_life(b) ? entry < other_entry : is_life(a);
}

}  // namespace

std::span<const Watch::Found> Watch::begins_of(Location location) const {
  const auto [first, last] = std::equal_range(begins_.begin(), begins_.end(), location, ByLocation());
  return {first, last};
}

std::span<const Watch::Found> Watch::ends_of(Location location) const {
  const auto [first, last] = std::equal_range(ends_.begin(), ends_.end(), location, ByLocation());
  return {first, last};
}

// What the thread knows of that has done `last`, as its newest event.
ViewRef Watch::before(const MemoryModel& model, Slot last) {
  if (last == kNoSlot) return {};
  return model.knows_happens_before() ? model.happens_before(past_.graph(), last) : past_.of(last);
}

bool Watch::comes_before(const MemoryModel& model, const Found& first, const Found& second) {
  if (first.access.thread == second.access.thread) {
    return comes_first(first.access, first.entry, second.access, second.entry);
  }
  return ordered(first, before(model, second.last));
}

// Has the location begun anew, after the end and before the access?
bool Watch::lives_again(const MemoryModel& model, const Found& end, const Found& access) {
  const std::span<const Found> begins = begins_of(end.location);
  return std::any_of(begins.begin(), begins.end(), [&](const Found& begin) {
    return comes_before(model, end, begin) && comes_before(model, begin, access);
  });
}

void Watch::check_lives(const ExecutionGraph& graph, const MemoryModel& model, std::span<const Pending> pending) {
  past_.reset(graph, model.is_sequential());
  for (ThreadId t = 0; t < logs_.size(); ++t) {
    for (std::uint32_t i = 0; i < logs_[t].entries.size(); ++i) {
      const PlainAccess& access = logs_[t].entries[i].access;
      if (access.life == Life::goes_on && !ends_of(access.location).empty()) {
        check_life(model, find(graph, t, i));
      }
    }
    for (const Slot slot : graph.thread(t)) {
      const Event& e = graph[slot];
      if (is_access(e.label.kind)) check_life(model, {e.label.location, event_access(e), 0, slot});
    }
    for (const Pending& p : pending) {
      if (p.thread != t) continue;
      const WatchedAccess access{t, graph.thread_size(t), true, p.atomic, p.kind != EventKind::read, p.kind, 0, 0};
      check_life(model, {p.location, access, 0, graph.last(t)});
    }
  }
  check_double_free(model);
}

// What the thread itself has ended is for the run to see.
void Watch::check_life(const MemoryModel& model, const Found& access) {
  for (const Found& end : ends_of(access.location)) {
    if (end.access.thread == access.access.thread || comes_before(model, access, end)) continue;
    if (!lives_again(model, end, access)) add_use(model, access, end);
  }
}

void Watch::check_double_free(const MemoryModel& model) {
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const Found& first = ends_[i];
    for (std::size_t j = i + 1; j < ends_.size() && ends_[j].location == first.location; ++j) {
      const Found& second = ends_[j];
      if (first.access.thread == second.access.thread || first.access.life != second.access.life) continue;
      if (!lives_again(model, first, second) && !lives_again(model, second, first)) {
        add_use(model, first, second);
      }
    }
  }
}

// Of each thread's accesses to what one call has freed, the first is told: there may be many. If the access can only
// have come first, in whatever order the graph is built, only synchronisation is missing.
void Watch::add_use(const MemoryModel& model, const Found& access, const Found& end) {
  using Kind = WatchedRace::Kind;
  Kind kind = end.access.life == Life::returned ? Kind::use_after_return : Kind::use_after_free;
  if (access.access.life == Life::freed) {
    kind = Kind::double_free;
  } else if (model.detects_races() && end.last != kNoSlot && ordered(access, past_.of(end.last))) {
    kind = Kind::race;
  }
  const auto is_same = [](const WatchedAccess& a, const WatchedAccess& b) {
    return a.thread == b.thread && a.index == b.index && a.place == b.place && a.calls == b.calls && a.life == b.life;
  };
  const bool known = std::any_of(races_.begin(), races_.end(), [&](const WatchedRace& race) {
    return race.kind == kind && race.first.thread == access.access.thread && is_same(race.second, end.access);
  });
  if (known) return;
  std::optional<WatchedAccess> begin;
  for (const Found& found : begins_of(end.location)) {
    if (comes_before(model, found, end)) begin = found.access;
  }
  races_.push_back({access.location, access.access, end.access, kind, begin});
}

}  // namespace graphfuzz
