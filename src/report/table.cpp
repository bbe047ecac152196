// Several results: one line each.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "graphfuzz/report/text.hpp"
#include "report/campaign_lines.hpp"
#include "report/colour.hpp"
#include "report/rows.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kTextColumns = 3;  // the others are numbers

/// "2", or "2+1": with what was merely remarked on.
std::string bug_column(const CampaignResult& r, const Colours& colours) {
  const std::string bugs = fmt::format("{}", r.bugs.size());
  return (r.bugs.empty() ? bugs : colours.red(bugs)) + (r.remarks.empty() ? "" : fmt::format("+{}", r.remarks.size()));
}

/// What was remarked on, each kind once.
std::string remarks_in_words(std::span<const CampaignResult> results) {
  std::set<std::string> words;
  for (const CampaignResult& result : results) {
    for (const Bug& remark : result.remarks) {
      if (remark.kind == "liveness") {
        words.insert(result.kind == "go" ? "threads that wait for ever in a loop"
                                         : "threads that wait for ever in a loop, which are bugs with --liveness");
      } else if (remark.kind == "race") {
        words.insert(result.kind == "native" ? "data races that --plain lives through" : "data races");
      } else if (remark.kind == "goroutine left") {
        words.insert("goroutines left after the end, which are bugs with --left-running");
      } else {
        words.insert(remark.kind);
      }
    }
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

/// What nobody has looked for where no bug was found, each once, in the order of the results.
std::string not_looked_for_in_words(std::span<const CampaignResult> results) {
  std::vector<std::string> words;
  for (const CampaignResult& result : results) {
    if (!result.bugs.empty()) continue;
    for (const std::string& what : result.not_looked_for) {
      if (std::ranges::find(words, what) == words.end()) words.push_back(what);
    }
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

Row row_of(const CampaignResult& r, const Colours& colours) {
  const std::string bound = at_least(r).empty() ? "" : "≥", of_graphs = r.graphs_error ? "" : bound;
  return {r.test,
          r.model,
          colours.verdict(verdict_word(r), r),
          bound + counted(r.outcomes, r.outcomes_error),
          fmt::format("{}{}", r.executions, r.interrupted ? "*" : ""),
          fmt::format("{}", r.blocked),
          fmt::format("{}", r.truncated),
          left_in_short(r),
          of_graphs + counted(r.graphs, r.graphs_error),
          of_graphs + fmt::format("{:.4f}", yield(r)),
          rate(r) > 0 ? fmt::format("{:.0f}", rate(r)) : "-",
          bug_column(r, colours)};
}

}  // namespace

std::string result_table(std::span<const CampaignResult> results, const TextOptions& options) {
  const Colours colours(options.colour);
  std::vector<Row> rows = {{"test", "model", "verdict", "states", "executions", "blocked", "truncated", "left",
                            "graphs", "graphs/exec", "exec/s", "bugs"}};
  for (std::string& head : rows.front()) head = colours.bold(head);
  for (const CampaignResult& result : results) rows.push_back(row_of(result, colours));
  std::string text = aligned(rows, kTextColumns);
  const auto interrupted = [](const CampaignResult& r) { return r.interrupted; };
  if (std::any_of(results.begin(), results.end(), interrupted)) text += "* interrupted\n";
  const auto bounds = [](const CampaignResult& r) { return !at_least(r).empty(); };
  if (std::any_of(results.begin(), results.end(), bounds)) text += "≥ at least: some graphs cannot be counted\n";
  const auto open = [](const CampaignResult& r) { return verdict_word(r).ends_with('?'); };
  if (std::any_of(results.begin(), results.end(), open)) text += "? not proven: not all executions were visited\n";
  const auto cut = [](const CampaignResult& r) { return r.kind == "go" && r.truncated > 0; };
  if (std::any_of(results.begin(), results.end(), cut))
    text += "truncated: more steps than --max-steps allows, or more time than --run-time\n";
  if (const std::string remarks = remarks_in_words(results); !remarks.empty()) text += "+ remarks: " + remarks + '\n';
  if (const std::string rest = not_looked_for_in_words(results); !rest.empty())
    text += "Not looked for: " + rest + '\n';
  const auto nothing = std::count_if(results.begin(), results.end(), decided_nothing);
  if (nothing > 0)
    text += fmt::format("Nothing was decided in {}\n", plural(static_cast<std::uint64_t>(nothing), "campaign"));
  return text;
}

}  // namespace graphfuzz
