// Starting, joining and ending threads.
#include <errno.h>
#include <pthread.h>

#include <algorithm>

#include "graphfuzz/program/numbering.hpp"
#include "runtime/real.hpp"
#include "runtime/request.hpp"

#define GRAPHFUZZ_HOOK extern "C" __attribute__((visibility("default"), used))

namespace graphfuzz::runtime {
namespace {

Address caller(void* return_address) { return reinterpret_cast<Address>(return_address) - 1; }

// What pthread_t is in the program: the thread's thread pointer, as glibc has it.
Fiber* fiber_of(pthread_t thread) {
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber* const f = fiber(static_cast<ThreadId>(i));
    if (f != nullptr && f->thread_pointer == thread && f->context != nullptr) return f;
  }
  return nullptr;
}

}  // namespace

void finish_thread() {
  InRuntime in;
  Fiber& f = in.fiber();
  settle_plain_write(f);
  while (!f.destructors.empty()) {
    const Fiber::Destructor last = f.destructors.back();
    f.destructors.pop_back();
    current = &f;
    last.function(last.object);
    current = nullptr;
  }
  settle_plain_write(f);
  finish_for_good(f);
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                                  void* argument) {
  if (current == nullptr) return real().pthread_create(thread, attributes, function, argument);
  Hook hook;
  Fiber& f = hook.fiber();
  const graphfuzz::ThreadId child = graphfuzz::child_thread(f.id, f.children++);
  Fiber& made = make_fiber(child, {function, argument});
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  made.detached = detached == PTHREAD_CREATE_DETACHED;
  const Address place = caller(__builtin_return_address(0));
  plain_write(f, reinterpret_cast<Address>(thread), sizeof *thread, place);
  *thread = made.thread_pointer;
  settle_plain_write(f);
  graphfuzz::Request request;
  request.kind = graphfuzz::RequestKind::start;
  request.operand = child;
  ask(f, request, 0, place);
  return 0;
}

GRAPHFUZZ_HOOK int pthread_join(pthread_t thread, void** result) {
  if (current == nullptr) {
    static const auto join = reinterpret_cast<int (*)(pthread_t, void**)>(next_definition("pthread_join"));
    return join(thread, result);
  }
  Hook hook;
  Fiber& f = hook.fiber();
  Fiber* const other = fiber_of(thread);
  if (other == nullptr) return ESRCH;
  if (other == &f) return EDEADLK;
  if (other->detached) return EINVAL;
  graphfuzz::Request request;
  request.kind = graphfuzz::RequestKind::join;
  request.operand = other->id;
  const Address place = caller(__builtin_return_address(0));
  ask(f, request, 0, place);
  other->detached = true;  // it cannot be joined again
  if (result != nullptr) {
    plain_write(f, reinterpret_cast<Address>(result), sizeof *result, place);
    *result = other->result;
    settle_plain_write(f);
  }
  return 0;
}

GRAPHFUZZ_HOOK int pthread_detach(pthread_t thread) {
  if (current == nullptr) {
    static const auto detach = reinterpret_cast<int (*)(pthread_t)>(next_definition("pthread_detach"));
    return detach(thread);
  }
  Hook hook;
  Fiber* const other = fiber_of(thread);
  if (other == nullptr) return ESRCH;
  if (other->detached) return EINVAL;
  other->detached = true;
  return 0;
}

GRAPHFUZZ_HOOK void pthread_exit(void* result) {
  if (current == nullptr) {
    static const auto leave = reinterpret_cast<void (*)(void*)>(next_definition("pthread_exit"));
    leave(result);
  }
  current->result = result;
  finish_thread();
}

GRAPHFUZZ_HOOK int __cxa_thread_atexit(void (*function)(void*), void* object, void* module) {
  if (current == nullptr) {
    static const auto at_exit =
        reinterpret_cast<int (*)(void (*)(void*), void*, void*)>(next_definition("__cxa_thread_atexit"));
    return at_exit != nullptr ? at_exit(function, object, module) : 0;
  }
  InRuntime in;
  in.fiber().destructors.push_back({function, object});
  return 0;
}
