// Which scheduling chains cannot be executed: order-based-fuzzing.md, "GoPieHB", "Mutation".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/fuzz/go/chain.hpp"
#include "graphfuzz/fuzz/go/options.hpp"

namespace graphfuzz::go {

/// Of one trace, which must outlive it. O(events · routines) to make.
class ChainFilter {
 public:
  ChainFilter(const Trace& trace, Impossible what, const HappensBeforeOptions& options);

  /// Could the chain be executed after the prefix that it is enforced with (`earliest`), as far as this can tell?
  /// O(operations of the chain² + locks that are held or taken of their mutexes).
  bool possible(const Chain& chain) const;

 private:
  /// One locking of a mutex.
  struct Section {
    std::uint32_t lock = kNoEvent;
    std::uint32_t unlock = kNoEvent;  ///< kNoEvent: there is none
    bool reads = false;
  };

  void find_sections();
  bool held_against(const Chain& chain, std::size_t index, std::uint64_t prefix_end) const;
  bool let_go_after(const Section& section, const Chain& chain, std::size_t index) const;

  const Trace& trace_;
  Impossible what_;
  std::optional<HappensBefore> order_;
  std::vector<std::vector<Section>> sections_;  // by object, in the order in which they were entered
};

}  // namespace graphfuzz::go
