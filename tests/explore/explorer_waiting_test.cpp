// Threads that wait: no leaf of the tree is in vain where theory allows none.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/explore_all.hpp"
#include "support/waiting_families.hpp"

namespace graphfuzz::testing {
namespace {

struct Leaves {
  std::set<Fingerprint> graphs;
  std::uint64_t complete = 0;
  std::uint64_t vain = 0;
  std::uint64_t others = 0;
};

Leaves leaves_of(const std::string& text, std::string_view model_name, std::uint64_t seed) {
  const auto program = parse_litmus(text, "family.litmus");
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  Random random(seed);
  RandomStrategy strategy(random);
  Leaves leaves;
  explore_all(*program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
    if (!ending) {
      ++leaves.vain;
    } else if (*ending == Ending::complete) {
      ++leaves.complete;
      leaves.graphs.insert(fingerprint(explorer.graph()).graph);
    } else {
      ++leaves.others;
    }
  });
  return leaves;
}

class WaitingFamilies : public ::testing::TestWithParam<std::string> {};

TEST_P(WaitingFamilies, HaveNoVainLeaves) {
  for (const WaitingFamily& family : waiting_families()) {
    for (unsigned n = family.least; n <= std::min(family.most, family.least + 3); ++n) {
      for (const std::uint64_t seed : {1, 2}) {
        SCOPED_TRACE(family.name + ", " + std::to_string(n));
        const Leaves leaves = leaves_of(family.program(n), GetParam(), seed);
        EXPECT_EQ(leaves.graphs.size(), family.graphs(n));
        EXPECT_EQ(leaves.complete, leaves.graphs.size());
        EXPECT_EQ(leaves.vain, 0u);
        EXPECT_EQ(leaves.others, 0u);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, WaitingFamilies, ::testing::Values("sc", "ra", "rc11"),
                         [](const auto& test) { return test.param; });

// 2^22 leaves, before threads that cannot be woken did without their sleep.
TEST(Waiting, ManyThreadsThatNeverWaitAreOneGraph) {
  const WaitingFamily family = waiting_families().front();
  const Leaves leaves = leaves_of(family.program(22), "rc11", 1);
  EXPECT_EQ(leaves.complete, 1u);
  EXPECT_EQ(leaves.vain, 0u);
}

std::uint64_t blocked(const std::string& threads, std::string_view model) {
  return leaves_of("C t\n{ x=0; y=0; }\n" + threads + "exists (x=77)\n", model, 1).others;
}

// The iteration is begun anew at the end, to see whether it blocks; what it begins with is no access.
TEST(Waiting, AnIterationMayBeginWithAFence) {
  const std::string waiting =
      "P0 (atomic_int* x, atomic_int* y) { do { atomic_thread_fence(memory_order_acquire); } "
      "while (atomic_load_explicit(x, memory_order_relaxed) != 1); }\n";
  for (const char* model : {"sc", "tso", "ra", "rc11", "relaxed"}) {
    SCOPED_TRACE(model);
    EXPECT_EQ(blocked(waiting, model), 1u);
    const Leaves leaves = leaves_of("C t\n{ x=0; y=0; }\n" + waiting +
                                        "P1 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x, 2, "
                                        "memory_order_relaxed); atomic_store_explicit(x, 1, memory_order_relaxed); }\n"
                                        "exists (x=77)\n",
                                    model, 1);
    EXPECT_EQ(leaves.complete, 1u);
    EXPECT_EQ(leaves.others, 0u);
    EXPECT_EQ(leaves.vain, 0u);
  }
}

// An iteration of several reads that has no way out is a blocked execution, whatever it has read.
TEST(Waiting, AnIterationOfSeveralReadsMayBlock) {
  EXPECT_EQ(blocked("P0 (atomic_int* x, atomic_int* y) { while (atomic_load_explicit(x, memory_order_relaxed) != 1 && "
                    "atomic_load_explicit(y, memory_order_relaxed) != 1); }\n",
                    "rc11"),
            1u);
}

// An iteration may lead out into the middle of another one: then that begins there.
TEST(Waiting, IterationsOfNestedLoopsOverlap) {
  const std::string text =
      "C t\n{ x=0; }\n"
      "P0 (atomic_int* x) { int r1 = 0; while (atomic_load_explicit(x, memory_order_relaxed) != 1) {"
      " while ((r1 = atomic_load_explicit(x, memory_order_acquire)) < 0) {} } }\n"
      "P1 (atomic_int* x) { while (atomic_exchange_explicit(x, 1, memory_order_relaxed) != 0) {} }\n"
      "P2 (atomic_int* x) { int e = 0; while (atomic_compare_exchange_strong_explicit(x, &e, 1, memory_order_relaxed,"
      " memory_order_relaxed) == 0) {} }\n"
      "locations [x; 0:r1;]\nexists (x=77)\n";
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Leaves leaves = leaves_of(text, "relaxed", seed);
    EXPECT_EQ(leaves.graphs.size(), 5u);
    EXPECT_EQ(leaves.complete, 5u);
  }
}

/// Does an execution of the program, under rc11, have a race?
bool races(const char* text) {
  const auto program = parse_litmus(text, "t.litmus");
  const std::unique_ptr<MemoryModel> model = make_model("rc11");
  Random random(1);
  RandomStrategy strategy(random);
  bool race = false;
  explore_all(*program, *model, strategy,
              [&](Explorer& explorer, std::optional<Ending>) { race |= !explorer.races().empty(); });
  return race;
}

// What a failed iteration reads plainly races with a write, though nothing else is plain.
TEST(Waiting, AFailedIterationRaces) {
  EXPECT_TRUE(races(
      "C t\n{ x=0; y=0; }\nP0 (atomic_int* x, int* y) { while (atomic_load_explicit(x, memory_order_relaxed) == 0) "
      "{ int r = *y; } }\nP1 (atomic_int* x, int* y) { *y = 1; }\nexists (x=77)\n"));
}

// One access in the code may be of several locations, one after the other.
TEST(Waiting, AFailedIterationRacesByAnAccessOfManyLocations) {
  const std::string first =
      "C t\n{ x=0; y=0; }\nP0 (atomic_int* x, atomic_int* y) { while (1) { int r1 = 0; int i = 0; while (i < 2) { "
      "atomic_int* p = i == 0 ? x : y; int r0 = atomic_load_explicit(p, memory_order_acquire); r1 = r1 + r0; i = i + "
      "1; "
      "} if (r1 == 2) break; } }\nP1 (atomic_int* x, atomic_int* y) { ";
  const std::string last = " atomic_store_explicit(x, 1, memory_order_release); }\nexists (x=77)\n";
  EXPECT_TRUE(races((first + "*y = 1;" + last).c_str()));
  EXPECT_FALSE(races((first + "atomic_store_explicit(y, 1, memory_order_relaxed);" + last).c_str()));
}

}  // namespace
}  // namespace graphfuzz::testing
