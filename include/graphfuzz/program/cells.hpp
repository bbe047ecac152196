// Cells: ranges of bytes as locations. The models are not of mixed sizes: what overlaps has to be the same.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "graphfuzz/graph/event.hpp"

namespace graphfuzz {

/// For runs whose accesses are of addresses. A block of memory has one location for each `granule` of its bytes.
class Cells {
 public:
  /// Smaller granules take more locations, and let more small accesses be next to each other.
  explicit Cells(std::uint32_t granule) : granule_(granule) {}

  /// How many locations a block of so many bytes needs.
  std::uint32_t count(std::uint32_t bytes) const { return (bytes + granule_ - 1) / granule_; }
  /// Nothing has been accessed.
  void reset() { ranges_.clear(); }
  /// The location for an access of `size` bytes at `offset` in the block whose locations begin with `block`. Throws
  /// Unsupported, naming both, if it shares a granule with one that was not of the very same bytes.
  Location access(ThreadId thread, Location block, std::uint32_t offset, std::uint32_t size);

 private:
  struct Range {
    ThreadId thread;
    std::uint32_t offset;
    std::uint32_t size;
  };
  std::uint32_t granule_;
  std::unordered_map<Location, Range> ranges_;  // by location: how it is accessed, and who was the first
};

}  // namespace graphfuzz
