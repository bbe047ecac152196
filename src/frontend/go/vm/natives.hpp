// The functions without a body of the engine's packages: what the machine itself performs.
#pragma once

#include <cstdint>
#include <string_view>

namespace graphfuzz::go::vm {

enum class Native : std::uint8_t {
  // sync; the receiver is the first parameter
  lock,
  unlock,
  try_lock,
  rlock,
  runlock,
  try_rlock,
  once_begin,
  once_end,
  wg_add,
  wg_done,
  wg_wait,
  cond_wait,
  cond_signal,
  cond_broadcast,
  // sync/atomic; parameter: bits, negative if signed
  atomic_load,
  atomic_store,
  atomic_add,
  atomic_swap,
  atomic_cas,
  atomic_load_any,
  atomic_store_any,
  atomic_swap_any,
  atomic_cas_any,
  // time, os, runtime
  sleep,
  yield,
  now,
  start_timer,
  stop_timer,
  exit,
  write,
  go_exit,
  routine_count,
  // fmt
  print,
  println,
  printf,
  sprint,
  sprintln,
  sprintf,
  // errors, testing
  same_error,
  assign_error,
  report_failure,
};

struct NativeFunction {
  std::string_view name;  ///< Function::full_name
  Native native;
  int parameter = 0;
};

/// Null if there is no such function.
const NativeFunction* find_native(std::string_view full_name);

}  // namespace graphfuzz::go::vm
