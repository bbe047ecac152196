#include "graphfuzz/report/text.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "graphfuzz/model/registry.hpp"
#include "report/sample.hpp"

namespace graphfuzz {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

std::string without_colours(const std::string& text) {
  return std::regex_replace(text, std::regex("\x1b\\[[0-9;]*m"), "");
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
  std::vector<std::string> text = lines(result_block(result_));
  ASSERT_GE(text.size(), expected.size());
  text.resize(expected.size());
  EXPECT_EQ(text, expected);
}

TEST_F(TextTest, NamesEachBugWithItsReplayFileAndItsListing) {
  const std::vector<std::string> files = {"replays/SB.json"};
  const std::string text = result_block(result_, files);
  EXPECT_THAT(text, HasSubstr("Bug 1: condition: a \"forbidden\" state\n"));
  EXPECT_THAT(text,
              HasSubstr("first in execution 17 after 0.250 s, seen in 5 graphs\n  replay file: replays/SB.json\n"));
  EXPECT_THAT(text, HasSubstr(listing(result_.bugs[0].witness->story)));
  EXPECT_THAT(bug_lines(result_, files), HasSubstr("  replay file: replays/SB.json\n"));
}

TEST_F(TextTest, SaysWhyThereIsNoReplayFile) {
  Witness witness = *result_.bugs[0].witness;
  witness.no_steps = "the graph has a cycle";
  result_.bugs[0].witness = std::make_shared<const Witness>(witness);
  const std::vector<std::string> none(1);
  EXPECT_THAT(result_block(result_, none), HasSubstr("  no replay file: the graph has a cycle\n"));
  EXPECT_THAT(result_block(result_), Not(HasSubstr("replay file"))) << "nobody wanted one";
  result_.bugs[0].witness.reset();
  EXPECT_THAT(result_block(result_, none), Not(HasSubstr("replay file")));
}

TEST_F(TextTest, AFuzzerDoesNotSayNeverOfWhatItHasNotSeen) {
  result_.quantifier = Quantifier::exists;
  result_.positive = 0;
  result_.negative = 4;
  result_.bugs.clear();
  const std::string text = result_block(result_);
  EXPECT_THAT(text, HasSubstr("Not observed in 1000 executions"));
  EXPECT_THAT(text, HasSubstr("Observation SB Never? 0 4"));
  EXPECT_THAT(text, Not(HasSubstr("never")));
  EXPECT_THAT(text, Not(HasSubstr("impossible")));
}

TEST_F(TextTest, OtherProgramsHaveOutcomesAndBugs) {
  result_.kind = "go";
  result_.bugs[0].of_graphs = false;
  result_.bugs.push_back(result_.bugs[0]);
  result_.bugs[1].kind = "panic";
  result_.bugs[1].message = "panic: send on closed channel";
  result_.bugs[1].predicted = true;
  std::string text = result_block(result_);
  const std::vector<std::string> head = lines(text);
  EXPECT_THAT(std::vector(head.begin(), head.begin() + 5),
              ElementsAre("Go SB", "Outcomes 2", "       1  P0:r0=0; P1:r0=0;", "       3  P0:r0=0; P1:r0=1;", "No"));
  EXPECT_THAT(text, HasSubstr("\n1 bug, and 1 bug predicted\n"));
  EXPECT_THAT(text, HasSubstr("\nBug 2: predicted: panic: send on closed channel\n"));
  EXPECT_THAT(text, HasSubstr("seen in 5 executions\n"));
  EXPECT_THAT(bug_lines(result_), HasSubstr("predicted: panic: send on closed channel (execution 17"));
  result_.bugs[1].tried = 2;
  EXPECT_THAT(result_block(result_), HasSubstr("\nBug 2: predicted, not confirmed: panic: send on closed channel\n"));

  result_.kind = "philosophers";
  result_.bugs.clear();
  text = result_block(result_);
  EXPECT_THAT(text, StartsWith("Test SB\nOutcomes 2\n"));
  EXPECT_THAT(text, HasSubstr("\nNo bug in 1000 executions\n"));
  result_.complete = true;
  EXPECT_THAT(result_block(result_), HasSubstr("\nNo bug in any execution, and all of them were visited: never\n"));
  result_.not_looked_for = {"data races (-race)", "early timers (--timers any)"};
  EXPECT_THAT(result_block(result_),
              HasSubstr(": never\n(All orders of synchronisation. Not looked for: data races (-race); early timers "
                        "(--timers any))\n"));
  result_.truncated = 1;
  EXPECT_THAT(result_block(result_), HasSubstr("within the bound on steps: never\n(Not looked for: data races"));
  result_.complete = false;
  EXPECT_THAT(result_block(result_), HasSubstr("\nNo bug in 1000 executions\n(Not looked for: data races"));
  EXPECT_THAT(result_table(std::vector{result_}),
              HasSubstr("\nNot looked for: data races (-race); early timers (--timers any)\n"));
  result_.verdict = Verdict::ok;
  result_.truncated = result_.executions;
  const auto words = HasSubstr("truncated); up to where they were cut none of them has a bug\n");
  EXPECT_THAT(result_block(result_), AllOf(HasSubstr("\nNothing is decided"), Not(words)));
  result_.complete = true;
  EXPECT_THAT(result_block(result_), words);
}

TEST_F(TextTest, PrintsAHundredStatesUnlessVerbose) {
  result_.states.clear();
  for (int i = 100; i < 350; ++i) result_.states.push_back({"x=" + std::to_string(i) + ";", false, 1});
  result_.outcomes = result_.states.size();
  const auto count = [&](const TextOptions& options) {
    const auto all = lines(result_block(result_, {}, options));
    return std::count_if(all.begin(), all.end(),
                         [](const std::string& line) { return line.find("x=") < 11 && line.back() == ';'; });
  };
  EXPECT_EQ(count({}), 100);
  EXPECT_EQ(count({false, true}), 250);
  EXPECT_THAT(result_block(result_), HasSubstr("… and 150 more"));
  result_.kind = "go";
  EXPECT_EQ(count({}), 20);
  EXPECT_EQ(count({false, true}), 250);
}

TEST_F(TextTest, ColoursOnlyIfAsked) {
  EXPECT_THAT(result_block(result_), Not(HasSubstr("\x1b")));
  EXPECT_THAT(result_block(result_, {}, {true, false}), HasSubstr("\x1b[1;31mNo"));
}

TEST_F(TextTest, TableLinesUp) {
  CampaignResult other = result_;
  other.test = "a-test-with-a-long-näme";
  other.executions = 123456789;
  const std::vector<CampaignResult> results = {result_, other};
  const std::vector<std::string> text = lines(result_table(results));
  ASSERT_EQ(text.size(), 3u);
  EXPECT_EQ(text[1].size() + 1, text[2].size()) << "ä has two bytes";
  EXPECT_EQ(text[1].find("rc11") + 1, text[2].find("rc11"));
  EXPECT_EQ(text[0].find("model"), text[1].find("rc11"));
  EXPECT_EQ(text[0].find("executions") + 10, text[1].find(" 1000 ") + 5) << "numbers are flush right";
  const std::string coloured = result_table(results, {true, false});
  EXPECT_THAT(coloured, HasSubstr("\x1b["));
  EXPECT_EQ(lines(without_colours(coloured)), text);
}

TEST_F(TextTest, TableSaysWhatIsEstimated) {
  EXPECT_THAT(result_table(std::vector{result_}), Not(HasSubstr("±")));
  result_.graphs = 150'219;
  result_.graphs_error = 384.4;
  result_.outcomes = 33'086;
  result_.outcomes_error = 43;
  EXPECT_THAT(lines(result_table(std::vector{result_}))[1], AllOf(HasSubstr(" 150219±384 "), HasSubstr(" 33086±43 ")));
}

TEST_F(TextTest, ListingGivesEveryEventAPlaceAfterItsSource) {
  const Value zeros[] = {0, 0};
  ExecutionGraph graph(2, zeros);
  const Location x = test::location_of(*program_, "x");
  const Slot write = graph.add_write(1, {EventKind::write, MemoryOrder::release, x, 0, 7}, x);
  graph.add_read(0, {EventKind::read, MemoryOrder::acquire, x, 7, 0}, write);
  graph.add_write(0, {EventKind::write, MemoryOrder::relaxed, x, 0, 8}, x);
  EXPECT_THAT(lines(listing(tell(graph, *program_))), ElementsAre("  initially x=0",                              //
                                                                  "       P0          P1",                        //
                                                                  "   1               W x=7 rel",                 //
                                                                  "   2   R x=7 acq               reads from 1",  //
                                                                  "   3   W x=8 rlx               in mo before 1"));
}

Story two_lanes() {
  Story story;
  story.lanes = {"G0", "G1"};
  story.rows = {{.lane = 0, .text = "send c0", .place = "dir/f.go:12"}, {.lane = 1, .text = "end", .remark = "closed"}};
  return story;
}

TEST(Listing, HasTheLineAndWhatIsBelow) {
  Story story = two_lanes();
  story.after = "c0 made at f.go:7";
  EXPECT_THAT(lines(listing(story, 0)), ElementsAre("     G0            G1",             //
                                                    " 1   12: send c0",                  //
                                                    " 2                 end    closed",  //
                                                    "c0 made at f.go:7"));
  story.rows[0].place = "unknown";
  EXPECT_THAT(listing(story), HasSubstr("unknown: send c0"));
}

TEST(Listing, OfLongStoriesTheEnd) {
  Story story = two_lanes();
  for (int i = 0; i < 300; ++i) story.rows.push_back({.lane = 1, .text = "step"});
  story.rows[0].text = std::string(1000, 'x');
  const std::vector<std::string> text = lines(listing(story));
  ASSERT_EQ(text.size(), 202u);
  EXPECT_EQ(text[0], "  (102 events before these are left out)");
  EXPECT_EQ(text[2], "  103          step") << "what is left out needs no room";
  EXPECT_EQ(lines(listing(story, 2, 302)).size(), 302u) << "no columns, no header";
}

TEST(Listing, ManyLanesHaveNoColumns) {
  Story story = two_lanes();
  for (int i = 2; i < 30; ++i) story.lanes.push_back("G" + std::to_string(i));
  const std::vector<std::string> text = lines(listing(story));
  EXPECT_THAT(text, ElementsAre("   1   G0: 12: send c0", StartsWith("   2   G1: end    ")));
  story.rows[1].lane = 29;
  EXPECT_THAT(lines(listing(story))[1], StartsWith("   2   G29: end   "));
}

TEST(Listing, AWideTextIsNoReasonForAWideColumn) {
  Story story = two_lanes();
  story.rows[0].text = "panic: " + std::string(200, 'x');
  story.rows[0].wide = true;
  EXPECT_THAT(lines(listing(story)), Contains("   2          end    closed"));
}

TEST(Listing, ForeignTextNeitherBreaksLinesNorCommandsTheTerminal) {
  Story story = two_lanes();
  story.rows[0].text = "panic: a\nb\x1b[2J\tä";
  story.rows[1].remark = "r\r\n";
  const std::string text = listing(story);
  EXPECT_EQ(lines(text).size(), 3u);
  EXPECT_THAT(text, HasSubstr("panic: a b [2J ä"));
  EXPECT_THAT(text, Not(HasSubstr("\r")));
}

TEST(Listing, OfNothingIsEmpty) { EXPECT_EQ(listing({}), ""); }

class ReplayBlockTest : public TextTest {
 protected:
  ReplayBlockTest() {
    replay_.test = "SB";
    replay_.model = "sc";
    replay_.steps = 4;
    replay_.steps_taken = 3;
    replay_.graph = test::both_read_zero(*program_);
    replay_.story = tell(replay_.graph, *program_);
  }
  Replay replay_;
};

TEST_F(ReplayBlockTest, NamesTheAxiomAndTheCycle) {
  replay_.broken = Replay::Broken{"sc", {"P0: W x=1 rlx  --po-->  P0: R y=0 rlx", "…"}};
  const std::string text = replay_block(replay_);
  EXPECT_THAT(text, StartsWith("Test SB\nModel sc\nStep 4 of 4 is inconsistent under sc.\n"));
  EXPECT_THAT(text, HasSubstr("axiom sc, by this cycle:\n  P0: W x=1 rlx  --po-->  P0: R y=0 rlx\n  …\n"));
  EXPECT_THAT(text, HasSubstr(listing(replay_.story)));
}

TEST_F(ReplayBlockTest, SaysWhatWasPossibleInstead) {
  EXPECT_THAT(replay_block(replay_), HasSubstr("Step 4 of 4 is not one that the program can take.\n"));
  replay_.instead = "0.1, 0.2";
  EXPECT_THAT(replay_block(replay_), HasSubstr("can take; possible were: 0.1, 0.2\n"));
}

TEST_F(ReplayBlockTest, SaysHowItEnded) {
  replay_.steps_taken = 4;
  replay_.ending = "complete";
  replay_.state = "x=1;";
  replay_.condition = "exists (x=1)";
  replay_.satisfies = true;
  Finding finding;
  finding.kind = "condition";
  finding.message = "condition: seen";
  replay_.findings = {finding};
  EXPECT_EQ(replay_block(replay_),
            "Test SB\nModel sc\nReplayed 4 of 4 steps; the execution is complete\nState x=1;\n"
            "Condition exists (x=1): its proposition holds in this state\nBug: condition: seen\n" +
                listing(replay_.story));
  replay_.state.reset();
  replay_.ending = "blocked";
  EXPECT_THAT(replay_block(replay_), Not(HasSubstr("Condition")));
}

}  // namespace
}  // namespace graphfuzz
