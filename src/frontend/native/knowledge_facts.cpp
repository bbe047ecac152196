// Knowledge that other processes have, and that is for them.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "graphfuzz/frontend/native/knowledge.hpp"

namespace graphfuzz::native {

Facts Knowledge::facts() const {
  Facts facts;
  facts.layout = machine_.layout();
  facts.found_out = found_out;
  facts.plain_is_event = plain_is_event_;
  facts.racing_alone = racing_alone_;
  facts.unroll = learned_unroll_;
  facts.sections_are_accesses = sections_are_accesses_;
  facts.sections_make_several = sections_.several;
  for (const Granule& granule : granules_) {
    Facts::Memory& m = facts.memory[granule.address];
    m = {granule.owner, granule.shared, granule.written, granule.split, granule.pieces, granule.racing, {}};
    std::copy(std::begin(granule.atomics), std::end(granule.atomics), m.atomics.begin());
  }
  cells_.for_each([&](const Cell& cell) {
    const std::uint32_t granule = find_granule(cell.address & ~Address{7});
    const bool plainly =
        changed_.contains(cell.address) ||
        (granule != kNoNode && facts.memory[cell.address & ~Address{7}].covers(cell.address & 7, cell.size));
    facts.cells[{cell.address, cell.size}] = {plainly, cell.initial < 0, {}};
    if (const auto name = names_.find(cell.address); name != names_.end()) {
      facts.cells[{cell.address, cell.size}].name = name->second;
    }
  });
  facts.loops = loops_;
  facts.attempts.insert(attempts_.begin(), attempts_.end());
  facts.polls.insert(polls_.begin(), polls_.end());
  for (const auto& [location, asked] : asked_) {
    if (asked.lock) facts.locks.emplace(location, asked.writers);
  }
  facts.lock_news = lock_news_;
  for (const std::string& name : machine_.outcomes()) facts.outcomes.insert(name);
  return facts;
}

void Knowledge::take(const Facts& facts) {
  this->facts().add(facts);  // are they of this program?
  found_out = facts.found_out;
  if (facts.unroll != 0 && unroll_ == 0) bound_loops(facts.unroll);
  sections_.several |= facts.sections_make_several;
  if (facts.sections_are_accesses || sections_are_accesses_) take_sections_for_accesses();
  const auto check = [&](Address address) {
    if (!machine_.is_memory(address)) {
      throw std::invalid_argument(fmt::format("facts: expected an address of the program, found {:#x}", address));
    }
  };
  for (const auto& [address, m] : facts.memory) {
    check(address);
    const std::uint32_t number = add_granule(address, m.owner);
    Granule& granule = granules_[number];
    granule.shared = m.shared;
    granule.written = m.written;
    granule.split = m.split;
    granule.racing = m.racing;
    granule.pieces = m.pieces;
    std::copy(m.atomics.begin(), m.atomics.end(), std::begin(granule.atomics));
    if (is_to_be_cell(granule, 0, 8)) to_be_cells_.push_back(number);
    if (const std::optional<ThreadId> owner = machine_.stack_owner(address); owner && m.shared) {
      cells_.share(address);
      shared_stacks_.insert(*owner);
    }
  }
  for (const auto& [cell, what] : facts.cells) {
    const auto& [address, size] = cell;
    const auto found = facts.memory.find(address & ~Address{7});
    // Locations that are there by plain accesses alone come of the pieces.
    const bool is_made = found != facts.memory.end() && facts.has_events(found->second) &&
                         (found->second.split || found->second.cuts(address & 7, size));
    if (!what.name.empty()) names_.emplace(address, what.name);
    if (what.plainly) changed_.insert(address);
    if (is_made) continue;
    check(address);
    cells_.add(address, size, initial_value(address, size, what.is_signed));
  }
  for (const auto& [head, loop] : facts.loops) loops_[head].add(loop);
  for (const auto& [location, theirs] : facts.attempts) attempts_[location].add(theirs);
  for (const auto& [lock, theirs] : facts.polls) polls_[lock].add(theirs);
  lock_news_ = std::max(lock_news_, facts.lock_news);
  for (const auto& [location, theirs] : facts.locks) {
    asked_[location].lock = true;
    add_writers(asked_[location].writers, theirs);
  }
  for (const std::string& name : facts.outcomes) machine_.outcome_number(name);
  try {
    take_up();
  } catch (const Learned&) {  // nobody has run anything yet
  }
}

}  // namespace graphfuzz::native
