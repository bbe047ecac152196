// Random consistent graphs of random programs.
#pragma once

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/random_program.hpp"

namespace graphfuzz::testing {

inline const char* any_model() {
  return *rc::gen::element("sc", "tso", "tso-bare", "ra", "rc11", "rc11-c20", "relaxed");
}

/// The graph of a random execution.
inline ExecutionGraph random_graph(const Program& program, MemoryModel& model, std::uint64_t seed) {
  Executor executor(program, model);
  Random random(seed);
  RandomStrategy strategy(random);
  executor.run({}, strategy);
  return executor.graph();
}

/// The same graph with its events added in another order that extends porf: of the threads whose next event may be
/// added, a random one goes on.
inline ExecutionGraph rebuilt_in_another_order(const ExecutionGraph& graph, Random& random) {
  std::vector<Value> initial;
  for (Slot x = 0; x < graph.locations(); ++x) initial.push_back(graph[x].label.written_value);
  ExecutionGraph result(graph.threads(), initial);
  std::vector<Slot> renamed(graph.size(), kNoSlot);
  for (Slot x = 0; x < graph.locations(); ++x) renamed[x] = x;
  while (result.size() < graph.size()) {
    const auto t = static_cast<ThreadId>(random.below(graph.threads()));
    if (result.thread_size(t) == graph.thread_size(t)) continue;
    const Slot next = graph.thread(t)[result.thread_size(t)];
    if (graph[next].rf != kNoSlot && renamed[graph[next].rf] == kNoSlot) continue;
    result.add_copy(graph, next, renamed);
  }
  return result;
}

}  // namespace graphfuzz::testing
