// Why a model forbids an outcome, as text and JSON.
#include <fmt/format.h>

#include "graphfuzz/analysis/memory/story.hpp"
#include "graphfuzz/program/label.hpp"
#include "graphfuzz/report/models.hpp"
#include "report/campaign_lines.hpp"
#include "report/colour.hpp"
#include "report/json_text.hpp"
#include "report/rows.hpp"

namespace graphfuzz {
namespace {

using Answer = OutcomeExplanation::Answer;

std::string headline(const OutcomeExplanation& e, const Colours& colours) {
  switch (e.answer) {
    case Answer::allowed:
      return colours.green(fmt::format("{} allows it", e.model));
    case Answer::forbidden:
      return colours.red(fmt::format("{} forbids it", e.model));
    case Answer::unknown:
      break;
  }
  return colours.bold(fmt::format("not seen under {}, but that is no proof: {}", e.model, e.incomplete));
}

std::string axioms(const OutcomeExplanation& e) {
  std::string list;
  for (const OutcomeExplanation::Axiom& axiom : e.axioms) {
    if (list.empty()) {
      list += fmt::format("{} violate{} `{}`", axiom.graphs, axiom.graphs == 1 ? "s" : "", axiom.name);
    } else {
      list += fmt::format(", {} `{}`", axiom.graphs, axiom.name);
    }
  }
  const std::string some = e.checked < e.graphs ? fmt::format(" (of {} that were checked)", e.checked) : "";
  return fmt::format("{}{} end{} in this outcome under {}{}: {}\n", e.all_graphs ? "" : "At least ",
                     plural(e.graphs, "graph"), e.graphs == 1 ? "s" : "", e.shown_by, some, list);
}

}  // namespace

std::string cycle_lines(const Violation& violation, const ExecutionGraph& graph, const Program& program,
                        unsigned indent) {
  std::vector<Row> rows;
  for (const Violation::Edge& edge : violation.cycle) {
    rows.push_back({std::string(indent, ' ') + describe(graph, edge.from, program),
                    fmt::format("--{}-->", edge.relation), describe(graph, edge.to, program)});
  }
  return aligned(rows);
}

std::string explanation_block(const OutcomeExplanation& e, const Program& program, const std::string& outcome,
                              const TextOptions& options) {
  const Colours colours(options.colour);
  std::string text = fmt::format("Test {}\nModel {}\nOutcome {}: {}\n", e.test, e.model, outcome, headline(e, colours));
  if (e.race) text += "There is a data race under this model: the behaviour is undefined, and anything may happen\n";
  if (e.answer == Answer::allowed) {
    text += fmt::format("{}{} end{} in it; one of them, with the final state {}\n", e.all_graphs ? "" : "At least ",
                        plural(e.graphs, "graph"), e.graphs == 1 ? "s" : "", e.state);
    return text + listing(tell(*e.graph, program));
  }
  if (e.shown_by.empty()) {
    return text + "No execution ends in it under a weaker model either\n";
  }
  text += axioms(e);
  if (!e.violation) return text;
  if (e.violation->cycle.empty()) {
    text += fmt::format("This one violates {}, which has no cycle to show", colours.red(e.violation->axiom));
  } else {
    const bool closed = e.violation->cycle.front().from == e.violation->cycle.back().to;
    text += fmt::format("The shortest violation is of {}, by this {} of {}:\n{}", colours.red(e.violation->axiom),
                        closed ? "cycle" : "path", plural(e.violation->cycle.size(), "edge"),
                        cycle_lines(*e.violation, *e.graph, program));
    text += "It is in this execution";
  }
  text += fmt::format(", with the final state {}\n", e.state);
  return text + listing(tell(*e.graph, program));
}

std::string to_json(const OutcomeExplanation& e, const Program& program, const std::string& outcome) {
  constexpr std::string_view answers[] = {"allowed", "forbidden", "unknown"};
  Json axiom_counts = Json::array();
  for (const OutcomeExplanation::Axiom& axiom : e.axioms) {
    axiom_counts.push_back({{"axiom", axiom.name}, {"graphs", axiom.graphs}});
  }
  Json cycle = Json::array();
  if (e.violation) {
    for (const Violation::Edge& edge : e.violation->cycle) {
      cycle.push_back({{"from", describe(*e.graph, edge.from, program)},
                       {"relation", edge.relation},
                       {"to", describe(*e.graph, edge.to, program)}});
    }
  }
  const Json json = {{"format", "graphfuzz explanation"},
                     {"version", kFormatVersion},
                     {"test", e.test},
                     {"model", e.model},
                     {"outcome", outcome},
                     {"answer", answers[static_cast<std::size_t>(e.answer)]},
                     {"incomplete", e.incomplete.empty() ? Json(nullptr) : Json(e.incomplete)},
                     {"race", e.race},
                     {"shown_by", e.shown_by.empty() ? Json(nullptr) : Json(e.shown_by)},
                     {"graphs", e.graphs},
                     {"all_graphs", e.all_graphs},
                     {"checked", e.checked},
                     {"axioms", axiom_counts},
                     {"axiom", e.violation ? Json(e.violation->axiom) : Json(nullptr)},
                     {"cycle", cycle},
                     {"state", e.graph ? Json(e.state) : Json(nullptr)}};
  return json_text(json) + '\n';
}

}  // namespace graphfuzz
