// Walk: an execution on its way, with its sleep set and what it passes.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "explore/go/history.hpp"
#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

/// A step that explorers know of: it sleeps, or is a child.
struct KnownStep {
  Step step;
  std::span<const Touch> touches;
};

/// A list of them for each of some steps. Keeps its memory.
class KnownSteps {
 public:
  void clear() {
    steps_.clear();
    touches_.clear();
    touch_end_.clear();
    end_.clear();
  }
  void add(const KnownStep& known) {
    steps_.push_back(known.step);
    touches_.insert(touches_.end(), known.touches.begin(), known.touches.end());
    touch_end_.push_back(static_cast<std::uint32_t>(touches_.size()));
  }
  void end_list() { end_.push_back(static_cast<std::uint32_t>(steps_.size())); }

  std::uint32_t lists() const { return static_cast<std::uint32_t>(end_.size()); }
  std::uint32_t size(std::uint32_t list) const { return end_[list] - begin(list); }
  KnownStep at(std::uint32_t list, std::uint32_t i) const {
    const std::uint32_t k = begin(list) + i;
    const std::uint32_t first = k == 0 ? 0 : touch_end_[k - 1];
    return {steps_[k], std::span(touches_).subspan(first, touch_end_[k] - first)};
  }

 private:
  std::uint32_t begin(std::uint32_t list) const { return list == 0 ? 0 : end_[list - 1]; }

  std::vector<Step> steps_;
  std::vector<Touch> touches_;
  std::vector<std::uint32_t> touch_end_, end_;
};

class Walk {
 public:
  explicit Walk(Machine& machine) : machine_(machine) {}

  /// Begins anew. With `history`, what happens is written down, of the first `most` steps.
  void restart(bool history, std::size_t most = kNoBound);
  bool over() const { return machine_.over(); }

  /// Of the possible steps those that do not sleep. Valid until the next `take`.
  std::span<const Step> awake() const { return awake_; }
  /// The possible step is asleep from now on.
  void put_to_sleep(const Step& step);
  /// Takes a step that is awake. What depends on it wakes up.
  void take(const Step& step);
  /// It goes no further: the history is completed. If there are steps that are not in it, it is as if the execution had
  /// been given up before them.
  void end();

  /// The steps taken, and what was possible before each of them, was asleep, and how many goroutines there were.
  std::span<const Step> steps() const { return steps_; }
  std::span<const Step> possible(std::uint32_t step) const { return possible_.of(step); }
  const KnownSteps& asleep() const { return asleep_; }
  std::uint32_t alive(std::uint32_t step) const { return alive_[step]; }
  const History& history() const { return history_; }

 private:
  static constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();
  struct Sleeper {
    Step step;
    std::vector<Touch> touches;
  };
  /// A list for each step.
  struct Lists {
    std::vector<Step> steps;
    std::vector<std::uint32_t> end;
    void clear() {
      steps.clear();
      end.clear();
    }
    std::span<const Step> of(std::uint32_t i) const {
      const std::uint32_t begin = i == 0 ? 0 : end[i - 1];
      return std::span(steps).subspan(begin, end[i] - begin);
    }
  };

  void arrive();
  bool sleeps(const Step& step) const;

  Machine& machine_;
  bool look_back_ = false;
  std::size_t most_ = kNoBound;  // steps of the history
  std::vector<Step> steps_;
  Lists possible_;
  KnownSteps asleep_;
  std::vector<std::uint32_t> alive_;
  std::vector<Step> awake_;
  std::vector<Sleeper> sleepers_;
  std::size_t sleeping_ = 0;  // the first of them; the others keep their memory
  std::vector<Touch> touches_;
  History history_;
};

}  // namespace graphfuzz::go
