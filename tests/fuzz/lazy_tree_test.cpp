// Branches that are written down only when one of them is wanted: the same graphs, each once, and the same shares.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "support/brute_force.hpp"
#include "support/enumerate.hpp"
#include "support/folders.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"
#include "support/sanitized.hpp"
#include "support/searches.hpp"

namespace graphfuzz::testing {
namespace {

// Nothing is written down, or little; and that there may be revisits is all that is known of them, or they are counted.
const std::vector<Explorer::Effort> kEfforts = {
    {.siblings = 0}, {.siblings = 0, .visits = 0, .spare_visits = 0}, {.siblings = 5, .visits = 1, .spare_visits = 3}};

struct Found {
  std::set<std::string> graphs;
  std::uint64_t twice = 0, blocked = 0, truncated = 0;
  double covered = 0;
  bool exhausted = false;
  friend bool operator==(const Found&, const Found&) = default;
};

// Several searches of one tree take turns.
Found search(const Program& program, const std::string& model, Schedule schedule, std::size_t capacity,
             const Explorer::Effort& effort, unsigned workers = 1, std::uint64_t limit = 100'000) {
  GraphCounts counts;
  Frontier frontier(workers, schedule, capacity);
  std::vector<std::unique_ptr<TreeFuzzer>> searches;
  for (unsigned i = 0; i < workers; ++i) {
    searches.push_back(std::make_unique<TreeFuzzer>(program, model, frontier, i, counts, 7 + i, effort));
  }
  Found found;
  for (std::uint64_t i = 0; i < limit && !found.exhausted; ++i) {
    TreeFuzzer& tree = *searches[i % workers];
    const Execution execution = tree.step();
    found.exhausted = execution.kind == StepKind::exhausted;
    if (execution.kind != StepKind::execution) continue;
    found.truncated += execution.ending == Ending::truncated ? 1 : 0;
    found.blocked += execution.ending == Ending::blocked || execution.ending == Ending::deadlocked ? 1 : 0;
    if (execution.ending != Ending::complete) continue;
    if (!found.graphs.insert(canonical(tree.graph())).second) ++found.twice;
  }
  found.covered = std::round(frontier.covered() * 1e6) / 1e6;
  if (found.exhausted) {
    EXPECT_EQ(frontier.size(), 0U);
  }
  return found;
}

class LazyTreeUnder : public ::testing::TestWithParam<std::string> {};

TEST_P(LazyTreeUnder, HasEveryConsistentGraphOnce) {
  check_property(400, [&] {
    const StraightLine program(*any_program());
    const std::set<std::string> expected = BruteForce(program).graphs(GetParam());
    for (const Explorer::Effort& effort : kEfforts) {
      const Schedule schedule = *rc::gen::element(Schedule::rarity, Schedule::size);
      const auto capacity = static_cast<std::size_t>(*rc::gen::element(2, 1000));
      const auto workers = static_cast<unsigned>(*rc::gen::inRange(1, 4));
      const Found found = search(program, GetParam(), schedule, capacity, effort, workers);
      RC_ASSERT(found == (Found{expected, 0, 0, 0, 1, true}));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, LazyTreeUnder, ::testing::Values("sc", "ra", "rc11", "relaxed"),
                         [](const auto& test) { return test.param; });

// Programs that wait, fail, block, loop and start over.
TEST(LazyTree, FindsWhatDepthFirstFinds) {
  std::size_t complete = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kLitmus)) {
    if (entry.path().extension() != ".litmus") continue;
    SCOPED_TRACE(entry.path().filename());
    const std::shared_ptr<const Program> program = load_litmus(entry.path());
    const Found expected = search(*program, "rc11", Schedule::depth_first, 100, {}, 1, 500);
    if (!expected.exhausted) continue;
    ++complete;
    for (const Explorer::Effort& effort : kEfforts) {
      EXPECT_EQ(search(*program, "rc11", Schedule::rarity, 1000, effort), expected);
    }
  }
  EXPECT_GT(complete, 100U);
}

// `threads` threads run `body` so many times each; in it, X is the thread's own location and Y the next one's.
std::shared_ptr<const Program> loops(int threads, int rounds, const std::string& body) {
  std::string text = "C loops\n{}\n";
  for (int t = 0; t < threads; ++t) {
    std::string own = body;
    for (std::size_t at; (at = own.find_first_of("XY")) != std::string::npos;) {
      own.replace(at, 1, "x" + std::to_string((t + (own[at] == 'Y' ? 1 : 0)) % threads));
    }
    text += "P" + std::to_string(t) + " (atomic_int* c";
    for (int x = 0; x < threads; ++x) text += ", atomic_int* x" + std::to_string(x);
    text += ") { int r = 0; int e = 0; for (int i = 1; i <= " + std::to_string(rounds) + "; i++) { " + own + " } }\n";
  }
  return parse_litmus(text + "exists (c=0)\n", "loops");
}

const std::string kStoreAndLoad =
    "atomic_store_explicit(X, i, memory_order_relaxed); r = atomic_load_explicit(Y, memory_order_relaxed);";
const std::string kCount = "atomic_fetch_add_explicit(c, 1, memory_order_relaxed);";
const std::string kExchange =
    "e = 0; r = atomic_compare_exchange_weak_explicit(c, &e, i, memory_order_relaxed, memory_order_relaxed); "
    "atomic_store_explicit(c, 0, memory_order_relaxed);";
const std::string kLock =
    "e = 0; while (!atomic_compare_exchange_strong_explicit(c, &e, 1, memory_order_acquire, memory_order_relaxed)) "
    "{ e = 0; } atomic_store_explicit(c, 0, memory_order_release);";

TEST(LazyTree, FindsWhatDepthFirstFindsInLoops) {
  for (const auto& [threads, rounds, body] : {std::tuple{2, 3, kStoreAndLoad},
                                              {3, 1, kStoreAndLoad},
                                              {2, 4, kCount},
                                              {3, 2, kCount},
                                              {2, 1, kExchange},
                                              {2, 3, kLock},
                                              {3, 2, kLock}}) {
    const std::shared_ptr<const Program> program = loops(threads, rounds, body);
    for (const std::string model : {"rc11", "sc", "tso"}) {
      SCOPED_TRACE(model + ": " + body);
      const Found expected = search(*program, model, Schedule::depth_first, 100, {});
      ASSERT_TRUE(expected.exhausted);
      EXPECT_EQ(expected.twice, 0U);
      for (const Explorer::Effort& effort : kEfforts) {
        EXPECT_EQ(search(*program, model, Schedule::rarity, 1000, effort, 2), expected);
        EXPECT_EQ(search(*program, model, Schedule::size, 3, effort), expected);
      }
    }
  }
}

// No graph twice in trees of which only a small part is seen, with little room or much.
TEST(LazyTree, NeverRepeatsAGraphOfALargeProgram) {
  for (const std::string& body : {kStoreAndLoad, kCount, kLock}) {
    const std::shared_ptr<const Program> program = loops(3, 30, body);
    for (const std::size_t capacity : {20, 100'000}) {
      const Found found = search(*program, "rc11", Schedule::rarity, capacity, MemoryTreeEngine::kEffort, 2,
                                 cases_here<std::uint64_t>(1000));
      EXPECT_EQ(found.twice, 0U);
      EXPECT_FALSE(found.exhausted);
      EXPECT_GT(found.graphs.size(), cases_here(300U));
    }
  }
}

TEST(LazyTree, BoundsTheMemoryOfItsTrunks) {
  const std::shared_ptr<const Program> program = loops(2, 100, kStoreAndLoad);
  GraphCounts counts;
  Frontier frontier(1, Schedule::rarity, 1000);
  TreeFuzzer tree(*program, "rc11", frontier, 0, counts, 1);
  std::size_t most = 0, largest = 0;
  for (int i = 0; i < 3000; ++i) {
    EXPECT_EQ(tree.step().kind, StepKind::execution);
    most = std::max(most, frontier.account(0).load());
    largest = std::max(largest, frontier.size());
  }
  EXPECT_GT(most, 100'000U);
  EXPECT_LT(most, 2'000'000U);
  EXPECT_LT(largest, 3000U);
}

// The work of an execution grows with its events alone.
TEST(LazyTree, CostsWhatTheEventsCost) {
  const auto work = [](int rounds) {
    const std::shared_ptr<const Program> program = loops(2, rounds, kStoreAndLoad);
    GraphCounts counts;
    Frontier frontier(1, Schedule::rarity, 100'000);
    TreeFuzzer tree(*program, "rc11", frontier, 0, counts, 1);
    for (int i = 0; i < 50; ++i) tree.step();
    return static_cast<double>(tree.work()) / (4 * rounds);
  };
  EXPECT_LT(work(1000), 2 * work(50));
}

TEST(LazyTree, GivesUpWalksThatLeadToTooManyGraphs) {
  const std::shared_ptr<const Program> program = loops(2, 500, kStoreAndLoad);
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  Random random(3);
  RandomStrategy strategy(random);
  Explorer explorer(*program, *model, strategy);
  EXPECT_FALSE(explorer.walk(random));
  EXPECT_EQ(explorer.share(), 0);
  TreeSize size;
  size.add(1 / explorer.share());
  size.add(5);
  EXPECT_TRUE(std::isinf(size.mean()));
  EXPECT_TRUE(std::isinf(size.error()));
}

}  // namespace
}  // namespace graphfuzz::testing
