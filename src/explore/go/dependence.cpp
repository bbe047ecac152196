#include "graphfuzz/explore/go/dependence.hpp"

#include <algorithm>
#include <vector>

#include "explore/go/alternatives.hpp"
#include "explore/go/walk.hpp"

namespace graphfuzz::go {

struct Dependence::State {
  explicit State(Machine& machine) : walk(machine) {}

  /// Of the step: those of other goroutines, each operation once.
  void add(std::uint32_t step);

  Walk walk;
  Alternatives alternatives;
  std::vector<Step> steps;
  std::vector<Reordering> reorderings;
};

Dependence::Dependence(Machine& machine) : state_(std::make_unique<State>(machine)) {}
Dependence::~Dependence() = default;

void Dependence::State::add(std::uint32_t step) {
  const History& history = walk.history();
  const std::size_t first = reorderings.size();
  alternatives.find(history, step);
  for (const Alternative& a : alternatives.all()) {
    Reordering reordering{step, history.steps(), kNoName, Reordering::kNone};
    if (a.part != kNoStep) {
      const Part& part = history.part(a.part);
      if (part.end == step) continue;
      reordering = {step, part.end, part.name, part.arrival};
    } else {
      for (std::uint32_t k = step + 1; k < history.steps(); ++k) {
        if (history.step(k) == a.step) reordering.operation = std::min(reordering.operation, k);
      }
    }
    const auto same = [&](const Reordering& r) {
      return r.operation == reordering.operation && r.routine == reordering.routine;
    };
    if (std::none_of(reorderings.begin() + static_cast<std::ptrdiff_t>(first), reorderings.end(), same)) {
      reorderings.push_back(reordering);
    }
  }
}

void Dependence::replay(std::span<const Step> steps) {
  State& s = *state_;
  s.steps.assign(steps.begin(), steps.end());
  s.walk.restart(true);
  for (const Step& step : s.steps) s.walk.take(step);
  s.walk.end();
  s.reorderings.clear();
  for (std::uint32_t k = 0; k < s.steps.size(); ++k) s.add(k);
}

std::span<const Step> Dependence::steps() const { return state_->steps; }
std::span<const Reordering> Dependence::reorderings() const { return state_->reorderings; }
bool Dependence::before(std::uint32_t a, std::uint32_t b) const { return state_->walk.history().before(a, b); }
std::span<const Step> Dependence::possible(std::uint32_t step) const { return state_->walk.possible(step); }

}  // namespace graphfuzz::go
