#include "runtime/real.hpp"

#include <dlfcn.h>

#include <utility>

#include "runtime/request.hpp"

namespace graphfuzz::runtime {
namespace {

template <class Function>
void look_up(Function& function, const char* name) {
  function = reinterpret_cast<Function>(next_definition(name));
}

Real look_up_all() {
  Real all{};
  look_up(all.pthread_sigmask, "pthread_sigmask");
  look_up(all.sigaction, "sigaction");
  look_up(all.sigaltstack, "sigaltstack");
  look_up(all.pthread_create, "pthread_create");
  look_up(all.memcpy, "memcpy");
  look_up(all.memmove, "memmove");
  look_up(all.memset, "memset");
  return all;
}

}  // namespace

// It is no call of the program's: dlsym() frees what the program has got from dlerror().
void* next_definition(const char* name) {
  Fiber* const before = std::exchange(current, nullptr);
  void* const found = ::dlsym(RTLD_NEXT, name);
  current = before;
  return found;
}

const Real& real() {
  static const Real all = look_up_all();
  return all;
}

}  // namespace graphfuzz::runtime
