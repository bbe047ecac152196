// Who takes locks, and sections that keep others out.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graphfuzz/frontend/native/knowledge.hpp"
#include "program/requests.hpp"

namespace graphfuzz::native {
namespace {

/// So far back it is looked for what a thread has done.
constexpr unsigned kMostStepsBack = 1'000;

}  // namespace

void Knowledge::take_sections_for_accesses() {
  sections_are_accesses_ = true;
  cells_.sections_are_accesses = !sections_.several;
  ++version_;
  forget();
}

// Whoever waits for a lock is helped by those alone who write it. That another does, or once more, is seen whether or
// not somebody waits: up to there it is nothing that comes of the waiting.
void Knowledge::note_writer(ThreadId thread, const Node& node) {
  if (lock_news_ > kMostLockNews) return;
  Asked& asked = asked_[node.address];
  std::uint32_t& most = asked.writers[thread];
  const bool more = node.times > most;
  most = std::max(most, node.times);
  const bool was_lock = std::exchange(asked.lock, asked.lock || node.request.lock);
  if (!asked.lock || (was_lock && !more)) return;
  if (asked.writers.size() == 1) return;  // what nobody else wants is no news
  ++version_;
  if (!strict) return;
  ++lock_news_;
  throw Learned(fmt::format("P{} takes {}, too", thread, machine_.name(node.address)));
}

// How often a thread has asked to write the location when `last` was the last such request.
std::uint32_t Knowledge::times_asked(NodeId last, Address location) const {
  unsigned steps = 0;
  for (; last != kNoNode && nodes_[last].address != location; last = nodes_[last].write_before) {
    if (++steps == kMostStepsBack) return kManyTimes;
  }
  return last == kNoNode ? 0 : nodes_[last].times;
}

bool Knowledge::may_write_yet(NodeId at, Location location, std::uint32_t most) const {
  if (most >= kManyTimes) return true;
  const Node& node = nodes_[at];
  const Address address = cells_[location].address;
  const bool is_to = may_write(node.request.kind) && node.address == address;
  return is_to || times_asked(node.write_before, address) < most;
}

Location Knowledge::section_lock() const {
  if (sections_.lock == 0 || cells_.sections_are_accesses) return kNoLocation;
  const Cell* const cell = cells_.find(sections_.lock, kSectionLockSize);
  return cell == nullptr ? kNoLocation : cell->location;
}

void Knowledge::note_sections(Sections sections) {
  sections_.there = true;
  sections_.several |= sections.several;
  sections_.lock = sections.lock;
  if (!sections_.several || !cells_.sections_are_accesses) return;
  cells_.sections_are_accesses = false;
  ++version_;
  throw Learned("a section makes several accesses");
}

}  // namespace graphfuzz::native
