// Atomic accesses of sizes that the models have no words for: they are refused.
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "runtime/hook.hpp"

namespace graphfuzz::runtime {

void refuse_atomic(std::size_t size, Address place) {
  if (current == nullptr) {
    std::fprintf(stderr, "graphfuzz: atomic accesses of %zu bytes are not supported\n", size);
    std::abort();
  }
  Hook hook;
  fail(
      hook.fiber(),
      fmt::format("unsupported: an atomic access of {} bytes: graphfuzz has those of 1, 2, 4 and 8; use a mutex, or an "
                  "index and a counter in 8 bytes",
                  size),
      place);
}

}  // namespace graphfuzz::runtime

// Compilers know functions of these names, with other arguments.
#define GRAPHFUZZ_REFUSED(NAME)                             \
  GRAPHFUZZ_HOOK void graphfuzz_refused##NAME() asm(#NAME); \
  void graphfuzz_refused##NAME() { graphfuzz::runtime::refuse_atomic(16, GRAPHFUZZ_CALLER); }

GRAPHFUZZ_REFUSED(__tsan_atomic128_load)
GRAPHFUZZ_REFUSED(__tsan_atomic128_store)
GRAPHFUZZ_REFUSED(__tsan_atomic128_exchange)
GRAPHFUZZ_REFUSED(__tsan_atomic128_fetch_add)
GRAPHFUZZ_REFUSED(__tsan_atomic128_fetch_sub)
GRAPHFUZZ_REFUSED(__tsan_atomic128_fetch_and)
GRAPHFUZZ_REFUSED(__tsan_atomic128_fetch_or)
GRAPHFUZZ_REFUSED(__tsan_atomic128_fetch_xor)
GRAPHFUZZ_REFUSED(__tsan_atomic128_fetch_nand)
GRAPHFUZZ_REFUSED(__tsan_atomic128_compare_exchange_strong)
GRAPHFUZZ_REFUSED(__tsan_atomic128_compare_exchange_weak)
GRAPHFUZZ_REFUSED(__tsan_atomic128_compare_exchange_val)
GRAPHFUZZ_REFUSED(__atomic_load_16)
GRAPHFUZZ_REFUSED(__atomic_store_16)
GRAPHFUZZ_REFUSED(__atomic_exchange_16)
GRAPHFUZZ_REFUSED(__atomic_compare_exchange_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_add_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_sub_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_and_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_or_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_xor_16)
