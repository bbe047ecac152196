// Exhaustive exploration: graphs per second on one core, native models against their twins in cat, and the cost of a
// graph as programs grow.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

const std::filesystem::path kSource = source_folder();
constexpr std::uint64_t kMostGraphs = 200'000;

// Explores the program, or its first graphs, as often as the benchmark asks for.
void explore(benchmark::State& state, const Program& program, const std::string& model_name) {
  const std::unique_ptr<MemoryModel> model = make_model(model_name);
  Random random(1);
  RandomStrategy strategy(random);
  std::uint64_t graphs = 0;
  std::uint64_t events = 0;
  for (auto _ : state) {
    Explorer explorer(program, *model, strategy);
    std::vector<Branch> frontier(1);
    for (std::uint64_t found = 0; !frontier.empty() && found < kMostGraphs;) {
      const Branch branch = std::move(frontier.back());
      frontier.pop_back();
      if (explorer.explore(branch, frontier) != Ending::complete) continue;
      ++found;
      ++graphs;
      events += explorer.graph().event_count();
    }
  }
  state.counters["graphs/s"] = benchmark::Counter(static_cast<double>(graphs), benchmark::Counter::kIsRate);
  state.counters["events"] = static_cast<double>(events) / static_cast<double>(graphs);
}

void litmus(benchmark::State& state, const std::string& test, const std::string& model) {
  explore(state, *load_litmus(kSource / "litmus" / (test + ".litmus")), model);
}

// `threads` threads take a test-and-test-and-set lock, `rounds` times each.
std::string lock_program(int threads, int rounds) {
  std::string text = "C ttas\n{}\n";
  for (int t = 0; t < threads; ++t) {
    text += "P" + std::to_string(t) + " (atomic_int* l, int* c) { int r = 0; int e = 0; int v = 0;\n";
    for (int round = 0; round < rounds; ++round) {
      text +=
          "r = 0; while (!r) { while (atomic_load_explicit(l, memory_order_relaxed) != 0) {} e = 0;\n"
          "r = atomic_compare_exchange_strong_explicit(l, &e, 1, memory_order_acquire, memory_order_relaxed); }\n"
          "v = *c; *c = v + 1; atomic_store_explicit(l, 0, memory_order_release);\n";
    }
    text += "}\n";
  }
  return text + "exists (c=0)\n";
}

void locks(benchmark::State& state, const std::string& model) {
  const std::string text = lock_program(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  explore(state, *parse_litmus(text, "ttas"), model);
}

void register_all() {
  const std::string cat = (kSource / "memory_models").string() + "/";
  for (const char* model : {"sc", "tso", "ra", "rc11", "relaxed"}) {
    for (const char* test : {"IRIW", "long-race", "long-assert-3", "mp", "reorder_10"}) {
      const std::string name = std::string(test) + "/" + model;
      benchmark::RegisterBenchmark(name.c_str(), litmus, test, model)->Unit(benchmark::kMillisecond);
    }
    const std::string name = std::string("long-assert-3/") + model + ".cat";
    benchmark::RegisterBenchmark(name.c_str(), litmus, "long-assert-3", cat + model + ".cat")
        ->Unit(benchmark::kMillisecond);
  }
  for (const char* model : {"ra", "rc11", "relaxed"}) {
    const std::string name = std::string("ttas/") + model;
    benchmark::RegisterBenchmark(name.c_str(), locks, model)
        ->Args({6, 1})
        ->Args({10, 1})
        ->Args({3, 3})
        ->Args({4, 4})
        ->Args({3, 6})
        ->Args({3, 12})
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace graphfuzz

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  graphfuzz::register_all();
  benchmark::RunSpecifiedBenchmarks();
}
