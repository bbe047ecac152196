// graphfuzz merge: what came of units is put together, and reported on.
#include <fmt/format.h>

#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "commands.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/file_kind.hpp"
#include "graphfuzz/store/reader.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "kept_campaigns.hpp"
#include "native_programs.hpp"
#include "output.hpp"
#include "page.hpp"
#include "shards.hpp"
#include "unit_folder.hpp"

namespace graphfuzz::cli {
namespace {

struct Inputs {
  std::vector<std::string> results, shards;
};

Inputs inputs_of(const MergeLine& line) {
  Inputs inputs;
  for (const std::string& file : line.inputs) (is_shard(file) ? inputs.shards : inputs.results).push_back(file);
  return inputs;
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
                 "--interrupted", "--graphs-lost", "--so-far", "--made-by", "--at-once", "--clock", "--refused"});
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

Gathering gather(const MergeLine& line, const std::vector<std::string>& results) {
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
  return all;
}

PlannedCampaign reporting_on(const MergeLine& line, std::shared_ptr<const Gathering> all, const std::string& file) {
  PlannedCampaign campaign = planned(line, all->task(), file);
  campaign.run = [&line, all = std::move(all)](const Target& target, const CampaignOptions& options) {
    CampaignResult result = reported(line, all->result(target, options));
    result.interrupted = result.interrupted || line.interrupted;
    return result;
  };
  return campaign;
}

/// Writes the page of a run that goes on with the last of the campaigns.
/// Whoever had the work taken apart has told the user, and exits as of an error.
std::vector<BadInput> refused(const MergeLine& line) {
  std::vector<BadInput> bad;
  if (line.refused.empty()) return bad;
  const std::string text = store::read_file(line.refused, std::size_t{64} << 20);
  store::expect_json(text, line.refused, "a list of campaigns, of graphfuzz split", {"graphfuzz campaigns"});
  const store::Document document = store::Document::json(text, line.refused);
  const store::Value root = document.root();
  root.expect_format("graphfuzz campaigns", 1, 1);
  for (const store::Value one : root.field("refused").array()) {
    bad.push_back({std::string(one.field("file").text()), std::string(one.field("message").text()), kNothingFound});
  }
  return bad;
}

void write_page_so_far(const MergeLine& line, const std::vector<PlannedCampaign>& campaigns) {
  Page page(line.html_file, line.inputs);
  for (const BadInput& bad : refused(line)) page.add_failure(bad.file, bad.message);
  for (std::size_t i = 0; i + 1 < campaigns.size(); ++i) {
    CampaignResult result = campaigns[i].run(*campaigns[i].target, campaigns[i].options);
    result.file = campaigns[i].file;
    page.add(campaigns[i], result, std::vector<std::string>(result.bugs.size()));
  }
  const PlannedCampaign& last = campaigns.back();
  page.write_so_far(last, last.run(*last.target, last.options), {line.so_far, campaigns.size(), line.of});
}

int merge_several(const MergeLine& line) {
  for (const char* const option : {"--output", "--units", "--shards", "--summary", "--numbers", "--check"}) {
    if (line.given.contains(option)) throw UserError(fmt::format("merge: {} is about one campaign: no --next", option));
  }
  std::vector<PlannedCampaign> campaigns;
  std::optional<Task> first;
  bool bugs = false;
  const auto add = [&](const MergeLine& part) {
    const Inputs inputs = inputs_of(part);
    if (inputs.results.empty()) throw UserError("merge: expected results of each campaign, found shards alone");
    const auto all = std::make_shared<Gathering>(gather(part, inputs.results));
    take_shards(*all, inputs.shards, counts_of(line), false, part.graphs_lost);
    if (!part.lost.empty()) all->lose(part.lost);
    bugs = bugs || all->found_bugs();
    if (!first) first = all->task();
    campaigns.push_back(reporting_on(part, all, inputs.results.front()));
  };
  add(line);
  for (const MergeLine& part : line.next) add(part);
  if (line.so_far == 0) return run_kept(line, *first, std::move(campaigns), false, refused(line));
  write_page_so_far(line, campaigns);
  return bugs ? kBugFound : kNothingFound;
}

}  // namespace

int merge(const MergeLine& line) {
  if (!line.made_by.empty()) name_command(line.made_by);
  const auto [results, shards] = inputs_of(line);
  check_merge(line, results.empty());
  check_outputs(line);
  if (!line.next.empty()) return merge_several(line);
  if (!line.output.empty()) check_replaceable(line.output);
  if (results.empty()) return merge_shards(line);
  const auto all = std::make_shared<Gathering>(gather(line, results));
  if (line.check) {
    check_shards(*all, shards);
    return kNothingFound;
  }
  // Without shards a result can still be kept; it is the report that needs them.
  if (!shards.empty() || line.summary.empty()) {
    take_shards(*all, shards, counts_of(line), !line.output.empty(), line.graphs_lost);
  }
  if (line.shards > 0 && line.output.empty()) throw UserError("merge: --shards is for what -o writes");
  // What is taken apart can be reported on no more.
  const bool written_last = line.shards > 0 && line.summary.empty() && all->shards() == 0;
  if (written_last && !line.lost.empty()) throw UserError("merge: with --lost, --shards needs --summary");
  if (!line.output.empty() && !written_last) write_result(*all, line.output, line.shards);
  if (all->outdated()) {
    complain(
        "warning: something was learned of the program that changes its executions, so that more work on these units "
        "comes to nothing: 'graphfuzz resume' begins anew with what was learned, from what -o writes");
  }
  if (!line.lost.empty()) all->lose(line.lost);  // whoever goes on may have better luck
  if (!line.units.empty()) {
    write_units(*all, line.units);
    write_description(all->task(), *all, std::numeric_limits<std::uint64_t>::max(),
                      std::numeric_limits<double>::infinity(), line.units);
  }
  if (!line.summary.empty()) {
    store::Writer out = begin_summary();
    describe(out, *all);
    write_file(line.summary, out.field("covered", all->progress(0).covered).end_object().finish() + "\n");
    return all->found_bugs() ? kBugFound : kNothingFound;
  }
  std::vector<PlannedCampaign> campaigns;
  campaigns.push_back(reporting_on(line, all, results.front()));
  if (line.so_far > 0) {
    write_page_so_far(line, campaigns);
    return all->found_bugs() ? kBugFound : kNothingFound;
  }
  const int code = run_kept(line, all->task(), std::move(campaigns), line.refused.empty(), refused(line));
  if (written_last) write_result(*all, line.output, line.shards);
  return code;
}

}  // namespace graphfuzz::cli
