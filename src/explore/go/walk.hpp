// Walk: an execution on its way, with its sleep set and what it passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/go/reversals.hpp"
#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

class Walk {
 public:
  explicit Walk(Machine& machine) : machine_(machine) {}

  /// Begins anew. With `reversals`, those of steps from number `first` on are looked for.
  void restart(bool reversals, std::uint32_t first = 0);
  bool over() const { return machine_.over(); }

  /// Of the possible steps those that do not sleep. Valid until the next `take`.
  std::span<const Step> awake() const { return awake_; }
  /// The possible step is asleep from now on.
  void put_to_sleep(const Step& step);
  /// Takes a step that is awake. What depends on it wakes up.
  void take(const Step& step);
  /// At the end: the reversals of operations that are still pending.
  void find_last_reversals();

  /// The steps taken, and what was possible before each of them, and was asleep.
  std::span<const Step> steps() const { return steps_; }
  std::span<const Step> possible(std::uint32_t step) const { return possible_.of(step); }
  std::span<const Step> asleep(std::uint32_t step) const { return asleep_.of(step); }
  const Reversals& reversals() const { return reversals_; }
  /// A timer could have fired instead of a step that prevents that, or must come after it.
  struct Firing {
    std::uint32_t step;
    Step fire;
    std::vector<Touch> touches;
  };
  std::span<const Firing> firings() const { return firings_; }

 private:
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
  void note_operations(const Step& step);
  std::size_t routines();

  Machine& machine_;
  bool look_back_ = false;
  std::vector<Step> steps_;
  Lists possible_, asleep_;
  std::vector<Step> awake_;
  std::vector<Sleeper> sleepers_;
  std::size_t sleeping_ = 0;  // the first of them; the others keep their memory
  std::size_t routines_ = 0;
  std::vector<Touch> touches_, footprint_;
  Reversals reversals_;
  std::vector<Firing> firings_;
};

/// `step` and whatever of `steps` shares a goroutine with it, or with one that does, and so on: it comes first. What
/// any of these goroutines may do is among the alternatives to the step.
void component(std::span<const Step> steps, const Step& step, std::vector<Step>& result);

}  // namespace graphfuzz::go
