#include "graphfuzz/campaign/expectation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace graphfuzz {
namespace {

using Match = ExpectationCheck::Match;

/// Calls `use(line, number)` for each line, without its end.
template <class Use>
void each_line(std::string_view text, Use use) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    use(line, number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The values of "HEAD-MODEL=VALUE", by model.
struct Lines {
  std::map<std::string, std::string, std::less<>> observations, bugs;
};

Lines lines_of(std::string_view text, const std::string& file) {
  Lines lines;
  each_line(text, [&](std::string_view line, std::size_t number) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return;
    const auto keep = [&](std::string_view head, auto& values) {
      if (!line.starts_with(head) || equals < head.size()) return;
      values[std::string(line.substr(head.size(), equals - head.size()))] = line.substr(equals + 1);
    };
    keep("Bug-", lines.bugs);
    keep("Expect-", lines.observations);
    const std::string_view value = line.substr(equals + 1);
    if (line.starts_with("Expect-") && value != "Never" && value != "Sometimes" && value != "Always") {
      throw std::invalid_argument(
          fmt::format("{}:{}:{}: expected Never, Sometimes or Always, found '{}'", file, number, equals + 2, value));
    }
  });
  return lines;
}

/// What is said of a model, or else of the one that it is a variant of.
std::string said_of(const std::map<std::string, std::string, std::less<>>& values, std::string_view model) {
  static const std::map<std::string, std::string, std::less<>> variant_of = {{"rc11-c20", "rc11"}, {"tso-bare", "tso"}};
  if (const auto value = values.find(model); value != values.end()) return value->second;
  const auto original = variant_of.find(model);
  return original == variant_of.end() ? "" : said_of(values, original->second);
}

std::optional<Expectation> of_litmus(std::string_view text, const std::string& file, const std::string& model) {
  const Lines lines = lines_of(text, file);
  Expectation expectation{said_of(lines.observations, model), {}};
  if (const std::string bug = said_of(lines.bugs, model); !bug.empty()) expectation.bugs.push_back({bug, ""});
  if (expectation.observation.empty() && expectation.bugs.empty()) return std::nullopt;
  return expectation;
}

std::optional<Expectation> of_go(std::string_view text, const std::string& file) {
  constexpr std::string_view kHead = "// bug: ";
  std::optional<Expectation> expectation;
  each_line(text, [&](std::string_view line, std::size_t number) {
    if (!line.starts_with(kHead)) return;
    if (!expectation) expectation.emplace();
    const std::string_view rest = line.substr(kHead.size());
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    if (rest == "none") return;
    if (blank == 0) {
      throw std::invalid_argument(fmt::format("{}:{}:9: expected the kind of a bug, or none", file, number));
    }
    expectation->bugs.push_back(
        {std::string(rest.substr(0, blank)), std::string(rest.substr(std::min(blank + 1, rest.size())))});
  });
  return expectation;
}

bool is(const Bug& bug, const Expectation::ExpectedBug& expected) {
  return bug.kind == expected.kind && bug.message.find(expected.text) != std::string::npos;
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

Match match_of_bugs(const std::vector<Expectation::ExpectedBug>& expected, const CampaignResult& result) {
  std::size_t seen = 0;
  for (const Expectation::ExpectedBug& one : expected) {
    seen += std::any_of(result.bugs.begin(), result.bugs.end(), [&](const Bug& b) { return counts(b) && is(b, one); });
  }
  const bool others = std::any_of(result.bugs.begin(), result.bugs.end(), [&](const Bug& b) {
    return counts(b) && std::none_of(expected.begin(), expected.end(), [&](const auto& one) { return is(b, one); });
  });
  if (others) return Match::missed;
  if (all_visited(result)) return seen == expected.size() ? Match::met : Match::missed;
  return seen == expected.size() && !expected.empty() ? Match::met : Match::open;
}

std::string in_words(const std::string& observation, const std::vector<std::string>& bugs) {
  std::string text = observation;
  if (!text.empty()) text += ", ";
  return text + (bugs.empty() ? "no bug" : fmt::format("{}", fmt::join(bugs, ", ")));
}

}  // namespace

std::optional<Expectation> expectation_of(std::string_view text, const std::string& file, std::string_view kind,
                                          const std::string& model) {
  return kind == "litmus" ? of_litmus(text, file, model) : of_go(text, file);
}

ExpectationCheck check(const Expectation& expectation, const CampaignResult& result) {
  const Match matches[] = {match_of_observation(expectation.observation, result),
                           match_of_bugs(expectation.bugs, result)};
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
