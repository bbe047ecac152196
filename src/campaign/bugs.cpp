#include "campaign/bugs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace graphfuzz {
namespace {

enum Kind : int { kAssertion, kRace, kDeadlock, kCondition, kFlag, kUndefined };

std::string describe(const Event& e) {
  return fmt::format("P{}'s {}{}", e.id.thread, is_atomic(e.label.order) ? "atomic " : "plain ",
                     e.label.kind == EventKind::read    ? "read"
                     : e.label.kind == EventKind::write ? "write"
                                                        : "update");
}

}  // namespace

template <class Message>
void BugCollector::add(const Key& key, const char* kind, const ExecutionGraph& graph, std::uint64_t number,
                       double seconds, Message message) {
  const auto [found, added] = bugs_.try_emplace(key);
  if (added) found->second = {kind, message(), number, seconds, 0, graph};
  ++found->second.count;
}

void BugCollector::look(const ExecutionGraph& graph, std::span<const Failure> failures, std::span<const Race> races,
                        Ending ending, std::uint64_t number, double seconds) {
  for (const Failure& failure : failures) {
    add({kAssertion, failure.message, 0, 0}, "assertion", graph, number, seconds,
        [&] { return program_.message(failure.message); });
  }
  for (const Race& race : races) {
    const Event& first = graph[graph.find(race.first)];
    const Event& second = graph[graph.find(race.second)];
    const auto [low, high] = std::minmax(race.first.thread, race.second.thread);
    add({kRace, first.label.location, low, high}, "race", graph, number, seconds, [&] {
      return fmt::format("data race on {}: {} and {} are not ordered by happens-before",
                         program_.locations()[first.label.location].name, describe(first), describe(second));
    });
  }
  if (ending == Ending::deadlocked) {
    add({kDeadlock, 0, 0, 0}, "deadlock", graph, number, seconds,
        [] { return "every thread that has not ended waits for a mutex that nobody will unlock"; });
  }
}

void BugCollector::add_remarks(const ExecutionGraph& graph, const std::vector<Remark>& remarks, bool with_races,
                               std::uint64_t number, double seconds) {
  for (const Remark& remark : remarks) {
    if (remark.race && !with_races) continue;
    const std::size_t name = std::hash<std::string>()(remark.name);
    if (remark.undefined) {
      add({kUndefined, name, 0, 0}, "undefined", graph, number, seconds,
          [&] { return fmt::format("the model says that behaviour is undefined: {}", remark.name); });
    } else {
      add({kFlag, name, 0, 0}, "flag", graph, number, seconds, [&] { return remark.name; });
    }
  }
}

void BugCollector::add_violation(const ExecutionGraph& graph, const std::string& state, std::uint64_t number,
                                 double seconds) {
  add({kCondition, 0, 0, 0}, "condition", graph, number, seconds,
      [&] { return fmt::format("the condition {} does not hold in the state {}", program_.condition(), state); });
}

std::vector<Bug> BugCollector::merge(std::vector<BugCollector>& collectors) {
  std::map<Key, Bug> all;
  for (BugCollector& collector : collectors) {
    for (auto& [key, bug] : collector.bugs_) {
      const auto [found, added] = all.try_emplace(key, bug);
      if (added) continue;
      const std::uint64_t count = found->second.count + bug.count;
      if (bug.execution < found->second.execution) found->second = bug;
      found->second.count = count;
    }
  }
  std::vector<Bug> bugs;
  for (auto& [key, bug] : all) bugs.push_back(std::move(bug));
  std::stable_sort(bugs.begin(), bugs.end(), [](const Bug& a, const Bug& b) { return a.execution < b.execution; });
  return bugs;
}

}  // namespace graphfuzz
