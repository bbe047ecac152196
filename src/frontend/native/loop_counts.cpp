#include "graphfuzz/frontend/native/loop_counts.hpp"

namespace graphfuzz::native {

void LoopCounts::clear() {
  entries_.assign(1, {kNone, 0, 0});
  numbers_.clear();
}

LoopCounts::Id LoopCounts::number(const Entry& entry) {
  const auto [found, is_new] = numbers_.try_emplace(entry, static_cast<Id>(entries_.size()));
  if (is_new) entries_.push_back(entry);
  return found->second;
}

LoopCounts::Id LoopCounts::visit(Id counts, Address place) {
  for (Id at = counts; entries_[at].place != 0; at = entries_[at].below) {
    if (entries_[at].place == place) return number({entries_[at].below, entries_[at].count + 1, place});
  }
  return number({counts, 1, place});
}

LoopCounts::Id LoopCounts::enter(Id counts) { return number({counts, 0, 0}); }

LoopCounts::Id LoopCounts::leave(Id counts) const {
  while (entries_[counts].place != 0) counts = entries_[counts].below;
  return entries_[counts].below;
}

}  // namespace graphfuzz::native
