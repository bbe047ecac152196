// What became of a replay, in words.
#include <fmt/format.h>

#include "graphfuzz/report/label.hpp"
#include "graphfuzz/report/text.hpp"
#include "report/colour.hpp"

namespace graphfuzz {
namespace {

std::string explanation(const Violation& violation, const ExecutionGraph& graph, const Program& program,
                        const Colours& colours) {
  std::string text = fmt::format("It would break the axiom {}, by this cycle:\n", colours.red(violation.axiom));
  for (const Violation::Edge& edge : violation.cycle) {
    text += fmt::format("  {:<28} --{}-->  {}\n", describe(graph, edge.from, program), edge.relation,
                        describe(graph, edge.to, program));
  }
  return text + "The execution with that step:\n" + event_listing(graph, program);
}

}  // namespace

std::string replay_block(const Replay& replay, std::size_t steps, const Program& program, const std::string& model,
                         const TextOptions& options) {
  const Colours colours(options.colour);
  std::string text = fmt::format("Test {}\nModel {}\n", program.name(), model);
  if (!replay.possible) {
    text += fmt::format("Step {} of {} {}.\n", replay.steps_taken + 1, steps,
                        replay.violation ? colours.red("is inconsistent under " + model)
                                         : colours.red("is not one that the program can take"));
    if (replay.violation) {
      const ExecutionGraph& graph = replay.violating_graph ? *replay.violating_graph : replay.graph;
      return text + explanation(*replay.violation, graph, program, colours);
    }
    return text + "The execution up to there:\n" + event_listing(replay.graph, program);
  }
  text += fmt::format("Replayed {} of {} steps; the execution is {}\n", replay.steps_taken, steps, replay.ending);
  if (replay.state) {
    text += fmt::format("State {}\nCondition {}: its proposition {} in this state\n", *replay.state,
                        program.condition(), replay.satisfies ? "holds" : "does not hold");
  }
  for (const Bug& bug : replay.bugs) text += fmt::format("{} {}\n", colours.red("Bug: " + bug.kind + ":"), bug.message);
  return text + event_listing(replay.graph, program);
}

}  // namespace graphfuzz
