// What is done once: pthread_once, C11's call_once, and function-local statics of C++. A word of four bytes is 0 at
// first, 1 while somebody is about it, 2 when it was done, as in glibc.
#include <pthread.h>
#include <sched.h>
#include <threads.h>

#include "runtime/hook.hpp"
#include "runtime/image.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

enum : int { kNotDone, kInProgress, kDone };

// An exception leaves it as if nobody had tried.
class Attempt {
 public:
  Attempt(Fiber& fiber, const Word& word, Address place) : fiber_(fiber), word_(word), place_(place) {}
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt() {
    current = nullptr;
    settle_plain_write(fiber_);
    write(fiber_, word_, result_, place_);
  }
  void succeeded() { result_ = kDone; }

 private:
  Fiber& fiber_;
  Word word_;
  Address place_;
  int result_ = kNotDone;
};

// The compiler has the first byte of a guard read before it calls: not 0 if done.
Word word_of(std::uint64_t* guard) { return {address_of(guard) + 4, 4}; }
Word byte_of(std::uint64_t* guard) { return {address_of(guard), 1}; }
int* real_word_of(std::uint64_t* guard) { return reinterpret_cast<int*>(guard) + 1; }

// Is there no thread of the program to ask for, or does the variable belong to a library that stays as it is?
bool is_outside(const void* object) { return current == nullptr || !is_restored(address_of(object)); }

}  // namespace

void call_once(Fiber& fiber, Address word, void (*function)(), Address place) {
  if (!exchange_unless(fiber, {word, 4}, kNotDone, kInProgress, kInProgress, place)) return;
  Attempt attempt(fiber, {word, 4}, place);
  current = &fiber;
  function();
  attempt.succeeded();
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int pthread_once(pthread_once_t* once, void (*function)()) {
  if (is_outside(once)) {
    InRuntime in;
    static const auto outside = reinterpret_cast<int (*)(pthread_once_t*, void (*)())>(next_definition("pthread_once"));
    // What is done once and for all executions is none of this one's doing.
    return outside(once, function);
  }
  Hook hook;
  graphfuzz::runtime::call_once(hook.fiber(), address_of(once), function, GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK void call_once(once_flag* once, void (*function)()) {
  if (current == nullptr) {
    static const auto outside = reinterpret_cast<void (*)(once_flag*, void (*)())>(next_definition("call_once"));
    return outside(once, function);
  }
  Hook hook;
  graphfuzz::runtime::call_once(hook.fiber(), address_of(once), function, GRAPHFUZZ_CALLER);
}

// These are those of the runtime itself, too. The compiler knows them by their names, with types of its own.
GRAPHFUZZ_HOOK int graphfuzz_guard_acquire(std::uint64_t* guard) asm("__cxa_guard_acquire");
int graphfuzz_guard_acquire(std::uint64_t* guard) {
  if (is_outside(guard)) {
    int* const word = real_word_of(guard);
    while (true) {
      int before = kNotDone;
      if (__atomic_compare_exchange_n(word, &before, kInProgress, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) return 1;
      if (before == kDone) return 0;
      ::sched_yield();
    }
  }
  Hook hook;
  return exchange_unless(hook.fiber(), word_of(guard), kNotDone, kInProgress, kInProgress, GRAPHFUZZ_CALLER) ? 1 : 0;
}
GRAPHFUZZ_HOOK void graphfuzz_guard_release(std::uint64_t* guard) asm("__cxa_guard_release");
void graphfuzz_guard_release(std::uint64_t* guard) {
  if (is_outside(guard)) {
    __atomic_store_n(reinterpret_cast<char*>(guard), 1, __ATOMIC_RELEASE);
    return __atomic_store_n(real_word_of(guard), kDone, __ATOMIC_RELEASE);
  }
  Hook hook;
  const Address place = GRAPHFUZZ_CALLER;
  write(hook.fiber(), byte_of(guard), 1, place);
  *reinterpret_cast<char*>(guard) = 1;
  write(hook.fiber(), word_of(guard), kDone, place);
}
GRAPHFUZZ_HOOK void graphfuzz_guard_abort(std::uint64_t* guard) asm("__cxa_guard_abort");
void graphfuzz_guard_abort(std::uint64_t* guard) {
  if (is_outside(guard)) return __atomic_store_n(real_word_of(guard), kNotDone, __ATOMIC_RELEASE);
  Hook hook;
  write(hook.fiber(), word_of(guard), kNotDone, GRAPHFUZZ_CALLER);
}
