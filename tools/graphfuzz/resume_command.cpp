// graphfuzz resume, split, work and merge: the work of a campaign in files.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <utility>

#include "commands.hpp"
#include "go_programs.hpp"
#include "graphfuzz/campaign/processes.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/sealed_file.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "long_runs.hpp"
#include "native_programs.hpp"
#include "output.hpp"
#include "page.hpp"
#include "planned_campaigns.hpp"
#include "progress_line.hpp"
#include "shards.hpp"
#include "unit_folder.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

constexpr std::size_t kLargest = std::size_t{16} << 30;

/// The program must not have changed since `file` was written. If it is not there, what is in the file does.
void check_unchanged(const ProgramSource& program, const std::string& file) {
  if (!is_changed(program)) return;
  throw UserError(fmt::format(
      "{}: is not what it was when {} was written; a campaign cannot go on with another program", program.file, file));
}

/// Of things that are in no file it cannot be said where they are.
void check_places(const Places& at, const Task& task, const std::string& file) {
  if (!at.model.empty() && task.model_hash.empty())
    throw UserError(fmt::format("--model: the memory model of {} is not in a file", file));
  const bool go = is_real_go(task.program);
  if (!at.program.empty() && !go && kind_of(task.program) != "native")
    throw UserError(fmt::format("--program: {} is not about an executable", file));
  if (!at.folder.empty() && !go) throw UserError(fmt::format("--folder: {} is not about a Go package", file));
}

/// What is wrong with the program or its model is the file's fault.
std::unique_ptr<const Target> target_of(const Task& task, const std::string& file) {
  try {
    return until_interrupted([&] { return load_target(task); });
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("{}: {}", file, e.what()));
  } catch (const WorkError& e) {
    throw UserError(fmt::format("{}: {}", file, e.what()));
  }
}

PlannedCampaign planned(const CommandLine& line, const Task& task, const std::string& file) {
  CampaignOptions options = task.options;
  options.memory = line.campaign.memory;
  options.approximate = line.campaign.approximate;
  return {task.program.file, program_hash(task.program.text), target_of(task, file), options, {}};
}

CountOptions counts_of(const CommandLine& line) {
  return {.memory = line.campaign.memory / 2, .approximate = line.campaign.approximate};
}

int run_one(const CommandLine& given, const Task& task, PlannedCampaign campaign) {
  CommandLine line = given;
  // As by graphfuzz go: nothing is written into the user's module.
  if (is_real_go(task.program) && !line.given.contains("--replay-dir")) {
    line.replay_dir = (real_go::default_cache() / "replays").string();
  }
  std::vector<PlannedCampaign> campaigns;
  campaigns.push_back(std::move(campaign));
  return run_campaigns(line, std::move(campaigns), true);
}

int resume_checkpoint(const ResumeLine& line, std::unique_ptr<const SavedCampaign> saved) {
  Checkpoint checkpoint = saved->checkpoint();
  if (line.processes) {
    throw UserError(fmt::format("{}: was written by a campaign in one process, and goes on in one", line.file));
  }
  check_places(line.at, checkpoint.task, line.file);
  checkpoint.task.at = line.at;
  become_native_program(checkpoint.task, line.file);
  find_real_go(checkpoint.task, line.file);
  check_unchanged(checkpoint.task.program, line.file);
  if (line.workers && *line.workers < checkpoint.workers) {
    throw UserError(
        fmt::format("{}: had {} workers, which cannot go on as {}", line.file, checkpoint.workers, *line.workers));
  }
  const Task task = checkpoint.task;
  PlannedCampaign campaign = planned(line, task, line.file);
  CampaignOptions& options = campaign.options;
  options.seed = checkpoint.seed;
  options.workers = checkpoint.workers = line.workers.value_or(checkpoint.workers);
  options.executions = checkpoint.executions = line.executions.value_or(checkpoint.executions);
  options.seconds = checkpoint.seconds = line.seconds.value_or(checkpoint.seconds);
  campaign.run = how_to_go_on(line, std::move(checkpoint), std::move(saved));
  return run_one(line, task, std::move(campaign));
}

int resume_gathering(const ResumeLine& line, Gathering all) {
  if (all.shards() > 0) {
    throw UserError(fmt::format("{}: its graphs are in {} shards: graphfuzz merge puts it and their files together",
                                line.file, all.shards()));
  }
  check_places(line.at, all.task(), line.file);
  all.find(line.at);
  become_native_program(all.task(), line.file);
  find_real_go(all.task(), line.file);
  check_unchanged(all.task().program, line.file);
  const Task task = all.task();
  PlannedCampaign campaign = planned(line, task, line.file);
  campaign.options.workers = line.workers.value_or(1);
  campaign.options.executions = line.executions.value_or(std::numeric_limits<std::uint64_t>::max());
  campaign.options.seconds = line.seconds.value_or(std::numeric_limits<double>::infinity());
  campaign.run = how_to_go_on(line, std::move(all));
  return run_one(line, task, std::move(campaign));
}

/// The stream that units come from and results go to, which is standard output, out of the way of the program that runs
/// in this process: it may write to standard output, or close all that it knows of.
int take_stream() {
  constexpr int kOutOfTheWay = 500;
  int stream = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kOutOfTheWay);
  if (stream < 0) stream = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);  // no more files are allowed
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (stream < 0 || nothing < 0) throw UserError("work: the stream of units cannot be opened");
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO}) ::dup2(nothing, standard);
  ::close(nothing);
  return stream;
}

/// Reads a result, whoever wrote it.
Gathering read_result(const CommandLine& line, const std::string& file) {
  const StopScope scope = until_interrupted();
  const store::MappedFile bytes(file, kLargest);
  return Gathering::read(bytes.bytes(), file, counts_of(line));
}

/// Options that would have no effect are none.
void check_merge(const MergeLine& line, bool shards_alone) {
  const auto refuse = [&](const char* what, std::initializer_list<const char*> options) {
    for (const char* const option : options) {
      if (line.given.contains(option)) throw UserError(fmt::format("merge: {} {}", what, option));
    }
  };
  if (line.check || shards_alone || !line.summary.empty()) {
    const char* const why = line.check     ? "--check does not go with"
                            : shards_alone ? "of shards alone there is no report:"
                                           : "with --summary there is no report:";
    refuse(why, {"--dot", "--json", "--html", "--curve", "--junit", "--replay-dir", "--color", "--verbose", "--whole",
                 "--interrupted", "--graphs-lost", "--so-far", "--made-by", "--at-once", "--clock"});
  }
  if (line.so_far > 0) {
    if (line.html_file.empty()) throw UserError("merge: --so-far is for --html");
    refuse("--so-far does not go with", {"--dot", "--json", "--curve", "--junit", "--replay-dir", "--interrupted"});
  }
  if (!line.made_by.empty() && line.html_file.empty()) throw UserError("merge: --made-by is for --html");
  if (line.check)
    refuse("--check does not go with",
           {"--output", "--units", "--shards", "--numbers", "--summary", "--lost", "--model"});
  if (shards_alone)
    refuse("of shards alone there is nothing to do with", {"--units", "--shards", "--lost", "--check", "--model"});
  if (!line.summary.empty() && line.units.empty())
    refuse("with --summary, and without --units, there is no use for", {"--model"});
  if (!shards_alone && !line.numbers.empty()) throw UserError("merge: --numbers is for shards alone");
}

/// Units know but of themselves: who had them worked on says how many at once, and how long it took.
CampaignResult reported(const MergeLine& line, CampaignResult result) {
  if (line.at_once > 0) result.workers = line.at_once;
  if (line.clock > 0) {
    result.unit_seconds = result.seconds;
    result.seconds = line.clock;
  }
  return result;
}

}  // namespace

int resume(const ResumeLine& line) {
  check_outputs(line);
  const auto kind = until_interrupted([&] {
    const store::MappedFile bytes(line.file, kLargest);
    return store::open_sealed(bytes.bytes(), line.file).kind;
  });
  if (kind == "graphfuzz result") return resume_gathering(line, read_result(line, line.file));
  return resume_checkpoint(line, until_interrupted([&] { return std::make_unique<const SavedCampaign>(line.file); }));
}

int split(const SplitLine& given) {
  SplitLine line = given;
  become_native_program(line, line.inputs);
  std::vector<BadInput> bad;
  const std::vector<ProgramSource> sources = load_sources(line.inputs, bad);
  if (!bad.empty()) return kUsageError;
  std::vector<std::unique_ptr<const Target>> targets;
  if (sources.size() == 1) {
    targets = until_interrupted([&] { return load_targets(sources.front(), line.load); });
  }
  if (targets.size() != 1) throw UserError("split: expected one test under one model");
  return split_work(line, sources.front(), *targets.front(), {}, line.parts, line.folder, line.shards);
}

int work(const WorkLine& line) {
  WorkOptions how;
  how.workers = line.workers;
  how.parts = line.parts;
  how.memory = line.memory;
  how.approximate = line.approximate;
  how.stop = &interrupted();
  if (line.pipe) {
    how.finish_executions = true;  // who gives the units says when it is time
    how.at = line.at;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a worker alone is of no use
    const int stream = take_stream();
    serve_units(stream, stream, how);
    return kNothingFound;
  }
  check_replaceable(line.output);
  Unit unit = until_interrupted([&] { return read_unit(store::read_file(line.unit, kLargest), line.unit); });
  check_places(line.at, unit.task, line.unit);
  unit.task.at = line.at;
  become_native_program(unit.task, line.unit);
  find_real_go(unit.task, line.unit);
  const auto [executions, seconds] = std::pair(unit.executions, unit.seconds);
  unit.executions = line.executions.value_or(executions);
  unit.seconds = line.seconds.value_or(seconds);
  ProgressLine progress(!line.quiet);
  if (progress.active()) how.progress = [&](const Progress& p) { progress.show(line.unit, p); };
  try {
    Gathering all = graphfuzz::work(unit, how);
    progress.erase();
    unit.executions = executions;  // another budget was for this once
    unit.seconds = seconds;
    if (line.executions || line.seconds) all.set_budget(executions, seconds);
    write_result(all, line.output, line.shards);
    if (!line.units.empty()) write_what_comes(unit, all, line.units);
    if (!line.summary.empty()) {
      store::Writer out = begin_summary();
      describe(out, all);
      write_file(line.summary, out.end_object().finish() + "\n");
    }
    if (!line.quiet) {
      print(fmt::format("{}: {} executions, {} units left over\n", line.output, all.executions(), all.left().size()));
    }
    return all.found_bugs() ? kBugFound : kNothingFound;
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("{}: {}", line.unit, e.what()));
  }
}

int merge(const MergeLine& line) {
  std::vector<std::string> results, shards;
  for (const std::string& file : line.inputs) (is_shard(file) ? shards : results).push_back(file);
  check_merge(line, results.empty());
  if (!line.made_by.empty()) name_command(line.made_by);
  check_outputs(line);
  if (!line.output.empty()) check_replaceable(line.output);
  if (results.empty()) return merge_shards(line);
  Gathering all = read_result(line, results.front());
  for (std::size_t i = 1; i < results.size(); ++i) {
    try {
      const Gathering result = read_result(line, results[i]);
      const StopScope scope = until_interrupted();
      if (!all.add(result)) complain(results[i] + ": was counted before");
    } catch (const std::invalid_argument& e) {
      throw UserError(fmt::format("{}: {}", results[i], e.what()));
    }
  }
  Places at;
  at.model = line.model;
  check_places(at, all.task(), results.front());
  all.find(at);
  if (line.check) {
    check_shards(all, shards);
    return kNothingFound;
  }
  // Without shards a result can still be kept; it is the report that needs them.
  if (!shards.empty() || line.summary.empty()) {
    take_shards(all, shards, counts_of(line), !line.output.empty(), line.graphs_lost);
  }
  if (line.shards > 0 && line.output.empty()) throw UserError("merge: --shards is for what -o writes");
  // What is taken apart can be reported on no more.
  const bool written_last = line.shards > 0 && line.summary.empty() && all.shards() == 0;
  if (written_last && !line.lost.empty()) throw UserError("merge: with --lost, --shards needs --summary");
  if (!line.output.empty() && !written_last) write_result(all, line.output, line.shards);
  if (!line.lost.empty()) all.lose(line.lost);  // whoever goes on may have better luck
  if (!line.units.empty()) {
    write_units(all, line.units);
    write_description(all.task(), all, std::numeric_limits<std::uint64_t>::max(),
                      std::numeric_limits<double>::infinity(), line.units);
  }
  if (!line.summary.empty()) {
    store::Writer out = begin_summary();
    describe(out, all);
    write_file(line.summary, out.field("covered", all.progress(0).covered).end_object().finish() + "\n");
    return all.found_bugs() ? kBugFound : kNothingFound;
  }
  PlannedCampaign campaign = planned(line, all.task(), results.front());
  if (line.so_far > 0) {
    Page(line.html_file, line.inputs)
        .write_so_far(campaign, reported(line, all.result(*campaign.target, campaign.options)), line.so_far);
    return all.found_bugs() ? kBugFound : kNothingFound;
  }
  campaign.run = [&](const Target& target, const CampaignOptions& options) {
    CampaignResult result = reported(line, all.result(target, options));
    result.interrupted = result.interrupted || line.interrupted;
    return result;
  };
  const int code = run_one(line, all.task(), std::move(campaign));
  if (written_last) write_result(all, line.output, line.shards);
  return code;
}

}  // namespace graphfuzz::cli
