// Executions per second of the engine, by program and strategy. The table in the README comes from here.
#include <benchmark/benchmark.h>

#include "graphfuzz/frontend/litmus.hpp"
#include "support/folders.hpp"
#include "support/searches.hpp"

namespace graphfuzz {
namespace {

using testing::Fuzzer;

std::shared_ptr<const Program> corpus(const std::string& name) {
  return load_litmus(std::filesystem::path(source_folder()) / "litmus" / (name + ".litmus"));
}

void execute(benchmark::State& state, const std::string& name, const std::string& model, StrategyKind strategy) {
  const std::shared_ptr<const Program> program = corpus(name);
  GraphCounts counts;
  FuzzOptions options;
  options.strategy = strategy;
  Fuzzer fuzzer(*program, model, options, Identity::graph, counts, 1);
  for (int i = 0; i < 1000; ++i) fuzzer.step();
  for (auto _ : state) benchmark::DoNotOptimize(fuzzer.step());
  state.SetItemsProcessed(state.iterations());
  state.counters["graphs"] = static_cast<double>(counts.graphs());
}

const int registered = [] {
  const std::pair<const char*, StrategyKind> strategies[] = {{"random", StrategyKind::random},
                                                             {"revisit", StrategyKind::revisit},
                                                             {"minimal", StrategyKind::minimal},
                                                             {"maximal", StrategyKind::maximal},
                                                             {"mix", StrategyKind::mix}};
  for (const char* program : {"SB", "IRIW", "long-race", "SB+sc", "IRIW+sc-fences", "reorder_10", "long-assert-7", "mp",
                              "P1", "P2-10", "ttas-lock-3", "linux-rwlock-2"}) {
    for (const auto& [name, strategy] : strategies) {
      benchmark::RegisterBenchmark((std::string("execute/") + program + "/rc11/" + name).c_str(), execute, program,
                                   "rc11", strategy);
    }
  }
  for (const char* model : {"sc", "ra", "relaxed"}) {
    for (const char* program : {"SB", "IRIW", "long-race"}) {
      benchmark::RegisterBenchmark((std::string("execute/") + program + "/" + model + "/random").c_str(), execute,
                                   program, model, StrategyKind::random);
    }
  }
  return 0;
}();

}  // namespace
}  // namespace graphfuzz
