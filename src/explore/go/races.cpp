// The table of variables, and of races found.
#include "explore/go/races.hpp"

namespace graphfuzz::go {

void RaceDetector::clear() {
  if (!number_.empty()) number_.clear();
  races_.clear();
}

std::vector<RaceDetector::Access>& RaceDetector::find(std::uint64_t variable) {
  const auto [place, is_new] = number_.try_emplace(variable, static_cast<std::uint32_t>(number_.size()));
  if (place->second == variables_.size()) variables_.emplace_back();
  std::vector<Access>& known = variables_[place->second];
  if (is_new) known.clear();
  return known;
}

void RaceDetector::report(const Race& race) {
  const auto alike = [](const Access& a, const Access& b) {
    return a.position == b.position && a.writes == b.writes && a.atomic == b.atomic;
  };
  for (const Race& known : races_) {
    if (alike(known.first, race.first) && alike(known.second, race.second)) return;
  }
  races_.push_back(race);
}

}  // namespace graphfuzz::go
