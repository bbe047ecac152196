// Programs whose threads are pure functions behave as the same litmus tests do.
#include "graphfuzz/program/pure_program.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graphfuzz.hpp"

namespace graphfuzz::testing {
namespace {

using Past = std::span<const Answer>;

class Scripted final : public PureProgram {
 public:
  using Thread = std::function<Request(Past)>;
  Scripted(std::vector<LocationInfo> locations, std::vector<Thread> code)
      : PureProgram("scripted", static_cast<unsigned>(code.size()), std::move(locations)), code_(std::move(code)) {}
  Request next(ThreadId thread, Past past) const override { return code_[thread](past); }

 private:
  std::vector<Thread> code_;
};

constexpr MemoryOrder kRelaxed = MemoryOrder::relaxed;

/// Loads x, and writes what was read and one to y; then compares x with 1 and exchanges it for 5, or fails.
Request loads_first(Past past) {
  if (past.empty()) return read_of(0, kRelaxed);
  if (past.size() == 1) return write_of(1, past[0].value + 1, MemoryOrder::release);
  if (past.size() == 2) return compare_exchange_of(0, 1, 5, MemoryOrder::acq_rel);
  return past[2].succeeded && past[2].value == 1 ? end_of() : failure_of(7);
}
/// Adds to y, a fence, stores x; blocked if it read 1.
Request adds_first(Past past) {
  if (past.empty()) return update_of(1, Operation::add, 10, kRelaxed);
  if (past.size() == 1) return fence_of(MemoryOrder::seq_cst);
  if (past.size() == 2) return write_of(0, 1, kRelaxed);
  return past[0].value == 1 ? end_of(RequestKind::blocked) : end_of();
}

constexpr const char* kSame = R"(C same
{}
P0 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, r0 + 1, memory_order_release);
  int r1 = 1;
  int r2 = atomic_compare_exchange_strong_explicit(x, &r1, 5, memory_order_acq_rel, memory_order_relaxed);
  assert(r2);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_fetch_add_explicit(y, 10, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(x, 1, memory_order_relaxed);
  assume(r0 != 1);
}
locations [x; y]
exists (x=5)
)";

TEST(PureProgram, HasTheGraphsOfTheSameLitmusTest) {
  const Scripted program({{"x", 0}, {"y", 0}}, {loads_first, adds_first});
  const auto litmus = parse_litmus(kSame, "same.litmus");
  for (const char* model : {"sc", "tso", "rc11", "relaxed"}) {
    for (const StrategyKind strategy : {StrategyKind::exhaustive, StrategyKind::optimal, StrategyKind::mix}) {
      SCOPED_TRACE(std::string(model) + " " + std::string(name(strategy)));
      Options options;
      options.fuzz.strategy = strategy;
      options.executions = 3000;
      const Report ours = check(program, model, options), theirs = check(*litmus, model, options);
      EXPECT_GT(ours.graphs, 2U);
      EXPECT_EQ(ours.graphs, theirs.graphs);
      EXPECT_EQ(ours.complete, theirs.complete);
      EXPECT_EQ(ours.bugs.size(), 1U);
      EXPECT_EQ(theirs.bugs.size(), 1U);
      EXPECT_EQ(ours.graphs_rf, theirs.graphs_rf);
    }
  }
}

TEST(PureProgram, TellsStatesAndMessages) {
  const Scripted program({{"x", 3}, {"y", -1}}, {[](Past) { return failure_of(7); }});
  const Report report = check(program, "sc");
  ASSERT_EQ(report.bugs.size(), 1U);
  EXPECT_EQ(report.bugs[0].message, "assertion 7 failed");
  EXPECT_EQ(program.describe(std::vector<Value>{3, -1}), "x=3; y=-1;");
}

}  // namespace
}  // namespace graphfuzz::testing
