#include "graphfuzz/report/json.hpp"

#include <fmt/format.h>

#include <cmath>

#include "graphfuzz/report/text.hpp"
#include "report/json_objects.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json stacks_of(const Finding& finding) {
  Json array = Json::array();
  for (const Stack& stack : finding.stacks) {
    Json frames = Json::array();
    for (const Place& place : stack.frames) frames.push_back(to_text(place));
    array.push_back({{"what", stack.what}, {"frames", std::move(frames)}});
    if (!stack.functions.empty()) array.back()["functions"] = stack.functions;
  }
  return array;
}

Json json_of(const Difficulty& difficulty) {
  return {{"events", difficulty.events}, {"surprises", difficulty.surprises}, {"switches", difficulty.switches}};
}

Json json_of(const Minimised& minimised) {
  return {{"bug", text_or_null(minimised.bug)},
          {"executions", minimised.executions},
          {"all_tried", minimised.all_tried},
          {"before", json_of(minimised.before)},
          {"after", json_of(minimised.after)}};
}

Json bugs_of(const std::vector<Bug>& bugs, std::span<const std::string> replay_files) {
  Json array = Json::array();
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const bool has_file = i < replay_files.size() && !replay_files[i].empty();
    const Witness none{};
    const Witness& witness = bugs[i].witness ? *bugs[i].witness : none;
    array.push_back({{"kind", bugs[i].kind},
                     {"message", bugs[i].message},
                     {"predicted", bugs[i].predicted},
                     {"tried", bugs[i].tried},
                     {"foretold", text_or_null(bugs[i].foretold)},
                     {"execution", bugs[i].execution},
                     {"seconds", bugs[i].seconds},
                     {"count", bugs[i].count},
                     {"replay", has_file ? Json(replay_files[i]) : Json(nullptr)},
                     {"trace", text_or_null(witness.story.rows.empty() ? std::string() : listing(witness.story, 0))},
                     {"stacks", stacks_of(bugs[i])},
                     {"output", text_or_null(witness.output)},
                     {"differs", text_or_null(witness.differs)},
                     {"minimised", bugs[i].minimised ? json_of(*bugs[i].minimised) : Json(nullptr)}});
  }
  return array;
}

template <class Number>
Json number(const std::optional<Number>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// JSON has no infinity.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json discovery_of(const CampaignResult& result) {
  if (!result.discovery) return nullptr;
  const Discovery& d = *result.discovery;
  return {{"new_probability", d.new_probability},
          {"new_low", d.new_low},
          {"new_high", d.new_high},
          {"total", d.total},
          {"total_low", d.total_low},
          {"total_high", finite(d.total_high)}};
}

Json tree_of(const CampaignResult& result) {
  if (!result.tree) return nullptr;
  const TreeSize& size = result.tree->size;
  return {{"covered", result.tree->covered},
          {"estimate", result.complete    ? Json(result.graphs)
                       : size.walks() > 0 ? finite(size.mean())
                                          : Json(nullptr)},
          {"standard_error", result.complete    ? Json(0)
                             : size.walks() > 1 ? finite(size.error())
                                                : Json(nullptr)},
          {"walks", size.walks()}};
}

Json estimates_of(const CampaignResult& result) {
  Json array = Json::array();
  for (const GraphEstimate& one : result.estimates) {
    array.push_back({one.executions, one.total, one.low, finite(one.high)});
  }
  return array;
}

Json guidance_of(const CampaignResult& result) {
  if (!result.guidance) return nullptr;
  const Guidance& g = *result.guidance;
  return {{"runs", g.runs},
          {"obeyed", g.obeyed},
          {"timed_out", g.timed_out},
          {"proposed", g.proposed},
          {"filtered", g.filtered}};
}

/// A CSV field, quoted where it must be (RFC 4180).
std::string csv(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace

Json json_of(const CampaignResult& result, std::span<const std::string> replay_files) {
  Json states = Json::array();
  for (const ObservedState& state : result.states) states.push_back(state.text);
  const auto [positive, negative] = witnesses(result);
  const Json json = {{"format", "graphfuzz result"},
                     {"version", kFormatVersion},
                     {"test", result.test},
                     {"file", result.file},
                     {"model", result.model},
                     {"model_kind", result.model_kind},
                     {"model_kind_reason", result.kind_reason.empty() ? Json(nullptr) : Json(result.kind_reason)},
                     {"liveness_looked_at", !result.misses_waits},
                     {"not_looked_for", result.not_looked_for},
                     {"strategy", result.strategy},
                     {"depth", result.depth ? Json(*result.depth) : Json(nullptr)},
                     {"identity", name(result.identity)},
                     {"seed", result.seed},
                     {"workers", result.workers},
                     {"executions", result.executions},
                     {"blocked", result.blocked},
                     {"truncated", result.truncated},
                     {"unfinished", result.unfinished},
                     {"taken_back",
                      {{"executions", result.taken_back.executions},
                       {"blocked", result.taken_back.blocked},
                       {"truncated", result.taken_back.truncated}}},
                     {"attempts", result.retries.attempts},
                     {"retries", result.retries.dropped ? "drop" : "keep"},
                     {"graphs", result.graphs},
                     {"graphs_rf", number(result.graphs_rf)},
                     {"graphs_rf_exact", !result.graphs_rf_error},
                     {"outcomes", result.outcomes},
                     {"standard_errors",
                      {{"graphs", number(result.graphs_error)},
                       {"graphs_rf", number(result.graphs_rf_error)},
                       {"outcomes", number(result.outcomes_error)}}},
                     {"states", states},
                     {"condition", result.condition},
                     {"kind", kind_word(result.quantifier)},
                     {"condition_verdict", verdict_word(result)},
                     {"verdict", name(decision(result))},
                     {"observation", observation(result)},
                     {"positive", positive},
                     {"negative", negative},
                     {"seconds", result.seconds},
                     {"unit_seconds", number(result.unit_seconds)},
                     {"complete", result.complete},
                     {"interrupted", result.interrupted},
                     {"lost", result.lost.empty() ? Json() : Json(result.lost)},
                     {"graphs_lost", text_or_null(result.graphs_lost)},
                     {"corpus_size", result.corpus_size},
                     {"rf_pairs", number(result.rf_pairs)},
                     {"curve", result.curve},
                     {"estimates", estimates_of(result)},
                     {"graphs_counted", !result.tree && !result.uncounted},
                     {"peak_memory", number(result.peak_memory)},
                     {"keys_on_disk", result.keys_on_disk},
                     {"disk_trouble", result.disk_trouble.empty() ? Json(nullptr) : Json(result.disk_trouble)},
                     {"discovery", discovery_of(result)},
                     {"gini", result.discovery ? Json(result.gini) : Json(nullptr)},
                     {"tree", tree_of(result)},
                     {"guidance", guidance_of(result)},
                     {"bugs", bugs_of(result.bugs, replay_files)},
                     {"remarks", bugs_of(result.remarks, {})}};
  return json;
}

std::string to_json(const CampaignResult& result, std::span<const std::string> replay_files) {
  return json_text(json_of(result, replay_files));
}

Json json_of(const Replay& replay, const std::string& replay_file) {
  Json bugs = Json::array(), remarks = Json::array();
  for (const Finding& finding : replay.findings) {
    (finding.remark ? remarks : bugs)
        .push_back({{"kind", finding.kind}, {"message", finding.message}, {"stacks", stacks_of(finding)}});
  }
  return Json({{"format", "graphfuzz replay result"},
               {"version", kFormatVersion},
               {"test", replay.test},
               {"model", replay.model},
               {"replay", replay_file},
               {"possible", replay.possible()},
               {"steps", replay.steps},
               {"steps_taken", replay.steps_taken},
               {"ending", replay.ending},
               {"state", replay.state ? Json(*replay.state) : Json(nullptr)},
               {"satisfies", replay.satisfies},
               {"violated_axiom", replay.broken ? Json(replay.broken->axiom) : Json(nullptr)},
               {"trace", text_or_null(listing(replay.story, 0))},
               {"output", text_or_null(replay.output)},
               {"differs", text_or_null(replay.differs)},
               {"minimised", replay.minimised ? json_of(*replay.minimised) : Json(nullptr)},
               {"instead", replay.instead.empty() ? Json(nullptr) : Json(replay.instead)},
               {"bugs", bugs},
               {"remarks", remarks}});
}

std::string to_json(const Replay& replay, const std::string& replay_file) {
  return json_text(json_of(replay, replay_file));
}

std::string json_array(std::span<const std::string> objects) {
  std::string text = "[";
  for (std::size_t i = 0; i < objects.size(); ++i) text += (i == 0 ? "\n" : ",\n") + objects[i];
  return text + (objects.empty() ? "]\n" : "\n]\n");
}

std::string curves_csv(std::span<const CampaignResult> results) {
  std::string text = "test,model,strategy,seed,identity,executions,unique\n";
  for (const CampaignResult& r : results) {
    for (const auto& [executions, unique] : r.curve) {
      text += fmt::format("{},{},{},{},{},{},{}\n", csv(r.test), csv(r.model), csv(r.strategy), r.seed,
                          name(r.identity), executions, unique);
    }
  }
  return text;
}

}  // namespace graphfuzz
