// Results as a page for a browser: one file that needs nothing else, neither the network nor other files.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/campaign/compare.hpp"
#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/program/go/trace.hpp"
#include "graphfuzz/target/replay.hpp"
#include "graphfuzz/target/target.hpp"

namespace graphfuzz {

/// What made the results of a page.
struct PageRun {
  std::string version{};               ///< of graphfuzz
  std::vector<std::string> command{};  ///< the command line, word by word
  std::string folder{};                ///< in which it was given
  std::string machine{};               ///< "Linux 6.1 on x86_64, 2 processors"
  std::string written{};               ///< now, as ISO 8601 has it
};

/// What is still being done, on a page that is to be replaced by the next one.
struct PageProgress {
  std::string what;      ///< "3/12 SB under sc"
  double refresh = 5;    ///< seconds until the next page
  std::size_t done = 0;  ///< of so many …
  std::size_t all = 0;   ///< … things that are to be done
};

/// Results, each a JSON object on one line, as the functions below make them.
struct PageResults {
  std::vector<std::string> campaigns{}, comparisons{}, replays{}, traces{};
  std::vector<std::string> failures{};  ///< what there are no results of
};

/// What is to be told with a result.
struct PageDetails {
  /// The line of the source, without its end; "" if nobody knows. May be empty.
  std::function<std::string(const Place&)> source_line{};
  /// Target::choices, or nothing. May be empty.
  std::function<std::vector<Target::Choice>(const Witness&)> choices{};
  std::string program{};  ///< the text of the program, to be shown with it; may be empty
  /// So many rows of stories may be told. What is told of a result is taken off.
  std::size_t rows = kRows;
  static constexpr std::size_t kRows = 200'000;
  /// Of these, so many of examples of states.
  std::size_t example_rows = kExampleRows;
  static constexpr std::size_t kExampleRows = 40'000;
};

/// What to_json makes of it, and a field "page" with the curve, graphs and stories (doc/html.md).
std::string page_object(const CampaignResult& result, std::span<const std::string> replay_files, PageDetails& details);
std::string page_object(const Comparison& comparison);
std::string page_object(const Replay& replay, const std::string& replay_file, PageDetails& details);
/// A file, or what else was to be looked at, of which there are no results, and why.
std::string page_failure(const std::string& file, const std::string& message);

/// The page. Texts in results may be anything: they are never taken for HTML or scripts.
std::string html_page(const PageRun& run, const PageResults& results,
                      const std::optional<PageProgress>& progress = std::nullopt);

/// The same with results of several pages, or of files of --json, each the text of one, whose `names` are for messages:
/// where each result comes from is told with it. Throws store::DocumentError, naming the file that is neither.
std::string html_page_of(const PageRun& run, std::span<const std::string> texts, std::span<const std::string> names);

}  // namespace graphfuzz

namespace graphfuzz::go {

std::string page_object(const Trace& trace, const TraceAnalysis& analysis, PageDetails& details);

}  // namespace graphfuzz::go
