// Mutexes and spin locks: a word that is 0 when nobody holds it, else the number of the thread that does plus one. Of
// robust mutexes it tells that somebody holds it, that who did has ended, or that nobody has made good for that.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include <cstddef>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "runtime/deadline.hpp"
#include "runtime/hook.hpp"
#include "runtime/robust.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

// Of what glibc has in a mutex, the kind is as it is there, so that all ways to initialise one are known. After
// pthread_mutex_destroy it is -1, there too.
constexpr std::size_t kKindAt = offsetof(pthread_mutex_t, __data.__kind);
constexpr std::size_t kInconsistentAt = offsetof(pthread_mutex_t, __data.__spins);
constexpr std::uint8_t kKinds = 3;
constexpr std::uint8_t kRobust = 16;
constexpr std::uint8_t kDestroyed = 0xff;
constexpr Value kTaken = 1, kOwnerDead = 2, kNotRecoverable = 3;

std::uint8_t* kind_byte(void* mutex) { return static_cast<std::uint8_t*>(mutex) + kKindAt; }

int kind_of(Fiber& fiber, void* mutex, const char* what, Address place) {
  const std::uint8_t kind = look(fiber, kind_byte(mutex), place);
  if (kind == kDestroyed) fail(fiber, fmt::format("destroyed-lock: {} of a mutex that was destroyed", what), place);
  return kind & kKinds;
}

Word word_of(void* mutex) { return {address_of(mutex), 4}; }

bool is_robust(const void* mutex) {
  const std::uint8_t kind = static_cast<const std::uint8_t*>(mutex)[kKindAt];
  return kind != kDestroyed && (kind & kRobust) != 0;
}

// Of who holds it: has nobody made good yet for the end of who did?
std::uint8_t* inconsistent_byte(void* mutex) { return static_cast<std::uint8_t*>(mutex) + kInconsistentAt; }

int hold(Fiber& fiber, void* mutex) {
  fiber.held.push_back({address_of(mutex)});
  return 0;
}

// Of one that nobody holds properly. EBUSY if somebody else was faster.
int take_robust(Fiber& fiber, void* mutex, Address place) {
  if (try_exchange(fiber, word_of(mutex), kOwnerDead, kTaken, place)) {
    hold(fiber, mutex);
    put(fiber, inconsistent_byte(mutex), std::uint8_t{1}, place);
    return EOWNERDEAD;
  }
  return read(fiber, word_of(mutex), place) == kNotRecoverable ? ENOTRECOVERABLE : EBUSY;
}

int lock_robust(Fiber& fiber, void* mutex, Address place) {
  while (true) {
    if (exchange_unless(fiber, word_of(mutex), 0, kTaken, kTaken, place)) return hold(fiber, mutex);
    if (const int result = take_robust(fiber, mutex, place); result != EBUSY) return result;
  }
}

int try_robust(Fiber& fiber, void* mutex, Address place) {
  if (try_exchange(fiber, word_of(mutex), 0, kTaken, place)) return hold(fiber, mutex);
  return take_robust(fiber, mutex, place);
}

// What the thread's own holding of it means, nothing if it does not hold it.
std::optional<int> lock_again(Fiber& fiber, void* mutex, int if_not, Address place) {
  const Registers registers = graphfuzz_registers;  // they are of the request for the mutex, and not of this look
  const int kind = kind_of(fiber, mutex, "lock", place);
  graphfuzz_registers = registers;
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
  if (const std::optional<int> again = lock_again(fiber, mutex, EDEADLK, place)) return *again;
  if (is_robust(mutex)) return lock_robust(fiber, mutex, place);
  exchange_or_wait(fiber, word_of(mutex), 0, fiber.id + 1, place);
  return hold(fiber, mutex);
}

int try_mutex(Fiber& fiber, void* mutex, Address place) {
  if (const std::optional<int> again = lock_again(fiber, mutex, EBUSY, place)) return *again;
  if (is_robust(mutex)) return try_robust(fiber, mutex, place);
  if (!try_exchange(fiber, word_of(mutex), 0, fiber.id + 1, place)) return EBUSY;
  return hold(fiber, mutex);
}

int unlock_mutex(Fiber& fiber, void* mutex, Address place) {
  const int kind = kind_of(fiber, mutex, "unlock", place);
  Held* const held = find_held(fiber, address_of(mutex));
  if (held == nullptr) {
    if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK || is_robust(mutex)) return EPERM;
    fail(fiber, "bad-unlock: the thread does not hold the mutex", place);
  }
  if (--held->count > 0) return 0;
  drop_held(fiber, held);
  const bool lost = is_robust(mutex) && look(fiber, inconsistent_byte(mutex), place) != 0;
  write(fiber, word_of(mutex), lost ? kNotRecoverable : 0, place);
  return 0;
}

void leave_robust_mutexes(Fiber& fiber) {
  for (std::size_t i = 0; i < fiber.held.size(); ++i) {  // by index: others run in between
    void* const mutex = reinterpret_cast<void*>(fiber.held[i].lock);
    if (is_robust(mutex)) write(fiber, word_of(mutex), kOwnerDead, 0);
  }
}

void initialise_mutex(Fiber& fiber, void* mutex, int kind, Address place) {
  if (find_held(fiber, address_of(mutex)) != nullptr) fail(fiber, "misuse: the thread holds the mutex", place);
  std::memset(mutex, 0, sizeof(pthread_mutex_t));
  initialise(fiber, word_of(mutex), 0, place);
  put(fiber, kind_byte(mutex), static_cast<std::uint8_t>(kind), place);
}

void destroy_mutex(Fiber& fiber, void* mutex, Address place) {
  kind_of(fiber, mutex, "destruction", place);
  const Value held = read(fiber, word_of(mutex), place);
  if (held != 0 && !(is_robust(mutex) && held != kTaken)) fail(fiber, "destroyed-lock: the mutex is locked", place);
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
  if (is_no_time(until)) return EINVAL;
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
  if (attributes != nullptr) {
    int robust = PTHREAD_MUTEX_STALLED;
    pthread_mutexattr_gettype(attributes, &kind);
    pthread_mutexattr_getrobust(attributes, &robust);
    if (robust == PTHREAD_MUTEX_ROBUST) kind |= kRobust;
  }
  initialise_mutex(hook.fiber(), mutex, kind, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_destroy, mutex)
  Hook hook;
  destroy_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_NOTED int graphfuzz_pthread_mutex_lock(pthread_mutex_t* mutex) {
  GRAPHFUZZ_OUTSIDE(pthread_mutex_lock, mutex)
  NotingHook hook;
  return lock_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_NOTING(pthread_mutex_lock)
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
  Hook hook;
  const Address place = GRAPHFUZZ_CALLER;
  std::uint8_t* const inconsistent = inconsistent_byte(mutex);
  const bool holds = is_robust(mutex) && find_held(hook.fiber(), address_of(mutex)) != nullptr;
  if (!holds || look(hook.fiber(), inconsistent, place) == 0) return EINVAL;
  put(hook.fiber(), inconsistent, std::uint8_t{0}, place);
  return 0;
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
GRAPHFUZZ_NOTED int graphfuzz_mtx_lock(mtx_t* mutex) {
  GRAPHFUZZ_OUTSIDE(mtx_lock, mutex)
  NotingHook hook;
  return to_c11(lock_mutex(hook.fiber(), mutex, GRAPHFUZZ_CALLER));
}
GRAPHFUZZ_NOTING(mtx_lock)
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
GRAPHFUZZ_NOTED int graphfuzz_pthread_spin_lock(pthread_spinlock_t* lock) {
  GRAPHFUZZ_OUTSIDE(pthread_spin_lock, lock)
  NotingHook hook;
  exchange_or_wait(hook.fiber(), {address_of(lock)}, 0, hook.fiber().id + 1, GRAPHFUZZ_CALLER);
  hook.fiber().held.push_back({address_of(lock)});
  return 0;
}
GRAPHFUZZ_NOTING(pthread_spin_lock)
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
