#include "campaign/go_bugs.hpp"

#include <algorithm>

#include "graphfuzz/explore/go/routine_names.hpp"

namespace graphfuzz::go {
namespace {

Bug first(const std::string& kind, const std::string& message, const Machine& machine, std::uint64_t number,
          double seconds) {
  Bug bug;
  bug.kind = kind;
  bug.message = message;
  bug.execution = number;
  bug.seconds = seconds;
  bug.graph = machine.graph();
  bug.trace = std::make_shared<const Trace>(machine.trace());
  return bug;
}

void add(std::map<std::pair<std::string, std::string>, Bug>& all, const std::pair<std::string, std::string>& key,
         Bug& bug) {
  const auto [place, fresh] = all.try_emplace(key, bug);
  if (fresh) return;
  const std::uint64_t count = place->second.count + bug.count;
  if (bug.execution < place->second.execution) place->second = std::move(bug);
  place->second.count = count;
}

}  // namespace

std::string_view name(GoBugKind kind) {
  switch (kind) {
    case GoBugKind::panic:
      return "panic";
    case GoBugKind::deadlock:
      return "deadlock";
    case GoBugKind::cyclic_deadlock:
      return "cyclic deadlock";
    case GoBugKind::leak:
      return "leak";
    case GoBugKind::race:
      return "race";
    case GoBugKind::test_failure:
      return "test failure";
  }
  return "";
}

void GoBugCollector::look(const Machine& machine, std::span<const Step> steps, std::uint64_t number, double seconds) {
  for (const GoBug& found : machine.bugs()) {
    Key key{name(found.kind), found.message};
    auto place = bugs_.find(key);
    if (place == bugs_.end()) {
      Bug bug = first(key.first, key.second, machine, number, seconds);
      bug.steps = named(steps, *machine.names());
      place = bugs_.emplace(std::move(key), std::move(bug)).first;
    }
    ++place->second.count;
  }
}

void GoBugCollector::predict(const std::string& kind, const std::string& message, const Machine& machine,
                             std::uint64_t number, double seconds) {
  Key key{kind, message};
  auto place = predicted_.find(key);
  if (place == predicted_.end()) {
    place = predicted_.emplace(std::move(key), first(kind, message, machine, number, seconds)).first;
    place->second.predicted = true;
  }
  ++place->second.count;
}

std::vector<Bug> GoBugCollector::merge(std::vector<GoBugCollector>& collectors) {
  std::map<Key, Bug> seen;
  std::map<Key, Bug> predicted;
  for (GoBugCollector& collector : collectors) {
    for (auto& [key, bug] : collector.bugs_) add(seen, key, bug);
    for (auto& [key, bug] : collector.predicted_) add(predicted, key, bug);
  }
  std::vector<Bug> result;
  for (auto& [key, bug] : seen) result.push_back(std::move(bug));
  for (auto& [key, bug] : predicted) {
    if (!seen.contains(key)) result.push_back(std::move(bug));
  }
  std::stable_sort(result.begin(), result.end(), [](const Bug& a, const Bug& b) { return a.execution < b.execution; });
  return result;
}

}  // namespace graphfuzz::go
