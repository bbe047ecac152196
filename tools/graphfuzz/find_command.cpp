#include "find_command.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/report/models.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "progress_line.hpp"

namespace graphfuzz::cli {
namespace {

/// A model's name as a part of a test's name, and of comments: paths may hold anything.
std::string plain(const std::string& model) {
  std::string text = std::filesystem::path(model).stem().string();
  for (char& c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && c != '-' && c != '_') c = '_';
  }
  return text;
}

std::string litmus_of(const Separation& separation) {
  if (!separation.found) return {};
  const Separation::Found& found = *separation.found;
  const std::string allowing = plain(found.allowed_by);
  const std::string forbidding = plain(found.forbidden_by);
  const std::vector<std::string> comments = {
      fmt::format("Allowed by {}, forbidden by {}: a smallest program that", allowing, forbidding),
      "tells these memory models apart (graphfuzz compare --find)"};
  return to_litmus(found.test, fmt::format("{}+not-{}", allowing, forbidding), found.outcome, comments);
}

Separation search(const CompareLine& line) {
  ProgressLine progress(!line.quiet);
  SeparateOptions options = line.separate;
  options.stop = &interrupted();
  if (progress.active()) {
    options.progress = [&](const SeparateProgress& p) {
      progress.show(fmt::format("{} events, {} threads, {} locations: {} programs, {:.0f} s", p.size.events,
                                p.size.threads, p.size.locations, p.tried, p.seconds));
    };
  }
  try {
    return find_separation(options);
  } catch (const std::invalid_argument& e) {
    throw UserError(e.what());
  }
}

/// Reads the test that was printed, and says why it is forbidden.
std::string explain(const Separation::Found& found, const std::string& litmus, const CompareLine& line) {
  const std::shared_ptr<const Program> program = parse_litmus(litmus, "found.litmus");
  ExplainOptions options;
  options.model = found.forbidden_by;
  options.weaker = {found.allowed_by};
  const OutcomeExplanation explanation = [&] {
    const StopScope scope = until_interrupted();
    return explain_outcome(*program, options);
  }();
  if (!line.dot_dir.empty()) {
    FileNames names;
    draw(explanation, *program, line.dot_dir, names);
  }
  const std::string condition = program->question().condition();
  return explanation_block(explanation, *program, condition.substr(condition.find(' ') + 1), {line.colour, false});
}

}  // namespace

int find(const CompareLine& line) {
  if (!line.output.empty()) check_writable(line.output);
  if (!line.dot_dir.empty()) {
    check_folder(line.dot_dir);
    make_folder(line.dot_dir);
  }
  const Separation separation = search(line);
  const std::string litmus = litmus_of(separation);
  std::string text = separation_summary(separation);
  if (separation.found) text += '\n' + litmus + '\n' + explain(*separation.found, litmus, line);
  if (line.json_file != "-" && line.output != "-") print(text);
  if (!line.json_file.empty()) write_file(line.json_file, to_json(separation, litmus));
  if (!line.output.empty() && separation.found) write_file(line.output, litmus);
  if (separation.found) return kBugFound;
  return separation.complete ? kNothingFound : kUsageError;
}

}  // namespace graphfuzz::cli
