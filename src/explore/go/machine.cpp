// The public face of the machine.
#include "graphfuzz/explore/go/machine.hpp"

#include <algorithm>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

Machine::Machine(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names)
    : state_(std::make_unique<State>(program, options, std::move(names))) {}
Machine::~Machine() = default;

const GoProgram& Machine::program() const { return state_->program; }
const std::shared_ptr<RoutineNames>& Machine::names() const { return state_->names; }

void Machine::set_timing(Timing timing) {
  state_->options.timing = timing;
  state_->stale = true;
}

Timing Machine::timing() const { return state_->options.timing; }

void Machine::restart() { state_->restart(); }

std::span<const Step> Machine::enabled() const {
  state_->refresh();
  return state_->offered;
}

void Machine::take(const Step& step) { state_->take(step); }

bool Machine::over() const {
  state_->refresh();
  return state_->is_over;
}

Ending Machine::ending() const { return state_->ending(); }

std::span<const Touch> Machine::touches(const Step& step) const {
  state_->asked.clear();
  state_->touch(step, state_->asked);
  return state_->asked;
}

std::span<const Name> Machine::alive() const { return state_->alive; }

const Operation& Machine::pending(Name routine) const { return *state_->routines[this->routine(routine)].operation; }

Routine Machine::routine(Name name) const {
  return name < state_->routine_of.size() ? state_->routine_of[name] : kNoRoutine;
}

Name Machine::name(Routine routine) const { return state_->routines[routine].name; }

std::uint32_t Machine::visit(Name routine) const {
  const Routine r = this->routine(routine);
  return state_->visits(r, state_->routines[r].operation->position) + 1;
}

std::uint32_t Machine::visited(Name name, Position position) const {
  const Routine r = routine(name);
  return r == kNoRoutine ? 0 : state_->visits(r, position);
}

Position Machine::position(std::string_view name) const {
  const auto& known = state_->position_of;
  auto found = known.find(name);
  if (found == known.end()) {
    std::string written(name);
    const std::size_t colon = written.rfind(':');
    if (colon == std::string::npos) return kNoPosition;
    written[colon] = '#';
    found = known.find(written);
  }
  return found == known.end() ? kNoPosition : found->second;
}

Position Machine::canonical(Position position) const {
  return position < state_->canonical.size() ? state_->canonical[position] : position;
}

std::uint32_t Machine::steps() const { return state_->steps; }

std::span<const GoBug> Machine::bugs() const {
  state_->find_bugs();
  return state_->bugs;
}

std::string Machine::outcome() const { return state_->outcome(); }

Fingerprint Machine::outcome_fingerprint() const {
  Fingerprint sum{1, 1};
  std::uint64_t word = 0;
  for (const char c : state_->outcome()) {
    word = word << 8 | static_cast<unsigned char>(c);
    sum = mixed(sum.low, sum.high, word);
  }
  return sum;
}

Fingerprint Machine::fingerprint() const {
  Fingerprint sum = state_->rf_sum;
  add(sum, state_->mo_sum);
  return sum;
}

Fingerprint Machine::rf_fingerprint() const { return state_->rf_sum; }
const Trace& Machine::trace() const { return state_->trace(); }
ExecutionGraph Machine::graph() const { return state_->graph(); }

}  // namespace graphfuzz::go
