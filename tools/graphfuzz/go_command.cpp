#include "go_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <utility>

#include "commands.hpp"
#include "go_campaign.hpp"
#include "go_line.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "long_runs.hpp"
#include "output.hpp"
#include "planned_campaigns.hpp"
#include "unit_folder.hpp"

namespace graphfuzz::cli {
namespace {

/// Files and certificates are of today: so is the clock, unless the user says otherwise.
std::uint64_t start_time(const GoLine& line) {
  return line.start_time != 0 ? line.start_time : static_cast<std::uint64_t>(std::time(nullptr));
}

/// What the command line is about: tests, or one program. Packages whose tests cannot be built, or listed, are told,
/// left out and added to `bad`. Throws UserError, real_go::BuildError and Stopped.
std::vector<RealGo> programs_of(const GoLine& line, bool tests, std::vector<BadInput>& bad) {
  std::vector<RealGo> programs;
  const auto add = [&](const real_go::Executable& executable, const std::string& test) {
    programs.push_back({executable, {test, line.arguments, {}, line.hang_after, start_time(line)}, line.free});
  };
  if (!tests) {
    if (line.inputs.size() > 1 && !std::ranges::all_of(line.inputs, real_go::is_go_file)) {
      throw UserError("graphfuzz go run: expected one package, or its files; its arguments come after --");
    }
    add(line.built ? *line.built : real_go::build_main(line.inputs, line.build), "");
    return programs;
  }
  const auto failed = [&](const std::string& package, const real_go::BuildError& e) {
    bad.push_back({package, e.what()});
    complain(e.what());
  };
  for (const real_go::Executable& executable : real_go::build_tests(line.inputs, line.build, failed)) {
    try {
      for (const std::string& test : real_go::tests_of(executable, line.run, line.skip)) add(executable, test);
    } catch (const real_go::BuildError& e) {
      failed(executable.package, e);
    }
  }
  if (programs.empty() && bad.empty()) {
    throw UserError("no tests to run: " +
                    (line.run.empty() ? "the package lists none" : "no test has a name that matches " + line.run));
  }
  return programs;
}

/// Was that said of every execution?
bool says_always(const CampaignResult& result, const std::string& message) {
  const auto remark = std::ranges::find(result.remarks, message, &Bug::message);
  return remark != result.remarks.end() && remark->count >= result.executions;
}

int split_go(const GoLine& line, const std::vector<RealGo>& programs, std::vector<BadInput> bad) {
  std::vector<Whole> campaigns;
  until_interrupted([&] {
    for (const RealGo& program : programs) {
      const real_go::Executable& executable = program.executable;
      campaigns.push_back({source_of(executable), planned(program, line).target, whereabouts(executable)});
    }
  });
  return split_work(line, campaigns, std::move(bad), {line.split, line.parts, line.shards});
}

int build(int argc, char** argv) {
  std::string text;
  const std::optional<BuildLine> line = parse_build_line(argc, argv, text);
  if (!line) {
    print(text);
    return kNothingFound;
  }
  namespace fs = std::filesystem;
  const real_go::Executable built = until_interrupted([&] { return real_go::build_main(line->packages, line->build); });
  if (!built.unseen.empty()) complain("note: " + built.unseen);
  const fs::path first = line->packages.front();
  const fs::path name = real_go::is_go_file(first.string()) ? first.stem() : fs::path(built.package).filename();
  fs::path file = line->file.empty() ? name : fs::path(line->file);
  std::error_code error;
  if (fs::is_directory(file, error)) file /= name;
  real_go::write_program(built, file);
  return kNothingFound;
}

int explore(int argc, char** argv, bool tests) {
  std::string text;
  const std::optional<GoLine> line = parse_go_line(argc, argv, tests, text);
  if (!line) {
    print(text);
    return kNothingFound;
  }
  check_outputs(*line);
  std::vector<BadInput> bad;
  const std::vector<RealGo> programs = until_interrupted([&] { return programs_of(*line, tests, bad); });
  if (programs.empty()) return kUsageError;
  if (!line->split.empty()) return split_go(*line, programs, std::move(bad));
  std::vector<PlannedCampaign> campaigns;
  std::size_t none_began = 0, in_vain = 0;  // in none of their executions; … or without the sub-tests that are to run
  until_interrupted([&] {
    for (const RealGo& program : programs) {
      campaigns.push_back(planned_with_rest(program, *line));
      auto& run = campaigns.back().run;
      run = [run, &none_began, &in_vain, &test = program.entry.test](const Target& target,
                                                                     const CampaignOptions& options) {
        CampaignResult result = run(target, options);
        const bool has_not_begun = says_always(result, real_go::kNoTestBegan);
        if (has_not_begun) ++none_began;
        if (has_not_begun || says_always(result, real_go::nothing_ran(test))) ++in_vain;
        return result;
      };
    }
  });
  const bool single = campaigns.size() == 1 && bad.empty();
  const int code = run_campaigns(*line, std::move(campaigns), single, bad);
  if (in_vain < programs.size() || (code != kNothingFound && code != kNothingDecided)) return code;
  if (none_began == programs.size()) throw UserError(real_go::kNoTestBegan);
  throw UserError(fmt::format("no tests to run: no sub-test has a name that matches {}", line->run));
}

constexpr const char* kHelp =
    R"(Finds deadlocks, leaks, panics, failed tests and data races of real Go packages: built by Go's own
toolchain, every step of their goroutines, and time, in graphfuzz's hand.

Usage: graphfuzz go test [OPTIONS] [PACKAGE...] [-- ARGUMENTS]    each test by itself
       graphfuzz go run [OPTIONS] [PACKAGE] [-- ARGUMENTS]        a program
       graphfuzz go build [OPTIONS] [PACKAGE]                     builds one, for graphfuzz go run FILE

Each of them has its options in its own --help. Those that most people need:
  -run REGEX        only the tests whose names match
  -race             data races, too
  -n N, -t TIME     at most so many executions, or so long, for each test
  --exhaustive      all executions
  --free            real time, on all processors: for servers and large packages
Exit codes: 0 nothing found; 1 a bug was found; 2 wrong usage, or a package that cannot be built; the others are those
of graphfuzz --help.
)";

}  // namespace

int go_command(int argc, char** argv) {
  const std::string_view what = argc < 2 ? "" : argv[1];
  if (what == "--describe-commands") {  // as graphfuzz itself does
    print("test\nrun\nbuild\n");
    return kNothingFound;
  }
  if (what == "--help" || what == "-h" || what == "help") {
    print(std::string(kHelp) + kGoExamples + '\n');
    return kNothingFound;
  }
  if (what != "test" && what != "run" && what != "build")
    throw UserError("graphfuzz go: expected test, run or build; try graphfuzz go --help");
  try {
    return what == "build" ? build(argc - 1, argv + 1) : explore(argc - 1, argv + 1, what == "test");
  } catch (const real_go::BuildError& e) {
    throw UserError(e.what());
  }
}

}  // namespace graphfuzz::cli
