// Starting, joining and ending threads.
#include <errno.h>
#include <fmt/format.h>
#include <pthread.h>
#include <threads.h>

#include <algorithm>
#include <cstring>

#include "graphfuzz/program/numbering.hpp"
#include "runtime/early_threads.hpp"
#include "runtime/exit.hpp"
#include "runtime/hook.hpp"
#include "runtime/image.hpp"
#include "runtime/late_libraries.hpp"
#include "runtime/leave.hpp"
#include "runtime/robust.hpp"
#include "runtime/signals.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/thread_memory.hpp"
#include "runtime/unseen_writes.hpp"

namespace graphfuzz::runtime {

// What pthread_t is in the program: the thread's thread pointer, as glibc has it.
Fiber* fiber_of(pthread_t thread) {
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    Fiber* const f = fiber(static_cast<ThreadId>(i));
    if (f != nullptr && f->thread_pointer == thread && f->context != nullptr) return f;
  }
  return nullptr;
}

namespace {

ThreadPage* page_of(pthread_t thread) {
  const Fiber* const f = fiber_of(thread);
  return f == nullptr ? nullptr : &thread_page(f->id);
}

// What an execution takes grows with the square of their number.
constexpr std::size_t kMostThreads = 1000;

// The child, or why there can be none: nobody catches anything in the midst of the program, and who is refused is not
// to own anything.
Fiber* make_child(Fiber& fiber, const Start& what, std::string& why) {
  try {
    return &make_fiber(child_thread(fiber.id, fiber.children), what);
  } catch (const Unsupported& e) {
    why = e.what();
    return nullptr;
  }
}

// Its handle is `give`n to the program before it runs.
template <class Give>
void start(Fiber& fiber, const Start& what, bool detached, Address place, Give give) {
  if (live_fibers() >= kMostThreads) {
    fail(fiber, fmt::format("unsupported: more than {} threads in one execution", kMostThreads), place);
  }
  std::string why;
  Fiber* const child_fiber = make_child(fiber, what, why);
  if (child_fiber == nullptr) fail(fiber, "unsupported: " + why, place);
  ++fiber.children;
  Fiber& made = *child_fiber;
  const ThreadId child = made.id;
  made.clock = fiber.clock;
  inherit_blocked_signals(fiber, made, place);
  if (detached) put(fiber, &thread_page(child).joined, std::uint8_t{1}, place);
  give(made);
  Request request;
  request.kind = RequestKind::start;
  request.operand = child;
  ask(fiber, request, 0, place);
}

// `above`: from there up the stack is the program's.
void start(Fiber& fiber, pthread_t* thread, const Start& what, bool detached, Address above, Address place) {
  tell_of_fresh_blocks(fiber);
  tell_of_unseen_writes(fiber, above, place);  // the child may come to know of anything
  start(fiber, what, detached, place,
        [&](const Fiber& made) { put(fiber, thread, static_cast<pthread_t>(made.thread_pointer), place); });
}

// Of attributes, or as it is without.
bool is_detached(const pthread_attr_t* attributes) {
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &detached);
  return detached == PTHREAD_CREATE_DETACHED;
}

int create_outside(pthread_t* thread, const pthread_attr_t* attributes, const Start& what) {
  refuse_in_constructor("dlopen: a constructor of the library starts a thread: --fork takes it");
  if (threads_are_early()) return add_early_thread(thread, what, is_detached(attributes));
  return real().pthread_create(thread, attributes, what.function, what.argument);
}

void put_name(Fiber& fiber, ThreadPage& page, const char* name, Address place) {
  plain_write(fiber, address_of(page.name), sizeof page.name, place);
  std::memset(page.name, 0, sizeof page.name);
  std::memcpy(page.name, name, std::strlen(name));
  settle_plain_write(fiber);
}

// Before main only: they are real ones elsewhere.
bool detach_early(pthread_t thread) {
  EarlyThread* const early = threads_are_early() ? early_thread(thread) : nullptr;
  if (early == nullptr) return false;
  early->detached = true;
  return true;
}

// What POSIX and C leave undefined, and the C library may or may not tell of. C++ says what comes of a std::thread that
// is to join itself: an exception, which the C++ library makes of the error.
int misuse(Fiber& fiber, const char* what, int error, Address place) {
  if (is_program_code(place)) fail(fiber, std::string("misuse: ") + what, place);
  return error;
}

// That a thread is joined twice, or was detached, is known if the two are ordered; if they are not, they race.
int join(Fiber& fiber, pthread_t thread, void** result, Address place) {
  Fiber* const other = fiber_of(thread);
  if (other == nullptr) return misuse(fiber, "join of what is no thread", ESRCH, place);
  if (other == &fiber) return misuse(fiber, "the thread joins itself", EDEADLK, place);
  ThreadPage& page = thread_page(other->id);
  if (look(fiber, &page.joined, place) != 0) {
    return misuse(fiber, "the thread was joined already, or is detached", EINVAL, place);
  }
  Request request;
  request.kind = RequestKind::join;
  request.operand = other->id;
  ask(fiber, request, 0, place);
  leave_if_exited(fiber, other->id, place);
  put(fiber, &page.joined, std::uint8_t{1}, place);
  if (result != nullptr) *result = look(fiber, &page.result, place);
  return 0;
}

int join_for(Fiber& fiber, pthread_t thread, void** result, Address place) {
  void* got = nullptr;
  const int error = join(fiber, thread, result == nullptr ? nullptr : &got, place);
  if (error == 0 && result != nullptr) put(fiber, result, got, place);
  return error;
}

// One that does not wait as long as it takes comes back early, or does not.
int join_in_time(Fiber& fiber, pthread_t thread, void** result, int error, const timespec* until, Address place) {
  if (choose(fiber, 2, place) == 0) return join_for(fiber, thread, result, place);
  note_time_out(fiber, until, place);
  return error;
}

int detach(Fiber& fiber, pthread_t thread, Address place) {
  Fiber* const other = fiber_of(thread);
  if (other == nullptr) return misuse(fiber, "what is to be detached is no thread", ESRCH, place);
  ThreadPage& page = thread_page(other->id);
  if (look(fiber, &page.joined, place) != 0) {
    return misuse(fiber, "what is to be detached was joined already, or is detached", EINVAL, place);
  }
  put(fiber, &page.joined, std::uint8_t{1}, place);
  return 0;
}

}  // namespace

// Their handles are where their constructors have put them.
void start_early_threads() {
  const Hook hook;
  for (std::uint32_t i = 0; const EarlyThread* const early = early_thread_number(i); ++i) {
    start(hook.fiber(), early->start, early->detached, early->place, [&](const Fiber& made) {
      if (early->name[0] != 0) put_name(hook.fiber(), thread_page(made.id), early->name, early->place);
    });
  }
}

void destroy_thread_locals(Fiber& fiber) {
  settle_plain_write(fiber);
  while (!fiber.destructors.empty()) {
    const Fiber::Destructor last = fiber.destructors.back();
    fiber.destructors.pop_back();
    current = &fiber;
    last.function(last.object);
    current = nullptr;
    settle_plain_write(fiber);
  }
}

void finish_thread() {
  InRuntime in;
  Fiber& f = in.fiber();
  destroy_thread_locals(f);
  destroy_specifics(f);
  leave_robust_mutexes(f);
  if (f.result != nullptr) put(f, &thread_page(f.id).result, f.result, 0);
  finish_for_good(f);
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                                  void* argument) {
  const Start what{function, argument};
  if (current == nullptr) return create_outside(thread, attributes, what);
  Hook hook;
  start(hook.fiber(), thread, what, is_detached(attributes), GRAPHFUZZ_ABOVE, GRAPHFUZZ_CALLER);
  return 0;
}
// The C library goes by the thread pointer, which need not be the thread's own (thread_locals.hpp).
GRAPHFUZZ_HOOK pthread_t pthread_self() {
  GRAPHFUZZ_REAL(pthread_self);
  return current == nullptr ? real_one() : static_cast<pthread_t>(current->thread_pointer);
}
// As Dartagnan has it, the same. Programs that declare it themselves may take less of it than there is.
GRAPHFUZZ_HOOK unsigned long __VERIFIER_tid() { return pthread_self(); }
GRAPHFUZZ_HOOK thrd_t thrd_current() {
  GRAPHFUZZ_REAL(thrd_current);
  return current == nullptr ? real_one() : static_cast<thrd_t>(current->thread_pointer);
}
GRAPHFUZZ_HOOK int pthread_getattr_np(pthread_t thread, pthread_attr_t* attributes) {
  GRAPHFUZZ_OUTSIDE(pthread_getattr_np, thread, attributes)
  const Fiber* const other = fiber_of(thread);
  if (other == nullptr) return ESRCH;
  const int error = pthread_attr_init(attributes);
  if (error != 0) return error;
  pthread_attr_setguardsize(attributes, kStackGuard);
  return pthread_attr_setstack(attributes, other->stack + kStackGuard, kStackSize - kStackGuard);
}
GRAPHFUZZ_HOOK int pthread_join(pthread_t thread, void** result) {
  if (current == nullptr) refuse_to_wait("pthread_join()");
  GRAPHFUZZ_OUTSIDE(pthread_join, thread, result)
  Hook hook;
  return join_for(hook.fiber(), thread, result, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_tryjoin_np(pthread_t thread, void** result) {
  GRAPHFUZZ_OUTSIDE(pthread_tryjoin_np, thread, result)
  Hook hook;
  return join_in_time(hook.fiber(), thread, result, EBUSY, nullptr, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_timedjoin_np, thread, result, until)
  Hook hook;
  return join_in_time(hook.fiber(), thread, result, ETIMEDOUT, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_clockjoin_np(pthread_t thread, void** result, clockid_t clock, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_clockjoin_np, thread, result, clock, until)
  Hook hook;
  return join_in_time(hook.fiber(), thread, result, ETIMEDOUT, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_detach(pthread_t thread) {
  if (current == nullptr && detach_early(thread)) return 0;
  GRAPHFUZZ_OUTSIDE(pthread_detach, thread)
  Hook hook;
  return detach(hook.fiber(), thread, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK void pthread_exit(void* result) {
  if (current == nullptr) {
    static const auto outside = reinterpret_cast<void (*)(void*)>(next_definition("pthread_exit"));
    outside(result);
  }
  leave_thread(result);
}

GRAPHFUZZ_HOOK int pthread_setname_np(pthread_t thread, const char* name) {
  EarlyThread* const early = current == nullptr && threads_are_early() ? early_thread(thread) : nullptr;
  if (early != nullptr) std::strncpy(early->name, name, sizeof early->name - 1);
  GRAPHFUZZ_OUTSIDE(pthread_setname_np, thread, name)
  Hook hook;
  ThreadPage* const page = page_of(thread);
  if (page == nullptr) return ESRCH;
  if (std::strlen(name) >= sizeof page->name) return ERANGE;
  put_name(hook.fiber(), *page, name, GRAPHFUZZ_CALLER);
  return 0;
}
// A thread that was given no name has that of the program.
GRAPHFUZZ_HOOK int pthread_getname_np(pthread_t thread, char* name, std::size_t size) {
  GRAPHFUZZ_OUTSIDE(pthread_getname_np, thread, name, size)
  Hook hook;
  const ThreadPage* const page = page_of(thread);
  if (page == nullptr) return ESRCH;
  if (size < sizeof page->name) return ERANGE;
  const Address place = GRAPHFUZZ_CALLER;
  plain_read(hook.fiber(), address_of(page->name), sizeof page->name, place);
  plain_write(hook.fiber(), address_of(name), sizeof page->name, place);
  const char* const its_own = page->name[0] != 0 ? page->name : program_invocation_short_name;
  std::memset(name, 0, sizeof page->name);
  std::memcpy(name, its_own, std::min(std::strlen(its_own), sizeof page->name - 1));
  return 0;
}

GRAPHFUZZ_HOOK int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  const Start what{reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(function)), argument,
                   Start::Returns::number};
  if (current == nullptr && threads_are_early()) {
    return add_early_thread(thread, what, false) == 0 ? thrd_success : thrd_error;
  }
  GRAPHFUZZ_OUTSIDE(thrd_create, thread, function, argument)
  Hook hook;
  start(hook.fiber(), thread, what, false, GRAPHFUZZ_ABOVE, GRAPHFUZZ_CALLER);
  return thrd_success;
}
GRAPHFUZZ_HOOK int thrd_join(thrd_t thread, int* result) {
  if (current == nullptr) refuse_to_wait("thrd_join()");
  GRAPHFUZZ_OUTSIDE(thrd_join, thread, result)
  Hook hook;
  const Address place = GRAPHFUZZ_CALLER;
  void* got = nullptr;
  if (join(hook.fiber(), thread, result == nullptr ? nullptr : &got, place) != 0) return thrd_error;
  if (result != nullptr) put(hook.fiber(), result, static_cast<int>(reinterpret_cast<std::intptr_t>(got)), place);
  return thrd_success;
}
GRAPHFUZZ_HOOK int thrd_detach(thrd_t thread) {
  if (current == nullptr && detach_early(thread)) return thrd_success;
  GRAPHFUZZ_OUTSIDE(thrd_detach, thread)
  Hook hook;
  return detach(hook.fiber(), thread, GRAPHFUZZ_CALLER) == 0 ? thrd_success : thrd_error;
}
GRAPHFUZZ_HOOK void thrd_exit(int result) {
  if (current == nullptr) {
    static const auto outside = reinterpret_cast<void (*)(int)>(next_definition("thrd_exit"));
    outside(result);
  }
  leave_thread(reinterpret_cast<void*>(static_cast<std::intptr_t>(result)));
}

// As CDSChecker has thrd_create and thrd_join (compat/cdschecker/threads.h): functions of threads return nothing.
GRAPHFUZZ_HOOK int __graphfuzz_create_thread(pthread_t* thread, void (*function)(void*), void* argument) {
  const Start what{reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(function)), argument,
                   Start::Returns::nothing};
  if (current == nullptr) return create_outside(thread, nullptr, what);
  Hook hook;
  start(hook.fiber(), thread, what, false, GRAPHFUZZ_ABOVE, GRAPHFUZZ_CALLER);
  return thrd_success;
}
GRAPHFUZZ_HOOK int __graphfuzz_join_thread(pthread_t thread) {
  if (current == nullptr) {
    refuse_to_wait("thrd_join()");
    static const auto outside = reinterpret_cast<decltype(&::pthread_join)>(next_definition("pthread_join"));
    return outside(thread, nullptr);
  }
  Hook hook;
  return join(hook.fiber(), thread, nullptr, GRAPHFUZZ_CALLER) == 0 ? thrd_success : thrd_error;
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
GRAPHFUZZ_HOOK int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* module) {
  if (current == nullptr) {
    static const auto at_exit =
        reinterpret_cast<int (*)(void (*)(void*), void*, void*)>(next_definition("__cxa_thread_atexit_impl"));
    return at_exit != nullptr ? at_exit(function, object, module) : 0;
  }
  InRuntime in;
  in.fiber().destructors.push_back({function, object});
  return 0;
}
