// libFuzzer entry: any text either is rejected with a CatError or gives a model that can be asked about a graph. Built
// with -fsanitize=fuzzer,address,undefined.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "graphfuzz/model/cat.hpp"

namespace {

using namespace graphfuzz;

/// Two threads, all kinds of events; the same for every model.
ExecutionGraph sample() {
  const std::vector<Value> initial(2, 0);
  ExecutionGraph graph(2, initial);
  const Slot write = graph.add_write(0, {EventKind::write, MemoryOrder::release, 0, 0, 1}, 0);
  graph.add_other(0, {EventKind::fence, MemoryOrder::seq_cst});
  graph.add_read(0, {EventKind::read, MemoryOrder::acquire, 1, 0, 0}, 1);
  graph.add_other(1, {EventKind::begin, MemoryOrder::non_atomic}, write);
  graph.add_update(1, {EventKind::update, MemoryOrder::acq_rel, 0, 1, 2}, write);
  graph.add_read(1, {EventKind::read, MemoryOrder::non_atomic, 0, 0, 0}, 0);
  return graph;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    // The folder does not exist, so that nothing but the built-in models can be included.
    const auto loaded = parse_cat(std::string_view(reinterpret_cast<const char*>(data), size), "/nonexistent/fuzz.cat");
    const auto model = make_memory_model(loaded);
    const ExecutionGraph graph = sample();
    static_cast<void>(model->explain(graph));
    static_cast<void>(model->remarks(graph));
    model->reset(graph);
    static_cast<void>(model->rf_candidates(graph, {1, EventKind::read, MemoryOrder::relaxed, 1}));
    static_cast<void>(model->rf_candidates(graph, {0, EventKind::update, MemoryOrder::seq_cst, 0}));
    static_cast<void>(model->mo_positions(graph, {0, EventKind::write, MemoryOrder::relaxed, 0}));
    static_cast<void>(model->race(graph, graph.size() - 1));
  } catch (const CatError&) {
  }
  return 0;
}
