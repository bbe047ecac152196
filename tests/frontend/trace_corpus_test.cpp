// The recorded executions of ../shared/traces load without a warning, and say what expected.json and the README say.
// Skipped where the folder is absent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "graphfuzz/frontend/trace.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go {
namespace {

namespace fs = std::filesystem;

fs::path traces() { return traces_folder(); }

Trace load(const fs::path& path) {
  std::vector<std::string> warnings;
  Trace trace = read_trace(path, {}, warnings);
  EXPECT_THAT(warnings, ::testing::IsEmpty()) << path;
  return trace;
}

class TraceCorpus : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::is_directory(traces() / "goker")) GTEST_SKIP() << "there are no recorded traces in '" << traces() << "'";
  }

  /// Calls function(run's folder, its name, its kernel's expected.json) for each.
  template <typename Function>
  void each_run(Function function) {
    std::size_t runs = 0;
    for (const fs::directory_entry& kernel : fs::directory_iterator(traces() / "goker")) {
      nlohmann::json expected;
      std::ifstream(kernel.path() / "expected.json") >> expected;
      for (const auto& [run, count] : expected["routines"].items()) {
        SCOPED_TRACE((kernel.path() / run).string());
        function(kernel.path() / run, run, expected);
        ++runs;
      }
    }
    EXPECT_EQ(runs, 330U);
  }
};

TEST_F(TraceCorpus, CountsAndOutcomesAreAsExpected) {
  each_run([](const fs::path& folder, const std::string& run, const nlohmann::json& expected) {
    const Trace trace = load(folder);
    EXPECT_EQ(trace.dialect, "advocate");
    EXPECT_EQ(trace.routines.size(), expected["routines"][run].get<std::size_t>());
    EXPECT_EQ(trace.events.size(), expected["events"][run].get<std::size_t>());
    const std::string manifested = expected["manifested"][run];
    const Outcome outcome = manifested == "timeout" ? Outcome::timed_out
                            : manifested == "panic" ? Outcome::panicked
                                                    : Outcome::clean;
    EXPECT_EQ(trace.outcome, outcome);
  });
}

TEST_F(TraceCorpus, WhatLeakedIsAnOpenOperationOfThatRoutine) {
  std::size_t leaks = 0;
  each_run([&](const fs::path& folder, const std::string& run, const nlohmann::json& expected) {
    const Trace trace = load(folder);
    for (const nlohmann::json& leak : expected["leaked"][run]) {
      ++leaks;
      bool found = false;
      for (const TraceRoutine& routine : trace.routines) {
        if (routine.id != leak["routine"].get<std::uint32_t>()) continue;
        EXPECT_FALSE(routine.ended);
        for (const std::uint32_t e : routine.events) {
          const TraceEvent& event = trace.events[e];
          if (event.finished() || event.position == kNoPosition) continue;
          if (name(event.kind) == leak["op"] && trace.positions[event.position] == leak["position"]) found = true;
        }
      }
      EXPECT_TRUE(found) << leak;
    }
  });
  EXPECT_EQ(leaks, 308U);
}

TEST_F(TraceCorpus, PanicsAreFoundWhereTheyWere) {
  each_run([](const fs::path& folder, const std::string& run, const nlohmann::json& expected) {
    const Trace trace = load(folder);
    const nlohmann::json& panic = expected["panic"][run];
    EXPECT_EQ(panic.is_null(), trace.outcome != Outcome::panicked);
    if (panic.is_null()) {
      EXPECT_EQ(trace.panic, Panic::none);
      return;
    }
    const std::string text = panic;
    if (trace.panic == Panic::other) {
      EXPECT_EQ(trace.panic_event, kNoEvent) << text;
      EXPECT_EQ(text.find("closed channel"), std::string::npos) << text;
    } else {
      EXPECT_NE(text.find(message(trace.panic)), std::string::npos) << text;
      ASSERT_NE(trace.panic_event, kNoEvent);
      EXPECT_FALSE(trace.events[trace.panic_event].finished());
    }
  });
}

TEST_F(TraceCorpus, OldDialect) {
  const Trace recorded = load(traces() / "advocate-old/advocateTrace");
  EXPECT_EQ(recorded.dialect, "advocate-old");
  EXPECT_EQ(recorded.routines.size(), 22U);
  EXPECT_EQ(recorded.events.size(), 7U);
  const Trace first = load(traces() / "advocate-old/rewritten_trace_1");
  EXPECT_EQ(first.events.size(), 8U);
  const Trace second = load(traces() / "advocate-old/rewritten_trace_2");
  EXPECT_EQ(second.dialect, "advocate-old");
  EXPECT_EQ(second.events.size(), 10U);
  // C,47,48,17,S,f,1,0 and C,54,54,17,R,f,1,0
  const auto receive = std::find_if(second.events.begin(), second.events.end(),
                                    [](const TraceEvent& e) { return e.kind == Kind::receive; });
  ASSERT_NE(receive, second.events.end());
  ASSERT_NE(receive->partner, kNoEvent);
  EXPECT_EQ(second.events[receive->partner].kind, Kind::send);
  EXPECT_EQ(second.positions[receive->position], "/src/constructed/constructed.go#361");
}

TEST_F(TraceCorpus, FindsTheRunsInFoldersOfFolders) {
  EXPECT_EQ(find_traces(traces() / "goker").size(), 330U);
  EXPECT_EQ(find_traces(traces()).size(), 330U + 3U + 4U);
  EXPECT_THAT(find_traces(traces() / "goker/blocking_cockroach_1055/run1"),
              ::testing::ElementsAre(traces() / "goker/blocking_cockroach_1055/run1"));
}

}  // namespace
}  // namespace graphfuzz::go
