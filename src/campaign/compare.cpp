#include "graphfuzz/campaign/compare.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/target/memory_target.hpp"

namespace graphfuzz {

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::allowed:
      return "allowed";
    case Standing::forbidden:
      return "forbidden";
    case Standing::unknown:
      return "unknown";
    case Standing::undefined:
      return "undefined";
  }
  return "";
}

bool ComparedState::differs() const {
  const auto has = [&](Standing s) { return std::find(standings.begin(), standings.end(), s) != standings.end(); };
  return has(Standing::allowed) && has(Standing::forbidden);
}

bool Comparison::differs() const {
  return std::any_of(states.begin(), states.end(), [](const ComparedState& s) { return s.differs(); });
}

bool Comparison::complete() const {
  return std::all_of(models.begin(), models.end(), [](const ModelStates& m) { return m.complete; });
}

std::string why_incomplete(const CampaignResult& result) {
  if (result.gave_up) return "what is not supported may hide graphs";
  if (!result.complete) return result.interrupted ? "stopped" : "not all graphs were visited in time";
  // A state that needs more iterations may be missing under one model and not under another.
  if (result.truncated > 0) return "a loop went beyond its bound";
  if (result.outcomes > result.states.size()) return "too many states to list";
  return {};
}

ModelStates states_under(const Program& program, const std::string& model, CampaignOptions options) {
  options.fuzz.strategy = StrategyKind::exhaustive;
  options.executions = std::numeric_limits<std::uint64_t>::max();
  options.stop_on_bug = false;
  options.keep_examples = 0;
  ModelStates states;
  states.model = model;
  std::optional<MemoryTarget> target;
  try {
    const StopScope scope(options.stop);  // what kind of model it is, is tried out
    target.emplace(program, model);
  } catch (const Stopped&) {
    states.incomplete = "stopped";
    return states;
  }
  const CampaignResult result = run_campaign(*target, options);
  for (const ObservedState& state : result.states) states.states.push_back({state.text, state.graphs});
  states.graphs = result.graphs;
  states.executions = result.executions;
  states.incomplete = why_incomplete(result);
  states.complete = states.incomplete.empty();
  states.race = std::any_of(result.bugs.begin(), result.bugs.end(), [](const Bug& bug) { return bug.kind == "race"; });
  states.seconds = result.seconds;
  return states;
}

Comparison compare_models(const Program& program, const CompareOptions& options) {
  Comparison comparison;
  comparison.test = program.name();
  std::map<std::string, ComparedState> states;
  const std::size_t n = options.models.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::string& model = options.models[i];
    CampaignOptions campaign;
    campaign.workers = options.workers;
    campaign.seconds = options.seconds;
    campaign.stop = options.stop;
    if (options.progress) campaign.progress = [&](const Progress& progress) { options.progress(model, progress); };
    ModelStates& result = comparison.models.emplace_back(states_under(program, model, campaign));
    for (const ModelStates::State& state : result.states) {
      ComparedState& compared = states[state.text];
      compared.text = state.text;
      compared.graphs.resize(n, 0);
      compared.graphs[i] = state.graphs;
    }
  }
  for (auto& [text, state] : states) {
    for (std::size_t i = 0; i < n; ++i) {
      const ModelStates& model = comparison.models[i];
      state.standings.push_back(state.graphs[i] > 0 ? Standing::allowed
                                : model.race        ? Standing::undefined
                                : model.complete    ? Standing::forbidden
                                                    : Standing::unknown);
    }
    comparison.states.push_back(std::move(state));
  }
  return comparison;
}

}  // namespace graphfuzz
