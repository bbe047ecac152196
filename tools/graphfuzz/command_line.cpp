#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>

#include "durations.hpp"
#include "graphfuzz/store/memory_limit.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kFooter =
    R"(Commands (each has a --help of its own; a file of that name is ./models, …):
  graphfuzz models             the memory models; why one of them forbids an outcome
  graphfuzz compare            where memory models differ; the smallest program that tells two apart
  graphfuzz resume             go on with a campaign that was stopped, or killed
  graphfuzz split, work, merge the work of one campaign done by many machines
  graphfuzz trace              recorded executions of Go programs: what happened, and what could have
  graphfuzz mutate             what GFuzz, GoPie or ADVOCATE should run next

Examples:
  graphfuzz litmus/SB.litmus                        at most 10000 executions under rc11
  graphfuzz -t 60s -j 4 --model sc,rc11 litmus/     a folder, two models, a minute each
  graphfuzz --exhaustive litmus/MP.litmus           all executions: "never" is then proven
  graphfuzz --model mine.cat litmus/MP.litmus       a memory model of your own
  graphfuzz --seed 7 --dot pictures litmus/MP.litmus
  graphfuzz --strategy gopie+ litmus/go/spec-kubernetes.go
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

/// The options as the user writes them, before they are translated.
struct Raw {
  std::vector<std::string> models = {"rc11"};
  std::uint64_t executions = 10'000;
  std::string time;
  std::string strategy = "optimal";
  std::string schedule;
  bool exhaustive = false;
  std::uint64_t corpus_size = 0;
  std::string memory;
  std::vector<std::string> feedback = {"new-graph", "rare"};
  std::string identity = "graph";
  std::uint64_t seed = 0;
  std::string retries = "drop";
  std::string timers = "any";
  std::string go_memory = "64M";
  std::string clock = "strong";
  bool as_published = false;
  std::string colour = "auto";
  std::string config;  ///< read by parse()
  double rare_threshold = FeedbackOptions{}.rare_threshold;
  std::string checkpoint_every = "30s";
  std::string worker_timeout = "60s";
};

CLI::Validator strategy() {
  std::vector<std::string> names;
  for (const StrategyKind known : all_strategies()) {
    if (known != StrategyKind::exhaustive) names.emplace_back(name(known));
  }
  return one_of(std::move(names));
}

CLI::Validator memory_size() {
  const auto check = [](std::string& text) -> std::string {
    constexpr std::uint64_t kLeast = std::uint64_t{1} << 20;
    try {
      const std::uint64_t bytes = store::parse_memory_size(text);
      return bytes == 0 || bytes >= kLeast ? "" : fmt::format("expected at least 1M, found '{}'", text);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
  };
  return {check, ""};
}

CLI::Validator threshold() {
  const auto check = [](std::string& text) -> std::string {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && value > 0 && value <= std::numeric_limits<double>::max()) return {};
    return fmt::format("expected a positive number, found '{}'", text);
  };
  return {check, ""};
}

/// An option that shows its default value in the help.
template <class Target>
CLI::Option* add(CLI::App& app, const char* group, const std::string& names, Target& target, const std::string& help) {
  return app.add_option(names, target, help)->capture_default_str()->group(group);
}

void define_output(CLI::App& app, CommandLine& line, Raw& raw) {
  app.add_flag("-q,--quiet", line.quiet, "Only one line per test")->group("Output");
  app.add_flag("-v,--verbose", line.verbose, "All states, and the full result of every test")->group("Output");
  app.add_option("--dot", line.dot_dir,
                 "Write a picture of every distinct outcome and bug into this folder: by\n"
                 "Graphviz; of more than 200 events, or if it is slow or missing, in lanes")
      ->type_name("DIR")
      ->group("Output");
  app.add_option("--json", line.json_file, "Write the results as JSON (- is standard output)")
      ->type_name("FILE")
      ->group("Output");
  app.add_option("--curve", line.curve_file, "Write how the number of graphs grew as CSV (- is standard output)")
      ->type_name("FILE")
      ->group("Output");
  app.add_option("--junit", line.junit_file, "Write the results as JUnit XML (- is standard output)")
      ->type_name("FILE")
      ->group("Output");
  add(app, "Output", "--replay-dir", line.replay_dir, "Where replay files of bugs go: one per test, model and bug")
      ->type_name("DIR");
  add(app, "Output", "--color", raw.colour, "Colours in the results")
      ->transform(one_of(kColourChoices))
      ->type_name("auto|always|never");
}

void define_checkpoints(CLI::App& app, CommandLine& line, Raw& raw, const std::string& help) {
  app.add_option("--checkpoint", line.checkpoint, help)->type_name("FILE")->group("Long runs");
  add(app, "Long runs", "--checkpoint-every", raw.checkpoint_every, "… as often as this")
      ->check(duration())
      ->type_name("TIME");
  app.add_flag("--processes", line.processes,
               "Workers are processes: one that crashes or hangs costs the part\n"
               "that it works on, which is tried once more")
      ->group("Long runs");
  add(app, "Long runs", "--worker-timeout", raw.worker_timeout, "--processes: how late a worker may be")
      ->check(duration())
      ->type_name("TIME");
}

void define_memory(CLI::App& app, std::string& memory, bool& approximate) {
  app.add_option("--memory", memory,
                 "What a campaign may keep in memory: 512M, 2G, … (0: no bound). Fingerprints\n"
                 "beyond that go to the folder for temporary files (TMPDIR) [a quarter of\n"
                 "what the machine or the control group has]")
      ->check(memory_size())
      ->type_name("SIZE")
      ->group("Long runs");
  app.add_flag("--approximate", approximate, "… or nowhere: their number is then estimated")->group("Long runs");
}

void define(CLI::App& app, CommandLine& line, Raw& raw) {
  FuzzOptions& fuzz = line.campaign.fuzz;
  app.add_option("FILE", line.inputs,
                 "Litmus tests and Go programs, folders of *.litmus and *.go files, or -\n"
                 "(standard input: a Go program begins with its package, all else is a litmus test)")
      ->type_name("");
  app.add_option("--config", raw.config, "Read options from a file with lines such as: model = tso")
      ->configurable(false)
      ->type_name("FILE")
      ->group("General");

  const auto option = [&app](const char* group, const std::string& names, auto& target, const std::string& help) {
    return add(app, group, names, target, help);
  };
  option("How long", "-n,--executions", raw.executions, "Executions per test and model (unlimited if only -t is given)")
      ->transform(whole(1))
      ->type_name("N");
  app.add_option("-t,--time", raw.time, "Time per test and model: 60s, 5m, 1h; a plain number is seconds")
      ->check(duration())
      ->type_name("TIME")
      ->group("How long");
  app.add_flag("--exhaustive", raw.exhaustive,
               "Every consistent execution graph, once; -n is then unlimited unless given")
      ->group("How long");
  app.add_flag("--stop-on-bug", line.campaign.stop_on_bug, "Stop a test at its first bug")->group("How long");

  option("What is run", "-m,--model", raw.models, model_help("Memory models, or .cat files, separated by commas:"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->transform(memory_model())
      ->type_name("NAME,…");
  option("What is run", "--unroll", line.load.unroll,
         "How often a loop that depends on memory may be entered\n(litmus tests)")
      ->transform(whole(1, 1'000'000))
      ->type_name("N");
  option("What is run", "--retries", raw.retries,
         "Attempts that fail and leave memory as it was, such as a failed\n"
         "exchange on a lock: drop (wait until they succeed) or keep (litmus tests)")
      ->transform(one_of({"drop", "keep"}))
      ->type_name("drop|keep");
  app.add_flag("--liveness", line.load.liveness,
               "A thread that spins for ever, while nobody can help, is a bug; else it is remarked on (litmus\n"
               "tests; one that waits for a mutex for ever always is a bug)")
      ->group("What is run");
  app.add_option("--test", line.load.function, "Go: the test function to run, instead of main or all tests")
      ->type_name("NAME")
      ->group("What is run");
  option("What is run", "--max-steps", line.load.machine.max_steps,
         "Go: steps after which an execution is given up, and counted as truncated")
      ->transform(whole(1, 1'000'000))
      ->type_name("N");
  option("What is run", "--timers", raw.timers,
         "Go: when timers fire: at any time, or when nothing else can happen\n"
         "(gfuzz, gopie, … : idle unless given)")
      ->transform(one_of({"any", "idle"}))
      ->type_name("any|idle");
  option("What is run", "--go-memory", raw.go_memory,
         "Go: what one execution may take for its values (0: no bound); who wants more\n"
         "ends with the panic \"out of memory\". Nothing is given back before its end,\n"
         "and looking for races may take five times as much besides")
      ->check(memory_size())
      ->type_name("SIZE");
  app.add_option(
         "--replay", line.replay,
         "Replay one execution; FILE, --model, --unroll, --retries and --test\nthen override what the file says")
      ->type_name("FILE")
      ->group("What is run");

  option("How to search", "--strategy", raw.strategy,
         "How executions are made: optimal (no graph twice), random (anew each time),\n"
         "revisit, minimal, maximal (from earlier ones, by how much is kept), mix (of\n"
         "these three); of Go programs also gfuzz, gfuzz-hb, gopie, gopie+, gopie-hb, flow")
      ->transform(strategy())
      ->type_name("random|revisit|minimal|maximal|mix|optimal");
  app.add_option("--schedule", raw.schedule,
                 "optimal: which part of the tree of executions comes next\n[rarity; Go: size, and rarity is refused]")
      ->transform(one_of({"size", "rarity", "depth-first"}))
      ->type_name("size|rarity|depth-first")
      ->group("How to search");
  option("How to search", "--feedback", raw.feedback, "What makes an execution interesting; combined by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->transform(one_of({"new-graph", "rare", "new-rf"}))
      ->type_name("new-graph|rare|new-rf,…");
  option("How to search", "--rare-threshold", raw.rare_threshold, "A graph is rare below this relative frequency")
      ->check(threshold())
      ->type_name("X");
  option("How to search", "--identity", raw.identity, "Which executions count as the same graph")
      ->transform(one_of({"graph", "rf", "outcome"}))
      ->type_name("graph|rf|outcome");
  app.add_flag("--as-published", raw.as_published,
               "Go fuzzers: as the published code does it, where that differs from the papers")
      ->group("How to search");
  option("How to search", "--clock", raw.clock, "gopie-hb: by which happens-before chains are left out")
      ->transform(one_of({"strong", "weak"}))
      ->type_name("strong|weak");
  app.add_option("--seed", raw.seed, "Seed of the random numbers [random, and printed]")
      ->transform(whole(0))
      ->type_name("N")
      ->group("How to search");
  option("How to search", "-j,--workers", line.campaign.workers, "Threads to fuzz with (one is deterministic)")
      ->transform(whole(1, 1024))
      ->type_name("N");
  app.add_option("--corpus-size", raw.corpus_size,
                 "Prefixes kept at most, per worker [10000]; optimal: parts of the tree kept before the\n"
                 "smallest are finished first [200000]")
      ->transform(whole(1, 100'000'000))
      ->type_name("N")
      ->group("How to search");
  option("How to search", "--mutations", fuzz.mutations, "Prefixes made of an interesting graph at most")
      ->transform(whole(1, 1'000'000))
      ->type_name("N");

  app.add_flag("--expect", line.expect,
               "Check what the files say is expected of them (Expect-MODEL=…,\n"
               "Bug-MODEL=…; Go: // bug: …). What is not proven is no \"never\"")
      ->group("What is run");
  define_memory(app, raw.memory, line.campaign.approximate);
  define_checkpoints(app, line, raw, "Keep the campaign in this file, for graphfuzz resume");
  define_output(app, line, raw);
}

std::uint64_t random_seed() {
  std::random_device device;
  return device();  // 32 bits: short enough to type
}

std::uint64_t memory_of(const std::string& text) {
  return text.empty() ? store::memory_limit() / 4 : store::parse_memory_size(text);
}

void translate_common(const Raw& raw, CommandLine& line) {
  line.campaign.memory = memory_of(raw.memory);
  line.colour = wants_colour(raw.colour);
  line.checkpoint_every = *parse_duration(raw.checkpoint_every);
  line.worker_timeout = *parse_duration(raw.worker_timeout);
  int machines = 0;
  for (const std::string& file : {line.json_file, line.curve_file, line.junit_file}) machines += file == "-";
  if (machines > 1) throw UserError("only one of --json, --curve and --junit can go to standard output");
}

void translate(const CLI::App& app, Raw& raw, CommandLine& line) {
  CampaignOptions& campaign = line.campaign;
  line.load.models.clear();
  for (const std::string& model : raw.models) {
    std::vector<std::string>& models = line.load.models;
    if (std::find(models.begin(), models.end(), model) == models.end()) models.push_back(model);
  }
  line.models_given = app.count("--model") > 0;
  line.unroll_given = app.count("--unroll") > 0;
  line.load.drop_retries = raw.retries == "drop";
  line.retries_given = app.count("--retries") > 0;
  line.replay_dir_given = app.count("--replay-dir") > 0;
  campaign.executions = raw.executions;
  if (!raw.time.empty()) {
    campaign.seconds = *parse_duration(raw.time);
    if (app.count("--executions") == 0) campaign.executions = std::numeric_limits<std::uint64_t>::max();
  }
  if (raw.exhaustive) {
    for (const char* other : {"--strategy", "--schedule", "--feedback", "--mutations"}) {
      if (app.count(other) > 0) throw UserError(fmt::format("--exhaustive and {} exclude each other", other));
    }
    raw.strategy = "exhaustive";
    if (app.count("--executions") == 0) campaign.executions = std::numeric_limits<std::uint64_t>::max();
  }
  campaign.fuzz.strategy = parse_strategy(raw.strategy);
  if (is_directed(campaign.fuzz.strategy)) {
    line.directed = {campaign.fuzz.strategy, raw.as_published, {}, go::Timing::idle};
    if (app.count("--timers") > 0 && raw.timers == "any") line.directed.timing = go::Timing::any;
    if (app.count("--clock") > 0) line.directed.clock = raw.clock == "weak" ? go::Clock::weak : go::Clock::strong;
    line.load.directed = options_of(line.directed);
  } else if (raw.as_published || app.count("--clock") > 0) {
    throw UserError(
        fmt::format("{} is for the fuzzers of Go programs (--strategy gfuzz, gfuzz-hb, gopie, gopie+, gopie-hb, "
                    "flow)",
                    raw.as_published ? "--as-published" : "--clock"));
  }
  line.load.machine.timing = raw.timers == "idle" ? go::Timing::idle : go::Timing::any;
  const std::uint64_t go_memory = store::parse_memory_size(raw.go_memory);
  line.load.go_memory = go_memory == 0 ? GoOptions::kMostMemory : std::min(go_memory, GoOptions::kMostMemory);
  if (!raw.schedule.empty()) campaign.fuzz.schedule = parse_schedule(raw.schedule);
  if (app.count("--corpus-size") > 0) campaign.fuzz.corpus_size = campaign.fuzz.frontier_size = raw.corpus_size;
  campaign.identity = parse_identity(raw.identity);
  const auto has = [&](const char* name) {
    return std::find(raw.feedback.begin(), raw.feedback.end(), name) != raw.feedback.end();
  };
  campaign.fuzz.feedback = {has("new-graph"), has("rare"), has("new-rf"), raw.rare_threshold};
  campaign.seed = app.count("--seed") > 0 ? raw.seed : random_seed();
  translate_common(raw, line);
  if (line.inputs.empty() && line.replay.empty()) throw UserError("no FILE given; try --help");
  if (line.replay.empty()) return;
  if (line.inputs.size() > 1) throw UserError("--replay takes one FILE at most");
  for (const char* other : {"--checkpoint", "--processes", "--curve", "--junit", "--expect"}) {
    if (app.count(other) > 0) throw UserError(fmt::format("--replay does not go with {}", other));
  }
}

}  // namespace

std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, std::string& text) {
  CommandLine line;
  Raw raw;
  CLI::App app(
      "Fuzzes the execution graphs of litmus tests under weak memory models, and of Go programs.\n"
      "Other commands, which are listed below: models, compare, resume, split, work, merge, trace, mutate.",
      "graphfuzz");
  app.footer(kFooter);
  app.set_version_flag("--version", "graphfuzz " GRAPHFUZZ_VERSION)->group("General");
  app.allow_config_extras(CLI::config_extras_mode::error);
  prepare(app);
  define(app, line, raw);
  if (!parse(app, argc, argv, text)) return std::nullopt;
  translate(app, raw, line);
  return line;
}

std::optional<SplitLine> parse_split_line(int argc, const char* const* argv, std::string& text) {
  SplitLine line;
  Raw raw;
  CLI::App app(
      "Takes the work of one campaign apart: writes a unit for each part into a folder, for graphfuzz work, and\n"
      "what was found on the way into split.result, for graphfuzz merge. The budget (-n) is divided.",
      "graphfuzz split");
  prepare(app);
  app.add_option("-p,--parts", line.parts, "How many units; where there is less to do, there will be fewer")
      ->transform(whole(1, 100'000))
      ->type_name("N")
      ->required();
  app.add_option("-o,--output", line.folder, "Where they go; must be empty or not there yet")
      ->type_name("DIR")
      ->required();
  define(app, line, raw);
  if (!parse(app, argc, argv, text)) return std::nullopt;
  translate(app, raw, line);
  for (const char* other :
       {"--replay", "--checkpoint", "--processes", "--dot", "--json", "--curve", "--junit", "--expect"}) {
    if (app.count(other) > 0) throw UserError(fmt::format("split does not go with {}", other));
  }
  return line;
}

std::optional<ResumeLine> parse_resume_line(int argc, const char* const* argv, std::string& text) {
  ResumeLine line;
  Raw raw;
  std::uint64_t executions = 0;
  CLI::App app(
      "Goes on with a campaign, from a checkpoint (--checkpoint) or from what graphfuzz merge has put together.\n"
      "The program must be what it was. Unless more is given, the budget and the workers are as they were.",
      "graphfuzz resume");
  prepare(app);
  app.add_option("FILE", line.file, "The checkpoint")->type_name("")->required();
  app.add_option("-n,--executions", executions, "Executions in all, with those that were run")
      ->transform(whole(1))
      ->type_name("N")
      ->group("How long");
  app.add_option("-t,--time", raw.time, "Time in all, with what was spent; of results of units: from now on")
      ->check(duration())
      ->type_name("TIME")
      ->group("How long");
  app.add_option("-j,--workers", line.workers, "Workers; not fewer than there were")
      ->transform(whole(1, 1024))
      ->type_name("N")
      ->group("How long");
  define_memory(app, raw.memory, line.campaign.approximate);
  define_checkpoints(app, line, raw, "Where the campaign is kept from now on [FILE]");
  define_output(app, line, raw);
  if (!parse(app, argc, argv, text)) return std::nullopt;
  if (app.count("--executions") > 0) line.executions = executions;
  if (!raw.time.empty()) line.seconds = parse_duration(raw.time);
  if (line.checkpoint.empty()) line.checkpoint = line.file;
  line.replay_dir_given = app.count("--replay-dir") > 0;
  translate_common(raw, line);
  return line;
}

std::optional<MergeLine> parse_merge_line(int argc, const char* const* argv, std::string& text) {
  MergeLine line;
  Raw raw;
  CLI::App app(
      "Puts together what came of units of one campaign, in any order, and reports on it. The result of the same\n"
      "unit counts once.",
      "graphfuzz merge");
  prepare(app);
  app.add_option("FILE", line.inputs, "Results: of graphfuzz work, split and merge")->type_name("")->required();
  app.add_option("-o,--output", line.output, "Where all of it goes, for graphfuzz merge and resume")->type_name("FILE");
  define_memory(app, raw.memory, line.campaign.approximate);
  app.add_option("-u,--units", line.units, "Write the units that are left over into this folder")->type_name("DIR");
  define_output(app, line, raw);
  if (!parse(app, argc, argv, text)) return std::nullopt;
  line.replay_dir_given = app.count("--replay-dir") > 0;
  translate_common(raw, line);
  return line;
}

std::optional<WorkLine> parse_work_line(int argc, const char* const* argv, std::string& text) {
  WorkLine line;
  std::string memory;
  CLI::App app(
      "Works on a unit (graphfuzz split) until its budget is used up, and writes what came of it and what is left\n"
      "over, for graphfuzz merge.",
      "graphfuzz work");
  prepare(app);
  app.add_option("UNIT", line.unit, "The unit")->type_name("");
  app.add_option("-o,--output", line.output, "Where the result goes")->type_name("RESULT");
  app.add_option("-j,--workers", line.workers, "Threads to work with")->transform(whole(1, 1024))->type_name("N");
  app.add_option("-p,--parts", line.parts, "Units that what is left over is to become, at most")
      ->transform(whole(1, 100'000))
      ->type_name("N");
  define_memory(app, memory, line.approximate);
  app.add_flag("-q,--quiet", line.quiet, "Print nothing");
  app.add_flag("--pipe", line.pipe)->group("");  // for --processes
  if (!parse(app, argc, argv, text)) return std::nullopt;
  line.memory = memory_of(memory);
  if (!line.pipe && (line.unit.empty() || line.output.empty())) {
    throw UserError("work: expected a unit, and -o RESULT; try --help");
  }
  return line;
}

}  // namespace graphfuzz::cli
