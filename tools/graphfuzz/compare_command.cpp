// graphfuzz compare: models on files.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands.hpp"
#include "find_command.hpp"
#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/models.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "page.hpp"
#include "progress_line.hpp"

namespace graphfuzz::cli {
namespace {

int compare_files(const CompareLine& line) {
  std::vector<BadInput> bad;
  const std::vector<ProgramSource> sources = load_sources(line.inputs, bad);
  int code = bad.empty() ? kNothingFound : kUsageError;
  ProgressLine progress(!line.quiet);
  Page page(line.html_file, line.inputs);
  const bool silent = line.json_file == "-" || line.html_file == "-";
  std::vector<Comparison> comparisons;
  ComparisonTable table(line.all, {line.colour, false});
  for (const BadInput& input : bad) page.add_failure(input.file, input.message);
  // The tests that follow are not lost by it.
  const auto failed = [&](const std::string& file, const std::string& message, int why) {
    progress.erase();
    complain(message);
    page.add_failure(file, message);
    code = std::max(code, why);
  };
  for (const ProgramSource& source : sources) {
    if (interrupted()) break;
    std::shared_ptr<const Program> program;
    try {
      const StopScope scope = until_interrupted();
      program = load_litmus_test(source, line.unroll);
    } catch (const Stopped&) {
      break;
    } catch (const std::runtime_error& e) {
      failed(source.file, e.what(), kUsageError);
      continue;
    }
    CompareOptions options;
    options.models = line.models;
    options.seconds = line.seconds;
    options.workers = line.workers;
    options.stop = &interrupted();
    if (progress.active()) {
      const std::string where = fmt::format("{}/{} {}", comparisons.size() + 1, sources.size(), program->name());
      progress.show(where);
      options.progress = [&, where](const std::string& model, const Progress& p) {
        progress.show(fmt::format("{} under {}", where, model), p);
      };
    }
    try {
      page.now(program->name().data(), comparisons.size() + 1, sources.size());
      comparisons.push_back(compare_models(*program, options));
      comparisons.back().file = source.file;
      progress.erase();
      page.add(comparisons.back());
      if (!silent) print(table.lines(comparisons.back()));
    } catch (const WorkError& e) {
      failed(source.file, fmt::format("{}: {}", source.file, e.what()), kUsageError);
    } catch (const std::exception& e) {
      failed(source.file, fmt::format("{}: internal error: {}", source.file, e.what()), kInternalError);
    }
  }
  progress.erase();
  if (!silent) {
    print(comparison_summary(comparisons));
    const bool cut =
        !std::all_of(comparisons.begin(), comparisons.end(), [](const Comparison& c) { return c.complete(); });
    if (cut && std::isfinite(line.seconds)) {
      print(fmt::format("The time for a test and a model was {:g} s (-t changes it, -t 0 takes the limit away)\n",
                        line.seconds));
    }
  }
  if (!line.json_file.empty()) {
    std::vector<std::string> objects;
    for (const Comparison& comparison : comparisons) objects.push_back(to_json(comparison));
    write_file(line.json_file, json_array(objects));
  }
  page.finish();
  const bool left_out = comparisons.size() < sources.size() && interrupted();
  if (left_out) {
    complain(fmt::format("interrupted: {} of {} tests were not compared", sources.size() - comparisons.size(),
                         sources.size()));
  }
  const bool differ =
      std::any_of(comparisons.begin(), comparisons.end(), [](const Comparison& c) { return c.differs(); });
  const bool decided = !left_out && std::any_of(comparisons.begin(), comparisons.end(),
                                                [](const Comparison& c) { return c.complete(); });
  return code != kNothingFound ? code : differ ? kBugFound : decided ? kNothingFound : kNothingDecided;
}

}  // namespace

int compare(const CompareLine& line) {
  for (const std::string& file : {line.json_file, line.html_file}) {
    if (!file.empty()) check_writable(file);
  }
  return line.find ? find(line) : compare_files(line);
}

}  // namespace graphfuzz::cli
