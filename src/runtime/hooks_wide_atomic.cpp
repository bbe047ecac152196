// Atomic accesses of more than eight bytes, which the models have no words for: they are refused.
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "runtime/hook.hpp"

namespace graphfuzz::runtime {
namespace {

[[noreturn]] void refuse(const char* name, Address place) {
  if (current == nullptr) {
    std::fprintf(stderr, "graphfuzz: %s: atomic accesses of more than 8 bytes are not supported\n", name);
    std::abort();
  }
  Hook hook;
  fail(hook.fiber(),
       fmt::format(
           "unsupported: an atomic access of more than 8 bytes ({}): graphfuzz has none; use a mutex, or an index "
           "and a counter in 8 bytes",
           name),
       place);
}

}  // namespace
}  // namespace graphfuzz::runtime

// Compilers know functions of these names, with other arguments.
#define GRAPHFUZZ_REFUSED(NAME)                             \
  GRAPHFUZZ_HOOK void graphfuzz_refused##NAME() asm(#NAME); \
  void graphfuzz_refused##NAME() { graphfuzz::runtime::refuse(#NAME, GRAPHFUZZ_CALLER); }

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
GRAPHFUZZ_REFUSED(__atomic_load)
GRAPHFUZZ_REFUSED(__atomic_store)
GRAPHFUZZ_REFUSED(__atomic_exchange)
GRAPHFUZZ_REFUSED(__atomic_compare_exchange)
GRAPHFUZZ_REFUSED(__atomic_load_16)
GRAPHFUZZ_REFUSED(__atomic_store_16)
GRAPHFUZZ_REFUSED(__atomic_exchange_16)
GRAPHFUZZ_REFUSED(__atomic_compare_exchange_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_add_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_sub_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_and_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_or_16)
GRAPHFUZZ_REFUSED(__atomic_fetch_xor_16)
