// Invariants of execution graphs, on random ones.
#include "graphfuzz/graph/execution_graph.hpp"

#include <gtest/gtest.h>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/graph/topological_sort.hpp>
#include <boost/range/iterator_range.hpp>

#include "graphfuzz/graph/boost_graph.hpp"
#include "support/property.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

// porf by definition: a depth-first search over po and rf.
bool reaches(const ExecutionGraph& g, Slot from, Slot to) {
  if (from == to) return true;
  for (Slot s = from + 1; s <= to; ++s) {
    if ((g.po_previous(s) == from || g[s].rf == from) && reaches(g, s, to)) return true;
  }
  return false;
}

TEST(ExecutionGraph, PorfViewsAreReachability) {
  check_property(500, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    const ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    for (Slot a = g.locations(); a < g.size(); ++a) {
      for (Slot b = g.locations(); b < g.size(); ++b) {
        RC_ASSERT(g.porf_before_or_equal(a, b) == reaches(g, a, b));
      }
    }
  });
}

TEST(ExecutionGraph, LastAccessesAreFoundByJumps) {
  Random random(5);
  ExecutionGraph g(1, std::vector<Value>{0, 0});
  for (int i = 0; i < 300; ++i) {
    const Location x = random.below(2);
    g.add_write(0, {EventKind::write, MemoryOrder::relaxed, x, 0, i}, g.mo_last(x));
  }
  for (Location x = 0; x < 2; ++x) {
    for (std::uint32_t before = 0; before <= 300; ++before) {
      Slot expected = kNoSlot;
      for (std::uint32_t i = 0; i < before; ++i) {
        if (g[g.thread(0)[i]].label.location == x) expected = g.thread(0)[i];
      }
      EXPECT_EQ(g.last_access(0, x, before), expected);
    }
    for (std::uint32_t position = 0; position <= g.mo(x).size(); ++position) {
      const Slot found = g.last_access_observing_below(0, x, position);
      EXPECT_EQ(found, position <= 1 ? kNoSlot : g.mo(x)[position - 1]);
    }
  }
}

TEST(ExecutionGraph, RemovingTheLastEventUndoesAddingIt) {
  check_property(500, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    std::vector<ExecutionGraph> prefixes;
    std::vector<Value> zero(g.locations(), 0);
    ExecutionGraph growing(g.threads(), zero);
    std::vector<Slot> renamed(g.size(), kNoSlot);
    for (Slot x = 0; x < g.locations(); ++x) renamed[x] = x;
    for (Slot s = g.locations(); s < g.size(); ++s) {
      prefixes.push_back(growing);
      growing.add_copy(g, s, renamed);
    }
    RC_ASSERT(growing == g);
    while (!prefixes.empty()) {
      g.remove_last();
      RC_ASSERT(g == prefixes.back());
      for (Location x = 0; x < g.locations(); ++x) {
        RC_ASSERT(g.updates(x) == prefixes.back().updates(x));
        for (ThreadId t = 0; t < g.threads(); ++t) RC_ASSERT(g.last_access(t, x) == prefixes.back().last_access(t, x));
      }
      prefixes.pop_back();
    }
  });
}

TEST(ExecutionGraph, BoostSortsAndFindsCyclesOnIt) {
  check_property(500, [] {
    const StraightLine program(*any_program());
    const char* name = any_model();
    const std::unique_ptr<MemoryModel> model = make_model(name);
    const ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    std::vector<std::size_t> component(g.size());
    const auto components =
        boost::strong_components(g, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, g)));
    const bool acyclic = static_cast<std::size_t>(components) == g.size();
    // The graph's edges generate (po | rf | mo | fr)+: acyclic is what sequential consistency means.
    RC_ASSERT(acyclic == make_model("sc")->consistent(g));
    if (std::string(name) == "sc") {
      std::vector<Slot> order;
      boost::topological_sort(g, std::back_inserter(order));
      RC_ASSERT(order.size() == g.size());
    }
  });
}

TEST(ExecutionGraph, WhatComesInIsWhatGoesOutElsewhere) {
  check_property(300, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    const ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    const auto key = [](const GraphEdge& e) { return std::tuple(e.source, e.target, e.kind); };
    std::multiset<std::tuple<Slot, Slot, EdgeKind>> out, in;
    for (Slot s = 0; s < g.size(); ++s) {
      for (const GraphEdge& edge : boost::make_iterator_range(out_edges(s, g))) out.insert(key(edge));
      for (const GraphEdge& edge : boost::make_iterator_range(in_edges(s, g))) {
        RC_ASSERT(edge.target == s);
        in.insert(key(edge));
      }
    }
    RC_ASSERT(in == out);
  });
}

struct IsPorf {
  bool operator()(const GraphEdge& edge) const {
    return edge.kind == EdgeKind::po || edge.kind == EdgeKind::asw || edge.kind == EdgeKind::rf;
  }
};

TEST(ExecutionGraph, BoostFindsCausesOnAPartOfTheEdges) {
  check_property(300, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    const ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    const boost::filtered_graph<ExecutionGraph, IsPorf> porf(g, IsPorf{});
    const boost::reverse_graph<boost::filtered_graph<ExecutionGraph, IsPorf>> causes(porf);
    for (Slot b = g.locations(); b < g.size(); ++b) {
      std::vector<boost::default_color_type> colours(g.size());
      const auto colour = boost::make_iterator_property_map(colours.begin(), get(boost::vertex_index, g));
      boost::breadth_first_search(causes, b, boost::color_map(colour));
      for (Slot a = g.locations(); a < g.size(); ++a) {
        RC_ASSERT((colours[a] == boost::black_color) == g.porf_before_or_equal(a, b));
      }
    }
  });
}

TEST(ExecutionGraph, RestrictionKeepsWhatTheViewHolds) {
  check_property(500, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    const ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    const Slot last = g.locations() + static_cast<Slot>(*rc::gen::inRange<unsigned>(0, 100) % g.event_count());
    const std::span<const std::uint32_t> porf = g.porf(last);
    const View view(porf.begin(), porf.end());
    const ExecutionGraph part = g.restricted(view);
    for (ThreadId t = 0; t < g.threads(); ++t) RC_ASSERT(part.thread_size(t) == view[t]);
    RC_ASSERT(model->consistent(part));
    for (Slot s = part.locations(); s < part.size(); ++s) {
      const Slot original = g.find(part[s].id);
      RC_ASSERT(part[s].label == g[original].label);
      if (part[s].rf != kNoSlot) RC_ASSERT(part[part[s].rf].id == g[g[original].rf].id);
    }
  });
}

}  // namespace
}  // namespace graphfuzz::testing
