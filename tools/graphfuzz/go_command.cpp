#include "go_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "campaign_options.hpp"
#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/target/go_target.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "output.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {
namespace {

/// What `go test` knows by other names.
std::vector<std::string> translated(int argc, char** argv) {
  std::vector<std::string> words;
  for (int i = 0; i < argc; ++i) {
    std::string word = argv[i];
    for (const std::string_view known : {"-run", "-tags", "-race"}) {
      if (word == known || word.starts_with(std::string(known) + "=")) word.insert(0, "-");
    }
    words.push_back(word);
  }
  return words;
}

struct GoLine : CommandLine {
  std::string run;
  real_go::BuildOptions build;
};

constexpr const char* kExamples = R"(
Examples:
  graphfuzz go test ./...                       each test of a module by itself
  graphfuzz go test ./pool -run Close -n 1000   some tests of one package
  graphfuzz go test -race ./...                 data races, too
  graphfuzz go test --strategy gopie+ ./pool    as GoPie+ would search
  graphfuzz go run ./cmd/server -- -port 0      a program with arguments
  graphfuzz --replay FILE                       an execution again, as the report names it
What is under control, and what is not: doc/real-go.md.)";

std::optional<GoLine> parse_line(int argc, char** argv, bool tests, std::string& text) {
  GoLine line;
  Raw raw;
  CLI::App app(
      "Builds Go packages with Go's own toolchain so that every step of their goroutines, and time, is in\n"
      "graphfuzz's hand, and searches their executions for deadlocks, leaks, panics and failed tests.",
      tests ? "graphfuzz go test" : "graphfuzz go run");
  prepare(app);
  app.footer(kExamples);
  if (tests) app.add_option("--run", line.run, "Only the tests whose names match")->type_name("REGEX");
  app.add_flag("--race", line.build.races, "Look for data races, too");
  app.add_option("--tags", line.build.tags, "Build tags, separated by commas")->type_name("LIST");
  define_campaign(app, line, raw);
  std::vector<std::string> words = translated(argc, argv);
  if (const auto end = std::find(words.begin(), words.end(), "--"); end != words.end()) {
    line.arguments.assign(end + 1, words.end());  // the program's
    words.erase(end, words.end());
  }
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  if (!parse_with_arguments(app, static_cast<int>(pointers.size()), pointers.data(), text, line)) return std::nullopt;
  if (line.inputs.empty()) line.inputs = {"."};
  // Nothing is written into the user's module.
  if (app.count("--replay-dir") == 0) line.replay_dir = (native::default_cache() / "go" / "replays").string();
  translate_campaign(app, raw, line);
  return line;
}

std::unique_ptr<const Target> target_of(const real_go::Executable& executable, const real_go::Entry& entry,
                                        const real_go::BuildOptions& build, const LoadOptions& load) {
  go::GoTargetOptions options{load.machine, load.directed, entry.test};
  if (build.races) options.built["race"] = "yes";
  if (!build.tags.empty()) options.built["tags"] = build.tags;
  options.built["go"] = executable.is_test ? "test" : "run";
  if (!entry.arguments.empty()) options.built["arguments"] = native::join_words(entry.arguments);
  return std::make_unique<go::GoTarget>(real_go::program_of(executable, entry), options);
}

std::vector<PlannedCampaign> planned(const GoLine& line, bool tests) {
  std::vector<PlannedCampaign> campaigns;
  const auto plan = [&](const real_go::Executable& executable, const std::string& test) {
    PlannedCampaign campaign{
        executable.folder, 0, target_of(executable, {test, line.arguments}, line.build, line.load), line.campaign, {}};
    campaign.run = [](const Target& of, const CampaignOptions& how) { return run_campaign(of, how); };
    campaigns.push_back(std::move(campaign));
  };
  if (!tests) {
    if (line.inputs.size() > 1) throw UserError("graphfuzz go run: expected one package; its arguments come after --");
    plan(real_go::build_main(line.inputs.front(), line.build), "");
    return campaigns;
  }
  for (const real_go::Executable& executable : real_go::build_tests(line.inputs, line.build)) {
    for (const std::string& test : real_go::tests_of(executable, line.run)) plan(executable, test);
  }
  if (campaigns.empty()) throw UserError("graphfuzz go test: no test has a name that matches " + line.run);
  return campaigns;
}

}  // namespace

int go_command(int argc, char** argv) {
  const std::string_view what = argc < 2 ? "" : argv[1];
  if (what != "test" && what != "run")
    throw UserError("graphfuzz go: expected test or run; try graphfuzz go test --help");
  std::string text;
  const std::optional<GoLine> line = parse_line(argc - 1, argv + 1, what == "test", text);
  if (!line) {
    print(text);
    return kNothingFound;
  }
  check_outputs(*line);
  try {
    std::vector<PlannedCampaign> campaigns = until_interrupted([&] { return planned(*line, what == "test"); });
    const bool single = campaigns.size() == 1;
    return run_campaigns(*line, std::move(campaigns), single);
  } catch (const real_go::BuildError& e) {
    throw UserError(e.what());
  }
}

bool is_of_real_go(const ReplayFile& file) { return file.kind == "go" && file.settings.contains("go"); }

std::unique_ptr<const Target> real_go_target(const ReplayFile& file, const std::string& folder,
                                             const LoadOptions& options) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::error_code error;
  std::filesystem::current_path(folder, error);
  if (error) throw UserError(fmt::format("{}: {}", folder, error.message()));
  // Whatever happens, we go back.
  const std::unique_ptr<const std::filesystem::path, void (*)(const std::filesystem::path*)> back(
      &before, [](const std::filesystem::path* path) {
        std::error_code ignored;
        std::filesystem::current_path(*path, ignored);
      });
  try {
    real_go::Entry entry;
    if (const auto words = options.built.find("arguments"); words != options.built.end()) {
      entry.arguments = native::split_words(words->second);
    }
    real_go::BuildOptions build;
    build.races = options.built.contains("race");
    if (const auto tags = options.built.find("tags"); tags != options.built.end()) build.tags = tags->second;
    real_go::Executable executable;
    if (file.settings.at("go") == "test") {
      executable = real_go::build_tests({"."}, build).front();
      entry.test = options.function;
    } else {
      executable = real_go::build_main(".", build);
    }
    return target_of(executable, entry, build, options);
  } catch (const real_go::BuildError& e) {
    throw UserError(e.what());
  }
}

}  // namespace graphfuzz::cli
