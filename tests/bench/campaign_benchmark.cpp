// Whole campaigns: what a second worker brings, and what a graph takes in memory.
#include <benchmark/benchmark.h>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

void campaign(benchmark::State& state, const std::string& name) {
  const auto program = load_litmus(std::filesystem::path(source_folder()) / "litmus" / (name + ".litmus"));
  testing::MemoryCampaign options;
  options.workers = static_cast<unsigned>(state.range(0));
  options.executions = 300'000;
  for (auto _ : state) benchmark::DoNotOptimize(testing::run_campaign(*program, options));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(options.executions));
}

BENCHMARK_CAPTURE(campaign, SB, "SB")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(campaign, IRIW, "IRIW")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(campaign, long_assert_7, "long-assert-7")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

// Distinct graphs, each with an rf identity of its own: the most a graph can take.
void remember(benchmark::State& state) {
  double bytes = 0;
  for (auto _ : state) {
    GraphCounts counts;
    Random random(1);
    const std::size_t empty = counts.memory();
    for (std::int64_t i = 0; i < state.range(0); ++i) {
      counts.add({random.next(), random.next()}, 1);
      counts.add_rf({random.next(), random.next()});
    }
    bytes = static_cast<double>(counts.memory() - empty) / static_cast<double>(state.range(0));
  }
  state.counters["bytes_per_graph"] = bytes;
}

BENCHMARK(remember)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace graphfuzz
