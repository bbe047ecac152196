// graphfuzz models.
#include <fmt/format.h>

#include "commands.hpp"
#include "graphfuzz/explore/model_kind.hpp"
#include "graphfuzz/report/models.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "progress_line.hpp"

namespace graphfuzz::cli {
namespace {

int list(const ModelsLine& line) {
  std::vector<ModelRow> rows;
  for (const ModelInfo& model : registered_models()) {
    rows.push_back({&model, std::string(name(detect_kind(*model.make()).kind))});
  }
  if (line.json_file != "-") print(model_table(rows));
  if (!line.json_file.empty()) write_file(line.json_file, models_json(rows));
  return kNothingFound;
}

int show(const std::string& name) {
  for (const ModelInfo& model : registered_models()) {
    if (model.name != name) continue;
    if (model.text.empty()) throw UserError(fmt::format("{} has no text: it is written in C++", name));
    print(model.text);
    return kNothingFound;
  }
  throw UserError(fmt::format("{} is a file of yours: --show prints models that come with graphfuzz", name));
}

/// What is asked of the final state, in words: "exists (P)" and "~exists (P)" both ask for P, "forall (P)" for not P.
std::string asked(const Program& program) {
  const std::string condition = program.question().condition();
  const std::size_t space = condition.find(' ');
  const std::string proposition = space == std::string::npos ? condition : condition.substr(space + 1);
  return program.question().quantifier() == Quantifier::forall ? "not " + proposition : proposition;
}

int explain(const ModelsLine& line) {
  const std::shared_ptr<const Program> test = [&] {
    const ProgramSource source = load_source(line.file);
    const StopScope scope = until_interrupted();
    return load_litmus_test(source, line.unroll, line.outcome);
  }();
  const Program& program = *test;
  ProgressLine progress(!line.quiet);
  ExplainOptions options;
  options.model = line.explain;
  options.negated = program.question().quantifier() == Quantifier::forall;
  options.seconds = line.seconds;
  options.workers = line.workers;
  options.stop = &interrupted();
  if (progress.active()) {
    options.progress = [&](const std::string& model, const Progress& p) {
      progress.show(fmt::format("{} under {}", program.name(), model), p);
    };
  }
  const OutcomeExplanation explanation = [&] {
    const StopScope scope = until_interrupted();
    return explain_outcome(program, options);
  }();
  progress.erase();
  const std::string outcome = asked(program);
  if (line.json_file != "-") print(explanation_block(explanation, program, outcome, {line.colour, false}));
  if (!line.json_file.empty()) write_file(line.json_file, to_json(explanation, program, outcome));
  if (!line.dot_dir.empty()) {
    FileNames names;
    draw(explanation, program, line.dot_dir, names);
  }
  switch (explanation.answer) {
    case OutcomeExplanation::Answer::allowed:
      return kBugFound;
    case OutcomeExplanation::Answer::forbidden:
      return kNothingFound;
    case OutcomeExplanation::Answer::unknown:
      break;
  }
  return kUsageError;
}

}  // namespace

int models(const ModelsLine& line) {
  if (!line.json_file.empty()) check_writable(line.json_file);
  if (!line.dot_dir.empty()) {
    check_folder(line.dot_dir);
    make_folder(line.dot_dir);
  }
  if (!line.show.empty()) return show(line.show);
  return line.explain.empty() ? list(line) : explain(line);
}

}  // namespace graphfuzz::cli
