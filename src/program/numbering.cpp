#include "graphfuzz/program/numbering.hpp"

#include <fmt/format.h>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz {
namespace {

// Steps of prefixes have 31 bits for a location, and meanings of their own for the last ones.
constexpr std::uint64_t kMostLocations = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostThreads = std::uint64_t{1} << 15;

}  // namespace

ThreadId child_thread(ThreadId parent, std::uint32_t index) {
  const std::uint64_t number = 1 + number_of(parent, index);
  if (number >= kMostThreads) throw Unsupported(fmt::format("P{} starts too many threads", parent));
  return static_cast<ThreadId>(number);
}

Location Heap::allocate(ThreadId thread, std::uint32_t count) {
  if (next_.size() <= thread) next_.resize(thread + std::size_t{1}, 0);
  std::uint64_t& next = next_[thread];
  // They have to be in a row.
  std::uint64_t end = std::bit_floor(next + 1) * 2 - 1;
  while (next + count > end) {
    next = end;
    end = 2 * end + 1;
  }
  const std::uint64_t location = first_ + number_of(thread, next);
  next += count;
  if (location + count >= kMostLocations) throw Unsupported(fmt::format("P{} allocates too much", thread));
  return static_cast<Location>(location);
}

}  // namespace graphfuzz
