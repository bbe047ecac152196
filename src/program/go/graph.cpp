#include "graphfuzz/program/go/graph.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>

#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz::go {
namespace {

/// A graph keeps a number per thread and location.
constexpr std::size_t kMostPairs = std::size_t{1} << 27;

template <class... Words>
std::uint64_t hash_of(Words... words) {
  const std::array<Value, sizeof...(words)> all{static_cast<Value>(words)...};
  return fingerprint(std::span<const Value>(all)).low;
}

/// The goroutines in the order of their names: a goroutine before those that it started, and these in the order in
/// which it did. Fills in the hashes of the names.
class NameOrder {
 public:
  explicit NameOrder(std::span<const RoutineOrigin> routines)
      : routines_(routines), hashes_(routines.size(), 0), placed_(routines.size(), false), children_(routines.size()) {
    std::vector<Routine> roots;
    for (Routine r = 0; r < routines.size(); ++r) {
      const Routine parent = routines[r].parent;
      (parent == kNoRoutine ? roots : children_[parent]).push_back(r);
    }
    sort(roots);
    for (const Routine root : roots) place(root);
    // Of a plan goroutines may have started each other in a circle.
    for (Routine r = 0; r < routines.size(); ++r) place(r);
  }

  const std::vector<Routine>& order() const { return order_; }
  std::uint64_t hash(Routine r) const { return hashes_[r]; }

 private:
  void sort(std::vector<Routine>& some) const {
    std::sort(some.begin(), some.end(), [this](Routine a, Routine b) {
      const RoutineOrigin &x = routines_[a], &y = routines_[b];
      return std::tie(x.key, x.index, x.firing, a) < std::tie(y.key, y.index, y.firing, b);
    });
  }

  void place(Routine root) {
    std::vector<Routine> open{root};
    while (!open.empty()) {
      const Routine r = open.back();
      open.pop_back();
      if (placed_[r]) continue;
      placed_[r] = true;
      order_.push_back(r);
      const RoutineOrigin& origin = routines_[r];
      const bool known = origin.parent != kNoRoutine && r != root;
      hashes_[r] = known ? hash_of(hashes_[origin.parent], origin.index, origin.firing) : hash_of(origin.key);
      sort(children_[r]);
      open.insert(open.end(), children_[r].rbegin(), children_[r].rend());
    }
  }

  std::span<const RoutineOrigin> routines_;
  std::vector<std::uint64_t> hashes_;
  std::vector<bool> placed_;
  std::vector<std::vector<Routine>> children_;
  std::vector<Routine> order_;
};

/// Which thread each goroutine is, and which location each object.
struct Numbers {
  NameOrder names;
  std::vector<std::uint32_t> thread_of;  ///< by Routine
  std::vector<Location> location_of;     ///< by Object; kNoLocation: never touched
  std::vector<Object> touched;           ///< by Location

  Numbers(std::span<const GraphEvent> events, std::span<const RoutineOrigin> routines, Object objects)
      : names(routines), thread_of(routines.size()), location_of(objects, kNoLocation) {
    for (std::uint32_t t = 0; t < routines.size(); ++t) thread_of[names.order()[t]] = t;
    // Locations: by the first touch, of the first thread.
    constexpr std::uint32_t kNever = GraphEvent::kNone;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> first(objects, {kNever, kNever});
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      if (!is_access(events[i].kind)) continue;
      auto& known = first[events[i].object];
      known = std::min(known, {thread_of[events[i].routine], i});
    }
    for (Object o = 0; o < objects; ++o) {
      if (first[o].first != kNever) touched.push_back(o);
    }
    std::sort(touched.begin(), touched.end(), [&](Object a, Object b) { return first[a] < first[b]; });
    for (Location x = 0; x < touched.size(); ++x) location_of[touched[x]] = x;
  }
};

Kind kind_of(Value value) { return static_cast<Kind>(value & 0xff); }

}  // namespace

Value operation_value(Kind kind, std::uint64_t position, int chosen, bool ok) {
  const bool somewhere = kind != Kind::end;
  const int which = kind == Kind::select ? chosen : 0;
  const std::uint64_t hash = hash_of(static_cast<int>(kind), somewhere ? position : 0, which, ok);
  return static_cast<Value>(hash << 8 | static_cast<std::uint64_t>(kind));
}

std::uint64_t hash_of_position(std::string_view position) {
  const std::vector<Value> letters(position.begin(), position.end());
  return fingerprint(letters).low;
}

bool is_traced(Value value) { return (value & 0xff) != kUntraced && kind_of(value) < Kind::sleep; }

GoGraph build_graph(std::span<const GraphEvent> events, std::span<const RoutineOrigin> routines, Object objects) {
  if (routines.size() >= kInitThread) throw std::length_error("too many goroutines for an execution graph");
  Numbers numbers(events, routines, objects);
  if (numbers.touched.size() * routines.size() > kMostPairs) {
    throw std::length_error("too many goroutines and objects for an execution graph");
  }
  GoGraph result;
  result.thread_of.assign(numbers.thread_of.begin(), numbers.thread_of.end());
  result.location_of = std::move(numbers.location_of);

  const std::vector<Value> zeros(numbers.touched.size(), 0);
  ExecutionGraph& graph = result.graph;
  graph.reset(static_cast<unsigned>(routines.size()), zeros);
  result.slot_of.assign(events.size(), kNoSlot);
  const auto slot = [&](std::uint32_t event) { return event == GraphEvent::kNone ? kNoSlot : result.slot_of[event]; };
  const auto begin = [&](Routine r) {
    if (graph.thread_size(result.thread_of[r]) != 0) return;
    Label label{EventKind::begin, MemoryOrder::seq_cst};
    label.written_value = static_cast<Value>(numbers.names.hash(r));
    graph.add_other(result.thread_of[r], label, slot(routines[r].start));
  };
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const GraphEvent& event = events[i];
    begin(event.routine);
    const ThreadId thread = result.thread_of[event.routine];
    Label label{event.kind, MemoryOrder::seq_cst};
    label.written_value = event.value;
    if (!is_access(event.kind)) {
      result.slot_of[i] = graph.add_other(thread, label, slot(event.source));
      continue;
    }
    label.location = result.location_of[event.object];
    const Slot source = graph.mo_last(label.location);
    label.read_value = graph[source].label.written_value;
    result.slot_of[i] =
        event.kind == EventKind::read ? graph.add_read(thread, label, source) : graph.add_update(thread, label, source);
  }
  for (const Routine r : numbers.names.order()) begin(r);
  return result;
}

Fingerprints fingerprints_of(std::span<const GraphEvent> events, std::span<const RoutineOrigin> routines,
                             Object objects) {
  const Numbers numbers(events, routines, objects);
  Fingerprints result;
  std::vector<std::uint64_t> name_of(events.size(), kNoEventName), last_change(numbers.touched.size());
  constexpr std::uint64_t kInitial = std::uint64_t{kInitThread} << 32;
  for (Location x = 0; x < last_change.size(); ++x) last_change[x] = kInitial | x;
  std::vector<std::uint32_t> size(routines.size(), 0);
  const auto name = [&](std::uint32_t event) { return event == GraphEvent::kNone ? kNoEventName : name_of[event]; };
  const auto add = [&](Routine r, const Label& label, std::uint64_t source) {
    const std::uint64_t thread = numbers.thread_of[r];
    const std::uint64_t event = (thread < kInitThread ? thread : thread + 1) << 32 | size[r]++;
    result.rf += event_summand(event, label, source);
    return event;
  };
  const auto begin = [&](Routine r) {
    if (size[r] != 0) return;
    Label label{EventKind::begin, MemoryOrder::seq_cst};
    label.written_value = static_cast<Value>(numbers.names.hash(r));
    add(r, label, name(routines[r].start));
  };
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const GraphEvent& event = events[i];
    begin(event.routine);
    Label label{event.kind, MemoryOrder::seq_cst};
    label.written_value = event.value;
    if (!is_access(event.kind)) {
      name_of[i] = add(event.routine, label, name(event.source));
      continue;
    }
    label.location = numbers.location_of[event.object];
    std::uint64_t& last = last_change[label.location];
    name_of[i] = add(event.routine, label, last);
    if (event.kind == EventKind::read) continue;
    if (last >> 32 != kInitThread) result.graph += mo_summand(last, name_of[i]);
    last = name_of[i];
  }
  for (const Routine r : numbers.names.order()) begin(r);
  result.graph += result.rf;
  return result;
}

ExecutionGraph traced_part(const ExecutionGraph& graph) {
  const auto kept = [&](Slot slot) {
    return graph[slot].label.kind == EventKind::begin || is_traced(graph[slot].label.written_value);
  };
  std::vector<Location> location_of(graph.locations(), kNoLocation);
  Location locations = 0;
  for (ThreadId t = 0; t < graph.threads(); ++t) {
    for (const Slot slot : graph.thread(t)) {
      const Label& label = graph[slot].label;
      if (is_access(label.kind) && kept(slot) && location_of[label.location] == kNoLocation) {
        location_of[label.location] = locations++;
      }
    }
  }
  const std::vector<Value> zeros(locations, 0);
  ExecutionGraph part(graph.threads(), zeros);
  std::vector<Slot> slot_of(graph.size(), kNoSlot);
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    if (!kept(slot)) continue;
    const Event& event = graph[slot];
    Label label = event.label;
    if (!is_access(label.kind)) {
      slot_of[slot] = part.add_other(event.id.thread, label, event.rf == kNoSlot ? kNoSlot : slot_of[event.rf]);
      continue;
    }
    label.location = location_of[label.location];
    Slot source = event.rf;
    while (!graph.is_initial(source) && slot_of[source] == kNoSlot) source = graph.mo_previous(source);
    const Slot there = graph.is_initial(source) ? label.location : slot_of[source];
    label.read_value = part[there].label.written_value;
    slot_of[slot] = label.kind == EventKind::read ? part.add_read(event.id.thread, label, there)
                                                  : part.add_update(event.id.thread, label, there);
  }
  return part;
}

}  // namespace graphfuzz::go
