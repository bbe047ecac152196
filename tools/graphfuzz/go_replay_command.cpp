// `graphfuzz --replay FILE` for Go programs.
#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "file_names.hpp"
#include "graphfuzz/campaign/go_replay.hpp"
#include "graphfuzz/report/go_replay_file.hpp"
#include "graphfuzz/report/go_text.hpp"
#include "graphfuzz/report/json.hpp"
#include "inputs.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "replay_place.hpp"

namespace graphfuzz::cli {

int replay_go(const CommandLine& line, const std::string& text) {
  const go::GoReplayFile file = go::parse_go_replay(text, line.replay);
  const std::string function = line.go_test.empty() ? file.function : line.go_test;
  const Input input = load_input(program_file(line, file.file), {}, function);
  if (!input.go) throw UserError(fmt::format("{}: {} is not a Go program", line.replay, input.file));
  if (input.hash != file.hash) {
    complain(fmt::format("warning: {} is not what it was when {} was written", input.file, line.replay));
  }
  go::GoReplay result;
  try {
    result = go::replay(*input.go, file.steps, file.timing);
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("{}: {}", line.replay, e.what()));
  }
  if (line.json_file != "-") print(go::replay_block(result, file.steps.size(), file.test, {line.colour, line.verbose}));
  if (!line.json_file.empty()) {
    const std::string object = go::to_json(result, file.test, line.replay, file.steps.size());
    write_file(line.json_file, json_array({&object, 1}));
  }
  if (!line.dot_dir.empty()) {
    FileNames names;
    draw(result, file.test, line.dot_dir, names);
  }
  if (!result.possible) {
    complain(fmt::format("{}: step {} does not fit the program {}; possible were: {}", line.replay,
                         result.steps_taken + 1, input.file, result.possible_steps));
    return kUsageError;
  }
  return result.bugs.empty() ? kNothingFound : kBugFound;
}

}  // namespace graphfuzz::cli
