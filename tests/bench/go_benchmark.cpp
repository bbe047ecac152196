// Go programs: runs per second on one core, at random and under the fuzzers, and exhaustive exploration; the analysis
// of long traces.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go {
namespace {

std::shared_ptr<const GoProgram> kernel(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(source_folder()) / "litmus/go" / (name + ".go");
  std::ifstream in(file);
  return parse_go(std::string(std::istreambuf_iterator<char>(in), {}), file.filename().string());
}

void random_runs(benchmark::State& state, const std::string& name) {
  const std::shared_ptr<const GoProgram> program = kernel(name);
  Machine machine(*program, {}, std::make_shared<RoutineNames>());
  Random random(1);
  std::uint64_t events = 0;
  for (auto _ : state) {
    machine.restart();
    run_at_random(machine, random);
    events += machine.trace().events.size();
  }
  state.counters["runs/s"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["events"] = static_cast<double>(events) / static_cast<double>(state.iterations());
}

// A campaign of a few thousand runs; the fuzzers restart when their queue is empty.
void campaign(benchmark::State& state, const std::string& name, StrategyKind strategy) {
  const std::shared_ptr<const GoProgram> program = kernel(name);
  testing::GoCampaign options;
  options.fuzz.strategy = strategy;
  options.executions = 3000;
  std::uint64_t executions = 0;
  std::uint64_t graphs = 0;
  for (auto _ : state) {
    const CampaignResult result = testing::run_campaign(*program, options);
    executions += result.executions;
    graphs += result.graphs;
  }
  state.counters["runs/s"] = benchmark::Counter(static_cast<double>(executions), benchmark::Counter::kIsRate);
  state.counters["graphs"] = static_cast<double>(graphs) / static_cast<double>(state.iterations());
}

const auto* const registered = [] {
  for (const char* name : {"spec-kubernetes", "ab-ba-three", "rwr-two-locks", "wait-group-add-inside", "cond-if",
                           "context-timeout-sender", "channel-lock-token", "send-close-two-producers"}) {
    benchmark::RegisterBenchmark(("random/" + std::string(name)).c_str(), random_runs, name);
  }
  for (const StrategyKind strategy : all_strategies()) {
    benchmark::RegisterBenchmark(fmt::format("campaign/spec-kubernetes/{}", name(strategy)).c_str(), campaign,
                                 "spec-kubernetes", strategy)
        ->Unit(benchmark::kMillisecond);
  }
  return "";
}();

}  // namespace
}  // namespace graphfuzz::go
