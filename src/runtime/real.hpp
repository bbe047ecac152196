// The functions that the runtime stands in for.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <cstddef>

namespace graphfuzz::runtime {

struct Real {
  int (*pthread_sigmask)(int, const sigset_t*, sigset_t*);
  int (*sigaction)(int, const struct sigaction*, struct sigaction*);
  int (*sigaltstack)(const stack_t*, stack_t*);
  int (*pthread_create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  void* (*memcpy)(void*, const void*, std::size_t);
  void* (*memmove)(void*, const void*, std::size_t);
  void* (*memset)(void*, int, std::size_t);
};
/// They are looked up at the first call.
const Real& real();
/// The definition of the name that comes after the runtime's own.
void* next_definition(const char* name);

}  // namespace graphfuzz::runtime
