// What the program's locks, semaphores and the like are made of: requests on a word of theirs, and what each thread
// knows of its own.
#pragma once

#include <pthread.h>
#include <time.h>

#include "runtime/request.hpp"

namespace graphfuzz::runtime {

/// A word of 1, 4 or 8 bytes; those of 4 have a sign.
struct Word {
  Address address = 0;
  std::uint8_t size = 4;
};

/// What it was before.
Value update(Fiber& fiber, const Word& word, Operation operation, Value operand, Address place, const Wait& wait = {});
/// The same, but the thread goes on only if it succeeds; that is so too if the value read is `otherwise`.
bool exchange_or_wait(Fiber& fiber, const Word& word, Value expected, Value desired, Address place);
bool exchange_unless(Fiber& fiber, const Word& word, Value expected, Value desired, Value unless, Address place);
bool try_exchange(Fiber& fiber, const Word& word, Value expected, Value desired, Address place);
Value read(Fiber& fiber, const Word& word, Address place, const Wait& wait = {});
void write(Fiber& fiber, const Word& word, Value value, Address place);
/// Plainly: before anyone else may use it.
void initialise(Fiber& fiber, const Word& word, Value value, Address place);

/// One of 0 … count - 1, each of which is another execution.
unsigned choose(Fiber& fiber, unsigned count, Address place);
/// The one of the place; 0 at first.
unsigned& count_at(std::vector<Fiber::CountAt>& counts, Address place);
/// The thread's waiting at the place, until the time on whichever clock, has timed out: it is that late. If that
/// happens again and again the execution is given up.
void note_time_out(Fiber& fiber, const timespec* until, Address place);
// hooks_time.cpp
/// The thread sleeps so many nanoseconds of its own time.
void sleep_for(std::uint64_t time);
/// Lets the thread's clock be at that time if it is not yet.
void pass_time(Fiber& fiber, const timespec& until);

/// Memory that is plainly accessed by the runtime for the program: read and written as if by the thread.
template <class T>
T look(Fiber& fiber, const T* at, Address place) {
  plain_read(fiber, reinterpret_cast<Address>(at), sizeof(T), place);
  return *at;
}
template <class T>
void put(Fiber& fiber, T* at, T value, Address place) {
  plain_write(fiber, reinterpret_cast<Address>(at), sizeof(T), place);
  *at = value;
  settle_plain_write(fiber);
}

/// The lock that the thread holds; null if it does not.
Held* find_held(Fiber& fiber, Address lock);
void drop_held(Fiber& fiber, const Held* held);

/// The thread that the program knows as that; null if there is none.
Fiber* fiber_of(pthread_t thread);

// Mutexes and the rest as functions, for the hooks of POSIX's names and C11's.
int lock_mutex(Fiber& fiber, void* mutex, Address place);
/// EBUSY if it is locked.
int try_mutex(Fiber& fiber, void* mutex, Address place);
int unlock_mutex(Fiber& fiber, void* mutex, Address place);
/// Kinds are those of pthread_mutexattr_settype.
void initialise_mutex(Fiber& fiber, void* mutex, int kind, Address place);
void destroy_mutex(Fiber& fiber, void* mutex, Address place);
/// Until a time if there is one: then it may time out, ETIMEDOUT.
int wait_for_condition(Fiber& fiber, void* condition, void* mutex, const timespec* until, Address place);
void wake_condition(Fiber& fiber, void* condition, bool all, Address place);
void initialise_condition(Fiber& fiber, void* condition, Address place);
/// The function is called if nobody has done so, and has come back from it.
void call_once(Fiber& fiber, Address word, void (*function)(), Address place);
unsigned create_key(Fiber& fiber, void (*destructor)(void*), Address place);
void delete_key(Fiber& fiber, unsigned key, Address place);
void* specific(Fiber& fiber, unsigned key);
void set_specific(Fiber& fiber, unsigned key, void* value);
/// The first thread has what the thread of the process has by keys from before.
void inherit_specifics(Fiber& fiber);
/// Destroys what the thread has of its own, and goes on doing so if that makes more.
void destroy_specifics(Fiber& fiber);

}  // namespace graphfuzz::runtime
