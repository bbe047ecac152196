// graphfuzz, the command line. Everything that can go wrong ends here as one line on standard error and an exit code.
#include <fmt/format.h>

#include <exception>

#include "commands.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "interrupts.hpp"
#include "output.hpp"

int main(int argc, char** argv) {
  using namespace graphfuzz::cli;
  try {
    catch_interrupts();
    std::string text;
    const std::optional<CommandLine> line = parse_command_line(argc, argv, text);
    if (!line) {
      print(text);
      return kNothingFound;
    }
    return line->replay.empty() ? fuzz(*line) : replay(*line);
  } catch (const UserError& e) {
    complain(e.what());
    return kUsageError;
  } catch (const graphfuzz::ParseError& e) {
    complain(e.what());
    return kUsageError;
  } catch (const graphfuzz::ReplayFileError& e) {
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
