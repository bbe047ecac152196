// The page of --html without a browser: tests/cli/html_test.py has one.
#include "graphfuzz/report/html.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "graphfuzz/analysis/memory/alternatives.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/target/memory_target.hpp"
#include "report/sample.hpp"

namespace graphfuzz {
namespace {

using Parsed = nlohmann::json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view kBegin = R"(<script type="application/json" id="results">)";

std::string results_text(const std::string& page) {
  const std::size_t begin = page.find(kBegin) + kBegin.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

class HtmlTest : public ::testing::Test {
 protected:
  std::string page() {
    const PageResults results{.campaigns = {page_object(result_, {}, details_)}};
    return html_page({.version = "1", .command = {"graphfuzz", "SB.litmus"}}, results);
  }

  std::shared_ptr<const Program> program_ = test::store_buffering();
  CampaignResult result_ = test::sample_result(*program_);
  PageDetails details_;
};

TEST_F(HtmlTest, HasWhatJsonHas) {
  const Parsed results = Parsed::parse(results_text(page()));
  Parsed campaign = results["campaigns"][0];
  const Parsed more = campaign["page"];
  campaign.erase("page");
  EXPECT_EQ(campaign, Parsed::parse(to_json(result_)));
  EXPECT_EQ(more["states"].size(), campaign["states"].size());
  EXPECT_EQ(more["seed"], std::to_string(result_.seed));
  EXPECT_TRUE(results["progress"].is_null());
  const Parsed story = more["stories"][more["bugs"][0]["story"].get<std::size_t>()];
  EXPECT_EQ(story["rows"][2], Parsed::parse(R"([1, "R x=0 rlx", "reads from the initial write"])"));
  EXPECT_THAT(story["arrows"], ::testing::Contains(Parsed::parse(R"([2, 0, "fr"])")));
}

TEST_F(HtmlTest, TextsAreNoPartOfThePage) {
  const std::string before = page();
  const auto tags = [](const std::string& text) { return std::count(text.begin(), text.end(), '<'); };
  result_.test = result_.states[0].text = result_.bugs[0].message =
      "</script><!--<script><img src=x onerror=x>{{script}}";
  const std::string after = page();
  EXPECT_EQ(tags(before), tags(after));
  EXPECT_EQ(Parsed::parse(results_text(after))["campaigns"][0]["test"], result_.test);
}

TEST_F(HtmlTest, StoriesFitTheRoomThereIs) {
  details_.rows = 3;
  const Parsed more = Parsed::parse(results_text(page()))["campaigns"][0]["page"];
  EXPECT_EQ(more["stories"].size(), 1u);
  EXPECT_EQ(more["stories"][0]["first"], 1);
  EXPECT_EQ(more["stories"][0]["rows"].size(), 3u);
  for (const Parsed& arrow : more["stories"][0]["arrows"]) EXPECT_NE(arrow[1], 0);
  EXPECT_EQ(details_.rows, 0u);
}

TEST_F(HtmlTest, PagesAndJsonAreJoined) {
  const std::string texts[] = {page(), json_array(std::vector<std::string>{to_json(result_)})};
  const std::string names[] = {"a.html", "b.json"};
  const Parsed joined = Parsed::parse(results_text(html_page_of({.version = "2"}, texts, names)));
  EXPECT_EQ(joined["campaigns"].size(), 2u);
  EXPECT_EQ(joined["runs"].size(), 3u);
  EXPECT_EQ(joined["runs"][joined["campaigns"][0]["run"].get<std::size_t>()]["version"], "1");
  EXPECT_EQ(joined["runs"][joined["campaigns"][1]["run"].get<std::size_t>()]["from"], "b.json");
}

TEST_F(HtmlTest, WhatThereAreNoResultsOfIsKept) {
  const PageResults results{.failures = {page_failure("a <b>.litmus", "a <b>.litmus:1:1: \"x\"")}};
  const std::string failed = html_page({.version = "1"}, results);
  EXPECT_EQ(Parsed::parse(results_text(failed))["failures"],
            Parsed::parse(R"([{"file": "a <b>.litmus", "message": "a <b>.litmus:1:1: \"x\""}])"));
  EXPECT_EQ(failed.find("a <b>"), std::string::npos);

  std::string older = page();  // which has no such list
  older.replace(older.find(R"("failures":)"), std::string_view(R"("failures")").size(), R"("others")");
  const std::string texts[] = {older, failed};
  const std::string names[] = {"a.html", "b.html"};
  const Parsed joined = Parsed::parse(results_text(html_page_of({.version = "2"}, texts, names)));
  EXPECT_EQ(joined["campaigns"].size(), 1u);
  ASSERT_EQ(joined["failures"].size(), 1u);
  EXPECT_EQ(joined["failures"][0]["message"], "a <b>.litmus:1:1: \"x\"");
  EXPECT_EQ(joined["runs"][joined["failures"][0]["run"].get<std::size_t>()]["from"], "b.html");
}

TEST_F(HtmlTest, WhatIsNeitherIsRefused) {
  const std::string name[] = {"x"};
  const std::string good = page();
  for (const std::string& text :
       {std::string(), std::string("<html>"), std::string("{}"), std::string("[1]"), std::string("[{}]"),
        std::string(kBegin), std::string(kBegin) + "{}</script>", good.substr(0, good.find(kBegin) + 100),
        std::string(kBegin) + R"({"page": 1, "runs": 7}</script>)", std::string(100'000, '['),
        html_page({}, {.failures = {"7"}}), html_page({}, {.failures = {R"({"file": "x"})"}})}) {
    const std::string one[] = {text};
    try {
      static_cast<void>(html_page_of({}, one, name));
      FAIL() << text.substr(0, 100);
    } catch (const store::DocumentError& e) {
      EXPECT_THAT(e.what(), ::testing::StartsWith("x:"));
    }
  }
}

TEST_F(HtmlTest, SaysWhatAnEventCouldHaveReadFrom) {
  const ExecutionGraph graph = test::both_read_zero(*program_);
  const Location x = test::location_of(*program_, "x");
  const Location y = test::location_of(*program_, "y");
  const Slot write_x = graph.locations();
  // P1 may read x=1, which is there. P0, who is the last, may read y=1 under all models, but 0 under rc11 alone.
  const auto rc11 = alternatives(graph, *make_model("rc11"));
  ASSERT_EQ(rc11.size(), graph.size());
  EXPECT_THAT(rc11[write_x], ElementsAre(x));
  EXPECT_THAT(rc11[write_x + 2], ElementsAre(x, write_x));
  EXPECT_THAT(rc11[write_x + 3], ElementsAre(y, write_x + 1));
  EXPECT_THAT(rc11[x], IsEmpty());
  EXPECT_THAT(alternatives(graph, *make_model("sc"))[write_x + 3], ElementsAre(write_x + 1));

  const MemoryTarget target(program_, "rc11");
  const auto choices = target.choices(*test::witness_of(*program_));
  ASSERT_EQ(choices.size(), 4u);
  EXPECT_THAT(choices[2].sources, ElementsAre(Story::kInitial + x, 0));
}

}  // namespace
}  // namespace graphfuzz
