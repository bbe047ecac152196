// Memory resources of the C++ library, whose functions change them in libstdc++.so: they are told as accesses to where
// the next memory is, and to the list of what is to be given back. They are called by tables of functions, too, in
// which ours are found first.
//
// The layouts are those of libstdc++'s ABI, GLIBCXX_3.4.26: memory_resource.
#include <cstddef>
#include <memory_resource>

#include "runtime/library.hpp"

using namespace graphfuzz::runtime;

namespace {

struct Monotonic {
  const void* functions;
  void* next;
  std::size_t left, next_size;
  const void* upstream;
  const void* first;
  std::size_t first_size;
  void* blocks;
};
static_assert(sizeof(Monotonic) == sizeof(std::pmr::monotonic_buffer_resource));

void tell(Monotonic* resource, void* from) {
  writes(&resource->next, 3 * sizeof(void*), from);
  writes(&resource->blocks, sizeof resource->blocks, from);
}

// The last word: its pools.
void** pools_of(void* resource) {
  constexpr std::size_t kSize = sizeof(std::pmr::unsynchronized_pool_resource);
  return reinterpret_cast<void**>(static_cast<char*>(resource) + kSize - sizeof(void*));
}

}  // namespace

#define GRAPHFUZZ_RESOURCE_REAL(SYMBOL) \
  static const auto real_one = reinterpret_cast<decltype(&SYMBOL)>(next_definition(#SYMBOL))

// std::pmr::monotonic_buffer_resource
GRAPHFUZZ_HOOK void _ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm(Monotonic* resource, std::size_t size,
                                                                           std::size_t alignment) {
  GRAPHFUZZ_RESOURCE_REAL(_ZNSt3pmr25monotonic_buffer_resource13_M_new_bufferEmm);
  reads(&resource->next, sizeof *resource - sizeof(void*), FROM);
  real_one(resource, size, alignment);
  tell(resource, FROM);
}
GRAPHFUZZ_HOOK void _ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv(Monotonic* resource) {
  GRAPHFUZZ_RESOURCE_REAL(_ZNSt3pmr25monotonic_buffer_resource18_M_release_buffersEv);
  reads(&resource->blocks, sizeof resource->blocks, FROM);
  real_one(resource);
  writes(&resource->blocks, sizeof resource->blocks, FROM);
}

// std::pmr::unsynchronized_pool_resource
GRAPHFUZZ_HOOK void* _ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm(void* resource, std::size_t size,
                                                                             std::size_t alignment) {
  GRAPHFUZZ_RESOURCE_REAL(_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm);
  reads(pools_of(resource), sizeof(void*), FROM);
  void* const memory = real_one(resource, size, alignment);
  writes(pools_of(resource), sizeof(void*), FROM);
  return memory;
}
GRAPHFUZZ_HOOK void _ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm(void* resource, void* memory,
                                                                                std::size_t size,
                                                                                std::size_t alignment) {
  GRAPHFUZZ_RESOURCE_REAL(_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm);
  reads(pools_of(resource), sizeof(void*), FROM);
  real_one(resource, memory, size, alignment);
  writes(pools_of(resource), sizeof(void*), FROM);
}
GRAPHFUZZ_HOOK void _ZNSt3pmr28unsynchronized_pool_resource7releaseEv(void* resource) {
  GRAPHFUZZ_RESOURCE_REAL(_ZNSt3pmr28unsynchronized_pool_resource7releaseEv);
  reads(pools_of(resource), sizeof(void*), FROM);
  real_one(resource);
  writes(pools_of(resource), sizeof(void*), FROM);
}
