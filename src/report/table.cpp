// Several results: one line each.
#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/report/text.hpp"
#include "report/colour.hpp"
#include "report/rows.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kTextColumns = 3;  // the others are numbers

/// An estimate with its standard error.
std::string number(std::uint64_t number, const std::optional<double>& error) {
  return error ? fmt::format("{}±{:.0f}", number, *error) : fmt::format("{}", number);
}

Row row_of(const CampaignResult& r, const Colours& colours) {
  const std::string bugs = fmt::format("{}", r.bugs.size());
  return {r.test,
          r.model,
          colours.verdict(verdict_word(r.verdict), r),
          number(r.outcomes, r.outcomes_error),
          fmt::format("{}{}", r.executions, r.interrupted ? "*" : ""),
          fmt::format("{}", r.blocked),
          number(r.graphs, r.graphs_error),
          fmt::format("{:.4f}", yield(r)),
          rate(r) > 0 ? fmt::format("{:.0f}", rate(r)) : "-",
          r.bugs.empty() ? bugs : colours.red(bugs)};
}

}  // namespace

std::string result_table(std::span<const CampaignResult> results, const TextOptions& options) {
  const Colours colours(options.colour);
  std::vector<Row> rows = {
      {"test", "model", "verdict", "states", "executions", "blocked", "graphs", "graphs/exec", "exec/s", "bugs"}};
  for (std::string& head : rows.front()) head = colours.bold(head);
  for (const CampaignResult& result : results) rows.push_back(row_of(result, colours));
  std::string text = aligned(rows, kTextColumns);
  const auto interrupted = [](const CampaignResult& r) { return r.interrupted; };
  if (std::any_of(results.begin(), results.end(), interrupted)) text += "* interrupted\n";
  return text;
}

}  // namespace graphfuzz
