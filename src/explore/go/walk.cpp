#include "explore/go/walk.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"

namespace graphfuzz::go {

void Walk::restart(bool history, std::size_t most) {
  look_back_ = history;
  most_ = most;
  machine_.restart();
  steps_.clear();
  possible_.clear();
  asleep_.clear();
  alive_.clear();
  sleeping_ = 0;
  if (history) history_.restart(machine_);
  arrive();
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

void Walk::take(const Step& step) {
  const std::span<const Touch> touches = machine_.touches(step);
  touches_.assign(touches.begin(), touches.end());
  steps_.push_back(step);
  if (look_back_) {
    const std::span<const Step> enabled = machine_.enabled();
    possible_.steps.insert(possible_.steps.end(), enabled.begin(), enabled.end());
    possible_.end.push_back(static_cast<std::uint32_t>(possible_.steps.size()));
    for (std::size_t i = 0; i < sleeping_; ++i) asleep_.add({sleepers_[i].step, sleepers_[i].touches});
    asleep_.end_list();
    alive_.push_back(static_cast<std::uint32_t>(machine_.alive().size()));
    history_.begin_step(machine_, steps_.back(), touches_);
  }
  for (std::size_t i = 0; i < sleeping_;) {
    if (depends(sleepers_[i].step, sleepers_[i].touches, steps_.back(), touches_)) {
      std::swap(sleepers_[i], sleepers_[--sleeping_]);
    } else {
      ++i;
    }
  }
  machine_.take(steps_.back());
  if (look_back_) {
    history_.end_step(machine_);
    if (steps_.size() == most_) end();
  }
  arrive();
}

void Walk::end() {
  if (look_back_) history_.end(machine_);
  look_back_ = false;
}

}  // namespace graphfuzz::go
