// Recorded traces: what their recorder says went wrong is what is found; clocks, partners, pairs and fullness agree
// with recomputations that share nothing with the code but the reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "support/folders.hpp"
#include "support/plain_happens_before.hpp"

namespace graphfuzz::go {
namespace {

namespace fs = std::filesystem;
using graphfuzz::testing::PlainHappensBefore;

fs::path traces() { return traces_folder(); }

Trace read(const fs::path& path) {
  std::vector<std::string> warnings;
  return read_trace(path, {}, warnings);
}

/// `check(trace, kernel's expected.json, name of the run)` for every recorded run.
template <class Check>
void for_all_runs(Check check) {
  std::size_t runs = 0;
  for (const fs::directory_entry& kernel : fs::directory_iterator(traces() / "goker")) {
    const auto expected = nlohmann::json::parse(std::ifstream(kernel.path() / "expected.json"));
    for (const fs::directory_entry& run : fs::directory_iterator(kernel)) {
      if (!run.is_directory()) continue;
      SCOPED_TRACE(run.path().string());
      check(read(run.path()), expected, run.path().filename().string());
      ++runs;
    }
  }
  EXPECT_EQ(runs, 330U);
}

#define NEEDS_TRACES() \
  if (!fs::is_directory(traces() / "goker")) GTEST_SKIP() << traces() << " is not there"

using Leak = std::tuple<unsigned, std::string, std::string>;

TEST(GoTraces, LeaksAreThoseOfTheRecorder) {
  NEEDS_TRACES();
  std::size_t leaks = 0;
  for_all_runs([&](const Trace& trace, const nlohmann::json& expected, const std::string& run) {
    std::vector<Leak> found, wanted;
    for (const TraceFinding& leak : analyse(trace).findings.leaks) {
      const TraceEvent& event = trace.events[leak.events.front()];
      found.emplace_back(trace.routines[event.routine].id, name(event.kind), trace.positions[event.position]);
    }
    for (const auto& leak : expected["leaked"][run]) {
      wanted.emplace_back(leak["routine"], leak["op"], leak["position"]);
    }
    EXPECT_THAT(found, ::testing::UnorderedElementsAreArray(wanted));
    leaks += wanted.size();
  });
  EXPECT_EQ(leaks, 308U);
}

TEST(GoTraces, PanicsAreThoseOfTheRecorder) {
  NEEDS_TRACES();
  std::size_t panics = 0;
  for_all_runs([&](const Trace& trace, const nlohmann::json& expected, const std::string& run) {
    std::vector<std::string> found;
    for (const TraceFinding& finding : analyse(trace).findings.actual) {
      if (finding.bug && finding.code != "R02") found.push_back(finding.code);
      if (finding.code == "A01") {
        EXPECT_FALSE(trace.events[finding.events.at(0)].finished());
        EXPECT_EQ(trace.events[finding.events.at(0)].object, trace.events[finding.events.at(1)].object);
      }
    }
    const auto& panic = expected["panic"][run];
    if (panic.is_null()) {
      EXPECT_THAT(found, ::testing::IsEmpty());
    } else {
      const bool closed = panic.get<std::string>() == "panic: send on closed channel";
      EXPECT_THAT(found, ::testing::ElementsAre(closed ? "A01" : "R01"));
      ++panics;
    }
    EXPECT_EQ(expected["manifested"][run] == "timeout", trace.outcome == Outcome::timed_out);
  });
  EXPECT_EQ(panics, 15U);
}

TEST(SlowGoTraces, ClocksAgreeWithReachability) {
  NEEDS_TRACES();
  Random random(7);
  for_all_runs([&](const Trace& trace, const nlohmann::json&, const std::string&) {
    for (const Clock clock : {Clock::strong, Clock::weak}) {
      const HappensBefore clocks(trace, clock);
      const PlainHappensBefore plain(trace, clock);
      const auto n = static_cast<std::uint32_t>(trace.events.size());
      const std::uint32_t samples = n < 100 ? n : 20;
      std::map<std::uint32_t, std::vector<bool>> after;
      for (std::uint32_t i = 0; i < samples; ++i) {
        const std::uint32_t e = samples == n ? i : random.below(n);
        after[e] = plain.after(e);
      }
      for (const auto& [a, reached] : after) {
        for (const auto& [b, reached_by_b] : after) {
          ASSERT_EQ(clocks.before(a, b), reached[b] && !reached_by_b[a]) << a << ' ' << b;
        }
      }
    }
  });
}

TEST(GoTraces, PairsAndFullnessAgreeWithARecount) {
  NEEDS_TRACES();
  for_all_runs([](const Trace& trace, const nlohmann::json&, const std::string&) {
    // Pairs by number, k-th send and k-th receive; fullness from the fill of every operation.
    std::map<std::pair<Object, std::uint32_t>, std::array<std::string, 2>> numbered;
    std::map<Object, std::uint64_t> fullness;
    for (const TraceEvent& event : trace.events) {
      if (!event.finished()) continue;
      TraceCase done{event.object, event.kind == Kind::send};
      if (event.kind == Kind::select) {
        if (event.chosen < 0) continue;
        done = trace.cases[event.first_case + static_cast<std::uint32_t>(event.chosen)];
      } else if (event.kind != Kind::send && event.kind != Kind::receive) {
        continue;
      }
      if (event.pair != 0) numbered[{done.channel, event.pair}][done.sends ? 0 : 1] = trace.positions[event.position];
      if (trace.objects[done.channel].capacity > 0) {
        fullness[done.channel] = std::max<std::uint64_t>(fullness[done.channel], event.fill);
      }
    }
    std::map<std::array<std::string, 2>, std::uint64_t> expected;
    for (const auto& [number, ends] : numbered) {
      if (!ends[0].empty() && !ends[1].empty()) ++expected[ends];
    }
    const Features f = features(trace);
    std::map<std::array<std::string, 2>, std::uint64_t> pairs;
    for (const PairCount& p : f.pairs) pairs[{trace.positions[p.send], trace.positions[p.receive]}] += p.count;
    EXPECT_EQ(pairs, expected);
    std::uint64_t sum = 0;
    for (const auto& [channel, most] : fullness) sum += most;
    EXPECT_EQ(f.fullness, sum);
    for (const ChannelUse& use : f.uses) {
      if (fullness.contains(use.object)) {
        EXPECT_EQ(use.fullness, fullness[use.object]);
      }
    }
  });
}

// ADVOCATE itself found nothing in this trace (results_machine.log is empty): it looks at a case of a select only if it
// was taken. But the select of line 235 had a send on the channel that line 230 closes among its cases, and nothing
// orders the two: in another order it panics.
TEST(GoTraces, OfAdvocatesConstructedExample) {
  if (!fs::is_directory(traces() / "advocate-old")) GTEST_SKIP() << traces() << " is not there";
  ASSERT_EQ(fs::file_size(traces() / "advocate-old" / "results_machine.log"), 0U);
  const Trace trace = read(traces() / "advocate-old" / "advocateTrace");
  AnalysisOptions like_advocate;
  like_advocate.findings.select_cases = false;
  const Findings same = analyse(trace, like_advocate).findings;
  EXPECT_TRUE(same.actual.empty() && same.predicted.empty() && same.leaks.empty());
  const Findings more = analyse(trace).findings;
  ASSERT_EQ(more.predicted.size(), 2U);
  EXPECT_EQ(more.predicted[0].code, "P01");
  EXPECT_THAT(std::string(position_of(trace, more.predicted[0].events[0])), ::testing::EndsWith("constructed.go#235"));
  EXPECT_THAT(std::string(position_of(trace, more.predicted[0].events[1])), ::testing::EndsWith("constructed.go#230"));
  EXPECT_EQ(more.predicted[1].code, "P02");
}

}  // namespace
}  // namespace graphfuzz::go
