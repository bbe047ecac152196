// What hooks of functions of the C library have in common: they tell what these read and write of the program's memory,
// at the place of the call, which returns to `from`. Outside of the program's threads nothing is told.
#pragma once

#include <algorithm>
#include <cstring>

#include "runtime/heap.hpp"
#include "runtime/hook.hpp"

#define FROM __builtin_return_address(0)

/// What strtok keeps from call to call, for all threads.
extern "C" __attribute__((visibility("default"))) char* strtok_position;

namespace graphfuzz::runtime {

/// What is read may be locations, whose values are in memory only then.
inline void reads(const void* at, std::size_t size, void* from) {
  if (current == nullptr || size == 0) return;
  Hook hook;
  plain_read(hook.fiber(), address_of(at), size, caller(from));
  if (checks.uninitialised) check_initialised(hook.fiber(), address_of(at), size, "read", caller(from));
}

/// What is written is looked at when the program comes to the next hook.
inline void writes(const void* at, std::size_t size, void* from) {
  if (current == nullptr || size == 0) return;
  Hook hook;
  plain_write(hook.fiber(), address_of(at), size, caller(from));
}

/// Writes what a function has left in memory of the runtime's. That is copied after asking, as others may run until
/// then.
inline void stores(void* at, const void* data, std::size_t size, void* from) {
  if (size == 0) return;
  if (current == nullptr) {
    std::memcpy(at, data, size);
    return;
  }
  Hook hook;
  plain_write(hook.fiber(), address_of(at), size, caller(from));
  std::memcpy(at, data, size);
  settle_plain_write(hook.fiber());
}

/// Its length, when it was read.
inline std::size_t reads_string(const char* text, void* from) {
  reads(text, std::strlen(text) + 1, from);
  return std::strlen(text);
}
inline std::size_t reads_string(const char* text, std::size_t most, void* from) {
  reads(text, std::min(most, strnlen(text, most) + 1), from);
  return strnlen(text, most);
}

}  // namespace graphfuzz::runtime
