#include "graphfuzz/campaign/explanation.hpp"

#include <algorithm>

#include "campaign/outcome_graphs.hpp"
#include "graphfuzz/campaign/compare.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {
namespace {

using Answer = OutcomeExplanation::Answer;

CampaignResult explore(const Program& program, const std::string& model, const ExplainOptions& options) {
  CampaignOptions campaign;
  campaign.model = model;
  campaign.fuzz.strategy = StrategyKind::exhaustive;
  campaign.executions = std::numeric_limits<std::uint64_t>::max();
  campaign.seconds = options.seconds;
  campaign.workers = options.workers;
  campaign.keep_states = campaign.keep_examples = options.keep_graphs;
  campaign.stop = options.stop;
  if (options.progress) campaign.progress = [&](const Progress& progress) { options.progress(model, progress); };
  return run_campaign(program, campaign);
}

/// The shorter, the clearer; what has no cycle at all explains least.
std::pair<std::size_t, Slot> length(const Violation& violation, const ExecutionGraph& graph) {
  const std::size_t edges = violation.cycle.size();
  return {edges == 0 ? ~std::size_t{0} : edges, graph.event_count()};
}

void take_example(OutcomeExplanation& explanation, const ObservedState& state) {
  explanation.graph = state.example;
  explanation.state = without_fingerprint(state.text);
}

/// Checks the graphs that end in the outcome under another model.
void check(OutcomeExplanation& explanation, const CampaignResult& shown, const MemoryModel& model) {
  for (const ObservedState& state : shown.states) {
    if (!state.example) continue;
    ++explanation.checked;
    std::optional<Violation> violation = model.explain(*state.example);
    if (!violation) {
      // It was not found under the model itself: its graphs cannot all be built event by event.
      explanation.answer = Answer::allowed;
      explanation.violation.reset();
      take_example(explanation, state);
      return;
    }
    const auto known = std::find_if(explanation.axioms.begin(), explanation.axioms.end(),
                                    [&](const auto& axiom) { return axiom.name == violation->axiom; });
    if (known != explanation.axioms.end()) {
      ++known->graphs;
    } else {
      explanation.axioms.push_back({violation->axiom, 1});
    }
    if (explanation.violation &&
        length(*violation, *state.example) >= length(*explanation.violation, *explanation.graph))
      continue;
    explanation.violation = std::move(violation);
    take_example(explanation, state);
  }
  std::stable_sort(explanation.axioms.begin(), explanation.axioms.end(),
                   [](const auto& a, const auto& b) { return a.graphs > b.graphs; });
}

}  // namespace

OutcomeExplanation explain_outcome(const Program& program, const ExplainOptions& options) {
  const std::unique_ptr<MemoryModel> model = make_model(options.model);
  const std::unique_ptr<Program> graphs = make_outcome_graphs(program, options.negated);
  OutcomeExplanation explanation;
  explanation.test = program.name();
  explanation.model = options.model;

  const auto describe = [&](const CampaignResult& result) {
    explanation.shown_by = result.model;
    explanation.graphs = result.graphs;
    explanation.all_graphs = result.complete && result.truncated == 0;
  };
  const CampaignResult own = explore(*graphs, options.model, options);
  explanation.race = std::any_of(own.bugs.begin(), own.bugs.end(), [](const Bug& bug) { return bug.kind == "race"; });
  if (own.graphs > 0) {
    explanation.answer = Answer::allowed;
    explanation.checked = own.graphs;
    describe(own);
    take_example(explanation, own.states.front());
    return explanation;
  }
  explanation.incomplete = why_incomplete(own);
  explanation.answer = explanation.incomplete.empty() ? Answer::forbidden : Answer::unknown;
  for (const std::string& weaker : options.weaker) {
    if (weaker == options.model) continue;
    const CampaignResult shown = explore(*graphs, weaker, options);
    if (shown.graphs == 0) continue;
    describe(shown);
    check(explanation, shown, *model);
    break;
  }
  if (explanation.answer != Answer::unknown) explanation.incomplete.clear();
  return explanation;
}

}  // namespace graphfuzz
