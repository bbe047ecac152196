#include "graphfuzz/report/dot.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "graphfuzz/model/registry.hpp"
#include "report/sample.hpp"

namespace graphfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DotTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Program> program_ = test::store_buffering();
  ExecutionGraph graph_ = test::both_read_zero(*program_);
  Story story_ = tell(graph_, *program_);
};

struct Position {
  double x, y;
};

Position position(const std::string& dot, const std::string& node) {
  const std::regex pattern("(^|\n)" + node + " +\\[[^\n]*pos=\"(-?[0-9.]+),(-?[0-9.]+)!\"");
  std::smatch match;
  if (!std::regex_search(dot, match, pattern)) ADD_FAILURE() << "no node " << node << " in\n" << dot;
  return {std::atof(match[2].str().c_str()), std::atof(match[3].str().c_str())};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// Does Graphviz read it without a warning?
void expect_valid(const std::string& dot) {
  if (std::system("dot -V >/dev/null 2>&1") != 0) GTEST_SKIP() << "Graphviz is not installed";
  const auto file = std::filesystem::temp_directory_path() / ("graphfuzz-dot-test-" + std::to_string(getpid()));
  std::ofstream(file) << dot;
  // Graphviz warns of what it does not understand, but succeeds all the same.
  const std::string command = "test -z \"$(dot -Tsvg -o /dev/null '" + file.string() + "' 2>&1)\"";
  EXPECT_EQ(std::system(command.c_str()), 0) << dot;
  std::filesystem::remove(file);
}

TEST_F(DotTest, LanesAreColumnsWithPoDownwards) {
  const std::string dot = to_dot(story_, {"title", "subtitle"});
  const std::string nodes[2][2] = {{"1", "4"}, {"2", "3"}};
  for (std::size_t t = 0; t < 2; ++t) {
    const Position first = position(dot, nodes[t][0]);
    const Position second = position(dot, nodes[t][1]);
    EXPECT_EQ(first.x, second.x);
    EXPECT_GT(first.y, second.y);
    EXPECT_EQ(position(dot, "lane" + std::to_string(t)).x, first.x);
    EXPECT_GT(position(dot, "i0").y, first.y) << "initial values are on top";
  }
  EXPECT_LT(position(dot, "lane0").x, position(dot, "lane1").x);
  EXPECT_THAT(dot, HasSubstr("<b>P1</b>"));
}

TEST_F(DotTest, TitlesAreQuoted) {
  EXPECT_THAT(to_dot(story_, {"a \"b\" \\c", ""}), HasSubstr(R"(label="a \"b\" \\c")"));
  EXPECT_EQ(dot_string("a\"\\\n\x01&lt;"), R"("a\"\\\n &amp;lt;")");
}

TEST_F(DotTest, OnlyACycleIsBold) {
  EXPECT_THAT(to_dot(story_, {}), Not(HasSubstr("penwidth=3")));
  const auto violation = make_model("sc")->explain(graph_);
  ASSERT_TRUE(violation.has_value());
  EXPECT_EQ(count(to_dot(tell(graph_, *program_, {}, &*violation), {}), "penwidth=3"), violation->cycle.size());
}

TEST_F(DotTest, ParallelArrowsAreOne) {
  story_.arrows.push_back({0, 3, "hb"});
  const std::string dot = to_dot(story_, {});
  EXPECT_EQ(count(dot, "\n1->4 "), 1u) << dot;
  EXPECT_THAT(dot, HasSubstr("color=\"black:mediumblue\""));
}

TEST_F(DotTest, InitialValuesThatNobodyReadsAreNotShown) {
  story_.initials.push_back({"z=\"0\""});
  EXPECT_THAT(to_dot(story_, {}), Not(HasSubstr("z=")));
  story_.initials.back().shown = true;
  EXPECT_THAT(to_dot(story_, {}), HasSubstr(R"(z=\"0\")"));
}

/// `rows` events in two lanes by turns, one after the other.
Story long_story(std::uint32_t rows) {
  Story story;
  story.lanes = {"A", "B"};
  for (std::uint32_t i = 0; i < rows; ++i) {
    story.rows.push_back({.lane = i % 2, .text = "event", .depth = i});
    if (i >= 2) story.arrows.push_back({i - 2, i, "po"});
  }
  return story;
}

TEST(DotStory, OfLongStoriesTheBeginningAndWhatMatters) {
  Story story = long_story(1000);
  story.rows[801].look = Story::Look::alarming;
  story.rows[900].look = Story::Look::suspicious;
  const std::string dot = to_dot(story, {"", "", 10});
  EXPECT_THAT(dot, HasSubstr("12 of 1000 events"));
  EXPECT_EQ(count(dot, "label=\"event\""), 12u);
  EXPECT_THAT(dot, HasSubstr("\n10->802 ")) << "lanes go on after a gap";
  EXPECT_THAT(dot, HasSubstr("\n9->901 "));
  EXPECT_GT(position(dot, "901").y, position(dot, "1").y - 12) << "there is no room for what is left out";
  EXPECT_LT(position(dot, "901").y, position(dot, "802").y);
  EXPECT_EQ(count(dot, "fillcolor=mistyrose"), 1u);
  EXPECT_EQ(count(dot, "darkorange"), 1u);
  EXPECT_THAT(to_dot(long_story(10), {"", "", 10}), Not(HasSubstr("of 10 events")));
}

TEST(DotStory, LabelsHaveThePlaceAndWhatNoArrowSays) {
  Story story = long_story(3);
  story.rows[0].place = "some/folder/f.go:12";
  story.rows[0].remark = "from 3";
  story.rows[1].remark = "failed";
  story.rows[2].remark = "in mo before 1";
  story.arrows.push_back({0, 2, "rf"});
  const std::string dot = to_dot(story, {});
  EXPECT_THAT(dot, HasSubstr(R"([label="event\nf.go:12")"));
  EXPECT_THAT(dot, HasSubstr(R"([label="event\nfailed")"));
  EXPECT_THAT(dot, Not(HasSubstr("before")));
}

TEST(DotStory, WideTextsAreWrapped) {
  Story story = long_story(1);
  for (int i = 0; i < 100; ++i) story.rows[0].text += " word" + std::to_string(i);
  const double wide = position(to_dot(story, {}), "1").x;
  story.rows[0].wide = true;
  const std::string dot = to_dot(story, {});
  EXPECT_LT(position(dot, "1").x, wide / 5);
  EXPECT_THAT(dot, HasSubstr(" …"));
  EXPECT_THAT(dot, Not(HasSubstr("word99")));
}

TEST(DotStory, NothingIsAPicture) { expect_valid(to_dot({}, {})); }

TEST_F(DotTest, GraphvizAcceptsIt) {
  const auto violation = make_model("sc")->explain(graph_);
  const Slot red[] = {2};
  expect_valid(to_dot(tell(graph_, *program_, red, &*violation), {"a \"b\" <c> & \\d", "ä"}));
}

TEST(DotStory, GraphvizAcceptsHostileText) {
  const std::string hostile = "\"]; x -> y; \\ \\\" </b><&lt;&#0;> \n\r\t\\N {|} ä\\";
  Story story = long_story(4);
  for (std::string& lane : story.lanes) lane = hostile;
  for (Story::Row& row : story.rows) {
    row.text = row.place = row.remark = hostile;
    row.wide = row.lane == 1;
  }
  story.initials = {{"\"<&lt;\\", true}};
  story.arrows.push_back({Story::kInitial, 2, hostile});
  story.arrows.push_back({0, 3, hostile, true, false});
  const std::string dot = to_dot(story, {hostile, hostile});
  EXPECT_THAT(dot, Not(HasSubstr("\"\"]"))) << "quotes are escaped";
  expect_valid(dot);
}

}  // namespace
}  // namespace graphfuzz
