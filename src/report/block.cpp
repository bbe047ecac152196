// herd7's result block, and what a fuzzing campaign has to say beyond it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graphfuzz/report/text.hpp"
#include "report/campaign_lines.hpp"
#include "report/colour.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kStatesShown = 100;

/// herd7's own lines, which its users' scripts parse.
std::string herd_lines(const CampaignResult& result, const TextOptions& options, const Colours& colours) {
  std::string text = fmt::format("Test {} {}\nStates {}\n", result.test, kind_word(result.quantifier), result.outcomes);
  const std::size_t known = result.states.size();
  const std::size_t shown = options.verbose ? known : std::min(known, kStatesShown);
  for (std::size_t i = 0; i < shown; ++i) text += result.states[i].text + '\n';
  if (result.outcomes > shown) text += fmt::format("… and {} more\n", result.outcomes - shown);
  text += colours.verdict(verdict_word(result.verdict), result) + '\n';
  const auto [positive, negative] = witnesses(result);
  text += fmt::format("Witnesses\nPositive: {} Negative: {}\nCondition {}\n", positive, negative, result.condition);
  text += fmt::format("Observation {} {} {} {}\nTime {} {:.2f}\n", result.test, observation(result), result.positive,
                      result.negative, result.test, result.seconds);
  return text;
}

/// The verdict in words: a fuzzer that has not seen a state does not know that there is none.
std::string meaning(const CampaignResult& result) {
  const std::string scope = result.complete && result.truncated > 0
                                ? std::string("in any consistent execution within the bound on loops: never")
                            : result.complete
                                ? std::string("in any consistent execution, and all of them were visited: never")
                                : fmt::format("in {}", plural(result.executions, "execution"));
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

/// The message without the kind, which is printed before it.
std::string_view message_of(const Bug& bug) {
  std::string_view message = bug.message;
  const std::string kind = bug.kind + ": ";
  if (message.starts_with(kind)) message.remove_prefix(kind.size());
  return message;
}

bool counts_graphs(const Bug& bug) { return bug.kind == "condition" || bug.kind == "flag" || bug.kind == "undefined"; }

/// The line on the file that replays the bug.
std::string replay_of(std::span<const std::string> replay_files, std::size_t bug) {
  return bug < replay_files.size() ? replay_files[bug] : std::string();
}

/// The line on the file that replays the bug. An empty name means that there can be none.
std::string replay_line(const Bug& bug, std::span<const std::string> replay_files, std::size_t number) {
  if (number >= replay_files.size()) return "";
  if (const std::string file = replay_of(replay_files, number); !file.empty()) return "  replay file: " + file + '\n';
  return bug.graph.porf_acyclic()
             ? "  no replay file: the model forbids a part of the graph, so that it cannot be built step by step\n"
             : "  no replay file: the graph has a cycle in po | rf, so that it cannot be built step by step\n";
}

}  // namespace

std::string result_block(const CampaignResult& result, const Program& program,
                         std::span<const std::string> replay_files, const TextOptions& options) {
  const Colours colours(options.colour);
  std::string text = herd_lines(result, options, colours) + '\n' + campaign_lines(result, meaning(result));
  for (std::size_t i = 0; i < result.bugs.size(); ++i) {
    const Bug& bug = result.bugs[i];
    text += fmt::format("\n{} {}\n", colours.red(fmt::format("Bug {}: {}:", i + 1, bug.kind)), message_of(bug));
    text += fmt::format("  first in execution {} after {:.3f} s, seen in {}\n", bug.execution, bug.seconds,
                        plural(bug.count, counts_graphs(bug) ? "graph" : "execution"));
    text += replay_line(bug, replay_files, i);
    text += event_listing(bug.graph, program);
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
                        colours.red(bug.kind + ":"), message_of(bug), bug.execution,
                        plural(bug.count, counts_graphs(bug) ? "graph" : "execution"));
    if (const std::string file = replay_of(replay_files, i); !file.empty()) text += "  replay file: " + file + '\n';
  }
  return text;
}

}  // namespace graphfuzz
