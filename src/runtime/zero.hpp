// Making memory zero again that is the runtime's to map.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstring>

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::runtime {

/// From where on it is cheaper to give pages back than to write them.
inline constexpr std::size_t kLargeZero = std::size_t{1} << 20;

/// Of anonymous private mappings.
inline void make_zero(native::Address begin, native::Address end) {
  constexpr native::Address kPage = 4096;
  if (begin >= end) return;
  if (end - begin <= kLargeZero) {
    std::memset(reinterpret_cast<void*>(begin), 0, end - begin);
    return;
  }
  const native::Address first = (begin + kPage - 1) & ~(kPage - 1);
  const native::Address last = end & ~(kPage - 1);
  std::memset(reinterpret_cast<void*>(begin), 0, first - begin);
  ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
  std::memset(reinterpret_cast<void*>(last), 0, end - last);
}

}  // namespace graphfuzz::runtime
