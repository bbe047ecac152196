// The public face of the machine.
#include "graphfuzz/explore/go/machine.hpp"

#include <utility>

#include "explore/go/bug_identity.hpp"
#include "explore/go/state.hpp"

namespace graphfuzz::go {

Machine::Machine(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names)
    : state_(std::make_unique<MachineState>(program, options, std::move(names))) {}
Machine::~Machine() = default;

const GoProgram& Machine::program() const { return state_->program; }
const std::shared_ptr<RoutineNames>& Machine::names() const { return state_->routines.names(); }

void Machine::set_timing(Timing timing) {
  state_->options.timing = timing;
  state_->offers.stale = true;
}

Timing Machine::timing() const { return state_->options.timing; }
const MachineOptions& Machine::options() const { return state_->options; }

void Machine::restart() { state_->restart(); }

std::span<const Step> Machine::enabled() const {
  state_->refresh();
  return state_->offers.steps;
}

void Machine::take(const Step& step) { state_->take(step); }

bool Machine::over() const {
  state_->refresh();
  return state_->offers.none;
}

Ending Machine::ending() const { return state_->ending(); }

std::span<const Touch> Machine::touches(const Step& step) const {
  state_->asked.clear();
  state_->touch(step, state_->asked);
  return state_->asked;
}

std::span<const Name> Machine::alive() const { return state_->routines.alive(); }

const Operation& Machine::pending(Name routine) const { return *state_->routines[this->routine(routine)].operation; }

Routine Machine::routine(Name name) const { return state_->routines.find(name); }

Name Machine::name(Routine routine) const { return state_->routines[routine].name; }

std::uint64_t Machine::hash(Routine routine) const { return state_->routines[routine].hash; }

std::uint32_t Machine::visit(Name routine) const { return visited(routine, pending(routine).position) + 1; }

std::uint32_t Machine::visited(Name name, Position position) const {
  const Routine r = routine(name);
  return r == kNoRoutine ? 0 : std::as_const(state_->routines)[r].visits_of(canonical(position));
}

Position Machine::position(std::string_view name) const { return state_->places.find(name); }
std::uint64_t Machine::hash_of_place(Position position) const { return state_->places.hash(position); }
Position Machine::canonical(Position position) const { return state_->places.canonical(position); }

std::uint32_t Machine::steps() const { return state_->progress.steps; }

bool Machine::time_is_due() const { return state_->time_is_due(); }

std::span<const GoBug> Machine::bugs() const {
  state_->find_bugs();
  return state_->bugs;
}

std::string Machine::outcome() const { return state_->outcome(); }
std::string_view Machine::output() const { return state_->run->output(); }
void Machine::note_difference() { state_->differs = true; }
void Machine::note_long(std::size_t steps) { state_->looked_back_to = steps; }

std::string_view Machine::stacks() const { return state_->run->stacks(); }

Stack Machine::stack(Routine routine) const {
  Stack stack = state_->run->stack(routine);
  const Position started = state_->started_at(routine);
  if (started == kNoPosition) return stack;
  const std::string& where = state_->places.words(started);
  stack.what = where == kPackageTesting ? "the test" : "started at " + where;
  return stack;
}

Fingerprint Machine::outcome_fingerprint() const { return graphfuzz::fingerprint(state_->outcome()); }

Fingerprint Machine::fingerprint() const { return state_->graph_log.fingerprint(); }
Fingerprint Machine::rf_fingerprint() const { return state_->graph_log.rf_fingerprint(); }
const Trace& Machine::trace() const { return state_->told.tell(*state_); }
ExecutionGraph Machine::graph() const { return state_->graph(); }

}  // namespace graphfuzz::go
