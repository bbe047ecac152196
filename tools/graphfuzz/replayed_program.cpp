#include "replayed_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "go_programs.hpp"
#include "graphfuzz/frontend/native/facts.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "native_programs.hpp"
#include "output.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

/// Where the program was when the replay file was written, from the file's place.
std::string program_beside(const CommandLine& line, const std::string& named) {
  return (fs::path(line.replay).parent_path() / named).lexically_normal().string();
}

/// A replay file in the cache folder counts as used now.
void keep_on(const fs::path& replay) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(replay, error).parent_path();
  if (error || folder != fs::weakly_canonical(real_go::default_replays(), error)) return;
  fs::last_write_time(replay, fs::file_time_type::clock::now(), error);
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

/// What the user says in place of the arguments that the file has. Flags of the test runner, which graphfuzz has put
/// before them (-short, -parallel), stay.
std::vector<std::string> arguments_for(const CommandLine& line, const LoadOptions& recorded) {
  std::vector<std::string> arguments;
  const auto go = recorded.built.find("go");
  const auto known = recorded.built.find("arguments");
  if (go != recorded.built.end() && go->second == "test" && known != recorded.built.end()) {
    arguments = native::split_words(known->second);
    arguments.erase(
        std::ranges::find_if(arguments, [](const std::string& word) { return !word.starts_with("-test."); }),
        arguments.end());
  }
  arguments.insert(arguments.end(), line.arguments.begin(), line.arguments.end());
  return arguments;
}

/// As the file says, but for what the user has said.
LoadOptions options_for(const CommandLine& line, const ReplayFile& file) {
  LoadOptions options = options_of(file.settings, line.load);
  const auto given = [&](const char* option) { return line.given.contains(option); };
  if (!line.arguments.empty()) options.built["arguments"] = native::join_words(arguments_for(line, options));
  if (given("--plain")) options.plain = line.load.plain;
  if (given("--volatile")) options.volatiles = line.load.volatiles;
  if (given("--model")) options.models = line.load.models;
  if (given("--hang-after")) options.built["hang-after"] = line.load.built.at("hang-after");
  if (given("--unroll")) options.unroll = line.load.unroll;
  if (given("--retries")) {
    options.drop_retries = line.load.drop_retries;
    options.retries = line.load.retries;
  }
  if (given("--fork")) options.fork = true;
  if (given("--liveness")) options.liveness = true;
  if (given("--test")) options.function = line.load.function;
  if (given("--max-steps")) options.machine.max_steps = line.load.machine.max_steps;
  if (given("--ignore-leaks")) options.machine.ignored_leaks = line.load.machine.ignored_leaks;
  if (given("--left-running")) options.machine.all_leaks = true;
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

/// Replay files may have been written from elsewhere: "/a/f.go:7" as "f.go:7".
std::string without_folders(std::string text, const std::string& file) {
  const std::string place = fs::path(file).filename().string() + ':';
  for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + place.size())) {
    const std::size_t before = at == 0 ? std::string::npos : text.find_last_of(" \t('\"", at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    text.erase(begin, at - begin);
    at = begin;
  }
  return text;
}

}  // namespace

std::vector<std::unique_ptr<const Target>> ReplayedProgram::load(const CommandLine& line) {
  return until_interrupted([&] {
    if (!real_go) return targets_for(line, source, options);
    std::vector<std::unique_ptr<const Target>> one;
    one.push_back(real_go_target_of(source.file, options, file.hash));
    return one;
  });
}

ReplayedProgram replayed_program(const CommandLine& line) {
  ReplayedProgram program;
  program.file = until_interrupted([&] { return load_replay(line.replay); });
  const ReplayFile& file = program.file;
  if (file.kind == "native" && line.inputs.empty()) become_again(line, file);
  program.real_go = is_of_real_go(file);
  if (program.real_go) keep_on(line.replay);
  program.source =
      program.real_go ? ProgramSource{program_beside(line, file.file), {}} : load_source(program_file(line, file.file));
  if (!program.real_go && kind_of(program.source) != file.kind) {
    throw UserError(
        fmt::format("{}: expected a program of kind {}, found {}", line.replay, file.kind, program.source.file));
  }
  try {
    program.options = options_for(line, file);
  } catch (const std::invalid_argument& e) {  // a setting
    throw UserError(fmt::format("{}: {}", line.replay, e.what()));
  }
  if (!program.real_go && program_hash(program.source.text) != file.hash) {
    program.options.facts.clear();  // all may be at other addresses
    complain(fmt::format("warning: {} is not what it was when {} was written", program.source.file, line.replay));
  }
  return program;
}

const Finding* told_finding(const Replay& replay, const ReplayFile& file) {
  const auto words = [&](const Finding& finding) {
    return without_folders(finding.kind + ": " + finding.message, file.file);
  };
  auto found = std::ranges::find(replay.findings, without_folders(file.shows, file.file), words);
  if (found == replay.findings.end()) found = std::ranges::find(replay.findings, false, &Finding::remark);
  return found == replay.findings.end() ? nullptr : &*found;
}

}  // namespace graphfuzz::cli
