#include "frontend/native/code/called_function.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace graphfuzz::native {
namespace {

// Of what is in this library, which has functions of the C library for programs: those that threads call while they
// wait.
bool only_borrows(std::string_view name) {
  constexpr std::string_view kNames =
      " mtx_lock mtx_trylock mtx_unlock pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock "
      "pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock "
      "pthread_rwlock_wrlock pthread_spin_lock pthread_spin_trylock pthread_spin_unlock sem_post sem_trywait sem_wait "
      "clock_nanosleep nanosleep sleep thrd_sleep usleep ";
  return kNames.find(' ' + std::string(name) + ' ') != std::string_view::npos;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Of this code, and so of the functions that programs get from us.
const void* own_module() {
  static const void* const own = module_of(reinterpret_cast<CodeAddress>(&classify_function));
  return own;
}

}  // namespace

const void* module_of(CodeAddress code) {
  Dl_info info{};
  return dladdr(reinterpret_cast<const void*>(code), &info) != 0 ? info.dli_fbase : nullptr;
}

CalledFunction classify_function(CodeAddress function) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(function), &info) == 0 || info.dli_sname == nullptr) {
    return CalledFunction::ordinary;
  }
  const std::string_view name = info.dli_sname;
  const bool is_ours = info.dli_fbase == own_module();
  if (is_one_of(name, {"abort", "exit", "_exit", "_Exit", "quick_exit", "longjmp", "siglongjmp", "__longjmp_chk",
                       "__assert_fail", "__stack_chk_fail", "_ZSt9terminatev"})) {
    return CalledFunction::never_returns;
  }
  if (is_one_of(name, {"__cxa_throw", "__cxa_rethrow", "_Unwind_Resume", "thrd_exit", "pthread_exit"})) {
    return CalledFunction::throws;
  }
  if (is_one_of(name, {"setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "vfork", "getcontext"})) {
    return CalledFunction::returns_twice;
  }
  if (is_one_of(name, {"sched_yield", "thrd_yield"}) && is_ours) {
    return CalledFunction::does_nothing;
  }
  if (name == "__errno_location" || (only_borrows(name) && is_ours)) {
    return CalledFunction::borrows;
  }
  if (!name.starts_with("__tsan_")) return CalledFunction::ordinary;
  for (const std::string_view noted :
       {"__tsan_read", "__tsan_write", "__tsan_unaligned", "__tsan_volatile", "__tsan_func", "__tsan_vptr"}) {
    if (name.starts_with(noted)) return CalledFunction::notes_access;
  }
  if (!name.starts_with("__tsan_atomic")) return CalledFunction::ordinary;
  const bool compares = name.find("compare_exchange") != std::string_view::npos && !name.ends_with("_val");
  return compares ? CalledFunction::atomic_compare_exchange : CalledFunction::atomic_access;
}

}  // namespace graphfuzz::native
