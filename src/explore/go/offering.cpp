// What can happen next, and what it would touch.
#include <algorithm>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

void MachineState::refresh() const {
  if (!offers.stale) return;
  offers.stale = false;
  offers.none = true;
  offers.steps.clear();
  if (progress.truncated || !progress.watched_to_the_end()) return;
  for (const Name name : routines.alive()) offer(routines.find(name));
  const bool due = options.timing == Timing::any || (options.timing == Timing::patient && time_is_due());
  if (due || offers.steps.empty()) {
    offer_timers();
  } else if (options.timing == Timing::together) {
    offer_timers(alarms.now);
  }
  if (!std::is_sorted(offers.steps.begin(), offers.steps.end())) std::sort(offers.steps.begin(), offers.steps.end());
  offers.none = offers.steps.empty();
}

/// The goroutines that could go on if the execution were watched for longer. Only of one that is over.
std::set<Name> MachineState::able() const {
  for (const Name name : routines.alive()) offer(routines.find(name));
  std::set<Name> able;
  for (const Step& step : offers.steps) {
    able.insert(step.routine);
    if (step.partner != kNoName) able.insert(step.partner);
  }
  offers.steps.clear();
  return able;
}

void MachineState::offer_case(Routine r, const Case& c, int choice) const {
  if (c.channel == kNoObject) return;
  const ObjectState& channel = objects[c.channel];
  Step step{routines[r].name};
  step.choice = static_cast<std::int16_t>(choice);
  if (ready(channel, c.sends)) {
    offers.steps.push_back(step);
    return;
  }
  if (!c.sends || channel.capacity != 0) return;
  const bool may_leave = routines[r].operation->has_default;
  for (const Receiver& receiver : channel.receivers) {
    // Of two selects with a default neither waits for the other.
    const RoutineState& partner = routines[receiver.routine];
    if (receiver.routine == r || (may_leave && partner.operation->has_default)) continue;
    step.partner = partner.name;
    step.partner_choice = receiver.choice;
    offers.steps.push_back(step);
  }
}

void MachineState::offer(Routine r) const {
  const RoutineState& state = routines[r];
  const Operation& operation = *state.operation;
  const Step step{state.name};
  switch (operation.kind) {
    case Kind::send:
      return offer_case(r, {operation.object, true, 0}, 0);
    case Kind::receive:
      return offer_case(r, {operation.object, false, 0}, 0);
    case Kind::select: {
      bool some_ready = false;
      for (std::size_t i = 0; i < operation.cases.size(); ++i) {
        const Case& c = operation.cases[i];
        offer_case(r, c, static_cast<int>(i));
        some_ready |= c.channel != kNoObject && ready(objects[c.channel], c.sends);
      }
      // A partner on an unbuffered channel may not yet have begun to wait.
      if (operation.has_default && !some_ready) {
        offers.steps.push_back(step);
        offers.steps.back().choice = kDefault;
      }
      return;
    }
    default:
      if (possible(operation, state.phase, r, [this](Object o) { return objects.condition(o); }))
        offers.steps.push_back(step);
  }
}

void MachineState::touch(const Step& step, std::vector<Touch>& touches) const {
  const Routine r = routines.find(step.routine);
  const RoutineState& state = routines[r];
  const auto time_passes_to = [&](std::int64_t deadline) {
    // Tickers that have no room for a tick let others pass.
    for (const Object o : alarms.timers) {
      const ObjectState& timer = objects[o];
      if (timer.period != 0 && timer.feeds != kNoObject && timer.deadline < deadline && !exhausted(timer)) {
        touches.push_back({timer.feeds, false});
      }
    }
  };
  if (step.timer >= 0) {
    for (const Object o : alarms.timers) {
      const ObjectState& timer = objects[o];
      if (timer.starter != r || timer.start != static_cast<std::uint32_t>(step.timer)) continue;
      touches.push_back({o, true});
      if (timer.period != 0 && timer.feeds != kNoObject) touches.push_back({timer.feeds, false});
      time_passes_to(timer.deadline);
    }
    touches.push_back({kClock, true});
    return;
  }
  if (state.operation->kind == Kind::sleep && state.phase != Phase::fresh) time_passes_to(state.deadline);
  go::touch(
      *state.operation, state.phase, step.choice, [this](Object o) { return objects.condition(o); }, touches);
}

}  // namespace graphfuzz::go
