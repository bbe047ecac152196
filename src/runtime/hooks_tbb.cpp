// Where oneTBB's containers get their memory from (r1 is its library's interface, which is part of names): a program's
// are of the program's heap, and not of a library that the engine lives by, too.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "runtime/hook.hpp"

// oneTBB 2021, include/oneapi/tbb/cache_aligned_allocator.h.
namespace tbb::detail::r1 {
void* cache_aligned_allocate(std::size_t size);
void cache_aligned_deallocate(void* block);
void* allocate_memory(std::size_t size);
void deallocate_memory(void* block);
}  // namespace tbb::detail::r1

using graphfuzz::runtime::current;

namespace {

constexpr std::size_t kLine = 128;

template <class Function>
Function* real_function(const char* name) {
  return reinterpret_cast<Function*>(graphfuzz::runtime::next_definition(name));
}

void* got(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

#define GRAPHFUZZ_EXPORTED __attribute__((visibility("default"), used))

GRAPHFUZZ_EXPORTED void* tbb::detail::r1::cache_aligned_allocate(std::size_t size) {
  static auto* const real_one = real_function<void*(std::size_t)>("_ZN3tbb6detail2r122cache_aligned_allocateEm");
  if (current == nullptr) return real_one(size);
  return got(::aligned_alloc(kLine, (size + kLine - 1) & ~(kLine - 1)));
}
GRAPHFUZZ_EXPORTED void tbb::detail::r1::cache_aligned_deallocate(void* block) {
  static auto* const real_one = real_function<void(void*)>("_ZN3tbb6detail2r124cache_aligned_deallocateEPv");
  if (current == nullptr) return real_one(block);
  ::free(block);
}
GRAPHFUZZ_EXPORTED void* tbb::detail::r1::allocate_memory(std::size_t size) {
  static auto* const real_one = real_function<void*(std::size_t)>("_ZN3tbb6detail2r115allocate_memoryEm");
  if (current == nullptr) return real_one(size);
  return got(std::malloc(size));
}
GRAPHFUZZ_EXPORTED void tbb::detail::r1::deallocate_memory(void* block) {
  static auto* const real_one = real_function<void(void*)>("_ZN3tbb6detail2r117deallocate_memoryEPv");
  if (current == nullptr) return real_one(block);
  std::free(block);
}
