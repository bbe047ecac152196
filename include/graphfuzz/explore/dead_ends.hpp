// DeadEnds: what an execution took back on its way.
#pragma once

#include <cstdint>

namespace graphfuzz {

/// How often an execution came to a dead end and took choices back (Executor::sample).
struct DeadEnds {
  std::uint32_t blocked = 0;    ///< it was blocked
  std::uint32_t truncated = 0;  ///< a loop went beyond its bound
  bool prefix_left = false;     ///< were choices of the prefix among those taken back?

  bool any() const { return blocked + truncated > 0; }
};

}  // namespace graphfuzz
