// graphfuzz, the command line. Everything that can go wrong ends here as one line on standard error and an exit code.
#include <fmt/format.h>

#include <exception>
#include <string_view>

#include "commands.hpp"
#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/store/error.hpp"
#include "interrupts.hpp"
#include "mutate_command.hpp"
#include "output.hpp"
#include "process.hpp"

namespace {

using namespace graphfuzz::cli;

/// Parses the arguments, and does what they say, or prints what they ask for.
template <class Parse, class Run>
int parse_and_run(int argc, char** argv, Parse parse, Run run) {
  std::string text;
  const auto line = parse(argc, argv, text);
  if (line) return run(*line);
  print(text);
  return kNothingFound;
}

int run(int argc, char** argv) {
  catch_interrupts();
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "mutate") return parse_and_run(argc - 1, argv + 1, parse_mutate_line, mutate);
  if (command == "models") return parse_and_run(argc - 1, argv + 1, parse_models_line, models);
  if (command == "compare") return parse_and_run(argc - 1, argv + 1, parse_compare_line, compare);
  if (command == "resume") return parse_and_run(argc - 1, argv + 1, parse_resume_line, resume);
  if (command == "split") return parse_and_run(argc - 1, argv + 1, parse_split_line, split);
  if (command == "work") return parse_and_run(argc - 1, argv + 1, parse_work_line, work);
  if (command == "merge") return parse_and_run(argc - 1, argv + 1, parse_merge_line, merge);
  if (command == "trace") return parse_and_run(argc - 1, argv + 1, parse_trace_line, trace);
  return parse_and_run(argc, argv, parse_command_line,
                       [](const CommandLine& line) { return line.replay.empty() ? fuzz(line) : replay(line); });
}

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  try {
    const int code = run(argc, argv);
    check_printed();
    return code;
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
