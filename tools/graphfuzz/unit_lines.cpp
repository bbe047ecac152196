// graphfuzz resume, split, merge and work.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "campaign_options.hpp"
#include "durations.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "one_target.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

void define_shards(CLI::App& app, std::size_t& shards) {
  app.add_option("--shards", shards,
                 "Put the fingerprints of graphs, by hash, into N files beside the result: RESULT.0, …")
      ->transform(whole(1, 100'000))
      ->type_name("N");
}

void define_places(CLI::App& app, Places& at) {
  app.add_option("--program", at.program, "Where the executable of the C, C++ or Go program is [where it was]")
      ->type_name("FILE");
  app.add_option("--folder", at.folder, "Where the tests of a Go package run [the folder of the package]")
      ->type_name("DIR");
  app.add_option("--model", at.model, "Where the .cat file of the memory model is [where it was]")->type_name("FILE");
}

}  // namespace

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
  define_shards(app, line.shards);
  define_campaign(app, line, raw);
  leave_out(app, "split",
            {"--replay", "--minimise", "--checkpoint", "--checkpoint-every", "--processes", "--worker-timeout",
             "--workers", "--dot", "--json", "--html", "--curve", "--junit", "--expect", "--replay-dir", "--color",
             "--verbose", "--whole"});
  if (!parse_with_arguments(app, argc, argv, text, line)) return std::nullopt;
  line.command = "split";
  translate_campaign(app, raw, line);
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
  define_places(app, line.at);
  define_memory(app, raw.memory, line.campaign.approximate);
  define_checkpoints(app, line, raw, "Where the campaign is kept from now on [FILE]");
  define_output(app, line, raw);
  if (!parse(app, argc, argv, text)) return std::nullopt;
  if (app.count("--executions") > 0) line.executions = executions;
  if (!raw.time.empty()) line.seconds = parse_duration(raw.time);
  if (line.checkpoint.empty()) line.checkpoint = line.file;
  translate_common(app, raw, line);
  return line;
}

namespace {

constexpr std::string_view kNext = "--next", kWords = "--words";

/// Does the option say something about one of several campaigns, and not about the report?
bool is_about_one(const std::string& option) {
  constexpr std::string_view kAboutOne[] = {"--lost",  "--graphs-lost", "--interrupted",
                                            "--model", "--at-once",     "--clock"};
  return std::ranges::find(kAboutOne, option) != std::end(kAboutOne) || !option.starts_with("--");
}

/// From a file, in which a zero byte ends each.
std::vector<std::string> words_in(const std::string& file) {
  std::vector<std::string> words;
  const std::string text = store::read_file(file, std::size_t{1} << 30);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::optional<MergeLine> parse_merge_part(const std::vector<std::string>& words, std::string& text) {
  MergeLine line;
  Raw raw;
  CLI::App app(
      "Puts together what came of units of one campaign, in any order, and reports on it. The result of the same\n"
      "unit counts once. Shards (--shards) go with the results whose graphs they have; those of one number alone are\n"
      "put together in one.",
      "graphfuzz merge");
  prepare(app);
  app.add_option("FILE", line.inputs, "Results, and their shards: of graphfuzz work, split and merge")
      ->type_name("")
      ->required();
  app.add_option("-o,--output", line.output, "Where all of it goes, for graphfuzz merge and resume")->type_name("FILE");
  define_memory(app, raw.memory, line.campaign.approximate);
  app.add_option("-u,--units", line.units, "Write the units that are left over into this folder")->type_name("DIR");
  app.add_option("--model", line.model, "Where the .cat file of the memory model is [where it was]")->type_name("FILE");
  define_shards(app, line.shards);
  app.add_option("--numbers", line.numbers, "Of shards alone: how many graphs they have, which is enough for reports")
      ->type_name("FILE");
  app.add_option("--summary", line.summary, "Say in JSON what there is, and report nothing")->type_name("FILE");
  app.add_option("--lost", line.lost, "Say in the report that this part of the work is lost")->type_name("TEXT");
  app.add_option("--graphs-lost", line.graphs_lost, "… and why graphs of shards that are not given cannot be counted")
      ->type_name("TEXT");
  app.add_flag("--interrupted", line.interrupted, "… and that the work was stopped");
  std::string so_far;
  app.add_option("--so-far", so_far,
                 "Only write the page (--html), as of a run that goes on and writes the next one then")
      ->check(duration())
      ->type_name("TIME");
  app.add_option("--made-by", line.made_by, "The command that pages are to name, as for a shell")->type_name("COMMAND");
  app.add_option("--at-once", line.at_once, "Say in the report that so many worked at once, at most")
      ->transform(whole(1, 1'000'000))
      ->type_name("N");
  std::string clock;
  app.add_option("--clock", clock, "… and that it took so long by the clock")->check(duration())->type_name("TIME");
  app.add_option("--of", line.of, "--so-far: how many campaigns there are, of which the last one goes on")
      ->transform(whole(1))
      ->type_name("N");
  app.add_option(
         "--refused", line.refused,
         "Name in JUnit's file and on the page what could not be read, as this campaigns.json of split says; the\n"
         "exit code is that of the results")
      ->type_name("FILE");
  bool next = false;  // the words are taken apart there before
  app.add_flag(std::string(kNext), next,
               "Results of another campaign follow, on which to report as well; what --lost, --graphs-lost,\n"
               "--interrupted, --model, --at-once and --clock say is about the campaign that they stand with");
  std::string file;  // is read before
  app.add_option(std::string(kWords), file,
                 "Alone: what the command line says is in this file, each word ended by a zero byte")
      ->type_name("FILE");
  app.add_flag("--check", line.check,
               "Only see whether the files are whole, and the shards of each number the graphs of the results");
  define_output(app, line, raw);
  std::vector<const char*> argv = {"merge"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  if (!parse(app, static_cast<int>(argv.size()), argv.data(), text)) return std::nullopt;
  if (!file.empty()) throw UserError("merge: --words goes alone");
  if (!clock.empty()) line.clock = parse_duration(clock).value();
  if (!so_far.empty()) line.so_far = std::max(parse_duration(so_far).value(), 1.0);
  translate_common(app, raw, line);
  return line;
}

}  // namespace

std::optional<MergeLine> parse_merge_line(int argc, const char* const* argv, std::string& text) {
  const std::vector<std::string> given(argv + 1, argv + argc);
  const std::vector<std::string> words = given.size() == 2 && given[0] == kWords ? words_in(given[1]) : given;
  auto next = std::find(words.begin(), words.end(), kNext);
  std::optional<MergeLine> line = parse_merge_part({words.begin(), next}, text);
  while (line && next != words.end()) {
    const auto first = next + 1;
    next = std::find(first, words.end(), kNext);
    std::optional<MergeLine> part = parse_merge_part({first, next}, text);
    if (!part) return std::nullopt;
    for (const std::string& option : part->given) {
      if (is_about_one(option)) continue;
      throw UserError(fmt::format("merge: {}: expected it before --next: it is about the whole report", option));
    }
    part->campaign = line->campaign;
    line->next.push_back(std::move(*part));
  }
  return line;
}

std::optional<WorkLine> parse_work_line(int argc, const char* const* argv, std::string& text) {
  WorkLine line;
  std::string memory, time;
  std::uint64_t executions = 0;
  CLI::App app(
      "Works on a unit (graphfuzz split) until its budget is used up, and writes what came of it and what is left\n"
      "over, for graphfuzz merge.",
      "graphfuzz work");
  prepare(app);
  app.add_option("UNIT", line.unit, "The unit")->type_name("");
  app.add_option("-o,--output", line.output, "Where the result goes")->type_name("RESULT");
  app.add_option("-u,--units", line.units, "Write the units that are left over into this folder, too")
      ->type_name("DIR");
  app.add_option("--json", line.summary, "Say in JSON how much was done, and what is left over")->type_name("FILE");
  app.add_option("-n,--executions", executions, "Another budget than the unit's")->transform(whole(1))->type_name("N");
  app.add_option("-t,--time", time, "Another time than the unit's")->check(duration())->type_name("TIME");
  define_places(app, line.at);
  app.add_option("-j,--workers", line.workers, "Threads to work with")->transform(whole(1, 1024))->type_name("N");
  app.add_option("-p,--parts", line.parts, "Units that what is left over is to become, at most")
      ->transform(whole(1, 100'000))
      ->type_name("N");
  define_shards(app, line.shards);
  define_memory(app, memory, line.approximate);
  app.add_flag("-q,--quiet", line.quiet, "Print nothing");
  app.add_flag("--pipe", line.pipe)->group("");  // for --processes
  if (!parse(app, argc, argv, text)) return std::nullopt;
  line.memory = memory_of(memory);
  if (app.count("--executions") > 0) line.executions = executions;
  if (!time.empty()) line.seconds = parse_duration(time);
  if (!line.pipe && (line.unit.empty() || line.output.empty())) {
    throw UserError("work: expected a unit, and -o RESULT; try --help");
  }
  return line;
}

}  // namespace graphfuzz::cli
