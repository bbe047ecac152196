// In place of libstdc++'s header of this name, for programs that graphfuzz runs. libstdc++ takes a permit by one
// compare-exchange, which others may make fail although there are permits, and spins some rounds before it goes to
// sleep. Here it goes on until it has one or there is none, and needs no rounds (atomic_wait.h).
#ifndef _GLIBCXX_SEMAPHORE_BASE_H

#include <bits/c++config.h>

#if _GLIBCXX_RELEASE < 11 || _GLIBCXX_RELEASE > 14
#include_next <bits/semaphore_base.h>
#else

#define _GLIBCXX_SEMAPHORE_BASE_H 1
#pragma GCC system_header

#include <bits/atomic_base.h>
#include <bits/atomic_timed_wait.h>
#if __has_include(<bits/chrono.h>)
#include <bits/chrono.h>
#else
#include <chrono>
#endif
#include <ext/numeric_traits.h>

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

struct __atomic_semaphore {
  static constexpr ptrdiff_t _S_max = __gnu_cxx::__int_traits<int>::__max;

  explicit __atomic_semaphore(ptrdiff_t __count) noexcept
      : _M_counter(static_cast<__detail::__platform_wait_t>(__count)) {
    __glibcxx_assert(__count >= 0 && __count <= _S_max);
  }
  __atomic_semaphore(const __atomic_semaphore&) = delete;
  __atomic_semaphore& operator=(const __atomic_semaphore&) = delete;

  void _M_acquire() noexcept {
    std::__atomic_wait_address_bare(&_M_counter, [this] { return _M_try_acquire(); });
  }

  // It looks again after each attempt that fails, so that this is a wait, of which nothing is in the graph: in a frame of
  // its own, in which nothing else is that might be read again.
  __attribute__((__noinline__)) bool _M_try_acquire() noexcept {
    while (true) {
      __detail::__platform_wait_t __permits = __atomic_load_n(&_M_counter, __ATOMIC_ACQUIRE);
      if (__permits == 0) return false;
      if (__atomic_compare_exchange_n(&_M_counter, &__permits, __permits - 1, false, __ATOMIC_ACQUIRE,
                                      __ATOMIC_RELAXED)) {
        return true;
      }
    }
  }

  template <typename _Clock, typename _Duration>
  bool _M_try_acquire_until(const chrono::time_point<_Clock, _Duration>& __time) noexcept {
    return __atomic_wait_address_until_bare(&_M_counter, [this] { return _M_try_acquire(); }, __time);
  }

  template <typename _Rep, typename _Period>
  bool _M_try_acquire_for(const chrono::duration<_Rep, _Period>& __time) noexcept {
    return __atomic_wait_address_for_bare(&_M_counter, [this] { return _M_try_acquire(); }, __time);
  }

  // Who sleeps has seen that there was none.
  void _M_release(ptrdiff_t __count) noexcept {
    const auto __permits = static_cast<__detail::__platform_wait_t>(__count);
    if (__atomic_impl::fetch_add(&_M_counter, __permits, memory_order_release) > 0) return;
    __atomic_notify_address_bare(&_M_counter, true);
  }

 private:
  alignas(__detail::__platform_wait_alignment) __detail::__platform_wait_t _M_counter;
};

using __semaphore_impl = __atomic_semaphore;

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std

#endif
#endif
