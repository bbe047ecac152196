// What tells the system how to run threads, which the engine does; and what it cannot do.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <threads.h>
#include <ucontext.h>

#include <utility>

#include "runtime/hook.hpp"

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int sched_yield() {
  GRAPHFUZZ_OUTSIDE(sched_yield)
  return 0;
}
GRAPHFUZZ_HOOK void thrd_yield() { sched_yield(); }
GRAPHFUZZ_HOOK int pthread_setaffinity_np(pthread_t thread, std::size_t size, const cpu_set_t* set) {
  GRAPHFUZZ_OUTSIDE(pthread_setaffinity_np, thread, size, set)
  return 0;
}
GRAPHFUZZ_HOOK int pthread_setschedparam(pthread_t thread, int policy, const sched_param* parameters) {
  GRAPHFUZZ_OUTSIDE(pthread_setschedparam, thread, policy, parameters)
  return 0;
}
GRAPHFUZZ_HOOK int pthread_setschedprio(pthread_t thread, int priority) {
  GRAPHFUZZ_OUTSIDE(pthread_setschedprio, thread, priority)
  return 0;
}
GRAPHFUZZ_HOOK int pthread_setconcurrency(int level) {
  GRAPHFUZZ_OUTSIDE(pthread_setconcurrency, level)
  return 0;
}

// Nobody is ever cancelled.
GRAPHFUZZ_HOOK int pthread_setcancelstate(int state, int* before) {
  GRAPHFUZZ_OUTSIDE(pthread_setcancelstate, state, before)
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  const int known = std::exchange(current->cancel_state, state);
  if (before != nullptr) *before = known;
  return 0;
}
GRAPHFUZZ_HOOK int pthread_setcanceltype(int type, int* before) {
  GRAPHFUZZ_OUTSIDE(pthread_setcanceltype, type, before)
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  const int known = std::exchange(current->cancel_type, type);
  if (before != nullptr) *before = known;
  return 0;
}
GRAPHFUZZ_HOOK void pthread_testcancel(){GRAPHFUZZ_OUTSIDE(pthread_testcancel)} GRAPHFUZZ_HOOK
    int pthread_cancel(pthread_t thread) {
  GRAPHFUZZ_OUTSIDE(pthread_cancel, thread)
  Hook hook;
  fail(hook.fiber(), "unsupported: pthread_cancel", GRAPHFUZZ_CALLER);
}

// std::promise::set_value_at_thread_exit and its relatives: when the thread ends, libstdc++.so looks by itself whether
// somebody still refers to what is shared, where nobody sees it read, nor what others have made of the count.
GRAPHFUZZ_HOOK void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(void* ready) {
  GRAPHFUZZ_OUTSIDE(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv, ready)
  Hook hook;
  fail(hook.fiber(), "unsupported: a future that is to be ready when the thread ends (set_value_at_thread_exit, …)",
       GRAPHFUZZ_CALLER);
}

// A thread that goes on on another stack is not followed there.
GRAPHFUZZ_HOOK int swapcontext(ucontext_t* from, const ucontext_t* to) {
  GRAPHFUZZ_OUTSIDE(swapcontext, from, to)
  Hook hook;
  fail(hook.fiber(), "unsupported: swapcontext, and other threads of one's own", GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int setcontext(const ucontext_t* to) {
  GRAPHFUZZ_OUTSIDE(setcontext, to)
  Hook hook;
  fail(hook.fiber(), "unsupported: setcontext, and other threads of one's own", GRAPHFUZZ_CALLER);
}
