#include "graphfuzz/graph/execution_graph.hpp"

#include <cassert>

namespace graphfuzz {

void ExecutionGraph::reset(unsigned threads, std::span<const Value> initial_values) {
  by_thread_.resize(threads);
  mo_.resize(initial_values.size());
  updates_.resize(initial_values.size());
  last_access_.resize(threads * initial_values.size());
  events_.clear();
  for (Location x = 0; x < initial_values.size(); ++x) {
    Event initial;
    initial.id = {kInitThread, x};
    initial.label = {EventKind::write, MemoryOrder::non_atomic, x, 0, initial_values[x]};
    events_.push_back(initial);
    mo_[x].assign(1, x);
  }
  clear();
}

void ExecutionGraph::clear() {
  events_.resize(mo_.size());
  for (Location x = 0; x < mo_.size(); ++x) {
    events_[x].first_reader = kNoSlot;
    mo_[x].resize(1);
  }
  for (std::vector<Slot>& thread : by_thread_) thread.clear();
  std::fill(last_access_.begin(), last_access_.end(), kNoSlot);
  std::fill(updates_.begin(), updates_.end(), 0);
  first_asw_.clear();
  next_asw_.clear();
  dependencies_.clear();
  dependency_end_.clear();
  extends_porf_ = true;
  porf_filled_ = 0;
}

Slot ExecutionGraph::append(ThreadId thread, const Label& label, Slot rf) {
  assert(thread < threads());
  assert(rf == kNoSlot || rf < size());
  const Slot slot = size();
  std::vector<Slot>& po = by_thread_[thread];
  Event& e = events_.emplace_back();
  e.id = {thread, static_cast<std::uint32_t>(po.size())};
  e.label = label;
  e.rf = rf;
  const bool same_run =
      !po.empty() && label.location != kNoLocation && events_[po.back()].label.location == label.location;
  e.run_begin = same_run ? events_[po.back()].run_begin : e.id.index;
  po.push_back(slot);
  return slot;
}

// What was just appended is better not read back: the processor would wait for it.
void ExecutionGraph::link_access(Slot slot, ThreadId thread, Location location) {
  Event& e = events_[slot];
  Slot& last = last_access_[thread * mo_.size() + location];
  const Slot previous_access = last;
  e.previous_access = previous_access;
  last = slot;
  if (previous_access == kNoSlot) {
    e.jump_access = slot;
    return;
  }
  const Event& previous = events_[previous_access];
  const Event& jump = events_[previous.jump_access];
  e.access_depth = previous.access_depth + 1;
  const bool equal_jumps =
      previous.access_depth - jump.access_depth == jump.access_depth - events_[jump.jump_access].access_depth;
  e.jump_access = equal_jumps ? jump.jump_access : previous_access;
}

void ExecutionGraph::link_reader(Slot slot, Slot source) {
  events_[slot].next_reader = events_[source].first_reader;
  events_[source].first_reader = slot;
}

void ExecutionGraph::link_asw(Slot slot, Slot source) {
  first_asw_.resize(size(), kNoSlot);
  next_asw_.resize(size(), kNoSlot);
  next_asw_[slot] = first_asw_[source];
  first_asw_[source] = slot;
}

void ExecutionGraph::insert_mo(Slot slot, Location location, Slot predecessor) {
  std::vector<Slot>& order = mo_[location];
  const std::uint32_t position = events_[predecessor].mo_position + 1;
  if (position == order.size()) {
    order.push_back(slot);
    events_[slot].mo_position = position;
    return;
  }
  order.insert(order.begin() + position, slot);
  for (std::uint32_t i = position; i < order.size(); ++i) events_[order[i]].mo_position = i;
}

Slot ExecutionGraph::add_read(ThreadId thread, const Label& label, Slot source) {
  assert(label.kind == EventKind::read && events_[source].label.location == label.location);
  const Slot slot = append(thread, label, source);
  link_access(slot, thread, label.location);
  link_reader(slot, source);
  return slot;
}

Slot ExecutionGraph::add_write(ThreadId thread, const Label& label, Slot predecessor) {
  assert(label.kind == EventKind::write && events_[predecessor].label.location == label.location);
  const Slot slot = append(thread, label, kNoSlot);
  link_access(slot, thread, label.location);
  insert_mo(slot, label.location, predecessor);
  return slot;
}

Slot ExecutionGraph::add_update(ThreadId thread, const Label& label, Slot source, Slot predecessor) {
  assert(label.kind == EventKind::update && events_[source].label.location == label.location);
  const Slot slot = append(thread, label, source);
  link_access(slot, thread, label.location);
  link_reader(slot, source);
  insert_mo(slot, label.location, predecessor == kNoSlot ? source : predecessor);
  ++updates_[label.location];
  return slot;
}

Slot ExecutionGraph::add_other(ThreadId thread, const Label& label, Slot source) {
  assert(!is_access(label.kind));
  const Slot slot = append(thread, label, source);
  if (source != kNoSlot) link_asw(slot, source);
  return slot;
}

void ExecutionGraph::remove_last() {
  assert(event_count() > 0);
  const Event e = events_.back();
  assert(e.first_reader == kNoSlot);
  if (is_access(e.label.kind)) last_access_[e.id.thread * mo_.size() + e.label.location] = e.previous_access;
  if (reads(e.label.kind)) events_[e.rf].first_reader = e.next_reader;
  if (!is_access(e.label.kind) && e.rf != kNoSlot) first_asw_[e.rf] = next_asw_[size() - 1];
  if (first_asw_.size() == size()) {
    first_asw_.pop_back();
    next_asw_.pop_back();
  }
  if (e.label.kind == EventKind::update) --updates_[e.label.location];
  if (writes(e.label.kind)) {
    std::vector<Slot>& order = mo_[e.label.location];
    if (e.mo_position + 1 == order.size()) {
      order.pop_back();
    } else {
      order.erase(order.begin() + e.mo_position);
      for (std::uint32_t i = e.mo_position; i < order.size(); ++i) events_[order[i]].mo_position = i;
    }
  }
  by_thread_[e.id.thread].pop_back();
  events_.pop_back();
  if (dependency_end_.size() > event_count()) {
    dependency_end_.pop_back();
    dependencies_.resize(dependency_end_.empty() ? 0 : dependency_end_.back());
  }
  porf_filled_ = std::min(porf_filled_, size());
}

std::span<const std::uint32_t> ExecutionGraph::porf(Slot slot) const {
  assert(extends_porf_);
  const std::size_t width = threads();
  if (porf_filled_ < size() && slot >= porf_filled_) {
    porf_.resize(size() * width);
    for (; porf_filled_ < size(); ++porf_filled_) {
      const Event& e = events_[porf_filled_];
      const std::span<std::uint32_t> row(&porf_[porf_filled_ * width], width);
      std::fill(row.begin(), row.end(), 0);
      if (e.id.thread == kInitThread) continue;
      if (e.id.index > 0) join(row, {&porf_[by_thread_[e.id.thread][e.id.index - 1] * width], width});
      if (e.rf != kNoSlot) join(row, {&porf_[e.rf * width], width});
      row[e.id.thread] = e.id.index + 1;
    }
  }
  return {&porf_[slot * width], width};
}

bool ExecutionGraph::porf_before_or_equal(Slot a, Slot b) const { return contains(porf(b), events_[a].id) || a == b; }

std::vector<Value> ExecutionGraph::initial_values() const {
  std::vector<Value> values;
  for (Location x = 0; x < locations(); ++x) values.push_back(events_[x].label.written_value);
  return values;
}

ExecutionGraph ExecutionGraph::restricted(const View& view) const {
  assert(extends_porf_);
  ExecutionGraph result(threads(), initial_values());
  result.set_keys(keys_);
  std::vector<Slot> renamed(size(), kNoSlot);
  for (Slot x = 0; x < locations(); ++x) renamed[x] = x;
  for (Slot slot = locations(); slot < size(); ++slot) {
    if (contains(view, events_[slot].id)) result.add_copy(*this, slot, renamed);
  }
  return result;
}

Slot ExecutionGraph::add_copy(const ExecutionGraph& from, Slot slot, std::vector<Slot>& renamed) {
  const Event& e = from[slot];
  const Slot source = e.rf == kNoSlot ? kNoSlot : renamed[e.rf];
  assert(e.rf == kNoSlot || source != kNoSlot);
  const auto predecessor = [&] {
    Slot before = from.mo_previous(slot);
    while (renamed[before] == kNoSlot) before = from.mo_previous(before);
    return renamed[before];
  };
  Slot& copy = renamed[slot];
  switch (e.label.kind) {
    case EventKind::read:
      copy = add_read(e.id.thread, e.label, source);
      break;
    case EventKind::update:
      copy = add_update(e.id.thread, e.label, source, predecessor());
      break;
    case EventKind::write:
      copy = add_write(e.id.thread, e.label, predecessor());
      break;
    default:
      copy = add_other(e.id.thread, e.label, source);
  }
  if (const std::span<const Dependency> noted = from.dependencies(slot); !noted.empty()) set_dependencies(copy, noted);
  return copy;
}

bool operator==(const ExecutionGraph& a, const ExecutionGraph& b) {
  if (a.event_count() != b.event_count()) return false;
  const auto id = [](const ExecutionGraph& g, Slot slot) {
    return slot == kNoSlot ? EventId{kInitThread, kNoSlot} : g[slot].id;
  };
  const auto events = [](const ExecutionGraph& g, ThreadId t) { return t < g.threads() ? g.thread_size(t) : 0; };
  for (ThreadId t = 0; t < std::max(a.threads(), b.threads()); ++t) {
    if (events(a, t) != events(b, t)) return false;
    if (events(a, t) == 0) continue;
    for (std::uint32_t i = 0; i < a.thread_size(t); ++i) {
      const Event& left = a[a.thread(t)[i]];
      const Event& right = b[b.thread(t)[i]];
      if (!(left.label == right.label) || id(a, left.rf) != id(b, right.rf)) return false;
    }
  }
  // Where only one of them has the location, the other has no accesses of it; all the rest was found to be equal.
  for (Location x = 0; x < std::min(a.locations(), b.locations()); ++x) {
    if (a.mo(x).size() != b.mo(x).size()) return false;
    for (std::size_t i = 0; i < a.mo(x).size(); ++i) {
      if (a[a.mo(x)[i]].id != b[b.mo(x)[i]].id) return false;
    }
  }
  return true;
}

}  // namespace graphfuzz
