// libFuzzer entry: any text either is rejected with a ParseError or gives a program whose goroutines can be stepped.
// Built with -fsanitize=fuzzer,address,undefined.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/frontend/litmus.hpp"

namespace {

using graphfuzz::go::Kind;

/// Steps the goroutines in turn, as if every channel that is received from were closed and every lock were free.
void run(const graphfuzz::go::GoProgram& program) {
  const auto execution = program.start();
  for (int round = 0; round < 2; ++round) {
    execution->reset();
    for (std::uint32_t step = 0; step < 200; ++step) {
      const graphfuzz::go::Routine routine = step % execution->routines();
      const graphfuzz::go::Operation& pending = execution->pending(routine);
      if (pending.kind == Kind::panic) static_cast<void>(execution->panic_text(routine));
      if (pending.kind == Kind::end || pending.kind == Kind::panic || pending.kind == Kind::exit) continue;
      graphfuzz::go::Result result;
      if (pending.kind == Kind::select) {
        if (pending.has_default) {
          result.chosen = graphfuzz::go::kDefault;
        } else if (pending.cases.empty()) {
          continue;
        } else {
          result.chosen = static_cast<int>(step % pending.cases.size());
        }
        result.ok = false;
      } else if (pending.kind == Kind::receive) {
        result.ok = false;
      }
      execution->resume(routine, result);
    }
    static_cast<void>(execution->output());
    static_cast<void>(execution->test_failures());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    graphfuzz::GoOptions options;
    options.instruction_limit = 10'000;
    run(*graphfuzz::parse_go(text, "fuzz.go", options));
  } catch (const graphfuzz::ParseError&) {
  }
  return 0;
}
