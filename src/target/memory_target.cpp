#include "graphfuzz/target/memory_target.hpp"

#include <fmt/format.h>
#include <algorithm>

#include <utility>

#include "graphfuzz/analysis/memory/alternatives.hpp"
#include "graphfuzz/analysis/memory/story.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/fuzz/memory/minimise.hpp"
#include "graphfuzz/fuzz/memory/reenactment.hpp"
#include "graphfuzz/fuzz/memory/searches.hpp"
#include "graphfuzz/fuzz/memory/steps.hpp"
#include "graphfuzz/program/label.hpp"
#include "target/model_building.hpp"

namespace graphfuzz {
namespace {

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

// If the step that was not taken is one that the program can take, what the model has against it.
void explain(Replay& replay, const Program& program, const MemoryModel& model, const Prefix& prefix) {
  std::optional<ExecutionGraph> graph = forced(program, prefix, replay.steps_taken + 1);
  if (!graph) return;
  const std::optional<Violation> violation = model.explain(*graph);
  if (!violation) return;
  Replay::Broken& broken = replay.broken.emplace();
  broken.axiom = violation->axiom;
  for (const Violation::Edge& edge : violation->cycle) {
    broken.cycle.push_back(fmt::format("{:<28} --{}-->  {}", describe(*graph, edge.from, program), edge.relation,
                                       describe(*graph, edge.to, program)));
  }
  replay.story = tell(*graph, program, {}, &*violation);
  replay.graph = *std::move(graph);
}

}  // namespace

MemoryTarget::MemoryTarget(const Program& program, const std::string& model, Settings settings)
    : program_(program), question_(&program.question()), model_(model), settings_(std::move(settings)) {
  ModelBuilding building = building_for(model);
  make_ = std::move(building.make);
  model_kind_ = building.kind;
  reason_ = std::move(building.reason);
}

MemoryTarget::MemoryTarget(std::shared_ptr<const Program> program, const std::string& model, Settings settings)
    : MemoryTarget(*program, model, std::move(settings)) {
  owned_ = std::move(program);
}

Settings MemoryTarget::settings() const {
  Settings settings = settings_;
  settings["model"] = model_;
  return settings;
}

Target::Building MemoryTarget::building() const {
  const bool candidates = model_kind_ == ModelKind::candidates;
  return {candidates ? "candidates" : "porf", reason_, candidates && program_.may_wait()};
}

MemorySubject MemoryTarget::subject() const {
  return {program_, *question_, make_, model_kind_ == ModelKind::candidates, liveness_, waits_are_bugs_};
}

std::unique_ptr<Searches> MemoryTarget::searches(const SearchOptions& options, GraphCounts& counts) const {
  return memory_searches(subject(), options, counts);
}

// What was tried on small programs is not so in this one. Models in C++ are made to be built event by event.
std::unique_ptr<const Target> MemoryTarget::instead(const ModelStuck&) const {
  if (reason_.empty() || model_kind_ == ModelKind::candidates) return nullptr;
  auto other = std::make_unique<MemoryTarget>(*this);
  other->model_kind_ = ModelKind::candidates;
  other->reason_ =
      fmt::format("{}: a graph was built that no event can be added to, although {}", program_.name(), reason_);
  return other;
}

Replay MemoryTarget::replay(std::span<const std::string> steps) const {
  const Prefix prefix = prefix_of(steps);
  const std::unique_ptr<MemoryModel> model = make_();
  Reenactment again(subject(), *model);
  Replay result;
  result.test = name();
  result.model = model_;
  result.condition = condition();
  result.steps = steps.size();
  result.steps_taken = again.take(prefix);
  result.graph = again.graph();
  if (!result.possible()) {
    result.story = tell(result.graph, program_);
    explain(result, program_, *model, prefix);
    return result;
  }
  Random random(1);
  RandomStrategy strategy(random);
  again.finish(strategy);
  result.ending = graphfuzz::name(again.execution().ending);
  if (again.execution().is_graph) {
    result.state = program_.describe(again.state());
    result.satisfies = question_->satisfies(again.state());
  }
  result.findings = again.findings();
  result.graph = again.graph();
  result.story = tell(result.graph, program_, racing_events(result.graph, *make_()));
  add_places(result.story, result.graph, [&](EventId id) { return again.executor().event_stack(id); });
  again.judge().tell_waiting(result.story, result.graph);
  again.judge().tell_races(result.story, result.graph, nullptr);
  const bool asked = std::ranges::any_of(result.findings, [](const Finding& f) { return f.kind == "condition"; });
  if (asked) tell_state(result.story, result.graph, *question_);
  if (std::optional<Rerun> rerun = again.executor().run_again()) {
    result.output = std::move(rerun->output);
    result.differs = std::move(rerun->differs);
  }
  return result;
}

std::vector<Target::Choice> MemoryTarget::choices(const Witness& witness) const {
  const ExecutionGraph& graph = witness.graph;
  if (graph.threads() == 0 || model_kind_ == ModelKind::candidates) return {};
  std::vector<Choice> rows;
  const std::vector<std::vector<Slot>> open = alternatives(graph, *make_());
  for (Slot slot = graph.locations(); slot < open.size() && rows.size() < witness.story.rows.size(); ++slot) {
    Choice& choice = rows.emplace_back();
    choice.known = !open[slot].empty();
    for (const Slot other : open[slot]) choice.sources.push_back(end_of_arrow(graph, other));
  }
  return rows;
}

std::optional<Minimised> MemoryTarget::minimise(std::span<const std::string> steps, std::uint64_t most,
                                                const std::optional<FindingKey>& bug, Ease ease) const {
  return graphfuzz::minimise(subject(), prefix_of(steps), most, bug, ease);
}

}  // namespace graphfuzz
