// What there is to find in a program under a model, for comparing ways of finding it.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "support/straight_line.hpp"

namespace graphfuzz::testing {

struct Findings {
  std::set<Fingerprint> graphs;            ///< complete ones
  std::set<std::string> states;            ///< theirs
  std::set<std::string> failures;          ///< assertions that fail in complete executions
  std::set<std::string> blocked_failures;  ///< … and in blocked ones
  bool blocked = false;                    ///< is there a blocked execution that is no deadlock?
  bool deadlocked = false;
  bool truncated = false;
  bool race = false;
  friend bool operator==(const Findings&, const Findings&) = default;
};

/// For a person: what one has and the other has not. Empty if they are the same.
inline std::string difference(const std::string& a_name, const Findings& a, const std::string& b_name,
                              const Findings& b) {
  std::string text;
  const auto one_way = [&](const std::string& name, const auto& from, const auto& other, const std::string& what) {
    for (const std::string& item : from) {
      if (!other.contains(item)) text += "only " + name + ": " + what + " " + item + "\n";
    }
  };
  const auto count = [](const auto& from, const auto& other) {
    return std::count_if(from.begin(), from.end(), [&](const auto& g) { return !other.contains(g); });
  };
  if (a.graphs != b.graphs) {
    text += a_name + " has " + std::to_string(a.graphs.size()) + " graphs, " +
            std::to_string(count(a.graphs, b.graphs)) + " of its own; " + b_name + " has " +
            std::to_string(b.graphs.size()) + ", " + std::to_string(count(b.graphs, a.graphs)) + " of its own\n";
  }
  one_way(a_name, a.states, b.states, "state");
  one_way(b_name, b.states, a.states, "state");
  one_way(a_name, a.failures, b.failures, "failure");
  one_way(b_name, b.failures, a.failures, "failure");
  one_way(a_name, a.blocked_failures, b.blocked_failures, "failure in a blocked execution:");
  one_way(b_name, b.blocked_failures, a.blocked_failures, "failure in a blocked execution:");
  const auto flag = [&](bool in_a, bool in_b, const std::string& what) {
    if (in_a != in_b) text += "only " + (in_a ? a_name : b_name) + ": " + what + "\n";
  };
  flag(a.blocked, b.blocked, "a blocked execution");
  flag(a.deadlocked, b.deadlocked, "a deadlock");
  flag(a.race, b.race, "a race");
  return text;
}

}  // namespace graphfuzz::testing
