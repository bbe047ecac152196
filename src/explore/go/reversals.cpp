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
  for (const Object object : touched_) {
    accesses(object).all.clear();
    accesses(object).might.clear();
  }
  touched_.clear();
  touches_.clear();
  done_.clear();
  routines_.clear();
  now_.assign(1, 0);
  reversals_.clear();
  initials_.clear();
  footprints_.clear();
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

template <class Visitor>
void Reversals::for_each_conflict(const Touch& touch, std::uint32_t previous, Visitor visit) {
  const Accesses& past = accesses(touch.object);
  for (std::size_t i = past.all.size(); i-- > 0;) {
    const Access& access = past.all[i];
    if (!touch.changes && !access.changes) continue;
    visit(access.step);
    // What was done earlier comes before this change, and the operation arrived later: it can be found by `retreat`.
    if (!access.done_changing || (previous == Reversal::kNone || access.step > previous)) continue;
    for (auto place = past.might.rbegin(); place != past.might.rend(); ++place) {
      if (*place < i) visit(past.all[*place].step);
    }
    return;
  }
}

// `previous`: the last step of the operation's goroutine; `other`: of the one that it meets.
void Reversals::find(Name name, std::uint32_t previous, std::uint32_t other, std::span<const Touch> touches,
                     std::span<const Touch> done, bool wanted) {
  clock_.assign(now_.size(), 0);
  if (previous != Reversal::kNone) join(previous);
  const auto pending = [previous](std::uint32_t step) { return previous == Reversal::kNone || step > previous; };
  candidates_.clear();
  for (const Touch& touch : touches) {
    for_each_conflict(touch, previous, [this](std::uint32_t step) { candidates_.push_back(step); });
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
  // What it does come after.
  clock_.assign(now_.size(), 0);
  if (previous != Reversal::kNone) join(previous);
  if (other != Reversal::kNone) join(other);
  for (const Touch& touch : done) {
    const std::vector<Access>& past = accesses(touch.object).all;
    for (auto access = past.rbegin(); access != past.rend(); ++access) {
      if (!access->done || (!touch.changes && !access->done_changing)) continue;
      if ((clock_[access->step / 64] >> (access->step % 64) & 1) == 0) join(access->step);
      if (access->done_changing) break;
    }
  }
  if (!wanted) return;
  const std::size_t first = reversals_.size();
  for (const std::uint32_t step : arrived_) add_reversal(step, name, previous, steps_, limit);
  limit = steps_;
  for (auto step = candidates_.begin(); step != arrival; ++step) {
    add_reversal(*step, name, previous, steps_, limit);
    limit = *step;
  }
  if (reversals_.size() == first) return;
  const auto footprint = static_cast<std::uint32_t>(footprints_.size());
  footprints_.insert(footprints_.end(), touches.begin(), touches.end());
  for (std::size_t i = first; i < reversals_.size(); ++i) {
    reversals_[i].first_touch = footprint;
    reversals_[i].touch_count = static_cast<std::uint32_t>(touches.size());
  }
}

void Reversals::retreat(std::size_t i) {
  const Reversal reversal = reversals_[i];
  candidates_.clear();
  for (std::uint32_t t = 0; t < reversal.touch_count; ++t) {
    const Touch touch = footprints_[reversal.first_touch + t];
    const std::vector<Access>& past = accesses(touch.object).all;
    for (auto access = past.rbegin(); access != past.rend(); ++access) {
      if ((!touch.changes && !access->changes) || !before(access->step, reversal.step)) continue;
      if (reversal.previous != Reversal::kNone &&
          (access->step == reversal.previous || before(access->step, reversal.previous))) {
        continue;
      }
      const auto hidden = [&](std::uint32_t other) { return other == access->step || before(access->step, other); };
      if (std::none_of(candidates_.begin(), candidates_.end(), hidden)) candidates_.push_back(access->step);
    }
  }
  arrived_.clear();
  for (const std::uint32_t step : candidates_) {
    const auto hides = [&](std::uint32_t other) { return before(step, other); };
    const auto same = [&](const Reversal& other) {
      return other.step == step && other.operation == reversal.operation && other.routine == reversal.routine;
    };
    if (std::none_of(candidates_.begin(), candidates_.end(), hides) &&
        std::none_of(reversals_.begin(), reversals_.end(), same)) {
      arrived_.push_back(step);
    }
  }
  clock_.assign(steps_ / 64 + 1, 0);
  now_.assign(steps_ / 64 + 1, 0);
  if (reversal.previous != Reversal::kNone) join(reversal.previous);
  for (const std::uint32_t step : arrived_) {
    add_reversal(step, reversal.routine, reversal.previous, reversal.operation, reversal.limit);
    reversals_.back().first_touch = reversal.first_touch;
    reversals_.back().touch_count = reversal.touch_count;
  }
}

void Reversals::add_reversal(std::uint32_t step, Name name, std::uint32_t previous, std::uint32_t operation,
                             std::uint32_t limit) {
  Reversal reversal;
  reversal.step = step;
  reversal.routine = name;
  reversal.operation = operation;
  reversal.previous = previous;
  reversal.limit = limit;
  reversal.pending = previous == Reversal::kNone || previous < step;
  reversal.first_initial = static_cast<std::uint32_t>(initials_.size());
  // What lies between and does not come after `step`; first of all what comes after nothing of that itself.
  rest_.assign(now_.size(), 0);
  for (std::uint32_t k = step + 1; k < operation; ++k) {
    if (before(step, k)) continue;
    const std::span<const Word> earlier = row(k);
    bool initial = true;
    for (std::size_t i = step / 64; i < earlier.size() && initial; ++i) initial = (earlier[i] & rest_[i]) == 0;
    rest_[k / 64] |= Word{1} << (k % 64);
    if (initial) initials_.push_back(k);
  }
  reversal.initial_count = static_cast<std::uint32_t>(initials_.size()) - reversal.first_initial;
  reversals_.push_back(reversal);
}

void Reversals::add_operation(Name name, Routine routine, Routine partner, std::span<const Touch> touches,
                              std::span<const Touch> done) {
  find(name, previous_of(routine), partner == kNoRoutine ? Reversal::kNone : previous_of(partner), touches, done,
       steps_ >= first_);
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] |= clock_[i];
  touches_.insert(touches_.end(), touches.begin(), touches.end());
  done_.insert(done_.end(), done.begin(), done.end());
  routines_.push_back(routine);
}

void Reversals::add_fire(std::span<const Touch> touches) {
  // It is pending since the timer was started, or fired before.
  std::uint32_t previous = Reversal::kNone;
  for (const Touch& touch : touches) {
    if (touch.object != kClock && !accesses(touch.object).all.empty()) {
      previous = accesses(touch.object).all.back().step;
    }
  }
  find(kNoName, previous, Reversal::kNone, touches, touches, steps_ >= first_);
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] |= clock_[i];
  touches_.insert(touches_.end(), touches.begin(), touches.end());
  done_.insert(done_.end(), touches.begin(), touches.end());
}

void Reversals::end_step(std::size_t routines, std::span<const Routine> woken) {
  const std::uint32_t step = steps_++;
  row_begin_.push_back(rows_.size());
  rows_.insert(rows_.end(), now_.begin(), now_.begin() + step / 64 + 1);
  for (const Touch& touch : touches_) {
    std::vector<Access>& all = accesses(touch.object).all;
    if (all.empty()) touched_.push_back(touch.object);
    if (all.empty() || all.back().step != step) all.push_back({step, false});
    all.back().changes |= touch.changes;
  }
  for (const Touch& touch : done_) {
    Access& access = accesses(touch.object).all.back();
    access.done = true;
    access.done_changing |= touch.changes;
  }
  for (const Touch& touch : touches_) {
    Accesses& of = accesses(touch.object);
    const auto place = static_cast<std::uint32_t>(of.all.size() - 1);
    const bool noted = !of.might.empty() && of.might.back() == place;
    if (of.all.back().changes && !of.all.back().done_changing && !noted) of.might.push_back(place);
  }
  if (routines > previous_.size()) previous_.resize(routines, step);
  for (const Routine routine : routines_) previous_[routine] = step;
  for (const Routine routine : woken) previous_[routine] = step;
  touches_.clear();
  done_.clear();
  routines_.clear();
  now_.assign(steps_ / 64 + 1, 0);
}

void Reversals::add_pending(Name name, Routine routine, std::span<const Touch> touches) {
  find(name, previous_of(routine), Reversal::kNone, touches, touches, true);
}

void Reversals::add_firing(std::uint32_t step, std::uint32_t number, std::span<const Touch> touches) {
  clock_.assign(now_.size(), 0);
  for (const Touch& touch : touches) {
    const std::vector<Access>& past = accesses(touch.object).all;
    for (auto access = past.rbegin(); access != past.rend() && access->step > step; ++access) {
      if ((touch.changes || access->changes) && !before(step, access->step)) join(access->step);
    }
  }
  add_reversal(step, kNoName, Reversal::kNone, steps_, step + 1);
  reversals_.back().firing = number;
}

}  // namespace graphfuzz::go
