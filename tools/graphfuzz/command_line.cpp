// graphfuzz itself.
#include "command_line.hpp"

#include <algorithm>
#include <string_view>

#include "campaign_options.hpp"
#include "native_programs.hpp"
#include "options.hpp"
#include "version_report.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kFooter =
    R"(Commands (each has a --help of its own; a file of that name is ./models, …):
  graphfuzz models             the memory models; why one of them forbids an outcome
  graphfuzz compare            where memory models differ; the smallest program that tells two apart
  graphfuzz resume             go on with a campaign that was stopped, or killed
  graphfuzz split, work, merge the work of one campaign done by many machines
  graphfuzz minimize           a smaller program, and an easier execution, with the same bug
  graphfuzz witness            an execution that ends in a state that you ask for
  graphfuzz graphs             all execution graphs, for other tools
  graphfuzz plot               results as figures for papers: discovery curves, executions to the first bug
  graphfuzz translate          a litmus test as a program of C
  graphfuzz html               the pages of several runs (--html) as one, which compares them
  graphfuzz go test ./...      the tests of Go packages, as Go's toolchain builds them
  graphfuzz trace              recorded executions of Go programs: what happened, and what could have
  graphfuzz mutate             what GFuzz, GoPie or ADVOCATE should run next

Examples:
  graphfuzz litmus/SB.litmus                        at most 10000 executions under rc11
  graphfuzz -t 60s -j 4 --model sc,rc11 litmus/     a folder, two models, a minute each
  graphfuzz --exhaustive litmus/MP.litmus           all executions: "never" is then proven
  graphfuzz --model mine.cat litmus/MP.litmus       a memory model of your own
  graphfuzz --seed 7 --dot pictures litmus/MP.litmus
  graphfuzz --strategy gopie+ litmus/go/spec-kubernetes.go
  graphfuzz queue.cpp stack.c -- 3                  a program, with 3 as its argument
  graphfuzz --replay graphfuzz-replays/MP-rc11-race-1f3a90c2.json

Counts may be written 10k, 2M, 1e6 or 1_000. A bug's replay file has the same name in every run.

The default strategy builds no graph twice: when none is left it stops, and "never" is
proven. All models but coherence forbid cycles in po | rf (load buffering).

Exit codes: 0 nothing found; 1 a bug or a violated condition was found (a ~exists that
was seen, a forall with a counterexample, a failed assertion, a data race, a deadlock);
2 wrong usage, or a file that cannot be read or written (standard output, too: whatever
goes to files is written nevertheless); 3 an internal error; 4 nothing was decided (of
some test no execution came to its end, or it was interrupted, and nothing was found or
proven). doc/results.md explains them, the verdicts (No, No?, …) and the table's columns.
With --expect: 0 all came true; 1 something did not; 4 something could not be decided,
or no file says anything.

Inputs are regular files (pipes as well, if somebody writes to them) of at most 16 MiB;
memory models 4 MiB, traces 256 MiB, configuration files 64 KiB.
)";

}  // namespace

std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, std::string& text) {
  CommandLine line;
  Raw raw;
  CLI::App app(
      "Fuzzes the execution graphs of litmus tests under weak memory models, of Go programs, and of\n"
      "C and C++ programs.\n"
      "Other commands, which are listed below: models, compare, resume, split, work, merge, minimize, witness,\n"
      "graphs, plot, translate, html, go, trace, mutate.",
      "graphfuzz");
  app.footer(kFooter);
  const auto version = [&app] {
    return app.count("--verbose") > 0 ? version_report() : "graphfuzz " GRAPHFUZZ_VERSION;
  };
  app.set_version_flag("--version", version, "Print the version and exit; with --verbose what a bug report needs")
      ->group("General");
  app.allow_config_extras(CLI::config_extras_mode::error);
  prepare(app);
  define_campaign(app, line, raw);
  if (!parse_with_arguments(app, argc, argv, text, line)) return std::nullopt;
  translate_campaign(app, raw, line);
  return line;
}

}  // namespace graphfuzz::cli
