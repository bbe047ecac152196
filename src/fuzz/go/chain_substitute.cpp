#include <utility>

#include "graphfuzz/fuzz/go/chain_mutations.hpp"

namespace graphfuzz::go {

std::vector<Chain> substitute(const Trace& trace, const Chain& chain, const Relations& relations) {
  std::vector<Chain> result;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    for (const std::uint32_t other : relations.rel1(chain[i])) {
      if (!relations.related1(chain[i], other)) continue;
      Chain substituted = chain;
      substituted[i] = other;
      if (is_chain(trace, substituted)) result.push_back(std::move(substituted));
    }
  }
  return result;
}

}  // namespace graphfuzz::go
