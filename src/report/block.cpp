// herd7's result block, and what a fuzzing campaign has to say beyond it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graphfuzz/report/text.hpp"
#include "report/colour.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

constexpr std::size_t kStatesShown = 100;

std::string plural(std::uint64_t n, std::string_view noun, std::string_view ending = "s") {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : ending);
}

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

/// A share in percent, never rounded to nothing or to all.
std::string share(double part) {
  if (part <= 0) return "0 %";
  if (part < 1e-4) return fmt::format("{:.2g} %", 100 * part);
  return part > 0.9999 ? fmt::format("all but {:.2g} %", 100 * (1 - part)) : fmt::format("{:.2f} %", 100 * part);
}

/// A number as a person would say it.
std::string about(double number) {
  return number < 1e6 ? fmt::format("{:.0f}", number) : fmt::format("{:.2g}", number);
}

/// What is still to be found.
std::string left(const CampaignResult& result) {
  if (result.tree) {
    if (result.complete) {
      return result.truncated > 0 ? "nothing within the bound on loops: all graphs were built"
                                  : "nothing: all graphs were built";
    }
    const TreeSize& size = result.tree->size;
    if (result.model_kind == "candidates") return share(1 - result.tree->covered) + " of the candidates";
    std::string text = fmt::format("{} of the tree of executions, in {}", share(1 - result.tree->covered),
                                   plural(result.corpus_size, "part"));
    if (size.walks() < 2) return text;
    return text + fmt::format("; about {} graphs in all (standard error {}, {} random walks)",
                              about(std::max(size.mean(), static_cast<double>(result.graphs))), about(size.error()),
                              size.walks());
  }
  if (!result.discovery) return "unknown";
  const Discovery& d = *result.discovery;
  std::string text =
      fmt::format("the next graph is new with probability {:.3g} ({:.2g} to {:.2g}); at least about {} graphs",
                  d.new_probability, d.new_low, d.new_high, about(d.total));
  if (std::isfinite(d.total_high)) text += fmt::format(" ({} to {})", about(d.total_low), about(d.total_high));
  return text;
}

std::string campaign_lines(const CampaignResult& result) {
  std::string text = meaning(result) + (result.interrupted ? " (interrupted)\n" : "\n");
  const auto line = [&text](std::string_view key, std::string_view value) {
    text += fmt::format("{:<12}{}\n", key, value);
  };
  line("Model", result.model);
  if (!result.kind_reason.empty()) {
    line("Built", fmt::format("{}: {}", result.model_kind == "porf" ? "event by event" : "candidate graphs",
                              result.kind_reason));
  }
  line("Strategy", fmt::format("{}, seed {}, {}", result.strategy, result.seed, plural(result.workers, "worker")));
  std::string executions = fmt::format("{} in {:.2f} s", result.executions, result.seconds);
  if (rate(result) > 0) executions += fmt::format(", {:.0f} per second", rate(result));
  line("Executions", executions);
  line("Blocked", fmt::format("{}", result.blocked));
  if (result.truncated > 0) line("Truncated", fmt::format("{} (a loop went beyond its bound)", result.truncated));
  std::string graphs = fmt::format("{} by rf and mo", result.graphs);
  if (result.graphs_rf) graphs += fmt::format(", {} by rf", *result.graphs_rf);
  line("Graphs", graphs + fmt::format(", {} by outcome", result.outcomes));
  line("Yield", fmt::format("{:.4f} graphs per execution", yield(result)));
  line("Left", left(result));
  return text;
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
  std::string text = herd_lines(result, options, colours) + '\n' + campaign_lines(result);
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
