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
  for (const Race& known : races_) {
    const bool same = known.first == race.first && known.second == race.second &&
                      known.first_writes == race.first_writes && known.second_writes == race.second_writes;
    if (same) return;
  }
  races_.push_back(race);
}

}  // namespace graphfuzz::go
