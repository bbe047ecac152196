// What became of running one execution again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/analysis/story.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/minimised.hpp"
#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

struct Replay {
  /// A step that the program can take, and the model forbids.
  struct Broken {
    std::string axiom;
    std::vector<std::string> cycle;  ///< its edges, a line each
  };

  std::string test;             ///< name of the program
  std::string model;            ///< under which it was run
  std::size_t steps = 0;        ///< that were to be taken
  std::size_t steps_taken = 0;  ///< number of the first step that could not, or the number of steps
  std::string instead;          ///< if not all were possible: what was, for a person; may be empty
  std::optional<Broken> broken;
  std::string ending;                ///< "complete", "blocked", "deadlocked", "truncated"; empty if not possible
  std::optional<std::string> state;  ///< the final state, if there is one
  std::string condition;             ///< of the program
  bool satisfies = false;            ///< does the condition's proposition hold in the state?
  std::vector<Finding> findings;
  /// What was built, to the first step that could not be taken; if `broken`, with that step. Without threads if the run
  /// of a Go program is too large for a graph.
  ExecutionGraph graph;
  Story story;            ///< of what was built
  std::string output{};   ///< what the program has written, as far as it was kept
  std::string differs{};  ///< if the program did not do the same when it was run once more: what was not the same
  std::optional<Minimised> minimised{};  ///< if it is an easier execution than the one that was to be replayed

  bool possible() const { return steps_taken == steps; }
};

/// What became of a replay of `steps` steps, of which `taken` could be taken, by a run that can tell (see PlainEngine).
template <class Target, class Run>
Replay replay_of(const Target& target, const Run& run, std::size_t steps, std::size_t taken) {
  Replay replay;
  replay.test = target.name();
  replay.model = target.model();
  replay.condition = target.condition();
  replay.steps = steps;
  replay.steps_taken = taken;
  replay.graph = run.graph();
  replay.story = run.story();
  if (!replay.possible()) return replay;
  replay.ending = name(run.ending());
  replay.state = run.outcome();
  replay.findings = run.findings();
  replay.satisfies = !replay.findings.empty();
  return replay;
}

}  // namespace graphfuzz
