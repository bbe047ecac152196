// Programs whose numbers of graphs can be worked out by hand, the same under every model: what exploration once lost,
// and families that grow.
#include <gtest/gtest.h>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/explore_all.hpp"

namespace graphfuzz::testing {
namespace {

/// For every model and some seeds: the number of complete graphs, each of which is met once.
void expect_graphs(const std::string& text, std::size_t expected) {
  SCOPED_TRACE(text);
  const std::shared_ptr<const Program> program = parse_litmus(text, "family.litmus", {.unroll = 8});
  for (const char* name : {"sc", "tso", "ra", "rc11", "relaxed"}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      const std::unique_ptr<MemoryModel> model = make_model(name);
      Random random(seed);
      RandomStrategy strategy(random);
      std::set<Fingerprint> graphs;
      explore_all(*program, *model, strategy, [&](Explorer& explorer, std::optional<Ending> ending) {
        if (ending != Ending::complete) return;
        EXPECT_TRUE(graphs.insert(fingerprint(explorer.graph()).graph).second);
      });
      EXPECT_EQ(graphs.size(), expected) << name << ", seed " << seed;
    }
  }
}

// P1 and P2 read each other's writes, but not both; P0 reads either write of x.
TEST(LitmusFamilies, LoopThatIsEnteredOnceBesideLoadBuffering) {
  expect_graphs(R"(C a6
{ x=0; y=0; }
P0 (atomic_int* x, atomic_int* y) {
  for (int i = 0; i < 1; i++) { if (atomic_load_explicit(x, memory_order_relaxed)) break; }
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
P2 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
exists (x=77)
)",
                6);
}

// A reader leaves with both reads from the initial write, or both from the last.
TEST(LitmusFamilies, SequenceLockReaders) {
  std::string text = "C seqlock\n{ s=0; }\nP0 (atomic_int* s) { atomic_store(s, 1); atomic_store(s, 2); }\n";
  std::size_t expected = 1;
  for (int reader = 1; reader <= 3; ++reader) {
    text += "P" + std::to_string(reader) +
            " (atomic_int* s) { for (;;) { int a = atomic_load(s); if (a & 1) continue; if (atomic_load(s) == a) "
            "break; } }\n";
    expected *= 2;
    expect_graphs(text + "exists (s=77)\n", expected);
  }
}

TEST(LitmusFamilies, RetriesOnVariablesOfTheirOwn) {
  for (int threads = 1; threads <= 6; ++threads) {
    std::string init, text;
    for (int t = 0; t < threads; ++t) {
      const std::string x = "x" + std::to_string(t);
      init += x + "=0; ";
      text += "P" + std::to_string(t) + " (atomic_int* " + x +
              ") { int d = 0; while (!d) { int e = 0; d = atomic_compare_exchange_strong(" + x + ", &e, 1); } }\n";
    }
    expect_graphs("C own\n{ " + init + "}\n" + text + "exists (x0=77)\n", 1);
  }
}

// The thread that gets slot k has failed at the slots before it: one graph for every order of the threads.
TEST(LitmusFamilies, InsertionIntoATable) {
  std::size_t expected = 1;
  for (std::size_t threads = 1; threads <= 4; ++threads) {
    expected *= threads;
    std::string text;
    const std::string size = std::to_string(threads);
    for (std::size_t t = 0; t < threads; ++t) {
      text += "P" + std::to_string(t) + " (atomic_int* a) { for (int i = 0; i < " + size +
              "; i++) { int e = 0; if (atomic_compare_exchange_strong(a + i, &e, " + std::to_string(t + 1) +
              ")) break; } }\n";
    }
    std::string zeros = "0";
    for (std::size_t i = 1; i < threads; ++i) zeros += ",0";
    expect_graphs("C table\n{ int a[" + size + "]={" + zeros + "}; }\n" + text + "locations [a;]\nexists (a[0]=77)\n",
                  expected);
  }
}

}  // namespace
}  // namespace graphfuzz::testing
