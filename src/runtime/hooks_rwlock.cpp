// Reader-writer locks: a word that is the number of the readers, or -1 - n if thread n writes. As with glibc's by
// default, a writer that waits keeps no reader out.
#include <errno.h>
#include <pthread.h>
#include <sys/single_threaded.h>

#include <cstring>

#include "runtime/deadline.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

Word word_of(pthread_rwlock_t* lock) { return {address_of(lock), 4}; }

int note_reader(Fiber& fiber, pthread_rwlock_t* lock) {
  if (Held* const held = find_held(fiber, address_of(lock))) {
    ++held->count;
  } else {
    fiber.held.push_back({address_of(lock), 1, true});
  }
  return 0;
}

bool writes(Fiber& fiber, pthread_rwlock_t* lock) {
  const Held* const held = find_held(fiber, address_of(lock));
  return held != nullptr && !held->shared;
}

int try_read(Fiber& fiber, pthread_rwlock_t* lock, Address place) {
  const bool free = update(fiber, word_of(lock), Operation::add_unless_negative, 1, place) >= 0;
  return free ? note_reader(fiber, lock) : EBUSY;
}

int try_write(Fiber& fiber, pthread_rwlock_t* lock, Address place) {
  if (!try_exchange(fiber, word_of(lock), 0, -1 - static_cast<Value>(fiber.id), place)) return EBUSY;
  fiber.held.push_back({address_of(lock)});
  return 0;
}

int in_time(Fiber& fiber, int result, const timespec* until, Address place) {
  if (result != EBUSY) return result;
  if (is_no_time(until)) return EINVAL;
  note_time_out(fiber, until, place);
  return ETIMEDOUT;
}

int read_in_time(Fiber& fiber, pthread_rwlock_t* lock, const timespec* until, Address place) {
  return writes(fiber, lock) ? EDEADLK : in_time(fiber, try_read(fiber, lock, place), until, place);
}
int write_in_time(Fiber& fiber, pthread_rwlock_t* lock, const timespec* until, Address place) {
  return writes(fiber, lock) ? EDEADLK : in_time(fiber, try_write(fiber, lock, place), until, place);
}

// Of one that the program has used before it is explored, in the constructor of a static object: the C library leaves
// there which phase it is in, which would be a reader of ours. If it is free it is as one that is new.
void forget_phase(pthread_rwlock_t* lock) {
  constexpr unsigned kReader = 8;
  auto& state = lock->__data;
  if (state.__readers >= kReader || state.__writers != 0 || state.__cur_writer != 0) return;
  state.__readers = state.__wrphase_futex = state.__writers_futex = 0;
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_init, lock, attributes)
  Hook hook;
  std::memset(lock, 0, sizeof *lock);
  initialise(hook.fiber(), word_of(lock), 0, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_destroy, lock)
  Hook hook;
  const Address place = GRAPHFUZZ_CALLER;
  if (read(hook.fiber(), word_of(lock), place) != 0) {
    fail(hook.fiber(), "destroyed-lock: the reader-writer lock is locked", place);
  }
  return 0;
}
GRAPHFUZZ_NOTED int graphfuzz_pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_rdlock, lock)
  NotingHook hook;
  Fiber& f = hook.fiber();
  if (writes(f, lock)) return EDEADLK;
  update(f, word_of(lock), graphfuzz::Operation::add, 1, GRAPHFUZZ_CALLER, {Wait::Kind::at_least, 0});
  return note_reader(f, lock);
}
GRAPHFUZZ_NOTING(pthread_rwlock_rdlock)
GRAPHFUZZ_NOTED int graphfuzz_pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_wrlock, lock)
  NotingHook hook;
  Fiber& f = hook.fiber();
  if (writes(f, lock)) return EDEADLK;
  exchange_or_wait(f, word_of(lock), 0, -1 - static_cast<graphfuzz::Value>(f.id), GRAPHFUZZ_CALLER);
  f.held.push_back({address_of(lock)});
  return 0;
}
GRAPHFUZZ_NOTING(pthread_rwlock_wrlock)
GRAPHFUZZ_NOTED int graphfuzz_pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_tryrdlock, lock)
  NotingHook hook;
  return try_read(hook.fiber(), lock, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_NOTING(pthread_rwlock_tryrdlock)
GRAPHFUZZ_NOTED int graphfuzz_pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_trywrlock, lock)
  NotingHook hook;
  return try_write(hook.fiber(), lock, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_NOTING(pthread_rwlock_trywrlock)
GRAPHFUZZ_HOOK int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_timedrdlock, lock, until)
  Hook hook;
  return read_in_time(hook.fiber(), lock, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_timedwrlock, lock, until)
  Hook hook;
  return write_in_time(hook.fiber(), lock, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_clockrdlock, lock, clock, until)
  Hook hook;
  return read_in_time(hook.fiber(), lock, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_rwlock_clockwrlock, lock, clock, until)
  Hook hook;
  return write_in_time(hook.fiber(), lock, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  if (current == nullptr) {
    GRAPHFUZZ_REAL(pthread_rwlock_unlock);
    const int result = real_one(lock);
    if (early_heap_is_open && __libc_single_threaded != 0) forget_phase(lock);
    return result;
  }
  Hook hook;
  Fiber& f = hook.fiber();
  const Address place = GRAPHFUZZ_CALLER;
  Held* const held = find_held(f, address_of(lock));
  if (held == nullptr) fail(f, "bad-unlock: the thread does not hold the reader-writer lock", place);
  const bool shared = held->shared;
  if (--held->count == 0) drop_held(f, held);
  if (shared) {
    update(f, word_of(lock), graphfuzz::Operation::subtract, 1, place);
  } else {
    write(f, word_of(lock), 0, place);
  }
  return 0;
}
