#include "planned_campaigns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "file_names.hpp"
#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/report/text.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/store/error.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "page.hpp"
#include "pictures.hpp"
#include "progress_line.hpp"
#include "verdicts.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

/// The same for the same bug of the same file under the same model, whatever the seed, so that a later run replaces the
/// replay file of an earlier one.
std::string replay_name(const CampaignResult& result, const Bug& bug, const fs::path& file) {
  const Fingerprint mark = fingerprint(fmt::format("{}/{:x}/{:x}", file.string(), bug.key.low, bug.key.high));
  const std::string words = fmt::format("{}-{}-{}", result.test, result.model, bug.kind);
  return fmt::format("{}-{:08x}", words.substr(0, 80), mark.low & 0xffff'ffff);
}

/// Everything that is done, and what there is so far.
class CampaignRuns {
 public:
  CampaignRuns(const CommandLine& line, std::vector<PlannedCampaign> campaigns, bool single,
               const std::vector<BadInput>& bad)
      : line_(line),
        text_({line.colour, line.verbose, line.whole}),
        silent_(line.json_file == "-" || line.html_file == "-" || line.curve_file == "-" || line.junit_file == "-"),
        verdicts_(line.expect),
        progress_(!line.quiet),
        page_(line.html_file, line.inputs),
        single_(single),
        campaigns_(std::move(campaigns)) {
    for (const BadInput& input : bad) {
      verdicts_.bad(input);
      page_.add_failure(input.file, input.message);
      // An input in error tells more than one that took too long.
      if (code_ != kUsageError) code_ = input.code;
    }
  }

  int run() {
    for (const PlannedCampaign& campaign : campaigns_) {
      if (interrupted()) {
        verdicts_.not_run(campaign);
        page_.add_failure(campaign.file,
                          fmt::format("{} was not run: the search was interrupted", title(*campaign.target)));
      } else {
        run_one(campaign);
      }
    }
    finish();
    return code_ != kNothingFound ? code_ : verdicts_.code();
  }

 private:
  /// What went wrong is reported; the campaigns that follow, and the results so far, are not lost by it.
  template <class Action>
  void guard(const std::string& what, Action action) {
    try {
      action();
    } catch (const UserError& e) {
      usage_error(e.what());
    } catch (const WorkError& e) {
      usage_error(fmt::format("{}: {}", what, e.what()));
    } catch (const store::Error& e) {
      usage_error(e.what());
    } catch (const std::invalid_argument& e) {  // the model and the program do not go together
      usage_error(fmt::format("{}: {}", what, e.what()));
    } catch (const std::exception& e) {
      went_wrong(fmt::format("{}: internal error: {}", what, e.what()));
      code_ = kInternalError;
    }
  }

  void usage_error(const std::string& message) {
    went_wrong(message);
    if (code_ != kInternalError) code_ = kUsageError;
  }

  void went_wrong(const std::string& message) {
    progress_.erase();
    complain(message);
    last_error_ = message;
  }

  CampaignResult result_of(const PlannedCampaign& campaign) {
    const std::string what = title(*campaign.target);
    CampaignOptions options = campaign.options;
    options.stop = &interrupted();
    if (progress_.active()) options.progress = [&](const Progress& p) { progress_.show(where(what), p); };
    if (page_.wanted()) {
      page_.now(what, begun_, campaigns_.size());
      options.on_result = [&](const CampaignResult& so_far) { page_.show(campaign, so_far); };
      options.result_every = Page::kEvery;
    }
    return campaign.run(*campaign.target, options);
  }

  /// What it has not looked for is looked for with what it has left over. Returns the campaign to be told instead, if
  /// it has bugs, or has visited all, whose result is put in the place of the other.
  std::unique_ptr<PlannedCampaign> go_further(const PlannedCampaign& campaign, CampaignResult& result) {
    if (!campaign.further || interrupted()) return nullptr;
    std::unique_ptr<PlannedCampaign> next;
    try {
      next = until_interrupted([&] { return campaign.further(result); });
    } catch (const Stopped&) {  // what there is counts
      result.interrupted = true;
    }
    if (!next) return nullptr;
    CampaignResult more = result_of(*next);
    const bool is_told = !more.bugs.empty() || more.complete;
    CampaignResult& told = is_told ? more : result;
    // Of the other one, why it is not complete, or races.
    for (const Bug& remark : (is_told ? result : more).remarks) {
      const auto is_same = [&](const Bug& known) { return same_bug(known, remark); };
      const bool is_kept = remark.kind == (is_told ? "unsupported" : "race");
      if (is_kept && std::ranges::none_of(told.remarks, is_same)) told.remarks.push_back(remark);
    }
    if (!is_told) {
      result.interrupted |= more.interrupted;
      return nullptr;
    }
    more.gave_up |= result.gave_up;
    more.complete &= !more.gave_up;
    result = std::move(more);
    return next;
  }

  void run_one(const PlannedCampaign& first) {
    const std::string what = title(*first.target);
    ++begun_;
    const std::size_t before = results_.size();
    guard(what, [&] { results_.push_back(result_of(first)); });
    if (results_.size() == before) {
      progress_.erase();
      page_.add_failure(first.file, last_error_);
      return verdicts_.failed(first);
    }
    CampaignResult& result = results_.back();
    std::unique_ptr<PlannedCampaign> further;
    guard(what, [&] { further = go_further(first, result); });
    progress_.erase();
    const PlannedCampaign& campaign = further ? *further : first;
    result.file = campaign.file;
    verdicts_.add(campaign, result);
    if (line_.minimise) guard(what, [&] { minimise_bugs(campaign, result); });
    replays_.emplace_back();
    guard(what, [&] { replays_.back() = write_replays(campaign, result); });
    guard(what, [&] { page_.add(campaign, result, replays_.back()); });
    if (!line_.dot_dir.empty()) guard(what, [&] { draw(result, line_.dot_dir, pictures_, line_.whole); });
    if (!silent_ && !line_.quiet && (single_ || line_.verbose)) {
      guard(what, [&] { print(result_block(result, replays_.back(), text_) + (single_ ? "" : "\n")); });
    }
    // All that is needed from here on is numbers: many graphs of many tests need much memory.
    for (ObservedState& state : result.states) state.example.reset();
    for (Bug& bug : result.bugs) forget_graph(bug, !line_.json_file.empty());
    for (Bug& remark : result.remarks) forget_graph(remark, !line_.json_file.empty());
  }

  /// Puts easier executions in the place of those that showed the bugs, where there are any.
  void minimise_bugs(const PlannedCampaign& campaign, CampaignResult& result) {
    if (result.bugs.empty()) return;
    if (!campaign.target->minimises()) {
      complain(fmt::format("warning: {}: expected {} to minimise executions of, found one of kind {}", result.test,
                           kMinimised, campaign.target->kind()));
      return;
    }
    const std::unique_ptr<const Target> loaded = campaign.load_here ? campaign.load_here() : nullptr;
    const Target& target = loaded ? *loaded : *campaign.target;
    for (Bug& bug : result.bugs) {
      if (interrupted()) return;  // who has had enough wants to see what there is
      if (bug.predicted || !bug.witness->no_steps.empty()) continue;
      std::optional<Easier> easier = easier_execution(target, bug);
      if (!easier) continue;
      const UnstoppedScope whole;
      static_cast<Finding&>(bug) = *finding_of(easier->replay, bug.key);
      bug.message += bug.added;
      bug.witness = std::make_shared<const Witness>(Witness{std::move(easier->replay.graph),
                                                            std::move(easier->replay.story),
                                                            easier->minimised.steps,
                                                            {},
                                                            std::move(easier->replay.output),
                                                            std::move(easier->replay.differs)});
      bug.minimised = std::move(easier->minimised);
    }
  }

  struct Easier {
    Minimised minimised;
    Replay replay;
  };

  /// What waits for something outside (a process, the network) may go otherwise the next time.
  static constexpr int kAttempts = 3;

  static std::vector<Finding>::const_iterator finding_of(const Replay& replay, const FindingKey& key) {
    return std::ranges::find(replay.findings, key, &Finding::key);
  }

  /// One that shows the bug, if there is any.
  static std::optional<Replay> replay_with(const Target& target, std::span<const std::string> steps,
                                           const FindingKey& key) {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      Replay replay = target.replay(steps);
      if (finding_of(replay, key) != replay.findings.end()) return replay;
    }
    return std::nullopt;
  }

  /// Nothing if there is none, or time is up.
  std::optional<Easier> easier_execution(const Target& target, const Bug& bug) const {
    std::optional<Minimised> minimised = [&] {
      const StopScope scope = until_interrupted(line_.campaign.seconds);
      return target.minimise(bug.witness->steps, line_.campaign.executions, bug.key, Ease::fewest_events);
    }();
    if (!minimised) return std::nullopt;
    const UnstoppedScope whole;
    std::optional<Replay> replay = replay_with(target, minimised->steps, bug.key);
    if (!replay) return std::nullopt;
    return Easier{std::move(*minimised), std::move(*replay)};
  }

  /// Of a witness, what the program wrote is still to be told, and of JSON what happened.
  static void forget_graph(Bug& bug, bool with_story) {
    if (!bug.witness) return;
    Witness told;
    told.output = bug.witness->output;
    told.differs = bug.witness->differs;
    if (with_story) told.story = bug.witness->story;
    bug.witness = std::make_shared<const Witness>(std::move(told));
  }

  /// Which of several it is.
  std::string where(const std::string& what) const {
    return campaigns_.size() > 1 ? fmt::format("{}/{} {}", begun_, campaigns_.size(), what) : what;
  }

  std::vector<std::string> write_replays(const PlannedCampaign& campaign, const CampaignResult& result) {
    std::vector<std::string> files;
    for (std::size_t i = 0; i < result.bugs.size(); ++i) {
      const Bug& bug = result.bugs[i];
      files.emplace_back();
      if (!bug.witness->no_steps.empty()) continue;
      make_folder(line_.replay_dir);
      const fs::path file = fs::absolute(campaign.file).lexically_normal();
      const std::string name = replay_names_.unique(replay_name(result, bug, file));
      const std::string path = (fs::path(line_.replay_dir) / (name + ".json")).string();
      const std::string relative = file.lexically_proximate(fs::absolute(line_.replay_dir).lexically_normal()).string();
      const Target& target = *campaign.target;
      write_file(path, to_text({std::string(target.kind()), result.test, relative, campaign.hash, target.settings(),
                                result.seed, bug.kind + ": " + bug.own_message(), bug.witness->steps}));
      files.back() = path;
    }
    return files;
  }

  void finish() {
    if (!silent_ && !results_.empty() && (line_.quiet || !single_)) guard("table", [&] { print(table()); });
    if (!line_.json_file.empty()) {
      guard("JSON", [&] {
        std::vector<std::string> objects;
        for (std::size_t i = 0; i < results_.size(); ++i) objects.push_back(to_json(results_[i], replays_[i]));
        write_file(line_.json_file, json_array(objects));
      });
    }
    guard("page", [&] { page_.finish(); });
    if (!silent_) guard("expectations", [&] { print(verdicts_.text()); });
    if (!line_.junit_file.empty()) {
      guard("JUnit", [&] { write_file(line_.junit_file, to_junit(verdicts_.cases())); });
    }
    if (!line_.curve_file.empty()) guard("curve", [&] { write_file(line_.curve_file, curves_csv(results_)); });
    if (interrupted() && results_.size() < campaigns_.size()) {
      complain(fmt::format("interrupted: {} of {} campaigns were not run", campaigns_.size() - results_.size(),
                           campaigns_.size()));
    }
  }

  std::string table() const {
    std::string text = result_table(results_, text_);
    const std::string how = fmt::format("\nstrategy {}, seed {}\n", results_.front().strategy, results_.front().seed);
    if (!line_.quiet) {
      std::string bugs;
      for (std::size_t i = 0; i < results_.size(); ++i) bugs += bug_lines(results_[i], replays_[i], text_);
      if (!bugs.empty()) text += '\n' + bugs;
    }
    return text + how;
  }

  const CommandLine& line_;
  const TextOptions text_;
  const bool silent_;  // standard output is for a machine
  Verdicts verdicts_;
  ProgressLine progress_;
  Page page_;
  const bool single_;
  int code_ = kNothingFound;
  std::string last_error_;
  std::size_t begun_ = 0;
  std::vector<PlannedCampaign> campaigns_;
  std::vector<CampaignResult> results_;
  std::vector<std::vector<std::string>> replays_;  // by result, by bug
  FileNames pictures_;
  FileNames replay_names_;
};

/// One file for two things would have but the one that is written last.
void check_apart(const CommandLine& line) {
  const std::pair<const char*, const std::string&> outputs[] = {{"--json", line.json_file},
                                                                {"--html", line.html_file},
                                                                {"--curve", line.curve_file},
                                                                {"--junit", line.junit_file},
                                                                {"--checkpoint", line.checkpoint}};
  std::map<std::filesystem::path, const char*> taken;
  for (const auto& [option, file] : outputs) {
    if (file.empty() || file == "-" || file.starts_with("/dev/")) continue;
    std::error_code error;
    std::filesystem::path path = std::filesystem::weakly_canonical(std::filesystem::absolute(file), error);
    if (error) path = file;
    const auto [place, is_new] = taken.emplace(std::move(path), option);
    if (!is_new) throw UserError(fmt::format("{} and {}: both would write {}", place->second, option, file));
  }
}

}  // namespace

void check_outputs(const CommandLine& line) {
  for (const std::string& file : {line.json_file, line.html_file, line.curve_file, line.junit_file}) {
    if (!file.empty()) check_writable(file);
  }
  check_apart(line);
  if (!line.checkpoint.empty()) check_replaceable(line.checkpoint);
  if (!line.dot_dir.empty()) {
    check_folder(line.dot_dir);
    make_folder(line.dot_dir);
  }
  if (line.given.contains("--replay-dir")) check_folder(line.replay_dir);
}

int run_campaigns(const CommandLine& line, std::vector<PlannedCampaign> campaigns, bool single,
                  const std::vector<BadInput>& bad) {
  if (!line.checkpoint.empty() && campaigns.size() > 1) {
    throw UserError(fmt::format("--checkpoint keeps one campaign; these are {}", campaigns.size()));
  }
  return CampaignRuns(line, std::move(campaigns), single, bad).run();
}

}  // namespace graphfuzz::cli
