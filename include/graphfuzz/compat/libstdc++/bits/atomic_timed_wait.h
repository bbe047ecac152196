// In place of libstdc++'s header of this name, for programs that graphfuzz runs: see atomic_wait.h beside it. A wait that
// may time out looks once: what would come later is of an execution in which it looks later.
#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H

#include <bits/atomic_wait.h>

#if _GLIBCXX_RELEASE < 11 || _GLIBCXX_RELEASE > 14
#include_next <bits/atomic_timed_wait.h>
#else

#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1
#pragma GCC system_header

#include <bits/chrono.h>
#include <bits/this_thread_sleep.h>

#define _GLIBCXX_HAVE_PLATFORM_TIMED_WAIT

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace __detail {
using __wait_clock_t = chrono::steady_clock;
}  // namespace __detail

template <typename _Tp, typename _ValFn, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_v(const _Tp*, _Tp&& __old, _ValFn&& __vfn,
                                   const chrono::time_point<_Clock, _Dur>&) noexcept {
  return !__detail::__atomic_compare(__old, __vfn());
}

template <typename _Tp, typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until(const _Tp*, _Pred __pred, const chrono::time_point<_Clock, _Dur>&) noexcept {
  return __pred();
}

template <typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t*, _Pred __pred,
                                      const chrono::time_point<_Clock, _Dur>&) noexcept {
  return __pred();
}

template <typename _Tp, typename _ValFn, typename _Rep, typename _Period>
bool __atomic_wait_address_for_v(const _Tp*, _Tp&& __old, _ValFn&& __vfn,
                                 const chrono::duration<_Rep, _Period>&) noexcept {
  return !__detail::__atomic_compare(__old, __vfn());
}

template <typename _Tp, typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for(const _Tp*, _Pred __pred, const chrono::duration<_Rep, _Period>&) noexcept {
  return __pred();
}

template <typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t*, _Pred __pred,
                                    const chrono::duration<_Rep, _Period>&) noexcept {
  return __pred();
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
#endif
