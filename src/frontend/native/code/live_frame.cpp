#include "frontend/native/code/live_frame.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "frontend/native/code/function_code.hpp"

namespace graphfuzz::native {
namespace {

constexpr RegisterSet kKeptForCallers =
    set_of(kRbx) | set_of(kRbp) | set_of(kR12) | set_of(kR13) | set_of(kR14) | set_of(kR15);

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

bool is_of_this_library(const void* module) {
  static const void* const own = [] {
    Dl_info info{};
    return dladdr(reinterpret_cast<const void*>(&is_of_this_library), &info) != 0 ? info.dli_fbase : nullptr;
  }();
  return module == own;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

CalledFunction classify_function(CodeAddress function) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(function), &info) == 0 || info.dli_sname == nullptr) {
    return CalledFunction::ordinary;
  }
  const std::string_view name = info.dli_sname;
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
  if (is_one_of(name, {"sched_yield", "thrd_yield"}) && is_of_this_library(info.dli_fbase)) {
    return CalledFunction::does_nothing;
  }
  if (name == "__errno_location" || (only_borrows(name) && is_of_this_library(info.dli_fbase))) {
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

namespace {

LiveFrame live_frame(CodeAddress at, Callees& callees) {
  const FunctionCode function(at, callees);
  LiveFrame frame;
  const FunctionCode::Step* const step = function.at(at);
  if (step == nullptr) {
    frame.registers = kKeptForCallers;
    frame.others = ~kKeptForCallers;
    return frame;
  }
  frame.registers = step->live & kKeptForCallers;
  frame.others = step->live & step->set & ~kKeptForCallers;
  frame.vectors = function.uses_vectors();
  if (!function.is_frame_known() || !step->reached || *step->held[kRsp] >= 0) return frame;
  frame.reads_arguments = function.reads_arguments();
  frame.size = static_cast<std::uint32_t>(-*step->held[kRsp]);
  constexpr std::uint32_t kReturnAddress = 8;
  const auto is_live = [&](std::uint32_t from_end, const FrameBytes& live) {
    return from_end <= kReturnAddress || from_end > kMostFrame || live[kMostFrame - from_end];
  };
  const auto add = [](std::vector<std::pair<std::uint32_t, std::uint32_t>>& to, std::uint32_t i) {
    if (!to.empty() && to.back().second == i) {
      ++to.back().second;
    } else {
      to.emplace_back(i, i + 1);
    }
  };
  const FrameBytes called = function.live_since_call(at);
  for (std::uint32_t i = 0; i < frame.size; ++i) {
    if (is_live(frame.size - i, step->live_bytes)) add(frame.bytes, i);
    if (function.is_frame_lent() || is_live(frame.size - i, called)) add(frame.called, i);
  }
  frame.below.clear();
  for (std::uint32_t i = 0; i < kRedZone; ++i) {
    if (is_live(frame.size + kRedZone - i, step->live_bytes)) add(frame.below, i);
  }
  return frame;
}

}  // namespace

LiveFrame live_frame(CodeAddress at) {
  static Callees callees(classify_function);
  return live_frame(at, callees);
}

LiveFrame live_frame(CodeAddress at, const ClassifyFunction& classify) {
  Callees callees(classify);
  return live_frame(at, callees);
}

}  // namespace graphfuzz::native
