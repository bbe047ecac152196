// Models in cat against their native twins: random executions per second, and the time one question takes (which
// choices has an access?) on graphs of 10 and 60 events.
#include <benchmark/benchmark.h>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

const std::filesystem::path kSource = source_folder();

std::unique_ptr<MemoryModel> model(const std::string& name, bool cat) {
  return cat ? make_model((kSource / "memory_models" / (name + ".cat")).string()) : make_model(name);
}

void execute(benchmark::State& state, const std::string& program_name, const std::string& model_name, bool cat) {
  const std::shared_ptr<const Program> program = load_litmus(kSource / "litmus" / (program_name + ".litmus"));
  const std::unique_ptr<MemoryModel> checked = model(model_name, cat);
  Executor executor(*program, *checked);
  Random random(1);
  RandomStrategy strategy(random);
  for (auto _ : state) benchmark::DoNotOptimize(executor.run({}, strategy));
  state.SetItemsProcessed(state.iterations());
  state.counters["events"] = executor.graph().event_count();
}

/// Three threads that take turns in writing and reading two locations.
ExecutionGraph graph_of(Slot events, MemoryModel& checked) {
  const std::vector<Value> initial(2, 0);
  ExecutionGraph graph(3, initial);
  checked.reset(graph);
  Random random(1);
  while (graph.event_count() < events) {
    Access access;
    access.thread = static_cast<ThreadId>(random.below(3));
    access.location = static_cast<Location>(random.below(2));
    constexpr MemoryOrder orders[] = {MemoryOrder::relaxed, MemoryOrder::acq_rel, MemoryOrder::seq_cst};
    access.order = orders[random.below(3)];
    access.kind = random.below(2) == 0 ? EventKind::read : EventKind::write;
    const bool read = access.kind == EventKind::read;
    if (access.order == MemoryOrder::acq_rel) access.order = read ? MemoryOrder::acquire : MemoryOrder::release;
    const auto choices = read ? checked.rf_candidates(graph, access) : checked.mo_positions(graph, access);
    const Slot choice = choices[random.below(choices.size())];
    const Label label{access.kind, access.order, access.location, 0, 0};
    checked.added(graph,
                  read ? graph.add_read(access.thread, label, choice) : graph.add_write(access.thread, label, choice));
  }
  return graph;
}

void ask(benchmark::State& state, const std::string& name, bool cat, EventKind kind) {
  const std::unique_ptr<MemoryModel> checked = model(name, cat);
  const ExecutionGraph graph = graph_of(static_cast<Slot>(state.range(0)), *checked);
  const Access access{0, kind, MemoryOrder::seq_cst, 0};
  for (auto _ : state) {
    benchmark::DoNotOptimize(kind == EventKind::read ? checked->rf_candidates(graph, access)
                                                     : checked->mo_positions(graph, access));
  }
  state.counters["writes"] = static_cast<double>(graph.mo(0).size());
}

void judge(benchmark::State& state, const std::string& name, bool cat) {
  const std::unique_ptr<MemoryModel> checked = model(name, cat);
  const ExecutionGraph graph = graph_of(static_cast<Slot>(state.range(0)), *checked);
  for (auto _ : state) benchmark::DoNotOptimize(checked->consistent(graph));
}

const int registered = [] {
  for (const char* name : {"sc", "ra", "relaxed", "rc11"}) {
    for (bool cat : {false, true}) {
      const std::string suffix = std::string("/") + name + (cat ? "/cat" : "/native");
      for (const char* program :
           {"SB", "MP", "IRIW", "SB+sc", "IRIW+sc-fences", "mp", "P2-10", "reorder_10", "linux-rwlock-2"}) {
        benchmark::RegisterBenchmark(("execute/" + std::string(program) + suffix).c_str(), execute, program, name, cat);
      }
      benchmark::RegisterBenchmark(("ask-read" + suffix).c_str(), ask, name, cat, EventKind::read)->Arg(10)->Arg(60);
      benchmark::RegisterBenchmark(("ask-write" + suffix).c_str(), ask, name, cat, EventKind::write)->Arg(10)->Arg(60);
      benchmark::RegisterBenchmark(("consistent" + suffix).c_str(), judge, name, cat)->Arg(10)->Arg(60);
    }
  }
  return 0;
}();

}  // namespace
}  // namespace graphfuzz
