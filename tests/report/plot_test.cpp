#include "graphfuzz/report/plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace graphfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

constexpr double kNever = std::numeric_limits<double>::infinity();

std::vector<double> numbers(int last) {
  std::vector<double> all;
  for (int i = last; i >= 1; --i) all.push_back(i);
  return all;
}

/// The confidence by counting: the share of the 2^n ways in which n samples lie on either side of the median that leave
/// it between the `rank`-th smallest and the `rank`-th greatest.
double counted_confidence(unsigned samples, unsigned rank) {
  unsigned inside = 0;
  for (unsigned sides = 0; sides < 1U << samples; ++sides) {
    const auto below = static_cast<unsigned>(__builtin_popcount(sides));
    inside += below >= rank && samples - below >= rank;
  }
  return inside / std::pow(2.0, samples);
}

TEST(PlotEstimate, IsTheNarrowestPairOfRanksThatIsSureEnough) {
  for (unsigned samples = 2; samples <= 16; ++samples) {
    const Estimate one = estimate_median(numbers(static_cast<int>(samples)));
    EXPECT_DOUBLE_EQ(one.median, (samples + 1) / 2.0);
    const auto rank = static_cast<unsigned>(one.low);
    EXPECT_EQ(one.high, samples + 1 - rank);
    EXPECT_NEAR(one.confidence, counted_confidence(samples, rank), 1e-12);
    if (rank > 1) {
      EXPECT_GE(one.confidence, 0.95);
    }
    if (2 * (rank + 1) <= samples) {
      EXPECT_LT(counted_confidence(samples, rank + 1), 0.95) << samples;
    }
  }
}

TEST(PlotEstimate, OfTwentySamplesIsBetweenTheSixthAndTheFifteenth) {
  const Estimate one = estimate_median(numbers(20));
  EXPECT_EQ(one.low, 6);
  EXPECT_EQ(one.high, 15);
  EXPECT_NEAR(one.confidence, 0.959, 5e-4);  // as tables of the sign test have it
}

TEST(PlotEstimate, NeverIsLaterThanAllNumbers) {
  EXPECT_EQ(estimate_median({5, kNever, 1}).median, 5);
  EXPECT_EQ(estimate_median({5, kNever}).median, kNever);
  EXPECT_EQ(estimate_median({kNever, kNever}).low, kNever);
  EXPECT_EQ(estimate_median({7}).confidence, 0);
  EXPECT_EQ(estimate_median({7}).low, 7);
}

store::Document results(const std::string& more) {
  return store::Document::json(R"([{"test": "it's`a_b`\n", "model": "sc", "strategy": "pct", "depth": 3, "seed": 4,
    "identity": "rf", "executions": 9, "complete": true, "curve": [[1, 1], [9, 5]], "bugs": [)" +
                                   more + "]}]",
                               "a.json");
}

TEST(PlotRuns, AreReadFromResults) {
  std::vector<PlottedRun> runs;
  add_plotted_runs(results(R"({"execution": 8}, {"execution": 3})"), runs);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].test, "it's`a_b`. (sc)");
  EXPECT_EQ(runs[0].strategy, "pct 3");
  EXPECT_EQ(runs[0].counted, "rf");
  EXPECT_EQ(runs[0].first_bug, 3U);
  EXPECT_THAT(runs[0].curve, ElementsAre(Pair(1U, 1U), Pair(9U, 5U)));
  EXPECT_THROW(add_plotted_runs(results(R"({"execution": 10})"), runs), store::DocumentError);
  EXPECT_THROW(add_plotted_runs(results(R"({"execution": 0})"), runs), store::DocumentError);
  EXPECT_THROW(add_plotted_runs(store::Document::json("{}", "x"), runs), store::DocumentError);
}

PlottedRun run(const std::string& strategy, std::uint64_t seed, std::optional<std::uint64_t> bug = {},
               std::uint64_t executions = 100, bool complete = false) {
  return {"a.json: [0]", "t (sc)", strategy, "graph", seed, executions, complete, {{1, 1}, {executions, seed}}, bug};
}

TEST(Plot, NamesAreNoCommands) {
  std::vector<PlottedRun> runs;
  add_plotted_runs(results(""), runs);
  EXPECT_THAT(gnuplot_script(make_plot(runs, {}), PlotFormat::svg, "o'x.svg"),
              ::testing::AllOf(HasSubstr("set title 'it''s`a_b`. (sc)'\n"), HasSubstr("set output 'o''x.svg'\n")));
}

TEST(Plot, CurvesEndWhereOneIsNotKnownAndStayWhereAllIsFound) {
  const std::vector<PlottedRun> stopped{run("mix", 3, {}, 50), run("mix", 5, {}, 100)};
  EXPECT_THAT(make_plot(stopped, {}).body, ::testing::AllOf(HasSubstr("\n50 1 2 3\nEOD"), Not(HasSubstr("\n100 "))));
  const std::vector<PlottedRun> finished{run("mix", 3, {}, 50, true), run("mix", 5, {}, 100)};
  EXPECT_THAT(make_plot(finished, {}).body, HasSubstr("\n100 3 4 5\nEOD"));
}

TEST(Plot, RunsWithoutABugAreNoBars) {
  const std::vector<PlottedRun> runs{run("mix", 1, 7), run("mix", 2, 9), run("mix", 3), run("optimal", 1, 2),
                                     run("random", 1)};
  const Plot plot = make_plot(runs, {PlotSubject::bugs});
  EXPECT_THAT(plot.body, HasSubstr("\n0 9 7 NaN 2 3\nEOD"));
  EXPECT_THAT(plot.body, HasSubstr("\n1 2 2 2 1 1\nEOD"));
  EXPECT_THAT(plot.body, HasSubstr("\n2 NaN NaN NaN 0 1\nEOD"));
  EXPECT_EQ(plot.notes.size(), 2U);
}

TEST(Plot, SaysWhatItsIntervalsAre) {
  std::vector<PlottedRun> runs{run("mix", 1)};
  EXPECT_EQ(make_plot(runs, {}).notes.front(), "one seed each: no intervals");
  for (std::uint64_t seed = 2; seed <= 5; ++seed) runs.push_back(run("mix", seed));
  EXPECT_THAT(make_plot(runs, {}).notes.front(), HasSubstr("medians of 5 seeds; bands: all seeds"));
  EXPECT_THAT(make_plot(runs, {}).notes.front(), HasSubstr("(confidence from 93 %)"));  // 93.75
  runs.push_back(run("mix", 6));
  EXPECT_THAT(make_plot(runs, {}).notes.front(), HasSubstr("95 % confidence interval"));
}

TEST(Plot, SaysWhatStoppedTooEarly) {
  const std::vector<PlottedRun> runs{run("mix", 1, 70), run("mix", 2, {}, 60), run("mix", 3, {}, 10, true)};
  EXPECT_THAT(make_plot(runs, {PlotSubject::bugs}).notes.back(), HasSubstr("after 60 executions counts as later"));
}

TEST(Plot, RefusesWhatWouldMislead) {
  const auto refused = [](std::vector<PlottedRun> runs, PlotSubject subject = PlotSubject::curves) {
    EXPECT_THROW(make_plot(runs, {subject}), std::invalid_argument);
  };
  refused({});
  refused({run("mix", 1), run("mix", 1)});      // one sample is not two
  refused({run("mix", 1)}, PlotSubject::bugs);  // there is none
  std::vector<PlottedRun> mixed{run("mix", 1), run("mix", 2)};
  mixed[1].counted = "rf";
  refused(mixed);
  mixed = {run("mix", 1)};
  mixed[0].curve.clear();
  refused(mixed);
  std::vector<PlottedRun> many(25, run("mix", 1));
  for (std::size_t i = 0; i < many.size(); ++i) many[i].test = std::to_string(i);
  refused(many);
}

}  // namespace
}  // namespace graphfuzz
