// Between the loader and main: where GRAPHFUZZ_TOOL is set the process becomes the tool, with the program as its
// target.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/early_heap.hpp"
#include "runtime/real.hpp"
#include "runtime/runtime_machine.hpp"

namespace graphfuzz {
int tool_main(int argc, char** argv);
}

namespace {

using Main = int (*)(int, char**, char**);
Main program_main = nullptr;

int tool_or_program(int argc, char** argv, char** environment) {
  if (std::getenv("GRAPHFUZZ_TOOL") == nullptr) return program_main(argc, argv, environment);
  graphfuzz::runtime::take_over({program_main, argc, argv, environment});
  // What the program has left in its static objects is not to be destroyed.
  const int code = graphfuzz::tool_main(argc, argv);
  graphfuzz::runtime::leave_to_others();
  std::fflush(nullptr);
  ::_exit(code);
}

}  // namespace

/// For the tool: it is in the process of a program.
extern "C" __attribute__((visibility("default"), used)) int graphfuzz_runtime_present() { return 1; }

extern "C" __attribute__((visibility("default"), used)) int __libc_start_main(Main main, int argc, char** argv,
                                                                              void (*init)(), void (*fini)(),
                                                                              void (*rtld_fini)(), void* stack_end) {
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  static const auto start = reinterpret_cast<Start>(graphfuzz::runtime::next_definition("__libc_start_main"));
  program_main = main;
  graphfuzz::runtime::open_early_heap();
  return start(tool_or_program, argc, argv, init, fini, rtld_fini, stack_end);
}
