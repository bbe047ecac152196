#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "file_names.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/report/go_replay_file.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/report/text.hpp"
#include "inputs.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "replay_place.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {

std::string program_file(const CommandLine& line, const std::string& named) {
  if (!line.inputs.empty()) return line.inputs.front();
  const fs::path beside = (fs::path(line.replay).parent_path() / named).lexically_normal();
  std::error_code error;
  for (const fs::path& place : {beside, fs::path(named)}) {
    if (fs::exists(place, error)) return place.string();
  }
  throw UserError(
      fmt::format("{}: the program {} is not there; name its file on the command line", line.replay, beside.string()));
}

namespace {

void check_models(const std::vector<std::string>& models, const std::string& replay_file) {
  for (const std::string& model : models) {
    try {
      make_model(model);
    } catch (const std::invalid_argument& e) {
      throw UserError(fmt::format("{}: model: {}", replay_file, e.what()));
    }
  }
}

}  // namespace

int replay(const CommandLine& line) {
  if (!line.json_file.empty()) check_writable(line.json_file);
  if (!line.dot_dir.empty()) {
    check_folder(line.dot_dir);
    make_folder(line.dot_dir);
  }
  const std::string contents = read_replay(line.replay);
  if (go::is_go_replay(contents)) return replay_go(line, contents);
  const ReplayFile file = parse_replay(contents, line.replay);
  const std::vector<std::string> models = line.models_given ? line.models : std::vector<std::string>{file.model};
  check_models(models, line.replay);
  const Input input = load_input(
      program_file(line, file.file),
      {line.unroll_given ? line.unroll : file.unroll, {}, line.retries_given ? line.drop_retries : file.drop_retries});
  if (!input.program) throw UserError(fmt::format("{}: {} is not a litmus test", line.replay, input.file));
  const Program& program = *input.program;
  if (input.hash != file.hash) {
    complain(fmt::format("warning: {} is not what it was when {} was written", input.file, line.replay));
  }

  int code = kNothingFound;
  std::string text;
  std::vector<std::string> objects;
  FileNames names;
  const std::size_t steps = file.prefix.steps.size();
  for (const std::string& model : models) {
    const Replay result = graphfuzz::replay(program, model, file.prefix);
    text += (text.empty() ? "" : "\n") + replay_block(result, steps, program, model, {line.colour, line.verbose});
    objects.push_back(to_json(result, std::string(program.name()), model, line.replay, steps));
    if (!line.dot_dir.empty()) draw(result, program, model, line.dot_dir, names);
    if (!result.bugs.empty()) code = std::max(code, kBugFound);
    if (!result.possible && !result.violation) {
      complain(fmt::format("{}: step {} does not fit the program {}", line.replay, result.steps_taken + 1, input.file));
      code = kUsageError;
    }
  }
  if (line.json_file != "-") print(text);
  if (!line.json_file.empty()) write_file(line.json_file, json_array(objects));
  return code;
}

}  // namespace graphfuzz::cli
