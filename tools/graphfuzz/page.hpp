// The page of --html: results that are put on it, and the file, which is written anew while there are more to come.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/report/html.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {

class Page {
 public:
  /// `file`: empty if no page is wanted; then nothing else does anything. `inputs`: as the command line has them.
  Page(std::string file, std::span<const std::string> inputs);

  bool wanted() const { return !file_.empty(); }

  void add(const PlannedCampaign& campaign, const CampaignResult& result, std::span<const std::string> replay_files);
  void add(const Comparison& comparison);
  /// `program`: its file, if one knows it.
  void add(const Replay& replay, const std::string& replay_file, const Target& target, const std::string& program);
  void add(const go::Trace& trace, const go::TraceAnalysis& analysis);
  /// Of `file` there are no results: it could not be read, or not be run, or there was no time for it.
  void add_failure(const std::string& file, const std::string& message);

  /// What is being done, the `number`th of `all` things, for who looks at the page meanwhile. Writes it unless it was
  /// written a few seconds ago.
  void now(const std::string& what, std::size_t number, std::size_t all);
  /// What a campaign has found so far. The same.
  void show(const PlannedCampaign& campaign, const CampaignResult& so_far);
  /// What it says of a run that goes on elsewhere: when the next one is written (seconds from now), and that this is
  /// the `number`th of `all` campaigns.
  struct SoFar {
    double refresh;
    std::size_t number, all;
  };
  /// The only one of this process, about a campaign that others go on with, with what was added before.
  void write_so_far(const PlannedCampaign& campaign, const CampaignResult& so_far, const SoFar& how);
  /// Seconds between two pages of a run that goes on.
  static constexpr double kEvery = 5;

  /// The last one. Throws UserError.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void take_off(const PageDetails& details);
  void write_for_now(const std::optional<std::string>& running);
  void write(const std::optional<PageProgress>& progress, const std::optional<std::string>& running);
  /// Is it a file that can be looked at while the run goes on?
  bool live() const;

  std::string file_;
  PageRun run_;
  PageResults results_;
  PageProgress progress_;
  PageDetails room_;  // for rows that may still be told
  Clock::time_point due_{};
  double took_ = 0;       // to write the last page, seconds
  bool first_ = false;    // nothing of what is being done has been shown
  bool in_vain_ = false;  // pages before the last one cannot be written
};

/// Writes the results of several pages, or files of --json, as one page. Throws UserError, store::Error.
void join_pages(const std::vector<std::string>& files, const std::string& page);

}  // namespace graphfuzz::cli
