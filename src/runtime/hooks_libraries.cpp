// Libraries that the program loads while it runs. What they have in memory is not among what every execution begins
// with, so that these are refused; where each execution has a process of its own, nothing is kept anyway.
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <cstddef>
#include <set>

#include "runtime/faults.hpp"
#include "runtime/hook.hpp"
#include "runtime/run_process.hpp"

using namespace graphfuzz::runtime;

namespace {

/// So many were loaded so far.
unsigned long long loaded_so_far() {
  unsigned long long loaded = 0;
  const auto look = [](dl_phdr_info* info, std::size_t, void* data) {
    *static_cast<unsigned long long*>(data) = info->dlpi_adds;
    return 1;
  };
  ::dl_iterate_phdr(look, &loaded);
  return loaded;
}

}  // namespace

GRAPHFUZZ_HOOK void* dlopen(const char* name, int flags) {
  GRAPHFUZZ_REAL(dlopen);
  if (current == nullptr || runs_once) return real_one(name, flags);
  const Address place = GRAPHFUZZ_CALLER;
  {
    // What the dynamic linker takes down of a library is to stay, so that it must not be in the program's heap.
    const Hook hook;
    static std::set<void*> late;  // they stay loaded
    const unsigned long long before = loaded_so_far();
    void* const library = real_one(name, flags);
    if (library != nullptr && loaded_so_far() != before) late.insert(library);
    if (late.contains(library)) {
      fail(
          hook.fiber(),
          fmt::format("unsupported: dlopen() of {}, which the program is not linked with and has not been started with "
                      "(LD_PRELOAD); --fork takes it",
                      name),
          place_in_program(place));
    }
    if (library != nullptr) return library;
    for (int i = 0; i < 2; ++i) ::dlerror();  // the second one frees it
  }
  return real_one(name, flags);  // once more, so that the program has the memory of dlerror()
}
