#include "go_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string_view>

#include "campaign_options.hpp"
#include "durations.hpp"
#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/frontend/real_go_free.hpp"
#include "graphfuzz/target/free_go_target.hpp"
#include "graphfuzz/target/go_target.hpp"
#include "graphfuzz/target/racing_places.hpp"
#include "interrupts.hpp"
#include "options.hpp"
#include "output.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {
namespace {

/// What `go test` knows by other names.
std::vector<std::string> translated(int argc, char** argv, bool tests) {
  std::vector<std::string> words;
  bool of_program = false;
  for (int i = 0; i < argc; ++i) {
    std::string word = argv[i];
    if (of_program) {
      words.push_back(word);
      continue;
    }
    if (tests && word == "-args") word = "--";
    of_program = word == "--";
    for (const std::string_view known : {"-run", "-tags", "-race", "-short"}) {
      if (word == known || word.starts_with(std::string(known) + "=")) word.insert(0, "-");
    }
    words.push_back(word);
  }
  return words;
}

std::vector<const char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  return pointers;
}

struct GoLine : CommandLine {
  std::string run;
  real_go::BuildOptions build;
  real_go::FreeOptions free;
  std::string traces;
  std::optional<real_go::Executable> built;  ///< the program, if it is one that was built before
};

/// Options of programs that run freely, as the user writes them.
struct RawFree {
  std::string patience = "500ms";
  std::string run_time = "30s";
};

constexpr const char* kExamples = R"(
Examples:
  graphfuzz go test ./...                       each test of a module by itself
  graphfuzz go test ./pool -run Close -n 1000   some tests of one package
  graphfuzz go test -race ./...                 data races, too
  graphfuzz go test --strategy gopie+ ./pool    as GoPie+ would search
  graphfuzz go run ./cmd/server -- -port 0      a program with arguments
  graphfuzz go test --free --traces DIR ./pool  in real time, recorded and directed as by ADVOCATE
  graphfuzz go build -o server ./cmd/server     builds a program, for graphfuzz go run ./server
  graphfuzz --replay FILE                       an execution again, as the report names it
What is under control, and what is not: doc/real-go.md.)";

void define_build(CLI::App& app, real_go::BuildOptions& build) {
  app.add_flag("--race", build.races, "Look for data races, too");
  app.add_option("--tags", build.tags, "Build tags, separated by commas")->type_name("LIST");
  app.add_flag("--free", build.free,
               "Real time, on all processors, instead of under control: for servers and large packages.\n"
               "What happens is recorded; --strategy is random, gfuzz, gfuzz-hb, gopie, gopie+, gopie-hb\n"
               "or flow [gopie+]");
}

void define_free(CLI::App& app, GoLine& line, RawFree& raw) {
  app.add_option("--patience", raw.patience,
                 "--free: how long a preferred case, or the turn of an operation, is waited for, and how\n"
                 "long an operation is delayed")
      ->capture_default_str()
      ->check(duration())
      ->type_name("TIME");
  app.add_option("--run-time", raw.run_time, "--free: after which an execution is ended")
      ->capture_default_str()
      ->check(duration())
      ->type_name("TIME");
  app.add_option("--traces", line.traces,
                 "--free: the trace of each new graph is written there, for graphfuzz trace and ADVOCATE")
      ->type_name("DIR");
}

/// --plain is of programs in C and C++ as well, and means that races are looked for. Throws UserError.
void translate_plain(GoLine& line) {
  const std::string& plain = line.load.plain;
  if (line.built && line.build.races && !line.built->races) {
    throw UserError(fmt::format("{}: --race: expected a program that was built with it", line.built->file));
  }
  if (plain == "watch") return;
  if (plain != "sc" && plain != "sc-all") {
    throw UserError(fmt::format("--plain: expected watch, sc or sc-all for a Go program, found {}", plain));
  }
  if (line.build.free) throw UserError("--plain: a program that runs freely cannot be stopped at plain accesses");
  if (line.built && !line.built->races) {
    throw UserError(fmt::format("{}: --plain: expected a program that was built with --race", line.built->file));
  }
  line.build.races = true;
}

/// Throws UserError for what does not go together.
void translate_free(const CLI::App& app, const RawFree& raw, GoLine& line) {
  const auto milliseconds = [](const std::string& text) {
    constexpr double kMost = 1e9;
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(parse_duration(text).value() * 1e3, kMost)));
  };
  if (line.build.free) {
    line.free.patience = milliseconds(raw.patience);
    line.free.limit = milliseconds(raw.run_time);
    return;
  }
  for (const char* const option : {"--patience", "--run-time", "--traces"}) {
    if (app.count(option) > 0) throw UserError(fmt::format("{}: is for --free", option));
  }
}

std::optional<GoLine> parse_line(int argc, char** argv, bool tests, std::string& text) {
  GoLine line;
  Raw raw;
  RawFree raw_free;
  CLI::App app(
      "Builds Go packages with Go's own toolchain so that every step of their goroutines, and time, is in\n"
      "graphfuzz's hand, and searches their executions for deadlocks, leaks, panics and failed tests.",
      tests ? "graphfuzz go test" : "graphfuzz go run");
  prepare(app);
  app.footer(kExamples);
  bool is_short = false;
  if (tests) {
    app.add_option("--run", line.run, "Only the tests whose names match")->type_name("REGEX");
    app.add_flag("--short", is_short, "testing.Short() is true. What comes after -- or -args is for the tests");
  }
  define_build(app, line.build);
  define_free(app, line, raw_free);
  define_campaign(app, line, raw);
  std::vector<std::string> words = translated(argc, argv, tests);
  if (const auto end = std::find(words.begin(), words.end(), "--"); end != words.end()) {
    line.arguments.assign(end + 1, words.end());  // the program's
    words.erase(end, words.end());
  }
  const std::vector<const char*> pointers = pointers_to(words);
  if (!parse_with_arguments(app, static_cast<int>(pointers.size()), pointers.data(), text, line)) return std::nullopt;
  if (is_short) line.arguments.insert(line.arguments.begin(), "-test.short");
  if (line.inputs.empty()) line.inputs = {"."};
  if (!tests && line.inputs.size() == 1) {
    line.built = real_go::built_before(line.inputs.front());
    if (line.built) line.build.free = line.built->free;
  }
  if (!line.checkpoint.empty()) throw UserError("--checkpoint: real Go programs cannot be gone on with");
  // Nothing is written into the user's module.
  if (app.count("--replay-dir") == 0) line.replay_dir = (native::default_cache() / "go" / "replays").string();
  if (line.build.free && app.count("--strategy") == 0 && app.count("--exhaustive") == 0) raw.strategy = "gopie+";
  translate_campaign(app, raw, line);
  translate_free(app, raw_free, line);
  translate_plain(line);
  if (line.built) line.build.races = line.built->races;
  return line;
}

std::unique_ptr<const Target> target_of(const real_go::Executable& executable, const real_go::Entry& entry,
                                        const real_go::BuildOptions& build, const LoadOptions& load,
                                        const real_go::FreeOptions& free, const std::string& traces) {
  Settings built;
  if (build.races) built["race"] = "yes";
  if (!build.tags.empty()) built["tags"] = build.tags;
  built["go"] = executable.is_test ? "test" : "run";
  if (!executable.is_test) built["package"] = executable.pattern;
  if (!entry.arguments.empty()) built["arguments"] = native::join_words(entry.arguments);
  if (!entry.points.empty()) built["points"] = native::join_words(entry.points);
  if (executable.free) {
    go::FreeGoTargetOptions options{free, load.directed, load.machine.ignored_leaks, traces, built};
    return std::make_unique<go::FreeGoTarget>(executable, entry, std::move(options));
  }
  go::GoTargetOptions options{load.machine, load.directed, entry.test};
  options.built = std::move(built);
  return std::make_unique<go::GoTarget>(real_go::program_of(executable, entry), options);
}

/// Where goroutines are to stop before plain accesses, too. Throws Stopped.
std::vector<std::string> points_of(const real_go::Executable& executable, const real_go::Entry& entry,
                                   const GoLine& line) {
  if (line.load.plain == "sc-all") return {real_go::kEverywhere};
  if (line.load.plain != "sc") return {};
  const auto program_with = [&](const std::vector<std::string>& points) {
    real_go::Entry with = entry;
    with.points = points;
    return real_go::program_of(executable, with);
  };
  return go::racing_places(program_with, line.load.machine, line.campaign.seed);
}

std::vector<PlannedCampaign> planned(const GoLine& line, bool tests) {
  std::vector<PlannedCampaign> campaigns;
  const auto plan = [&](const real_go::Executable& executable, const std::string& test) {
    real_go::Entry entry{test, line.arguments};
    if (!executable.free) entry.points = points_of(executable, entry, line);
    auto target = target_of(executable, entry, line.build, line.load, line.free, line.traces);
    PlannedCampaign campaign{executable.folder, 0, std::move(target), line.campaign, {}};
    campaign.run = [](const Target& of, const CampaignOptions& how) { return run_campaign(of, how); };
    campaigns.push_back(std::move(campaign));
  };
  if (!tests) {
    if (line.inputs.size() > 1) throw UserError("graphfuzz go run: expected one package; its arguments come after --");
    plan(line.built ? *line.built : real_go::build_main(line.inputs.front(), line.build), "");
    return campaigns;
  }
  for (const real_go::Executable& executable : real_go::build_tests(line.inputs, line.build)) {
    for (const std::string& test : real_go::tests_of(executable, line.run)) plan(executable, test);
  }
  if (campaigns.empty()) throw UserError("graphfuzz go test: no test has a name that matches " + line.run);
  return campaigns;
}

struct BuildLine {
  std::string package = ".";
  std::string file;
  real_go::BuildOptions build;
};

std::optional<BuildLine> parse_build_line(int argc, char** argv, std::string& text) {
  BuildLine line;
  CLI::App app("Builds a program for graphfuzz go run FILE.", "graphfuzz go build");
  prepare(app);
  app.add_option("PACKAGE", line.package, "The package main")->capture_default_str();
  app.add_option("-o", line.file, "The file to write [named like the package]")->type_name("FILE");
  define_build(app, line.build);
  const std::vector<std::string> words = translated(argc, argv, false);
  const std::vector<const char*> pointers = pointers_to(words);
  if (!parse(app, static_cast<int>(pointers.size()), pointers.data(), text)) return std::nullopt;
  return line;
}

int build(int argc, char** argv) {
  std::string text;
  const std::optional<BuildLine> line = parse_build_line(argc, argv, text);
  if (!line) {
    print(text);
    return kNothingFound;
  }
  namespace fs = std::filesystem;
  const real_go::Executable built = until_interrupted([&] { return real_go::build_main(line->package, line->build); });
  fs::path file = line->file.empty() ? fs::path(built.package).filename() : fs::path(line->file);
  std::error_code error;
  if (fs::is_directory(file, error)) file /= fs::path(built.package).filename();
  // Written beside and renamed: it may be running.
  const fs::path beside = file.string() + ".new";
  fs::copy_file(built.file, beside, fs::copy_options::overwrite_existing, error);
  if (!error) fs::rename(beside, file, error);
  if (error) throw UserError(fmt::format("{}: cannot be written: {}", file.string(), error.message()));
  return kNothingFound;
}

int explore(int argc, char** argv, bool tests) {
  std::string text;
  const std::optional<GoLine> line = parse_line(argc, argv, tests, text);
  if (!line) {
    print(text);
    return kNothingFound;
  }
  check_outputs(*line);
  std::vector<PlannedCampaign> campaigns = until_interrupted([&] { return planned(*line, tests); });
  const bool single = campaigns.size() == 1;
  return run_campaigns(*line, std::move(campaigns), single);
}

}  // namespace

int go_command(int argc, char** argv) {
  const std::string_view what = argc < 2 ? "" : argv[1];
  if (what == "--describe-commands") {  // as graphfuzz itself does
    print("test\nrun\nbuild\n");
    return kNothingFound;
  }
  if (what != "test" && what != "run" && what != "build")
    throw UserError("graphfuzz go: expected test, run or build; try graphfuzz go test --help");
  try {
    return what == "build" ? build(argc - 1, argv + 1) : explore(argc - 1, argv + 1, what == "test");
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
    if (const auto points = options.built.find("points"); points != options.built.end()) {
      entry.points = native::split_words(points->second);
    }
    real_go::FreeOptions free;
    build.free = file.settings.contains("free");
    const auto milliseconds = [&](const char* name, std::chrono::milliseconds& value) {
      if (const auto text = options.built.find(name); text != options.built.end()) {
        value = std::chrono::milliseconds(std::stoll(text->second));
      }
    };
    milliseconds("patience", free.patience);
    milliseconds("run-time", free.limit);
    real_go::Executable executable;
    if (file.settings.at("go") == "test") {
      executable = real_go::build_tests({"."}, build).front();
      entry.test = options.function;
    } else {
      const auto pattern = options.built.find("package");
      const std::string package = pattern == options.built.end() ? "." : pattern->second;
      const std::optional<real_go::Executable> built = real_go::built_before(package);
      executable = built ? *built : real_go::build_main(package, build);
    }
    return target_of(executable, entry, build, options, free, {});
  } catch (const real_go::BuildError& e) {
    throw UserError(e.what());
  }
}

}  // namespace graphfuzz::cli
