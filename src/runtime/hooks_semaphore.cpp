// Semaphores, whose word is their value, and barriers.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstring>

#include "runtime/deadline.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

Word word_of(sem_t* semaphore) { return {address_of(semaphore), 4}; }

int fail_with(int error) {
  errno = error;
  return -1;
}

bool try_take(Fiber& fiber, sem_t* semaphore, Address place) {
  return update(fiber, word_of(semaphore), Operation::subtract_if_positive, 1, place) > 0;
}

int take_in_time(Fiber& fiber, sem_t* semaphore, const timespec* until, Address place) {
  if (try_take(fiber, semaphore, place)) return 0;
  if (is_no_time(until)) return fail_with(EINVAL);
  note_time_out(fiber, until, place);
  return fail_with(ETIMEDOUT);
}

// A barrier: how many have come since the beginning, below how many it takes; and how many rounds are complete.
constexpr unsigned kCountAt = 32;
constexpr std::uint64_t kDestroyed = std::uint64_t{1} << 63;
Word arrivals_of(pthread_barrier_t* barrier) { return {address_of(barrier), 8}; }
Word rounds_of(pthread_barrier_t* barrier) { return {address_of(barrier) + 8, 4}; }
// Plainly: is it in use? Only of static ones, since what was on a stack may be gone without having been destroyed.
constexpr std::size_t kInUseAt = 16;
bool is_static(pthread_barrier_t* barrier) {
  const Address address = address_of(barrier);
  return (address < kStacks || address >= kHeapsEnd) && !in_early_heap(address);
}
std::uint8_t* in_use(pthread_barrier_t* barrier) { return reinterpret_cast<std::uint8_t*>(barrier) + kInUseAt; }

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;
using graphfuzz::Operation;
using graphfuzz::Value;

GRAPHFUZZ_HOOK int sem_init(sem_t* semaphore, int shared, unsigned value) {
  GRAPHFUZZ_OUTSIDE(sem_init, semaphore, shared, value)
  Hook hook;
  if (value > SEM_VALUE_MAX) return fail_with(EINVAL);
  std::memset(semaphore, 0, sizeof *semaphore);
  initialise(hook.fiber(), word_of(semaphore), value, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int sem_destroy(sem_t* semaphore) {
  GRAPHFUZZ_OUTSIDE(sem_destroy, semaphore)
  return 0;
}
GRAPHFUZZ_NOTED int graphfuzz_sem_wait(sem_t* semaphore) {
  GRAPHFUZZ_OUTSIDE(sem_wait, semaphore)
  NotingHook hook;
  update(hook.fiber(), word_of(semaphore), Operation::subtract, 1, GRAPHFUZZ_CALLER, {Wait::Kind::at_least, 1});
  return 0;
}
GRAPHFUZZ_NOTING(sem_wait)
GRAPHFUZZ_NOTED int graphfuzz_sem_trywait(sem_t* semaphore) {
  GRAPHFUZZ_OUTSIDE(sem_trywait, semaphore)
  NotingHook hook;
  return try_take(hook.fiber(), semaphore, GRAPHFUZZ_CALLER) ? 0 : fail_with(EAGAIN);
}
GRAPHFUZZ_NOTING(sem_trywait)
GRAPHFUZZ_HOOK int sem_timedwait(sem_t* semaphore, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(sem_timedwait, semaphore, until)
  Hook hook;
  return take_in_time(hook.fiber(), semaphore, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  GRAPHFUZZ_OUTSIDE(sem_clockwait, semaphore, clock, until)
  Hook hook;
  return take_in_time(hook.fiber(), semaphore, until, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK int sem_post(sem_t* semaphore) {
  GRAPHFUZZ_OUTSIDE(sem_post, semaphore)
  Hook hook;
  const Value before = update(hook.fiber(), word_of(semaphore), Operation::add, 1, GRAPHFUZZ_CALLER);
  return before == SEM_VALUE_MAX ? fail_with(EOVERFLOW) : 0;
}
GRAPHFUZZ_NOTED int graphfuzz_sem_getvalue(sem_t* semaphore, int* value) {
  GRAPHFUZZ_OUTSIDE(sem_getvalue, semaphore, value)
  NotingHook hook;
  const Address place = GRAPHFUZZ_CALLER;
  put(hook.fiber(), value, static_cast<int>(read(hook.fiber(), word_of(semaphore), place)), place);
  return 0;
}
GRAPHFUZZ_NOTING(sem_getvalue)

GRAPHFUZZ_HOOK int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                                        unsigned count) {
  GRAPHFUZZ_OUTSIDE(pthread_barrier_init, barrier, attributes, count)
  Hook hook;
  if (count == 0 || count >= 0x7fff'ffff) return EINVAL;
  if (is_static(barrier)) {
    if (look(hook.fiber(), in_use(barrier), GRAPHFUZZ_CALLER) != 0) {
      fail(hook.fiber(), "misuse: the barrier is initialised already", GRAPHFUZZ_CALLER);
    }
    put(hook.fiber(), in_use(barrier), std::uint8_t{1}, GRAPHFUZZ_CALLER);
  }
  initialise(hook.fiber(), arrivals_of(barrier), static_cast<Value>(std::uint64_t{count} << kCountAt),
             GRAPHFUZZ_CALLER);
  initialise(hook.fiber(), rounds_of(barrier), 0, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  GRAPHFUZZ_OUTSIDE(pthread_barrier_destroy, barrier)
  Hook hook;
  if (is_static(barrier)) put(hook.fiber(), in_use(barrier), std::uint8_t{0}, GRAPHFUZZ_CALLER);
  initialise(hook.fiber(), arrivals_of(barrier), static_cast<Value>(kDestroyed), GRAPHFUZZ_CALLER);
  return 0;
}
// The last to come lets the others go.
GRAPHFUZZ_HOOK int pthread_barrier_wait(pthread_barrier_t* barrier) {
  GRAPHFUZZ_OUTSIDE(pthread_barrier_wait, barrier)
  Hook hook;
  Fiber& f = hook.fiber();
  const Address place = GRAPHFUZZ_CALLER;
  const auto word = static_cast<std::uint64_t>(update(f, arrivals_of(barrier), Operation::add, 1, place));
  const std::uint64_t count = word >> kCountAt;
  if ((word & kDestroyed) != 0) fail(f, "destroyed-lock: wait at a barrier that was destroyed", place);
  if (count == 0) fail(f, "misuse: the barrier was not initialised", place);
  const std::uint64_t before = word & 0xffff'ffff;
  const auto round = static_cast<Value>(before / count + 1);
  if ((before + 1) % count == 0) {
    write(f, rounds_of(barrier), round, place);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  read(f, rounds_of(barrier), place, {Wait::Kind::at_least, round});
  return 0;
}
