// Locks that programs take on files of the C library, which its own functions do not wait for here: what one of them
// writes is written at once anyway.
#include <stdio.h>

#include "runtime/hook.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/thread_memory.hpp"

using namespace graphfuzz::runtime;

namespace {

Word word_of(const FILE* file) { return {lock_of_file(address_of(file)), 4}; }

// They may be taken again by who holds them.
bool take_again(Fiber& fiber, const FILE* file) {
  Held* const held = find_held(fiber, word_of(file).address);
  if (held == nullptr) return false;
  ++held->count;
  return true;
}

}  // namespace

GRAPHFUZZ_HOOK void flockfile(FILE* file) {
  GRAPHFUZZ_OUTSIDE(flockfile, file)
  Hook hook;
  Fiber& fiber = hook.fiber();
  if (take_again(fiber, file)) return;
  exchange_or_wait(fiber, word_of(file), 0, fiber.id + 1, GRAPHFUZZ_CALLER);
  fiber.held.push_back({word_of(file).address});
}

GRAPHFUZZ_HOOK int ftrylockfile(FILE* file) {
  GRAPHFUZZ_OUTSIDE(ftrylockfile, file)
  Hook hook;
  Fiber& fiber = hook.fiber();
  if (take_again(fiber, file)) return 0;
  if (!try_exchange(fiber, word_of(file), 0, fiber.id + 1, GRAPHFUZZ_CALLER)) return 1;
  fiber.held.push_back({word_of(file).address});
  return 0;
}

GRAPHFUZZ_HOOK void funlockfile(FILE* file) {
  GRAPHFUZZ_OUTSIDE(funlockfile, file)
  Hook hook;
  Fiber& fiber = hook.fiber();
  Held* const held = find_held(fiber, word_of(file).address);
  if (held == nullptr) fail(fiber, "bad-unlock: the thread does not hold the file's lock", GRAPHFUZZ_CALLER);
  if (--held->count > 0) return;
  drop_held(fiber, held);
  write(fiber, word_of(file), 0, GRAPHFUZZ_CALLER);
}
