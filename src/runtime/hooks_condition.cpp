// Condition variables: a word of eight bytes, see condition_variable.hpp.
#include "graphfuzz/program/condition_variable.hpp"

#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include <cstring>

#include "runtime/deadline.hpp"
#include "runtime/early_threads.hpp"
#include "runtime/heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {
Word word_of(void* condition) { return {address_of(condition), 8}; }

/// Is the thread to be woken for no reason? That happens once at each place: more often is no other bug, as a rule, and
/// loops would go round for ever.
bool wakes_for_nothing(Fiber& fiber, Address place) {
  if (!checks.spurious || count_at(fiber.woken_for_nothing, place) > 0 || choose(fiber, 2, place) == 0) return false;
  ++count_at(fiber.woken_for_nothing, place);
  return true;
}
}  // namespace

// A wait that may time out looks once whether the thread was woken: what comes later is of an execution in which it
// looks later. So does one that is over for no reason.
int wait_for_condition(Fiber& fiber, void* condition, void* mutex, const timespec* until, Address place) {
  if (find_held(fiber, address_of(mutex)) == nullptr) {
    fail(fiber, "misuse: the thread does not hold the mutex of the condition variable", place);
  }
  if (is_no_time(until)) return EINVAL;
  const Value group = condition_group(update(fiber, word_of(condition), Operation::condition_wait, 0, place)) + 1;
  unlock_mutex(fiber, mutex, place);
  bool woken = true;
  if (wakes_for_nothing(fiber, place)) {
    update(fiber, word_of(condition), Operation::condition_leave, group, place);
  } else if (until != nullptr) {
    woken = condition_woken(update(fiber, word_of(condition), Operation::condition_leave, group, place), group);
    if (!woken) note_time_out(fiber, until, place);
  } else {
    update(fiber, word_of(condition), Operation::condition_take, group, place, {Wait::Kind::group, group});
  }
  if (const int error = lock_mutex(fiber, mutex, place); error != 0) return error;
  return woken ? 0 : ETIMEDOUT;
}

void wake_condition(Fiber& fiber, void* condition, bool all, Address place) {
  update(fiber, word_of(condition), all ? Operation::condition_broadcast : Operation::condition_signal, 0, place);
}

void initialise_condition(Fiber& fiber, void* condition, Address place) {
  std::memset(condition, 0, sizeof(pthread_cond_t));
  initialise(fiber, word_of(condition), 0, place);
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  GRAPHFUZZ_OUTSIDE(pthread_cond_init, condition, attributes)
  Hook hook;
  initialise_condition(hook.fiber(), condition, GRAPHFUZZ_CALLER);
  return 0;
}
// Those who were woken may still be about to go, which the real one waits for.
GRAPHFUZZ_HOOK int pthread_cond_destroy(pthread_cond_t* condition) {
  GRAPHFUZZ_OUTSIDE(pthread_cond_destroy, condition)
  return 0;
}
GRAPHFUZZ_HOOK int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (current == nullptr) refuse_to_wait("pthread_cond_wait()");
  GRAPHFUZZ_OUTSIDE(pthread_cond_wait, condition, mutex)
  Hook hook;
  return wait_for_condition(hook.fiber(), condition, mutex, nullptr, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_cond_timedwait, condition, mutex, until)
  Hook hook;
  return wait_for_condition(hook.fiber(), condition, mutex, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                          const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_cond_clockwait, condition, mutex, clock, until)
  Hook hook;
  return wait_for_condition(hook.fiber(), condition, mutex, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_cond_signal(pthread_cond_t* condition) {
  GRAPHFUZZ_OUTSIDE(pthread_cond_signal, condition)
  Hook hook;
  wake_condition(hook.fiber(), condition, false, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_cond_broadcast(pthread_cond_t* condition) {
  GRAPHFUZZ_OUTSIDE(pthread_cond_broadcast, condition)
  Hook hook;
  wake_condition(hook.fiber(), condition, true, GRAPHFUZZ_CALLER);
  return 0;
}

GRAPHFUZZ_HOOK int cnd_init(cnd_t* condition) {
  GRAPHFUZZ_OUTSIDE(cnd_init, condition)
  Hook hook;
  initialise_condition(hook.fiber(), condition, GRAPHFUZZ_CALLER);
  return thrd_success;
}
GRAPHFUZZ_HOOK void cnd_destroy(cnd_t* condition){GRAPHFUZZ_OUTSIDE(cnd_destroy, condition)} GRAPHFUZZ_HOOK
    int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  if (current == nullptr) refuse_to_wait("cnd_wait()");
  GRAPHFUZZ_OUTSIDE(cnd_wait, condition, mutex)
  Hook hook;
  return wait_for_condition(hook.fiber(), condition, mutex, nullptr, GRAPHFUZZ_CALLER) == 0 ? thrd_success : thrd_error;
}
GRAPHFUZZ_HOOK int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(cnd_timedwait, condition, mutex, until)
  Hook hook;
  const int result = wait_for_condition(hook.fiber(), condition, mutex, until, GRAPHFUZZ_CALLER);
  return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
}
GRAPHFUZZ_HOOK int cnd_signal(cnd_t* condition) {
  GRAPHFUZZ_OUTSIDE(cnd_signal, condition)
  Hook hook;
  wake_condition(hook.fiber(), condition, false, GRAPHFUZZ_CALLER);
  return thrd_success;
}
GRAPHFUZZ_HOOK int cnd_broadcast(cnd_t* condition) {
  GRAPHFUZZ_OUTSIDE(cnd_broadcast, condition)
  Hook hook;
  wake_condition(hook.fiber(), condition, true, GRAPHFUZZ_CALLER);
  return thrd_success;
}
