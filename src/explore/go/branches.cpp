#include "explore/go/branches.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"

namespace graphfuzz::go {

void Branches::find(const Walk& walk, const KnownSteps& children, std::uint32_t settled) {
  walk_ = &walk;
  all_.clear();
  order_.clear();
  touches_.clear();
  for (std::uint32_t depth = settled; depth < walk.history().steps(); ++depth) {
    alternatives_.find(walk.history(), depth);
    for (const Alternative& alternative : alternatives_.all()) {
      if (!covered(depth, alternative, children)) add(depth, alternative);
    }
  }
}

bool Branches::covered(std::uint32_t depth, const Alternative& alternative, const KnownSteps& children) const {
  for (const KnownSteps* list : {&children, &walk_->asleep()}) {
    if (depth >= list->lists()) continue;
    for (std::uint32_t i = 0; i < list->size(depth); ++i) {
      if (covers(list->at(depth, i), alternative)) return true;
    }
  }
  return false;
}

bool Branches::covers(const KnownStep& known, const Alternative& alternative) const {
  const History& history = walk_->history();
  bool decided = false, found = false;
  alternatives_.for_each_before(alternative, [&](std::uint32_t k) {
    found = history.step(k) == known.step;
    decided = found || depends(history.step(k), history.touches(k), known.step, known.touches);
    return !decided;
  });
  return decided ? found : alternative.step == known.step;
}

void Branches::add(std::uint32_t depth, const Alternative& alternative) {
  Branch branch;
  branch.depth = depth;
  branch.step = alternative.step;
  branch.first = static_cast<std::uint32_t>(order_.size());
  branch.first_touch = static_cast<std::uint32_t>(touches_.size());
  branch.touch_count = alternative.touch_count;
  const std::span<const Touch> touches = alternatives_.touches(alternative);
  touches_.insert(touches_.end(), touches.begin(), touches.end());
  alternatives_.for_each_before(alternative, [this](std::uint32_t k) {
    order_.push_back(k);
    return true;
  });
  order_.push_back(kAlternative);
  branch.count = static_cast<std::uint32_t>(order_.size()) - branch.first;
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
  for (std::uint32_t i = 0; i < branch.count; ++i) {
    if (step(branch, i) == known.step) return true;
    if (depends(step(branch, i), touches(branch, i), known.step, known.touches)) return false;
  }
  return false;
}

// So many of the first steps wake the known one; none if all do not.
std::uint32_t Branches::wakes(const Branch& branch, const KnownStep& known, std::uint32_t count) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (depends(step(branch, i), touches(branch, i), known.step, known.touches)) return i + 1;
  }
  return 0;
}

// To the end of the order, which it must be at.
void Branches::add_rest(const Branch& branch) {
  const History& history = walk_->history();
  const auto set = [](std::vector<History::Word>& bits, std::uint32_t k) {
    bits[k / 64] |= History::Word{1} << (k % 64);
  };
  taken_.assign(history.steps() / 64 + 1, 0);
  left_out_.assign(history.steps() / 64 + 1, 0);
  for (std::uint32_t i = 0; i + 1 < branch.count; ++i) set(taken_, order_[branch.first + i]);
  const KnownStep alternative{branch.step, touches(branch, branch.count - 1)};
  for (std::uint32_t k = branch.depth + 1; k < history.steps(); ++k) {
    if (history.before(branch.depth, k) || (taken_[k / 64] >> (k % 64) & 1) != 0) continue;
    const std::span<const History::Word> earlier = history.row(k);
    bool out = depends(history.step(k), history.touches(k), alternative.step, alternative.touches);
    for (std::size_t i = branch.depth / 64; i < earlier.size() && !out; ++i) out = (earlier[i] & left_out_[i]) != 0;
    if (out) {
      set(left_out_, k);
    } else {
      order_.push_back(k);
    }
  }
}

std::span<const Step> Branches::guide(const Branch& branch, const KnownSteps& children) {
  const auto end = static_cast<std::uint32_t>(order_.size());
  // At the end of the order, where there is room for the rest.
  Branch longer = branch;
  longer.first = end;
  for (std::uint32_t i = 0; i < branch.count; ++i) order_.push_back(order_[branch.first + i]);
  add_rest(longer);
  const auto count = static_cast<std::uint32_t>(order_.size()) - end;
  std::uint32_t length = 1;
  const auto wake = [&](const KnownStep& known) {
    const std::uint32_t needed = wakes(longer, known, count);
    length = std::max(length, needed == 0 ? count : needed);
  };
  for (std::uint32_t i = 0; i < children.size(0); ++i) wake(children.at(0, i));
  const KnownSteps& asleep = walk_->asleep();
  for (std::uint32_t i = 0; i < asleep.size(branch.depth); ++i) wake(asleep.at(branch.depth, i));
  guide_.clear();
  for (std::uint32_t i = 0; i < length; ++i) guide_.push_back(step(longer, i));
  order_.resize(end);
  return guide_;
}

}  // namespace graphfuzz::go
