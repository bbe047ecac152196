// What compilers call for atomic accesses (-fsanitize=thread).
#include <fmt/format.h>

#include <cstdint>
#include <type_traits>

#include "runtime/heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/machine_atomics.hpp"
#include "runtime/request.hpp"
#include "runtime/stack_memory.hpp"
#include "runtime/unseen_writes.hpp"

namespace graphfuzz::runtime {
namespace {

constexpr MemoryOrder order_of(int order) {
  switch (order & 0x7fff) {
    case __ATOMIC_RELAXED:
      return MemoryOrder::relaxed;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE:
      return MemoryOrder::acquire;
    case __ATOMIC_RELEASE:
      return MemoryOrder::release;
    case __ATOMIC_ACQ_REL:
      return MemoryOrder::acq_rel;
    default:
      return MemoryOrder::seq_cst;
  }
}

template <class T>
Request access(RequestKind kind, int order) {
  Request request;
  request.kind = kind;
  request.order = order_of(order);
  request.size = sizeof(T);
  request.bits = 8 * sizeof(T);
  request.is_signed = false;
  return request;
}

// Values are what memory holds, without sign; eight bytes are what they are.
template <class T>
Value value_of(T value) {
  return static_cast<Value>(static_cast<std::uint64_t>(value));
}

template <class T>
T checked(Fiber& fiber, Address at, T value, const char* what, Address place) {
  if (checks.uninitialised) check_read(fiber, at, sizeof(T), value_of(value), what, place);
  return value;
}

// What is a thread's own needs no engine.
template <class T>
void write_privately(Fiber& fiber, volatile T* address, T value, Address place) {
  plain_write(fiber, reinterpret_cast<Address>(address), sizeof(T), place);
  *address = value;
  settle_plain_write(fiber);
}

template <class T>
void put_in_memory(volatile T* address, T value) {
  *address = value;
  keep_in_mind(reinterpret_cast<Address>(address), sizeof(T));
}

void check_atomic(Fiber& fiber, Address at, std::size_t size, const char* what, Address place) {
  check_access(fiber, at, size, what, place);
  if (at % size == 0) return;
  static_cast<void>(*reinterpret_cast<const volatile char*>(at));  // if there is no memory, that is what is wrong
  fail(fiber, fmt::format("unsupported: {} of {} bytes at {:#x}, which is no multiple of that", what, size, at), place);
}

template <class T>
T load(const volatile T* address, int order, void* from) {
  if (current == nullptr) return __atomic_load_n(address, __ATOMIC_SEQ_CST);
  NotingHook hook;
  const auto at = reinterpret_cast<Address>(address);
  check_atomic(hook.fiber(), at, sizeof(T), "atomic read", caller(from));
  if (is_private(hook.fiber(), at, sizeof(T), caller(from))) return *address;
  tell_of_unseen_write(hook.fiber(), at, sizeof(T), caller(from));
  const Answer answer = ask(hook.fiber(), access<T>(RequestKind::read, order), at, caller(from));
  return checked(hook.fiber(), at, static_cast<T>(answer.value), "atomic read", caller(from));
}

template <class T>
void store(volatile T* address, T value, int order, void* from) {
  if (current == nullptr) return __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
  Hook hook;
  tell_of_fresh_blocks(hook.fiber());
  const auto at = reinterpret_cast<Address>(address);
  check_atomic(hook.fiber(), at, sizeof(T), "atomic write", caller(from));
  if (is_private(hook.fiber(), at, sizeof(T), caller(from))) {
    return write_privately<T>(hook.fiber(), address, value, caller(from));
  }
  refuse_unseen_write(hook.fiber(), at, sizeof(T), caller(from));
  Request request = access<T>(RequestKind::write, order);
  request.operand = value_of(value);
  ask(hook.fiber(), request, at, caller(from));
  if (checks.uninitialised) mark_written(at, sizeof(T));
  put_in_memory(address, value);
}

template <class T>
T update(volatile T* address, Operation operation, T operand, int order, void* from) {
  NotingHook hook;
  const auto at = reinterpret_cast<Address>(address);
  check_atomic(hook.fiber(), at, sizeof(T), "atomic update", caller(from));
  if (is_private(hook.fiber(), at, sizeof(T), caller(from))) {
    const T was = *address;
    const Value now = apply(operation, value_of(was), value_of(operand), 8 * sizeof(T), false);
    write_privately<T>(hook.fiber(), address, static_cast<T>(now), caller(from));
    return was;
  }
  tell_of_unseen_write(hook.fiber(), at, sizeof(T), caller(from));
  Request request = access<T>(RequestKind::update, order);
  request.operation = operation;
  request.operand = value_of(operand);
  const Value before = ask(hook.fiber(), request, at, caller(from)).value;
  checked(hook.fiber(), at, static_cast<T>(before), "atomic update", caller(from));
  put_in_memory(address, static_cast<T>(apply(operation, before, value_of(operand), 8 * sizeof(T), false)));
  return static_cast<T>(before);
}

// Weak ones fail only when they read another value, unless by an option.
template <class T>
T compare_exchange(volatile T* address, T expected, T desired, int order, int failure_order, bool weak, bool& succeeded,
                   void* from) {
  NotingHook hook;
  const auto at = reinterpret_cast<Address>(address);
  check_atomic(hook.fiber(), at, sizeof(T), "atomic compare-exchange", caller(from));
  if (is_private(hook.fiber(), at, sizeof(T), caller(from))) {
    const T was = *address;
    succeeded = was == expected;
    if (succeeded) write_privately<T>(hook.fiber(), address, desired, caller(from));
    return was;
  }
  tell_of_unseen_write(hook.fiber(), at, sizeof(T), caller(from));
  Request request = access<T>(RequestKind::compare_exchange, order);
  request.failure_order = order_of(failure_order);
  request.weak = weak && checks.spurious;
  request.expected = value_of(expected);
  request.operand = value_of(desired);
  const Answer answer = ask(hook.fiber(), request, at, caller(from));
  checked(hook.fiber(), at, static_cast<T>(answer.value), "atomic compare-exchange", caller(from));
  succeeded = answer.succeeded;
  if (succeeded) put_in_memory(address, desired);
  return static_cast<T>(answer.value);
}

// What is expected is in memory, and what was found instead goes there: plain accesses.
template <class T>
int compare_exchange_at(volatile T* address, T* expected, T desired, int order, int failure_order, bool weak,
                        void* from) {
  const Registers registers = graphfuzz_registers;
  const auto at = reinterpret_cast<Address>(expected);
  {
    Hook hook;
    plain_read(hook.fiber(), at, sizeof(T), caller(from));
  }
  graphfuzz_registers = registers;
  bool succeeded = false;
  const T was = compare_exchange<T>(address, *expected, desired, order, failure_order, weak, succeeded, from);
  if (!succeeded) {
    Hook hook;
    plain_write(hook.fiber(), at, sizeof(T), caller(from));
    *expected = was;
    settle_plain_write(hook.fiber());
  }
  return succeeded;
}

// The operands of libatomic's functions for any size are in memory: plain accesses.
template <class T>
T operand_at(const void* address, void* from) {
  if (current == nullptr) return *static_cast<const T*>(address);
  Hook hook;
  plain_read(hook.fiber(), reinterpret_cast<Address>(address), sizeof(T), caller(from));
  return *static_cast<const T*>(address);
}

template <class T>
void put_result(void* address, T value, void* from) {
  if (current == nullptr) {
    *static_cast<T*>(address) = value;
    return;
  }
  Hook hook;
  plain_write(hook.fiber(), reinterpret_cast<Address>(address), sizeof(T), caller(from));
  *static_cast<T*>(address) = value;
  settle_plain_write(hook.fiber());
}

// Calls `action` with a number of that size. Compilers call for others, too.
template <class Action>
auto with_size(std::size_t size, void* from, Action action) {
  switch (size) {
    case 1:
      return action(std::uint8_t{});
    case 2:
      return action(std::uint16_t{});
    case 4:
      return action(std::uint32_t{});
    case 8:
      return action(std::uint64_t{});
    default:
      refuse_atomic(size, caller(from));
  }
}

template <class T>
T exchange(volatile T* address, T value, int order, void* from) {
  if (current == nullptr) return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);
  return update<T>(address, Operation::exchange, value, order, from);
}

template <class T>
unsigned long long extremum(volatile void* at, unsigned long long operand, int is_signed, int is_maximum, int order,
                            void* from) {
  const Operation operation = is_maximum != 0 ? (is_signed != 0 ? Operation::signed_maximum : Operation::maximum)
                                              : (is_signed != 0 ? Operation::signed_minimum : Operation::minimum);
  auto* const address = static_cast<volatile T*>(at);
  if (current != nullptr) return update<T>(address, operation, static_cast<T>(operand), order, from);
  T was = __atomic_load_n(address, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(
      address, &was,
      static_cast<T>(apply(operation, value_of(was), value_of(static_cast<T>(operand)), 8 * sizeof(T), false)), false,
      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  return was;
}

}  // namespace

Value machine_update(Address at, unsigned size, Operation operation, std::uint64_t operand, Address behind) {
  void* const from = reinterpret_cast<void*>(behind);
  return with_size(size, from, [&](auto zero) {
    using T = decltype(zero);
    return value_of(
        update<T>(reinterpret_cast<volatile T*>(at), operation, static_cast<T>(operand), __ATOMIC_SEQ_CST, from));
  });
}

Value machine_compare_exchange(Address at, unsigned size, std::uint64_t expected, std::uint64_t desired,
                               Address behind) {
  void* const from = reinterpret_cast<void*>(behind);
  return with_size(size, from, [&](auto zero) {
    using T = decltype(zero);
    bool succeeded = false;
    auto* const address = reinterpret_cast<volatile T*>(at);
    const T was = compare_exchange<T>(address, static_cast<T>(expected), static_cast<T>(desired), __ATOMIC_SEQ_CST,
                                      __ATOMIC_SEQ_CST, false, succeeded, from);
    if (!succeeded) put_in_memory(address, was);  // for the instruction to find
    return value_of(was);
  });
}

void machine_fence(Address behind) {
  Hook hook;
  Request request;
  request.kind = RequestKind::fence;
  request.order = MemoryOrder::seq_cst;
  ask(hook.fiber(), request, 0, behind - 1);
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;
using graphfuzz::Operation;

#define GRAPHFUZZ_UPDATE(BITS, T, NAME, OPERATION, REAL)                                    \
  GRAPHFUZZ_NOTED T graphfuzz___tsan_atomic##BITS##_##NAME(volatile T* a, T v, int order) { \
    if (current == nullptr) return REAL(a, v, __ATOMIC_SEQ_CST);                            \
    return update<T>(a, Operation::OPERATION, v, order, __builtin_return_address(0));       \
  }                                                                                         \
  GRAPHFUZZ_NOTING(__tsan_atomic##BITS##_##NAME)

#define GRAPHFUZZ_ATOMICS(BITS, T)                                                                                    \
  GRAPHFUZZ_NOTED T graphfuzz___tsan_atomic##BITS##_load(const volatile T* a, int order) {                            \
    return load<T>(a, order, __builtin_return_address(0));                                                            \
  }                                                                                                                   \
  GRAPHFUZZ_NOTING(__tsan_atomic##BITS##_load)                                                                        \
  GRAPHFUZZ_HOOK void __tsan_atomic##BITS##_store(volatile T* a, T v, int order) {                                    \
    store<T>(a, v, order, __builtin_return_address(0));                                                               \
  }                                                                                                                   \
  GRAPHFUZZ_UPDATE(BITS, T, exchange, exchange, __atomic_exchange_n)                                                  \
  GRAPHFUZZ_UPDATE(BITS, T, fetch_add, add, __atomic_fetch_add)                                                       \
  GRAPHFUZZ_UPDATE(BITS, T, fetch_sub, subtract, __atomic_fetch_sub)                                                  \
  GRAPHFUZZ_UPDATE(BITS, T, fetch_and, bit_and, __atomic_fetch_and)                                                   \
  GRAPHFUZZ_UPDATE(BITS, T, fetch_or, bit_or, __atomic_fetch_or)                                                      \
  GRAPHFUZZ_UPDATE(BITS, T, fetch_xor, bit_xor, __atomic_fetch_xor)                                                   \
  GRAPHFUZZ_UPDATE(BITS, T, fetch_nand, bit_nand, __atomic_fetch_nand)                                                \
  GRAPHFUZZ_NOTED int graphfuzz___tsan_atomic##BITS##_compare_exchange_strong(volatile T* a, T* e, T d, int order,    \
                                                                              int f) {                                \
    if (current == nullptr) return __atomic_compare_exchange_n(a, e, d, false, 5, 5);                                 \
    return compare_exchange_at<T>(a, e, d, order, f, false, __builtin_return_address(0));                             \
  }                                                                                                                   \
  GRAPHFUZZ_NOTING(__tsan_atomic##BITS##_compare_exchange_strong)                                                     \
  GRAPHFUZZ_NOTED int graphfuzz___tsan_atomic##BITS##_compare_exchange_weak(volatile T* a, T* e, T d, int order,      \
                                                                            int f) {                                  \
    if (current == nullptr) return __atomic_compare_exchange_n(a, e, d, false, 5, 5);                                 \
    return compare_exchange_at<T>(a, e, d, order, f, true, __builtin_return_address(0));                              \
  }                                                                                                                   \
  GRAPHFUZZ_NOTING(__tsan_atomic##BITS##_compare_exchange_weak)                                                       \
  GRAPHFUZZ_NOTED T graphfuzz___tsan_atomic##BITS##_compare_exchange_val(volatile T* a, T e, T d, int order, int f) { \
    if (current == nullptr) {                                                                                         \
      __atomic_compare_exchange_n(a, &e, d, false, 5, 5);                                                             \
      return e;                                                                                                       \
    }                                                                                                                 \
    bool succeeded = false;                                                                                           \
    return compare_exchange<T>(a, e, d, order, f, false, succeeded, __builtin_return_address(0));                     \
  }                                                                                                                   \
  GRAPHFUZZ_NOTING(__tsan_atomic##BITS##_compare_exchange_val)

GRAPHFUZZ_ATOMICS(8, std::uint8_t)
GRAPHFUZZ_ATOMICS(16, std::uint16_t)
GRAPHFUZZ_ATOMICS(32, std::uint32_t)
GRAPHFUZZ_ATOMICS(64, std::uint64_t)

// What compilers call where they do not know that the object is aligned, or for other sizes.
GRAPHFUZZ_NOTED void graphfuzz___atomic_load(std::size_t size, const volatile void* a, void* result, int order) {
  void* const from = __builtin_return_address(0);
  const Registers registers = graphfuzz_registers;
  with_size(size, from, [&](auto zero) {
    using T = decltype(zero);
    graphfuzz_registers = registers;
    put_result<T>(result, load<T>(static_cast<const volatile T*>(a), order, from), from);
  });
}
GRAPHFUZZ_NOTING(__atomic_load)
GRAPHFUZZ_NOTED void graphfuzz___atomic_store(std::size_t size, volatile void* a, const void* v, int order) {
  void* const from = __builtin_return_address(0);
  with_size(size, from, [&](auto zero) {
    using T = decltype(zero);
    store<T>(static_cast<volatile T*>(a), operand_at<T>(v, from), order, from);
  });
}
GRAPHFUZZ_NOTING(__atomic_store)
GRAPHFUZZ_NOTED void graphfuzz___atomic_exchange(std::size_t size, volatile void* a, const void* v, void* result,
                                                 int order) {
  void* const from = __builtin_return_address(0);
  const Registers registers = graphfuzz_registers;
  with_size(size, from, [&](auto zero) {
    using T = decltype(zero);
    const T value = operand_at<T>(v, from);
    graphfuzz_registers = registers;
    put_result<T>(result, exchange<T>(static_cast<volatile T*>(a), value, order, from), from);
  });
}
GRAPHFUZZ_NOTING(__atomic_exchange)
GRAPHFUZZ_NOTED bool graphfuzz___atomic_compare_exchange(std::size_t size, volatile void* a, void* e, const void* d,
                                                         int order, int f) {
  void* const from = __builtin_return_address(0);
  const Registers registers = graphfuzz_registers;
  return with_size(size, from, [&](auto zero) -> bool {
    using T = decltype(zero);
    const T desired = operand_at<T>(d, from);
    auto* const address = static_cast<volatile T*>(a);
    auto* const expected = static_cast<T*>(e);
    if (current == nullptr) return __atomic_compare_exchange_n(address, expected, desired, false, 5, 5);
    graphfuzz_registers = registers;
    return compare_exchange_at<T>(address, expected, desired, order, f, false, from) != 0;
  });
}
GRAPHFUZZ_NOTING(__atomic_compare_exchange)

// What <stdatomic.h> makes of __atomic_fetch_max and its relatives, which ThreadSanitizer has no functions for.
GRAPHFUZZ_NOTED unsigned long long graphfuzz_graphfuzz_atomic_extremum(volatile void* a, unsigned long long v,
                                                                       unsigned size, int is_signed, int is_maximum,
                                                                       int order) {
  void* const from = __builtin_return_address(0);
  switch (size) {
    case 1:
      return extremum<std::uint8_t>(a, v, is_signed, is_maximum, order, from);
    case 2:
      return extremum<std::uint16_t>(a, v, is_signed, is_maximum, order, from);
    case 4:
      return extremum<std::uint32_t>(a, v, is_signed, is_maximum, order, from);
    default:
      return extremum<std::uint64_t>(a, v, is_signed, is_maximum, order, from);
  }
}
GRAPHFUZZ_NOTING(graphfuzz_atomic_extremum)

GRAPHFUZZ_HOOK void __tsan_atomic_thread_fence(int order) {
  if (current == nullptr) return;
  Hook hook;
  graphfuzz::Request request;
  request.kind = graphfuzz::RequestKind::fence;
  request.order = order_of(order);
  if (request.order == graphfuzz::MemoryOrder::relaxed) return;
  ask(hook.fiber(), request, 0, caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void __tsan_atomic_signal_fence(int) {}
