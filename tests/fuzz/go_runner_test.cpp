// Runners: whoever can run a program as directed, and hand over a trace, stands where the machine stands.
#include "graphfuzz/fuzz/go/runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/fuzz/go/directed_search.hpp"
#include "support/folders.hpp"
#include "support/sanitized.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

/// Knows nothing but the traces of a machine's runs, as a process would hand them over.
class TraceRunner final : public Runner {
 public:
  explicit TraceRunner(const GoProgram& program)
      : machine_(machine_runner(program, {.timing = Timing::idle}, std::make_shared<RoutineNames>())) {}
  Obedience run(const Directive* directive, Random& random) override {
    const Obedience obedience = machine_->run(directive, random);
    trace_ = machine_->trace();
    return obedience;
  }
  const Trace& trace() const override { return trace_; }
  Runner& machine() { return *machine_; }

 private:
  std::unique_ptr<Runner> machine_;
  Trace trace_;
};

class TraceRunners : public ::testing::TestWithParam<const char*> {
 protected:
  const std::shared_ptr<const GoProgram> program_ =
      load_go(std::string(source_folder() + "/litmus/go/") + GetParam() + ".go");
};

TEST_P(TraceRunners, SayWhatTheMachineSays) {
  TraceRunner runner(*program_);
  Random random(1);
  std::set<Fingerprint> of_traces, of_machine;
  std::set<std::pair<Fingerprint, Fingerprint>> pairs;
  for (int i = 0; i < 300; ++i) {
    runner.run(nullptr, random);
    EXPECT_EQ(runner.ending(), runner.machine().ending());
    // A bug of the trace is one of the machine, which looks for more (races, failed tests).
    if (!runner.findings().empty()) {
      EXPECT_FALSE(runner.machine().findings().empty());
    }
    EXPECT_FALSE(runner.witness(nullptr).no_steps.empty());
    EXPECT_FALSE(runner.witness(nullptr).story.rows.empty());
    const Fingerprint own = runner.fingerprints().graph, theirs = runner.machine().fingerprints().graph;
    of_traces.insert(own);
    of_machine.insert(theirs);
    pairs.emplace(own, theirs);
  }
  // The same runs are the same graph, and others are not.
  EXPECT_EQ(of_traces.size(), of_machine.size());
  EXPECT_EQ(pairs.size(), of_machine.size());
  EXPECT_GT(of_machine.size(), 1U);
}

TEST_P(TraceRunners, AreSearchedWithLikeTheMachine) {
  for (const StrategyKind strategy : directed_strategies()) {
    GraphCounts by_trace, by_machine;
    const GoFuzzOptions options = GoFuzzOptions::of(strategy);
    DirectedSearch traces(options, Record{}, std::make_unique<TraceRunner>(*program_), by_trace, 3);
    DirectedSearch machine(options, Record{},
                           machine_runner(*program_, {.timing = Timing::idle}, std::make_shared<RoutineNames>()),
                           by_machine, 3);
    bool shown = false, seen = false;
    for (int i = 0; i < (graphfuzz::testing::kSanitized ? 50 : 200); ++i) {
      const Execution a = traces.step(), b = machine.step();
      ASSERT_EQ(a.ending, b.ending);
      ASSERT_EQ(a.new_graph, b.new_graph) << name(strategy) << ", run " << i;
      shown |= a.shows;
      seen |= b.shows;
    }
    EXPECT_EQ(by_trace.graphs(), by_machine.graphs());
    EXPECT_EQ(shown, seen) << name(strategy);
  }
}

/// Has run something that is too large for a graph.
class LargeRunner final : public Runner {
 public:
  explicit LargeRunner(std::uint32_t goroutines) {
    for (std::uint32_t i = 0; i < goroutines; ++i) run_.fork(0);
  }
  Obedience run(const Directive*, Random&) override { return {}; }
  const Trace& trace() const override { return run_.trace; }

 private:
  graphfuzz::testing::TraceBuilder run_;
};

// Neither of them has a graph, which does not make them the same.
TEST(Runners, TellRunsApartThatAreTooLargeForAGraph) {
  LargeRunner one(70'000), same(70'000), other(70'001);
  ASSERT_EQ(one.graph().threads(), 0U);
  ASSERT_EQ(other.graph().threads(), 0U);
  EXPECT_EQ(one.fingerprints().graph, same.fingerprints().graph);
  EXPECT_NE(one.fingerprints().graph, other.fingerprints().graph);
  EXPECT_NE(one.fingerprints().rf, other.fingerprints().rf);
}

INSTANTIATE_TEST_SUITE_P(All, TraceRunners, ::testing::Values("spec-kubernetes", "ab-ba-accounts"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace graphfuzz::go
