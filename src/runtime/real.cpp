#include "runtime/real.hpp"

#include <dlfcn.h>

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

void* next_definition(const char* name) { return ::dlsym(RTLD_NEXT, name); }

const Real& real() {
  static const Real all = look_up_all();
  return all;
}

}  // namespace graphfuzz::runtime
