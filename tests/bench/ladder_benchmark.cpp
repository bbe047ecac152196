// How the cost of an execution grows with its number of events: programs of 8 to 512 events on eight threads, which
// write and read as many locations as there are events in sixteen, under each model. Google Benchmark prints the
// exponent of the best fit as "BigO" (time ~ N^k is fitted by the ratio of neighbouring rungs in tools/bench-table).
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/fuzz/fuzzer.hpp"

namespace graphfuzz {
namespace {

// `order`: "relaxed", or "seq_cst" for programs with nothing but seq_cst accesses.
std::shared_ptr<const Program> ladder(int events, const std::string& order) {
  const int threads = std::min(8, events / 2);
  const int locations = std::max(2, events / 16);
  std::string text = fmt::format("C ladder-{}\n{{}}\n", events);
  int number = 0;
  for (int t = 0; t < threads; ++t) {
    text += fmt::format("P{} (", t);
    for (int x = 0; x < locations; ++x) text += fmt::format("{}atomic_int* x{}", x == 0 ? "" : ", ", x);
    text += ") {\n";
    for (int i = 0; i < events / threads; ++i, ++number) {
      const int x = (number * 7 + t) % locations;
      if (i % 2 == 0) {
        text += fmt::format("  atomic_store_explicit(x{}, {}, memory_order_{});\n", x, number + 1, order);
      } else {
        text += fmt::format("  int r{} = atomic_load_explicit(x{}, memory_order_{});\n", i, x, order);
      }
    }
    text += "}\n";
  }
  text += "exists (x0=0)\n";
  return parse_litmus(text, "ladder");
}

void climb(benchmark::State& state, const std::string& model, const std::string& order) {
  const auto events = static_cast<int>(state.range(0));
  const std::shared_ptr<const Program> program = ladder(events, order);
  GraphCounts counts;
  FuzzOptions options;
  options.strategy = StrategyKind::random;
  Fuzzer fuzzer(*program, model, options, Identity::graph, counts, 1);
  for (int i = 0; i < 100; ++i) fuzzer.step();
  for (auto _ : state) benchmark::DoNotOptimize(fuzzer.step());
  state.SetComplexityN(events);
  state.counters["ns/event"] = benchmark::Counter(static_cast<double>(state.iterations()) * events / 1e9,
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(climb, relaxed, "relaxed", "relaxed")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, ra, "ra", "relaxed")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, rc11, "rc11", "relaxed")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, rc11_seq_cst, "rc11", "seq_cst")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, sc, "sc", "relaxed")->RangeMultiplier(2)->Range(8, 512);

}  // namespace
}  // namespace graphfuzz
