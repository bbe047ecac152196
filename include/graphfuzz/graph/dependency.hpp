// Syntactic dependencies of an event on what its thread read before.
#pragma once

#include <compare>
#include <cstdint>

namespace graphfuzz {

/// What of the event depends on the read. `control` is whether the event happens at all.
enum class DependencyKind : std::uint8_t { address, data, control };

/// One edge of addr, data or ctrl, told at its target.
struct Dependency {
  DependencyKind kind = DependencyKind::data;
  /// Only the outcome of a test flows (whether a compare-exchange succeeded, or may succeed), so that the value is the
  /// same whatever was read, as long as the test ends as it does.
  bool tested = false;
  std::uint32_t read = 0;  ///< po index of the read (or update), in the thread of the event
  friend constexpr auto operator<=>(const Dependency&, const Dependency&) = default;
};

}  // namespace graphfuzz
