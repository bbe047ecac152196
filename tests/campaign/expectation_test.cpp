// What files say of themselves, read, and held to results.
#include "graphfuzz/campaign/expectation.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace graphfuzz {
namespace {

using Match = ExpectationCheck::Match;

std::optional<Expectation> of_litmus(const std::string& lines, const std::string& model = "rc11") {
  return expectation_of("C test\n" + lines + "\n{}\n", "f.litmus", "litmus", model);
}
std::optional<Expectation> of_go(const std::string& lines) { return expectation_of(lines, "folder/f.go", "go", "go"); }

std::string refusal(const std::string& lines, const std::string& kind = "litmus") {
  try {
    static_cast<void>(kind == "go" ? of_go(lines) : of_litmus(lines));
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

Bug found_bug(const std::string& kind, const std::string& message) {
  Bug bug;
  bug.kind = kind;
  bug.message = message;
  return bug;
}

CampaignResult result_with(std::vector<Bug> bugs, bool complete = true) {
  CampaignResult result;
  result.kind = "go";
  result.complete = complete;
  result.bugs = std::move(bugs);
  return result;
}

TEST(Expectations, AreOfOneModelAndItsVariants) {
  const std::string lines =
      "Expect-rc11=Never\nBug-rc11=race\nBug-rc11=assertion\nExpect-tso=Always\nBug-tso-bare=none";
  EXPECT_EQ(of_litmus(lines)->observation, "Never");
  EXPECT_EQ(of_litmus(lines)->bugs.size(), 2U);
  EXPECT_EQ(of_litmus(lines, "rc11-c20")->bugs.size(), 2U);
  EXPECT_EQ(of_litmus(lines, "tso-bare")->observation, "Always");
  EXPECT_FALSE(of_litmus(lines, "sc"));
}

TEST(Expectations, ThatCouldNeverBeCheckedAreErrors) {
  EXPECT_EQ(refusal("Expect-rc12=Never").find("f.litmus:2:8: expected one of sc, tso, tso-bare,"), 0U);
  EXPECT_NE(refusal("Expect-rc12=Never").find("'rc12'; did you mean 'rc11'"), std::string::npos);
  EXPECT_EQ(refusal("Expect-mine.cat=Never"), "accepted");
  EXPECT_EQ(refusal("Expect-sc=Nevr").find("f.litmus:2:11: expected one of Never, Sometimes, Always, found 'Nevr'"),
            0U);
  EXPECT_EQ(refusal("Bug-sc=rice").find("f.litmus:2:8: expected one of none, assertion, race,"), 0U);
  EXPECT_EQ(refusal("Expect-sc Never").find("f.litmus:2:8: expected MODEL=VALUE"), 0U);
  EXPECT_EQ(refusal("Expect-sc=Never\nExpect-sc=Always").find("f.litmus:3:8: expected one line on sc"), 0U);
  EXPECT_EQ(refusal("// bug: panik the bug", "go").find("f.go:1:9: expected one of none, panic,"), 7U);
  EXPECT_EQ(refusal("package main\n// bug:", "go").find("f.go:2:8: expected one of"), 7U);
}

TEST(Expectations, OfGoAreKindsTextsAndPlaces) {
  EXPECT_FALSE(of_go("package main"));
  EXPECT_TRUE(of_go("// bug: none")->bugs.empty());
  const Expectation both = *of_go("// bug: test-failure want  1\n// bug: leak send\nc <- 1  // BUG\n");
  ASSERT_EQ(both.bugs.size(), 2U);
  EXPECT_EQ(both.bugs[0].kind, "test failure");
  EXPECT_EQ(both.bugs[0].text, "want  1");
  EXPECT_EQ(both.places, std::vector<std::string>{"f.go:3"});
}

TEST(Expectations, OfGoBugsAreMetAtTheirPlaces) {
  const Expectation marked = *of_go("// bug: leak send\nc <- 1  // BUG\n");
  EXPECT_EQ(check(marked, result_with({found_bug("leak", "send at f.go:2")})).match, Match::met);
  EXPECT_EQ(check(marked, result_with({found_bug("leak", "send at f.go:21")})).match, Match::missed);
  EXPECT_EQ(check(marked, result_with({found_bug("panic", "at f.go:2")})).match, Match::missed);
  EXPECT_EQ(check(marked, result_with({}, false)).match, Match::open);
  // Blocked for ever, with main or without.
  EXPECT_EQ(check(marked, result_with({found_bug("cyclic deadlock", "f.go:2, f.go:7")})).match, Match::met);
  const Expectation dead = *of_go("// bug: deadlock asleep\n");
  EXPECT_EQ(check(dead, result_with({found_bug("leak", "asleep")})).match, Match::missed);
  EXPECT_EQ(check(dead, result_with({found_bug("leak", "x"), found_bug("deadlock", "all are asleep")})).match,
            Match::met);
}

TEST(Expectations, OfNoBugAreProvenOrOpenOrMissed) {
  const Expectation none = *of_go("// bug: none");
  EXPECT_EQ(check(none, result_with({})).match, Match::met);
  EXPECT_EQ(check(none, result_with({}, false)).match, Match::open);
  EXPECT_EQ(check(none, result_with({found_bug("race", "x")}, false)).match, Match::missed);
}

}  // namespace
}  // namespace graphfuzz
