#include "page.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "graphfuzz/store/atomic_file.hpp"
#include "interrupts.hpp"
#include "native_programs.hpp"
#include "output.hpp"
#include "source_lines.hpp"
#include "verdicts.hpp"

namespace graphfuzz::cli {
namespace {

constexpr std::size_t kLargestPage = std::size_t{1} << 30;
/// What it may take to find out what else the events of a result could have been.
constexpr double kForChoices = 2;  // seconds
/// Writing pages of a run that goes on may take this part of the time.
constexpr double kPartForWriting = 0.02;

std::string machine() {
  utsname name{};
  ::uname(&name);
  const unsigned processors = std::thread::hardware_concurrency();
  return fmt::format("{} {} on {}, {} processor{}", name.sysname, name.release, name.machine, processors,
                     processors == 1 ? "" : "s");
}

std::string time_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

PageRun run_of(std::span<const std::string> inputs) {
  std::error_code error;
  return {GRAPHFUZZ_VERSION, command_words(inputs), std::filesystem::current_path(error).string(), machine(), {}};
}

/// What else the events of a witness could have been, as far as it can be found out in time.
class Choices {
 public:
  Choices(const Target& target, std::function<std::unique_ptr<const Target>()> load)
      : target_(&target), load_(std::move(load)) {}

  std::vector<Target::Choice> operator()(const Witness& witness) {
    if (left_ <= 0 || interrupted()) return {};
    const Clock::time_point start = Clock::now();
    std::vector<Target::Choice> choices;
    try {
      const StopScope scope = until_interrupted(left_);
      choices = find(witness);
    } catch (const Stopped&) {  // then nothing is known
    }
    left_ -= std::chrono::duration<double>(Clock::now() - start).count();
    return choices;
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::vector<Target::Choice> find(const Witness& witness) {
    if (load_ && !here_) {
      here_ = load_();
      target_ = here_.get();
    }
    const bool has_graphs = target_->kind() != "go";
    if (!has_graphs || witness.graph.threads() > 0 || witness.steps.empty()) return target_->choices(witness);
    // It was told by another process.
    const Replay again = target_->replay(witness.steps);
    if (again.story.rows.size() != witness.story.rows.size()) return {};
    Witness whole = witness;
    whole.graph = again.graph;
    return target_->choices(whole);
  }

  const Target* target_;
  std::function<std::unique_ptr<const Target>()> load_;
  std::shared_ptr<const Target> here_;
  double left_ = kForChoices;
};

}  // namespace

Page::Page(std::string file, std::span<const std::string> inputs) : file_(std::move(file)) {
  if (wanted()) run_ = run_of(inputs);
  progress_.refresh = kEvery;
}

bool Page::live() const { return wanted() && !in_vain_ && is_replaced(file_); }

namespace {

/// What there is to tell about a program in this file, or folder.
PageDetails details_of(const std::string& program, PageDetails details) {
  const auto lines = std::make_shared<SourceLines>(program);
  details.source_line = [lines](const Place& place) { return lines->line(place); };
  details.program = program_text(program);
  return details;
}

}  // namespace

void Page::add(const PlannedCampaign& campaign, const CampaignResult& result,
               std::span<const std::string> replay_files) {
  if (!wanted()) return;
  PageDetails details = details_of(campaign.file, room_);
  if (result.model_kind == "porf") {
    const auto choices = std::make_shared<Choices>(*campaign.target, campaign.load_here);
    details.choices = [choices](const Witness& witness) { return (*choices)(witness); };
  }
  results_.campaigns.push_back(page_object(result, replay_files, details));
  take_off(details);
}

void Page::add(const Comparison& comparison) {
  if (wanted()) results_.comparisons.push_back(page_object(comparison));
}

void Page::add(const Replay& replay, const std::string& replay_file, const Target& target, const std::string& program) {
  if (!wanted()) return;
  PageDetails details = details_of(program, room_);
  details.choices = [choices = Choices(target, {})](const Witness& witness) mutable { return choices(witness); };
  results_.replays.push_back(page_object(replay, replay_file, details));
  take_off(details);
}

void Page::add(const go::Trace& trace, const go::TraceAnalysis& analysis) {
  if (!wanted()) return;
  PageDetails details = room_;
  SourceLines lines(trace.path);
  details.source_line = [&lines](const Place& place) { return lines.line(place); };
  results_.traces.push_back(page_object(trace, analysis, details));
  take_off(details);
}

void Page::add_failure(const std::string& file, const std::string& message) {
  if (wanted()) results_.failures.push_back(page_failure(file, message));
}

void Page::take_off(const PageDetails& details) {
  room_.rows = details.rows;
  room_.example_rows = details.example_rows;
}

void Page::now(const std::string& what, std::size_t number, std::size_t all) {
  if (progress_.what != what) first_ = true;
  progress_.what = what;
  progress_.done = number - 1;
  progress_.all = all;
  if (live() && Clock::now() >= due_) write_for_now(std::nullopt);
}

void Page::show(const PlannedCampaign& campaign, const CampaignResult& so_far) {
  // The first of a campaign comes at once, where that costs nothing worth mentioning.
  constexpr double kCheap = 0.02;  // seconds
  const bool soon = std::exchange(first_, false) && took_ < kCheap;
  if (!live() || (Clock::now() < due_ && !soon)) return;
  CampaignResult result = so_far;
  result.file = campaign.file;
  PageDetails details = details_of(campaign.file, room_);
  write_for_now(page_object(result, {}, details));
}

void Page::write_so_far(const PlannedCampaign& campaign, const CampaignResult& so_far, const SoFar& how) {
  if (!live()) return;
  CampaignResult result = so_far;
  result.file = campaign.file;
  progress_ = {title(*campaign.target), how.refresh, how.number - 1, std::max(how.all, how.number)};
  PageDetails details = details_of(campaign.file, room_);
  write(progress_, page_object(result, {}, details));
}

void Page::finish() {
  if (wanted()) write(std::nullopt, std::nullopt);
}

/// What goes wrong is told when the last page is written: until then it may have been put right.
void Page::write_for_now(const std::optional<std::string>& running) {
  try {
    write(progress_, running);
  } catch (const UserError&) {
    in_vain_ = true;
  }
}

void Page::write(const std::optional<PageProgress>& progress, const std::optional<std::string>& running) {
  const Clock::time_point start = Clock::now();
  run_.written = time_now();
  if (running) results_.campaigns.push_back(*running);
  const std::string text = html_page(run_, results_, progress);
  if (running) results_.campaigns.pop_back();
  write_file(file_, text);
  took_ = std::chrono::duration<double>(Clock::now() - start).count();
  progress_.refresh = std::max(kEvery, took_ / kPartForWriting);
  due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(progress_.refresh)) -
         std::chrono::milliseconds(100);  // who asks every few seconds is not to come a moment too early
}

void join_pages(const std::vector<std::string>& files, const std::string& page) {
  std::vector<std::string> texts;
  for (const std::string& file : files) texts.push_back(store::read_text(file, kLargestPage));
  PageRun run = run_of(files);
  run.written = time_now();
  write_file(page, html_page_of(run, texts, files));
}

}  // namespace graphfuzz::cli
