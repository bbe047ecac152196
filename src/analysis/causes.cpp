#include "graphfuzz/analysis/causes.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace graphfuzz {
namespace {

constexpr std::uint32_t kLeftOut = Story::kInitial - 1;
constexpr std::array<std::string_view, 4> kCausal = {"po", "rf", "asw", "closed"};

bool is_causal(const Story::Arrow& arrow) {
  return arrow.directed && std::find(kCausal.begin(), kCausal.end(), arrow.relation) != kCausal.end();
}

/// Which rows lead to one that the story is about.
std::vector<bool> leading_rows(const Story& story) {
  std::vector<std::vector<std::uint32_t>> before(story.rows.size());
  for (const Story::Arrow& arrow : story.arrows) {
    if (is_causal(arrow) && arrow.from < story.rows.size() && arrow.to < story.rows.size()) {
      before[arrow.to].push_back(arrow.from);
    }
  }
  for (const auto& [from, to] : story.causes) before[to].push_back(from);
  std::vector<bool> leads(story.rows.size(), false);
  std::vector<std::uint32_t> open = story.about;
  for (std::uint32_t i = 0; i < story.rows.size(); ++i) {
    if (story.rows[i].look != Story::Look::plain) open.push_back(i);
  }
  while (!open.empty()) {
    const std::uint32_t row = open.back();
    open.pop_back();
    if (leads[row]) continue;
    leads[row] = true;
    open.insert(open.end(), before[row].begin(), before[row].end());
  }
  return leads;
}

/// Is it a part of it all?
bool is_part(const std::vector<bool>& stays) {
  const auto staying = std::count(stays.begin(), stays.end(), true);
  return staying != 0 && static_cast<std::size_t>(staying) != stays.size();
}

/// Numbers those that stay; the others are kLeftOut.
std::vector<std::uint32_t> renumbered(const std::vector<bool>& stays) {
  std::vector<std::uint32_t> numbers;
  std::uint32_t next = 0;
  for (const bool stay : stays) numbers.push_back(stay ? next++ : kLeftOut);
  return numbers;
}

}  // namespace

std::vector<std::uint32_t> rows_of_causes(const Story& story) {
  const std::vector<bool> stays = leading_rows(story);
  std::vector<std::uint32_t> rows;
  if (!is_part(stays)) return rows;
  for (std::uint32_t i = 0; i < stays.size(); ++i) {
    if (stays[i]) rows.push_back(i);
  }
  return rows;
}

Story causes_of(const Story& story) {
  const std::vector<bool> stays = leading_rows(story);
  if (!is_part(stays)) return story;
  const std::vector<std::uint32_t> row_of = renumbered(stays);
  std::vector<bool> has_rows(story.lanes.size(), false);
  for (std::size_t i = 0; i < stays.size(); ++i)
    has_rows[story.rows[i].lane] = has_rows[story.rows[i].lane] || stays[i];
  const std::vector<std::uint32_t> lane_of = renumbered(has_rows);

  Story part;
  part.before = story.before;
  part.after = story.after;
  part.left_out = story.left_out + static_cast<std::size_t>(std::count(stays.begin(), stays.end(), false));
  for (std::size_t lane = 0; lane < has_rows.size(); ++lane) {
    if (has_rows[lane]) part.lanes.push_back(story.lanes[lane]);
  }
  for (std::size_t i = 0; i < stays.size(); ++i) {
    if (!stays[i]) continue;
    part.rows.push_back(story.rows[i]);
    part.rows.back().lane = lane_of[story.rows[i].lane];
    part.numbers.push_back(story.number(i));
  }
  part.initials = story.initials;
  for (Story::Initial& initial : part.initials) initial.shown = false;
  const auto end_of = [&](std::uint32_t end) { return end >= Story::kInitial ? end : row_of[end]; };
  for (const Story::Arrow& arrow : story.arrows) {
    Story::Arrow kept = arrow;
    kept.from = end_of(arrow.from);
    kept.to = end_of(arrow.to);
    if (kept.from == kLeftOut || kept.to == kLeftOut) continue;
    for (const std::uint32_t end : {kept.from, kept.to}) {
      if (end >= Story::kInitial) part.initials[end - Story::kInitial].shown = true;
    }
    part.arrows.push_back(std::move(kept));
  }
  for (const auto& [from, to] : story.causes) {
    if (stays[from] && stays[to]) part.causes.emplace_back(row_of[from], row_of[to]);
  }
  for (const std::uint32_t row : story.about) part.about.push_back(row_of[row]);
  return part;
}

}  // namespace graphfuzz
