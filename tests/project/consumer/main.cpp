// The smallest user of the library: builds the graph of "x = 1 || r0 = x" in which the read sees the write.
#if __has_include(<graphfuzz/graphfuzz.hpp>)
#include <graphfuzz/graphfuzz.hpp>
#endif
#include <cstdio>
#include <graphfuzz/graph/execution_graph.hpp>
#include <vector>

int main() {
  using namespace graphfuzz;
  const std::vector<Value> initial_values = {0};
  ExecutionGraph graph(2, initial_values);
  const Label write_label = {.kind = EventKind::write, .location = 0, .written_value = 1};
  const Label read_label = {.kind = EventKind::read, .location = 0, .read_value = 1};
  const Slot write = graph.add_write(0, write_label, 0);
  const Slot read = graph.add_read(1, read_label, write);
  const bool good = graph.event_count() == 2 && graph[read].rf == write && graph.mo_last(0) == write;
  std::puts(good ? "consumer: good" : "consumer: wrong graph");
  return good ? 0 : 1;
}
