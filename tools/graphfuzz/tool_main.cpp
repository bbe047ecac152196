#include "tool_main.hpp"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "go_command.hpp"
#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/spelling.hpp"
#include "graphfuzz/store/error.hpp"
#include "interrupts.hpp"
#include "mutate_command.hpp"
#include "native_programs.hpp"
#include "output.hpp"
#include "plot_command.hpp"
#include "process.hpp"

namespace {

using namespace graphfuzz::cli;
using graphfuzz::did_you_mean;

/// Parses the arguments, and does what they say, or prints what they ask for.
template <class Parse, class Run>
int parse_and_run(int argc, char** argv, Parse parse, Run run) {
  std::string text;
  const auto line = parse(argc, argv, text);
  if (line) return run(*line);
  print(text);
  return kNothingFound;
}

struct Command {
  const char* name;
  int (*run)(int argc, char** argv);
};

constexpr Command kCommands[] = {
    {"mutate", [](int n, char** a) { return parse_and_run(n, a, parse_mutate_line, mutate); }},
    {"models", [](int n, char** a) { return parse_and_run(n, a, parse_models_line, models); }},
    {"compare", [](int n, char** a) { return parse_and_run(n, a, parse_compare_line, compare); }},
    {"resume", [](int n, char** a) { return parse_and_run(n, a, parse_resume_line, resume); }},
    {"split", [](int n, char** a) { return parse_and_run(n, a, parse_split_line, split); }},
    {"work", [](int n, char** a) { return parse_and_run(n, a, parse_work_line, work); }},
    {"merge", [](int n, char** a) { return parse_and_run(n, a, parse_merge_line, merge); }},
    {"minimize", [](int n, char** a) { return parse_and_run(n, a, parse_minimize_line, minimize); }},
    {"minimise", [](int n, char** a) { return parse_and_run(n, a, parse_minimize_line, minimize); }},
    {"witness", [](int n, char** a) { return parse_and_run(n, a, parse_witness_line, witness); }},
    {"graphs", [](int n, char** a) { return parse_and_run(n, a, parse_graphs_line, graphs); }},
    {"plot", [](int n, char** a) { return parse_and_run(n, a, parse_plot_line, plot); }},
    {"translate", translate},
    {"html", html},
    {"go", go_command},
    {"trace", [](int n, char** a) { return parse_and_run(n, a, parse_trace_line, trace); }},
};

int run(int argc, char** argv) {
  catch_interrupts();
  remember_words(argc, argv);
  const std::string_view word = argc > 1 ? argv[1] : "";
  std::vector<std::string> names;
  for (const Command& command : kCommands) {
    if (word == command.name) return command.run(argc - 1, argv + 1);
    names.emplace_back(command.name);
  }
  if (word == "--describe-commands") {  // for man pages and completions
    for (const std::string& name : names) print(name + "\n");
    return kNothingFound;
  }
  std::error_code error;
  const std::string meant = word.starts_with('-') ? "" : did_you_mean(word, names);
  if (!meant.empty() && !std::filesystem::exists(word, error)) {
    throw UserError(fmt::format("{}: there is no such file, and no such command{}", word, meant));
  }
  return parse_and_run(argc, argv, parse_command_line, [](CommandLine line) {
    if (line.replay.empty() || !line.inputs.empty()) become_native_program(line, line.inputs);
    return line.replay.empty() ? fuzz(line) : replay(line);
  });
}

}  // namespace

int graphfuzz::tool_main(int argc, char** argv) {
  prepare_process();
  try {
    const int code = run(argc, argv);
    check_printed();
    return code;
  } catch (const graphfuzz::Stopped&) {
    complain("interrupted");
    return kNothingDecided;
  } catch (const UserError& e) {
    complain(e.what());
    return kUsageError;
  } catch (const graphfuzz::ParseError& e) {
    complain(e.what());
    return kUsageError;
  } catch (const graphfuzz::WorkError& e) {
    complain(e.what());
    return kUsageError;
  } catch (const graphfuzz::store::Error& e) {
    complain(e.what());
    return kUsageError;
  } catch (const std::exception& e) {
    complain(fmt::format("internal error: {}", e.what()));
    return kInternalError;
  } catch (...) {
    complain("internal error");
    return kInternalError;
  }
}
