// Comparisons of memory models, and programs that tell them apart, as text and JSON.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "graphfuzz/program/label.hpp"
#include "graphfuzz/report/models.hpp"
#include "report/campaign_lines.hpp"
#include "report/colour.hpp"
#include "report/json_objects.hpp"
#include "report/rows.hpp"

namespace graphfuzz {
namespace {

std::string cell(const ComparedState& state, std::size_t model) {
  switch (state.standings[model]) {
    case Standing::allowed:
      return fmt::format("yes {}", state.graphs[model]);
    case Standing::forbidden:
      return "no";
    case Standing::unknown:
      return "?";
    case Standing::undefined:
      return "undef";
  }
  return "";
}

std::string orders_of(const std::vector<MemoryOrder>& orders) {
  std::string text;
  for (const MemoryOrder order : orders) text += fmt::format("{}{}", text.empty() ? "" : " ", short_name(order));
  return text;
}

}  // namespace

std::string ComparisonTable::lines(const Comparison& comparison) {
  std::vector<Row> rows;
  const Colours colours(options_.colour);
  const auto add = [&](Row row, bool bold) {
    for (std::string& field : row) field = bold ? colours.bold(field) : field;
    rows.push_back(std::move(row));
  };
  for (const ComparedState& state : comparison.states) {
    if (!all_ && !state.differs()) continue;
    if (rows.empty() && !begun_) {
      Row head = {"test", "state"};
      for (const ModelStates& model : comparison.models) head.push_back(model.model);
      add(std::move(head), true);
    }
    Row row = {comparison.test, state.text};
    for (std::size_t i = 0; i < state.standings.size(); ++i) row.push_back(cell(state, i));
    add(std::move(row), all_ && state.differs());
  }
  begun_ = begun_ || !rows.empty();
  return aligned(rows, std::numeric_limits<std::size_t>::max(), widths_);
}

std::string comparison_table(std::span<const Comparison> comparisons, bool all, const TextOptions& options) {
  ComparisonTable table(all, options);
  std::string text;
  for (const Comparison& comparison : comparisons) text += table.lines(comparison);
  return text;
}

std::string comparison_summary(std::span<const Comparison> comparisons) {
  std::size_t different = 0;
  std::size_t complete = 0;
  std::map<std::string, std::vector<std::string>> incomplete;  // by reason
  std::vector<std::string> races;
  for (const Comparison& comparison : comparisons) {
    different += comparison.differs();
    complete += comparison.complete();
    for (const ModelStates& model : comparison.models) {
      const std::string what = fmt::format("{} under {}", comparison.test, model.model);
      if (!model.complete) incomplete[model.incomplete].push_back(what);
      if (model.race) races.push_back(what);
    }
  }
  std::string text =
      fmt::format("{} compared: {} between the models, {} incomplete\n", plural(comparisons.size(), "test"),
                  different == 1 ? "1 differs" : fmt::format("{} differ", different), comparisons.size() - complete);
  const auto list = [&](const std::string& head, const std::vector<std::string>& tests) {
    constexpr std::size_t most = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, tests.size()); ++i) names += (i == 0 ? "" : ", ") + tests[i];
    if (tests.size() > most) names += fmt::format(", and {} more", tests.size() - most);
    text += fmt::format("{}: {}\n", head, names);
  };
  for (const auto& [reason, tests] : incomplete) {
    list(fmt::format("{} ({})", reason, tests.size()), tests);
  }
  if (!incomplete.empty()) text += "Where that is so, a state that was not seen is unknown, not forbidden\n";
  if (!races.empty()) list("undefined, by a data race", races);
  return text;
}

Json json_of(const Comparison& comparison) {
  Json models = Json::object();
  for (const ModelStates& model : comparison.models) {
    Json states = Json::array();
    for (const ModelStates::State& state : model.states) states.push_back(state.text);
    models[model.model] = {{"complete", model.complete},
                           {"incomplete", model.complete ? Json(nullptr) : Json(model.incomplete)},
                           {"race", model.race},
                           {"graphs", model.graphs},
                           {"executions", model.executions},
                           {"seconds", model.seconds},
                           {"states", states}};
  }
  Json differences = Json::array();
  for (const ComparedState& state : comparison.states) {
    if (!state.differs()) continue;
    std::map<Standing, Json> by;
    for (const Standing standing : {Standing::allowed, Standing::forbidden, Standing::unknown, Standing::undefined}) {
      by[standing] = Json::array();
    }
    for (std::size_t i = 0; i < state.standings.size(); ++i) {
      by[state.standings[i]].push_back(comparison.models[i].model);
    }
    differences.push_back({{"state", state.text},
                           {"allowed_by", by[Standing::allowed]},
                           {"forbidden_by", by[Standing::forbidden]},
                           {"unknown_to", by[Standing::unknown]},
                           {"undefined_by", by[Standing::undefined]}});
  }
  return {{"format", "graphfuzz comparison"}, {"version", kFormatVersion}, {"test", comparison.test},
          {"file", comparison.file},          {"models", models},          {"differences", differences}};
}

std::string to_json(const Comparison& comparison) { return json_text(json_of(comparison)); }

std::string separation_summary(const Separation& separation) {
  const auto& [first, second] = separation.models;
  std::vector<Row> rows = {{"events", "threads", "locations", "programs"}};
  for (const Separation::Tried& tried : separation.tried) {
    rows.push_back({fmt::format("{}", tried.size.events), fmt::format("{}", tried.size.threads),
                    fmt::format("{}", tried.size.locations), fmt::format("{}", tried.programs)});
  }
  std::string text =
      fmt::format("Tried {} in {:.2f} s:\n", plural(separation.programs(), "program"), separation.seconds);
  text += aligned(rows);
  text += "Memory orders tried: ";
  const SmallEvents& events = separation.events;
  text += fmt::format("reads {}; writes {}; updates {}; fences {}\n", orders_of(events.reads), orders_of(events.writes),
                      events.updates.empty() ? "none" : orders_of(events.updates),
                      events.fences.empty() ? "none" : orders_of(events.fences));
  if (separation.found) {
    const SmallSize& size = separation.tried.back().size;
    text += fmt::format("{} allows an outcome that {} forbids, in a program of {} events, {} threads, {}.\n",
                        separation.found->allowed_by, separation.found->forbidden_by, size.events, size.threads,
                        plural(size.locations, "location"));
  } else {
    text += separation.exhausted < 2
                ? fmt::format("Stopped before all programs of 2 events were tried.\n")
                : fmt::format("None up to {} events tells {} and {} apart{}\n", separation.exhausted, first, second,
                              separation.complete ? "." : ", as far as the search came.");
  }
  return text;
}

std::string to_json(const Separation& separation, const std::string& litmus) {
  Json tried = Json::array();
  for (const Separation::Tried& t : separation.tried) {
    tried.push_back({{"events", t.size.events},
                     {"threads", t.size.threads},
                     {"locations", t.size.locations},
                     {"programs", t.programs}});
  }
  Json json = {{"format", "graphfuzz separation"},
               {"version", kFormatVersion},
               {"models", {separation.models.first, separation.models.second}},
               {"found", separation.found.has_value()},
               {"complete", separation.complete},
               {"none_up_to_events", separation.exhausted},
               {"seconds", separation.seconds},
               {"programs", separation.programs()},
               {"tried", tried}};
  if (separation.found) {
    Json outcome = Json::object();
    for (const auto& [item, value] : separation.found->outcome) outcome[item] = value;
    json["allowed_by"] = separation.found->allowed_by;
    json["forbidden_by"] = separation.found->forbidden_by;
    json["outcome"] = outcome;
    json["litmus"] = litmus;
  }
  return json_text(json) + '\n';
}

}  // namespace graphfuzz
