// Comparing memory models on a program: the final states that some allow and others forbid.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "graphfuzz/campaign/campaign.hpp"

namespace graphfuzz {

/// What a model says of a final state.
enum class Standing : std::uint8_t {
  allowed,    ///< a consistent graph ends in it
  forbidden,  ///< none does: all have been visited
  unknown,    ///< none was seen, but not all have been visited
  undefined,  ///< none does, but there is a data race under this model: whatever happens, happens
};

std::string_view name(Standing standing);

/// One program under one model.
struct ModelStates {
  struct State {
    std::string text;
    std::uint64_t graphs = 0;
  };
  std::string model;
  std::vector<State> states;  ///< sorted by text
  std::uint64_t graphs = 0;
  std::uint64_t executions = 0;
  bool complete = false;   ///< are these all states that there are?
  std::string incomplete;  ///< if they need not be: why, in a few words
  bool race = false;       ///< is there a data race?
  double seconds = 0;
};

/// One final state under all models, in the order in which these were given.
struct ComparedState {
  std::string text;
  std::vector<Standing> standings;
  std::vector<std::uint64_t> graphs;
  /// Is it allowed by one model and forbidden by another?
  bool differs() const;
};

struct Comparison {
  std::string test;
  std::string file;  ///< left to the caller
  std::vector<ModelStates> models;
  std::vector<ComparedState> states;  ///< all that any model was seen to allow, sorted by text
  bool differs() const;
  bool complete() const;  ///< under all models
};

struct CompareOptions {
  std::vector<std::string> models;
  double seconds = std::numeric_limits<double>::infinity();  ///< for each model
  unsigned workers = 1;
  const std::atomic<bool>* stop = nullptr;
  /// Called a few times per second with the model that is being explored. May be empty.
  std::function<void(const std::string& model, const Progress&)> progress;
};

/// Visits all consistent graphs of the program under each of the models. Throws std::invalid_argument for an unknown
/// model.
Comparison compare_models(const Program& program, const CompareOptions& options);

/// All states under one model. Strategy and bounds of the options are overridden.
ModelStates states_under(const Program& program, const std::string& model, CampaignOptions options);

/// Why an exhaustive run is not all there is: "stopped", "not all graphs were visited in time", "a loop went beyond its
/// bound", …; empty if it is.
std::string why_incomplete(const CampaignResult& result);

}  // namespace graphfuzz
