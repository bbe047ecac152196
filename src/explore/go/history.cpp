#include "explore/go/history.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"
#include "explore/go/state.hpp"

namespace graphfuzz::go {

void History::restart(const Machine& machine) {
  idle_ = machine.timing() == Timing::idle;
  steps_.clear();
  touches_.clear();
  touch_end_.clear();
  rows_.clear();
  row_begin_.clear();
  barrier_ = kNoStep;
  arrival_.assign(machine.state_->routines.count(), kNoStep);
  part_count_ = 0;
  part_end_.clear();
  for (auto& parts : parts_of_) parts.clear();
  parts_of_.resize(std::max<std::size_t>(parts_of_.size(), arrival_.size()));
  for (const Object object : seen_) {
    Known& known = objects_[slot(object)];
    known.seen = false;
    known.accesses.clear();
  }
  seen_.clear();
  alarms_.clear();
  is_alarm_.clear();
}

History::Known& History::known(const Machine& machine, Object object) {
  const std::size_t i = slot(object);
  if (i >= objects_.size()) objects_.resize(i + 1);
  Known& known = objects_[i];
  if (!known.seen) {
    known.seen = true;
    known.initial = machine.state_->objects.condition(object);
    seen_.push_back(object);
  }
  return known;
}

void History::add_part(const Machine& machine, Name name, std::uint32_t end) {
  const Routine routine = machine.routine(name);
  const RoutineState& state = machine.state_->routines[routine];
  const std::uint32_t index = part_count_++;
  if (index == parts_.size()) parts_.emplace_back();
  Part& part = parts_[index];
  part.name = name;
  part.routine = routine;
  part.operation = *state.operation;
  part.phase = state.phase;
  part.arrival = arrival_[routine];
  part.end = end;
  parts_of_[routine].push_back(index);
  const auto name_object = [&](Object object) {
    if (object != kNoObject) known(machine, object);
  };
  name_object(part.operation.shared());
  name_object(part.operation.locker);
  for (const Case& c : part.operation.cases) name_object(c.channel);
}

// What has been set and what is not set any more since the last step began. What the limits after main's return forbid
// is not set.
void History::note_alarms(const Machine& machine) {
  const MachineState& state = *machine.state_;
  set_.clear();
  for (const Routine r : state.alarms.sleepers) {
    const RoutineState& sleeper = state.routines[r];
    if (state.may_wake(sleeper)) set_.push_back({{sleeper.name}, kNoObject, kNoObject, kNoRoutine, sleeper.deadline});
  }
  for (const Object o : state.alarms.timers) {
    const ObjectState& timer = state.objects[o];
    if (state.exhausted(timer)) continue;
    Step step{state.routines[timer.starter].name};
    step.timer = static_cast<std::int32_t>(timer.start);
    const bool ticks = timer.period != 0;
    set_.push_back({step, o, ticks ? timer.feeds : kNoObject, ticks ? timer.fired : kNoRoutine, timer.deadline});
  }
  const std::uint32_t last = steps_.empty() ? kNoStep : steps() - 1;
  for (AlarmLife& life : alarms_) {
    if (life.to != kNoStep) continue;
    const auto still = std::find(set_.begin(), set_.end(), life.alarm);
    if (still == set_.end()) {
      life.to = last;
    } else {
      set_.erase(still);
    }
  }
  for (const Alarm& alarm : set_) alarms_.push_back({alarm, last, kNoStep});
}

void History::follow(std::uint32_t step) {
  const std::span<const Word> other = row(step);
  for (std::size_t i = 0; i < other.size(); ++i) now_[i] |= other[i];
  now_[step / 64] |= Word{1} << (step % 64);
}

// The last change; a change comes after all that has only looked at it, too.
void History::follow(const Known& object, bool changes) {
  for (auto access = object.accesses.rbegin(); access != object.accesses.rend(); ++access) {
    if (changes || access->changes) follow(access->step);
    if (access->changes) break;
  }
}

void History::begin_step(const Machine& machine, const Step& step, std::span<const Touch> touches) {
  const std::uint32_t index = steps();
  note_alarms(machine);
  now_.assign(index / 64 + 1, 0);
  if (!fires(step)) {
    add_part(machine, step.routine, index);
    if (step.partner != kNoName) add_part(machine, step.partner, index);
  }
  part_end_.push_back(part_count_);
  for (std::uint32_t p = first_part(index); p < last_part(index); ++p) {
    if (parts_[p].arrival != kNoStep) follow(parts_[p].arrival);
  }
  touches_.insert(touches_.end(), touches.begin(), touches.end());
  for (const Touch& touch : touches) follow(known(machine, touch.object), touch.changes);
  steps_.push_back(step);
  is_alarm_.push_back(false);
  for (const AlarmLife& life : alarms_) {
    if (life.to != kNoStep || life.alarm.step != step) continue;
    is_alarm_.back() = true;
    const Routine tick = life.alarm.tick;
    if (tick != kNoRoutine && arrival_[tick] != kNoStep) follow(arrival_[tick]);
  }
  if (idle_ && is_alarm_.back()) {
    // Nothing else was possible; and what is possible from now on would have been before, were it not for this.
    for (std::uint32_t i = 0; i < index; ++i) now_[i / 64] |= Word{1} << (i % 64);
    barrier_ = index;
  }
  if (barrier_ != kNoStep && barrier_ < index) follow(barrier_);
}

void History::end_step(const Machine& machine) {
  const std::uint32_t index = steps() - 1;
  const MachineState& state = *machine.state_;
  for (const Object once : state.last.finished) {
    touches_.push_back({once, true});
    follow(known(machine, once), true);
  }
  touch_end_.push_back(static_cast<std::uint32_t>(touches_.size()));
  row_begin_.push_back(rows_.size());
  rows_.insert(rows_.end(), now_.begin(), now_.end());
  for (const Touch& touch : touches(index)) {
    std::vector<Access>& all = objects_[slot(touch.object)].accesses;
    if (all.empty() || all.back().step != index) all.push_back({index, false, {}});
    all.back().changes |= touch.changes;
    all.back().after = state.objects.condition(touch.object);
  }
  arrival_.resize(state.routines.count(), index);
  if (parts_of_.size() < state.routines.count()) parts_of_.resize(state.routines.count());
  for (std::uint32_t p = first_part(index); p < last_part(index); ++p) arrival_[parts_[p].routine] = index;
  for (const Routine woken : state.last.woken) arrival_[woken] = index;
}

bool History::ended(Routine routine) const { return ended_[routine]; }

void History::end(const Machine& machine) {
  ended_.assign(machine.state_->routines.count(), true);
  for (const Name name : machine.alive()) ended_[machine.routine(name)] = false;
  note_alarms(machine);
  for (const Name name : machine.alive()) add_part(machine, name, steps());
}

}  // namespace graphfuzz::go
