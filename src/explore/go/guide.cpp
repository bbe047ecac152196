#include "explore/go/guide.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"

namespace graphfuzz::go {
namespace {

const Step* find(std::span<const Step> steps, const Step& step) {
  const auto found = std::find(steps.begin(), steps.end(), step);
  return found == steps.end() ? nullptr : &*found;
}

}  // namespace

void Guide::instead_of(std::uint32_t at) {
  step = at;
  limit = at + 1;
  has_operation = false;
  after.clear();
}

void Guide::reverse(const Reversal& reversal, const Reversals& order, const Step& wanted, std::uint32_t first_after) {
  step = reversal.step;
  limit = std::min<std::uint32_t>(first_after, static_cast<std::uint32_t>(run->size()));
  has_operation = true;
  operation = wanted;
  routine = reversal.routine;
  after.assign((limit - step) / 64 + 1, 0);
  for (std::uint32_t k = step + 1; k < limit; ++k) {
    if (order.before(step, k)) after[(k - step) / 64] |= std::uint64_t{1} << ((k - step) % 64);
  }
}

void Follower::restart(const Guide* guide, const Step& taken) {
  guide_ = guide;
  first_.clear();
  rest_.clear();
  first_at_ = rest_at_ = 0;
  operation_next_ = false;
  if (guide == nullptr) return;
  const std::vector<Step>& run = *guide->run;
  bool met = false;  // the child's step
  operation_next_ = guide->has_operation;
  if (operation_next_ &&
      (taken == guide->operation || (guide->routine != kNoName && concerns(taken, guide->routine)))) {
    operation_next_ = false;
  }
  if (guide->has_operation) rest_.push_back(guide->step);
  for (std::uint32_t k = guide->step + 1; k < run.size(); ++k) {
    if (!met && run[k] == taken) {
      met = true;
      continue;
    }
    const bool is_first =
        k < guide->limit && (guide->after[(k - guide->step) / 64] >> ((k - guide->step) % 64) & 1) == 0;
    (is_first ? first_ : rest_).push_back(k);
  }
}

const Step* Follower::next(std::span<const Step> awake) {
  if (guide_ == nullptr) return nullptr;
  const std::vector<Step>& run = *guide_->run;
  while (first_at_ < first_.size()) {
    if (const Step* step = find(awake, run[first_[first_at_++]])) return step;
  }
  if (operation_next_) {
    operation_next_ = false;
    if (const Step* step = find(awake, guide_->operation)) return step;
    for (const Step& step : awake) {
      if (guide_->routine != kNoName && concerns(step, guide_->routine)) return &step;
    }
  }
  const std::size_t end = std::min(rest_.size(), rest_at_ + kWindow);
  for (std::size_t i = rest_at_; i < end; ++i) {
    const Step* step = find(awake, run[rest_[i]]);
    if (step == nullptr) continue;
    // Those passed over stay in front.
    std::rotate(rest_.begin() + static_cast<std::ptrdiff_t>(rest_at_), rest_.begin() + static_cast<std::ptrdiff_t>(i),
                rest_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    ++rest_at_;
    return step;
  }
  return nullptr;
}

}  // namespace graphfuzz::go
