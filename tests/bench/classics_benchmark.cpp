// Graphs per second of an exhaustive exploration, on one core, on the programs that model checkers are compared on. The
// number of graphs is reported too: it must not change.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "classic_programs.hpp"
#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/campaigns.hpp"

namespace graphfuzz {
namespace {

void explore(benchmark::State& state, const std::string& text, const std::string& model) {
  const std::shared_ptr<const Program> program = parse_litmus(text, "classic.litmus");
  testing::MemoryCampaign options;
  options.model = model;
  options.fuzz.strategy = StrategyKind::exhaustive;
  options.executions = std::uint64_t{1} << 62;
  options.seed = 1;
  std::uint64_t graphs = 0;
  CampaignResult result;
  for (auto _ : state) {
    result = testing::run_campaign(*program, options);
    graphs += result.graphs;
  }
  if (!result.complete) state.SkipWithError("not all graphs were built");
  state.counters["graphs"] = static_cast<double>(result.graphs);
  state.counters["blocked"] = static_cast<double>(result.blocked);
  state.counters["graphs/s"] = benchmark::Counter(static_cast<double>(graphs), benchmark::Counter::kIsRate);
}

void register_all() {
  const std::pair<const char*, std::string> programs[] = {
      {"fibonacci-4", classic::fibonacci(4)},     {"fibonacci-5", classic::fibonacci(5)},
      {"counters-2", classic::counters(2)},       {"ticket-lock-6", classic::ticket_lock(6)},
      {"ticket-lock-7", classic::ticket_lock(7)}, {"szymanski-3", classic::szymanski(3)},
      {"lamport-3", classic::lamport(3)},
  };
  for (const auto& [name, text] : programs) {
    for (const char* model : {"rc11", "sc"}) {
      benchmark::RegisterBenchmark((std::string(name) + "/" + model).c_str(), explore, text, model)
          ->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace
}  // namespace graphfuzz

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  graphfuzz::register_all();
  benchmark::RunSpecifiedBenchmarks();
}
