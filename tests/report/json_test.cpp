#include "graphfuzz/report/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "report/sample.hpp"

namespace graphfuzz {
namespace {

class JsonTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Program> program_ = test::store_buffering();
  CampaignResult result_ = test::sample_result(*program_);
};

TEST_F(JsonTest, HoldsEveryField) {
  const std::vector<std::string> files = {"replays/SB.json"};
  const auto json = nlohmann::json::parse(to_json(result_, files));
  const auto expected = nlohmann::json::parse(R"json({
    "format": "graphfuzz result", "version": 1,
    "test": "SB", "file": "litmus/SB.litmus", "model": "rc11", "model_kind": "porf",
    "model_kind_reason": null, "liveness_looked_at": true, "not_looked_for": [], "strategy": "mix", "depth": null,
    "identity": "graph", "seed": 18446744073709551615, "workers": 1, "executions": 1000, "blocked": 3, "truncated": 0, "unfinished": 0,
    "unit_seconds": null, "taken_back": {"executions": 9, "blocked": 20, "truncated": 1}, "attempts": 0, "retries": "keep",
    "graphs": 4, "graphs_lost": null, "graphs_rf": 4, "graphs_rf_exact": true, "outcomes": 2,
    "standard_errors": {"graphs": null, "graphs_rf": null, "outcomes": null}, "states": ["P0:r0=0; P1:r0=0;", "P0:r0=0; P1:r0=1;"],
    "condition": "~exists (0:r0=0 /\\ 1:r0=0)", "kind": "Forbidden", "condition_verdict": "No", "verdict": "excluded",
    "observation": "Sometimes", "positive": 3, "negative": 1, "seconds": 0.5, "complete": false,
    "interrupted": false, "lost": null, "corpus_size": 0, "rf_pairs": null, "curve": [[1, 1], [10, 4]],
    "estimates": [[1, 1.0, 1.0, null], [10, 6.5, 4.0, 12.25]], "graphs_counted": true,
    "peak_memory": null, "keys_on_disk": 0,
    "disk_trouble": null, "discovery": null, "gini": null, "tree": null,
    "guidance": null,
    "bugs": [{"kind": "condition", "message": "a \"forbidden\" state", "execution": 17, "seconds": 0.25,
              "predicted": false, "count": 5, "replay": "replays/SB.json", "stacks": [],
              "trace": "initially x=0, y=0\n     P0          P1\n 1   W x=1 rlx\n 2               W y=1 rlx\n 3               R x=0 rlx   reads from the initial write\n 4   R y=0 rlx               reads from the initial write\n",
              "output": null, "differs": null, "minimised": null, "tried": 0, "foretold": null}],
    "remarks": []})json");
  EXPECT_EQ(json, expected);
}

TEST_F(JsonTest, TellsWhatIsLeft) {
  result_.rf_pairs = 7;
  result_.discovery = Discovery{};
  result_.discovery->total_high = std::numeric_limits<double>::infinity();
  result_.gini = 0.25;
  auto json = nlohmann::json::parse(to_json(result_));
  EXPECT_EQ(json["rf_pairs"], 7);
  EXPECT_EQ(json["discovery"]["new_probability"], 1);
  EXPECT_TRUE(json["discovery"]["total_high"].is_null());
  EXPECT_EQ(json["gini"], 0.25);

  result_.discovery.reset();
  result_.graphs_rf.reset();
  result_.tree.emplace();
  result_.tree->covered = 0.5;
  result_.tree->size.add(8);
  json = nlohmann::json::parse(to_json(result_));
  EXPECT_TRUE(json["graphs_rf"].is_null());
  EXPECT_TRUE(json["gini"].is_null());
  EXPECT_EQ(json["tree"]["covered"], 0.5);
  EXPECT_EQ(json["tree"]["estimate"], 8);
  EXPECT_TRUE(json["tree"]["standard_error"].is_null());
}

TEST_F(JsonTest, ABugWithoutReplayFileHasNull) {
  const auto json = nlohmann::json::parse(to_json(result_));
  EXPECT_TRUE(json["bugs"][0]["replay"].is_null());
}

TEST_F(JsonTest, BugsHaveATrace) {
  Witness witness;
  witness.story.lanes = {"P0"};
  witness.story.rows.push_back({0, "W x=1"});
  result_.bugs[0].witness = std::make_shared<const Witness>(witness);
  const auto json = nlohmann::json::parse(to_json(result_));
  EXPECT_EQ(json["bugs"][0]["trace"], "     P0\n 1   W x=1\n");
}

TEST_F(JsonTest, RetriesAreToldAsTheyAreInTheProgram) {
  result_.retries = {3, true};
  const auto json = nlohmann::json::parse(to_json(result_));
  EXPECT_EQ(json["attempts"], 3);
  EXPECT_EQ(json["retries"], "drop");
}

TEST_F(JsonTest, ReplaysHoldEveryField) {
  Replay replay;
  replay.test = "SB";
  replay.model = "sc";
  replay.steps = 4;
  replay.steps_taken = 2;
  replay.broken = Replay::Broken{"no-cycle", {"a --po--> b"}};
  replay.instead = "0.1";
  Finding finding;
  finding.kind = "race";
  finding.message = "race: x";
  replay.findings = {finding};
  auto json = nlohmann::ordered_json::parse(to_json(replay, "r.json"));
  EXPECT_EQ(json, nlohmann::ordered_json::parse(R"json({
    "format": "graphfuzz replay result", "version": 1,
    "test": "SB", "model": "sc", "replay": "r.json", "possible": false, "steps": 4, "steps_taken": 2, "ending": "",
    "state": null, "satisfies": false, "violated_axiom": "no-cycle", "trace": null, "output": null, "differs": null,
    "minimised": null, "instead": "0.1",
    "bugs": [{"kind": "race", "message": "race: x", "stacks": []}], "remarks": []})json"));
  replay.minimised = Minimised{"race: x", {7, 3, 2}, {5, 1, 1}, 40, true, {}};
  json = nlohmann::ordered_json::parse(to_json(replay, "r.json"));
  EXPECT_EQ(json["minimised"], nlohmann::ordered_json::parse(R"json({
    "bug": "race: x", "executions": 40, "all_tried": true, "before": {"events": 7, "surprises": 3, "switches": 2},
    "after": {"events": 5, "surprises": 1, "switches": 1}})json"));

  replay.steps_taken = 4;
  replay.broken.reset();
  replay.instead.clear();
  replay.ending = "complete";
  replay.state = "x=1;";
  replay.satisfies = true;
  json = nlohmann::ordered_json::parse(to_json(replay, "r.json"));
  EXPECT_EQ(json["possible"], true);
  EXPECT_EQ(json["ending"], "complete");
  EXPECT_EQ(json["state"], "x=1;");
  EXPECT_EQ(json["satisfies"], true);
  EXPECT_TRUE(json["violated_axiom"].is_null());
  EXPECT_TRUE(json["instead"].is_null());
}

TEST_F(JsonTest, SurvivesNamesThatAreNotUtf8) {
  result_.file = "litmus/\xff.litmus";
  EXPECT_EQ(nlohmann::json::parse(to_json(result_))["file"], "litmus/\uFFFD.litmus");
}

TEST_F(JsonTest, ArraysAreArrays) {
  EXPECT_EQ(nlohmann::json::parse(json_array({})).size(), 0u);
  const std::vector<std::string> objects = {to_json(result_), to_json(result_)};
  const auto json = nlohmann::json::parse(json_array(objects));
  ASSERT_TRUE(json.is_array());
  EXPECT_EQ(json.size(), 2u);
}

TEST_F(JsonTest, CurveHasARowPerPoint) {
  CampaignResult other = result_;
  other.test = "a, \"b\"";
  const std::vector<CampaignResult> results = {result_, other};
  EXPECT_EQ(curves_csv(results),
            "test,model,strategy,seed,identity,executions,unique\n"
            "SB,rc11,mix,18446744073709551615,graph,1,1\n"
            "SB,rc11,mix,18446744073709551615,graph,10,4\n"
            "\"a, \"\"b\"\"\",rc11,mix,18446744073709551615,graph,1,1\n"
            "\"a, \"\"b\"\"\",rc11,mix,18446744073709551615,graph,10,4\n");
}

}  // namespace
}  // namespace graphfuzz
