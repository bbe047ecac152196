// Mutexes: a word that is 0 when nobody holds it, else the number of the thread that does plus one.
#include <errno.h>
#include <pthread.h>

#include "runtime/real.hpp"
#include "runtime/request.hpp"

#define GRAPHFUZZ_HOOK extern "C" __attribute__((visibility("default"), used))

using namespace graphfuzz::runtime;
using graphfuzz::MemoryOrder;
using graphfuzz::Request;
using graphfuzz::RequestKind;

namespace {

Address caller(void* return_address) { return reinterpret_cast<Address>(return_address) - 1; }
Address address_of(const void* object) { return reinterpret_cast<Address>(object); }

}  // namespace

GRAPHFUZZ_HOOK int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (current == nullptr) {
    static const auto lock = reinterpret_cast<int (*)(pthread_mutex_t*)>(next_definition("pthread_mutex_lock"));
    return lock(mutex);
  }
  Hook hook;
  Request request;
  request.kind = RequestKind::compare_exchange;
  request.order = MemoryOrder::acquire;
  request.failure_order = MemoryOrder::relaxed;
  request.size = 4;
  request.expected = 0;
  request.operand = hook.fiber().id + 1;
  request.awaits = true;
  request.lock = true;
  ask(hook.fiber(), request, address_of(mutex), caller(__builtin_return_address(0)));
  return 0;
}

GRAPHFUZZ_HOOK int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (current == nullptr) {
    static const auto unlock = reinterpret_cast<int (*)(pthread_mutex_t*)>(next_definition("pthread_mutex_unlock"));
    return unlock(mutex);
  }
  Hook hook;
  Request request;
  request.kind = RequestKind::write;
  request.order = MemoryOrder::release;
  request.size = 4;
  ask(hook.fiber(), request, address_of(mutex), caller(__builtin_return_address(0)));
  return 0;
}
