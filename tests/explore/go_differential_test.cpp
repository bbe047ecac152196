// Random Go programs as source text: everything that claims to find all executions finds the same, and nothing that
// samples finds more.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/explore/go/tree.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "support/go_brute_force.hpp"
#include "support/go_random_source.hpp"
#include "support/property.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::go {
namespace {

using namespace testing;

struct Explored {
  AllExecutions all;
  std::uint64_t vain = 0;
  bool complete = false;
};

// All executions, if there are not too many.
Explored explore(const GoProgram& program, const MachineOptions& options, const TreeOptions& tree_options,
                 std::uint64_t seed, unsigned workers, std::uint64_t most = 50'000) {
  Explored explored;
  Tree tree(tree_options);
  const auto names = std::make_shared<RoutineNames>();
  std::mutex mutex;
  bool stop = false;
  const auto work = [&](std::uint64_t worker) {
    Explorer explorer(program, options, names, tree, seed + worker);
    while (true) {
      const Visit visit = explorer.explore();
      const std::lock_guard lock(mutex);
      if (visit == Visit::exhausted) explored.complete = !stop;
      stop |= explored.all.executions + explored.vain > most;
      if (visit == Visit::exhausted || stop) return;
      if (visit == Visit::vain) ++explored.vain;
      if (visit == Visit::execution) note(explorer.machine(), explored.all);
    }
  };
  if (workers == 1) {
    work(0);
    return explored;
  }
  std::vector<std::thread> threads;
  for (unsigned worker = 0; worker < workers; ++worker) threads.emplace_back(work, worker);
  for (std::thread& thread : threads) thread.join();
  return explored;
}

void expect_same(const Explored& one, const AllExecutions& other) {
  RC_ASSERT(one.complete);
  RC_ASSERT(one.all.executions == one.all.graphs.size());
  RC_ASSERT(one.all.graphs == other.graphs);
  RC_ASSERT(one.all.outcomes == other.outcomes);
  RC_ASSERT(one.all.bugs == other.bugs);
}

template <class Set>
bool within(const Set& some, const Set& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

void check_source(int cases) {
  std::uint64_t compared = 0, by_brute_force = 0, graphs = 0, vain = 0;
  if (const char* more = std::getenv("GRAPHFUZZ_CASES")) cases *= std::atoi(more);
  graphfuzz::testing::check_property(cases, [&](std::uint64_t seed) {
    const std::string source = random_source();
    RC_LOG() << source;
    const auto program = parse_go(source, "random.go");
    MachineOptions options;
    options.max_steps = 200;
    const Explored all = explore(*program, options, {Order::deepest}, 1, 1, 500);
    if (!all.complete || all.all.truncated != 0) return;
    ++compared;
    graphs += all.all.executions;
    vain += all.vain;
    expect_same(all, all.all);
    Machine machine(*program, options, nullptr);
    if (const std::optional<AllExecutions> expected = brute_force(machine, 400)) {
      ++by_brute_force;
      expect_same(all, *expected);
    }
    expect_same(explore(*program, options, {Order::deepest}, 2, 1), all.all);
    expect_same(explore(*program, options, {Order::deepest}, 3, 4), all.all);
    expect_same(explore(*program, options, {Order::random}, 4, 1), all.all);
    expect_same(explore(*program, options, {Order::random, 2}, 5, 4), all.all);
    AllExecutions sampled;
    Random random(seed);
    for (int i = 0; i < 50; ++i) {
      machine.restart();
      run_at_random(machine, random);
      note(machine, sampled);
    }
    RC_ASSERT(within(sampled.graphs, all.all.graphs));
    RC_ASSERT(within(sampled.outcomes, all.all.outcomes));
    RC_ASSERT(within(sampled.bugs, all.all.bugs));
  });
  EXPECT_GT(compared, static_cast<std::uint64_t>(graphfuzz::testing::seen_here(cases)) / 2);
  EXPECT_GT(by_brute_force, static_cast<std::uint64_t>(graphfuzz::testing::seen_here(cases)) / 4);
  // Selects and time still bring some, but fewer than there are graphs.
  EXPECT_LT(vain, graphs);
  if (std::getenv("GRAPHFUZZ_VERBOSE") != nullptr) {
    std::printf("%llu programs, %llu by brute force, %llu graphs, %llu in vain\n",
                static_cast<unsigned long long>(compared), static_cast<unsigned long long>(by_brute_force),
                static_cast<unsigned long long>(graphs), static_cast<unsigned long long>(vain));
  }
}

TEST(GoDifferential, RandomPrograms) { check_source(300); }
// GRAPHFUZZ_CASES=10 makes it 20,000.
TEST(SlowGoDifferential, RandomPrograms) { check_source(2'000); }

}  // namespace
}  // namespace graphfuzz::go
