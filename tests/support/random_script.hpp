// Random Go programs, as scripts: all kinds of operations, few objects, so that they meet.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "support/go_script.hpp"

namespace graphfuzz::go::testing {

/// What is to occur.
struct ScriptKinds {
  bool channels = true;
  bool selects = true;
  bool locks = true;
  bool waiting = true;  ///< wait groups, once, conditions
  bool atomics = true;
  bool timers = false;
  bool restarts = false;  ///< timers that are started again, by whomever
  bool tickers = false;   ///< … that fire again and again, and send without waiting
};

/// `index`: which body it is; `goroutines`: how many there are, without those that timers start.
inline Body random_body(int most, const ScriptKinds& kinds, std::size_t index, std::size_t goroutines) {
  const auto number = [](int least, int greatest) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(least, greatest + 1));
  };
  const auto channel = [&] { return static_cast<Object>(number(0, 2)); };
  // A ticker's channel can only be received from.
  const auto writable = [&] { return static_cast<Object>(number(0, kinds.tickers ? 1 : 2)); };
  const auto timer = [&](std::size_t starter, std::size_t place) {
    return kTimer + static_cast<Object>(kinds.restarts ? place % 2 : 8 * starter + place);
  };
  std::vector<int> families;
  if (kinds.channels) families.insert(families.end(), {0, 0, 0});
  if (kinds.selects) families.insert(families.end(), {1, 1});
  if (kinds.locks) families.insert(families.end(), {2, 2});
  if (kinds.waiting) families.push_back(3);
  if (kinds.atomics) families.push_back(4);
  if (kinds.timers) families.insert(families.end(), {5, 5});
  Body body;
  const int length = number(1, most);
  while (static_cast<int>(body.size()) < length) {
    switch (families[static_cast<std::size_t>(number(0, static_cast<int>(families.size()) - 1))]) {
      case 0:
        switch (number(0, 6)) {
          case 0:
            body.push_back(close(writable()).recovering());
            break;
          case 1:
          case 2:
          case 3:
            body.push_back(send(writable(), static_cast<std::uint32_t>(number(1, 2))));
            break;
          default:
            body.push_back(receive(channel()));
        }
        break;
      case 1: {
        std::vector<Case> cases;
        const int count = number(1, 3);
        for (int i = 0; i < count; ++i) {
          cases.push_back(number(0, 1) == 0 ? sending(writable(), static_cast<std::uint32_t>(i + 3))
                                            : receiving(channel()));
        }
        body.push_back(select(cases, number(0, 2) == 0));
        break;
      }
      case 2:
        switch (number(0, 4)) {
          case 0:
            body.insert(body.end(), {lock(kMutex), unlock(kMutex)});
            break;
          case 1:
            body.insert(body.end(), {lock(kReadWrite), unlock(kReadWrite)});
            break;
          case 2:
            body.insert(body.end(), {rlock(kReadWrite), runlock(kReadWrite)});
            break;
          case 3: {
            const Object m = number(0, 1) == 0 ? kMutex : kReadWrite;
            const std::size_t after = body.size() + 2;
            body.push_back(try_lock(m).then([after](const Seen& s) { return s.result.ok ? std::size_t(-1) : after; }));
            body.push_back(unlock(m));
            break;
          }
          default:
            body.push_back(lock(number(0, 1) == 0 ? kMutex : kReadWrite));
        }
        break;
      case 3:
        switch (number(0, 6)) {
          case 0:
            body.push_back(wg_add(kGroup, 1));
            break;
          case 1:
            body.push_back(wg_done(kGroup).recovering());
            break;
          case 2:
            body.push_back(wg_wait(kGroup));
            break;
          case 3:
            body.insert(body.end(), {once(kOnce, body.size() + 2), once_end(kOnce)});
            break;
          case 4:
            body.insert(body.end(), {lock(kMutex), cond_wait(kCond, kMutex), unlock(kMutex)});
            break;
          case 5:
            body.push_back(cond_signal(kCond));
            break;
          default:
            body.push_back(cond_broadcast(kCond));
        }
        break;
      case 4:
        if (number(0, 2) == 0) {
          // A read whose value decides whether the next operation is done.
          const std::size_t after = body.size() + 2;
          body.push_back(
              atomic_load(kAtomic).then([after](const Seen& s) { return s.value % 2 == 0 ? std::size_t(-1) : after; }));
          body.push_back(send(writable(), 9));
        } else if (number(0, 1) == 0) {
          body.push_back(atomic_add(kAtomic, 1));
        } else {
          body.push_back(atomic_load(kAtomic));
        }
        break;
      default:
        switch (number(0, 3)) {
          case 0:
            body.push_back(sleep(number(1, 2)));
            break;
          case 1:
            body.push_back(timer_stop(timer(static_cast<std::size_t>(number(0, static_cast<int>(goroutines) - 1)),
                                            static_cast<std::size_t>(number(0, most - 1)))));
            break;
          default:
            // What the timer does is the last body.
            body.push_back(
                timer_start(timer(index, body.size()), number(1, 2), goroutines, kinds.tickers ? number(0, 2) : 0));
        }
    }
  }
  return body;
}

/// Main forks one or two goroutines, which do a few operations each, as main does.
inline Script random_script(int operations, const ScriptKinds& kinds) {
  const std::size_t goroutines = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(2, 4));
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < goroutines; ++i) bodies.push_back(random_body(operations, kinds, i, goroutines));
  // What timers do.
  bodies.push_back(kinds.tickers ? Body{select({sending(2, 8)}, true)} : Body{send(0, 8)});
  // Jumps in main's body count from where it begins, which the forks come after.
  Body ends;
  for (std::size_t i = 1; i < goroutines; ++i) ends.push_back(fork(i));
  Body main;
  const std::size_t shift = ends.size();
  for (Instruction& i : bodies[0]) {
    if (i.next)
      i.next = [next = i.next, shift](const Seen& s) {
        const std::size_t to = next(s);
        return to == std::size_t(-1) ? to : to + shift;
      };
  }
  bodies[0].insert(bodies[0].begin(), ends.begin(), ends.end());
  std::vector<std::int64_t> capacities;
  for (int c = 0; c < 3; ++c) capacities.push_back(*rc::gen::weightedElement<std::int64_t>({{3, 0}, {2, 1}, {1, 2}}));
  if (kinds.tickers) capacities[2] = std::max<std::int64_t>(capacities[2], 1);
  return Script(std::move(bodies), capacities);
}

/// For a person to read.
inline std::string text(const Script& script) {
  std::ostringstream out;
  for (std::size_t b = 0; b < script.bodies().size(); ++b) {
    out << "body " << b << ":";
    for (const Instruction& i : script.bodies()[b]) {
      const Operation& o = i.operation;
      out << ' ' << name(o.kind);
      if (o.object != kNoObject)
        out << '(' << o.object << (o.operand != 0 ? "," + std::to_string(o.operand) : "") << ')';
      if (o.kind == Kind::fork) out << '(' << i.body << ')';
      for (const Case& c : o.cases) out << (c.sends ? " !" : " ?") << c.channel;
      if (o.has_default) out << " default";
      out << ';';
    }
    out << '\n';
  }
  return out.str();
}

}  // namespace graphfuzz::go::testing
