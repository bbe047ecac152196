// Communication: what goroutines did to channels, whatever else they did; and how often each such has been seen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/go/history.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/store/packed.hpp"

namespace graphfuzz::go {

/// Not thread-safe. Keeps its memory.
class Communication {
 public:
  /// Of an execution that is at its end: which goroutine did what to each channel, in what order. The same in every
  /// process, and for all orders of the steps of one graph. O(steps).
  std::uint64_t fingerprint(const Machine& machine, const History& history);
  /// How much that was.
  std::size_t operations() const { return operations_; }

 private:
  std::size_t operations_ = 0;
  std::vector<std::uint64_t> order_;  // by object: of what was done to it; 0: nothing
};

/// How often fingerprints have been seen, up to 255 times. A few thousand counters are shared by all fingerprints, as
/// in the maps of coverage-guided fuzzers (Zalewski, AFL, 2013): what is new may be taken for known, and nothing more.
class SeenCounts {
 public:
  /// Notes it, and returns how often it had been seen: 0, 1, 2 for twice or three times, 3 for up to seven, … Always 0
  /// for the fingerprint 0, of what communicates with nobody.
  std::uint8_t add(std::uint64_t fingerprint);

  void pack(store::Packer& out) const;
  /// Throws store::DocumentError.
  void unpack(store::Unpacker& in);

 private:
  std::array<std::uint8_t, 4'096> counts_{};
};

}  // namespace graphfuzz::go
