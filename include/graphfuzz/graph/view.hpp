// Views: vector clocks over the threads of a graph. View v contains the first v[t] events of each thread t.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graphfuzz/graph/event.hpp"

namespace graphfuzz {

using View = std::vector<std::uint32_t>;
using ViewRef = std::span<const std::uint32_t>;

/// a := a ∪ b. O(threads).
inline void join(std::span<std::uint32_t> a, ViewRef b) {
  for (std::size_t t = 0; t < a.size(); ++t) a[t] = std::max(a[t], b[t]);
}

/// Is the event in the view? Initial writes are in every view.
inline bool contains(ViewRef view, EventId event) {
  return event.thread == kInitThread || event.index < view[event.thread];
}

}  // namespace graphfuzz
