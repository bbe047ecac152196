#include "campaign/bugs.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace graphfuzz {

void BugCollector::add(Search& search, bool vain, std::uint64_t number, double seconds) {
  const std::span<const FindingKey> keys = search.findings();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (std::find(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(i), keys[i]) !=
        keys.begin() + static_cast<std::ptrdiff_t>(i)) {
      continue;  // twice in one execution
    }
    const auto [place, fresh] = bugs_.try_emplace(keys[i]);
    Bug& bug = place->second;
    if (fresh) {
      static_cast<Finding&>(bug) = search.finding(i);
      bug.execution = std::max<std::uint64_t>(number, 1);
      bug.seconds = seconds;
      bug.witness = std::make_shared<const Witness>(search.witness(&bug));
    }
    if (!vain) ++bug.count;
  }
}

std::vector<Bug> BugCollector::merge(std::vector<BugCollector>& collectors) {
  std::map<FindingKey, Bug> all;
  for (BugCollector& collector : collectors) {
    for (auto& [key, bug] : collector.bugs_) {
      const auto [place, fresh] = all.try_emplace(key, bug);
      if (fresh) continue;
      const std::uint64_t count = place->second.count + bug.count;
      if (bug.execution < place->second.execution) place->second = std::move(bug);
      place->second.count = count;
    }
  }
  std::set<std::pair<std::string, std::string>> seen;
  for (const auto& [key, bug] : all) {
    if (!bug.predicted) seen.emplace(bug.kind, bug.message);
  }
  std::vector<Bug> bugs;
  for (auto& [key, bug] : all) {
    if (bug.predicted && seen.contains({bug.kind, bug.message})) continue;
    bug.count = std::max<std::uint64_t>(bug.count, 1);  // seen in a vain execution alone
    bugs.push_back(std::move(bug));
  }
  const auto order = [](const Bug& b) { return std::tie(b.execution, b.kind, b.message); };
  std::sort(bugs.begin(), bugs.end(), [&](const Bug& a, const Bug& b) { return order(a) < order(b); });
  return bugs;
}

}  // namespace graphfuzz
