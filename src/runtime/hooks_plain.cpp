// What compilers call for plain accesses, and for functions (-fsanitize=thread).
#include <utility>

#include "frontend/native/code/stores.hpp"
#include "runtime/heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/request.hpp"

using namespace graphfuzz::runtime;

namespace {

inline void read_plainly(Fiber& fiber, const void* at, std::size_t size, Address place) {
  plain_read(fiber, reinterpret_cast<Address>(at), size, place);
  if (checks.uninitialised) check_initialised(fiber, reinterpret_cast<Address>(at), size, "read", place);
}

// GCC tells of both accesses of `s = t` before it makes them, the write first. False if it was made.
inline bool read_before_write(const void* at, std::size_t size, void* from) {
  if (current->plain_write.size == 0 || current->plain_write.behind == 0) return false;
  const InRuntime in;
  Fiber& fiber = in.fiber();
  const Address behind = caller(from) + 1;
  if (graphfuzz::native::may_store_between(fiber.plain_write.behind, behind)) return false;
  Fiber::PlainWrite write = std::exchange(fiber.plain_write, {});
  read_plainly(fiber, at, size, caller(from));
  write.behind = behind;
  fiber.plain_write = write;
  return true;
}

inline void on_read(const void* at, std::size_t size, void* from) {
  if (current == nullptr || size == 0) return;
  if (read_before_write(at, size, from)) return;
  NotingHook hook;
  read_plainly(hook.fiber(), at, size, caller(from));
}

// `told`: the write is made by the code behind the call.
inline void on_write(const void* at, std::size_t size, void* from, bool told = false) {
  if (current == nullptr || size == 0) return;
  Hook hook;
  tell_of_fresh_blocks(hook.fiber());
  plain_write(hook.fiber(), reinterpret_cast<Address>(at), size, caller(from));
  if (told) hook.fiber().plain_write.behind = caller(from) + 1;
}

inline bool is_atomic_volatile(const void* at, std::size_t size) {
  return size <= 8 && reinterpret_cast<Address>(at) % size == 0 && volatile_is_atomic();
}

inline void on_volatile_read(const void* at, std::size_t size, void* from) {
  if (current == nullptr) return;
  if (!is_atomic_volatile(at, size)) return on_read(at, size, from);
  NotingHook hook;
  volatile_read(hook.fiber(), reinterpret_cast<Address>(at), static_cast<std::uint8_t>(size), caller(from));
}

inline void on_volatile_write(const void* at, std::size_t size, void* from) {
  on_write(at, size, from);
  if (current != nullptr && is_atomic_volatile(at, size)) current->plain_write.is_volatile = true;
}

}  // namespace

// Reads may be of cells, in loops that wait for them.
#define GRAPHFUZZ_READ(NAME, ACT)                                \
  GRAPHFUZZ_NOTED void graphfuzz___tsan_##NAME(void* a) { ACT; } \
  GRAPHFUZZ_NOTING(__tsan_##NAME)

#define GRAPHFUZZ_PLAIN(SIZE)                                                                                         \
  GRAPHFUZZ_READ(read##SIZE, on_read(a, SIZE, __builtin_return_address(0)))                                           \
  GRAPHFUZZ_READ(unaligned_read##SIZE, on_read(a, SIZE, __builtin_return_address(0)))                                 \
  GRAPHFUZZ_READ(volatile_read##SIZE, on_volatile_read(a, SIZE, __builtin_return_address(0)))                         \
  GRAPHFUZZ_READ(unaligned_volatile_read##SIZE, on_volatile_read(a, SIZE, __builtin_return_address(0)))               \
  GRAPHFUZZ_HOOK void __tsan_write##SIZE(void* a) { on_write(a, SIZE, __builtin_return_address(0), true); }           \
  GRAPHFUZZ_HOOK void __tsan_unaligned_write##SIZE(void* a) { on_write(a, SIZE, __builtin_return_address(0), true); } \
  GRAPHFUZZ_HOOK void __tsan_volatile_write##SIZE(void* a) {                                                          \
    on_volatile_write(a, SIZE, __builtin_return_address(0));                                                          \
  }                                                                                                                   \
  GRAPHFUZZ_HOOK void __tsan_unaligned_volatile_write##SIZE(void* a) {                                                \
    on_volatile_write(a, SIZE, __builtin_return_address(0));                                                          \
  }                                                                                                                   \
  GRAPHFUZZ_HOOK void __tsan_read_write##SIZE(void* a) {                                                              \
    on_read(a, SIZE, __builtin_return_address(0));                                                                    \
    on_write(a, SIZE, __builtin_return_address(0));                                                                   \
  }

GRAPHFUZZ_PLAIN(1)
GRAPHFUZZ_PLAIN(2)
GRAPHFUZZ_PLAIN(4)
GRAPHFUZZ_PLAIN(8)
GRAPHFUZZ_PLAIN(16)

// Of accesses that the program itself tells of, at a place that it says.
#define GRAPHFUZZ_TOLD(SIZE)                                                                  \
  GRAPHFUZZ_HOOK void __tsan_read##SIZE##_pc(void* a, void* from) { on_read(a, SIZE, from); } \
  GRAPHFUZZ_HOOK void __tsan_write##SIZE##_pc(void* a, void* from) { on_write(a, SIZE, from); }

GRAPHFUZZ_TOLD(1)
GRAPHFUZZ_TOLD(2)
GRAPHFUZZ_TOLD(4)
GRAPHFUZZ_TOLD(8)
GRAPHFUZZ_TOLD(16)
GRAPHFUZZ_HOOK void __tsan_external_read(void* a, void* from, void* /*tag*/) { on_read(a, 1, from); }
GRAPHFUZZ_HOOK void __tsan_external_write(void* a, void* from, void* /*tag*/) { on_write(a, 1, from); }

GRAPHFUZZ_HOOK void __tsan_read_range(void* a, std::size_t size) { on_read(a, size, __builtin_return_address(0)); }
GRAPHFUZZ_HOOK void __tsan_write_range(void* a, std::size_t size) {
  on_write(a, size, __builtin_return_address(0), true);
}
GRAPHFUZZ_HOOK void __tsan_vptr_read(void** a) { on_read(a, sizeof *a, __builtin_return_address(0)); }
GRAPHFUZZ_HOOK void __tsan_vptr_update(void** a, void* value) {
  if (*a != value) on_write(a, sizeof *a, __builtin_return_address(0));
}

GRAPHFUZZ_HOOK void __tsan_init() {}
// The caller of the hook is the function that is entered; where it was called from is the argument.
GRAPHFUZZ_HOOK void __tsan_func_entry(void* from) {
  if (current == nullptr) return;
  {
    InRuntime in;
    note_call(in.fiber(), Touch::Kind::enter, caller(from));
    in.fiber().calls.push_back(caller(from));
    if (!has_atomic_functions() || !is_atomic_function(caller(__builtin_return_address(0)))) return;
    in.fiber().atomic_calls.push_back(in.fiber().calls.size());
  }
  begin_section(caller(from));
}
GRAPHFUZZ_HOOK void __tsan_func_exit() {
  if (current == nullptr) return;
  if (!current->atomic_calls.empty() && current->atomic_calls.back() == current->calls.size()) [[unlikely]] {
    current->atomic_calls.pop_back();
    end_section(current->calls.back());
  }
  InRuntime in;
  Fiber& f = in.fiber();
  if (f.calls.empty()) return;
  note_call(f, Touch::Kind::leave, 0);
  f.calls.pop_back();
  if (f.call_numbers.size() > f.calls.size()) f.call_numbers.pop_back();
}

// What functions of C do to memory. Where no thread of the program runs they are the real ones.
namespace {

// Of an assignment the compiler may have told before it calls the function that does it: it is not done yet.
void forget_write(const void* to, std::size_t size) {
  if (current != nullptr && current->plain_write.address == reinterpret_cast<Address>(to) &&
      current->plain_write.size == size) {
    current->plain_write.size = 0;
  }
}

void* plain_copy(void* to, const void* from, std::size_t size, void* where, bool overlapping) {
  forget_write(to, size);
  if (current != nullptr && size > 0) {  // what is not initialised may be copied
    NotingHook hook;
    plain_read(hook.fiber(), reinterpret_cast<Address>(from), size, caller(where));
  }
  on_write(to, size, where);
  if (checks.uninitialised && current != nullptr) {
    copy_written(reinterpret_cast<Address>(to), reinterpret_cast<Address>(from), size);
  }
  return overlapping ? __builtin_memmove(to, from, size) : __builtin_memcpy(to, from, size);
}
}  // namespace
GRAPHFUZZ_HOOK void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return plain_copy(to, from, size, __builtin_return_address(0), false);
}
GRAPHFUZZ_HOOK void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  return plain_copy(to, from, size, __builtin_return_address(0), true);
}
GRAPHFUZZ_HOOK void* __tsan_memset(void* to, int byte, std::size_t size) {
  forget_write(to, size);
  on_write(to, size, __builtin_return_address(0));
  return __builtin_memset(to, byte, size);
}
// The program's own calls (see hooks_strings.cpp).
GRAPHFUZZ_HOOK void* __wrap_memcpy(void*, const void*, std::size_t) __attribute__((alias("__tsan_memcpy")));
GRAPHFUZZ_HOOK void* __wrap_memmove(void*, const void*, std::size_t) __attribute__((alias("__tsan_memmove")));
GRAPHFUZZ_HOOK void* __wrap_memset(void*, int, std::size_t) __attribute__((alias("__tsan_memset")));
