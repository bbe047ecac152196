// Several results: one line each.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "graphfuzz/report/text.hpp"
#include "report/colour.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kColumns = 10;
constexpr std::size_t kTextColumns = 3;  // flush left; numbers are flush right
constexpr std::size_t kVerdict = 2;
constexpr std::size_t kBugs = 9;
using Row = std::array<std::string, kColumns>;

Row row_of(const CampaignResult& r) {
  return {r.test,
          r.model,
          std::string(verdict_word(r.verdict)),
          fmt::format("{}", r.outcomes),
          fmt::format("{}{}", r.executions, r.interrupted ? "*" : ""),
          fmt::format("{}", r.blocked),
          fmt::format("{}", r.graphs),
          fmt::format("{:.4f}", yield(r)),
          rate(r) > 0 ? fmt::format("{:.0f}", rate(r)) : "-",
          fmt::format("{}", r.bugs.size())};
}

}  // namespace

std::string result_table(std::span<const CampaignResult> results, const TextOptions& options) {
  std::vector<Row> rows = {
      {"test", "model", "verdict", "states", "executions", "blocked", "graphs", "graphs/exec", "exec/s", "bugs"}};
  for (const CampaignResult& result : results) rows.push_back(row_of(result));
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < kColumns; ++c) widths[c] = std::max(widths[c], row[c].size());
  }

  const Colours colours(options.colour);
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      std::string cell = c < kTextColumns ? fmt::format("{:<{}}", rows[r][c], widths[c])
                                          : fmt::format("{:>{}}", rows[r][c], widths[c]);
      if (r == 0) {
        cell = colours.bold(cell);
      } else if (c == kVerdict) {
        cell = colours.verdict(cell, results[r - 1]);
      } else if (c == kBugs && !results[r - 1].bugs.empty()) {
        cell = colours.red(cell);
      }
      text += (c == 0 ? "" : "  ") + cell;
    }
    text += '\n';
  }
  const auto interrupted = [](const CampaignResult& r) { return r.interrupted; };
  if (std::any_of(results.begin(), results.end(), interrupted)) text += "* interrupted\n";
  return text;
}

}  // namespace graphfuzz
