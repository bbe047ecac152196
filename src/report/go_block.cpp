// What a campaign on a Go program has to say.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "graphfuzz/report/go_text.hpp"
#include "report/campaign_lines.hpp"
#include "report/colour.hpp"
#include "report/words.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::size_t kOutcomesShown = 20;

std::string meaning(const CampaignResult& result) {
  const auto predicted = static_cast<std::uint64_t>(
      std::count_if(result.bugs.begin(), result.bugs.end(), [](const Bug& bug) { return bug.predicted; }));
  const std::uint64_t seen = result.bugs.size() - predicted;
  std::string text;
  if (seen > 0) text = plural(seen, "bug");
  if (predicted > 0) text += fmt::format("{}{} predicted", seen > 0 ? ", and " : "", plural(predicted, "bug"));
  if (!text.empty()) return text;
  if (result.executions > 0 && result.truncated == result.executions) {
    return "Nothing is decided: no execution came to its end within the bound on steps";
  }
  if (result.complete) {
    return result.truncated > 0 ? "No bug in any execution within the bound on steps: never"
                                : "No bug in any execution, and all of them were visited: never";
  }
  return fmt::format("No bug in {}", plural(result.executions, "execution"));
}

/// The message without the kind, which is printed before it.
std::string_view message_of(const Bug& bug) {
  std::string_view text = bug.message;
  if (text.starts_with(bug.kind + ": ")) text.remove_prefix(bug.kind.size() + 2);
  return text;
}

std::string outcome_lines(const CampaignResult& result, const TextOptions& options) {
  std::string text = fmt::format("Outcomes {}\n", result.outcomes);
  const std::size_t shown = options.verbose ? result.states.size() : std::min(result.states.size(), kOutcomesShown);
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("{:>8}  {}\n", result.states[i].graphs, result.states[i].text);
  }
  if (result.outcomes > shown) text += fmt::format("… and {} more\n", result.outcomes - shown);
  return text;
}

}  // namespace

std::string result_block(const CampaignResult& result, std::span<const std::string> replay_files,
                         const TextOptions& options) {
  const Colours colours(options.colour);
  std::string text = fmt::format("Go {}\n", result.test) + outcome_lines(result, options);
  text += colours.verdict(verdict_word(result.verdict), result) + "\n\n" + campaign_lines(result, meaning(result));
  for (std::size_t i = 0; i < result.bugs.size(); ++i) {
    const Bug& bug = result.bugs[i];
    text += fmt::format("\n{} {}\n",
                        colours.red(fmt::format("Bug {}: {}{}:", i + 1, bug.predicted ? "predicted " : "", bug.kind)),
                        bug.message);
    text += fmt::format("  first in execution {} after {:.3f} s, seen in {}\n", bug.execution, bug.seconds,
                        plural(bug.count, "execution"));
    if (i < replay_files.size() && !replay_files[i].empty()) text += "  replay file: " + replay_files[i] + '\n';
    if (bug.trace) text += trace_listing(*bug.trace);
  }
  return text;
}

std::string replay_block(const GoReplay& replay, std::size_t steps, const std::string& test,
                         const TextOptions& options) {
  const Colours colours(options.colour);
  std::string text = fmt::format("Replay {}: {} of {}\n", test, replay.steps_taken, plural(steps, "step"));
  text += replay.possible ? replay.outcome + '\n'
                          : fmt::format("step {} is not possible; possible were: {}\n", replay.steps_taken + 1,
                                        replay.possible_steps);
  for (const Bug& bug : replay.bugs) text += fmt::format("{} {}\n", colours.red(bug.kind + ':'), message_of(bug));
  return text + trace_listing(replay.trace);
}

std::string to_json(const GoReplay& replay, const std::string& test, const std::string& replay_file,
                    std::size_t steps) {
  nlohmann::ordered_json bugs = nlohmann::ordered_json::array();
  for (const Bug& bug : replay.bugs) bugs.push_back({{"kind", bug.kind}, {"message", bug.message}});
  const nlohmann::ordered_json json = {{"test", test},
                                       {"model", "go"},
                                       {"replay", replay_file},
                                       {"possible", replay.possible},
                                       {"steps", steps},
                                       {"steps_taken", replay.steps_taken},
                                       {"outcome", replay.outcome},
                                       {"bugs", bugs}};
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace graphfuzz::go
