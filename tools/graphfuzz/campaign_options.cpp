// The options of campaigns, and their help.
#include "campaign_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "durations.hpp"
#include "graphfuzz/store/memory_limit.hpp"
#include "native_programs.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

CLI::Validator strategy() {
  std::vector<std::string> names;
  for (const StrategyKind known : all_strategies()) {
    if (known != StrategyKind::exhaustive) names.emplace_back(name(known));
  }
  return one_of(std::move(names));
}

CLI::Validator status() {
  const auto check = [](std::string& text) -> std::string {
    constexpr std::uint64_t kMost = 255;
    if (text == "any" || whole(0, kMost)(text).empty()) return {};
    return fmt::format("expected an exit status from 0 to {}, or any, found '{}'", kMost, text);
  };
  return {check, ""};
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

/// Options of one group in the help.
class Group {
 public:
  Group(CLI::App& app, const char* name) : app_(app), name_(name) {}

  /// Shows its default value in the help.
  template <class Target>
  CLI::Option* option(const std::string& names, Target& target, const std::string& help) const {
    return without_default(names, target, help)->capture_default_str();
  }
  template <class Target>
  CLI::Option* without_default(const std::string& names, Target& target, const std::string& help) const {
    return app_.add_option(names, target, help)->group(name_);
  }
  CLI::Option* flag(const std::string& names, bool& target, const std::string& help) const {
    return app_.add_flag(names, target, help)->group(name_);
  }

 private:
  CLI::App& app_;
  const char* name_;
};

void define_inputs(CLI::App& app, CommandLine& line, Raw& raw) {
  app.add_option("FILE", line.inputs,
                 "Litmus tests and Go programs, folders of *.litmus and *.go files, or -\n"
                 "(standard input: a Go program begins with its package, all else is a litmus\n"
                 "test); or one C or C++ program: its sources, or an executable that\n"
                 "graphfuzz-cc or graphfuzz-c++ has built. What comes after -- is for the program")
      ->type_name("");
  app.add_option("--config", raw.config, "Read options from a file with lines such as: model = tso")
      ->configurable(false)
      ->type_name("FILE")
      ->group("General");
}

void define_how_long(CLI::App& app, CommandLine& line, Raw& raw) {
  const Group group(app, "How long");
  group.option("-n,--executions", raw.executions, "Executions per test and model (unlimited if only -t is given)")
      ->transform(whole(1))
      ->type_name("N");
  group.without_default("-t,--time", raw.time, "Time per test and model: 60s, 5m, 1h; a plain number is seconds")
      ->check(duration())
      ->type_name("TIME");
  group.flag("--exhaustive", raw.exhaustive,
             "Every consistent execution graph, once; -n is then unlimited unless given");
  group.flag("--stop-on-bug", line.campaign.stop_on_bug, "Stop a test at its first bug");
}

void define_programs(CLI::App& app, CommandLine& line, Raw& raw) {
  const Group group(app, "What is run");
  group.option("-m,--model", raw.models, model_help("Memory models, or .cat files, separated by commas:"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->transform(memory_model())
      ->type_name("NAME,…");
  group
      .without_default("--unroll", line.load.unroll,
                       "How often a loop may be entered in a row: in litmus tests one that\n"
                       "depends on memory (2 unless given); in C and C++ programs any that does\n"
                       "not merely wait (unless given, without a bound, or 2 if no execution would\n"
                       "come to an end). Executions that go beyond are counted as truncated")
      ->transform(whole(1, 1'000'000))
      ->type_name("N");
  group
      .option("--retries", raw.retries,
              "Attempts that fail and leave memory as it was, such as a failed\n"
              "exchange on a lock: drop (wait until they succeed) or keep. Litmus tests; and\n"
              "std::lock of C++, where schedules keep them unless drop is asked for")
      ->transform(one_of({"drop", "keep"}))
      ->type_name("drop|keep");
  group.flag("--liveness", line.load.liveness,
             "A thread that spins for ever, while nobody can help, is a bug; else it is remarked on (litmus\n"
             "tests; one that waits for a mutex for ever always is a bug)");
  group
      .without_default(
          "--replay", line.replay,
          "Replay one execution; FILE and what else is given in this group then overrides\nwhat the file says")
      ->type_name("FILE");
  group.flag("--minimise,--minimize", line.minimise,
             "Of each bug, and of what --replay FILE shows, look for an execution that shows it with fewer\n"
             "events, else as many and fewer stale reads, else switches, by at most -n executions\n"
             "(graphfuzz minimize makes the program smaller, too)");
  group.flag("--expect", line.expect,
             "Check what the files say is expected of them (Expect-MODEL=…,\n"
             "Bug-MODEL=…; Go: // bug: …). What is not proven is no \"never\"");
}

void define_go_programs(CLI::App& app, CommandLine& line, Raw& raw) {
  const Group group(app, "What is run");
  group.without_default("--test", line.load.function, "Go: the test function to run, instead of main or all tests")
      ->type_name("NAME");
  group
      .option("--max-steps", line.load.machine.max_steps,
              "Go: steps after which an execution is given up, and counted as truncated")
      ->transform(whole(1, 1'000'000))
      ->type_name("N");
  group
      .without_default("--hang-after", raw.hang_after,
                       "C, C++, real Go: how long a thread may go on without anything that others may notice,\n"
                       "before it is ended and told as one that hangs [2s of processor time; Go: 10s]")
      ->check(duration())
      ->type_name("TIME");
  group
      .without_default("--ignore-leaks", line.load.machine.ignored_leaks,
                       "Go: goroutines that are left in a function whose name has this in it, or that were\n"
                       "started there, are no leaks; more than one: after commas. pool.go:12 will do as well")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check([](const std::string& name) { return name.empty() ? std::string("expected a name, found nothing") : ""; })
      ->type_name("FUNCTION");
  group.flag("--left-running", line.load.machine.all_leaks,
             "Go: goroutines that go on for ever after the end are bugs, too, and not only those that are stuck");
  group
      .option("--timers", raw.timers,
              "Go: when timers fire: at any time, or when nothing else can happen\n"
              "(gfuzz, gopie, …, and real tests that would fail by a timer that is early: idle unless given)")
      ->transform(one_of({"any", "idle"}))
      ->type_name("any|idle");
  group
      .option("--go-memory", raw.go_memory,
              "Go: what one execution may take for its values (0: no bound); who wants more\n"
              "ends with the panic \"out of memory\". Nothing is given back before its end,\n"
              "and looking for races may take five times as much besides")
      ->check(memory_size())
      ->type_name("SIZE");
}

void define_native_programs(CLI::App& app, CommandLine& line) {
  const Group group(app, "What is run");
  NativeLine& native = line.native;
  group.without_default("--cc", native.cc, "C sources: the compiler [$GRAPHFUZZ_CC, or gcc, or clang]")
      ->type_name("COMPILER");
  group.without_default("--cxx", native.cxx, "C++ sources: the compiler [$GRAPHFUZZ_CXX, or g++, or clang++]")
      ->type_name("COMPILER");
  group
      .without_default("--cflags", native.cflags,
                       "C, C++: flags for the compiler, after our own: -O1 -g -std=gnu17 or\n-std=gnu++20 …")
      ->type_name("FLAGS");
  group.without_default("--ldflags", native.ldflags, "C, C++: flags and files for the linker")->type_name("FLAGS");
  group
      .option(
          "--plain", line.load.plain,
          "C, C++: plain accesses are watched for races, or those to memory that races\n(with -all: that several "
          "threads access) are explored as sequentially consistent\nor relaxed atomic ones (then sources are "
          "compiled with -O0, unless --cflags says\notherwise). graphfuzz go: with sc, goroutines stop before accesses "
          "that race (-all:\nbefore all accesses), too, and --race is implied")
      ->transform(one_of({"watch", "sc", "relaxed", "sc-all", "relaxed-all"}))
      ->type_name("watch|sc|relaxed|sc-all|relaxed-all");
  group
      .option("--volatile", line.load.volatiles,
              "C, C++ sources: accesses to volatile objects are plain ones, or as relaxed\natomic ones")
      ->transform(one_of({"plain", "relaxed"}))
      ->type_name("plain|relaxed");
  group.flag(
      "--fork", line.load.fork,
      "C, C++: each run of the program is in a process of its own. Slow, but libraries\nare as at the start, and what "
      "ends the process ends one run");
  group.flag("--leaks", line.load.leaks,
             "C, C++: a block of the heap that nothing points to any more when all threads\nhave ended is a bug");
  group.flag("--uninitialised", line.load.uninitialised,
             "C, C++: to read memory of the heap that nobody has written is a bug");
  group.flag("--spurious", line.load.spurious,
             "C, C++: a weak compare-exchange may fail, and the wait for a condition\nvariable end, for no reason");
  group
      .option("--reuse-heap", line.load.reuse_heap,
              "C, C++: freed blocks are never handed out again, or the last one of that size\nthat the thread has "
              "freed always is, as allocators do, or both are tried:\nfor bugs of the kind ABA")
      ->transform(one_of({"no", "yes", "choose"}))
      ->type_name("no|yes|choose");
  group
      .option(
          "--after-main", line.load.after_main,
          "C, C++: what other threads do when main returns: they run to their ends, or\nthe program ends, as C has it")
      ->transform(one_of({"run", "end"}))
      ->type_name("run|end");
  group
      .option("--exit-status", line.load.exit_status,
              "C, C++: what main is to return, or to give to exit: anything else is a bug; any:\nnothing is")
      ->transform(status())
      ->type_name("N|any");
}

void define_search(CLI::App& app, CommandLine& line, Raw& raw) {
  const Group group(app, "How to search");
  group
      .option("--strategy", raw.strategy,
              "How executions are made: optimal (no graph twice), random (anew each time),\n"
              "revisit, minimal, maximal (from earlier ones, by how much is kept), mix (of\n"
              "these three); as schedules, under sc: walk, pct, pos, surw; of Go programs\n"
              "also gfuzz, gfuzz-hb, gopie, gopie+, gopie-hb, flow")
      ->transform(strategy())
      ->type_name("random|revisit|minimal|maximal|mix|optimal|walk|pct|pos|surw");
  group.option("--depth", line.campaign.fuzz.depth, "pct: depth of the bugs that it is to find")
      ->transform(whole(1, kMostDepth))
      ->type_name("N");
  group
      .without_default(
          "--schedule", raw.schedule,
          "optimal: which part of the tree of executions comes next\n[rarity; Go: size, and rarity is refused]")
      ->transform(one_of({"size", "rarity", "depth-first"}))
      ->type_name("size|rarity|depth-first");
  group.option("--feedback", raw.feedback, "What makes an execution interesting; combined by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->transform(one_of({"new-graph", "rare", "new-rf"}))
      ->type_name("new-graph|rare|new-rf,…");
  group.option("--rare-threshold", raw.rare_threshold, "A graph is rare below this relative frequency")
      ->check(threshold())
      ->type_name("X");
  group.option("--identity", raw.identity, "Which executions count as the same graph")
      ->transform(one_of({"graph", "rf", "outcome"}))
      ->type_name("graph|rf|outcome");
  group.flag("--as-published", raw.as_published,
             "Go fuzzers: as the published code does it, where that differs from the papers");
  group.option("--clock", raw.clock, "gopie-hb: by which happens-before chains are left out")
      ->transform(one_of({"strong", "weak", "locks"}))
      ->type_name("strong|weak|locks");
  group.option("--rel1-weight", raw.rel1_weight, "gopie, gopie+, gopie-hb: w1 of the score w1 #Rel1 + w2 log #Rel2")
      ->check(weight())
      ->type_name("X");
  group.option("--rel2-weight", raw.rel2_weight, "… and w2")->check(weight())->type_name("X");
  group.without_default("--seed", raw.seed, "Seed of the random numbers [random, and printed]")
      ->transform(whole(0))
      ->type_name("N");
  group
      .option("-j,--workers", line.campaign.workers,
              "Threads to fuzz with (one is deterministic); of C, C++ programs processes")
      ->transform(whole(1, 1024))
      ->type_name("N");
  group
      .without_default("--corpus-size", raw.corpus_size,
                       "Prefixes kept at most, per worker [10000]; optimal: parts of the tree kept before the\n"
                       "smallest are finished first [200000]")
      ->transform(whole(1, 100'000'000))
      ->type_name("N");
  group.option("--mutations", line.campaign.fuzz.mutations, "Prefixes made of an interesting graph at most")
      ->transform(whole(1, 1'000'000))
      ->type_name("N");
}

}  // namespace

void define_output(CLI::App& app, CommandLine& line, Raw& raw) {
  const Group group(app, "Output");
  group.flag("-q,--quiet", line.quiet, "Only one line per test");
  group.flag("-v,--verbose", line.verbose, "All states, and the full result of every test");
  group.flag("--whole", line.whole,
             "Show all of an execution with a bug; else the events that lead to it (those before\n"
             "it in po and rf)");
  group
      .without_default("--dot", line.dot_dir,
                       "Write a picture of every distinct outcome and bug into this folder: by\n"
                       "Graphviz; of more than 200 events, or if it is slow or missing, in lanes")
      ->type_name("DIR");
  group.without_default("--json", line.json_file, "Write the results as JSON (- is standard output)")
      ->type_name("FILE");
  group
      .without_default("--html", line.html_file,
                       "Write the results as a page for a browser, which is written anew every few seconds\n"
                       "while the run goes on (- is standard output)")
      ->type_name("FILE");
  group
      .without_default("--curve", line.curve_file, "Write how the number of graphs grew as CSV (- is standard output)")
      ->type_name("FILE");
  group.without_default("--junit", line.junit_file, "Write the results as JUnit XML (- is standard output)")
      ->type_name("FILE");
  group.option("--replay-dir", line.replay_dir, "Where replay files of bugs go: one per test, model and bug")
      ->type_name("DIR");
  group.option("--color", raw.colour, "Colours in the results")
      ->transform(one_of(kColourChoices))
      ->type_name("auto|always|never");
}

void define_checkpoints(CLI::App& app, CommandLine& line, Raw& raw, const std::string& help) {
  const Group group(app, "Long runs");
  group.without_default("--checkpoint", line.checkpoint, help)->type_name("FILE");
  group.option("--checkpoint-every", raw.checkpoint_every, "… as often as this")->check(duration())->type_name("TIME");
  group.flag("--processes", line.processes,
             "Workers are processes: one that crashes or hangs costs the part\n"
             "that it works on, which is tried once more");
  group.option("--worker-timeout", raw.worker_timeout, "--processes: how late a worker may be")
      ->check(duration())
      ->type_name("TIME");
}

void define_memory(CLI::App& app, std::string& memory, bool& approximate) {
  const Group group(app, "Long runs");
  group
      .without_default("--memory", memory,
                       "What a campaign may keep in memory: 512M, 2G, … (0: no bound). Fingerprints\n"
                       "beyond that go to the folder for temporary files (TMPDIR) [a quarter of\n"
                       "what the machine or the control group has]")
      ->check(memory_size())
      ->type_name("SIZE");
  group.flag("--approximate", approximate, "… or nowhere: their number is then estimated");
}

void define_campaign(CLI::App& app, CommandLine& line, Raw& raw) {
  define_inputs(app, line, raw);
  define_how_long(app, line, raw);
  define_programs(app, line, raw);
  define_go_programs(app, line, raw);
  define_native_programs(app, line);
  define_search(app, line, raw);
  define_memory(app, raw.memory, line.campaign.approximate);
  define_checkpoints(app, line, raw, "Keep the campaign in this file, for graphfuzz resume");
  define_output(app, line, raw);
}

bool parse_with_arguments(CLI::App& app, int argc, const char* const* argv, std::string& text, CommandLine& line) {
  const int end = static_cast<int>(std::find(argv + 1, argv + argc, std::string_view("--")) - argv);
  if (!parse(app, end, argv, text)) return false;
  line.words.assign(argv + 1, argv + end);
  line.places = places_of_inputs(app, line.words);
  // What is in a replay file is known later, and replays take one program.
  const bool native = is_native_program(line.inputs) || (line.inputs.empty() && !line.replay.empty());
  std::vector<std::string>& rest = native ? line.arguments : line.inputs;
  if (end < argc) rest.insert(rest.end(), argv + end + 1, argv + argc);
  return true;
}

}  // namespace graphfuzz::cli
