#include "graphfuzz/campaign/replay.hpp"

#include "campaign/bugs.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {
namespace {

std::string_view name(Ending ending) {
  switch (ending) {
    case Ending::complete:
      return "complete";
    case Ending::blocked:
      return "blocked";
    case Ending::deadlocked:
      return "deadlocked";
    case Ending::truncated:
      return "truncated";
  }
  return "";
}

// A model that allows every choice there is.
class AnyChoice final : public MemoryModel {
 public:
  std::string_view name() const override { return "any"; }
  void reset(const ExecutionGraph&) override {}
  void added(const ExecutionGraph&, Slot) override {}
  void removed(const ExecutionGraph&) override {}
  std::span<const Slot> rf_candidates(const ExecutionGraph& g, const Access& a) override { return g.mo(a.location); }
  std::span<const Slot> mo_positions(const ExecutionGraph& g, const Access& a) override { return g.mo(a.location); }
  std::optional<Violation> explain(const ExecutionGraph&) const override { return std::nullopt; }
};

// The graph after the first `steps` steps, whether a model allows them or not; nothing if the program does not.
std::optional<ExecutionGraph> forced(const Program& program, const Prefix& prefix, std::size_t steps) {
  AnyChoice any;
  Executor executor(program, any);
  const Prefix part{{prefix.steps.begin(), prefix.steps.begin() + static_cast<std::ptrdiff_t>(steps)}};
  if (executor.check(part) != steps) return std::nullopt;
  return executor.graph();
}

}  // namespace

Replay replay(const Program& program, const std::string& model_name, const Prefix& prefix) {
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  Executor executor(program, *model);
  Replay result;
  result.steps_taken = executor.reproduce(prefix);
  if (result.steps_taken < prefix.steps.size()) {
    result.graph = executor.graph();
    result.violating_graph = forced(program, prefix, result.steps_taken + 1);
    if (result.violating_graph) result.violation = model->explain(*result.violating_graph);
    if (!result.violation) result.violating_graph.reset();
    return result;
  }
  result.possible = true;
  Random random(1);
  RandomStrategy strategy(random);
  const Ending ending = executor.resume(strategy);
  result.graph = executor.graph();
  result.ending = name(ending);
  BugCollector bugs(program);
  bugs.look(executor, ending, 1, 0);
  if (ending == Ending::complete) {
    if (model->has_remarks_beyond_races()) {
      bugs.add_remarks(executor.graph(), model->remarks(executor.graph()), false, 1, 0);
    }
    const std::span<const Value> state = executor.state();
    result.state = program.describe(state);
    result.satisfies = program.satisfies(state);
    const Quantifier quantifier = program.quantifier();
    if (quantifier != Quantifier::exists && result.satisfies == (quantifier == Quantifier::not_exists)) {
      bugs.add_violation(executor.graph(), *result.state, 1, 0);
    }
  }
  std::vector<BugCollector> all{std::move(bugs)};
  result.bugs = BugCollector::merge(all);
  return result;
}

}  // namespace graphfuzz
