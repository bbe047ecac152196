// One test's block: what was seen, how the campaign went, and the bugs.
#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/analysis/causes.hpp"
#include "graphfuzz/report/text.hpp"
#include "report/campaign_lines.hpp"
#include "report/colour.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kStatesShown = 100;
constexpr std::size_t kOutcomesShown = 20;
constexpr std::size_t kLinesShown = 20;  // of what a program has written
constexpr std::size_t kAllLines = ~std::size_t{0};

bool is_litmus(const CampaignResult& result) { return result.kind == "litmus"; }

/// The first states, each as `write` writes it.
template <class Write>
std::string state_lines(const CampaignResult& result, const TextOptions& options, std::size_t most, Write write) {
  const std::size_t known = result.states.size();
  const std::size_t shown = options.verbose ? known : std::min(known, most);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += write(result.states[i]) + '\n';
  if (result.outcomes > shown) text += fmt::format("… and {} more\n", result.outcomes - shown);
  return text;
}

/// herd7's own lines, which its users' scripts parse.
std::string herd_lines(const CampaignResult& result, const TextOptions& options, const std::string& verdict) {
  std::string text = fmt::format("Test {} {}\nStates {}\n", result.test, kind_word(result.quantifier), result.outcomes);
  text += state_lines(result, options, kStatesShown, [](const ObservedState& state) { return state.text; });
  const auto [positive, negative] = witnesses(result);
  text += fmt::format("{}\nWitnesses\nPositive: {} Negative: {}\nCondition {}\n", verdict, positive, negative,
                      result.condition);
  return text + fmt::format("Observation {} {} {} {}\nTime {} {:.2f}\n", result.test, observation_word(result),
                            result.positive, result.negative, result.test, result.seconds);
}

std::string outcome_lines(const CampaignResult& result, const TextOptions& options, const std::string& verdict) {
  std::string text =
      fmt::format("{} {}\nOutcomes {}\n", result.kind == "go" ? "Go" : "Test", result.test, result.outcomes);
  text += state_lines(result, options, kOutcomesShown, [](const ObservedState& state) {
    return fmt::format("{:>8}  {}", state.graphs, state.text.empty() ? "(none)" : state.text);
  });
  return text + verdict + '\n';
}

std::string bug_counts(const CampaignResult& result) {
  const auto predicted = static_cast<std::uint64_t>(
      std::count_if(result.bugs.begin(), result.bugs.end(), [](const Bug& bug) { return bug.predicted; }));
  const std::uint64_t seen = result.bugs.size() - predicted;
  if (predicted == 0) return plural(seen, "bug");
  return fmt::format("{}{} predicted", seen > 0 ? plural(seen, "bug") + ", and " : "", plural(predicted, "bug"));
}

/// What "no bug" does not cover.
std::string not_looked_for(const CampaignResult& result) {
  if (result.not_looked_for.empty()) return "";
  return fmt::format("\n({}Not looked for: {})", all_visited(result) ? "All orders of synchronisation. " : "",
                     fmt::join(result.not_looked_for, "; "));
}

constexpr const char* kWithTheseValues = " with the values that are tried";

/// Are there values that no execution has?
bool tries_some_values(const CampaignResult& result) {
  return std::any_of(result.remarks.begin(), result.remarks.end(),
                     [](const Bug& remark) { return remark.kind == Finding::kSomeValues; });
}

std::string kind_of(const Bug& bug) {
  const char* const standing = !bug.predicted ? "" : bug.tried > 0 ? "predicted, not confirmed: " : "predicted: ";
  return standing + bug.kind + ':';
}

/// The line on the prediction that has come true.
std::string foretold_line(const Bug& bug) {
  return bug.foretold.empty() ? "" : fmt::format("  it was predicted: {}\n", bug.foretold);
}

bool has_race(std::span<const Bug> bugs) {
  return std::any_of(bugs.begin(), bugs.end(), [](const Bug& bug) { return bug.kind == "race"; });
}

/// How often it was seen.
std::string times(const Bug& bug) { return plural(bug.count, bug.of_graphs ? "graph" : "execution"); }

/// The line on the file that replays the bug. An empty name means that there can be none.
std::string replay_line(const Bug& bug, std::span<const std::string> replay_files, std::size_t number) {
  if (number >= replay_files.size()) return "";
  if (!replay_files[number].empty()) return "  replay file: " + replay_files[number] + '\n';
  if (!bug.witness || bug.witness->no_steps.empty()) return "";
  return "  no replay file: " + bug.witness->no_steps + '\n';
}

}  // namespace

std::string meaning_in_words(const CampaignResult& result) {
  const bool bounded = result.truncated > 0;
  if (decided_nothing(result)) {
    if (result.executions == 0) return "Nothing is decided: there was no execution";
    const bool none = result.complete && result.truncated > 0 && !is_litmus(result);
    return fmt::format("Nothing is decided: no execution came to its end ({} blocked, {} truncated){}", result.blocked,
                       result.truncated, none ? "; up to where they were cut none of them has a bug" : "");
  }
  if (!is_litmus(result)) {
    if (!result.bugs.empty()) return bug_counts(result);
    if (!result.complete) return "No bug in " + plural(result.executions, "execution") + not_looked_for(result);
    const std::string all = "No bug in any execution" + std::string(tries_some_values(result) ? kWithTheseValues : "");
    return all + (bounded ? " within the bound on steps: never" : ", and all of them were visited: never") +
           not_looked_for(result);
  }
  const std::string scope = !at_least(result).empty()
                                ? "in what can be counted of " + plural(result.executions, "execution")
                            : !result.complete ? "in " + plural(result.executions, "execution")
                            : bounded          ? "in any consistent execution within the bound on loops: never"
                                               : "in any consistent execution, and all of them were visited: never";
  switch (result.quantifier) {
    case Quantifier::exists:
      return result.positive > 0 ? "Observed" : "Not observed " + scope;
    case Quantifier::not_exists:
      return result.positive > 0 ? "The forbidden state was observed" : "No counterexample " + scope;
    case Quantifier::forall:
      return result.negative > 0 ? "A counterexample was observed" : "No counterexample " + scope;
  }
  return "";
}

std::string result_block(const CampaignResult& result, std::span<const std::string> replay_files,
                         const TextOptions& options) {
  const Colours colours(options.colour);
  const auto shown = [&](const Story& story) { return options.whole ? story : causes_of(story); };
  const std::string verdict = colours.verdict(verdict_word(result), result);
  std::string text = is_litmus(result) ? herd_lines(result, options, verdict) : outcome_lines(result, options, verdict);
  text += '\n' + campaign_lines(result, meaning_in_words(result));
  for (std::size_t i = 0; i < result.bugs.size(); ++i) {
    const Bug& bug = result.bugs[i];
    text += fmt::format("\n{} {}\n", colours.red(fmt::format("Bug {}: {}", i + 1, kind_of(bug))), message_of(bug));
    text += fmt::format("  first in execution {} after {:.3f} s, seen in {}\n", bug.execution, bug.seconds, times(bug));
    text += replay_line(bug, replay_files, i) + foretold_line(bug);
    text += stack_lines(bug);
    if (bug.minimised) text += minimised_line(*bug.minimised, 2);
    if (bug.witness) {
      text += listing(shown(bug.witness->story));
      text += output_lines(bug.witness->output, bug.witness->differs, 2, options.verbose ? kAllLines : kLinesShown);
    }
  }
  // Under models that are written in cat, which alone have a reason, plain accesses are events that read the one or
  // other.
  if (result.kind == "native" && has_race(result.bugs) && result.kind_reason.empty()) {
    text += "\nWhat comes of the data races is not explored, unless by --plain sc\n";
  }
  for (const Bug& remark : result.remarks) {
    text += fmt::format("\nRemark: {} {}\n", kind_of(remark), message_of(remark));
    if (remark.execution > 0) {
      text += fmt::format("  first in execution {}, seen in {}{}\n", remark.execution, times(remark),
                          remark.kind == "liveness" ? "; a bug with --liveness" : "");
    }
    if (remark.witness) text += listing(shown(remark.witness->story));
  }
  return text;
}

std::string bug_lines(const CampaignResult& result, std::span<const std::string> replay_files,
                      const TextOptions& options) {
  const Colours colours(options.colour);
  std::string text;
  for (std::size_t i = 0; i < result.bugs.size(); ++i) {
    const Bug& bug = result.bugs[i];
    text += fmt::format("{} under {}: {} {} (execution {}, seen in {})\n", result.test, result.model,
                        colours.red(kind_of(bug)), message_of(bug), bug.execution, times(bug));
    if (i < replay_files.size() && !replay_files[i].empty()) text += "  replay file: " + replay_files[i] + '\n';
    text += foretold_line(bug);
    if (std::ranges::any_of(bug.stacks, [](const Stack& stack) { return !stack.functions.empty(); })) {
      text += stack_lines(bug);
    }
  }
  for (const Bug& remark : result.remarks) {
    text += fmt::format("{} under {}: remark: {} {}\n", result.test, result.model, kind_of(remark), message_of(remark));
  }
  return text;
}

}  // namespace graphfuzz
