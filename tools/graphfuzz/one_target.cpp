#include "one_target.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "graphfuzz/frontend/litmus.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "native_programs.hpp"

namespace graphfuzz::cli {

OneTarget one_target(CommandLine& line) {
  become_native_program(line, line.inputs);
  if (line.inputs.size() != 1) {
    throw UserError(fmt::format("{}: expected one FILE, found {}; try graphfuzz {} --help", line.command,
                                line.inputs.size(), line.command));
  }
  OneTarget one{load_source(line.inputs.front()), nullptr};
  try {
    std::vector<std::unique_ptr<const Target>> targets =
        until_interrupted([&] { return load_targets(one.source, line.load); });
    if (targets.size() != 1) {
      std::string names;
      for (const auto& target : targets) {
        const bool go = target->kind() == "go";
        names += fmt::format("{}{}", names.empty() ? "" : ", ", go ? target->name() : target->model());
      }
      throw UserError(
          fmt::format("{}: expected one test under one model, found {} (--model, --test)", one.source.file, names));
    }
    one.target = std::move(targets.front());
  } catch (const std::invalid_argument& e) {  // the program and the model do not go together, or an outcome is none
    const std::string_view what = e.what();
    throw UserError(what.starts_with(one.source.file) ? std::string(what)
                                                      : fmt::format("{}: {}", one.source.file, what));
  }
  return one;
}

constexpr const char* kReplays = ", which needs nothing else: graphfuzz --replay FILE";

void leave_out(CLI::App& app, const std::string& command, std::initializer_list<const char*> options) {
  for (const char* const option : options) {
    app.get_option(option)->group("")->each(
        [what = command + " does not go with " + option + (option == std::string_view("--replay") ? kReplays : "")](
            const std::string&) { throw UserError(what); });
  }
}

}  // namespace graphfuzz::cli
