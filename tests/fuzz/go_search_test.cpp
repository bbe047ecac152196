// The searches through Go programs: what they find is what there is.
#include <gtest/gtest.h>

#include <algorithm>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/fuzz/go/prefix_engine.hpp"
#include "graphfuzz/fuzz/go/tree_engine.hpp"
#include "support/go_brute_force.hpp"
#include "support/property.hpp"
#include "support/random_script.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using graphfuzz::testing::check_property;

// A graph of its own for nearly every order of three goroutines on a lock, a channel and an atomic variable.
Script meeting() {
  const Body worker = {lock(kMutex), unlock(kMutex), send(1, 1), atomic_add(kAtomic, 1)};
  return Script({{fork(1), fork(2), fork(3), receive(1), select({receiving(0), receiving(1)}, true)},
                 worker,
                 {lock(kMutex), unlock(kMutex), send(1, 2)},
                 {atomic_load(kAtomic), send(0, 3)}},
                {0, 2});
}

std::set<Fingerprint> all_graphs(const Script& script) {
  Tree tree;
  Explorer explorer(script, {}, std::make_shared<RoutineNames>(), tree, 1);
  AllExecutions all;
  for (Visit visit = explorer.explore(); visit != Visit::exhausted; visit = explorer.explore()) {
    if (visit == Visit::execution) note(explorer.machine(), all);
  }
  return all.graphs;
}

template <class Search>
std::set<Fingerprint> found_by(Search& search, int most, std::size_t enough) {
  std::set<Fingerprint> found;
  for (int i = 0; i < most && found.size() < enough; ++i) {
    const Execution execution = search.step();
    if (execution.kind == StepKind::exhausted) break;
    if (execution.kind != StepKind::execution) continue;
    EXPECT_EQ(found.insert(search.engine().machine().fingerprint()).second, execution.new_graph);
  }
  return found;
}

TEST(GoSearch, EverySearchFindsEveryGraph) {
  const Script script = meeting();
  const std::set<Fingerprint> all = all_graphs(script);
  ASSERT_GT(all.size(), 30u);
  const auto names = std::make_shared<RoutineNames>();
  for (const StrategyKind strategy :
       {StrategyKind::random, StrategyKind::revisit, StrategyKind::minimal, StrategyKind::maximal, StrategyKind::mix}) {
    GraphCounts counts;
    SearchOptions options;
    options.fuzz.strategy = strategy;
    GoPrefixSearch search(options, counts, 1, script, MachineOptions{}, names);
    EXPECT_EQ(found_by(search, 1'000'000, all.size()), all);
    search.flush();
    EXPECT_EQ(counts.graphs(), all.size());
  }
  for (const Order order : {Order::deepest, Order::random}) {
    GraphCounts counts;
    Tree tree({order});
    GoTreeSearch search(SearchOptions{}, counts, 1, script, MachineOptions{}, names, tree, 1);
    // Not once more than there are graphs and executions in vain.
    EXPECT_EQ(found_by(search, 1'000'000, all.size() + 1), all);
    EXPECT_EQ(search.step().kind, StepKind::exhausted);
    EXPECT_EQ(tree.covered(), 1);
  }
}

TEST(GoSearch, StepsReplayTheExecution) {
  const Script script = meeting();
  const auto names = std::make_shared<RoutineNames>();
  GraphCounts counts;
  SearchOptions options;
  options.fuzz.strategy = StrategyKind::mix;
  GoPrefixSearch search(options, counts, 3, script, MachineOptions{}, names);
  Machine machine(script, {}, names);
  for (int i = 0; i < 200; ++i) {
    search.step();
    machine.restart();
    for (const Step& step : search.engine().steps()) machine.take(step);
    ASSERT_TRUE(machine.over());
    ASSERT_EQ(machine.fingerprint(), search.engine().machine().fingerprint());
  }
}

void extend_at_random(Machine& machine, Random& random, std::vector<Step>& steps) {
  while (!machine.over()) {
    const auto enabled = machine.enabled();
    steps.push_back(enabled[random.below(enabled.size())]);
    machine.take(steps.back());
  }
}

bool possible(const Machine& machine, const Step& step) {
  const auto enabled = machine.enabled();
  return std::find(enabled.begin(), enabled.end(), step) != enabled.end();
}

// Cuts are closed under what comes before: what they keep can be taken again, and leaves the change in reach. And a
// change is one: the execution that begins with it is not the one that was cut.
TEST(GoSearch, CutsCanBeReplayed) {
  std::uint64_t prefixes = 0, changed = 0;
  check_property(300, [&] {
    const Script script = random_script(4, {.timers = true});
    MachineOptions options;
    options.max_steps = 60;
    const auto names = std::make_shared<RoutineNames>();
    Machine machine(script, options, names);
    Random random(7);
    std::vector<Step> steps;
    machine.restart();
    extend_at_random(machine, random, steps);
    const Fingerprint graph = machine.fingerprint();
    if (machine.ending() == Ending::truncated) return;
    Machine other(script, options, names);
    GoMutator mutator(other, random);
    mutator.analyse(steps);
    for (const Cut kind : {Cut::revisit, Cut::minimal, Cut::maximal}) {
      for (int i = 0; i < 5; ++i) {
        const std::optional<GoPrefix> prefix = mutator.mutate(kind);
        if (!prefix) return;
        RC_LOG() << text(script) << text(steps) << "\ncut to " << text(prefix->steps) << '\n';
        machine.restart();
        for (const Step& step : prefix->steps) {
          RC_ASSERT(possible(machine, step));
          machine.take(step);
        }
        ++prefixes;
        std::vector<Step> rest;
        if (!possible(machine, prefix->change)) continue;
        machine.take(prefix->change);
        extend_at_random(machine, random, rest);
        changed += machine.fingerprint() != graph ? 1 : 0;
      }
    }
  });
  EXPECT_GT(prefixes, graphfuzz::testing::seen_here(1000u));
  EXPECT_GT(changed, prefixes / 4);
}

// What a cut keeps, by the definition of each, for one hand-made execution: main receives what goroutine 1 sends first
// and goroutine 2 afterwards.
TEST(GoSearch, CutsKeepWhatTheirDefinitionSays) {
  const Script script({{fork(1), fork(2), fork(3), receive(1), receive(1), atomic_load(kAtomic)},
                       {lock(kMutex), send(1, 1), unlock(kMutex)},
                       {atomic_add(kAtomic, 1), send(1, 2)},
                       {lock(kReadWrite), unlock(kReadWrite)}},
                      {0, 2});
  const auto names = std::make_shared<RoutineNames>();
  Machine machine(script, {}, names);
  machine.restart();
  std::vector<Step> steps;
  // By goroutine: the number of its steps to take.
  const auto take = [&](Routine who) {
    for (const Step& step : machine.enabled()) {
      if (machine.routine(step.routine) != who) continue;
      steps.push_back(step);
      machine.take(steps.back());
      return;
    }
    FAIL();
  };
  for (const Routine who : {3, 1, 1, 3, 2, 2, 0, 0, 1, 0}) take(who);
  // 0 lock by 3, 1 lock by 1, 2 send by 1, 3 unlock by 3, 4 atomic add, 5 send by 2, 6 and 7 receive, 8 unlock by 1,
  // 9 atomic load
  ASSERT_TRUE(machine.over());
  Dependence execution(machine);
  execution.replay(steps);
  EXPECT_TRUE(execution.before(2, 5));
  EXPECT_TRUE(execution.before(1, 8));
  EXPECT_FALSE(execution.before(0, 2));
  const auto sends = std::find_if(execution.reorderings().begin(), execution.reorderings().end(),
                                  [](const Reordering& r) { return r.step == 2 && r.operation == 5; });
  ASSERT_NE(sends, execution.reorderings().end());
  const auto kept = [&](Cut kind) {
    std::vector<bool> flags;
    cut(execution, {*sends, std::nullopt}, kind, flags);
    std::vector<int> result;
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (flags[i]) result.push_back(static_cast<int>(i));
    }
    return result;
  };
  EXPECT_EQ(kept(Cut::revisit), (std::vector<int>{0, 1, 4}));
  EXPECT_EQ(kept(Cut::minimal), (std::vector<int>{1, 4}));
  EXPECT_EQ(kept(Cut::maximal), (std::vector<int>{0, 1, 3, 4}));
}

}  // namespace
}  // namespace graphfuzz::go
