// Plots: what they need of results.
#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/report/plot.hpp"
#include "graphfuzz/store/characters.hpp"

namespace graphfuzz {
namespace {

// Of names in plots, which have little room.
constexpr std::size_t kLongestPlottedName = 60;

std::string plotted_name(const store::Value& value) {
  return store::shortened(store::printable(value.text()), kLongestPlottedName);
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> curve_of(const store::Value& result) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> curve;
  const std::optional<store::Value> points = result.find("curve");
  if (!points) result.reject("has no curve: it is no result of a campaign, or of an older graphfuzz");
  for (const store::Value point : points->array()) {
    const auto parts = point.array(2, 2);
    const std::uint64_t least = curve.empty() ? 0 : curve.back().first + 1;
    curve.emplace_back(parts[0].integer<std::uint64_t>(least), parts[1].integer<std::uint64_t>());
  }
  return curve;
}

std::optional<std::uint64_t> first_bug_of(const store::Value& result) {
  std::optional<std::uint64_t> first;
  for (const store::Value bug : result.field("bugs").array()) {
    const auto execution = bug.field("execution").integer<std::uint64_t>(1);
    first = std::min(first.value_or(execution), execution);
  }
  return first;
}

}  // namespace

void add_plotted_runs(const store::Document& document, std::vector<PlottedRun>& runs) {
  for (const store::Value result : document.root().array()) {
    PlottedRun run;
    run.where = fmt::format("{}: {}", document.file(), result.path());
    run.curve = curve_of(result);
    run.test = fmt::format("{} ({})", plotted_name(result.field("test")), plotted_name(result.field("model")));
    run.strategy = plotted_name(result.field("strategy"));
    if (const auto depth = result.find("depth"); depth && !depth->is_null()) {
      run.strategy += fmt::format(" {}", depth->integer<std::uint64_t>());
    }
    run.counted = plotted_name(result.field("identity"));
    run.seed = result.field("seed").integer<std::uint64_t>();
    run.executions = result.field("executions").integer<std::uint64_t>();
    run.complete = result.field("complete").boolean();
    run.first_bug = first_bug_of(result);
    if (run.first_bug > run.executions) result.reject("has a bug in an execution that it does not have");
    runs.push_back(std::move(run));
  }
}

}  // namespace graphfuzz
