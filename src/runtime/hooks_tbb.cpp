// What programs call of oneTBB's library, which is not instrumented, and which the engine lives by, too (r1 is its
// interface, which is part of names). Where its containers get their memory from: of the program's heap. What its tasks
// and blocking calls begin with: nobody would see what its threads do.
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

using namespace graphfuzz::runtime;

namespace {

constexpr std::size_t kLine = 128;

template <class Function>
Function* real_function(const char* name) {
  return reinterpret_cast<Function*>(next_definition(name));
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

// All of their arguments are pointers or integers, of which there are four at most.
#define GRAPHFUZZ_REFUSED(NAME, MANGLED)                                                                    \
  extern "C" GRAPHFUZZ_EXPORTED void* graphfuzz_tbb_##NAME(void*, void*, void*, void*) asm(MANGLED);        \
  void* graphfuzz_tbb_##NAME(void* a, void* b, void* c, void* d) {                                          \
    static auto* const real_one = real_function<void*(void*, void*, void*, void*)>(MANGLED);                \
    if (current == nullptr) return real_one(a, b, c, d);                                                    \
    Hook hook;                                                                                              \
    fail(hook.fiber(), "unsupported: oneTBB's tasks and blocking calls: what its library does is not seen", \
         GRAPHFUZZ_CALLER);                                                                                 \
  }

GRAPHFUZZ_REFUSED(allocate, "_ZN3tbb6detail2r18allocateERPNS0_2d117small_object_poolEm")
GRAPHFUZZ_REFUSED(allocate_in_task, "_ZN3tbb6detail2r18allocateERPNS0_2d117small_object_poolEmRKNS2_14execution_dataE")
GRAPHFUZZ_REFUSED(begin_arena, "_ZN3tbb6detail2r110initializeERNS0_2d115task_arena_baseE")
GRAPHFUZZ_REFUSED(begin_group, "_ZN3tbb6detail2r110initializeERNS0_2d118task_group_contextE")
GRAPHFUZZ_REFUSED(execute, "_ZN3tbb6detail2r17executeERNS0_2d115task_arena_baseERNS2_13delegate_baseE")
GRAPHFUZZ_REFUSED(execute_and_wait,
                  "_ZN3tbb6detail2r116execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_contextES6_")
GRAPHFUZZ_REFUSED(wait_at, "_ZN3tbb6detail2r115wait_on_addressEPvRNS0_2d113delegate_baseEm")
GRAPHFUZZ_REFUSED(wait_in_queue,
                  "_ZN3tbb6detail2r126wait_bounded_queue_monitorEPNS1_18concurrent_monitorEmlRNS0_2d113delegate_baseE")
