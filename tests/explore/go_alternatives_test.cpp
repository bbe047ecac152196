// What could have happened instead of a step of a Go execution: everything that is found is possible, and, against
// brute force over all moments, nothing is missing.
#include "explore/go/alternatives.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "explore/go/independence.hpp"
#include "explore/go/walk.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/explore/random.hpp"
#include "support/go_brute_force.hpp"
#include "support/property.hpp"
#include "support/random_script.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using graphfuzz::testing::check_property;

bool contains(std::span<const Step> steps, const Step& step) {
  return std::find(steps.begin(), steps.end(), step) != steps.end();
}

/// A random execution with its history, and a second machine to try things on.
struct Ran {
  Ran(const Script& script, Timing timing, std::uint64_t seed)
      : options{.timing = timing, .max_steps = 60},
        names(std::make_shared<RoutineNames>()),
        machine(script, options, names),
        other(script, options, names),
        walk(machine) {
    Random random(seed);
    walk.restart(true);
    while (!walk.over()) walk.take(Step(walk.awake()[random.below(walk.awake().size())]));
    walk.end();
  }

  const History& history() const { return walk.history(); }

  /// Brings the second machine to where only these steps have been taken. False if that is impossible.
  bool go_to(std::span<const std::uint32_t> steps) {
    other.restart();
    for (const std::uint32_t k : steps) {
      if (!contains(other.enabled(), history().step(k))) return false;
      other.take(history().step(k));
    }
    return true;
  }

  MachineOptions options;
  std::shared_ptr<RoutineNames> names;
  Machine machine, other;
  Walk walk;
};

void log(const Script& script, const Ran& ran, std::uint32_t e) {
  RC_LOG() << text(script) << text(ran.walk.steps()) << "\nstep " << e << '\n';
}

void check_possible(const ScriptKinds& kinds, Timing timing) {
  int found = 0;
  check_property(500, [&] {
    const Script script = random_script(3, kinds);
    Ran ran(script, timing, *rc::gen::arbitrary<std::uint64_t>());
    if (ran.machine.ending() == Ending::truncated) return;
    Alternatives alternatives;
    for (std::uint32_t e = 0; e < ran.history().steps(); ++e) {
      alternatives.find(ran.history(), e);
      for (const Alternative& a : alternatives.all()) {
        ++found;
        std::vector<std::uint32_t> steps;
        for (std::uint32_t k = 0; k < e; ++k) steps.push_back(k);
        alternatives.for_each_before(a, [&](std::uint32_t k) {
          steps.push_back(k);
          return true;
        });
        log(script, ran, e);
        RC_LOG() << "alternative " << text(std::span(&a.step, 1)) << '\n';
        RC_ASSERT(ran.go_to(steps));
        RC_ASSERT(contains(ran.other.enabled(), a.step));
        const Step& taken = ran.history().step(e);
        RC_ASSERT(share_routine(a.step, taken) || conflict(alternatives.touches(a), ran.history().touches(e)));
        const std::span<const Touch> real = ran.other.touches(a.step);
        // Objects have other numbers where they were mentioned in another order.
        const auto changes = [](std::span<const Touch> touches) {
          return std::count_if(touches.begin(), touches.end(), [](const Touch& t) { return t.changes; });
        };
        RC_ASSERT(real.size() == alternatives.touches(a).size());
        RC_ASSERT(changes(real) == changes(alternatives.touches(a)));
      }
    }
  });
  EXPECT_GT(found, graphfuzz::testing::seen_here(200));
}

TEST(GoAlternatives, ArePossible) { check_possible({}, Timing::any); }
TEST(GoAlternatives, ArePossibleWithTimers) {
  check_possible({.waiting = false, .timers = true, .restarts = true}, Timing::any);
}
TEST(GoAlternatives, ArePossibleWithTimersWhenIdle) {
  check_possible({.waiting = false, .timers = true, .restarts = true}, Timing::idle);
}

TEST(GoAlternatives, ArePossibleWithTickers) {
  check_possible({.selects = false, .locks = false, .waiting = false, .timers = true, .tickers = true}, Timing::any);
}

// Calls visit(steps) for every moment without step e, and what comes after it: as lists of steps.
template <class Visitor>
void for_each_moment(const History& history, std::uint32_t e, Visitor visit) {
  std::vector<std::uint32_t> free, moment;
  for (std::uint32_t k = e + 1; k < history.steps(); ++k) {
    if (!history.before(e, k)) free.push_back(k);
  }
  if (free.size() > 8) return;
  for (std::uint32_t set = 0; set < 1U << free.size(); ++set) {
    moment.clear();
    for (std::uint32_t k = 0; k < e; ++k) moment.push_back(k);
    bool closed = true;
    for (std::size_t i = 0; i < free.size(); ++i) {
      if ((set >> i & 1) == 0) continue;
      moment.push_back(free[i]);
      for (std::size_t j = 0; j < i; ++j) closed &= (set >> j & 1) != 0 || !history.before(free[j], free[i]);
    }
    if (closed) visit(moment);
  }
}

void check_complete(const ScriptKinds& kinds) {
  int found = 0;
  check_property(500, [&] {
    const Script script = random_script(3, kinds);
    Ran ran(script, Timing::any, *rc::gen::arbitrary<std::uint64_t>());
    if (ran.machine.ending() == Ending::truncated) return;
    Alternatives alternatives;
    for (std::uint32_t e = 0; e < ran.history().steps(); ++e) {
      alternatives.find(ran.history(), e);
      std::set<Step> known{ran.history().step(e)};
      for (const Alternative& a : alternatives.all()) known.insert(a.step);
      for_each_moment(ran.history(), e, [&](std::span<const std::uint32_t> moment) {
        log(script, ran, e);
        RC_ASSERT(ran.go_to(moment));
        for (const Step& step : ran.other.enabled()) {
          const bool depends =
              share_routine(step, ran.history().step(e)) || conflict(ran.other.touches(step), ran.history().touches(e));
          // What comes to be by what has happened since e is another operation.
          if (!depends) continue;
          ++found;
          RC_LOG() << "possible " << text(std::span(&step, 1)) << '\n';
          RC_ASSERT(known.contains(step));
        }
      });
    }
  });
  EXPECT_GT(found, graphfuzz::testing::seen_here(1'000));
}

TEST(GoAlternatives, AreComplete) { check_complete({}); }
TEST(GoAlternatives, AreCompleteWithTimers) { check_complete({.waiting = false, .timers = true, .restarts = true}); }

TEST(GoAlternatives, AreCompleteWithTickers) {
  check_complete({.selects = false, .locks = false, .waiting = false, .timers = true, .tickers = true});
}
TEST(GoAlternatives, ArePossibleWithTickersThatAreStartedAgain) {
  check_possible(
      {.selects = false, .locks = false, .waiting = false, .timers = true, .restarts = true, .tickers = true},
      Timing::any);
}
TEST(GoAlternatives, AreCompleteWithTickersThatAreStartedAgain) {
  check_complete(
      {.selects = false, .locks = false, .waiting = false, .timers = true, .restarts = true, .tickers = true});
}

}  // namespace
}  // namespace graphfuzz::go
