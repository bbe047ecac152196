// What a program says of its own accesses, as it may to race detectors (hooks_annotations.cpp).
#pragma once

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// Is there a range of which races are meant?
extern bool has_benign_ranges __attribute__((visibility("hidden")));
/// Races of accesses to these bytes are meant, from now on and in all executions.
void add_benign_range(Address address, std::size_t size);
bool is_benign(Address address, std::size_t size);

/// Has the program asked that the plain access take part in no race?
inline bool is_unwatched(const Fiber& fiber, Touch::Kind kind, Address address, std::size_t size) {
  if ((kind == Touch::Kind::read ? fiber.ignored_reads : fiber.ignored_writes) > 0) [[unlikely]]
    return true;
  return has_benign_ranges && is_benign(address, size);
}

}  // namespace graphfuzz::runtime
