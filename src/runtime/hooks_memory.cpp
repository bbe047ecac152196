// The heap of the program.
#include <errno.h>
#include <malloc.h>

#include <algorithm>
#include <cstring>

#include "runtime/early_heap.hpp"
#include "runtime/heap.hpp"
#include "runtime/real.hpp"
#include "runtime/request.hpp"

#define GRAPHFUZZ_HOOK extern "C" __attribute__((visibility("default"), used))

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace graphfuzz::runtime {
namespace {

Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }
Address caller(void* return_address) { return reinterpret_cast<Address>(return_address) - 1; }

void* take(std::size_t size, std::size_t alignment, Address place) {
  Hook hook;
  void* const got = allocate(hook.fiber(), size, alignment, place);
  if (got == nullptr) errno = ENOMEM;
  return got;
}

// Outside of the program's threads: of the program before it is explored, or of the engine.
void* take_outside(std::size_t size, std::size_t alignment) {
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

// Freeing is writing: whoever accesses the block must have done so before. That is asked for where there are cells.
void give_back(void* pointer, Address place) {
  const auto address = reinterpret_cast<Address>(pointer);
  Hook hook;
  Fiber& f = hook.fiber();
  Block* const block = in_heap(address) ? block_of(address) : nullptr;
  const bool beginning = in_heap(address) ? block != nullptr && block->address == address : is_early_block(pointer);
  if (!beginning && (in_heap(address) || in_early_heap(address))) {
    fail(f, "bad-free: not the beginning of a block", place);
  }
  if (!beginning) {
    if (malloc_usable_size(pointer) > 0) return;  // of a library
    fail(f, "bad-free: this is no block of the heap", place);
  }
  const std::size_t size = block != nullptr ? block->size : early_size(pointer);
  f.arrival.touches.push_back({Touch::Kind::releasing, false, false, 0, address, 0, place});
  write_cells(f, address, size, place);
  f.arrival.touches.push_back(
      {Touch::Kind::release, false, false, 0, address, static_cast<Value>(std::max<std::size_t>(size, 1)), place});
  if (Block* const freed = block_of(address)) freed->freed = true;
}

void* take_again(void* pointer, std::size_t size, Address place) {
  if (pointer == nullptr) return take(size, 16, place);
  const auto address = reinterpret_cast<Address>(pointer);
  std::size_t before = 0;
  if (!in_heap(address)) {
    before = malloc_usable_size(pointer);
  } else {
    const Block* const block = block_of(address);
    if (block == nullptr || block->address != address) {
      Hook hook;
      fail(hook.fiber(), "bad-free: realloc of what is not the beginning of a block", place);
    }
    before = block->size;
  }
  void* const got = take(size, 16, place);
  if (got == nullptr) return nullptr;
  const std::size_t copied = std::min(before, size);
  if (copied > 0) {
    Hook hook;
    plain_read(hook.fiber(), address, copied, place);
    plain_write(hook.fiber(), reinterpret_cast<Address>(got), copied, place);
    std::memcpy(got, pointer, copied);
  }
  give_back(pointer, place);
  return got;
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK void* malloc(std::size_t size) {
  return current == nullptr ? take_outside(size, 16) : take(size, 16, caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void* calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (current == nullptr) return early_heap_is_open ? early_allocate(bytes, 16, true) : __libc_calloc(count, size);
  return take(bytes, 16, caller(__builtin_return_address(0)));  // memory is zero as nothing is used twice
}
GRAPHFUZZ_HOOK void* realloc(void* pointer, std::size_t size) {
  return current == nullptr ? take_again_outside(pointer, size)
                            : take_again(pointer, size, caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void free(void* pointer) {
  if (pointer == nullptr) return;
  if (current == nullptr) {
    if (in_heap(reinterpret_cast<Address>(pointer))) return;
    if (in_early_heap(reinterpret_cast<Address>(pointer))) return early_free(pointer);
    return __libc_free(pointer);
  }
  give_back(pointer, caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void* memalign(std::size_t alignment, std::size_t size) {
  return current == nullptr ? take_outside(size, alignment)
                            : take(size, alignment, caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return current == nullptr ? take_outside(size, alignment)
                            : take(size, alignment, caller(__builtin_return_address(0)));
}
GRAPHFUZZ_HOOK int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  void* const got =
      current == nullptr ? take_outside(size, alignment) : take(size, alignment, caller(__builtin_return_address(0)));
  if (got == nullptr) return ENOMEM;
  *result = got;
  return 0;
}
GRAPHFUZZ_HOOK std::size_t malloc_usable_size(void* pointer) {
  if (in_early_heap(reinterpret_cast<Address>(pointer))) return early_size(pointer);
  static const auto real_size = reinterpret_cast<std::size_t (*)(void*)>(next_definition("malloc_usable_size"));
  if (!in_heap(reinterpret_cast<Address>(pointer))) return real_size(pointer);
  const Block* const block = block_of(reinterpret_cast<Address>(pointer));
  return block == nullptr ? 0 : block->size;
}
