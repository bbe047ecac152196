// Walk: an execution on its way, with its sleep set and what it passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/go/history.hpp"
#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

class Walk {
 public:
  explicit Walk(Machine& machine) : machine_(machine) {}

  /// Begins anew. With `history`, what happens is written down.
  void restart(bool history);
  bool over() const { return machine_.over(); }

  /// Of the possible steps those that do not sleep. Valid until the next `take`.
  std::span<const Step> awake() const { return awake_; }
  /// The possible step is asleep from now on.
  void put_to_sleep(const Step& step);
  /// Takes a step that is awake. What depends on it wakes up.
  void take(const Step& step);
  /// It goes no further: the history is completed.
  void end();

  /// The steps taken, and what was possible before each of them, and was asleep.
  std::span<const Step> steps() const { return steps_; }
  std::span<const Step> possible(std::uint32_t step) const { return possible_.of(step); }
  struct Sleeper {
    Step step;
    std::vector<Touch> touches;
  };
  std::span<const Sleeper> asleep(std::uint32_t step) const {
    const std::uint32_t begin = step == 0 ? 0 : asleep_end_[step - 1];
    return std::span(asleep_).subspan(begin, asleep_end_[step] - begin);
  }
  const History& history() const { return history_; }

 private:
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
  void note_sleepers();
  bool sleeps(const Step& step) const;

  Machine& machine_;
  bool look_back_ = false;
  std::vector<Step> steps_;
  Lists possible_;
  std::vector<Sleeper> asleep_;  // the first asleep_end_.back() are in use; the others keep their memory
  std::vector<std::uint32_t> asleep_end_;
  std::vector<Step> awake_;
  std::vector<Sleeper> sleepers_;
  std::size_t sleeping_ = 0;  // the first of them; the others keep their memory
  std::vector<Touch> touches_;
  History history_;
};

}  // namespace graphfuzz::go
