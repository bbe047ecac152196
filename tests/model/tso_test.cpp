// x86-TSO against its abstract machine, and on the classic tests of the papers on it; C as compilers map it to x86, and
// the bare machine.
#include <gtest/gtest.h>

#include <set>

#include "graphfuzz/model/registry.hpp"
#include "support/brute_force.hpp"
#include "support/enumerate.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"
#include "support/sanitized.hpp"
#include "support/tso_machine.hpp"

namespace graphfuzz::testing {
namespace {

Op access(RequestKind kind, Location location, Value operand = 0) {
  Op op;
  op.kind = kind;
  op.location = location;
  op.operand = operand;
  op.operation = Operation::exchange;
  return op;
}

Op R(Location x) { return access(RequestKind::read, x); }
Op W(Location x, Value value = 1) { return access(RequestKind::write, x, value); }
Op U(Location x, Value value = 1) { return access(RequestKind::update, x, value); }
Op Wsc(Location x, Value value = 1) {
  Op op = W(x, value);
  op.order = MemoryOrder::seq_cst;
  return op;
}
Op F(MemoryOrder order = MemoryOrder::seq_cst) {
  Op op = access(RequestKind::fence, 0);
  op.order = order;
  return op;
}

constexpr Location x = 0, y = 1;

std::set<std::string> graphs(const Threads& threads, const std::string& name) {
  const StraightLine program(threads, 3);
  const std::unique_ptr<MemoryModel> model = make_model(name);
  std::set<std::string> built;
  enumerate(program, *model, [&](const Executor& executor, Ending) { built.insert(canonical(executor.graph())); });
  return built;
}

// Is there a graph whose reads and updates, thread by thread, read these values, and whose last writes these values?
bool allowed(const Threads& threads, const std::vector<Value>& read, const std::vector<Value>& last = {},
             const std::string& name = "tso") {
  const StraightLine program(threads, 3);
  const std::unique_ptr<MemoryModel> model = make_model(name);
  bool found = false;
  enumerate(program, *model, [&](const Executor& executor, Ending) {
    const ExecutionGraph& graph = executor.graph();
    std::vector<Value> values;
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      for (Slot slot : graph.thread(t)) {
        if (reads(graph[slot].label.kind)) values.push_back(graph[slot].label.read_value);
      }
    }
    bool matches = values == read;
    for (Location l = 0; l < last.size(); ++l) matches &= graph[graph.mo_last(l)].label.written_value == last[l];
    found |= matches;
  });
  return found;
}

std::size_t count(const Threads& threads) { return graphs(threads, "tso").size(); }

TEST(Tso, GraphsAreTheExecutionsOfTheAbstractMachine) {
  for (const bool starts_threads : {false, true}) {
    check_property(kSanitized ? 400 : 1500, [&] {  // of which there an eighth is taken
      const StraightLine program(*any_program(starts_threads));
      RC_ASSERT(BruteForce(program).graphs("tso-bare") == TsoMachine(program, SeqCstStoreAs::mov).graphs());
      const std::set<std::string> mapped = BruteForce(program).graphs("tso");
      RC_ASSERT(mapped == TsoMachine(program, SeqCstStoreAs::xchg).graphs());
      RC_ASSERT(mapped == TsoMachine(program, SeqCstStoreAs::mov_mfence).graphs());
    });
  }
}

TEST(Tso, LiesBetweenScAndRa) {
  check_property(1000, [&] {
    const StraightLine program(*any_program(*rc::gen::arbitrary<bool>()));
    std::set<std::string> stronger;
    for (const char* model : {"sc", "tso", "tso-bare", "ra", "relaxed"}) {
      std::set<std::string> weaker = BruteForce(program).graphs(model);
      RC_ASSERT(std::includes(weaker.begin(), weaker.end(), stronger.begin(), stronger.end()));
      stronger = std::move(weaker);
    }
  });
}

TEST(Tso, StoreBuffering) {
  EXPECT_EQ(count({{W(x), R(y)}, {W(y), R(x)}}), 4U);
  EXPECT_EQ(count({{W(x), F(), R(y)}, {W(y), F(), R(x)}}), 3U);
  EXPECT_EQ(count({{W(x), F(), R(y)}, {W(y), R(x)}}), 4U);
  EXPECT_EQ(count({{W(x), F(MemoryOrder::acq_rel), R(y)}, {W(y), F(MemoryOrder::acq_rel), R(x)}}), 4U);
  EXPECT_EQ(count({{U(x), R(y)}, {U(y), R(x)}}), 3U);
  EXPECT_EQ(count({{W(x), U(y, 2)}, {W(y), U(x, 2)}}), graphs({{W(x), U(y, 2)}, {W(y), U(x, 2)}}, "sc").size());
  // Each thread sees its own write early.
  EXPECT_TRUE(allowed({{W(x), R(x), R(y)}, {W(y), R(y), R(x)}}, {1, 0, 1, 0}));
}

TEST(Tso, WhatIsNotReordered) {
  EXPECT_EQ(count({{W(x), W(y)}, {R(y), R(x)}}), 3U);                      // MP
  EXPECT_EQ(count({{R(x), W(y)}, {R(y), W(x)}}), 3U);                      // LB
  EXPECT_EQ(count({{W(x), W(y)}, {W(y, 2), W(x, 2)}}), 3U);                // 2+2W
  EXPECT_EQ(count({{W(x)}, {W(y)}, {R(x), R(y)}, {R(y), R(x)}}), 15U);     // IRIW
  EXPECT_FALSE(allowed({{W(x)}, {R(x), W(y)}, {R(y), R(x)}}, {1, 1, 0}));  // WRC
  EXPECT_FALSE(allowed({{W(x, 2), W(y)}, {R(y), W(x, 1)}}, {1}, {2, 1}));  // S
  EXPECT_TRUE(allowed({{W(x), W(y)}, {W(y, 2), R(x)}}, {0}, {1, 2}));      // R
  EXPECT_FALSE(allowed({{W(x), F(), W(y)}, {W(y, 2), F(), R(x)}}, {0}, {1, 2}));
  EXPECT_TRUE(allowed({{W(x)}, {R(x), R(y)}, {W(y), R(x)}}, {1, 0, 0}));  // RWC
  EXPECT_FALSE(allowed({{W(x)}, {R(x), R(y)}, {W(y), F(), R(x)}}, {1, 0, 0}));
}

// A seq_cst store is in memory before its thread goes on: with it, and with nothing else, SB, R and RWC are as under
// sc.
TEST(Tso, SeqCstStoresAsCompilersMapThem) {
  const std::size_t sb = graphs({{Wsc(x), R(y)}, {Wsc(y), R(x)}}, "tso").size();
  EXPECT_EQ(sb, 3U);
  EXPECT_EQ(graphs({{Wsc(x), R(y)}, {Wsc(y), R(x)}}, "tso-bare").size(), 4U);
  EXPECT_EQ(count({{Wsc(x), R(y)}, {W(y), R(x)}}), 4U);
  // The order of a load makes no difference, nor does that of a store but seq_cst.
  Op load = R(y), store = W(x);
  load.order = MemoryOrder::seq_cst;
  store.order = MemoryOrder::release;
  EXPECT_EQ(count({{store, load}, {W(y), R(x)}}), 4U);
  // What was in the buffer before it has reached memory as well.
  EXPECT_FALSE(allowed({{W(x), Wsc(2), R(y)}, {W(y), F(), R(x)}}, {0, 0}));
  EXPECT_TRUE(allowed({{W(x), Wsc(2), R(y)}, {W(y), F(), R(x)}}, {0, 0}, {}, "tso-bare"));
  // What comes after it has not.
  EXPECT_TRUE(allowed({{Wsc(2), W(x), R(y)}, {W(y), F(), R(x)}}, {0, 0}));
}

// As the papers on x86-TSO name them (Owens, Sarkar, Sewell 2009; Sewell et al., CACM 2010).
TEST(Tso, ExamplesOfTheX86TsoPaper) {
  EXPECT_TRUE(allowed({{W(x, 1), R(x), R(y)}, {W(y, 2), W(x, 2)}}, {1, 0}, {1, 2}));  // n6
  EXPECT_FALSE(allowed({{W(x, 1), R(x)}, {W(x, 2), R(x)}}, {2, 1}));                  // n5
  EXPECT_FALSE(allowed({{R(x), W(x, 1)}, {R(x), W(x, 2)}}, {2, 1}));                  // n4b
}

// What a parent wrote is in memory when its child begins, what a child wrote when it is joined, and no more than that.
TEST(Tso, StartingAndJoiningThreads) {
  const auto thread = [](RequestKind kind, Value number) { return access(kind, 0, number); };
  const Op start = thread(RequestKind::start, 1), join = thread(RequestKind::join, 1);
  EXPECT_FALSE(allowed({{W(x), start}, {R(x)}}, {0}));
  EXPECT_FALSE(allowed({{start, join, R(x)}, {W(x)}}, {0}));
  EXPECT_TRUE(allowed({{start, W(x), R(y), join}, {W(y), R(x)}}, {0, 0}));
  EXPECT_TRUE(allowed({{W(x), start, R(y)}, {R(x)}, {W(y), F(), R(x)}}, {0, 1, 0}));
}

}  // namespace
}  // namespace graphfuzz::testing
