// What threads have of their own by keys. A key is named by who made it as his how-manieth.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include <algorithm>

#include "graphfuzz/program/numbering.hpp"
#include "runtime/hook.hpp"
#include "runtime/late_libraries.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

using Destructor = void (*)(void*);

// Those from before main are the real ones, and less than this.
constexpr unsigned kFirstKey = PTHREAD_KEYS_MAX;
Destructor early_destructors[PTHREAD_KEYS_MAX];
bool early_keys[PTHREAD_KEYS_MAX];
unsigned early_end = 0;  // all of them are less

void forget(Fiber& fiber, unsigned key) {
  std::erase_if(fiber.specific, [&](const Fiber::Specific& s) { return s.key == key; });
}

// That of the least key from there on. Null if there is none.
const Fiber::Specific* first_specific(const Fiber& fiber, unsigned from) {
  const Fiber::Specific* first = nullptr;
  for (const Fiber::Specific& s : fiber.specific) {
    if (s.key >= from && (first == nullptr || s.key < first->key)) first = &s;
  }
  return first;
}

bool is_used(Fiber& fiber, unsigned number, Address place) {
  if (number < kFirstKey) return early_keys[number];
  Key* const k = key(number - kFirstKey);
  return k != nullptr && look(fiber, &k->used, place);
}

Destructor destructor_of(Fiber& fiber, unsigned number) {
  if (number < kFirstKey) return early_destructors[number];
  Key* const k = key(number - kFirstKey);
  return look(fiber, &k->used, 0) ? look(fiber, &k->destructor, 0) : nullptr;
}

}  // namespace

unsigned create_key(Fiber& fiber, Destructor destructor, Address place) {
  const auto number = static_cast<unsigned>(number_of(fiber.id, fiber.keys++));
  Key* const k = key(number);
  if (k == nullptr) fail(fiber, "unsupported: there are too many keys of pthread_key_create", place);
  put(fiber, &k->used, true, place);
  if (destructor != nullptr) put(fiber, &k->destructor, destructor, place);
  return kFirstKey + number;
}

void delete_key(Fiber& fiber, unsigned number, Address place) {
  if (number >= kFirstKey) put(fiber, &key(number - kFirstKey)->used, false, place);
}

void* specific(Fiber& fiber, unsigned number) {
  for (const Fiber::Specific& s : fiber.specific) {
    if (s.key == number) return s.value;
  }
  return nullptr;
}

void set_specific(Fiber& fiber, unsigned number, void* value) {
  forget(fiber, number);
  if (value != nullptr) fiber.specific.push_back({number, value});
}

void inherit_specifics(Fiber& fiber) {
  static const auto real_one = reinterpret_cast<void* (*)(pthread_key_t)>(next_definition("pthread_getspecific"));
  for (unsigned number = 0; number < early_end; ++number) {
    if (!early_keys[number]) continue;
    if (void* const value = real_one(number); value != nullptr) fiber.specific.push_back({number, value});
  }
}

// By key, as glibc does: what a destructor sets of a later key is of the same round, the rest of the next one.
void destroy_specifics(Fiber& fiber) {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && !fiber.specific.empty(); ++round) {
    unsigned from = 0;
    while (const Fiber::Specific* const found = first_specific(fiber, from)) {
      const auto [number, value] = *found;
      from = number + 1;
      forget(fiber, number);
      if (number < kFirstKey && fiber.id == 0) continue;  // the thread that has made the key goes on
      const Destructor destructor = destructor_of(fiber, number);
      if (destructor == nullptr) continue;
      current = &fiber;
      destructor(value);
      current = nullptr;
      settle_plain_write(fiber);
    }
  }
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK int pthread_key_create(pthread_key_t* result, void (*destructor)(void*)) {
  if (current == nullptr) {
    static const auto outside = reinterpret_cast<decltype(&pthread_key_create)>(next_definition("pthread_key_create"));
    const int error = outside(result, destructor);
    if (error == 0) {
      early_destructors[*result] = destructor;
      early_keys[*result] = true;
      early_end = std::max(early_end, *result + 1);
    }
    return error;
  }
  Hook hook;
  const Address place = GRAPHFUZZ_CALLER;
  put(hook.fiber(), result, create_key(hook.fiber(), destructor, place), place);
  return 0;
}
GRAPHFUZZ_HOOK int pthread_key_delete(pthread_key_t number) {
  GRAPHFUZZ_OUTSIDE(pthread_key_delete, number)
  Hook hook;
  const Address place = GRAPHFUZZ_CALLER;
  if (!is_used(hook.fiber(), number, place)) return EINVAL;
  delete_key(hook.fiber(), number, place);
  return 0;
}
GRAPHFUZZ_HOOK void* pthread_getspecific(pthread_key_t number) {
  GRAPHFUZZ_OUTSIDE(pthread_getspecific, number)
  InRuntime in;
  return specific(in.fiber(), number);
}
GRAPHFUZZ_HOOK int pthread_setspecific(pthread_key_t number, const void* value) {
  if (current == nullptr) {
    refuse_in_constructor("dlopen: a constructor of the library calls pthread_setspecific(): --fork takes it");
  }
  GRAPHFUZZ_OUTSIDE(pthread_setspecific, number, value)
  Hook hook;
  if (!is_used(hook.fiber(), number, GRAPHFUZZ_CALLER)) return EINVAL;
  set_specific(hook.fiber(), number, const_cast<void*>(value));
  return 0;
}

GRAPHFUZZ_HOOK int tss_create(tss_t* result, tss_dtor_t destructor) {
  return pthread_key_create(result, destructor) == 0 ? thrd_success : thrd_error;
}
GRAPHFUZZ_HOOK void tss_delete(tss_t number) { pthread_key_delete(number); }
GRAPHFUZZ_HOOK void* tss_get(tss_t number) { return pthread_getspecific(number); }
GRAPHFUZZ_HOOK int tss_set(tss_t number, void* value) {
  return pthread_setspecific(number, value) == 0 ? thrd_success : thrd_error;
}
