// The steps of programs that run freely.
#include "fuzz/step_reader.hpp"
#include "graphfuzz/frontend/trace_files.hpp"
#include "graphfuzz/store/writer.hpp"
#include "target/free_go_runner.hpp"

namespace graphfuzz::go {
namespace {

struct FreeStep {
  std::string routine;
  std::string position;
  std::uint32_t visit = 1;
  std::optional<std::int16_t> chosen;  // of a select
};

FreeStep free_step_of(const store::Value& json) {
  FreeStep step;
  step.routine = json.field("routine").text();
  step.position = json.field("position").text();
  step.visit = json.field("visit").integer<std::uint32_t>(1);
  if (const std::optional<store::Value> chosen = json.find("case"))
    step.chosen = chosen->integer<std::int16_t>(kDefault);
  return step;
}

}  // namespace

std::vector<std::string> steps_of(const Trace& trace, const RoutineNames& names) {
  const OperationIndex index(trace);
  std::vector<std::string> steps;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    const OperationId id = index.name_of(e);
    if (id.position.empty() || id.routine == 0) continue;
    store::Writer out = store::Writer::json({.expanded = 0});
    out.begin_object().field("routine", names.path(id.routine - 1)).field("position", id.position);
    out.field("visit", id.visit);
    if (event.kind == Kind::select && event.finished()) out.field("case", event.chosen);
    steps.push_back(out.end_object().finish());
  }
  return steps;
}

Directive directive_of(std::span<const std::string> texts, RoutineNames& names) {
  Directive directive;
  for (const FreeStep& step : read_steps(texts, free_step_of)) {
    const std::optional<Name> name = names.find(step.routine);
    if (!name) throw StepError("expected a goroutine such as 0.2.1, found '" + step.routine + "'");
    directive.prefix.push_back({*name + 1, step.position, step.visit});
    if (step.chosen) directive.preferred[step.position].push_back(*step.chosen);
  }
  return directive;
}

}  // namespace graphfuzz::go
