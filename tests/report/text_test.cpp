#include "graphfuzz/report/text.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "graphfuzz/model/registry.hpp"
#include "report/sample.hpp"

namespace graphfuzz {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

class TextTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Program> program_ = test::store_buffering();
  CampaignResult result_ = test::sample_result(*program_);
};

TEST_F(TextTest, BeginsWithHerdsBlock) {
  const std::vector<std::string> expected = {"Test SB Forbidden",
                                             "States 2",
                                             "P0:r0=0; P1:r0=0;",
                                             "P0:r0=0; P1:r0=1;",
                                             "No",
                                             "Witnesses",
                                             "Positive: 3 Negative: 1",
                                             "Condition ~exists (0:r0=0 /\\ 1:r0=0)",
                                             "Observation SB Sometimes 1 3"};
  std::vector<std::string> text = lines(result_block(result_, *program_));
  ASSERT_GE(text.size(), expected.size());
  text.resize(expected.size());
  EXPECT_EQ(text, expected);
}

TEST_F(TextTest, NamesEachBugWithItsReplayFileAndItsTrace) {
  const std::vector<std::string> files = {"replays/SB.json"};
  const std::string text = result_block(result_, *program_, files);
  EXPECT_THAT(text, HasSubstr("a \"forbidden\" state"));
  EXPECT_THAT(text, HasSubstr("replays/SB.json"));
  EXPECT_THAT(text, HasSubstr(event_listing(result_.bugs[0].graph, *program_)));
}

TEST_F(TextTest, AFuzzerDoesNotSayNeverOfWhatItHasNotSeen) {
  result_.quantifier = Quantifier::exists;
  result_.positive = 0;
  result_.negative = 4;
  result_.bugs.clear();
  const std::string text = result_block(result_, *program_);
  EXPECT_THAT(text, HasSubstr("Not observed in 1000 executions"));
  EXPECT_THAT(text, HasSubstr("Observation SB Never 0 4"));
  EXPECT_THAT(text, Not(HasSubstr("never")));
  EXPECT_THAT(text, Not(HasSubstr("impossible")));
}

TEST_F(TextTest, PrintsAHundredStatesUnlessVerbose) {
  result_.states.clear();
  for (int i = 100; i < 350; ++i) result_.states.push_back({"x=" + std::to_string(i) + ";", false, 1, {}});
  result_.outcomes = result_.states.size();
  const auto count = [&](const TextOptions& options) {
    const auto all = lines(result_block(result_, *program_, {}, options));
    return std::count_if(all.begin(), all.end(), [](const std::string& line) { return line.starts_with("x="); });
  };
  EXPECT_EQ(count({}), 100);
  EXPECT_EQ(count({false, true}), 250);
  EXPECT_THAT(result_block(result_, *program_), HasSubstr("… and 150 more"));
}

TEST_F(TextTest, ColoursOnlyIfAsked) {
  EXPECT_THAT(result_block(result_, *program_), Not(HasSubstr("\x1b")));
  EXPECT_THAT(result_block(result_, *program_, {}, {true, false}), HasSubstr("\x1b[1;31mNo"));
}

TEST_F(TextTest, TableLinesUp) {
  CampaignResult other = result_;
  other.test = "a-test-with-a-long-name";
  other.executions = 123456789;
  const std::vector<CampaignResult> results = {result_, other};
  const std::vector<std::string> text = lines(result_table(results));
  ASSERT_EQ(text.size(), 3u);
  EXPECT_EQ(text[1].size(), text[2].size());
  EXPECT_EQ(text[1].find("rc11"), text[2].find("rc11"));
  EXPECT_EQ(text[0].find("model"), text[1].find("rc11"));
}

TEST_F(TextTest, ListingGivesEveryEventAPlaceAfterItsSource) {
  const Value zeros[] = {0, 0};
  ExecutionGraph graph(2, zeros);
  const Location x = test::location_of(*program_, "x");
  const Slot write = graph.add_write(1, {EventKind::write, MemoryOrder::release, x, 0, 7}, x);
  graph.add_read(0, {EventKind::read, MemoryOrder::acquire, x, 7, 0}, write);
  graph.add_write(0, {EventKind::write, MemoryOrder::relaxed, x, 0, 8}, x);
  const std::vector<std::string> text = lines(event_listing(graph, *program_));
  EXPECT_THAT(text, Contains(HasSubstr("initially x=0")));
  EXPECT_THAT(text, Contains(::testing::AllOf(HasSubstr("R x=7 acq"), HasSubstr("reads from 1"))));
  EXPECT_THAT(text, Contains(::testing::AllOf(HasSubstr("W x=8 rlx"), HasSubstr("in mo before 1"))));
}

TEST_F(TextTest, ReplayNamesTheAxiomAndTheCycle) {
  const ExecutionGraph graph = test::both_read_zero(*program_);
  Replay replay;
  replay.steps_taken = 3;
  replay.violation = make_model("sc")->explain(graph);
  replay.violating_graph = graph;
  ASSERT_TRUE(replay.violation.has_value());
  const std::string text = replay_block(replay, 4, *program_, "sc");
  EXPECT_THAT(text, HasSubstr(replay.violation->axiom));
  for (const Violation::Edge& edge : replay.violation->cycle)
    EXPECT_THAT(text, HasSubstr("--" + edge.relation + "-->"));
}

}  // namespace
}  // namespace graphfuzz
