#include "explore/go/reversals.hpp"

#include <algorithm>
#include <functional>

namespace graphfuzz::go {

void Reversals::restart(std::uint32_t first, std::size_t routines) {
  first_ = first;
  steps_ = 0;
  rows_.clear();
  row_begin_.clear();
  previous_.assign(routines, Reversal::kNone);
  for (const Object object : touched_) accesses(object).clear();
  touched_.clear();
  touches_.clear();
  routines_.clear();
  now_.assign(1, 0);
  reversals_.clear();
  initials_.clear();
}

Reversals::Accesses& Reversals::accesses(Object object) {
  const std::size_t i = object == kClock ? 0 : std::size_t{object} + 1;
  if (i >= objects_.size()) objects_.resize(i + 1);
  return objects_[i];
}

void Reversals::join(std::uint32_t step) {
  const std::span<const Word> other = row(step);
  for (std::size_t i = 0; i < other.size(); ++i) clock_[i] |= other[i];
  clock_[step / 64] |= Word{1} << (step % 64);
}

// `previous`: the last step of the operation's goroutine; `other`: of the one that it meets.
void Reversals::find(Name name, std::uint32_t previous, std::uint32_t other, std::span<const Touch> touches,
                     bool wanted) {
  clock_.assign(now_.size(), 0);
  if (previous != Reversal::kNone) join(previous);
  const auto pending = [previous](std::uint32_t step) { return previous == Reversal::kNone || step > previous; };
  candidates_.clear();
  for (const Touch& touch : touches) {
    const Accesses& past = accesses(touch.object);
    for (auto access = past.rbegin(); access != past.rend(); ++access) {
      if (!touch.changes && !access->changes) continue;
      candidates_.push_back(access->step);
      // What was taken earlier comes before this one.
      if (!pending(access->step) && access->changes) break;
    }
  }
  std::sort(candidates_.begin(), candidates_.end(), std::greater<>());
  candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
  const auto arrival = std::find_if_not(candidates_.begin(), candidates_.end(), pending);
  arrived_.clear();
  std::uint32_t limit = arrival == candidates_.begin() ? steps_ : *std::prev(arrival);
  for (auto step = arrival; step != candidates_.end(); ++step) {
    if ((clock_[*step / 64] >> (*step % 64) & 1) != 0) continue;
    arrived_.push_back(*step);
    join(*step);
  }
  if (other != Reversal::kNone) join(other);
  for (auto step = candidates_.begin(); step != arrival; ++step) join(*step);
  if (!wanted) return;
  for (const std::uint32_t step : arrived_) add_reversal(step, name, previous, limit);
  limit = steps_;
  for (auto step = candidates_.begin(); step != arrival; ++step) {
    add_reversal(*step, name, previous, limit);
    limit = *step;
  }
}

void Reversals::add_reversal(std::uint32_t step, Name name, std::uint32_t previous, std::uint32_t limit) {
  Reversal reversal;
  reversal.step = step;
  reversal.routine = name;
  reversal.operation = steps_;
  reversal.previous = previous;
  reversal.limit = limit;
  reversal.pending = previous == Reversal::kNone || previous < step;
  reversal.first_initial = static_cast<std::uint32_t>(initials_.size());
  // What lies between and does not come after `step`; first of all what comes after nothing of that itself.
  rest_.assign(now_.size(), 0);
  for (std::uint32_t k = step + 1; k < steps_; ++k) {
    if (before(step, k)) continue;
    const std::span<const Word> earlier = row(k);
    bool initial = true;
    for (std::size_t i = step / 64; i < earlier.size() && initial; ++i) initial = (earlier[i] & rest_[i]) == 0;
    rest_[k / 64] |= Word{1} << (k % 64);
    if (!initial) continue;
    initials_.push_back(k);
    if (reversal.preferred == Reversal::kNone && (clock_[k / 64] >> (k % 64) & 1) != 0) reversal.preferred = k;
  }
  reversal.initial_count = static_cast<std::uint32_t>(initials_.size()) - reversal.first_initial;
  reversals_.push_back(reversal);
}

void Reversals::add_operation(Name name, Routine routine, Routine partner, std::span<const Touch> touches) {
  find(name, previous_of(routine), partner == kNoRoutine ? Reversal::kNone : previous_of(partner), touches,
       steps_ >= first_);
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] |= clock_[i];
  touches_.insert(touches_.end(), touches.begin(), touches.end());
  routines_.push_back(routine);
}

void Reversals::add_fire(std::span<const Touch> touches) {
  // It is pending since the timer was started, or fired before.
  std::uint32_t previous = Reversal::kNone;
  for (const Touch& touch : touches) {
    if (touch.object != kClock && !accesses(touch.object).empty()) previous = accesses(touch.object).back().step;
  }
  find(kNoName, previous, Reversal::kNone, touches, steps_ >= first_);
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] |= clock_[i];
  touches_.insert(touches_.end(), touches.begin(), touches.end());
}

void Reversals::end_step(std::size_t routines) {
  const std::uint32_t step = steps_++;
  row_begin_.push_back(rows_.size());
  rows_.insert(rows_.end(), now_.begin(), now_.begin() + step / 64 + 1);
  for (const Touch& touch : touches_) {
    Accesses& all = accesses(touch.object);
    if (all.empty()) touched_.push_back(touch.object);
    if (all.empty() || all.back().step != step) all.push_back({step, false});
    all.back().changes |= touch.changes;
  }
  if (routines > previous_.size()) previous_.resize(routines, step);
  for (const Routine routine : routines_) previous_[routine] = step;
  touches_.clear();
  routines_.clear();
  now_.assign(steps_ / 64 + 1, 0);
}

void Reversals::add_pending(Name name, Routine routine, std::span<const Touch> touches) {
  find(name, previous_of(routine), Reversal::kNone, touches, true);
}

void Reversals::add_firing(std::uint32_t step, std::uint32_t number, std::span<const Touch> touches) {
  clock_.assign(now_.size(), 0);
  for (const Touch& touch : touches) {
    const Accesses& past = accesses(touch.object);
    for (auto access = past.rbegin(); access != past.rend() && access->step > step; ++access) {
      if ((touch.changes || access->changes) && !before(step, access->step)) join(access->step);
    }
  }
  add_reversal(step, kNoName, Reversal::kNone, step + 1);
  reversals_.back().firing = number;
}

}  // namespace graphfuzz::go
