// How the cost of an execution grows with its number of events: programs of 8 to 512 events on up to eight threads,
// which write and read a sixteenth as many locations, under each model. At the end, for each model the exponent k of
// the best fit of time ~ events^k.
#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "graphfuzz/frontend/litmus.hpp"
#include "support/searches.hpp"

namespace graphfuzz {
namespace {

using testing::Fuzzer;

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
  state.counters["per_event"] = benchmark::Counter(
      events, benchmark::Counter::Flags(benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert));
}

BENCHMARK_CAPTURE(climb, relaxed, "relaxed", "relaxed")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, ra, "ra", "relaxed")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, rc11, "rc11", "relaxed")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, rc11_seq_cst, "rc11", "seq_cst")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, sc, "sc", "relaxed")->RangeMultiplier(2)->Range(8, 512);
BENCHMARK_CAPTURE(climb, tso, "tso", "relaxed")->RangeMultiplier(2)->Range(8, 512);

// The console's output, and the exponents below it.
class ExponentReporter final : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      points_[run.run_name.function_name].emplace_back(std::log(static_cast<double>(run.complexity_n)),
                                                       std::log(run.GetAdjustedCPUTime()));
    }
    ConsoleReporter::ReportRuns(runs);
  }

  void print_exponents() const {
    for (const auto& [name, points] : points_) {
      double x = 0, y = 0, xx = 0, xy = 0;
      for (const auto& [log_events, log_time] : points) {
        x += log_events;
        y += log_time;
        xx += log_events * log_events;
        xy += log_events * log_time;
      }
      const auto n = static_cast<double>(points.size());
      std::printf("%s: time ~ events^%.2f\n", name.c_str(), (n * xy - x * y) / (n * xx - x * x));
    }
  }

 private:
  std::map<std::string, std::vector<std::pair<double, double>>> points_;
};

}  // namespace
}  // namespace graphfuzz

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  graphfuzz::ExponentReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_exponents();
  return 0;
}
