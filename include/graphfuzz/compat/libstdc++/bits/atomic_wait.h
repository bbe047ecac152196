// In place of libstdc++'s header of this name, for programs that graphfuzz runs: waiting for an atomic object (and what is
// made of that: latch, barrier, semaphores, …) is a loop that reads it, which the engine knows to wait. libstdc++ spins
// some rounds, and then has the kernel wait: with each round another execution, though all are alike. To notify does
// nothing: whoever waits goes on when what he waits for is there.
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

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp*, _Tp __old, _ValFn __vfn) noexcept {
  while (__detail::__atomic_compare(__old, __vfn())) {
  }
}

template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp*, _Pred __pred) noexcept {
  while (!__pred()) {
  }
}

template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t*, _Pred __pred) noexcept {
  while (!__pred()) {
  }
}

template <typename _Tp>
void __atomic_notify_address(const _Tp*, bool) noexcept {}
inline void __atomic_notify_address_bare(const __detail::__platform_wait_t*, bool) noexcept {}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
#endif
