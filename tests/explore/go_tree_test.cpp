// The tree of executions against brute force: the same graphs, each once, in any order of exploration.
#include "graphfuzz/explore/go/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "support/go_brute_force.hpp"
#include "support/property.hpp"
#include "support/random_script.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;
using graphfuzz::testing::check_property;

struct Explored {
  AllExecutions all;
  std::uint64_t vain = 0;
  bool twice = false;
  double covered = 0;
  std::vector<std::string> log;  // the first executions
};

Explored explore_all(const Script& script, const MachineOptions& options, const TreeOptions& tree_options,
                     std::uint64_t seed = 1) {
  Explored explored;
  Tree tree(tree_options);
  Explorer explorer(script, options, std::make_shared<RoutineNames>(), tree, seed);
  while (true) {
    const Visit visit = explorer.explore();
    if (visit == Visit::exhausted) break;
    if (explored.log.size() < 32) {
      explored.log.push_back((visit == Visit::vain ? "in vain: " : "") + text(explorer.steps()));
    }
    if (visit == Visit::vain) {
      ++explored.vain;
      continue;
    }
    const std::size_t before = explored.all.graphs.size();
    note(explorer.machine(), explored.all);
    if (explorer.machine().ending() != Ending::truncated && explored.all.graphs.size() == before) {
      explored.twice = true;
    }
  }
  explored.covered = tree.covered();
  return explored;
}

void compare(const Script& script, const AllExecutions& expected, const Explored& explored) {
  RC_LOG() << text(script);
  RC_LOG() << expected.graphs.size() << " graphs, found " << explored.all.graphs.size() << " in "
           << explored.all.executions << " executions\n";
  for (const auto& [graph, steps] : expected.examples) {
    if (!explored.all.graphs.contains(graph)) RC_LOG() << "missing: " << text(steps) << "\n";
  }
  for (const auto& steps : explored.log) RC_LOG() << steps << "\n";
  RC_ASSERT(explored.all.graphs == expected.graphs);
  RC_ASSERT(!explored.twice);
  RC_ASSERT(explored.all.outcomes == expected.outcomes);
  RC_ASSERT(explored.all.bugs == expected.bugs);
  RC_ASSERT((explored.all.deadlocks > 0) == (expected.deadlocks > 0));
  RC_ASSERT(explored.covered == 1);
}

void check_tree(const ScriptKinds& kinds, Timing timing, int cases, int operations = 3) {
  std::uint64_t compared = 0, graphs = 0, vain = 0;
  // More of it: GRAPHFUZZ_CASES times as many programs.
  if (const char* more = std::getenv("GRAPHFUZZ_CASES")) cases *= std::atoi(more);
  check_property(cases, [&] {
    const Script script = random_script(operations, kinds);
    MachineOptions options;
    options.timing = timing;
    options.max_steps = 60;
    Machine machine(script, options, std::make_shared<RoutineNames>());
    const std::optional<AllExecutions> expected = brute_force(machine, 3'000);
    if (!expected || expected->truncated != 0) return;
    ++compared;
    compare(script, *expected, explore_all(script, options, {Order::deepest, 1000, false}));
    const Explored reduced = explore_all(script, options, {Order::deepest});
    compare(script, *expected, reduced);
    compare(script, *expected, explore_all(script, options, {Order::random}, 7));
    compare(script, *expected, explore_all(script, options, {Order::random, 2}, 8));
    graphs += reduced.all.executions;
    vain += reduced.vain;
  });
  EXPECT_GT(compared, static_cast<std::uint64_t>(graphfuzz::testing::seen_here(cases)) / 4);
  if (std::getenv("GRAPHFUZZ_VERBOSE") != nullptr) {
    std::printf("%llu programs, %llu graphs, %llu in vain\n", static_cast<unsigned long long>(compared),
                static_cast<unsigned long long>(graphs), static_cast<unsigned long long>(vain));
  }
}

TEST(GoTree, Channels) {
  check_tree({.selects = false, .locks = false, .waiting = false, .atomics = false}, Timing::any, 300);
}
TEST(GoTree, Selects) { check_tree({.locks = false, .waiting = false, .atomics = false}, Timing::any, 300); }
TEST(GoTree, Locks) { check_tree({.channels = false, .selects = false, .waiting = false}, Timing::any, 300); }
TEST(GoTree, Waiting) { check_tree({.channels = false, .selects = false, .atomics = false}, Timing::any, 300); }
TEST(GoTree, Everything) { check_tree({}, Timing::any, 300, 4); }
TEST(GoTree, TimersAtAnyTime) { check_tree({.waiting = false, .timers = true}, Timing::any, 300); }
TEST(GoTree, TimersWhenIdle) { check_tree({.waiting = false, .timers = true}, Timing::idle, 300); }
TEST(GoTree, TimersThatAreStartedAgain) {
  check_tree({.waiting = false, .timers = true, .restarts = true}, Timing::any, 300);
}

TEST(GoTree, Tickers) {
  check_tree({.selects = false, .locks = false, .waiting = false, .timers = true, .tickers = true}, Timing::any, 300);
}
TEST(GoTree, TickersThatAreStartedAgain) {
  check_tree({.selects = false, .locks = false, .waiting = false, .timers = true, .restarts = true, .tickers = true},
             Timing::any, 300);
}
TEST(GoTree, TickersWhenIdle) {
  check_tree({.selects = false, .locks = false, .waiting = false, .timers = true, .tickers = true}, Timing::idle, 300);
}

// After main has returned a ticker ticks four more times, whoever reads it; a sleeper may wake in between or later.
TEST(GoTree, TickersTickFourTimesAfterMain) {
  const Script script({{fork(1), fork(2), timer_start(kTimer, 1, 3, 1)},
                       {receive(0), receive(0), receive(0), receive(0), receive(0), receive(0)},
                       {sleep(10)},
                       {select({sending(0, 8)}, true)}},
                      {1, 0, 0});
  MachineOptions options;
  options.max_steps = 60;
  Machine machine(script, options, std::make_shared<RoutineNames>());
  const std::optional<AllExecutions> expected = brute_force(machine, 100'000);
  ASSERT_TRUE(expected);
  EXPECT_EQ(expected->truncated, 0u);
  EXPECT_GT(expected->graphs.size(), 1u);
  for (const Order order : {Order::deepest, Order::random}) {
    const Explored explored = explore_all(script, options, {order});
    EXPECT_EQ(explored.all.graphs, expected->graphs);
    EXPECT_FALSE(explored.twice);
  }
}

// So many goroutines that do the same.
Script alike(std::size_t count, const Body& body) {
  std::vector<Body> bodies(1);
  for (std::size_t i = 1; i <= count; ++i) {
    bodies[0].push_back(fork(i));
    bodies.push_back(body);
  }
  return Script(std::move(bodies), {0, 1, 2});
}

TEST(GoTree, AGraphForEachOrderOfALock) {
  const Explored explored = explore_all(alike(5, {lock(kMutex), unlock(kMutex)}), {}, {});
  EXPECT_EQ(explored.all.executions, 120u);
  EXPECT_FALSE(explored.twice);
}

TEST(GoTree, IndependentStepsHaveOneOrder) {
  std::vector<Body> bodies(1);
  for (std::size_t i = 1; i <= 6; ++i) {
    bodies[0].push_back(fork(i));
    const Object m = kMutex + static_cast<Object>(i);
    bodies.push_back({lock(m), unlock(m), lock(m)});
  }
  const Explored explored = explore_all(Script(bodies), {}, {});
  EXPECT_EQ(explored.all.executions, 1u);
  EXPECT_EQ(explored.vain, 0u);
}

TEST(GoTree, ReadersDoNotExcludeEachOther) {
  const Explored explored =
      explore_all(alike(4, {atomic_load(kAtomic), rlock(kReadWrite), runlock(kReadWrite)}), {}, {});
  EXPECT_FALSE(explored.twice);
  EXPECT_GE(explored.all.executions, 1u);
  const Explored loads = explore_all(alike(5, {atomic_load(kAtomic)}), {}, {});
  EXPECT_EQ(loads.all.executions, 1u);
}

TEST(GoTree, WorkersShareIt) {
  const Script script = alike(5, {lock(kMutex), unlock(kMutex), send(1)});
  for (const Order order : {Order::deepest, Order::random}) {
    Tree tree({order, 50});
    const auto names = std::make_shared<RoutineNames>();
    std::mutex mutex;
    AllExecutions all;
    bool twice = false;
    std::vector<std::thread> workers;
    for (std::uint64_t w = 0; w < 3; ++w) {
      workers.emplace_back([&, w] {
        Explorer explorer(script, {}, names, tree, w);
        for (Visit visit = explorer.explore(); visit != Visit::exhausted; visit = explorer.explore()) {
          if (visit != Visit::execution) continue;
          const std::lock_guard lock_all(mutex);
          note(explorer.machine(), all);
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
    twice = all.graphs.size() != all.executions;
    EXPECT_FALSE(twice);
    EXPECT_EQ(all.graphs.size(), explore_all(script, {}, {}).all.graphs.size());
    EXPECT_EQ(tree.covered(), 1);
    EXPECT_EQ(tree.open(), 0u);
  }
}

TEST(GoTree, DepthFirstHasFewOpenChildren) {
  const Script script = alike(6, {lock(kMutex), unlock(kMutex)});
  Tree tree({Order::deepest});
  Explorer explorer(script, {}, std::make_shared<RoutineNames>(), tree, 1);
  std::size_t most = 0, executions = 0;
  double covered = 0;
  for (Visit visit = explorer.explore(); visit != Visit::exhausted; visit = explorer.explore()) {
    executions += visit == Visit::execution ? 1 : 0;
    most = std::max(most, tree.open());
    EXPECT_LE(tree.covered(), 1);
    covered = tree.covered();
  }
  EXPECT_EQ(executions, 720u);
  EXPECT_LE(most, 36u);
  EXPECT_EQ(covered, 1);
}

TEST(GoTree, WalksEstimateTheNumberOfGraphs) {
  const Script script = alike(4, {lock(kMutex), unlock(kMutex), atomic_load(kAtomic), atomic_add(kAtomic, 1)});
  const Explored explored = explore_all(script, {}, {});
  Tree tree;
  Explorer explorer(script, {}, std::make_shared<RoutineNames>(), tree, 5);
  constexpr int kWalks = 5'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < kWalks; ++i) {
    const double estimate = explorer.walk();
    sum += estimate;
    squares += estimate * estimate;
  }
  const double mean = sum / kWalks;
  const double error = std::sqrt((squares / kWalks - mean * mean) / kWalks);
  EXPECT_NEAR(mean, static_cast<double>(explored.all.graphs.size()), 5 * error);
}

}  // namespace
}  // namespace graphfuzz::go
