// The kernel's futexes, by syscall(2), and waiting for atomic objects in C++20 (compat/libstdc++/bits/atomic_wait.h).
// Those who wait for a word are in a queue that is a condition variable of its own: who waits is in it before he looks
// at the word, so that who writes and wakes either is seen or wakes him.
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdarg>

#include <fmt/format.h>

#include "graphfuzz/program/condition_variable.hpp"
#include "runtime/early_threads.hpp"
#include "runtime/hook.hpp"
#include "runtime/signals.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/thread_memory.hpp"

namespace graphfuzz::runtime {
namespace {

long fail_with(int error) {
  errno = error;
  return -1;
}

// The kernel looks at the word in an order with all other accesses that it sees.
std::uint32_t value_of(Fiber& fiber, Address word, Address place) {
  Request request;
  request.kind = RequestKind::read;
  request.order = MemoryOrder::seq_cst;
  request.size = 4;
  request.bits = 32;
  request.is_signed = false;
  return static_cast<std::uint32_t>(ask(fiber, request, word, place).value);
}

Word queue_word(Address address) { return {queue_of(address), 8}; }

Value enter_queue(Fiber& fiber, Address address, Address place) {
  return condition_group(update(fiber, queue_word(address), Operation::condition_wait, 0, place)) + 1;
}
// Was it woken?
bool leave_queue(Fiber& fiber, Address address, Value group, Address place) {
  return condition_woken(update(fiber, queue_word(address), Operation::condition_leave, group, place), group);
}
void await_wake(Fiber& fiber, Address address, Value group, Address place) {
  update(fiber, queue_word(address), Operation::condition_take, group, place, {Wait::Kind::group, group});
}

long wait(Fiber& fiber, Address word, std::uint32_t expected, bool may_time_out, Address place) {
  const Value group = enter_queue(fiber, word, place);
  if (value_of(fiber, word, place) != expected) {
    leave_queue(fiber, word, group, place);
    return fail_with(EAGAIN);
  }
  if (!may_time_out) {
    await_wake(fiber, word, group, place);
    return 0;
  }
  if (leave_queue(fiber, word, group, place)) return 0;
  note_time_out(fiber, nullptr, place);
  return fail_with(ETIMEDOUT);
}

// How many there were to wake is not told: nobody needs to know.
long wake(Fiber& fiber, Address word, int count, Address place) {
  const Word queue = queue_word(word);
  if (count == INT_MAX) {
    update(fiber, queue, Operation::condition_broadcast, 0, place);
    return 0;
  }
  long woken = 0;
  for (int i = 0; i < count; ++i) {
    const Value before = update(fiber, queue, Operation::condition_signal, 0, place);
    if (condition_signal(before) == before) break;
    ++woken;
  }
  return woken;
}

long futex(Fiber& fiber, Address word, int operation, std::uint32_t value, bool has_time, Address place) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return wait(fiber, word, value, has_time, place);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return wake(fiber, word, static_cast<int>(value), place);
    default:
      fail(fiber, fmt::format("unsupported: futex operation {}", operation & FUTEX_CMD_MASK), place);
  }
}

// What syscall(SYS_futex, …) was given, outside of threads.
bool waits_for_ever(const long* arguments) {
  const long command = arguments[1] & FUTEX_CMD_MASK;
  return (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET) && arguments[3] == 0 &&
         *reinterpret_cast<const std::uint32_t*>(arguments[0]) == static_cast<std::uint32_t>(arguments[2]);
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK long graphfuzz_wait_begin(const volatile void* object) {
  if (current == nullptr) return 0;
  Hook hook;
  return enter_queue(hook.fiber(), address_of(object), GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK void graphfuzz_wait_leave(const volatile void* object, long group) {
  if (current == nullptr) return;
  Hook hook;
  leave_queue(hook.fiber(), address_of(object), group, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK void graphfuzz_wait_sleep(const volatile void* object, long group) {
  if (current == nullptr) return refuse_to_wait("the wait() of an atomic object");
  Hook hook;
  await_wake(hook.fiber(), address_of(object), group, GRAPHFUZZ_CALLER);
}
GRAPHFUZZ_HOOK void graphfuzz_wake(const volatile void* object, int all) {
  if (current == nullptr) return;
  Hook hook;
  wake(hook.fiber(), address_of(object), all != 0 ? INT_MAX : 1, GRAPHFUZZ_CALLER);
}

GRAPHFUZZ_HOOK long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long arguments[6];
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (current != nullptr && number == SYS_futex) {
    Hook hook;
    return futex(hook.fiber(), static_cast<Address>(arguments[0]), static_cast<int>(arguments[1]),
                 static_cast<std::uint32_t>(arguments[2]), arguments[3] != 0, GRAPHFUZZ_CALLER);
  }
  if (current == nullptr && number == SYS_futex && waits_for_ever(arguments)) refuse_to_wait("a futex");
  if (current != nullptr && is_of_process(number)) return call_of_process(number, arguments, GRAPHFUZZ_CALLER);
  static const auto outside = reinterpret_cast<long (*)(long, ...)>(next_definition("syscall"));
  return outside(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}
