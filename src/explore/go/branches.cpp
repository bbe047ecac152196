#include "explore/go/branches.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"

namespace graphfuzz::go {

void Branches::find(const Walk& walk) {
  walk_ = &walk;
  all_.clear();
  order_.clear();
  touches_.clear();
  for (std::uint32_t depth = 0; depth < walk.history().steps(); ++depth) {
    alternatives_.find(walk.history(), depth);
    for (const Alternative& alternative : alternatives_.all()) add(depth, alternative);
  }
}

void Branches::add(std::uint32_t depth, const Alternative& alternative) {
  const History& history = walk_->history();
  Branch branch;
  branch.depth = depth;
  branch.step = alternative.step;
  branch.first = static_cast<std::uint32_t>(order_.size());
  branch.first_touch = static_cast<std::uint32_t>(touches_.size());
  branch.touch_count = alternative.touch_count;
  const std::span<const Touch> touches = alternatives_.touches(alternative);
  touches_.insert(touches_.end(), touches.begin(), touches.end());
  for (std::uint32_t k = depth + 1; k < history.steps(); ++k) {
    if (alternatives_.before(k, alternative)) order_.push_back(k);
  }
  order_.push_back(kAlternative);
  branch.core = static_cast<std::uint32_t>(order_.size()) - branch.first;
  left_out_.assign(history.steps() / 64 + 1, 0);
  const auto leave_out = [&](std::uint32_t k) { left_out_[k / 64] |= History::Word{1} << (k % 64); };
  for (std::uint32_t k = depth + 1; k < history.steps(); ++k) {
    if (history.before(depth, k) || alternatives_.before(k, alternative)) continue;
    const std::span<const History::Word> earlier = history.row(k);
    bool out = share_routine(history.step(k), branch.step) || conflict(history.touches(k), touches);
    for (std::size_t i = depth / 64; i < earlier.size() && !out; ++i) out = (earlier[i] & left_out_[i]) != 0;
    if (out) {
      leave_out(k);
    } else {
      order_.push_back(k);
    }
  }
  branch.count = static_cast<std::uint32_t>(order_.size()) - branch.first;
  for (const Walk::Sleeper& sleeper : walk_->asleep(depth)) {
    if (!covered(branch, {sleeper.step, sleeper.touches})) continue;
    order_.resize(branch.first);
    touches_.resize(branch.first_touch);
    return;
  }
  all_.push_back(branch);
}

const Step& Branches::step(const Branch& branch, std::uint32_t i) const {
  const std::uint32_t k = order_[branch.first + i];
  return k == kAlternative ? branch.step : walk_->history().step(k);
}

std::span<const Touch> Branches::touches(const Branch& branch, std::uint32_t i) const {
  const std::uint32_t k = order_[branch.first + i];
  return k == kAlternative ? std::span(touches_).subspan(branch.first_touch, branch.touch_count)
                           : walk_->history().touches(k);
}

bool Branches::covered(const Branch& branch, const KnownStep& known) const {
  for (std::uint32_t i = 0; i < branch.core; ++i) {
    const Step& taken = step(branch, i);
    if (taken == known.step) return true;
    if (share_routine(taken, known.step) || conflict(touches(branch, i), known.touches)) return false;
  }
  return false;
}

std::uint32_t Branches::conflict_at(const Branch& branch, const KnownStep& known) const {
  for (std::uint32_t i = 0; i < branch.count; ++i) {
    const Step& taken = step(branch, i);
    if (share_routine(taken, known.step) || conflict(touches(branch, i), known.touches)) return i;
  }
  return branch.count - 1;
}

}  // namespace graphfuzz::go
