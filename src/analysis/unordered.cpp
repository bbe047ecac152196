#include "graphfuzz/analysis/unordered.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace graphfuzz {
namespace {

std::uint32_t row_of(Story& story, const UnorderedAccess& access) {
  if (access.row) return *access.row;
  const auto end = static_cast<std::uint32_t>(story.rows.size());
  std::uint32_t depth = 0;
  for (std::uint32_t row = 0; row < end; ++row) {
    const Story::Row& other = story.rows[row];
    if (other.look == Story::Look::alarming && other.lane == access.lane && other.text == access.text &&
        other.place == access.place) {
      return row;
    }
    depth = std::max(depth, other.depth + 1);
  }
  story.rows.push_back({.lane = access.lane, .text = access.text, .place = access.place, .depth = depth});
  if (access.before) story.arrows.push_back({*access.before, end, "po"});
  return end;
}

}  // namespace

void add_unordered(Story& story, const std::string& what, const UnorderedAccess& first, const UnorderedAccess& second) {
  const std::uint32_t one = row_of(story, first);
  const std::uint32_t other = row_of(story, second);
  story.arrows.push_back({one, other, what, true, false});
  for (const auto& [row, with] : {std::pair{one, other}, std::pair{other, one}}) {
    story.rows[row].look = Story::Look::alarming;
    std::string& remark = story.rows[row].remark;
    remark += fmt::format("{}{} with {}", remark.empty() ? "" : ", ", what, story.number(with));
  }
}

}  // namespace graphfuzz
