// graphfuzz go test, go run, go build: their options.
#include "go_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string_view>

#include "campaign_options.hpp"
#include "durations.hpp"
#include "go_flags.hpp"
#include "graphfuzz/store/memory_limit.hpp"
#include "graphfuzz/target/free_go_target.hpp"
#include "one_target.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

std::vector<const char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  return pointers;
}

/// Times, as the user writes them.
struct RawTimes {
  std::string patience = "500ms";
  std::string run_time = "30s";
  std::string timeout;  ///< as go test calls it
};

constexpr const char* kCacheSize = "4G";

void define_build(CLI::App& app, real_go::BuildOptions& build) {
  app.add_flag("--race", build.races, "Look for data races, too");
  app.add_option("--tags", build.tags, "Build tags, separated by commas")->type_name("LIST");
  app.add_flag("--free", build.free,
               "Real time, on all processors, instead of under control: for servers and large packages.\n"
               "What happens is recorded; --strategy is random, gfuzz, gfuzz-hb, gopie, gopie+, gopie-hb\n"
               "or flow [gopie+]");
}

/// `raw`: as the user writes it.
void define_cache(CLI::App& app, std::string& raw) {
  const auto check = [](const std::string& text) -> std::string {
    try {
      static_cast<void>(store::parse_memory_size(text));
      return {};
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
  };
  app.add_option("--cache-size", raw,
                 "What executables may take in the cache folder (0: no bound): beyond that those are dropped\n"
                 "that were used least recently, but nothing of the last hour, or that is in use")
      ->capture_default_str()
      ->check(CLI::Validator(check, ""))
      ->type_name("SIZE");
}

void define_times(CLI::App& app, GoLine& line, RawTimes& raw) {
  app.add_option("--start-time", line.start_time,
                 "Under control: what the clock says first, in seconds since 1970 [now]. With the same --seed\n"
                 "programs that go by the time of day do the same only if it is the same")
      ->transform(whole(1, real_go::kLatestStart))
      ->type_name("SECONDS");
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

void define_split(CLI::App& app, GoLine& line) {
  app.add_option(
         "--split", line.split,
         "Take the work apart instead: write a unit for each part into this folder, for graphfuzz work, and what\n"
         "was found on the way into split.result, for graphfuzz merge; of several tests, into a folder for each")
      ->type_name("DIR");
  app.add_option("--parts", line.parts, "--split: how many units; where there is less to do, there will be fewer")
      ->capture_default_str()
      ->transform(whole(1, 100'000))
      ->type_name("N");
  app.add_option("--shards", line.shards,
                 "--split: put the fingerprints of graphs, by hash, into N files beside the result")
      ->transform(whole(1, 100'000))
      ->type_name("N");
}

/// Throws UserError for what does not go together.
void check_split(const CLI::App& app, const GoLine& line) {
  if (line.split.empty()) {
    for (const char* const option : {"--parts", "--shards"}) {
      if (app.count(option) > 0) throw UserError(fmt::format("{}: is for --split", option));
    }
    return;
  }
  for (const char* const other : {"--replay", "--checkpoint", "--processes", "--traces", "--dot", "--json", "--html",
                                  "--curve", "--junit", "--expect", "--minimise"}) {
    if (app.get_option_no_throw(other) != nullptr && app.count(other) > 0) {
      throw UserError(fmt::format("--split does not go with {}", other));
    }
  }
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
void translate_times(const CLI::App& app, const RawTimes& raw, GoLine& line) {
  const bool timeout = app.get_option_no_throw("--timeout") != nullptr && app.count("--timeout") > 0;
  go::take_milliseconds(line.load.built, "hang-after", line.hang_after);
  line.load.built.erase("hang-after");  // the targets of Go programs have it from the line
  if (line.build.free) {
    for (const char* const option : {"--hang-after", "--max-steps", "--timers", "--left-running", "--start-time"}) {
      if (app.count(option) > 0)
        throw UserError(fmt::format("{}: is not for --free, but for what is under control", option));
    }
    line.free.patience = milliseconds(raw.patience);
    if (timeout && app.count("--run-time") > 0) throw UserError("-timeout: is --run-time, and both are given");
    line.free.limit = milliseconds(timeout ? raw.timeout : raw.run_time);
    return;
  }
  if (timeout)
    throw UserError("-timeout: time is virtual under control: --max-steps bounds an execution, -t the search");
  for (const char* const option : {"--patience", "--run-time", "--traces"}) {
    if (app.count(option) > 0) throw UserError(fmt::format("{}: is for --free", option));
  }
}

}  // namespace

const char* const kGoExamples = R"(
Examples:
  graphfuzz go test ./...                       each test of a module by itself
  graphfuzz go test ./pool -run Close -n 1000   some tests of one package
  graphfuzz go test -race ./...                 data races, too
  graphfuzz go test --strategy gopie+ ./pool    as GoPie+ would search
  graphfuzz go run ./cmd/server -- -port 0      a program with arguments
  graphfuzz go test --free --traces DIR ./pool  in real time, recorded and directed as by ADVOCATE
  graphfuzz go test ./pool --run Close --checkpoint FILE -t 8h
                                                kept, to be gone on with by graphfuzz resume FILE
  graphfuzz go build -o server ./cmd/server     builds a program, for graphfuzz go run ./server
  graphfuzz --replay FILE                       an execution again, as the report names it
What is under control, and what is not: doc/real-go.md.)";

std::optional<GoLine> parse_go_line(int argc, char** argv, bool tests, std::string& text) {
  GoLine line;
  Raw raw;
  RawTimes raw_times;
  CLI::App app(
      "Builds Go packages with Go's own toolchain so that every step of their goroutines, and time, is in\n"
      "graphfuzz's hand, and searches their executions for deadlocks, leaks, panics and failed tests.",
      tests ? "graphfuzz go test" : "graphfuzz go run");
  prepare(app);
  app.footer(std::string(kGoExamples) + (tests ? kGoFlagsHelp : ""));
  bool is_short = false;
  std::string parallel;
  if (tests) {
    app.add_option("--run", line.run, "Only the tests whose names match; after / only such sub-tests")
        ->type_name("REGEX");
    app.add_option("--skip", line.skip, "Not the tests whose names match")->type_name("REGEX");
    app.add_flag("--short", is_short, "testing.Short() is true. What comes after -- or -args is for the tests");
    app.add_option("--parallel", parallel, "How many sub-tests that call t.Parallel are at work at once [8]")
        ->transform(whole(1, 1'000'000))
        ->type_name("N");
    app.add_option("--timeout", raw_times.timeout, "--free: the same as --run-time")
        ->check(duration())
        ->type_name("TIME");
  }
  std::string cache_size = kCacheSize;
  define_build(app, line.build);
  define_cache(app, cache_size);
  define_times(app, line, raw_times);
  define_split(app, line);
  define_campaign(app, line, raw);
  app.get_option("FILE")->description(
      tests ? "Packages, as for go test [.]. What comes after -- or -args is for the tests"
            : "The package main [.], or what graphfuzz go build has built. What comes after -- is for the program");
  // Of other kinds of programs, or of files of such: they would have no effect.
  leave_out(app, tests ? "go test" : "go run",
            {"--model",    "--unroll",     "--retries",    "--liveness",    "--replay",
             "--expect",   "--test",       "--cc",         "--cxx",         "--cflags",
             "--ldflags",  "--volatile",   "--fork",       "--leaks",       "--uninitialised",
             "--spurious", "--reuse-heap", "--after-main", "--exit-status", "--go-memory"});
  GoFlags flags = take_go_flags(argc, argv, tests);
  line.build.flags = std::move(flags.build);
  std::vector<std::string>& words = flags.words;
  if (const auto end = std::find(words.begin(), words.end(), "--"); end != words.end()) {
    line.arguments.assign(end + 1, words.end());  // the program's
    words.erase(end, words.end());
  }
  const std::vector<const char*> pointers = pointers_to(words);
  if (!parse_with_arguments(app, static_cast<int>(pointers.size()), pointers.data(), text, line)) return std::nullopt;
  line.build.most_kept = store::parse_memory_size(cache_size);
  if (is_short) line.arguments.insert(line.arguments.begin(), "-test.short");
  if (!parallel.empty()) line.arguments.insert(line.arguments.begin(), "-test.parallel=" + parallel);
  if (line.inputs.empty()) line.inputs = {"."};
  if (!tests && line.inputs.size() == 1) {
    line.built = real_go::built_before(line.inputs.front());
    if (line.built) line.build.free = line.built->free;
  }
  // Nothing is written into the user's module.
  if (app.count("--replay-dir") == 0) line.replay_dir = real_go::default_replays().string();
  if (line.build.free && app.count("--strategy") == 0 && app.count("--exhaustive") == 0) raw.strategy = "gopie+";
  translate_campaign(app, raw, line);
  line.timers_given = app.count("--timers") > 0;
  translate_times(app, raw_times, line);
  translate_plain(line);
  check_split(app, line);
  if (!line.traces.empty() && !line.checkpoint.empty()) {
    throw UserError("--traces: graphfuzz resume would write none; expected no --checkpoint");
  }
  if (!line.traces.empty() && line.processes) throw UserError("--traces: workers that are processes write none");
  if (line.built) line.build.races = line.built->races;
  return line;
}

std::optional<BuildLine> parse_build_line(int argc, char** argv, std::string& text) {
  BuildLine line;
  CLI::App app("Builds a program for graphfuzz go run FILE.", "graphfuzz go build");
  prepare(app);
  app.add_option("PACKAGE", line.packages, "The package main [.], or its files")->type_name("");
  app.add_option("-o", line.file, "The file to write [named like the package]")->type_name("FILE");
  std::string cache_size = kCacheSize;
  define_build(app, line.build);
  define_cache(app, cache_size);
  const GoFlags flags = take_go_flags(argc, argv, false);
  line.build.flags = flags.build;
  const std::vector<const char*> pointers = pointers_to(flags.words);
  if (!parse(app, static_cast<int>(pointers.size()), pointers.data(), text)) return std::nullopt;
  line.build.most_kept = store::parse_memory_size(cache_size);
  return line;
}

}  // namespace graphfuzz::cli
