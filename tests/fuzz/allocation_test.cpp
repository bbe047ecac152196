// In the steady state an execution allocates nothing.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/fuzz/memory/schedule_engine.hpp"
#include "support/folders.hpp"
#include "support/searches.hpp"

namespace {

std::atomic<std::uint64_t> allocations{0};

}  // namespace

#if defined(__GNUC__) && !defined(__clang__)
// GCC sees through one of the two when it inlines them.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace graphfuzz {
namespace {

using testing::Fuzzer;

class Allocations : public ::testing::TestWithParam<std::tuple<const char*, std::string>> {};

TEST_P(Allocations, NoneInTheSteadyState) {
  const auto& [name, model] = GetParam();
  const std::filesystem::path corpus = std::filesystem::path(source_folder()) / "litmus";
  const std::shared_ptr<const Program> program = load_litmus(corpus / (std::string(name) + ".litmus"));
  GraphCounts counts;
  FuzzOptions options;
  options.strategy = StrategyKind::random;
  Fuzzer fuzzer(*program, model, options, Identity::graph, counts, 1);
  for (int i = 0; i < 20'000; ++i) fuzzer.step();
  const std::uint64_t graphs = counts.graphs();
  const std::uint64_t before = allocations;
  for (int i = 0; i < 5'000; ++i) fuzzer.step();
  // A graph seen for the first time may make a table of the campaign grow.
  EXPECT_LE(allocations - before, 8 * (counts.graphs() - graphs)) << name << " under " << model;
  if (counts.graphs() == graphs) {
    EXPECT_EQ(allocations - before, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(Litmus, Allocations,
                         ::testing::Combine(::testing::Values("SB", "SB+sc", "MP", "IRIW", "IRIW+sc-fences",
                                                              "long-race", "RMW+4", "CAS+weak", "MP+wait",
                                                              "ttas-lock-2", "P2-4"),
                                            ::testing::Values("sc", "tso", "ra", "rc11", "relaxed",
                                                              source_folder() + "/memory_models/rc11.cat")));

class ScheduleAllocations : public ::testing::TestWithParam<std::tuple<const char*, StrategyKind>> {};

TEST_P(ScheduleAllocations, NoneInTheSteadyState) {
  const auto& [test, strategy] = GetParam();
  const std::filesystem::path corpus = std::filesystem::path(source_folder()) / "litmus";
  const std::shared_ptr<const Program> program = load_litmus(corpus / (std::string(test) + ".litmus"));
  const ModelMaker make = [] { return make_model("sc"); };
  GraphCounts counts;
  SearchOptions options;
  options.fuzz.strategy = strategy;
  MemoryScheduleSearch search(options, counts, 1, MemorySubject{*program, program->question(), make}, options.fuzz);
  for (int i = 0; i < 20'000; ++i) search.step();
  const std::uint64_t before = allocations;
  for (int i = 0; i < 5'000; ++i) search.step();
  EXPECT_EQ(allocations - before, 0U);
}

INSTANTIATE_TEST_SUITE_P(Schedules, ScheduleAllocations,
                         ::testing::Combine(::testing::Values("SB", "IRIW", "CAS+weak", "MP+wait", "mutex"),
                                            ::testing::Values(StrategyKind::walk, StrategyKind::pct, StrategyKind::pos,
                                                              StrategyKind::surw)));

// Executions that take back what led to a dead end, and begin anew where events are not taken back cheaply.
INSTANTIATE_TEST_SUITE_P(DeadEnds, Allocations,
                         ::testing::Combine(::testing::Values("ticket-lock-3+assume", "treiber-push-pop-2+assume"),
                                            ::testing::Values("sc", "rc11", "relaxed")));

}  // namespace
}  // namespace graphfuzz
