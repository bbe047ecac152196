// In place of libstdc++'s header of this name, for programs that graphfuzz runs: waiting for an atomic object (and what is
// made of that: latch, barrier, semaphores, …) is to look once, and then to sleep until somebody notifies. libstdc++ spins
// some rounds before it does so, with each round another execution, though all are alike; and it skips notifying where
// it knows of nobody who waits.
#ifndef _GLIBCXX_ATOMIC_WAIT_H

#include <bits/c++config.h>

#if _GLIBCXX_RELEASE < 11 || _GLIBCXX_RELEASE > 14
#include_next <bits/atomic_wait.h>
#else

#define _GLIBCXX_ATOMIC_WAIT_H 1
#pragma GCC system_header

#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/std_mutex.h>
#include <ext/numeric_traits.h>

#define __cpp_lib_atomic_wait 201907L
#define _GLIBCXX_HAVE_PLATFORM_WAIT 1

extern "C" {
// In libgraphfuzz-runtime.so. Whoever has begun to wait for an object is woken by those who notify later.
long graphfuzz_wait_begin(const volatile void* __object);
void graphfuzz_wait_leave(const volatile void* __object, long __ticket);
void graphfuzz_wait_sleep(const volatile void* __object, long __ticket);
void graphfuzz_wake(const volatile void* __object, int __all);
}

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {

using __platform_wait_t = int;
static constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept {}
inline void __thread_relax() noexcept {}

template <typename _Tp>
bool __atomic_compare(const _Tp& __a, const _Tp& __b) {
  return __builtin_memcmp(&__a, &__b, sizeof(_Tp)) == 0;
}

template <typename _Pred>
bool __atomic_spin(_Pred& __pred) noexcept {
  return __pred();
}

}  // namespace __detail

template <typename _Tp>
inline constexpr bool __platform_wait_uses_type =
    is_scalar_v<_Tp> && sizeof(_Tp) == sizeof(__detail::__platform_wait_t) &&
    alignof(_Tp*) >= __detail::__platform_wait_alignment;

template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp* __addr, _Pred __pred) noexcept {
  while (!__pred()) {
    const long __ticket = ::graphfuzz_wait_begin(__addr);
    if (__pred()) {
      ::graphfuzz_wait_leave(__addr, __ticket);
      return;
    }
    ::graphfuzz_wait_sleep(__addr, __ticket);
  }
}

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp* __addr, _Tp __old, _ValFn __vfn) noexcept {
  std::__atomic_wait_address(__addr, [&] { return !__detail::__atomic_compare(__old, __vfn()); });
}

template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t* __addr, _Pred __pred) noexcept {
  std::__atomic_wait_address(__addr, __pred);
}

template <typename _Tp>
void __atomic_notify_address(const _Tp* __addr, bool __all) noexcept {
  ::graphfuzz_wake(__addr, __all);
}
inline void __atomic_notify_address_bare(const __detail::__platform_wait_t* __addr, bool __all) noexcept {
  ::graphfuzz_wake(__addr, __all);
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
#endif
