// Explanations: known axioms and cycles, counts against a count of our own, and answers that agree with campaigns.
#include "graphfuzz/campaign/explanation.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/explore_all.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

using Answer = OutcomeExplanation::Answer;

std::shared_ptr<const Program> load(const std::string& name, const std::string& outcome = {}) {
  return load_litmus(kLitmus / (name + ".litmus"), {.outcome = outcome});
}

OutcomeExplanation explain(const Program& program, const std::string& model, bool negated = false) {
  ExplainOptions options;
  options.model = model;
  options.negated = negated;
  return explain_outcome(program, options);
}

std::multiset<std::string> relations(const OutcomeExplanation& explanation) {
  std::multiset<std::string> names;
  if (explanation.violation) {
    for (const Violation::Edge& edge : explanation.violation->cycle) names.insert(edge.relation);
  }
  return names;
}

TEST(Explanation, StoreBufferingUnderSc) {
  const auto program = load("SB");
  const OutcomeExplanation result = explain(*program, "sc");
  EXPECT_EQ(result.answer, Answer::forbidden);
  EXPECT_EQ(result.shown_by, "relaxed");
  EXPECT_EQ(result.graphs, 1u);
  EXPECT_EQ(relations(result), (std::multiset<std::string>{"fr", "fr", "po", "po"}));
  ASSERT_TRUE(result.violation.has_value());
  const auto& cycle = result.violation->cycle;
  for (std::size_t i = 0; i < cycle.size(); ++i) EXPECT_EQ(cycle[i].to, cycle[(i + 1) % cycle.size()].from);
  EXPECT_EQ(result.state, "P0:r0=0; P1:r0=0;");
}

TEST(Explanation, WhatNotEvenCoherenceAllows) {
  const OutcomeExplanation result = explain(*load("CoRR"), "sc");
  EXPECT_EQ(result.answer, Answer::forbidden);
  EXPECT_EQ(result.shown_by, "minimal");
  EXPECT_EQ(relations(result), (std::multiset<std::string>{"fr", "po", "rf"}));
}

TEST(Explanation, WhatNoExecutionEndsIn) {
  const OutcomeExplanation result = explain(*load("SB", "0:r0=7"), "sc");
  EXPECT_EQ(result.answer, Answer::forbidden);
  EXPECT_EQ(result.shown_by, "");
  EXPECT_EQ(result.graph, nullptr);
}

TEST(Explanation, AllowedOutcomesComeWithAnExecution) {
  const auto program = load("SB");
  const OutcomeExplanation result = explain(*program, "tso");
  EXPECT_EQ(result.answer, Answer::allowed);
  ASSERT_NE(result.graph, nullptr);
  EXPECT_TRUE(make_model("tso")->consistent(*result.graph));
  EXPECT_FALSE(make_model("sc")->consistent(*result.graph));
  EXPECT_FALSE(result.violation.has_value());
  EXPECT_EQ(explain(*program, "tso", true).graphs, 3u);  // the other states
}

TEST(Explanation, StopsWithoutAClaim) {
  const std::atomic<bool> stop{true};
  ExplainOptions options;
  options.model = "sc";
  options.stop = &stop;
  const OutcomeExplanation result = explain_outcome(*load("SB"), options);
  EXPECT_EQ(result.answer, Answer::unknown);
  EXPECT_EQ(result.incomplete, "stopped");
}

// For every outcome of the small tests: allowed or not as a campaign says, and the counts are those of going through
// the tree by hand.
TEST(Explanation, AgreesWithTheTreeOfExecutions) {
  for (const char* test : {"SB", "MP", "2+2W", "IRIW", "MP+rel+acq", "WRC", "Z6.0", "RMW+2", "dekker", "lazy-init"}) {
    const auto program = load(test);
    for (const char* name : {"sc", "tso", "ra", "rc11"}) {
      const OutcomeExplanation result = explain(*program, name);
      const std::unique_ptr<MemoryModel> model = make_model(name);
      const std::unique_ptr<MemoryModel> relaxed = make_model("relaxed");
      Random random(1);
      RandomStrategy strategy(random);
      std::uint64_t consistent = 0;
      std::map<std::string, std::uint64_t> axioms;
      testing::explore_all(*program, *relaxed, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
        if (ending != Ending::complete || !program->question().keeps(explorer.state()) ||
            !program->question().satisfies(explorer.state())) {
          return;
        }
        const std::optional<Violation> violation = model->explain(explorer.graph());
        violation ? ++axioms[violation->axiom] : ++consistent;
      });
      if (consistent > 0) {
        EXPECT_EQ(result.answer, Answer::allowed) << test << " under " << name;
        EXPECT_EQ(result.graphs, consistent) << test << " under " << name;
        continue;
      }
      EXPECT_EQ(result.answer, Answer::forbidden) << test << " under " << name;
      if (result.shown_by != "relaxed") continue;
      std::map<std::string, std::uint64_t> found;
      for (const OutcomeExplanation::Axiom& axiom : result.axioms) found[axiom.name] = axiom.graphs;
      EXPECT_EQ(found, axioms) << test << " under " << name;
      EXPECT_EQ(model->explain(*result.graph)->axiom, result.violation->axiom);
    }
  }
}

}  // namespace
}  // namespace graphfuzz
