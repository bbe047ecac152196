// graphfuzz compare: models on files.
#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "find_command.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/models.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "progress_line.hpp"

namespace graphfuzz::cli {
namespace {

int compare_files(const CompareLine& line) {
  bool errors = false;
  const std::vector<Input> inputs = load_inputs(line.inputs, {line.unroll}, {}, errors);
  int code = errors ? kUsageError : kNothingFound;
  ProgressLine progress(!line.quiet);
  std::vector<Comparison> comparisons;
  for (const Input& input : inputs) {
    if (interrupted()) break;
    if (!input.program) {
      complain(input.file + ": is a Go program; memory models are compared on litmus tests");
      code = kUsageError;
      continue;
    }
    CompareOptions options;
    options.models = line.models;
    options.seconds = line.seconds;
    options.workers = line.workers;
    options.stop = &interrupted();
    if (progress.active()) {
      const std::string where = fmt::format("{}/{} {}", comparisons.size() + 1, inputs.size(), input.program->name());
      progress.show(where);
      options.progress = [&, where](const std::string& model, const Progress& p) {
        progress.show(fmt::format("{} under {}", where, model), p);
      };
    }
    try {
      comparisons.push_back(compare_models(*input.program, options));
      comparisons.back().file = input.file;
    } catch (const std::exception& e) {  // the tests that follow, and the results so far, are not lost by it
      progress.erase();
      complain(fmt::format("{}: internal error: {}", input.file, e.what()));
      code = kInternalError;
    }
  }
  progress.erase();
  if (line.json_file != "-") {
    print(comparison_table(comparisons, line.all, {line.colour, false}) + comparison_summary(comparisons));
  }
  if (!line.json_file.empty()) {
    std::vector<std::string> objects;
    for (const Comparison& comparison : comparisons) objects.push_back(to_json(comparison));
    write_file(line.json_file, json_array(objects));
  }
  if (comparisons.size() < inputs.size() && interrupted()) {
    complain(fmt::format("interrupted: {} of {} tests were not compared", inputs.size() - comparisons.size(),
                         inputs.size()));
  }
  const bool differ =
      std::any_of(comparisons.begin(), comparisons.end(), [](const Comparison& c) { return c.differs(); });
  return code != kNothingFound ? code : differ ? kBugFound : kNothingFound;
}

}  // namespace

int compare(const CompareLine& line) {
  if (!line.json_file.empty()) check_writable(line.json_file);
  return line.find ? find(line) : compare_files(line);
}

}  // namespace graphfuzz::cli
