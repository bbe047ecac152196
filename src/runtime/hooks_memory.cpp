// The heap of the program.
#include <errno.h>
#include <malloc.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "runtime/calls.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/heap.hpp"
#include "runtime/hook.hpp"
#include "runtime/image.hpp"
#include "runtime/stream_memory.hpp"

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace graphfuzz::runtime {
namespace {

// Where the program has allocated or freed: operator new, say, is in a library. The first word above on the stack that
// a call has left there is good enough.
Address place_of_call(Address place, const void* frame) {
  constexpr Address kFar = 1024;
  if (is_program_code(place)) return place;
  const Address top = reinterpret_cast<Address>(current->stack) + kStackSize;
  const auto begin = reinterpret_cast<Address>(frame);
  for (Address at = begin; at < std::min(top, begin + kFar); at += sizeof(Address)) {
    const auto back = static_cast<Address>(read_memory(at, sizeof(Address)));
    if (!is_program_code(back - 5) || !is_program_code(back)) continue;
    const auto* const code = reinterpret_cast<const unsigned char*>(back);
    const bool direct = code[-5] == 0xe8;
    const bool through = code[-6] == 0xff && code[-5] == 0x15;
    if (direct || through) return back - 1;
  }
  return place;
}

void* take(std::size_t size, std::size_t alignment, Address place, bool zeroed = false) {
  Hook hook;
  if (size > PTRDIFF_MAX) {
    fail(hook.fiber(), fmt::format("misuse: allocation of {} bytes, more than an object can have", size), place);
  }
  void* const got = allocate(hook.fiber(), size, alignment, place, zeroed);
  if (got == nullptr) errno = ENOMEM;
  return got;
}

void check_alignment(std::size_t alignment, Address place) {
  if (std::has_single_bit(alignment)) return;
  Hook hook;
  fail(hook.fiber(), fmt::format("misuse: allocation aligned to {}, which is no power of two", alignment), place);
}

// Outside of the program's threads: of the program before it is explored, or of the engine.
void* take_outside(std::size_t size, std::size_t alignment) {
  if (void* const got = take_stream_memory(size); got != nullptr) return got;
  if (early_heap_is_open) {
    void* const got = early_allocate(size, alignment);
    if (got == nullptr) errno = ENOMEM;
    return got;
  }
  return alignment <= 16 ? __libc_malloc(size) : __libc_memalign(alignment, size);
}

void* take_again_outside(void* pointer, std::size_t size) {
  const bool early = in_early_heap(address_of(pointer));
  if (!early && (pointer != nullptr || !early_heap_is_open)) return __libc_realloc(pointer, size);
  if (pointer != nullptr && size == 0) {
    early_free(pointer);
    return nullptr;
  }
  void* const got = take_outside(size, 16);
  if (got == nullptr || pointer == nullptr) return got;
  std::memcpy(got, pointer, std::min(size, early_size(pointer)));
  early_free(pointer);
  return got;
}

// What a library allocated before anyone explored, or outside of what is. Where a garbage pointer leads to nobody
// knows: what is before it, by which the C library goes, may not even be there.
bool is_block_of_library(void* pointer) {
  const auto address = reinterpret_cast<Address>(pointer);
  if (address % 16 != 0 || is_restored(address) || is_program_module(address)) return false;
  return is_readable(address - 8) && malloc_usable_size(pointer) > 0;
}

// Another thread that holds one will use it after the free.
void check_no_lock_held(Fiber& fiber, Address begin, std::size_t size, const Block* block, Address place) {
  const auto is_there = [&](const Held& held) { return begin <= held.lock && held.lock < begin + size; };
  if (std::any_of(fiber.held.begin(), fiber.held.end(), is_there)) {
    fail(fiber, "destroyed-lock: the thread holds a lock in the block that it frees", place, stacks_of(block));
  }
}

// It is no event, and leaves what is in the block: whether others may still access it is for the engine to see.
void give_back(void* pointer, Address place) {
  const auto address = reinterpret_cast<Address>(pointer);
  Hook hook;
  Fiber& f = hook.fiber();
  Block* const block = in_heap(address) ? block_of(address) : nullptr;
  const bool beginning = in_heap(address) ? block != nullptr && block->address == address : is_early_block(pointer);
  if (!beginning && (in_heap(address) || in_early_heap(address))) {
    fail(f, "bad-free: not the beginning of a block", place, stacks_of(block));
  }
  if (!beginning) {
    if (is_block_of_library(pointer)) return;
    fail(f, "bad-free: this is no block of the heap", place);
  }
  const std::size_t size = block != nullptr ? room_of(*block) : early_size(pointer);
  check_no_lock_held(f, address, size, block, place);
  f.arrival.touches.push_back({Touch::Kind::releasing, false, false, false, 0, call_number(f), address, 0, place});
  f.arrival.touches.push_back({Touch::Kind::release, false, false, false, 0, call_number(f), address,
                               static_cast<Value>(std::max<std::size_t>(size, 1)), place});
  if (block == nullptr) return;
  --block->lives;
  if (checks.reuse == native::Reuse::never) return;
  if (std::find(f.freed.begin(), f.freed.end(), address) == f.freed.end()) f.freed.push_back(address);
}

void* take_again(void* pointer, std::size_t size, Address place) {
  if (pointer == nullptr) return take(size, 16, place);
  const auto address = reinterpret_cast<Address>(pointer);
  std::size_t before = 0;
  if (!in_heap(address)) {
    if (!is_early_block(pointer) && !is_block_of_library(pointer)) {
      Hook hook;
      fail(hook.fiber(), "bad-free: realloc of what is no block of the heap", place);
    }
    before = malloc_usable_size(pointer);
  } else {
    const Block* const block = block_of(address);
    if (block == nullptr || block->address != address) {
      Hook hook;
      fail(hook.fiber(), "bad-free: realloc of what is not the beginning of a block", place, stacks_of(block));
    }
    before = room_of(*block);
  }
  void* const got = take(size, 16, place);
  if (got == nullptr) return nullptr;
  const std::size_t copied = std::min(before, size);
  if (copied > 0) {
    Hook hook;
    plain_read(hook.fiber(), address, copied, place);
    plain_write(hook.fiber(), reinterpret_cast<Address>(got), copied, place);
    std::memcpy(got, pointer, copied);
    settle_plain_write(hook.fiber());
    if (checks.uninitialised) copy_written(reinterpret_cast<Address>(got), address, copied);
  }
  give_back(pointer, place);
  return got;
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

#define GRAPHFUZZ_PLACE place_of_call(caller(__builtin_return_address(0)), __builtin_frame_address(0))

// The loader is not taken back between executions.
#define GRAPHFUZZ_FROM_LOADER is_loader_code(caller(__builtin_return_address(0)))

GRAPHFUZZ_HOOK void* malloc(std::size_t size) {
  if (GRAPHFUZZ_FROM_LOADER) return __libc_malloc(size);
  return current == nullptr ? take_outside(size, 16) : take(size, 16, GRAPHFUZZ_PLACE);
}
GRAPHFUZZ_HOOK void* calloc(std::size_t count, std::size_t size) {
  if (GRAPHFUZZ_FROM_LOADER) return __libc_calloc(count, size);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (current == nullptr) return early_heap_is_open ? early_allocate(bytes, 16, true) : __libc_calloc(count, size);
  return take(bytes, 16, GRAPHFUZZ_PLACE, true);
}
// As glibc has it, nothing of a block is nothing.
GRAPHFUZZ_HOOK void* realloc(void* pointer, std::size_t size) {
  if (GRAPHFUZZ_FROM_LOADER && !in_heap(address_of(pointer)) && !in_early_heap(address_of(pointer))) {
    return __libc_realloc(pointer, size);
  }
  if (current != nullptr && pointer != nullptr && size == 0) {
    give_back(pointer, GRAPHFUZZ_PLACE);
    return nullptr;
  }
  // The C library, on behalf of the program: the buffer of a stream in memory grows (open_memstream).
  if (current == nullptr && running != nullptr && in_heap(reinterpret_cast<Address>(pointer))) {
    current = running;
    void* const got = take_again(pointer, size, GRAPHFUZZ_PLACE);
    current = nullptr;
    return got;
  }
  return current == nullptr ? take_again_outside(pointer, size) : take_again(pointer, size, GRAPHFUZZ_PLACE);
}
GRAPHFUZZ_HOOK void free(void* pointer) {
  if (pointer == nullptr) return;
  if (current == nullptr) {
    if (in_heap(reinterpret_cast<Address>(pointer))) return;
    if (in_early_heap(reinterpret_cast<Address>(pointer))) return early_free(pointer);
    if (!give_back_stream_memory(pointer)) __libc_free(pointer);
    return;
  }
  give_back(pointer, GRAPHFUZZ_PLACE);
}
GRAPHFUZZ_HOOK void* memalign(std::size_t alignment, std::size_t size) {
  if (current != nullptr) check_alignment(alignment, GRAPHFUZZ_PLACE);
  return current == nullptr ? take_outside(size, alignment) : take(size, alignment, GRAPHFUZZ_PLACE);
}
GRAPHFUZZ_HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (current != nullptr) check_alignment(alignment, GRAPHFUZZ_PLACE);
  return current == nullptr ? take_outside(size, alignment) : take(size, alignment, GRAPHFUZZ_PLACE);
}
GRAPHFUZZ_HOOK int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (!std::has_single_bit(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* const got = current == nullptr ? take_outside(size, alignment) : take(size, alignment, GRAPHFUZZ_PLACE);
  if (got == nullptr) return ENOMEM;
  *result = got;
  return 0;
}
GRAPHFUZZ_HOOK std::size_t malloc_usable_size(void* pointer) {
  if (in_early_heap(reinterpret_cast<Address>(pointer))) return early_size(pointer);
  static const auto real_size = reinterpret_cast<std::size_t (*)(void*)>(next_definition("malloc_usable_size"));
  if (!in_heap(reinterpret_cast<Address>(pointer))) return real_size(pointer);
  const Block* const block = block_of(reinterpret_cast<Address>(pointer));
  return block == nullptr ? 0 : room_of(*block);
}
