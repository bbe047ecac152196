#include "explore/go/alternatives.hpp"

#include <algorithm>

#include "explore/go/independence.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {
namespace {

bool communicates(const Operation& operation) {
  return operation.kind == Kind::send || operation.kind == Kind::receive || operation.kind == Kind::select;
}

// Calls visit(choice) for everything that a communication could do with the channel.
template <class Visitor>
void for_each_choice(const Operation& operation, Object channel, Visitor visit) {
  if (operation.kind != Kind::select) {
    if (operation.object == channel) visit(0);
    return;
  }
  bool found = false;
  for (std::size_t i = 0; i < operation.cases.size(); ++i) {
    if (operation.cases[i].channel != channel) continue;
    visit(static_cast<int>(i));
    found = true;
  }
  if (found && operation.has_default) visit(kDefault);
}

bool names(const Operation& operation, Phase phase, Object object) {
  switch (operation.kind) {
    case Kind::cond_wait:
      return operation.locker == object || (phase == Phase::fresh && operation.object == object);
    case Kind::clock:
    case Kind::sleep:
      return object == kClock;
    case Kind::timer_start:
    case Kind::timer_stop:
      return operation.object == object || object == kClock;
    default:
      return operation.shared() == object;
  }
}

Case case_of(const Operation& operation, int choice) {
  if (operation.kind == Kind::select) return operation.cases[static_cast<std::size_t>(choice)];
  return {operation.object, operation.kind == Kind::send, operation.payload};
}

}  // namespace

void Alternatives::find(const History& history, std::uint32_t e) {
  history_ = &history;
  e_ = e;
  all_.clear();
  touches_.clear();
  cuts_.clear();
  independent_.clear();
  moment_.clear();
  find_relevant();
  for (const Touch& touch : history.touches(e)) look_at(touch.object, false);
  // Its own goroutines could have done something else.
  for (std::uint32_t p = history.first_part(e); p < history.last_part(e); ++p) {
    const Operation& operation = history.part(p).operation;
    if (operation.kind != Kind::select) continue;  // all that it could have done is about what e touches
    for (std::size_t i = 0; i < operation.cases.size(); ++i) {
      const Object o = operation.cases[i].channel;
      const bool again = std::any_of(operation.cases.begin(), operation.cases.begin() + static_cast<std::ptrdiff_t>(i),
                                     [o](const Case& c) { return c.channel == o; });
      if (o != kNoObject && !again && !touched(o)) look_at(o, true);
    }
  }
  if (!history.alarms().empty()) alarms();
}

bool Alternatives::touched(Object o) const {
  const std::span<const Touch> touches = history_->touches(e_);
  return std::any_of(touches.begin(), touches.end(), [o](const Touch& t) { return t.object == o; });
}

// What is pending after e at some moment that nothing belongs to that comes after e.
void Alternatives::find_relevant() {
  relevant_.clear();
  for (Routine r = 0; r < history_->routines(); ++r) {
    const std::span<const std::uint32_t> parts = history_->parts_of(r);
    auto p = std::partition_point(parts.begin(), parts.end(),
                                  [&](std::uint32_t part) { return history_->part(part).end < e_; });
    for (; p != parts.end(); ++p) {
      const Part& part = history_->part(*p);
      if (part.arrival != kNoStep && part.arrival >= e_ && (part.arrival == e_ || history_->before(e_, part.arrival))) {
        break;
      }
      // What else has been done independently of e could not have been done in another way.
      if (communicates(part.operation) || part.end == e_ || part.end == history_->steps() ||
          history_->before(e_, part.end)) {
        relevant_.push_back(*p);
      }
    }
  }
}

// `only_own`: e does not touch the object, but one of its goroutines could have.
void Alternatives::look_at(Object object, bool only_own) {
  for (const std::uint32_t p : relevant_) {
    const Part& part = history_->part(p);
    if (!communicates(part.operation)) {
      if (!only_own && names(part.operation, part.phase, object)) alone(p, 0);
      continue;
    }
    for_each_choice(part.operation, object, [&](int choice) {
      if (!only_own || own(part)) alone(p, choice);
      if (choice != kDefault && case_of(part.operation, choice).sends && !history_->initial(object).buffered) {
        look_for_partners(p, choice, object, only_own);
      }
    });
  }
}

void Alternatives::look_for_partners(std::uint32_t s, int sender_choice, Object channel, bool only_own) {
  const Part& sender = history_->part(s);
  for (const std::uint32_t r : relevant_) {
    const Part& receiver = history_->part(r);
    if (receiver.name == sender.name || !communicates(receiver.operation)) continue;
    if (only_own && !own(sender) && !own(receiver)) continue;
    // Of two selects with a default neither waits for the other.
    if (sender.operation.has_default && receiver.operation.has_default) continue;
    for_each_choice(receiver.operation, channel, [&](int choice) {
      if (choice != kDefault && !case_of(receiver.operation, choice).sends) {
        meet(s, sender_choice, r, choice, channel);
      }
    });
  }
}

// All that does not come after e.
void Alternatives::begin_moment() {
  constexpr std::size_t kLong = 1024;  // of executions of so many steps this takes long, for it is done at every step
  if (independent_.empty()) {
    if (history_->steps() > kLong) stop_point();
    independent_.assign(moment_words(), 0);
    for (std::uint32_t k = e_ + 1; k < history_->steps(); ++k) {
      if (!history_->before(e_, k)) independent_[k / 64] |= Word{1} << (k % 64);
    }
  }
  moment_ = independent_;
}

// And what comes after it.
void Alternatives::exclude(std::uint32_t step) {
  if (step <= e_ || step >= history_->steps() || !included(step)) return;
  moment_[step / 64] &= ~(Word{1} << (step % 64));
  for (std::uint32_t k = step + 1; k < history_->steps(); ++k) {
    if (history_->before(step, k)) moment_[k / 64] &= ~(Word{1} << (k % 64));
  }
}

bool Alternatives::included(std::uint32_t step) const {
  return step < e_ || (!moment_.empty() && (moment_[step / 64] >> (step % 64) & 1) != 0);
}

Condition Alternatives::condition(Object object) const {
  const std::span<const Access> accesses = history_->accesses(object);
  auto access = std::partition_point(accesses.begin(), accesses.end(), [&](const Access& a) { return a.step < e_; });
  const Access* last = access == accesses.begin() ? nullptr : &*std::prev(access);
  for (; access != accesses.end(); ++access) {
    if (!access->changes) continue;
    if (!included(access->step)) break;
    last = &*access;
  }
  return last == nullptr ? history_->initial(object) : last->after;
}

std::uint32_t Alternatives::last_change(Object object) const {
  const std::span<const Access> accesses = history_->accesses(object);
  for (auto access = accesses.rbegin(); access != accesses.rend() && access->step > e_; ++access) {
    if (access->changes && included(access->step)) return access->step;
  }
  return kNoStep;
}

// Goes back until the channels are so. Returns false if they never are.
bool Alternatives::go_back_to(std::span<const Wanted> wanted) {
  for (std::size_t i = 0; i < wanted.size();) {
    const Wanted& w = wanted[i];
    if (condition(w.channel).ready(w.sends) == w.ready) {
      ++i;
      continue;
    }
    const std::uint32_t last = last_change(w.channel);
    if (last == kNoStep) return false;
    exclude(last);
    i = 0;
  }
  return true;
}

bool Alternatives::arrived(const Part& part) const { return part.arrival == kNoStep || included(part.arrival); }

void Alternatives::alone(std::uint32_t p, int choice) {
  const Part& part = history_->part(p);
  const Operation& operation = part.operation;
  const auto now = [this](Object o) { return condition(o); };
  // What e touches can change at no moment without e: it is as it was just before e (but for who reads a mutex).
  moment_.clear();
  if (communicates(operation)) {
    if (choice != kDefault || operation.kind != Kind::select) {
      const Case c = case_of(operation, choice);
      if (touched(c.channel) && !condition(c.channel).ready(c.sends)) return;
    }
    // Many may wait for a channel to be closed, and none of them matters to another: what follows takes long.
    scratch_.clear();
    touch(operation, part.phase, choice, now, scratch_);
    if (!own(part) && !conflict(scratch_, history_->touches(e_))) return;
  } else if (!possible(operation, part.phase, part.routine, now)) {
    return;
  }
  begin_moment();
  exclude(part.end);
  if (communicates(operation)) {
    wanted_.clear();
    if (choice == kDefault && operation.kind == Kind::select) {
      for (const Case& c : operation.cases) {
        if (c.channel != kNoObject) wanted_.push_back({c.channel, c.sends, false});
      }
    } else {
      const Case c = case_of(operation, choice);
      wanted_.push_back({c.channel, c.sends, true});
    }
    if (!go_back_to(wanted_) || !arrived(part)) return;
  }
  scratch_.clear();
  touch(operation, part.phase, choice, now, scratch_);
  if (!own(part) && !conflict(scratch_, history_->touches(e_))) return;
  Step step{part.name};
  step.choice = static_cast<std::int16_t>(choice);
  add(step, p);
}

void Alternatives::meet(std::uint32_t s, int sender_choice, std::uint32_t r, int receiver_choice, Object channel) {
  const Part& sender = history_->part(s);
  const Part& receiver = history_->part(r);
  moment_.clear();
  if (touched(channel) && condition(channel).closed) return;
  begin_moment();
  exclude(sender.end);
  exclude(receiver.end);
  // While it is open nobody is ready but a partner.
  wanted_.assign(1, {channel, true, false});
  if (!go_back_to(wanted_) || !arrived(sender) || !arrived(receiver)) return;
  Step step{sender.name, receiver.name};
  step.choice = static_cast<std::int16_t>(sender_choice);
  step.partner_choice = static_cast<std::int16_t>(receiver_choice);
  scratch_.assign(1, {channel, true});
  const bool shares = own(sender) || own(receiver);
  if (shares || conflict(scratch_, history_->touches(e_))) add(step, own(receiver) && !own(sender) ? s : r);
}

void Alternatives::alarms() {
  const std::span<const AlarmLife> all = history_->alarms();
  const auto feeds_touched = [&](const AlarmLife& a) { return touched(a.alarm.feeds); };
  if (!touched(kClock) && std::none_of(all.begin(), all.end(), feeds_touched)) return;
  for (const AlarmLife& a : all) {
    const bool over = a.to != kNoStep && a.to < e_;
    const bool later = a.from != kNoStep && (a.from == e_ || history_->before(e_, a.from));
    if (over || later || (history_->idle() && (!is_set(a, e_) || !history_->is_alarm(e_)))) continue;
    if (alarm(a, false)) alarm(a, true);
  }
}

// Just before step k.
bool Alternatives::is_set(const AlarmLife& a, std::uint32_t k) const {
  return (a.from == kNoStep || a.from < k) && a.to >= k;
}

bool Alternatives::is_set_now(const AlarmLife& a) const {
  if (a.to < e_) return false;
  return (a.from == kNoStep || included(a.from)) && (a.to == kNoStep || !included(a.to));
}

// When its time comes: a tick waits for the end of the last one, and for room.
bool Alternatives::may_go_off(const Alarm& a) const {
  if (a.tick != kNoRoutine && (!history_->ended(a.tick) || !included(history_->last_step(a.tick)))) return false;
  return a.feeds == kNoObject || condition(a.feeds).has_room();
}

// Goes back with the channel that the alarm ticks into. False if that has not changed.
bool Alternatives::go_back(const Alarm& a) {
  const std::uint32_t last = a.feeds == kNoObject ? kNoStep : last_change(a.feeds);
  if (last != kNoStep) exclude(last);
  return last != kNoStep;
}

// It goes off before those with a later deadline. What was set since e, and would go off first, has not been set yet,
// unless it can be made to wait for room for its tick (`blocked`). Returns whether that makes a difference.
bool Alternatives::alarm(const AlarmLife& which, bool blocked) {
  begin_moment();
  exclude(which.to);
  bool could_wait = false;
  for (bool changed = true; changed;) {
    changed = false;
    while (which.alarm.feeds != kNoObject && !condition(which.alarm.feeds).has_room()) {
      if (!go_back(which.alarm)) return could_wait;
    }
    for (const AlarmLife& other : history_->alarms()) {
      if (other.alarm.deadline >= which.alarm.deadline || !is_set_now(other) || !may_go_off(other.alarm)) continue;
      changed = true;
      const bool set_since = other.from != kNoStep && other.from > e_;
      could_wait |= set_since && other.alarm.feeds != kNoObject;
      if ((blocked || !set_since) && go_back(other.alarm)) continue;
      if (!set_since) return could_wait;
      exclude(other.from);
    }
  }
  if (!is_set_now(which) || !may_go_off(which.alarm)) return could_wait;
  scratch_.assign(1, {kClock, true});
  if (which.alarm.timer != kNoObject) scratch_.push_back({which.alarm.timer, true});
  for (const AlarmLife& other : history_->alarms()) {
    const bool first = other.alarm.timer == which.alarm.timer || other.alarm.deadline < which.alarm.deadline;
    if (other.alarm.feeds != kNoObject && first && is_set_now(other)) scratch_.push_back({other.alarm.feeds, false});
  }
  if (conflict(scratch_, history_->touches(e_))) add(which.alarm.step, kNoStep);
  return could_wait;
}

void Alternatives::add(const Step& step, std::uint32_t part) {
  if (step == history_->step(e_)) return;
  Alternative alternative;
  alternative.step = step;
  alternative.part = part;
  alternative.first_touch = static_cast<std::uint32_t>(touches_.size());
  alternative.touch_count = static_cast<std::uint32_t>(scratch_.size());
  alternative.first_word = cuts_.size();
  touches_.insert(touches_.end(), scratch_.begin(), scratch_.end());
  cuts_.insert(cuts_.end(), moment_.begin(), moment_.end());
  all_.push_back(alternative);
}

}  // namespace graphfuzz::go
