#include "graphfuzz/target/free_go_target.hpp"

#include <algorithm>
#include <utility>

#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/fuzz/go/searches.hpp"
#include "target/free_go_runner.hpp"

namespace graphfuzz::go {

Settings settings_of(const real_go::FreeOptions& options) {
  return {{"free", "yes"},
          {"patience", std::to_string(options.patience.count())},
          {"run-time", std::to_string(options.limit.count())}};
}

real_go::FreeOptions free_options_of(const Settings& settings) {
  real_go::FreeOptions options;
  take_milliseconds(settings, "patience", options.patience);
  take_milliseconds(settings, "run-time", options.limit);
  return options;
}

void take_milliseconds(const Settings& settings, const std::string& name, std::chrono::milliseconds& value) {
  // options_of has seen to it that it is a number.
  if (const auto text = settings.find(name); text != settings.end()) {
    value = std::chrono::milliseconds(std::stoll(text->second));
  }
}

FreeGoTarget::FreeGoTarget(real_go::Executable executable, real_go::Entry entry, FreeGoTargetOptions options)
    : executable_(std::move(executable)), entry_(std::move(entry)), options_(std::move(options)) {}

std::string FreeGoTarget::name() const {
  return entry_.test.empty() ? executable_.package : executable_.package + '.' + entry_.test;
}

Settings FreeGoTarget::settings() const {
  Settings settings = settings_of(options_.run);
  if (!entry_.test.empty()) settings["function"] = entry_.test;
  if (!options_.ignored_leaks.empty()) settings["ignored-leaks"] = native::join_words(options_.ignored_leaks);
  settings.insert(options_.built.begin(), options_.built.end());
  return settings;
}

std::vector<std::string> FreeGoTarget::not_looked_for() const {
  if (executable_.races) return {};
  return {"data races (-race)"};
}

std::unique_ptr<Searches> FreeGoTarget::searches(const SearchOptions& options, GraphCounts& counts) const {
  auto traces = options_.traces.empty() ? nullptr : std::make_shared<TraceFolder>(options_.traces / name());
  return runner_searches(
      [this, traces](std::shared_ptr<RoutineNames> names) {
        return std::make_unique<FreeRunner>(executable_, entry_, options_, std::move(names), traces);
      },
      options_.directed, options, counts);
}

Replay FreeGoTarget::replay(std::span<const std::string> steps) const {
  const auto names = std::make_shared<RoutineNames>();
  const Directive directive = directive_of(steps, *names);
  FreeRunner runner(executable_, entry_, options_, names, nullptr);
  Random random(1);
  const Obedience obedience = runner.run(&directive, random);
  Replay result;
  result.test = name();
  result.model = model();
  result.condition = condition();
  result.steps = result.steps_taken = steps.size();
  result.ending = graphfuzz::name(runner.ending());
  result.state = runner.outcome();
  result.findings = runner.findings();
  for (Finding& finding : result.findings) finding.stacks = runner.stacks(finding);
  result.satisfies = std::any_of(result.findings.begin(), result.findings.end(),
                                 [](const Finding& finding) { return !finding.remark; });
  result.graph = runner.graph();
  result.story = tell_with_findings(runner.trace());
  result.output = runner.output();
  if (obedience.stuck) result.differs = "the program did not do in time what it did then, and went on as it liked";
  return result;
}

}  // namespace graphfuzz::go
