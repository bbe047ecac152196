// The graph of a trace: that of the Machine that ran it, whoever wrote the trace down and in whatever order.
#include <gtest/gtest.h>

#include <boost/graph/topological_sort.hpp>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

#include "graphfuzz/analysis/go/graph_of.hpp"
#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/analysis/go/partners.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/frontend/trace_files.hpp"
#include "graphfuzz/graph/boost_graph.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/program/go/graph.hpp"
#include "support/folders.hpp"
#include "support/go_random_script.hpp"
#include "support/go_simulator.hpp"
#include "support/property.hpp"
#include "support/renumbered_trace.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

namespace fs = std::filesystem;
using graphfuzz::testing::check_property;
using graphfuzz::testing::GoSimulator;
using graphfuzz::testing::renumbered;
using graphfuzz::testing::TraceBuilder;
using testing::random_script;

bool all_traced(const ExecutionGraph& graph) { return traced_part(graph).size() == graph.size(); }

/// Boost finds an order, or throws.
void expect_acyclic(const ExecutionGraph& graph) {
  std::vector<Slot> order;
  ASSERT_NO_THROW(boost::topological_sort(graph, std::back_inserter(order)));
  EXPECT_EQ(order.size(), graph.size());
}

/// The operations on the disk again. Panics and exits have no element, so that the graph lacks them.
Trace written_and_read(const Trace& trace) {
  std::vector<std::string> warnings;
  return read_trace(advocate_files(trace), "written", {}, warnings);
}
bool fits_advocate(const Trace& trace) {
  for (const TraceRoutine& routine : trace.routines) {
    if (routine.starter != kNoRoutine) return false;  // a routine without a fork
  }
  for (const TraceEvent& event : trace.events) {
    if (event.kind == Kind::panic || event.kind == Kind::exit) return false;
    const bool may_panic = event.kind == Kind::close || event.kind == Kind::wg_add || event.kind == Kind::cond_wait;
    if (may_panic && event.finished() && !event.ok) return false;  // and was recovered: the format has no words for it
  }
  return true;
}

struct Counts {
  std::size_t runs = 0, exact = 0, written = 0, events = 0;
};

/// The machine has run to its end.
void check_run(const Machine& machine, Counts& counts) {
  const ExecutionGraph own = machine.graph();
  const TraceGraph of_trace = trace_graph(machine.trace());
  ASSERT_EQ(of_trace.graph, traced_part(own));
  ASSERT_EQ(fingerprint(of_trace.graph).graph, fingerprint(traced_part(own)).graph);
  ++counts.runs;
  counts.events += of_trace.graph.event_count();
  if (all_traced(own)) {
    ASSERT_EQ(of_trace.graph, own);
    ++counts.exact;
  }
  if (!fits_advocate(machine.trace())) return;
  ++counts.written;
  ASSERT_EQ(fingerprint(graph_of(written_and_read(machine.trace()))).graph, fingerprint(of_trace.graph).graph);
}

TEST(GoGraph, OfATraceIsTheMachinesOwnForRandomPrograms) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    SCOPED_TRACE(seed);
    const testing::Script program = random_script(seed, {.time = seed % 2 == 0, .panics = seed % 3 == 0});
    Machine machine(program, {}, nullptr);
    Random random(seed);
    for (int i = 0; i < 4; ++i) {
      machine.restart();
      run_at_random(machine, random);
      ASSERT_NO_FATAL_FAILURE(check_run(machine, counts));
    }
  }
  EXPECT_GT(counts.exact, counts.runs / 3);
  EXPECT_GT(counts.written, counts.runs / 3);
}

TEST(GoGraph, OfATraceIsTheMachinesOwnForLitmusPrograms) {
  Counts counts;
  std::size_t programs = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(source_folder() + "/litmus/go")) {
    if (file.path().extension() != ".go") continue;
    SCOPED_TRACE(file.path().string());
    const auto program = load_go(file.path());
    ++programs;
    for (const Timing timing : {Timing::any, Timing::idle}) {
      MachineOptions options;
      options.timing = timing;
      options.max_steps = 500;
      Machine machine(*program, options, nullptr);
      Random random(programs);
      for (int i = 0; i < 5; ++i) {
        machine.restart();
        run_at_random(machine, random);
        ASSERT_NO_FATAL_FAILURE(check_run(machine, counts));
      }
    }
  }
  EXPECT_GT(programs, 100U);
  EXPECT_GT(counts.exact, counts.runs / 3);
  EXPECT_GT(counts.written, counts.runs / 3);
}

// The machine's fingerprint is a sum that it keeps as it goes, and has nothing to do with any graph.
TEST(GoGraph, TwoRunsHaveEqualGraphsIffTheirTracesHave) {
  std::size_t same = 0, different = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const testing::Script program = random_script(seed, {.time = false});
    Machine machine(program, {}, nullptr);
    Random random(seed);
    std::map<Fingerprint, Fingerprint> of_machine, of_graph;
    for (int i = 0; i < 30; ++i) {
      machine.restart();
      run_at_random(machine, random);
      if (!all_traced(machine.graph())) continue;
      const Fingerprint own = machine.fingerprint();
      const Fingerprint traced = fingerprint(graph_of(machine.trace())).graph;
      ASSERT_EQ(fingerprints_of(machine.trace()).graph, traced);
      const bool known = !of_machine.try_emplace(own, traced).second;
      ASSERT_EQ(of_machine[own], traced);
      ASSERT_EQ(of_graph.try_emplace(traced, own).first->second, own);
      ++(known ? same : different);
    }
  }
  EXPECT_GT(same, 1'000U);
  EXPECT_GT(different, 500U);
}

TEST(GoGraph, IsTheSameForAnotherMachineWithOtherNames) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const testing::Script program = random_script(seed);
    Machine one(program, {}, nullptr), other(program, {}, nullptr);
    Random warm_up(seed + 1);
    for (int i = 0; i < 3; ++i) {  // gives out names in another order
      other.restart();
      run_at_random(other, warm_up);
    }
    one.restart();
    std::vector<Step> steps;
    Random random(seed);
    while (!one.over()) {
      const auto enabled = one.enabled();
      steps.push_back(enabled[random.below(enabled.size())]);
      one.take(steps.back());
    }
    if (replay(other, steps) != steps.size()) continue;  // the steps are about other names
    if (one.outcome() != other.outcome()) continue;
    EXPECT_EQ(one.graph(), other.graph()) << seed;
  }
}

TEST(GoGraph, DoesNotDependOnNumbers) {
  check_property(300, [](std::uint64_t seed) {
    Random random(seed);
    const GoSimulator run(seed, 20 + random.below(200), 2 + random.below(7));
    RC_ASSERT(graph_of(renumbered(run.trace(), random)) == graph_of(run.trace()));
  });
}

TEST(GoGraph, LeadsBackToTheTrace) {
  check_property(200, [](std::uint64_t seed) {
    Random random(seed);
    const GoSimulator run(seed, 20 + random.below(200), 2 + random.below(7));
    const Trace& trace = run.trace();
    const TraceGraph g = trace_graph(trace);
    RC_ASSERT(g.event_of.size() == g.graph.size());
    std::vector<std::size_t> slots(trace.events.size(), 0);
    for (Slot slot = g.graph.locations(); slot < g.graph.size(); ++slot) {
      const Event& event = g.graph[slot];
      if (event.label.kind == EventKind::begin) {
        RC_ASSERT(g.event_of[slot] == kNoEvent);
        continue;
      }
      const std::uint32_t e = g.event_of[slot];
      ++slots[e];
      RC_ASSERT(g.routine_of[event.id.thread] == trace.events[e].routine);
      RC_ASSERT(g.thread_of[trace.events[e].routine] == event.id.thread);
      RC_ASSERT(g.first_of[e] <= slot && slot <= g.last_of[e]);
      if (is_access(event.label.kind) && trace.events[e].object != kNoObject) {
        RC_ASSERT(g.object_of[event.label.location] == trace.events[e].object);
      }
    }
    for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
      const bool in_graph = trace.events[e].finished() && trace.events[e].kind != Kind::make;
      RC_ASSERT((slots[e] > 0) == in_graph);
      RC_ASSERT((g.first_of[e] != kNoSlot) == in_graph);
    }
  });
}

/// What the graph says of a receive is what the trace, and the search for partners, say.
void check_partners(const Trace& trace, const TraceGraph& g) {
  const HappensBefore strong(trace, Clock::strong);
  const PartnerSearch search(trace, strong);
  const std::vector<bool> cases = cases_with_partners(trace, search);
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    const TraceCase* chosen = event.kind == Kind::select && event.finished() ? trace.case_of(event) : nullptr;
    const Object channel = chosen != nullptr ? chosen->channel : event.object;
    const bool receives = chosen != nullptr ? !chosen->sends : event.kind == Kind::receive;
    if (!event.finished() || !receives || event.partner == kNoEvent) continue;
    const Slot receive = g.first_of[e], source = g.first_of[event.partner];
    ASSERT_NE(receive, kNoSlot);
    ASSERT_NE(source, kNoSlot);
    if (event.ok && trace.objects[channel].capacity == 0) {
      ASSERT_EQ(g.graph[receive].rf, source);
      ASSERT_EQ(g.graph[g.last_of[event.partner]].rf, receive);
    }
    ASSERT_TRUE(g.graph.porf_before_or_equal(source, receive));
    if (chosen != nullptr) {
      ASSERT_TRUE(cases[event.first_case + static_cast<std::uint32_t>(event.chosen)]);
    } else {
      ASSERT_TRUE(search.possible(e, channel, false));
    }
  }
}

TEST(GoGraph, OfRecordedTraces) {
  const fs::path traces = traces_folder();
  if (!fs::is_directory(traces)) GTEST_SKIP() << traces << " is not there";
  std::size_t read = 0;
  Random random(3);
  for (const fs::path& path : find_traces(traces)) {
    SCOPED_TRACE(path.string());
    std::vector<std::string> warnings;
    const Trace trace = read_trace(path, {}, warnings);
    const TraceGraph g = trace_graph(trace);
    ASSERT_NO_FATAL_FAILURE(expect_acyclic(g.graph));
    EXPECT_TRUE(g.graph.extends_porf());
    if (trace.dialect == "advocate") {
      ASSERT_NO_FATAL_FAILURE(check_partners(trace, g));
    }
    EXPECT_EQ(fingerprint(graph_of(renumbered(trace, random))).graph, fingerprint(g.graph).graph);
    const Fingerprints prints = fingerprint(g.graph), unbuilt = fingerprints_of(trace);
    EXPECT_EQ(unbuilt.graph, prints.graph);
    EXPECT_EQ(unbuilt.rf, prints.rf);
    ++read;
  }
  EXPECT_GE(read, 330U);
}

/// Main starts so many goroutines, the `locker` of which locks something.
Trace large(std::uint32_t goroutines, Routine locker) {
  TraceBuilder b;
  const Object lock = b.object(ObjectKind::mutex);
  for (std::uint32_t i = 0; i < goroutines; ++i) b.at(1).fork(0);
  b.at(2).event(locker, Kind::lock, lock);
  return b.trace;
}

TEST(GoGraph, OfTooManyGoroutinesIsAnError) { EXPECT_THROW(graph_of(large(70'000, 1)), std::length_error); }

TEST(GoGraph, OfTooManyGoroutinesIsToldFromOthers) {
  const Trace trace = large(70'000, 69'999);
  Random random(1);
  EXPECT_EQ(fingerprints_of(trace).graph, fingerprints_of(renumbered(trace, random)).graph);
  std::set<Fingerprint> graphs{fingerprints_of(trace).graph, fingerprints_of(large(70'000, 69'998)).graph,
                               fingerprints_of(large(70'000, 0)).graph, fingerprints_of(large(70'001, 0)).graph};
  EXPECT_EQ(graphs.size(), 4U);
}

}  // namespace
}  // namespace graphfuzz::go
