// Numbers for what appears as a run goes on: names made of who made it, and of how many he made before. They are the
// same in every execution, on every machine, whatever else there is; nobody has to be asked for them.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "graphfuzz/graph/event.hpp"

namespace graphfuzz {

/// The number of the `index`-th thing of an `owner`: one to one, and all numbers are used. They stay small: if n owners
/// have n things each, the greatest is about n² log n. The things of an owner from 2^j - 1 to 2^(j+1) - 2 have numbers
/// in a row.
///
/// The numbers are laid out in diagonals. Diagonal d has, of each of the owners that are as long as g in binary, the
/// things in a row that are 2^(d-g): for each of d + 1 lengths g at least 2^(d-1) numbers.
constexpr std::uint64_t number_of(std::uint64_t owner, std::uint64_t index) {
  const auto length = static_cast<unsigned>(std::bit_width(owner));
  const auto row = static_cast<unsigned>(std::bit_width(index + 1)) - 1;
  const unsigned diagonal = length + row;
  const std::uint64_t half = (std::uint64_t{1} << diagonal) / 2;
  std::uint64_t number = diagonal * half + (index + 1 - (std::uint64_t{1} << row));
  if (length == 0) return number;
  number += (diagonal == 0 ? 1 : 2 * half) + (length - 1) * half;
  return number + ((owner - (std::uint64_t{1} << (length - 1))) << row);
}

/// Whose thing has that number: the inverse of number_of. O(log number).
constexpr std::uint64_t owner_of(std::uint64_t number) {
  const auto half = [](unsigned diagonal) { return (std::uint64_t{1} << diagonal) / 2; };
  unsigned diagonal = 0;
  while ((diagonal + 1) * half(diagonal + 1) <= number) ++diagonal;
  const std::uint64_t of_none = (diagonal + 2) * half(diagonal);  // up to there it is the owner 0, whose length is 0
  if (diagonal == 0 || number < of_none) return 0;
  const auto shorter = static_cast<unsigned>((number - of_none) / half(diagonal));
  const std::uint64_t rest = (number - of_none) % half(diagonal);
  return (std::uint64_t{1} << shorter) + (rest >> (diagonal - shorter - 1));
}

/// The `index`-th thread that `parent` starts; thread 0 is the one that nobody has started. Throws Unsupported if there
/// are too many.
ThreadId child_thread(ThreadId parent, std::uint32_t index);
/// Who starts that thread, which is not thread 0.
constexpr ThreadId parent_thread(ThreadId child) { return static_cast<ThreadId>(owner_of(child - 1U)); }

/// Gives numbers to the locations that threads allocate, behind those that there are at the start.
class Heap {
 public:
  explicit Heap(Location at_the_start) : first_(at_the_start) {}

  /// Nobody has allocated anything.
  void reset() { next_.clear(); }
  /// The first of `count` locations in a row. Throws Unsupported if there are too many.
  Location allocate(ThreadId thread, std::uint32_t count);

 private:
  Location first_;
  std::vector<std::uint64_t> next_;  // by thread: how many it has had
};

}  // namespace graphfuzz
