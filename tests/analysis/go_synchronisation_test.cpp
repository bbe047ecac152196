// Clocks against reachability: an event is before another by its label if, and only if, there is a path of the graph's
// synchronisation edges. And the order in which the graph has its slots is one that Boost could have found.
#include <gtest/gtest.h>
#include <boost/graph/vector_as_graph.hpp>  // before the algorithms, which have to know that a vector can be a graph

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/topological_sort.hpp>
#include <filesystem>

#include "graphfuzz/analysis/go/graph_of.hpp"
#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "support/folders.hpp"
#include "support/go_random_script.hpp"
#include "support/sanitized.hpp"
#include "support/synchronisation.hpp"

namespace graphfuzz::go {
namespace {

namespace fs = std::filesystem;
using graphfuzz::testing::PoAndStarts;
using graphfuzz::testing::Synchronisation;

/// By slot, of which there are `size`: is there a path from `from`?
template <class Graph>
std::vector<bool> reached_from(const Graph& graph, std::size_t size, Slot from) {
  std::vector<boost::default_color_type> colours(size);
  boost::breadth_first_search(
      graph, from,
      boost::color_map(boost::make_iterator_property_map(colours.begin(), get(boost::vertex_index, graph))));
  std::vector<bool> reached(colours.size());
  for (std::size_t v = 0; v < colours.size(); ++v) reached[v] = colours[v] == boost::black_color;
  return reached;
}

/// Of an event of the trace: where in the graph others can learn of it, and where it has learnt of others. A send that
/// meets its receiver is one moment from its update to its join; a Once and a Wait are over with their last slot.
Slot gives(const Trace& trace, const TraceGraph& g, std::uint32_t e) {
  const Kind kind = trace.events[e].kind;
  return kind == Kind::once || kind == Kind::cond_wait ? g.last_of[e] : g.first_of[e];
}

/// Between `most` events that are in the graph, drawn at random if there are more.
template <class Graph>
std::size_t compare(const Trace& trace, const TraceGraph& g, const HappensBefore& clocks, const Graph& graph,
                    std::size_t most, Random& random) {
  std::vector<std::uint32_t> events;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    if (g.first_of[e] != kNoSlot && trace.events[e].finished()) events.push_back(e);
  }
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i) {
    std::swap(events[i], events[i + random.below(events.size() - i)]);
  }
  events.resize(std::min(most, events.size()));
  std::vector<std::vector<bool>> reached;
  for (const std::uint32_t e : events) reached.push_back(reached_from(graph, g.graph.size(), gives(trace, g, e)));
  std::size_t ordered = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (std::size_t j = 0; j < events.size(); ++j) {
      const std::uint32_t a = events[i], b = events[j];
      if (trace.events[a].routine == trace.events[b].routine) continue;  // by po, which the trace has, too
      const bool path = reached[i][g.last_of[b]] && !reached[j][g.last_of[a]];
      EXPECT_EQ(clocks.before(a, b), path) << a << ' ' << b;
      EXPECT_TRUE(!path || g.graph.porf_before_or_equal(gives(trace, g, a), g.last_of[b])) << a << ' ' << b;
      ordered += path ? 1U : 0U;
    }
  }
  return ordered;
}

struct Ordered {
  std::size_t strong = 0, weak = 0;
};

void check(const Trace& trace, std::size_t most, Random& random, Ordered& ordered) {
  const TraceGraph g = trace_graph(trace);
  const Synchronisation strong(trace, g);
  ordered.strong += compare(trace, g, HappensBefore(trace, Clock::strong), strong.edges(), most, random);
  const boost::filtered_graph<ExecutionGraph, PoAndStarts> weak(g.graph, {&g.graph});
  ordered.weak += compare(trace, g, HappensBefore(trace, Clock::weak), weak, most, random);

  // The trace's order is a topological one: no edge leads back, neither in slots nor in time.
  std::vector<Slot> sorted;
  ASSERT_NO_THROW(boost::topological_sort(g.graph, std::back_inserter(sorted)));
  ASSERT_EQ(sorted.size(), g.graph.size());
  for (Slot slot = 0; slot < g.graph.size(); ++slot) {
    for (const GraphEdge& edge : boost::make_iterator_range(out_edges(slot, g.graph))) ASSERT_LT(slot, edge.target);
  }
}

TEST(GoSynchronisation, OfRandomRunsIsWhatTheirClocksSay) {
  Ordered ordered;
  Random random(11);
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const testing::Script program = testing::random_script(seed, {.panics = seed % 3 == 0});
    Machine machine(program, {}, nullptr);
    run_at_random(machine, random);
    ASSERT_NO_FATAL_FAILURE(check(machine.trace(), 200, random, ordered));
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(ordered.weak, 1'000U);
  EXPECT_GT(ordered.strong, ordered.weak);
}

TEST(GoSynchronisation, OfRecordedTracesIsWhatTheirClocksSay) {
  const fs::path traces = traces_folder();
  if (!fs::is_directory(traces)) GTEST_SKIP() << traces << " is not there";
  Ordered ordered;
  std::size_t read = 0;
  Random random(12);
  std::size_t found = 0;
  constexpr std::size_t kEach = graphfuzz::testing::kSanitized ? 12 : 1;
  for (const fs::path& path : find_traces(traces)) {
    if (found++ % kEach != 0) continue;
    SCOPED_TRACE(path.string());
    std::vector<std::string> warnings;
    const Trace trace = read_trace(path, {}, warnings);
    ASSERT_NO_FATAL_FAILURE(check(trace, trace.events.size() < 100 ? 100 : 30, random, ordered));
    if (::testing::Test::HasFailure()) return;
    ++read;
  }
  EXPECT_GE(found, 330U);
  EXPECT_GE(read, found / kEach);
  EXPECT_GT(ordered.strong, ordered.weak);
}

}  // namespace
}  // namespace graphfuzz::go
