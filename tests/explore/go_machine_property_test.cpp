// What must hold of every execution of every program: identity of graphs, independence of steps, traces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "support/go_random_script.hpp"
#include "support/property.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using graphfuzz::testing::check_property;

struct Taken {
  std::vector<Step> steps;
  std::vector<std::vector<Touch>> touches;  ///< of each
  std::vector<std::vector<Step>> enabled;   ///< before each
};

Taken random_run(Machine& machine, Random& random) {
  Taken taken;
  machine.restart();
  while (!machine.over()) {
    const std::span<const Step> enabled = machine.enabled();
    const Step step = enabled[random.below(enabled.size())];
    const std::span<const Touch> touches = machine.touches(step);
    taken.steps.push_back(step);
    taken.touches.emplace_back(touches.begin(), touches.end());
    taken.enabled.emplace_back(enabled.begin(), enabled.end());
    machine.take(step);
  }
  return taken;
}

bool share_routine(const Step& a, const Step& b) {
  for (const Name x : {a.routine, a.partner}) {
    for (const Name y : {b.routine, b.partner}) {
      if (x == y && x != kNoName) return true;
    }
  }
  return false;
}

bool share_object(const std::vector<Touch>& a, const std::vector<Touch>& b) {
  for (const Touch& x : a) {
    for (const Touch& y : b) {
      if (x.object == y.object && (x.changes || y.changes)) return true;
    }
  }
  return false;
}

std::vector<std::string> messages(const Machine& machine) {
  std::vector<std::string> texts;
  for (const GoBug& bug : machine.bugs()) texts.push_back(bug.message);
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(GoMachineProperties, SwappingIndependentStepsGivesTheSameGraph) {
  std::size_t swaps = 0;
  check_property(1500, [&swaps](std::uint64_t seed) {
    const Script program = random_script(seed);
    Machine machine(program, {}, nullptr);
    Random random(seed);
    const Taken taken = random_run(machine, random);
    const Fingerprint full = machine.fingerprint();
    const Fingerprint rf = machine.rf_fingerprint();
    const ExecutionGraph graph = machine.graph();
    const std::string outcome = machine.outcome();
    const std::vector<std::string> bugs = messages(machine);
    for (std::size_t i = 0; i + 1 < taken.steps.size(); ++i) {
      const auto& before = taken.enabled[i];
      if (std::find(before.begin(), before.end(), taken.steps[i + 1]) == before.end()) continue;
      if (share_routine(taken.steps[i], taken.steps[i + 1])) continue;
      if (share_object(taken.touches[i], taken.touches[i + 1])) continue;
      std::vector<Step> swapped = taken.steps;
      std::swap(swapped[i], swapped[i + 1]);
      RC_ASSERT(replay(machine, swapped) == swapped.size());
      RC_ASSERT(machine.over());
      RC_ASSERT(machine.fingerprint() == full);
      RC_ASSERT(machine.rf_fingerprint() == rf);
      RC_ASSERT(machine.graph() == graph);
      RC_ASSERT(machine.outcome() == outcome);
      RC_ASSERT(messages(machine) == bugs);
      ++swaps;
    }
  });
  EXPECT_GT(swaps, graphfuzz::testing::seen_here(500u));
}

TEST(GoMachineProperties, SwappingDependentStepsGivesAnotherGraph) {
  std::size_t swaps = 0;
  check_property(1500, [&swaps](std::uint64_t seed) {
    const Script program = random_script(seed);
    Machine machine(program, {}, nullptr);
    Random random(seed);
    const Taken taken = random_run(machine, random);
    for (std::size_t i = 0; i + 1 < taken.steps.size(); ++i) {
      const auto& before = taken.enabled[i];
      if (std::find(before.begin(), before.end(), taken.steps[i + 1]) == before.end()) continue;
      if (share_routine(taken.steps[i], taken.steps[i + 1])) continue;
      if (!share_object(taken.touches[i], taken.touches[i + 1])) continue;
      std::vector<Step> steps(taken.steps.begin(), taken.steps.begin() + static_cast<std::ptrdiff_t>(i) + 2);
      RC_ASSERT(replay(machine, steps) == steps.size());
      const Fingerprint one = machine.fingerprint();
      std::swap(steps[i], steps[i + 1]);
      if (replay(machine, steps) != steps.size()) continue;
      RC_ASSERT(machine.fingerprint() != one);
      ++swaps;
    }
  });
  EXPECT_GT(swaps, graphfuzz::testing::seen_here(200u));
}

TEST(GoMachineProperties, FingerprintsTellGraphsApart) {
  std::size_t different = 0;
  check_property(300, [&different](std::uint64_t seed) {
    const Script program = random_script(seed);
    Machine machine(program, {}, nullptr);
    Random random(seed);
    std::map<Fingerprint, ExecutionGraph> graphs;
    std::map<Fingerprint, Fingerprint> by_graph;
    for (int i = 0; i < 30; ++i) {
      random_run(machine, random);
      const ExecutionGraph graph = machine.graph();
      const auto [known, is_new] = graphs.try_emplace(machine.fingerprint(), graph);
      RC_ASSERT(known->second == graph);
      const auto inverse = by_graph.try_emplace(fingerprint(graph).graph, machine.fingerprint());
      RC_ASSERT(inverse.first->second == machine.fingerprint());
    }
    different += graphs.size();
  });
  EXPECT_GT(different, graphfuzz::testing::seen_here(1000u));
}

TEST(GoMachineProperties, ReplayReproducesWithFreshNamesToo) {
  check_property(500, [](std::uint64_t seed) {
    const Script program = random_script(seed);
    const auto names = std::make_shared<RoutineNames>();
    Machine machine(program, {}, names);
    Random random(seed);
    for (int i = 0; i < 3; ++i) {
      const Taken taken = random_run(machine, random);
      Machine other(program, {}, names);
      RC_ASSERT(replay(other, taken.steps) == taken.steps.size());
      RC_ASSERT(other.over());
      RC_ASSERT(other.fingerprint() == machine.fingerprint());
      RC_ASSERT(other.outcome() == machine.outcome());
      RC_ASSERT(messages(other) == messages(machine));
      // In another process names have other numbers: fingerprints must not care.
      const auto others = std::make_shared<RoutineNames>();
      for (std::uint32_t n = 5; n > 0; --n) others->forked(0, n - 1);
      std::vector<Step> renamed = taken.steps;
      for (Step& step : renamed) {
        step.routine = *others->find(names->path(step.routine));
        if (step.partner != kNoName) step.partner = *others->find(names->path(step.partner));
      }
      Machine elsewhere(program, {}, others);
      RC_ASSERT(replay(elsewhere, renamed) == renamed.size());
      RC_ASSERT(elsewhere.fingerprint() == machine.fingerprint());
    }
  });
}

TEST(GoMachineProperties, EnabledStepsAreSortedAndDistinct) {
  check_property(500, [](std::uint64_t seed) {
    const Script program = random_script(seed);
    Machine machine(program, {}, nullptr);
    Random random(seed);
    while (!machine.over()) {
      const std::vector<Step> enabled(machine.enabled().begin(), machine.enabled().end());
      RC_ASSERT(std::is_sorted(enabled.begin(), enabled.end()));
      RC_ASSERT(std::adjacent_find(enabled.begin(), enabled.end()) == enabled.end());
      machine.take(enabled[random.below(enabled.size())]);
    }
  });
}

TEST(GoMachineProperties, TracesAreInOrderAndPairUp) {
  check_property(1000, [](std::uint64_t seed) {
    const Script program = random_script(seed);
    Machine machine(program, {}, nullptr);
    Random random(seed);
    random_run(machine, random);
    const Trace& trace = machine.trace();
    std::map<Object, std::uint32_t> sends;
    std::map<Object, std::uint32_t> receives;
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
      const TraceEvent& event = trace.events[i];
      if (i > 0) RC_ASSERT(trace.events[i - 1].time() < event.time());
      RC_ASSERT(!event.finished() || event.begin < event.end);
      const auto& of_routine = trace.routines[event.routine].events;
      RC_ASSERT(std::count(of_routine.begin(), of_routine.end(), i) == 1);
      if (event.kind == Kind::fork) {
        RC_ASSERT(trace.routines[event.child].fork == i);
        RC_ASSERT(event.partner == trace.routines[event.child].events.front());
      }
      if (!event.finished() || event.pair == 0) continue;
      const TraceCase* chosen = event.kind == Kind::select ? trace.case_of(event) : nullptr;
      const Object channel = chosen ? chosen->channel : event.object;
      const bool sending = chosen ? chosen->sends : event.kind == Kind::send;
      // The k-th of each kind has the number k, and finds the k-th of the other.
      RC_ASSERT(event.pair == ++(sending ? sends : receives)[channel]);
      RC_ASSERT(event.fill <= trace.objects[channel].capacity);
      if (event.partner == kNoEvent) {
        RC_ASSERT(sending);
        continue;
      }
      RC_ASSERT(trace.events[event.partner].pair == event.pair);
      RC_ASSERT(trace.events[event.partner].partner == i);
      RC_ASSERT((event.partner < i) != sending);
    }
    for (const TraceRoutine& routine : trace.routines) {
      for (std::size_t i = 1; i < routine.events.size(); ++i) {
        RC_ASSERT(trace.events[routine.events[i - 1]].begin < trace.events[routine.events[i]].begin);
      }
    }
  });
}

}  // namespace
}  // namespace graphfuzz::go
