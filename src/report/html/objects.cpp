// Results as JSON for the page of --html: what --json has, and what only the page shows.
#include <algorithm>

#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/report/html.hpp"
#include "report/campaign_lines.hpp"
#include "report/html/told_story.hpp"
#include "report/json_objects.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

using page::ToldStories;

// Of the states of one result.
constexpr std::size_t kMostExampleRows = 2'000;
// Of one test whose models are compared; those first that tell them apart.
constexpr std::size_t kMostComparedStates = 2'000;

Json told_bugs(const std::vector<Bug>& bugs, ToldStories& stories) {
  Json told = Json::array();
  for (const Bug& bug : bugs) {
    for (const Place& place : bug.places) stories.mention(place);
    for (const Stack& stack : bug.stacks) {
      for (const Place& frame : stack.frames) stories.mention(frame);
    }
    const Witness* const witness = bug.witness.get();
    Json one = {{"story", witness != nullptr ? stories.add(witness->story, witness) : Json(nullptr)},
                {"of_graphs", bug.of_graphs},
                {"text", message_of(bug)}};
    if (witness != nullptr && !witness->no_steps.empty()) one["no_replay"] = witness->no_steps;
    told.push_back(std::move(one));
  }
  return told;
}

// By state: graphs, does it satisfy the proposition, the story of an example.
Json told_states(const std::vector<ObservedState>& states, ToldStories& stories, PageDetails& details) {
  std::size_t rows = std::min(details.example_rows, kMostExampleRows);
  details.example_rows -= rows;
  Json told = Json::array();
  for (const ObservedState& state : states) {
    const Witness* const example = state.example.get();
    const bool fits = example != nullptr && example->story.rows.size() <= rows;
    if (fits) rows -= example->story.rows.size();
    told.push_back(
        {state.graphs, state.satisfies ? 1 : 0, fits ? stories.add(example->story, example) : Json(nullptr)});
  }
  details.example_rows += rows;
  return told;
}

std::string_view name_of(Standing standing) { return name(standing); }

}  // namespace

std::string page_object(const CampaignResult& result, std::span<const std::string> replay_files, PageDetails& details) {
  Json json = json_of(result, replay_files);
  ToldStories stories(details);
  Json curve = Json::array();
  for (const auto& [executions, unique] : result.curve) curve.push_back({executions, unique});
  // Bugs first: there may not be room for all.
  Json bugs = told_bugs(result.bugs, stories);
  Json remarks = told_bugs(result.remarks, stories);
  Json states = told_states(result.states, stories, details);
  Json page = {{"kind", result.kind},
               {"seed", std::to_string(result.seed)},  // JavaScript's numbers have 53 bits
               {"meaning", meaning_in_words(result)},
               {"left", left_in_words(result)},
               {"left_in_short", left_in_short(result)},
               {"rate", rate(result)},
               {"yield", yield(result)},
               {"curve", std::move(curve)},
               {"states", std::move(states)},
               {"bugs", std::move(bugs)},
               {"remarks", std::move(remarks)},
               {"stories", stories.stories()},
               {"source", stories.source()}};
  if (!details.program.empty()) page["program"] = details.program;
  json["page"] = std::move(page);
  return json_line(json);
}

std::string page_object(const Comparison& comparison) {
  Json json = json_of(comparison);
  Json states = Json::array();
  Json left_out = Json::object();
  for (const bool differs : {true, false}) {
    for (const ComparedState& state : comparison.states) {
      if (state.differs() != differs || states.size() == kMostComparedStates) continue;
      Json standings = Json::array();
      for (const Standing standing : state.standings) standings.push_back(name_of(standing));
      states.push_back({state.text, std::move(standings), state.graphs, differs ? 1 : 0});
    }
  }
  for (auto& [model, of] : json["models"].items()) {
    Json& all = of["states"];
    if (all.size() <= kMostComparedStates) continue;
    left_out[model] = all.size() - kMostComparedStates;
    all.erase(all.begin() + kMostComparedStates, all.end());
  }
  json["page"] = {{"states", std::move(states)},
                  {"complete", comparison.complete()},
                  {"more", comparison.states.size() - std::min(comparison.states.size(), kMostComparedStates)}};
  if (!left_out.empty()) json["page"]["left_out"] = std::move(left_out);
  return json_line(json);
}

std::string page_object(const Replay& replay, const std::string& replay_file, PageDetails& details) {
  Json json = json_of(replay, replay_file);
  ToldStories stories(details);
  Witness witness;
  witness.graph = replay.graph;
  witness.story = replay.story;
  Json told = stories.add(replay.story, replay.possible() ? &witness : nullptr);
  for (const Finding& finding : replay.findings) {
    for (const Stack& stack : finding.stacks) {
      for (const Place& frame : stack.frames) stories.mention(frame);
    }
  }
  Json page = {{"story", std::move(told)}, {"condition", replay.condition}};
  page["cycle"] = replay.broken ? Json(replay.broken->cycle) : Json::array();
  page["stories"] = stories.stories();
  page["source"] = stories.source();
  if (!details.program.empty()) page["program"] = details.program;
  json["page"] = std::move(page);
  return json_line(json);
}

std::string page_failure(const std::string& file, const std::string& message) {
  return json_line({{"file", file}, {"message", message}});
}

}  // namespace graphfuzz

namespace graphfuzz::go {

std::string page_object(const Trace& trace, const TraceAnalysis& analysis, PageDetails& details) {
  Json json = json_of(trace, analysis);
  page::ToldStories stories(details);
  Json story = stories.add(tell(trace, analysis));
  json["page"] = {{"story", std::move(story)},
                  {"ended", word(trace.outcome, analysis.findings.bug())},
                  {"bug", analysis.findings.bug()},
                  {"stories", stories.stories()},
                  {"source", stories.source()}};
  return json_line(json);
}

}  // namespace graphfuzz::go
