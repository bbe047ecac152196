// graphfuzz --replay.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "file_names.hpp"
#include "go_programs.hpp"
#include "graphfuzz/frontend/native/facts.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/report/text.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "native_programs.hpp"
#include "output.hpp"
#include "page.hpp"
#include "pictures.hpp"
#include "planned_campaigns.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

/// Where the program was when the replay file was written, from the file's place.
std::string program_beside(const CommandLine& line, const std::string& named) {
  return (fs::path(line.replay).parent_path() / named).lexically_normal().string();
}

/// Where the program is: as the user says, else `named` by the replay file. Throws UserError if it is not there.
std::string program_file(const CommandLine& line, const std::string& named) {
  if (!line.inputs.empty()) return line.inputs.front();
  const fs::path beside = program_beside(line, named);
  std::error_code error;
  for (const fs::path& place : {beside, fs::path(named)}) {
    if (fs::exists(place, error)) return place.string();
  }
  throw UserError(
      fmt::format("{}: the program {} is not there; name its file on the command line", line.replay, beside.string()));
}

/// Has this process execute the program that the file is about.
void become_again(const CommandLine& line, const ReplayFile& file) {
  try {
    become_native_program(line, program_beside(line, file.file), file.settings);
  } catch (const std::invalid_argument& e) {  // a setting
    throw UserError(fmt::format("{}: {}", line.replay, e.what()));
  }
}

/// As the file says, but for what the user has said.
LoadOptions options_for(const CommandLine& line, const ReplayFile& file) {
  LoadOptions options = options_of(file.settings, line.load);
  const auto given = [&](const char* option) { return line.given.contains(option); };
  if (!line.arguments.empty()) options.built["arguments"] = native::join_words(line.arguments);
  if (given("--plain")) options.plain = line.load.plain;
  if (given("--volatile")) options.volatiles = line.load.volatiles;
  if (given("--model")) options.models = line.load.models;
  if (given("--unroll")) options.unroll = line.load.unroll;
  if (given("--retries")) options.drop_retries = line.load.drop_retries;
  if (given("--fork")) options.fork = true;
  if (given("--liveness")) options.liveness = true;
  if (given("--test")) options.function = line.load.function;
  if (given("--max-steps")) options.machine.max_steps = line.load.machine.max_steps;
  if (given("--ignore-leaks")) options.machine.ignored_leaks = line.load.machine.ignored_leaks;
  if (given("--timers")) options.machine.timing = line.load.machine.timing;
  if (given("--go-memory")) options.go_memory = line.load.go_memory;
  return options;
}

/// What was learned of a program where the file was written holds only where all is at the same addresses. The steps
/// need none of it.
std::vector<std::unique_ptr<const Target>> targets_for(const CommandLine& line, const ProgramSource& source,
                                                       LoadOptions& options) {
  try {
    return load_targets(source, options);
  } catch (const native::OtherAddresses& e) {
    options.facts.clear();
    auto targets = load_targets(source, options);
    complain(fmt::format("warning: {}: {}; what it says of the program is found out anew", line.replay, e.what()));
    return targets;
  }
}

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
    return target.minimise(file.steps, line.campaign.executions, {});
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
  write_file(written, to_text({file.kind, file.test, program, program_hash(source.text), target.settings(), file.seed,
                               file.shows, minimised->steps}));
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
  const ReplayFile file = [&] {
    const StopScope scope = until_interrupted();
    return load_replay(line.replay);
  }();
  if (file.kind == "native" && line.inputs.empty()) become_again(line, file);
  const bool real_go = is_of_real_go(file);
  const ProgramSource source =
      real_go ? ProgramSource{program_beside(line, file.file), {}} : load_source(program_file(line, file.file));
  if (!real_go && kind_of(source) != file.kind) {
    throw UserError(fmt::format("{}: expected a program of kind {}, found {}", line.replay, file.kind, source.file));
  }
  LoadOptions options = options_for(line, file);
  if (!real_go && program_hash(source.text) != file.hash) {
    options.facts.clear();  // all may be at other addresses
    complain(fmt::format("warning: {} is not what it was when {} was written", source.file, line.replay));
  }
  int code = kNothingFound;
  std::string text;
  std::vector<std::string> objects;
  FileNames names;
  Page page(line.html_file, line.inputs);
  try {
    const auto targets = until_interrupted([&] {
      if (!real_go) return targets_for(line, source, options);
      std::vector<std::unique_ptr<const Target>> one;
      one.push_back(real_go_target_of(source.file, options));
      return one;
    });
    for (const std::unique_ptr<const Target>& target : targets) {
      std::string name = line.replay;
      const Replay result = line.minimise ? replay_minimised(line, file, source, *target, name)
                                          : until_interrupted([&] { return target->replay(file.steps); });
      text += (text.empty() ? "" : "\n") + replay_block(result, {line.colour, line.verbose});
      if (result.minimised) text += fmt::format("Replay file {}\n", name);
      objects.push_back(to_json(result, name));
      page.add(result, name, *target, source.file);
      if (!line.dot_dir.empty()) draw(result, line.dot_dir, names);
      const bool bug = std::any_of(result.findings.begin(), result.findings.end(),
                                   [](const Finding& finding) { return !finding.remark; });
      if (bug) code = std::max(code, kBugFound);
      if (!result.possible() && !result.broken) {
        complain(fmt::format("{}: step {} does not fit the program {}{}{}", line.replay, result.steps_taken + 1,
                             source.file, result.instead.empty() ? "" : "; possible were: ", result.instead));
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
