// Offers: when an operation is possible, and what it touches, given the conditions of objects: those of now (Machine),
// or of another moment (Alternatives).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "explore/go/objects.hpp"
#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

/// Where an operation of several parts has got to.
enum class Phase : std::uint8_t {
  fresh,
  announced,  ///< a Lock: readers are still in; a Sleep: has begun
  waiting,    ///< a Wait of a cond: not yet signalled
  signalled,  ///< a Wait of a cond: must take its lock again
  announced_again,
};

/// Of an operation that is no communication, and by itself: sleepers are woken by time. `condition`: from Object to
/// Condition.
template <class Conditions>
bool possible(const Operation& operation, Phase phase, Routine r, const Conditions& condition) {
  const auto can_lock = [&](Object o) {
    const Condition mutex = condition(o);
    return mutex.can_lock(r) || (mutex.can_announce() && phase != Phase::announced && phase != Phase::announced_again);
  };
  switch (operation.kind) {
    case Kind::lock:
      return can_lock(operation.object);
    case Kind::rlock:
      return condition(operation.object).can_rlock();
    case Kind::once:
      return !condition(operation.object).once_running;
    case Kind::wg_wait:
      return condition(operation.object).zero;
    case Kind::cond_wait:
      if (phase == Phase::fresh) return true;
      if (phase == Phase::waiting) return false;
      return operation.locker_reads ? condition(operation.locker).can_rlock() : can_lock(operation.locker);
    case Kind::sleep:
      return phase == Phase::fresh;
    case Kind::gone:
      return false;
    default:
      return true;
  }
}

/// What it touches if it is possible; of a select if `choice` is chosen.
template <class Conditions>
void touch(const Operation& operation, Phase phase, int choice, const Conditions& condition,
           std::vector<Touch>& touches) {
  const Object o = operation.shared();
  switch (operation.kind) {
    case Kind::send:
    case Kind::receive:
      touches.push_back({o, !condition(o).spent(operation.kind == Kind::send)});
      return;
    case Kind::select: {
      if (choice != kDefault) {
        const Case& c = operation.cases[static_cast<std::size_t>(choice)];
        touches.push_back({c.channel, !condition(c.channel).spent(c.sends)});
        return;
      }
      const auto begin = static_cast<std::ptrdiff_t>(touches.size());
      for (const Case& c : operation.cases) {
        const auto same = [&c](const Touch& t) { return t.object == c.channel; };
        if (c.channel == kNoObject || std::any_of(touches.begin() + begin, touches.end(), same)) continue;
        touches.push_back({c.channel, false});
      }
      return;
    }
    case Kind::close:
      touches.push_back({o, !condition(o).closed});
      return;
    case Kind::rlock:
    case Kind::try_rlock:
    case Kind::wg_wait:
    case Kind::atomic_load:
    case Kind::plain_read:
    case Kind::length:
      touches.push_back({o, false});
      return;
    case Kind::once:
      touches.push_back({o, !condition(o).once_done});
      return;
    case Kind::cond_signal:
    case Kind::cond_broadcast:
      touches.push_back({o, condition(o).awaited});
      return;
    case Kind::cond_wait:
      if (phase == Phase::fresh) touches.push_back({o, true});
      touches.push_back({operation.locker, phase == Phase::fresh || !operation.locker_reads});
      return;
    case Kind::clock:
      touches.push_back({kClock, false});
      return;
    case Kind::sleep:
      touches.push_back({kClock, phase != Phase::fresh});
      return;
    case Kind::timer_start:
    case Kind::timer_stop:
      touches.push_back({o, true});
      touches.push_back({kClock, false});
      return;
    default:
      touches.push_back({o, true});
      return;
  }
}

}  // namespace graphfuzz::go
