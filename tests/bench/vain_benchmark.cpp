// Vain leaves per graph, and time per graph, over families of growing programs whose threads wait. Without vain leaves
// the time per graph is that of an execution, which is polynomial in its length.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "../support/explore_all.hpp"
#include "../support/waiting_families.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {
namespace {

void explore(benchmark::State& state, const std::string& text, const std::string& model_name) {
  const std::shared_ptr<const Program> program = parse_litmus(text, "family.litmus");
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  std::uint64_t graphs = 0;
  std::uint64_t vain = 0;
  for (auto _ : state) {
    Random random(1);
    RandomStrategy strategy(random);
    testing::explore_all(*program, *model, strategy, [&](Explorer&, std::optional<Ending> ending) {
      graphs += ending == Ending::complete ? 1 : 0;
      vain += ending ? 0 : 1;
    });
  }
  state.counters["graphs"] = static_cast<double>(graphs) / static_cast<double>(state.iterations());
  state.counters["vain/graph"] = static_cast<double>(vain) / static_cast<double>(graphs);
  state.counters["time/graph"] =
      benchmark::Counter(static_cast<double>(graphs), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void register_all() {
  for (const testing::WaitingFamily& family : testing::waiting_families()) {
    for (unsigned n = family.least; n <= family.most; n += n < 8 ? 1 : 2) {
      for (const char* model : {"rc11", "sc"}) {
        benchmark::RegisterBenchmark((family.name + "/" + std::to_string(n) + "/" + model).c_str(), explore,
                                     family.program(n), model)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
}

const bool registered = (register_all(), true);

}  // namespace
}  // namespace graphfuzz
