#include "report/html/told_story.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "graphfuzz/analysis/causes.hpp"
#include "graphfuzz/fuzz/step_error.hpp"
#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz::page {
namespace {

// Of one story. The text of the execution is in "trace" whole.
constexpr std::size_t kLongestStory = 50'000;

/// Rows from 0 up, initial values from -1 down.
std::int64_t end_of(std::uint32_t end) {
  return end >= Story::kInitial ? -1 - static_cast<std::int64_t>(end - Story::kInitial)
                                : static_cast<std::int64_t>(end);
}

bool is_told(std::uint32_t end, std::size_t first) { return end >= Story::kInitial || end >= first; }

Json arrows_of(const Story& story, std::size_t first) {
  Json arrows = Json::array();
  for (const Story::Arrow& arrow : story.arrows) {
    // po is plain from the lanes.
    if (arrow.relation == "po" && !arrow.bold) continue;
    if (!is_told(arrow.from, first) || !is_told(arrow.to, first)) continue;
    Json told = {end_of(arrow.from), end_of(arrow.to), arrow.relation};
    if (arrow.bold || !arrow.directed) told.push_back((arrow.bold ? 1 : 0) + (arrow.directed ? 0 : 2));
    arrows.push_back(std::move(told));
  }
  return arrows;
}

}  // namespace

Json ToldStories::rows_of(const Story& story, std::size_t first) {
  Json rows = Json::array();
  for (std::size_t i = first; i < story.rows.size(); ++i) {
    const Story::Row& row = story.rows[i];
    Json told = {row.lane, row.text, row.remark, row.place, static_cast<unsigned>(row.look)};
    while (told.back() == "" || told.back() == 0) told.erase(told.size() - 1);
    rows.push_back(std::move(told));
    if (!row.place.empty()) mention(parse_place(row.place));
  }
  return rows;
}

Json ToldStories::choices_of(const Witness& witness, std::size_t first) const {
  Json told = Json::array();
  if (!details_.choices) return told;
  std::vector<Target::Choice> choices;
  try {
    choices = details_.choices(witness);
  } catch (const StepError&) {  // it cannot be run again: then this is not known
  } catch (const ModelStuck&) {
  } catch (const std::invalid_argument&) {
  }
  for (std::size_t i = first; i < choices.size(); ++i) {
    const Target::Choice& choice = choices[i];
    if (!choice.known) continue;
    Json ends = Json::array();
    for (const std::uint32_t end : choice.sources) {
      if (is_told(end, first)) ends.push_back(end_of(end));
    }
    Json one = {i, std::move(ends)};
    if (!choice.steps.empty()) one.push_back(choice.steps);
    told.push_back(std::move(one));
  }
  return told;
}

Json ToldStories::add(const Story& story, const Witness* witness) {
  const std::size_t count = std::min({story.rows.size(), kLongestStory, details_.rows});
  if (count == 0) return nullptr;
  details_.rows -= count;
  const std::size_t first = story.rows.size() - count;
  Json initials = Json::array();
  for (const Story::Initial& initial : story.initials) initials.push_back(initial.text);
  Json told = {{"lanes", story.lanes}, {"rows", rows_of(story, first)}, {"arrows", arrows_of(story, first)}};
  if (first > 0) told["first"] = first;
  if (!initials.empty()) told["initials"] = std::move(initials);
  if (!story.before.empty()) told["before"] = story.before;
  if (!story.after.empty()) told["after"] = story.after;
  std::vector<std::uint32_t> leads = rows_of_causes(story);
  std::erase_if(leads, [&](std::uint32_t row) { return row < first; });
  if (!leads.empty()) told["leads"] = std::move(leads);
  if (witness != nullptr) {
    if (Json choices = choices_of(*witness, first); !choices.empty()) told["choices"] = std::move(choices);
  }
  stories_.push_back(std::move(told));
  return stories_.size() - 1;
}

void ToldStories::mention(const Place& place) {
  if (!details_.source_line || place.line == 0) return;
  const std::string name = to_text(place);
  if (source_.contains(name)) return;
  const std::string line = details_.source_line(place);
  if (!line.empty()) source_[name] = line;
}

}  // namespace graphfuzz::page
