#include "graphfuzz/explore/go/dependence.hpp"

#include <vector>

#include "explore/go/walk.hpp"

namespace graphfuzz::go {

struct Dependence::State {
  explicit State(Machine& machine) : walk(machine) {}
  Walk walk;
  std::vector<Step> steps;
  std::vector<Reordering> reorderings;
};

Dependence::Dependence(Machine& machine) : state_(std::make_unique<State>(machine)) {}
Dependence::~Dependence() = default;

void Dependence::replay(std::span<const Step> steps) {
  State& s = *state_;
  s.steps.assign(steps.begin(), steps.end());
  s.walk.restart(true);
  for (const Step& step : s.steps) s.walk.take(step);
  s.walk.find_last_reversals();
  s.reorderings.clear();
  for (const Reversal& r : s.walk.reversals().all()) {
    s.reorderings.push_back({r.step, r.operation, r.routine, r.previous});
  }
}

std::span<const Step> Dependence::steps() const { return state_->steps; }
std::span<const Reordering> Dependence::reorderings() const { return state_->reorderings; }
bool Dependence::before(std::uint32_t a, std::uint32_t b) const { return state_->walk.reversals().before(a, b); }
std::span<const Step> Dependence::possible(std::uint32_t step) const { return state_->walk.possible(step); }

}  // namespace graphfuzz::go
