// libFuzzer entry: any text either is rejected with a ParseError or gives a program whose threads can be stepped with
// arbitrary values. Built with -fsanitize=fuzzer,address,undefined.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/graph/execution_graph.hpp"

namespace {

using graphfuzz::RequestKind;
using graphfuzz::Value;

/// Small values, addresses and extremes, in an order that the input decides.
Value pick(const std::uint8_t* data, std::size_t size, std::size_t step) {
  const std::uint8_t byte = size == 0 ? 0 : data[(step * 7) % size];
  if (byte % 8 == 7) return graphfuzz::address_of(byte / 8);
  if (byte % 8 == 6) return (Value{byte} << 55) - 1;
  return static_cast<Value>(byte % 8) - 1;
}

void run(const graphfuzz::Program& program, const std::uint8_t* data, std::size_t size) {
  const auto execution = program.start();
  std::vector<Value> initial;
  for (const auto& location : program.locations()) initial.push_back(location.initial);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t step = 0; step < 200; ++step) {
      const auto thread = static_cast<graphfuzz::ThreadId>(step % program.threads());
      const graphfuzz::Request& request = execution->pending(thread);
      if (request.kind >= RequestKind::failure) {
        if (request.kind == RequestKind::failure) {
          static_cast<void>(program.message(static_cast<std::size_t>(request.operand)));
        }
        continue;
      }
      const Value value = pick(data, size, step);
      const bool succeeded = request.kind == RequestKind::compare_exchange && step % 3 == 0;
      if (request.awaits && !execution->accepts(thread, value, succeeded)) {
        execution->rewind(thread);
        if (step % 2 == 0) continue;
      }
      execution->resume(thread, value, succeeded);
    }
    const graphfuzz::ExecutionGraph graph(program.threads(), initial);
    std::vector<Value> state(program.state_size());
    execution->observe(graph, state);
    static_cast<void>(program.describe(state));
    static_cast<void>(program.question().satisfies(state));
    static_cast<void>(program.question().keeps(state));
    execution->reset();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto program =
        graphfuzz::parse_litmus(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.litmus");
    static_cast<void>(program->question().condition());
    run(*program, data, size);
  } catch (const graphfuzz::ParseError&) {
  }
  return 0;
}
