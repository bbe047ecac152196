// Reports about models: tables and JSON say what the comparison says.
#include "graphfuzz/report/models.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "graphfuzz/frontend/litmus.hpp"
#include "report/sample.hpp"

namespace graphfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

std::vector<std::vector<std::string>> words(const std::string& text) {
  std::vector<std::vector<std::string>> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream rest(line);
    result.emplace_back();
    for (std::string word; rest >> word;) result.back().push_back(word);
  }
  return result;
}

/// Two states; of three models the first allows one, the second both, and the third did not come to an end.
Comparison sample() {
  Comparison c;
  c.test = "SB";
  c.file = "folder/SB\xff.litmus";  // no UTF-8
  c.models = {{"sc", {{"x=0;", 2}}, 2, 2, true, "", false, 0.1},
              {"tso", {{"x=0;", 2}, {"x=1;", 3}}, 5, 5, true, "", false, 0.1},
              {"slow", {{"x=0;", 1}}, 1, 1, false, "stopped", false, 0.1}};
  using enum Standing;
  c.states = {{"x=0;", {allowed, allowed, allowed}, {2, 2, 1}}, {"x=1;", {forbidden, allowed, unknown}, {0, 3, 0}}};
  return c;
}

TEST(ComparisonReport, TheTableHasTheStatesThatDiffer) {
  const Comparison c = sample();
  EXPECT_THAT(words(comparison_table({&c, 1}, false)), ElementsAre(ElementsAre("test", "state", "sc", "tso", "slow"),
                                                                   ElementsAre("SB", "x=1;", "no", "yes", "3", "?")));
  EXPECT_EQ(words(comparison_table({&c, 1}, true)).size(), 3u);
  const std::string coloured = comparison_table({&c, 1}, true, {.colour = true, .verbose = false});
  EXPECT_THAT(coloured, HasSubstr("\x1b["));
  Comparison same = c;
  same.states.pop_back();
  EXPECT_EQ(comparison_table({&same, 1}, false), "");
  EXPECT_EQ(comparison_table({}, true), "");
}

TEST(ComparisonReport, TheSummaryCounts) {
  const std::vector<Comparison> two = {sample(), sample()};
  EXPECT_THAT(comparison_summary(two), HasSubstr("2 tests compared: 2 differ between the models, 2 incomplete"));
  EXPECT_THAT(comparison_summary(two), HasSubstr("stopped (2): SB under slow, SB under slow"));
  EXPECT_THAT(comparison_summary({}), HasSubstr("0 tests compared: 0 differ"));
}

TEST(ComparisonReport, JsonSaysTheSame) {
  const Json json = Json::parse(to_json(sample()));
  EXPECT_EQ(json["test"], "SB");
  EXPECT_EQ(json["models"]["tso"]["states"], (Json{"x=0;", "x=1;"}));
  EXPECT_EQ(json["models"]["slow"]["complete"], false);
  EXPECT_EQ(json["models"]["slow"]["incomplete"], "stopped");
  EXPECT_EQ(json["models"]["tso"]["graphs"], 5);
  ASSERT_EQ(json["differences"].size(), 1u);
  EXPECT_EQ(json["differences"][0]["state"], "x=1;");
  EXPECT_EQ(json["differences"][0]["allowed_by"], Json::array({"tso"}));
  EXPECT_EQ(json["differences"][0]["forbidden_by"], Json::array({"sc"}));
  EXPECT_EQ(json["differences"][0]["unknown_to"], Json::array({"slow"}));
}

TEST(ExplanationReport, ShowsTheCycle) {
  const auto program = test::store_buffering();
  ExplainOptions options;
  options.model = "sc";
  const OutcomeExplanation e = explain_outcome(*program, options);
  const std::string text = explanation_block(e, *program, "P");
  EXPECT_THAT(text, HasSubstr("Outcome P: sc forbids it\n"));
  EXPECT_THAT(text, HasSubstr("1 graph ends in this outcome under relaxed: 1 violates `sc`\n"));
  EXPECT_THAT(text, HasSubstr("cycle of 4 edges"));
  EXPECT_THAT(text, HasSubstr(cycle_lines(*e.violation, *e.graph, *program)));
  EXPECT_THAT(text, HasSubstr(listing(tell(*e.graph, *program))));
  EXPECT_EQ(words(cycle_lines(*e.violation, *e.graph, *program)).size(), 4u);

  const Json json = Json::parse(to_json(e, *program, "P"));
  EXPECT_EQ(json["answer"], "forbidden");
  EXPECT_EQ(json["axioms"][0]["graphs"], 1);
  EXPECT_EQ(json["cycle"].size(), 4u);
  EXPECT_EQ(json["cycle"][0]["to"], json["cycle"][1]["from"]);
}

TEST(ExplanationReport, CountsByAxiom) {
  OutcomeExplanation e;
  e.test = "T";
  e.model = "rc11";
  e.answer = OutcomeExplanation::Answer::forbidden;
  e.shown_by = "relaxed";
  e.all_graphs = true;
  e.graphs = e.checked = 12;
  e.axioms = {{"coherence", 10}, {"sc", 2}};
  const auto program = test::store_buffering();
  EXPECT_THAT(explanation_block(e, *program, "P"),
              HasSubstr("12 graphs end in this outcome under relaxed: 10 violate `coherence`, 2 `sc`\n"));
  e.all_graphs = false;
  EXPECT_THAT(explanation_block(e, *program, "P"), HasSubstr("At least 12 graphs"));
  e.shown_by.clear();
  EXPECT_THAT(explanation_block(e, *program, "P"), HasSubstr("No execution ends in it under a weaker model either"));
  e.answer = OutcomeExplanation::Answer::unknown;
  e.incomplete = "stopped";
  EXPECT_THAT(explanation_block(e, *program, "P"), Not(HasSubstr("forbids")));
}

TEST(SeparationReport, SaysWhatWasTried) {
  Separation s;
  s.models = {"ra", "ra2"};
  s.tried = {{{2, 2, 1}, 5}, {{3, 2, 1}, 7}};
  s.exhausted = 3;
  s.complete = true;
  EXPECT_EQ(s.programs(), 12u);
  EXPECT_THAT(separation_summary(s), HasSubstr("Tried 12 programs"));
  EXPECT_THAT(separation_summary(s), HasSubstr("None up to 3 events tells ra and ra2 apart.\n"));
  const Json none = Json::parse(to_json(s, ""));
  EXPECT_EQ(none["found"], false);
  EXPECT_EQ(none["none_up_to_events"], 3);
  EXPECT_EQ(none["models"], (Json{"ra", "ra2"}));

  s.found = {{}, {{"x", 1}}, "ra", "ra2"};
  EXPECT_THAT(separation_summary(s), HasSubstr("ra allows an outcome that ra2 forbids"));
  const Json json = Json::parse(to_json(s, "C text"));
  EXPECT_EQ(json["outcome"]["x"], 1);
  EXPECT_EQ(json["litmus"], "C text");
}

TEST(ModelReport, ListsAll) {
  std::vector<ModelRow> rows;
  for (const ModelInfo& model : registered_models()) rows.push_back({&model, ""});
  EXPECT_THAT(model_table(rows), Not(HasSubstr("explored")));
  rows.back().explored = "somehow";
  const std::string table = model_table(rows);
  EXPECT_THAT(table, HasSubstr("somehow"));
  const Json json = Json::parse(models_json(rows));
  ASSERT_EQ(json.size(), registered_models().size());
  EXPECT_EQ(json[0]["explored"], nullptr);
  EXPECT_EQ(json.back()["explored"], "somehow");
  for (std::size_t i = 0; i < json.size(); ++i) {
    const ModelInfo& model = registered_models()[i];
    EXPECT_EQ(json[i]["name"], model.name);
    EXPECT_EQ(json[i]["written_in"], model.native ? "C++" : "cat");
    EXPECT_THAT(table, HasSubstr(std::string(model.description)));
  }
}

}  // namespace
}  // namespace graphfuzz
