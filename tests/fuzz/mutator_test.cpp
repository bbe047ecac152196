// Cuts are what the specification says, and leave consistent, porf-closed prefixes.
#include "graphfuzz/fuzz/memory/mutator.hpp"

#include <gtest/gtest.h>

#include "support/property.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

constexpr Cut kAllCuts[] = {Cut::revisit, Cut::minimal, Cut::maximal};

bool porf_closed(const ExecutionGraph& graph, const std::vector<bool>& kept) {
  for (Slot b = graph.locations(); b < graph.size(); ++b) {
    for (Slot a = graph.locations(); kept[b] && a < b; ++a) {
      if (graph.porf_before_or_equal(a, b) && !kept[a]) return false;
    }
  }
  return true;
}

TEST(Mutator, CutsArePorfClosedAndHoldWhatTheirNamesSay) {
  check_property(1000, [] {
    const StraightLine program(*any_program());
    const std::unique_ptr<MemoryModel> model = make_model(any_model());
    const ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    for (Slot r = g.locations(); r < g.size(); ++r) {
      if (!reads(g[r].label.kind)) continue;
      for (Slot s : g.mo(g[r].label.location)) {
        if (s == r || g.porf_before_or_equal(r, s)) continue;
        std::vector<bool> revisit, minimal, maximal;
        cut(g, {r, s}, Cut::revisit, revisit);
        cut(g, {r, s}, Cut::minimal, minimal);
        cut(g, {r, s}, Cut::maximal, maximal);
        RC_ASSERT(porf_closed(g, revisit) && porf_closed(g, minimal) && porf_closed(g, maximal));
        for (Slot e = g.locations(); e < g.size(); ++e) {
          if (e == r) continue;
          // minimal keeps least, maximal most; both keep S
          RC_ASSERT(!minimal[e] || revisit[e]);
          RC_ASSERT(!revisit[e] || maximal[e]);
          RC_ASSERT(maximal[e] == !g.porf_before_or_equal(r, e));
          RC_ASSERT(revisit[e] == (e < r || (s > r && g.porf_before_or_equal(e, s))));
        }
        RC_ASSERT(minimal[s]);
      }
    }
  });
}

TEST(Mutator, PrefixesAreConsistentAndReplayToTheirChange) {
  check_property(1000, [] {
    const StraightLine program(*any_program());
    const char* name = any_model();
    const std::unique_ptr<MemoryModel> model = make_model(name);
    const ExecutionGraph g = random_graph(program, *model, *rc::gen::arbitrary<std::uint64_t>());
    const std::unique_ptr<MemoryModel> check_model = make_model(name);
    Executor check(program, *check_model);
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    RandomStrategy strategy(random);
    Mutator mutator(check, random);
    const Pairs seen;
    Executor executor(program, *model);
    for (Cut kind : kAllCuts) {
      const std::optional<Prefix> prefix = mutator.mutate(g, kind, seen);
      if (!prefix) continue;
      RC_ASSERT(executor.run(*prefix, strategy) == Ending::complete);
      RC_ASSERT(model->consistent(executor.graph()));
      const ExecutionGraph& result = executor.graph();
      const Step& last = prefix->steps.back();
      const Slot changed = result.locations() + static_cast<Slot>(prefix->steps.size()) - 1;
      RC_ASSERT(result[changed].id.thread == last.thread);
      if (!reads(result[changed].label.kind)) continue;  // what follows may restore the mo of a write
      RC_ASSERT(result[result[changed].rf].id == last.source());
      RC_ASSERT(!(result == g));
    }
  });
}

// Every graph of a small program can be reached from every other by mutations.
TEST(Mutator, ChangesTheChoiceItWasAskedFor) {
  // P0: x=1. P1: r=x. From r=0 the only change is r=1, and the other way round.
  const StraightLine program(
      {{{RequestKind::write, MemoryOrder::relaxed, MemoryOrder::relaxed, Operation::add, false, false, 0, 1, 0}},
       {{RequestKind::read, MemoryOrder::relaxed, MemoryOrder::relaxed, Operation::add, false, false, 0, 0, 0}}},
      1);
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  const std::unique_ptr<MemoryModel> check_model = make_model("rc11");
  Executor executor(program, *model);
  Executor check(program, *check_model);
  Random random(3);
  RandomStrategy strategy(random);
  Mutator mutator(check, random);
  for (int i = 0; i < 100; ++i) {
    executor.run({}, strategy);
    const ExecutionGraph g = executor.graph();
    const Value before = g[g.thread(1)[0]].label.read_value;
    for (Cut kind : kAllCuts) {
      std::optional<Prefix> prefix;
      for (int tries = 0; tries < 20 && !prefix; ++tries) prefix = mutator.mutate(g, kind, {});
      ASSERT_TRUE(prefix);
      executor.run(*prefix, strategy);
      EXPECT_EQ(executor.graph()[executor.graph().thread(1)[0]].label.read_value, 1 - before);
    }
  }
}

}  // namespace
}  // namespace graphfuzz::testing
