// In place of libstdc++'s header of this name, for programs that graphfuzz runs: it has std::atomic<std::shared_ptr>, a
// pointer and a count with a bit that is its lock. Who only reads lets go of the lock with a relaxed operation, so that
// what was read races, by the letter, with what whoever locks next writes: every program that uses it would have that
// race. Here letting go is a release, and the library's header as it is besides.
#ifndef _SHARED_PTR_ATOMIC_H

#include <bits/c++config.h>

// What it includes is not concerned.
#include <bits/atomic_base.h>
#include <bits/shared_ptr.h>
#if __cplusplus > 201703L
#include <atomic>
#endif

#pragma GCC system_header

#pragma push_macro("fetch_sub")
#define fetch_sub(__count, __order) \
  fetch_sub(__count, (__order) == memory_order_seq_cst ? memory_order_seq_cst : memory_order_release)
#include_next <bits/shared_ptr_atomic.h>
#undef fetch_sub
#pragma pop_macro("fetch_sub")

#endif
