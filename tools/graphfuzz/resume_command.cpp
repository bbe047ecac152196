// graphfuzz resume, split and work: the work of a campaign in files.
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
#include "graphfuzz/store/file_kind.hpp"
#include "graphfuzz/store/sealed_file.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "kept_campaigns.hpp"
#include "loaded_programs.hpp"
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

std::vector<PlannedCampaign> one(PlannedCampaign campaign) {
  std::vector<PlannedCampaign> campaigns;
  campaigns.push_back(std::move(campaign));
  return campaigns;
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
  return run_kept(line, task, one(std::move(campaign)));
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
  return run_kept(line, task, one(std::move(campaign)));
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

}  // namespace

int resume(const ResumeLine& line) {
  check_outputs(line);
  const auto kind = until_interrupted([&] {
    const store::MappedFile bytes(line.file, kLargest);
    if (!store::is_sealed(bytes.bytes())) {
      store::refuse_kind(bytes.bytes(), line.file,
                         "a checkpoint (--checkpoint FILE), or a result of graphfuzz merge with units that are left");
    }
    return store::open_sealed(bytes.bytes(), line.file).kind;
  });
  if (kind == "graphfuzz result") return resume_gathering(line, read_result(line, line.file));
  return resume_checkpoint(line, until_interrupted([&] { return std::make_unique<const SavedCampaign>(line.file); }));
}

int split(const SplitLine& given) {
  SplitLine line = given;
  become_native_program(line, line.inputs);
  std::vector<BadInput> bad;
  std::vector<Whole> campaigns;
  load_programs(line, bad, [&](const ProgramSource& source, std::unique_ptr<const Target> target, const LoadOptions&) {
    campaigns.push_back({source, std::move(target)});
  });
  return split_work(line, campaigns, std::move(bad), {line.folder, line.parts, line.shards});
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

}  // namespace graphfuzz::cli
