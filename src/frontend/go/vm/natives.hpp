// The functions without a body of the engine's packages: what the machine itself performs.
#pragma once

#include <cstdint>
#include <string_view>

#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go::vm {

enum class Native : std::uint8_t {
  operate,  ///< an operation on an object that a parameter points to
  // sync
  wg_add,
  wg_done,
  cond_wait,
  // time, os, runtime
  sleep,
  yield,
  now,
  start_timer,
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
  // errors, sync/atomic, testing
  same_error,
  same_type,
  assign_error,
  report_failure,
};

struct NativeFunction {
  std::string_view name;  ///< Function::full_name
  Native native;
  // Of an operation:
  Kind kind = Kind::end;
  int pointer = 0;  ///< where in the window the parameter is; results come first
  int bits = 0;     ///< of an atomic integer or pointer, negative if it is signed; 0: it is an interface
};

/// Null if there is no such function.
const NativeFunction* find_native(std::string_view full_name);

}  // namespace graphfuzz::go::vm
