// All executions of a scripted Go program, by depth-first search over all schedules.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "support/go_script.hpp"

namespace graphfuzz::go::testing {

/// What they show.
struct All {
  std::set<std::string> outcomes;
  std::set<std::string> bugs;
  std::set<Fingerprint> graphs;
  std::size_t schedules = 0;
};

inline void explore(Machine& machine, std::vector<Step>& steps, All& all) {
  ASSERT_EQ(replay(machine, steps), steps.size());
  if (machine.over()) {
    ++all.schedules;
    all.outcomes.insert(machine.outcome());
    all.graphs.insert(machine.fingerprint());
    for (const GoBug& bug : machine.bugs()) all.bugs.insert(bug.message);
    return;
  }
  const std::vector<Step> enabled(machine.enabled().begin(), machine.enabled().end());
  for (const Step& step : enabled) {
    steps.push_back(step);
    explore(machine, steps, all);
    steps.pop_back();
  }
}

inline All all_of(const Script& program, Timing timing = Timing::any) {
  MachineOptions options;
  options.timing = timing;
  Machine machine(program, options, nullptr);
  All all;
  std::vector<Step> steps;
  explore(machine, steps, all);
  return all;
}

}  // namespace graphfuzz::go::testing
