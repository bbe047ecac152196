// What distinguishes two runs: by hand, and, for random runs, that the parting points are where the graphs part.
#include "graphfuzz/analysis/go/difference.hpp"

#include <gtest/gtest.h>

#include <boost/graph/breadth_first_search.hpp>
#include <filesystem>

#include "graphfuzz/analysis/go/graph_of.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/graph/boost_graph.hpp"
#include "support/go_random_script.hpp"
#include "support/renumbered_trace.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

using graphfuzz::testing::renumbered;
using graphfuzz::testing::TraceBuilder;

/// Main starts two goroutines; a channel with one element and a mutex.
struct Started {
  TraceBuilder b;
  Object channel = b.channel(2), mutex = b.object(ObjectKind::mutex);
  Routine one = b.fork(0), other = b.fork(0);
};

/// Every goroutine's operations are at lines of its own, in whatever order they came.
Difference compared(const Started& x, const Started& y) {
  Trace traces[2] = {x.b.trace, y.b.trace};
  for (Trace& trace : traces) {
    trace.positions.clear();
    for (const TraceRoutine& routine : trace.routines) {
      for (std::size_t place = 0; place < routine.events.size(); ++place) {
        TraceEvent& event = trace.events[routine.events[place]];
        event.position = static_cast<Position>(trace.positions.size());
        trace.positions.push_back("f.go#" + std::to_string(event.routine * 100 + place));
      }
    }
  }
  return difference(traces[0], traces[1]);
}

TEST(GoDifference, OfTheSameRunIsNothing) {
  Started x, y;
  for (Started* run : {&x, &y}) run->b.send(run->one, run->channel);
  const Difference d = compared(x, y);
  EXPECT_TRUE(d.same());
  EXPECT_EQ(d.own[0] + d.own[1], 0U);
}

TEST(GoDifference, IndependentOperationsAreInNoOrder) {
  Started x, y;
  x.b.send(x.one, x.channel);
  x.b.event(x.other, Kind::lock, x.mutex);
  y.b.event(y.other, Kind::lock, y.mutex);
  y.b.send(y.one, y.channel);
  EXPECT_TRUE(compared(x, y).same());
}

TEST(GoDifference, TwoSendsInAnotherOrder) {
  Started x, y;
  const std::uint32_t first = x.b.send(x.one, x.channel);
  const std::uint32_t second = x.b.send(x.other, x.channel);
  const std::uint32_t first_there = y.b.send(y.other, y.channel);
  const std::uint32_t second_there = y.b.send(y.one, y.channel);
  const Difference d = compared(x, y);
  ASSERT_EQ(d.first.size(), 2U);
  EXPECT_EQ(d.first[0].kind, DifferenceKind::order);
  EXPECT_EQ(d.first[0].routine[0], x.one);
  EXPECT_EQ(d.first[0].deed[0].event, first);
  EXPECT_EQ(d.first[0].deed[0].after, kNoEvent);
  EXPECT_EQ(d.first[0].deed[1].event, second_there);
  EXPECT_EQ(d.first[0].deed[1].after, first_there);
  EXPECT_EQ(d.first[1].routine[0], x.other);
  EXPECT_EQ(d.first[1].deed[0].after, first);
  EXPECT_EQ(d.first[1].deed[0].event, second);
  EXPECT_EQ(d.own[0], 2U);
  EXPECT_EQ(d.own[1], 2U);
}

TEST(GoDifference, AnotherPartnerAndWhatIsMissing) {
  Started x, y;
  const Object a = x.b.channel();
  ASSERT_EQ(y.b.channel(), a);
  const std::uint32_t here = x.b.rendezvous(x.one, 0, a);
  const std::uint32_t there = y.b.rendezvous(y.other, 0, a);
  const Difference d = compared(x, y);
  // Main received from another one, and each of the two sent in one run alone.
  ASSERT_EQ(d.first.size(), 2U);
  EXPECT_EQ(d.first[0].kind, DifferenceKind::missing);
  EXPECT_EQ(d.first[0].routine[0], x.one);
  EXPECT_EQ(d.first[0].deed[0].partner, here + 1);
  EXPECT_FALSE(d.first[0].deed[1].happened);
  EXPECT_EQ(d.first[1].kind, DifferenceKind::missing);
  EXPECT_EQ(d.first[1].deed[1].event, there);
}

TEST(GoDifference, AnotherCaseOfASelect) {
  Started x, y;
  const std::uint32_t sent = x.b.send(x.one, x.channel);
  y.b.send(y.one, y.channel);
  const std::uint32_t taken = x.b.take(x.b.select(0, {{x.channel, false}}, 0, true), x.channel);
  const std::uint32_t idle = y.b.select(0, {{y.channel, false}}, kDefault, true);
  const Difference d = compared(x, y);
  ASSERT_EQ(d.first.size(), 1U);
  EXPECT_EQ(d.first[0].kind, DifferenceKind::choice);
  EXPECT_EQ(d.first[0].deed[0].event, taken);
  EXPECT_EQ(d.first[0].deed[0].partner, sent);
  EXPECT_EQ(d.first[0].deed[1].event, idle);
}

/// How many events are at or after what one run did where the two part.
std::size_t after_the_parting(const TraceGraph& g, const Difference& d, int side) {
  std::vector<boost::default_color_type> colours(g.graph.size(), boost::white_color);
  const auto colour = boost::make_iterator_property_map(colours.begin(), get(boost::vertex_index, g.graph));
  boost::queue<Slot> queue;
  for (const RunDifference& one : d.first) {
    const Routine r = one.routine[side];
    if (r == kNoRoutine) continue;
    // From the first event of the thread that is not common: found by what it did, or by what it depends on.
    const std::uint32_t e = one.deed[side].happened ? one.deed[side].event : kNoEvent;
    if (e == kNoEvent || colour[g.first_of[e]] != boost::white_color) continue;
    boost::breadth_first_visit(g.graph, g.first_of[e], queue, boost::default_bfs_visitor(), colour);
  }
  return static_cast<std::size_t>(std::count(colours.begin(), colours.end(), boost::black_color));
}

TEST(GoDifference, OfRandomRunsIsWhereTheirGraphsPart) {
  std::size_t same = 0, different = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const testing::Script program = testing::random_script(seed, {.time = false});
    Machine machine(program, {}, nullptr);
    Random random(seed);
    Trace traces[2];
    for (Trace& trace : traces) {
      machine.restart();
      run_at_random(machine, random);
      trace = renumbered(machine.trace(), random);
    }
    const TraceGraph graphs[2] = {trace_graph(traces[0]), trace_graph(traces[1])};
    const Difference d = difference(traces[0], traces[1]);
    ASSERT_EQ(d.same(), graphs[0].graph == graphs[1].graph);
    ++(d.same() ? same : different);
    for (const int side : {0, 1}) {
      ASSERT_EQ(d.common + d.own[side], graphs[side].graph.event_count());
      // All that is not common is one of the parting points, or comes after one.
      ASSERT_GE(after_the_parting(graphs[side], d, side), d.own[side]);
    }
    // The other way round it is the same.
    const Difference back = difference(traces[1], traces[0]);
    ASSERT_EQ(back.first.size(), d.first.size());
    ASSERT_EQ(back.common, d.common);
    ASSERT_EQ(back.own[0], d.own[1]);
  }
  EXPECT_GT(same, 50U);
  EXPECT_GT(different, 100U);
}

TEST(GoDifference, GroupsRunsByTheirGraphs) {
  const std::vector<Fingerprint> graphs = {{1, 1}, {2, 2}, {3, 3}, {2, 2}, {3, 3}, {2, 2}};
  const std::vector<std::vector<std::size_t>> expected = {{1, 3, 5}, {2, 4}, {0}};
  EXPECT_EQ(same_graphs(graphs), expected);
}

}  // namespace
}  // namespace graphfuzz::go
