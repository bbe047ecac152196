#include "explore/go/probe.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"
#include "explore/go/mixing.hpp"

namespace graphfuzz::go {
namespace {

bool contains(std::span<const Step> steps, const Step& step) {
  return std::find(steps.begin(), steps.end(), step) != steps.end();
}

std::uint64_t hash(const Step& s) {
  const auto half = [](std::int16_t choice) { return std::uint64_t{static_cast<std::uint16_t>(choice)}; };
  return mixed(std::uint64_t{s.routine} << 32 | s.partner) ^
         mixed(half(s.choice) << 48 | half(s.partner_choice) << 32 | static_cast<std::uint32_t>(s.timer));
}

// Where the operation is, or the end.
std::uint32_t end_of(const Walk& walk, const Reversal& reversal) {
  return std::min(reversal.operation, static_cast<std::uint32_t>(walk.steps().size()));
}

}  // namespace

std::uint64_t Probe::key(const Walk& walk, const Reversal& reversal) {
  std::uint64_t sum = 0;
  for (std::uint32_t k = reversal.step + 1; k < end_of(walk, reversal); ++k) {
    // In order: other orders of the same steps are asked for again.
    if (!walk.reversals().before(reversal.step, k)) sum = mixed(sum + hash(walk.steps()[k]));
  }
  return mixed(sum ^ mixed(hash(walk.steps()[reversal.step]) ^ reversal.routine));
}

Probe::Answer Probe::begin(const Walk& walk, const Reversal& reversal, std::span<const Step> sleepers) {
  walk_.restart(false);
  for (std::uint32_t k = 0; k < reversal.step; ++k) walk_.take(walk.steps()[k]);
  if (!contains(walk_.awake(), walk.steps()[reversal.step])) return Answer::unknown;
  for (const Step& sleeper : sleepers) {
    if (contains(walk_.awake(), sleeper)) walk_.put_to_sleep(sleeper);
  }
  return Answer::never;
}

// Has the operation a step that is awake and wakes e? Notes where it first has any.
bool Probe::look(const Reversal& reversal, const Step& e) {
  for (const Step& step : walk_.awake()) {
    if (!concerns(step, reversal.routine)) continue;
    if (walk_.wakes(machine_.touches(step), step, e)) return true;
    if (first_ == 0) {
      first_ = limit_;
      first_step_ = step;
      const Name name = reversal.routine;
      selects_ = machine_.pending(name).kind == Kind::select;
    }
  }
  return false;
}

// e may be one case of a select, and the operation make another one possible, or wake it.
bool Probe::frees(const Step& e) {
  others_.clear();
  for (const Step& step : walk_.awake()) {
    if (share_routine(step, e)) others_.push_back(step);
  }
  walk_.take(Step(first_step_));
  return std::any_of(walk_.awake().begin(), walk_.awake().end(),
                     [&](const Step& step) { return share_routine(step, e) && !contains(others_, step); });
}

Probe::Answer Probe::ask(const Walk& walk, const Reversal& reversal, std::span<const Step> sleepers) {
  if (reversal.routine == kNoName || machine_.timing() != Timing::any || walk.defaults()) return Answer::unknown;
  const Step& e = walk.steps()[reversal.step];
  if (begin(walk, reversal, sleepers) == Answer::unknown) return Answer::unknown;
  bool arrived = reversal.pending;
  first_ = 0;
  limit_ = reversal.step + 1;
  if (arrived && look(reversal, e)) return Answer::after;
  for (std::uint32_t k = reversal.step + 1; k < end_of(walk, reversal); ++k) {
    if (walk.reversals().before(reversal.step, k)) {
      // Then it is not the operation that waits: that comes later still.
      if (k == reversal.previous) return Answer::never;
      continue;
    }
    const Step& step = walk.steps()[k];
    if (!contains(walk_.awake(), step)) {
      if (contains(machine_.enabled(), step) && first_ == 0) return Answer::covered;
      return Answer::unknown;
    }
    for (const Touch& touch : machine_.touches(step)) {
      if (touch.object == kClock) return Answer::unknown;
    }
    walk_.take(step);
    arrived |= k == reversal.previous;
    limit_ = k + 1;
    if (arrived && look(reversal, e)) return Answer::after;
  }
  if (first_ == 0) {
    const bool asleep = arrived && std::any_of(machine_.enabled().begin(), machine_.enabled().end(),
                                               [&](const Step& step) { return concerns(step, reversal.routine); });
    return asleep ? Answer::covered : Answer::never;
  }
  if (selects_) return Answer::unknown;
  limit_ = first_;
  begin(walk, reversal, sleepers);
  for (std::uint32_t k = reversal.step + 1; k < limit_; ++k) {
    if (!walk.reversals().before(reversal.step, k)) walk_.take(walk.steps()[k]);
  }
  return frees(e) ? Answer::after : Answer::never;
}

}  // namespace graphfuzz::go
