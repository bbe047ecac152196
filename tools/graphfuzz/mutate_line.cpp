// The command line of `graphfuzz mutate`.
#include <fmt/format.h>

#include <map>

#include "command_line.hpp"
#include "mutate_command.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kMutateExamples = R"(One step of a campaign in which another tool runs the program:

  graphfuzz mutate --strategy gfuzz-hb --state campaign advocateTrace     the trace of a first run, without input
  … run the program with campaign/inputs/1/fuzzingData.log …
  graphfuzz mutate --strategy gfuzz-hb --state campaign advocateTrace     the trace of that run, and so on

The traces are told to be of the input that was written and not yet reported on; if there are several, --input ID says
which one; --input 0 is a run without input. The state (pairs, channels, fullness, scores, queue) is in DIR/state.json,
which is replaced in one step: a kill at any moment loses nothing. DIR/traces keeps the traces that inputs in the queue
are made from. One process at a time may use DIR.
DIR is new or made by mutate. Nothing outside of it is touched: symbolic links in it are refused, and so is a state that
names other folders than its own.

What is written, in DIR/inputs/ID:
  strategy                 ADVOCATE                                   GFuzz        GoPie
  gfuzz, gfuzz-hb          fuzzingData.log                            ort_config   -
  gopie, gopie+, gopie-hb  rewritten trace_<n>.log, replay_active.log -            Input
  flow                     fuzzingData.log                            -            -
  a replay of a bug        rewritten trace_<n>.log                    -            -

What is found in the traces is told ("bug: …"). gfuzz-hb, gopie-hb and flow also tell what could have happened, and the
next input for ADVOCATE is a replay in which it does.

Exit codes: 0 inputs were written; 1 the queue is empty: run the program without input, and report that with --input 0;
2 wrong usage, a trace or state that cannot be read or written, or another process at work; 3 an internal error.
)";

}  // namespace

std::optional<MutateLine> parse_mutate_line(int argc, const char* const* argv, std::string& text) {
  MutateLine line;
  std::string strategy;
  std::string format = "trace";
  std::string clock = "locks";
  std::uint64_t executed = 0;
  std::uint32_t repeats = 0;
  CLI::App app("Learns from a recorded run of a Go program, and writes what to run next.", "graphfuzz mutate");
  app.footer(kMutateExamples);
  prepare(app);
  const auto option = [&](const char* group, const std::string& names, auto& target, const std::string& help) {
    return app.add_option(names, target, help)->group(group);
  };
  app.add_option("PATH", line.inputs, "Traces of the last run (-: standard input); none: only more inputs are wanted")
      ->type_name("");
  std::vector<std::string> strategies;
  for (const StrategyKind known : directed_strategies()) strategies.emplace_back(name(known));
  option("Campaign", "--strategy", strategy, "How inputs are made")
      ->required()
      ->transform(one_of(strategies))
      ->type_name("gfuzz|gfuzz-hb|gopie|gopie+|gopie-hb|flow");
  option("Campaign", "--state", line.state, "Folder with what the campaign remembers; made if it is not there")
      ->required()
      ->type_name("DIR");
  option("Campaign", "--input", executed, "Id of the input that the traces are of; 0: none")
      ->transform(whole(0))
      ->type_name("ID");
  option("Campaign", "--seed", line.seed, "Seed of the random numbers, when the campaign begins")
      ->transform(whole(0))
      ->type_name("N")
      ->capture_default_str();
  option("Campaign", "--repeats", repeats,
         "How often the same input may be queued [gfuzz-hb, gopie+, gopie-hb 2; flow 1]")
      ->transform(whole(1, 1'000'000))
      ->type_name("N");
  option("Campaign", "--clock", clock, "gopie-hb: by which happens-before chains are left out")
      ->transform(one_of({"strong", "weak", "locks"}))
      ->type_name("strong|weak|locks")
      ->capture_default_str();
  double rel1_weight = 1, rel2_weight = 1;
  option("Campaign", "--rel1-weight", rel1_weight, "gopie, gopie+, gopie-hb: w1 of the score w1 #Rel1 + w2 log #Rel2")
      ->check(weight())
      ->type_name("X")
      ->capture_default_str();
  option("Campaign", "--rel2-weight", rel2_weight, "… and w2")->check(weight())->type_name("X")->capture_default_str();
  app.add_flag("--lenient", line.lenient, "Take the consistent part of a trace that is damaged, with a warning")
      ->group("Reading");
  option("Output", "-n,--number", line.number, "Inputs to write at most")
      ->transform(whole(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  option("Output", "--format", format, "Whose input files [those of the tool that the trace is from]")
      ->transform(one_of({"advocate", "gfuzz", "gopie"}))
      ->type_name("advocate|gfuzz|gopie");
  app.add_flag("--old-names", line.old_names,
               "fuzzingData.log: path:line, as ADVOCATE had it until 2025 [for traces of that ADVOCATE]")
      ->group("Output");
  option("Output", "--select-timeout", line.timeout, "ort_config: milliseconds that a preferred case is waited for")
      ->transform(whole(1, 1'000'000))
      ->type_name("MS")
      ->capture_default_str();
  app.add_flag("-q,--quiet", line.quiet, "Only the folders of the inputs")->group("Output");
  if (!parse(app, argc, argv, text)) return std::nullopt;

  line.fuzz = go::GoFuzzOptions::of(parse_strategy(strategy));
  line.fuzz.chain.rel1_weight = rel1_weight;
  line.fuzz.chain.rel2_weight = rel2_weight;
  if (app.count("--clock") > 0 && line.fuzz.strategy != StrategyKind::gopie_hb) {
    throw UserError("mutate: --clock is for --strategy gopie-hb");
  }
  if (line.fuzz.strategy == StrategyKind::gopie_hb) line.fuzz.chain.filter = *go::impossible_of(clock);
  for (const char* const given : {"--rel1-weight", "--rel2-weight"}) {
    if (app.count(given) == 0 || go::makes_chains(line.fuzz.strategy)) continue;
    throw UserError(fmt::format("mutate: {} is for --strategy gopie, gopie+ and gopie-hb", given));
  }
  if (repeats > 0) line.fuzz.repeats = repeats;
  static const std::map<std::string, InputFormat> formats = {{"trace", InputFormat::from_trace},
                                                             {"advocate", InputFormat::advocate},
                                                             {"gfuzz", InputFormat::gfuzz},
                                                             {"gopie", InputFormat::gopie}};
  line.format = formats.at(format);
  if (app.count("--input") > 0) line.executed = executed;
  if (line.executed && line.inputs.empty()) throw UserError("mutate: --input needs the PATH of a trace");
  if (line.state.empty()) throw UserError("mutate: --state is empty");
  return line;
}

}  // namespace graphfuzz::cli
