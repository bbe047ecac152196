#include "report/plot_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace graphfuzz {
namespace {

template <class Item, class Name>
Item& entry(std::vector<Item>& items, Name Item::*name, const Name& wanted) {
  const auto found = std::find_if(items.begin(), items.end(), [&](const Item& item) { return item.*name == wanted; });
  if (found != items.end()) return *found;
  items.emplace_back().*name = wanted;
  return items.back();
}

/// The same run again would be no independent sample, and make an interval narrower than it is.
void add_sample_run(PlotSample& sample, const PlottedRun& run) {
  for (const PlottedRun* other : sample.runs) {
    if (other->seed != run.seed) continue;
    throw std::invalid_argument(fmt::format("{}: seed {} of {} on {} is in {} already: each seed counts once",
                                            run.where, run.seed, run.strategy, run.test, other->where));
  }
  sample.runs.push_back(&run);
}

}  // namespace

PlotGroups group_runs(std::span<const PlottedRun> runs) {
  if (runs.empty()) throw std::invalid_argument("no results to plot");
  PlotGroups groups;
  for (const PlottedRun& run : runs) {
    if (run.counted != runs.front().counted) {
      throw std::invalid_argument(fmt::format("{}: the curve counts by {}, that of {} by {} (--identity)", run.where,
                                              run.counted, runs.front().where, runs.front().counted));
    }
    auto strategy = std::find(groups.strategies.begin(), groups.strategies.end(), run.strategy);
    if (strategy == groups.strategies.end()) strategy = groups.strategies.insert(strategy, run.strategy);
    PlotPanel& panel = entry(groups.panels, &PlotPanel::test, run.test);
    const auto index = static_cast<std::size_t>(strategy - groups.strategies.begin());
    add_sample_run(entry(panel.samples, &PlotSample::strategy, index), run);
  }
  for (PlotPanel& panel : groups.panels) {
    std::sort(panel.samples.begin(), panel.samples.end(),
              [](const PlotSample& a, const PlotSample& b) { return a.strategy < b.strategy; });
  }
  return groups;
}

std::string interval_note(std::span<const Estimate> estimates, std::span<const std::size_t> runs,
                          std::string_view what) {
  const auto [fewest, most] = std::minmax_element(runs.begin(), runs.end());
  if (*most == 1) return "one seed each: no intervals";
  const std::string seeds = *fewest == *most ? fmt::format("{}", *most) : fmt::format("{} to {}", *fewest, *most);
  const auto least = std::min_element(estimates.begin(), estimates.end(),
                                      [](const Estimate& a, const Estimate& b) { return a.confidence < b.confidence; });
  if (least->confidence >= 0.95) {
    return fmt::format("medians of {} seeds; {}: 95 % confidence interval of the median", seeds, what);
  }
  return fmt::format("medians of {} seeds; {}: all seeds where there are fewer than 6 (confidence from {:.0f} %)",
                     seeds, what, std::floor(100 * least->confidence));
}

}  // namespace graphfuzz
