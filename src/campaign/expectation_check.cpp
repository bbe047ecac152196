// Whether what a file says of its executions came true.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "graphfuzz/campaign/expectation.hpp"

namespace graphfuzz {
namespace {

using Match = ExpectationCheck::Match;

bool is_blocked_kind(const std::string& kind) {
  return kind == "deadlock" || kind == "cyclic deadlock" || kind == "leak";
}

bool same_kind(const std::string& a, const std::string& b) {
  return a == b || (is_blocked_kind(a) && is_blocked_kind(b));
}

/// Does the message name the place, and not one whose line begins with the same digits?
bool mentions(const std::string& message, const std::string& place) {
  for (std::size_t at = message.find(place); at != std::string::npos; at = message.find(place, at + 1)) {
    const std::size_t end = at + place.size();
    if (end == message.size() || message[end] < '0' || message[end] > '9') return true;
  }
  return false;
}

/// A violated condition is what the observation is about.
bool counts(const Bug& bug) { return bug.kind != "condition" && !bug.predicted; }

Match match_of_observation(const std::string& expected, const CampaignResult& result) {
  if (expected.empty() || observation(result) == expected) {
    return expected.empty() || expected == "Sometimes" || all_visited(result) ? Match::met : Match::open;
  }
  const bool contradicted =
      (expected == "Never" && result.positive > 0) || (expected == "Always" && result.negative > 0);
  return contradicted || all_visited(result) ? Match::missed : Match::open;
}

Match match_of_bugs(const Expectation& expectation, const CampaignResult& result) {
  std::size_t seen = 0;
  for (const Expectation::ExpectedBug& one : expectation.bugs) {
    seen += std::any_of(result.bugs.begin(), result.bugs.end(),
                        [&](const Bug& bug) { return counts(bug) && shows(expectation, one, bug); });
  }
  const bool others = std::any_of(result.bugs.begin(), result.bugs.end(),
                                  [&](const Bug& bug) { return counts(bug) && !allows(expectation, bug); });
  if (others) return Match::missed;
  const std::size_t expected = expectation.bugs.size();
  if (all_visited(result)) return seen == expected ? Match::met : Match::missed;
  return seen == expected && expected > 0 ? Match::met : Match::open;
}

std::string in_words(const std::string& observation, const std::vector<std::string>& bugs) {
  std::string text = observation;
  if (!text.empty()) text += ", ";
  return text + (bugs.empty() ? "no bug" : fmt::format("{}", fmt::join(bugs, ", ")));
}

}  // namespace

bool shows(const Expectation& expectation, const Expectation::ExpectedBug& expected, const Bug& bug) {
  // A deadlock is of all, but for one of a few that was seen first while others went on.
  if (expected.kind == "deadlock" && bug.kind == "leak") return false;
  if (!same_kind(expected.kind, bug.kind)) return false;
  if (expectation.places.empty()) return bug.message.find(expected.text) != std::string::npos;
  return std::any_of(expectation.places.begin(), expectation.places.end(),
                     [&](const std::string& place) { return mentions(bug.message, place); });
}

bool allows(const Expectation& expectation, const Bug& bug) {
  return std::any_of(expectation.bugs.begin(), expectation.bugs.end(),
                     [&](const Expectation::ExpectedBug& expected) { return same_kind(expected.kind, bug.kind); });
}

ExpectationCheck check(const Expectation& expectation, const CampaignResult& result) {
  const Match matches[] = {match_of_observation(expectation.observation, result), match_of_bugs(expectation, result)};
  const auto any = [&](Match match) { return matches[0] == match || matches[1] == match; };
  std::vector<std::string> expected;
  for (const Expectation::ExpectedBug& bug : expectation.bugs) {
    expected.push_back(bug.kind + (bug.text.empty() ? "" : ": " + bug.text));
  }
  std::set<std::string> found;
  for (const Bug& bug : result.bugs) {
    if (counts(bug)) found.insert(expectation.observation.empty() ? bug.message : bug.kind);
  }
  return {
      any(Match::missed) ? Match::missed
      : any(Match::open) ? Match::open
                         : Match::met,
      in_words(expectation.observation, expected),
      in_words(expectation.observation.empty() ? "" : std::string(observation(result)), {found.begin(), found.end()}) +
          (all_visited(result) ? "" : fmt::format(" in {} executions, not all there are", result.executions))};
}

}  // namespace graphfuzz
