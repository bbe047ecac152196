// Happens-before of a trace, as vector clocks: labels of the events of its graph, given in the order of its slots. Of
// the graph's order (porf) it is the part that nothing can change: two sends into one buffer are in some order in the
// graph, and need not be in this one.
#pragma once

#include <cstdint>
#include <memory>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

enum class Clock : std::uint8_t {
  strong,  ///< all synchronisation: channels, locks, once, wait groups, conditions, atomics, fork
  weak     ///< program order and fork alone
};

struct HappensBeforeOptions {
  bool critical_sections = true;  ///< strong: unlock before the next lock
  bool fifo = false;              ///< strong: sends (receives) of one buffered channel are ordered among themselves
};

/// Computed once, in O(events × routines). Events are named by their index in Trace::events.
class HappensBefore {
 public:
  HappensBefore(const Trace& trace, Clock clock, const HappensBeforeOptions& options = {});
  ~HappensBefore();
  HappensBefore(HappensBefore&&) noexcept;

  /// Does `a` happen before `b`? Not if they are the same.
  bool before(std::uint32_t a, std::uint32_t b) const;
  bool concurrent(std::uint32_t a, std::uint32_t b) const { return a != b && !before(a, b) && !before(b, a); }

 private:
  struct Clocks;
  std::unique_ptr<Clocks> clocks_;
};

}  // namespace graphfuzz::go
