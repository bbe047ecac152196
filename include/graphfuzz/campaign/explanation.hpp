// Why a memory model forbids an outcome of a program: the axioms that its executions would break.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

struct ExplainOptions {
  std::string model;
  /// Explain the states in which the condition's proposition does not hold.
  bool negated = false;
  /// The models under which to look for executions with the outcome, in this order, until one has some.
  std::vector<std::string> weaker = {"relaxed", "coherence", "minimal"};
  double seconds = std::numeric_limits<double>::infinity();  ///< for each model
  unsigned workers = 1;
  std::size_t keep_graphs = 20'000;  ///< graphs beyond this number are not looked at
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string& model, const Progress&)> progress;
};

/// An outcome is a set of final states: those in which the program's proposition holds (or does not, if negated).
struct OutcomeExplanation {
  enum class Answer : std::uint8_t {
    allowed,    ///< `graph` is consistent, and ends in it
    forbidden,  ///< no consistent graph ends in it: all have been visited
    unknown,    ///< none was seen, but not all have been visited
  };
  struct Axiom {
    std::string name;
    std::uint64_t graphs = 0;  ///< that violate it, and none that is tested before
  };

  std::string test;
  std::string model;
  Answer answer = Answer::unknown;
  std::string incomplete;  ///< if unknown: why
  /// Does the program have a data race under the model, so that its behaviour is undefined?
  bool race = false;
  /// The model under which there are graphs that end in the outcome: the asked one, a weaker one, or empty if there are
  /// none at all.
  std::string shown_by;
  bool all_graphs = false;    ///< are these all that there are under `shown_by`?
  std::uint64_t graphs = 0;   ///< how many
  std::uint64_t checked = 0;  ///< how many of them were checked against the asked model
  std::vector<Axiom> axioms;  ///< those violated, by number of graphs
  /// An execution that ends in the outcome: a consistent one, or the one with the shortest violation.
  std::shared_ptr<const ExecutionGraph> graph;
  std::string state;  ///< in which it ends
  std::optional<Violation> violation;
};

/// Visits all graphs under the model; if none ends in the outcome, those under the weaker models. Throws
/// std::invalid_argument for an unknown model.
OutcomeExplanation explain_outcome(const Program& program, const ExplainOptions& options);

}  // namespace graphfuzz
