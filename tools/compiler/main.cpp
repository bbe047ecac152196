// graphfuzz-cc and graphfuzz-c++: see graphfuzz/frontend/native/wrapper.hpp.
#include "graphfuzz/frontend/native/wrapper.hpp"

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  using namespace graphfuzz::native;
  try {
    const Installation installation =
        installation_beside(this_executable(), GRAPHFUZZ_LIBRARY_FOLDER, GRAPHFUZZ_INCLUDE_FOLDER);
    return run_wrapper(GRAPHFUZZ_WRAPPER_NAME, GRAPHFUZZ_WRAPPER_LANGUAGE, {argv + 1, argv + argc}, installation);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: internal error: %s\n", GRAPHFUZZ_WRAPPER_NAME, e.what());
    return 1;
  }
}
