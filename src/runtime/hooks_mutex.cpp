// Mutexes and spin locks: a word that is 0 when nobody holds it, else the number of the thread that does plus one.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include <cstddef>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "runtime/hook.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

// Of what glibc has in a mutex, the kind is as it is there, so that all ways to initialise one are known. After
// pthread_mutex_destroy it is -1, there too.
constexpr std::size_t kKindAt = offsetof(pthread_mutex_t, __data.__kind);
constexpr std::uint8_t kKinds = 3;
constexpr std::uint8_t kDestroyed = 0xff;

std::uint8_t* kind_byte(void* mutex) { return static_cast<std::uint8_t*>(mutex) + kKindAt; }

int kind_of(Fiber& fiber, void* mutex, const char* what, Address place) {
  const std::uint8_t kind = look(fiber, kind_byte(mutex), place);
  if (kind == kDestroyed) fail(fiber, fmt::format("destroyed-lock: {} of a mutex that was destroyed", what), place);
  return kind & kKinds;
}

Word word_of(void* mutex) { return {address_of(mutex), 4}; }

// What the thread's own holding of it means, nothing if it does not hold it.
std::optional<int> lock_again(Fiber& fiber, void* mutex, int kind, int if_not) {
  Held* const held = find_held(fiber, address_of(mutex));
  if (held == nullptr) return {};
  if (kind == PTHREAD_MUTEX_RECURSIVE) {
    ++held->count;
    return 0;
  }
  if (kind == PTHREAD_MUTEX_ERRORCHECK) return if_not;
  return {};  // waits for itself
}

}  // namespace

int lock_mutex(Fiber& fiber, void* mutex, Address place) {
  const int kind = kind_of(fiber, mutex, "lock", place);
  if (const std::optional<int> again = lock_again(fiber, mutex, kind, EDEADLK)) return *again;
  exchange_or_wait(fiber, word_of(mutex), 0, fiber.id + 1, place);
  fiber.held.push_back({address_of(mutex)});
  return 0;
}

int try_mutex(Fiber& fiber, void* mutex, Address place) {
  const Registers registers = graphfuzz_registers;
  const int kind = kind_of(fiber, mutex, "lock", place);
  if (const std::optional<int> again = lock_again(fiber, mutex, kind, EBUSY)) return *again;
  graphfuzz_registers = registers;
  if (!try_exchange(fiber, word_of(mutex), 0, fiber.id + 1, place)) return EBUSY;
  fiber.held.push_back({address_of(mutex)});
  return 0;
}

int unlock_mutex(Fiber& fiber, void* mutex, Address place) {
  const int kind = kind_of(fiber, mutex, "unlock", place);
  Held* const held = find_held(fiber, address_of(mutex));
  if (held == nullptr) {
    if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) return EPERM;
    fail(fiber, "bad-unlock: the thread does not hold the mutex", place);
  }
  if (--held->count > 0) return 0;
  drop_held(fiber, held);
  write(fiber, word_of(mutex), 0, place);
  return 0;
}

void initialise_mutex(Fiber& fiber, void* mutex, int kind, Address place) {
  std::memset(mutex, 0, sizeof(pthread_mutex_t));
  initialise(fiber, word_of(mutex), 0, place);
  put(fiber, kind_byte(mutex), static_cast<std::uint8_t>(kind), place);
}

void destroy_mutex(Fiber& fiber, void* mutex, Address place) {
  kind_of(fiber, mutex, "destruction", place);
  if (read(fiber, word_of(mutex), place) != 0) fail(fiber, "destroyed-lock: the mutex is locked", place);
  put(fiber, kind_byte(mutex), kDestroyed, place);
}

namespace {

int lock_in_time(Fiber& fiber, void* mutex, const timespec* until, Address place) {
  const int result = try_mutex(fiber, mutex, place);
  if (result != EBUSY) return result;
  // A thread that waits for itself and knows it is told so.
  if ((*kind_byte(mutex) & kKinds) == PTHREAD_MUTEX_ERRORCHECK && find_held(fiber, address_of(mutex)) != nullptr) {
    return EDEADLK;
  }
  note_time_out(fiber, until, place);
  return ETIMEDOUT;
}

int to_c11(int result) {
  switch (result) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ETIMEDOUT:
      return thrd_timedout;
    default:
      return thrd_error;
  }
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_init, mutex, attributes)
  Hook hook;
  int kind = PTHREAD_MUTEX_DEFAULT;
  if (attributes != nullptr) pthread_mutexattr_gettype(attributes, &kind);
  initialise_mutex(hook.fiber(), mutex, kind, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_destroy, mutex)
  Hook hook;
  destroy_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_mutex_lock(pthread_mutex_t* mutex) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_lock, mutex)
  Hook hook;
  return lock_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_unlock, mutex)
  Hook hook;
  return unlock_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_NOTED int graphfuzz_pthread_mutex_trylock(pthread_mutex_t* mutex) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_trylock, mutex)
  NotingHook hook;
  return try_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_NOTING(pthread_mutex_trylock)
GRAPHFUZZ_HOOK int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_timedlock, mutex, until)
  Hook hook;
  return lock_in_time(hook.fiber(), mutex, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_clocklock, mutex, clock, until)
  Hook hook;
  return lock_in_time(hook.fiber(), mutex, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_consistent, mutex)
  return EINVAL;  // the owner of a robust mutex is never dead while somebody else has it
}

// Those of C11 are the same objects.
GRAPHFUZZ_HOOK int mtx_init(mtx_t* mutex, int type) {
  GRAPHFUZZ_OUTSIDE(mtx_init, mutex, type)
  Hook hook;
  if ((type & ~(mtx_recursive | mtx_timed)) != 0) return thrd_error;
  const int kind = (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
  initialise_mutex(hook.fiber(), mutex, kind, GRAPHFUZZ_CALLER);
  return thrd_success;
}
GRAPHFUZZ_HOOK void mtx_destroy(mtx_t* mutex) {
  GRAPHFUZZ_OUTSIDE(mtx_destroy, mutex)
  Hook hook;
  destroy_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int mtx_lock(mtx_t* mutex) {
  GRAPHFUZZ_OUTSIDE(mtx_lock, mutex)
  Hook hook;
  return to_c11(lock_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER));
}
GRAPHFUZZ_HOOK int mtx_unlock(mtx_t* mutex) {
  GRAPHFUZZ_OUTSIDE(mtx_unlock, mutex)
  Hook hook;
  return to_c11(unlock_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER));
}
GRAPHFUZZ_NOTED int graphfuzz_mtx_trylock(mtx_t* mutex) {
  GRAPHFUZZ_OUTSIDE(mtx_trylock, mutex)
  NotingHook hook;
  return to_c11(try_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER));
}
GRAPHFUZZ_NOTING(mtx_trylock)
GRAPHFUZZ_HOOK int mtx_timedlock(mtx_t* mutex, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(mtx_timedlock, mutex, until)
  Hook hook;
  return to_c11(lock_in_time(hook.fiber(), mutex, until, GRAPHFUZZ_CALLER));
}

GRAPHFUZZ_HOOK int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  GRAPHFUZZ_OUTSIDE(pthread_spin_init, lock, shared)
  Hook hook;
  *lock = 0;
  initialise(hook.fiber(), {address_of(lock)}, 0, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_spin_destroy(pthread_spinlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_spin_destroy, lock)
  Hook hook;
  const Address place = GRAPHFUZZ_CALLER;
  if (read(hook.fiber(), {address_of(lock)}, place) != 0)
    fail(hook.fiber(), "destroyed-lock: the spin lock is locked", place);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_spin_lock(pthread_spinlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_spin_lock, lock)
  Hook hook;
  exchange_or_wait(hook.fiber(), {address_of(lock)}, 0, hook.fiber().id + 1, GRAPHFUZZ_CALLER);
  hook.fiber().held.push_back({address_of(lock)});
  return 0;
}
GRAPHFUZZ_NOTED int graphfuzz_pthread_spin_trylock(pthread_spinlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_spin_trylock, lock)
  NotingHook hook;
  if (!try_exchange(hook.fiber(), {address_of(lock)}, 0, hook.fiber().id + 1, GRAPHFUZZ_CALLER)) return EBUSY;
  hook.fiber().held.push_back({address_of(lock)});
  return 0;
}
GRAPHFUZZ_NOTING(pthread_spin_trylock)
GRAPHFUZZ_HOOK int pthread_spin_unlock(pthread_spinlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_spin_unlock, lock)
  Hook hook;
  Fiber& f = hook.fiber();
  const Address place = GRAPHFUZZ_CALLER;
  const Held* const held = find_held(f, address_of(lock));
  if (held == nullptr) fail(f, "bad-unlock: the thread does not hold the spin lock", place);
  drop_held(f, held);
  write(f, {address_of(lock)}, 0, place);
  return 0;
}
