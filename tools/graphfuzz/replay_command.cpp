// graphfuzz --replay.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "file_names.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/report/text.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "page.hpp"
#include "pictures.hpp"
#include "planned_campaigns.hpp"
#include "replayed_program.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

/// Of an easier execution that shows the same bug, in a replay file beside the given one. Its name is put into
/// `written`.
Replay replay_minimised(const CommandLine& line, const ReplayFile& file, const ProgramSource& source,
                        const Target& target, std::string& written) {
  if (!target.minimises()) {
    throw UserError(fmt::format("{}: expected {} to minimise an execution of, found a program of kind {}", line.replay,
                                kMinimised, target.kind()));
  }
  std::optional<Minimised> minimised = [&] {
    const StopScope scope = until_interrupted(line.campaign.seconds);
    const Replay first = target.replay(file.steps);
    const Finding* const told = told_finding(first, file);
    return target.minimise(file.steps, line.campaign.executions, told ? std::optional(told->key) : std::nullopt,
                           Ease::fewest_events);
  }();
  const UnstoppedScope whole;                        // who has had enough wants to see what there is
  if (!minimised) return target.replay(file.steps);  // tells which step cannot be taken
  Replay result = target.replay(minimised->steps);
  const fs::path place(line.replay);
  written = (place.parent_path() / (place.stem().string() + "-min.json")).string();
  const std::string program = fs::absolute(source.file)
                                  .lexically_normal()
                                  .lexically_proximate(fs::absolute(place).lexically_normal().parent_path())
                                  .string();
  write_file(written,
             to_text({file.kind, file.test, program, source.text.empty() ? file.hash : program_hash(source.text),
                      target.settings(), file.seed, file.shows, minimised->steps}));
  result.minimised = std::move(minimised);
  return result;
}

}  // namespace

int replay(const CommandLine& line) {
  for (const std::string& file : {line.json_file, line.html_file}) {
    if (!file.empty()) check_writable(file);
  }
  if (!line.dot_dir.empty()) {
    check_folder(line.dot_dir);
    make_folder(line.dot_dir);
  }
  ReplayedProgram program = replayed_program(line);
  const ReplayFile& file = program.file;
  int code = kNothingFound;
  std::string text;
  std::vector<std::string> objects;
  FileNames names;
  Page page(line.html_file, line.inputs);
  try {
    const auto targets = program.load(line);
    for (const std::unique_ptr<const Target>& target : targets) {
      std::string name = line.replay;
      const Replay result = line.minimise ? replay_minimised(line, file, program.source, *target, name)
                                          : until_interrupted([&] { return target->replay(file.steps); });
      text += (text.empty() ? "" : "\n") + replay_block(result, {line.colour, line.verbose, line.whole});
      if (result.minimised) text += fmt::format("Replay file {}\n", name);
      objects.push_back(to_json(result, name));
      page.add(result, name, *target, program.source.file);
      if (!line.dot_dir.empty()) draw(result, line.dot_dir, names, line.whole);
      const bool bug = std::any_of(result.findings.begin(), result.findings.end(),
                                   [](const Finding& finding) { return !finding.remark; });
      if (bug) code = std::max(code, kBugFound);
      // What is another in each process is the same whenever a process runs the program again.
      if (file.kind == "native" && !file.shows.empty() && result.possible() && result.findings.empty()) {
        complain(
            fmt::format("warning: this execution does not show what {} was written for, {}: that was under other "
                        "options, or the program goes by something that is another in each process",
                        line.replay, file.shows));
      }
      if (!result.possible() && !result.broken) {
        complain(fmt::format("{}: step {} does not fit the program {}{}{}", line.replay, result.steps_taken + 1,
                             program.source.file, result.instead.empty() ? "" : "; possible were: ", result.instead));
        code = kUsageError;
      }
    }
  } catch (const StepError& e) {
    throw UserError(fmt::format("{}: {}", line.replay, e.what()));
  } catch (const std::invalid_argument& e) {  // a setting
    throw UserError(fmt::format("{}: {}", line.replay, e.what()));
  }
  if (line.json_file != "-" && line.html_file != "-") print(text);
  if (!line.json_file.empty()) write_file(line.json_file, json_array(objects));
  page.finish();
  return code;
}

}  // namespace graphfuzz::cli
