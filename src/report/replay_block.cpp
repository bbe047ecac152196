// What became of a replay, in words.
#include <fmt/format.h>

#include "graphfuzz/analysis/causes.hpp"
#include "graphfuzz/report/text.hpp"
#include "report/campaign_lines.hpp"
#include "report/colour.hpp"
#include "report/words.hpp"

namespace graphfuzz {
namespace {

/// Of a step that the model forbids.
std::string broken_lines(const Replay::Broken& broken, const Colours& colours) {
  std::string text = "It would break the axiom " + colours.red(broken.axiom);
  text += broken.cycle.empty() ? ".\n" : ", by this cycle:\n";
  for (const std::string& edge : broken.cycle) text += "  " + edge + '\n';
  return text + "The execution with that step:\n";
}

std::string end_lines(const Replay& replay) {
  std::string text = fmt::format("Replayed {} of {}; the execution is {}\n", replay.steps_taken,
                                 plural(replay.steps, "step"), replay.ending);
  if (!replay.state) return text;
  text += "State " + *replay.state + '\n';
  if (replay.condition.empty()) return text;
  return text + fmt::format("Condition {}: its proposition {} in this state\n", replay.condition,
                            replay.satisfies ? "holds" : "does not hold");
}

}  // namespace

std::string replay_block(const Replay& replay, const TextOptions& options) {
  const Colours colours(options.colour);
  std::string text = fmt::format("Test {}\nModel {}\n", replay.test, replay.model);
  if (replay.minimised) text += minimised_line(*replay.minimised, 0);
  if (replay.possible()) {
    text += end_lines(replay);
    for (const Finding& bug : replay.findings) {
      const std::string kind = (bug.remark ? "Remark: " : "Bug: ") + bug.kind + ":";
      text += fmt::format("{} {}\n", bug.remark ? kind : colours.red(kind), message_of(bug));
      text += stack_lines(bug);
    }
    const bool whole = options.whole || replay.findings.empty();
    return text + listing(whole ? replay.story : causes_of(replay.story)) +
           output_lines(replay.output, replay.differs, 2, ~std::size_t{0});
  }
  text += fmt::format("Step {} of {} ", replay.steps_taken + 1, replay.steps);
  if (replay.broken) {
    text += colours.red("is inconsistent under " + replay.model) + ".\n" + broken_lines(*replay.broken, colours);
  } else {
    text += colours.red("is not one that the program can take");
    text += replay.instead.empty() ? ".\n" : "; possible were: " + replay.instead + '\n';
    text += "The execution up to there:\n";
  }
  return text + listing(replay.story);
}

}  // namespace graphfuzz
