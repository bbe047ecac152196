#include "graphfuzz/program/cells.hpp"

#include <fmt/format.h>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

Location Cells::access(ThreadId thread, Location block, std::uint32_t offset, std::uint32_t size) {
  const Location first = block + offset / granule_;
  const Location last = block + (offset + size - 1) / granule_;
  for (Location x = first; x <= last; ++x) {
    const Range& other = ranges_.try_emplace(x, Range{thread, offset, size}).first->second;
    if (other.offset == offset && other.size == size) continue;
    throw Unsupported(
        fmt::format("P{} accesses the bytes {} to {} of a block of which P{} accesses the bytes {} to {}: accesses of "
                    "mixed sizes are not supported",
                    thread, offset, offset + size - 1, other.thread, other.offset, other.offset + other.size - 1));
  }
  return first;
}

}  // namespace graphfuzz
