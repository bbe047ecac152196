#include <utility>

#include "graphfuzz/fuzz/go/chain_mutations.hpp"

namespace graphfuzz::go {

std::vector<Chain> flip(const Trace& trace, const Chain& chain) {
  std::vector<Chain> result;
  for (std::size_t i = 1; i < chain.size(); ++i) {
    Chain flipped = chain;
    std::swap(flipped[i - 1], flipped[i]);
    if (is_chain(trace, flipped)) result.push_back(std::move(flipped));
  }
  return result;
}

}  // namespace graphfuzz::go
