// All executions of a small Go program, by trying every possible step after every sequence of steps: what the
// explorers are compared with. It knows nothing of independence.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go::testing {

struct AllExecutions {
  std::set<Fingerprint> graphs;
  std::set<std::string> outcomes;
  std::set<std::string> bugs;                         ///< their identities
  std::uint64_t executions = 0;                       ///< sequences of steps
  std::uint64_t deadlocks = 0;                        ///< of these
  std::uint64_t truncated = 0;                        ///< of these; their graphs are not among the graphs
  std::map<Fingerprint, std::vector<Step>> examples;  ///< brute force: the first sequence of each graph
};

/// For a person to read.
inline std::string text(std::span<const Step> steps) {
  std::ostringstream out;
  for (const Step& s : steps) {
    out << s.routine;
    if (s.timer >= 0) out << ".timer" << s.timer;
    if (s.choice != 0) out << '/' << s.choice;
    if (s.partner != kNoName) out << "->" << s.partner << '/' << s.partner_choice;
    out << ' ';
  }
  return out.str();
}

/// Notes what the machine, at the end of an execution, shows.
inline void note(const Machine& machine, AllExecutions& all) {
  ++all.executions;
  if (machine.ending() == Ending::truncated) {
    ++all.truncated;
    return;
  }
  all.graphs.insert(machine.fingerprint());
  all.outcomes.insert(machine.outcome());
  all.deadlocks += machine.ending() == Ending::deadlocked ? 1 : 0;
  for (const GoBug& bug : machine.bugs()) all.bugs.insert(bug.identity);
}

/// Depth-first, by beginning anew for every sequence. Nothing if there are more than `most` of them.
inline std::optional<AllExecutions> brute_force(Machine& machine, std::uint64_t most) {
  struct Choice {
    std::vector<Step> steps;
    std::size_t taken = 0;
  };
  AllExecutions all;
  std::vector<Choice> choices;
  std::vector<Step> steps;
  while (true) {
    machine.restart();
    for (const Choice& choice : choices) machine.take(choice.steps[choice.taken]);
    while (!machine.over()) {
      const auto enabled = machine.enabled();
      choices.push_back({{enabled.begin(), enabled.end()}, 0});
      machine.take(choices.back().steps[0]);
    }
    note(machine, all);
    if (machine.ending() != Ending::truncated && !all.examples.contains(machine.fingerprint())) {
      steps.clear();
      for (const Choice& choice : choices) steps.push_back(choice.steps[choice.taken]);
      all.examples.emplace(machine.fingerprint(), steps);
    }
    if (all.executions > most) return std::nullopt;
    while (!choices.empty() && choices.back().taken + 1 == choices.back().steps.size()) choices.pop_back();
    if (choices.empty()) return all;
    ++choices.back().taken;
  }
}

}  // namespace graphfuzz::go::testing
