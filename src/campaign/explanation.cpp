#include "graphfuzz/campaign/explanation.hpp"

#include <algorithm>
#include <tuple>

#include "graphfuzz/campaign/compare.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/target/memory_target.hpp"

namespace graphfuzz {
namespace {

using Answer = OutcomeExplanation::Answer;

/// A graph that ends in the outcome.
struct Found {
  std::string state;
  Fingerprint print;
  std::shared_ptr<const ExecutionGraph> graph;
  friend bool operator<(const Found& a, const Found& b) {
    return std::tie(a.state, a.print) < std::tie(b.state, b.print);
  }
};

/// What there is under a model.
struct Explored {
  std::string model;
  CampaignResult result;
  std::uint64_t graphs = 0;  ///< that end in the outcome
  std::vector<Found> found;  ///< up to ExplainOptions::keep_graphs of these, sorted
};

Explored explore(const Program& program, const std::string& model, const ExplainOptions& options) {
  Explored explored;
  explored.model = model;
  CampaignOptions campaign;
  campaign.fuzz.strategy = StrategyKind::exhaustive;
  campaign.executions = std::numeric_limits<std::uint64_t>::max();
  campaign.seconds = options.seconds;
  campaign.workers = options.workers;
  campaign.keep_examples = 0;
  campaign.stop = options.stop;
  if (options.progress) campaign.progress = [&](const Progress& progress) { options.progress(model, progress); };
  campaign.on_graph = [&](const NewGraph& graph) {
    if (graph.satisfies == options.negated) return;
    if (explored.found.size() >= std::max<std::size_t>(options.keep_graphs, 1)) return;
    explored.found.push_back(
        {graph.outcome, fingerprint(graph.graph).graph, std::make_shared<const ExecutionGraph>(graph.graph)});
  };
  explored.result = run_campaign(MemoryTarget(program, model), campaign);
  explored.graphs = options.negated ? explored.result.negative : explored.result.positive;
  // A campaign that had to begin anew has told some graphs twice.
  std::vector<Found>& found = explored.found;
  std::sort(found.begin(), found.end());
  found.erase(
      std::unique(found.begin(), found.end(), [](const Found& a, const Found& b) { return !(a < b) && !(b < a); }),
      found.end());
  return explored;
}

/// The shorter, the clearer; what has no cycle at all explains least.
std::pair<std::size_t, Slot> length(const Violation& violation, const ExecutionGraph& graph) {
  const std::size_t edges = violation.cycle.size();
  return {edges == 0 ? ~std::size_t{0} : edges, graph.event_count()};
}

void take_example(OutcomeExplanation& explanation, const Found& found) {
  explanation.graph = found.graph;
  explanation.state = found.state;
}

/// Checks the graphs that end in the outcome under another model.
void check(OutcomeExplanation& explanation, const Explored& shown, const MemoryModel& model) {
  for (const Found& found : shown.found) {
    ++explanation.checked;
    std::optional<Violation> violation = model.explain(*found.graph);
    if (!violation) {
      // It was not found under the model itself: its graphs cannot all be built event by event.
      explanation.answer = Answer::allowed;
      explanation.violation.reset();
      take_example(explanation, found);
      return;
    }
    const auto known = std::find_if(explanation.axioms.begin(), explanation.axioms.end(),
                                    [&](const auto& axiom) { return axiom.name == violation->axiom; });
    if (known != explanation.axioms.end()) {
      ++known->graphs;
    } else {
      explanation.axioms.push_back({violation->axiom, 1});
    }
    if (explanation.violation && length(*violation, *found.graph) >= length(*explanation.violation, *explanation.graph))
      continue;
    explanation.violation = std::move(violation);
    take_example(explanation, found);
  }
  std::stable_sort(explanation.axioms.begin(), explanation.axioms.end(),
                   [](const auto& a, const auto& b) { return a.graphs > b.graphs; });
}

}  // namespace

OutcomeExplanation explain_outcome(const Program& program, const ExplainOptions& options) {
  const std::unique_ptr<MemoryModel> model = make_model(options.model);
  OutcomeExplanation explanation;
  explanation.test = program.name();
  explanation.model = options.model;

  const auto describe = [&](const Explored& explored) {
    explanation.shown_by = explored.model;
    explanation.graphs = explored.graphs;
    explanation.all_graphs = explored.result.complete && explored.result.truncated == 0;
  };
  const Explored own = explore(program, options.model, options);
  const std::vector<Bug>& bugs = own.result.bugs;
  explanation.race = std::any_of(bugs.begin(), bugs.end(), [](const Bug& bug) { return bug.kind == "race"; });
  if (own.graphs > 0) {
    explanation.answer = Answer::allowed;
    explanation.checked = own.graphs;
    describe(own);
    take_example(explanation, own.found.front());
    return explanation;
  }
  explanation.incomplete = why_incomplete(own.result);
  explanation.answer = explanation.incomplete.empty() ? Answer::forbidden : Answer::unknown;
  for (const std::string& weaker : options.weaker) {
    if (weaker == options.model) continue;
    const Explored shown = explore(program, weaker, options);
    if (shown.graphs == 0) continue;
    describe(shown);
    check(explanation, shown, *model);
    break;
  }
  if (explanation.answer != Answer::unknown) explanation.incomplete.clear();
  return explanation;
}

}  // namespace graphfuzz
