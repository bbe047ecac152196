#include "explore/go/routines.hpp"

#include <algorithm>

namespace graphfuzz::go {

std::uint32_t& RoutineState::visits_of(Position place) {
  for (auto& [known, number] : visits) {
    if (known == place) return number;
  }
  return visits.emplace_back(place, 0).second;
}

std::uint32_t RoutineState::visits_of(Position place) const {
  for (const auto& [known, number] : visits) {
    if (known == place) return number;
  }
  return 0;
}

void Routines::clear() {
  for (Routine r = 0; r < count_; ++r) routine_of_[states_[r].name] = kNoRoutine;
  count_ = 0;
  alive_.clear();
}

Routine Routines::add(Name name, const KnownTicks& clock) {
  const Routine r = count_++;
  if (r == states_.size()) states_.emplace_back();
  if (name >= routine_of_.size()) routine_of_.resize(name + 1, kNoRoutine);
  if (name >= hashes_.size()) hashes_.resize(name + 1, 0);
  if (hashes_[name] == 0) hashes_[name] = names_->hash(name);
  routine_of_[name] = r;
  alive_.insert(std::upper_bound(alive_.begin(), alive_.end(), name), name);
  RoutineState& state = states_[r];
  static_cast<RoutineFields&>(state) = {name, hashes_[name]};
  state.clock = clock;
  state.onces.clear();
  state.visits.clear();
  return r;
}

void Routines::end(Routine r) {
  states_[r].ended = true;
  alive_.erase(std::lower_bound(alive_.begin(), alive_.end(), states_[r].name));
}

Name Routines::next_fork(Routine r) {
  const Name parent = states_[r].name;
  const std::uint32_t fork = states_[r].forks++;
  if (parent >= children_.size()) children_.resize(parent + 1);
  std::vector<Name>& known = children_[parent];
  while (known.size() <= fork) known.push_back(names_->forked(parent, static_cast<std::uint32_t>(known.size())));
  return known[fork];
}

}  // namespace graphfuzz::go
