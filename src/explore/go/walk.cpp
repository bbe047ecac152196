#include "explore/go/walk.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"

namespace graphfuzz::go {

void Walk::restart(bool reversals, std::uint32_t first) {
  look_back_ = reversals;
  machine_.restart();
  steps_.clear();
  possible_.clear();
  asleep_.clear();
  firings_.clear();
  sleeping_ = 0;
  routines_ = 0;
  if (reversals) reversals_.restart(first, routines());
  arrive();
}

// The number of goroutines so far that have not ended without a step.
std::size_t Walk::routines() {
  for (const Name name : machine_.alive()) routines_ = std::max<std::size_t>(routines_, machine_.routine(name) + 1);
  return routines_;
}

bool Walk::sleeps(const Step& step) const {
  return std::any_of(sleepers_.begin(), sleepers_.begin() + static_cast<std::ptrdiff_t>(sleeping_),
                     [&](const Sleeper& s) { return s.step == step; });
}

void Walk::arrive() {
  awake_.clear();
  for (const Step& step : machine_.enabled()) {
    if (!sleeps(step)) awake_.push_back(step);
  }
}

void Walk::put_to_sleep(const Step& step) {
  if (sleeping_ == sleepers_.size()) sleepers_.emplace_back();
  Sleeper& sleeper = sleepers_[sleeping_++];
  sleeper.step = step;
  const std::span<const Touch> touches = machine_.touches(step);
  sleeper.touches.assign(touches.begin(), touches.end());
  std::erase(awake_, step);
}

void Walk::note_operations(const Step& step) {
  if (fires(step)) {
    reversals_.add_fire(touches_);
    return;
  }
  const auto note = [&](Name name, Name partner) {
    const std::span<const Touch> pending = machine_.pending_touches(name);
    footprint_.assign(pending.begin(), pending.end());
    // What the step touches is among it, but for how it changes it.
    footprint_.insert(footprint_.end(), touches_.begin(), touches_.end());
    reversals_.add_operation(name, machine_.routine(name), partner == kNoName ? kNoRoutine : machine_.routine(partner),
                             footprint_);
  };
  note(step.routine, step.partner);
  if (step.partner != kNoName) note(step.partner, step.routine);
}

void Walk::take(const Step& step) {
  const std::span<const Touch> touches = machine_.touches(step);
  touches_.assign(touches.begin(), touches.end());
  if (look_back_) {
    const std::span<const Step> enabled = machine_.enabled();
    possible_.steps.insert(possible_.steps.end(), enabled.begin(), enabled.end());
    possible_.end.push_back(static_cast<std::uint32_t>(possible_.steps.size()));
    for (std::size_t i = 0; i < sleeping_; ++i) asleep_.steps.push_back(sleepers_[i].step);
    asleep_.end.push_back(static_cast<std::uint32_t>(asleep_.steps.size()));
    note_operations(step);
    // A timer that is stopped leaves no operation behind that is still pending.
    for (const Step& other : enabled) {
      if (!fires(other) || other == step) continue;
      const std::span<const Touch> firing = machine_.touches(other);
      if (!conflict(firing, touches_)) continue;
      firings_.push_back({static_cast<std::uint32_t>(steps_.size()), other, {firing.begin(), firing.end()}});
    }
  }
  for (std::size_t i = 0; i < sleeping_;) {
    if (share_routine(sleepers_[i].step, step) || conflict(sleepers_[i].touches, touches_)) {
      std::swap(sleepers_[i], sleepers_[--sleeping_]);
    } else {
      ++i;
    }
  }
  steps_.push_back(step);
  machine_.take(steps_.back());
  if (look_back_) reversals_.end_step(routines());
  arrive();
}

void Walk::find_last_reversals() {
  for (const Name name : machine_.alive()) {
    const std::span<const Touch> pending = machine_.pending_touches(name);
    footprint_.assign(pending.begin(), pending.end());
    if (!footprint_.empty()) reversals_.add_pending(name, machine_.routine(name), footprint_);
  }
  for (std::uint32_t i = 0; i < firings_.size(); ++i) {
    reversals_.add_firing(firings_[i].step, i, firings_[i].touches);
  }
}

void component(std::span<const Step> steps, const Step& step, std::vector<Step>& result) {
  result.assign(1, step);
  for (std::size_t done = 0; done < result.size(); ++done) {
    for (const Step& other : steps) {
      if (share_routine(result[done], other) && std::find(result.begin(), result.end(), other) == result.end()) {
        result.push_back(other);
      }
    }
  }
}

}  // namespace graphfuzz::go
