#include "graphfuzz/report/svg.hpp"

#include <gmock/gmock.h>

namespace graphfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// Of two goroutines, one of which sends to the other.
Story two_goroutines(std::uint32_t rows) {
  Story story;
  story.lanes = {"G1", "G2"};
  for (std::uint32_t i = 0; i < rows; ++i) {
    story.rows.push_back({i % 2, i % 2 == 0 ? "send c0" : "receive c0", "dir/f.go:12"});
    if (i > 1) story.arrows.push_back({i - 2, i, "po"});
    if (i % 2 == 1) story.arrows.push_back({i - 1, i, "rf"});
  }
  return story;
}

TEST(Svg, HasARowForEachEventInItsLaneWithItsLine) {
  const std::string svg = to_svg(two_goroutines(4), {"title", "subtitle"});
  EXPECT_EQ(occurrences(svg, "send c0  f.go:12</text>"), 2U);
  EXPECT_EQ(occurrences(svg, "receive c0  f.go:12</text>"), 2U);
  EXPECT_THAT(svg, HasSubstr(">G1</text>"));
  EXPECT_THAT(svg, HasSubstr(">title</text>"));
  EXPECT_THAT(svg, HasSubstr(">subtitle</text>"));
  EXPECT_EQ(occurrences(svg, "class=\"arrow\""), 2U) << "rf, not po";
}

TEST(Svg, IsXmlWhateverTheProgramSays) {
  Story story = two_goroutines(1);
  story.lanes[0] = "<G&1>";
  story.rows[0].text = "a<b & \"c\" \x01 \xff \xed\xa0\x80 \xc3\xa4 \xef\xbf\xbf";
  story.rows[0].remark = std::string(200, 'x') + "]]>";
  const std::string svg = to_svg(story, {"<title>", ""});
  EXPECT_THAT(svg, HasSubstr("a&lt;b &amp; &quot;c&quot; � � ��� \xc3\xa4 �"));
  EXPECT_THAT(svg, HasSubstr("&lt;G&amp;1&gt;"));
  EXPECT_THAT(svg, HasSubstr("…<title>")) << "long texts are cut, and whole under the pointer";
  EXPECT_THAT(svg, Not(HasSubstr("]]>")));
}

TEST(Svg, MarksWhatWentWrong) {
  Story story = two_goroutines(2);
  story.rows[1].look = Story::Look::alarming;
  story.arrows.back().bold = true;
  const std::string svg = to_svg(story, {"", ""});
  EXPECT_THAT(svg, HasSubstr("class=\"alarming\">receive c0"));
  EXPECT_EQ(occurrences(svg, "class=\"arrow bold\""), 1U);
}

TEST(Svg, ShowsAllOfALongExecution) {
  const std::string svg = to_svg(two_goroutines(10'000), {"long", ""});
  EXPECT_EQ(occurrences(svg, " c0  f.go:12</text>"), 10'000U);
  EXPECT_LT(svg.size(), 4'000'000U);
}

TEST(Svg, OfNothing) { EXPECT_THAT(to_svg({}, {"empty", ""}), HasSubstr("</svg>")); }

}  // namespace
}  // namespace graphfuzz
