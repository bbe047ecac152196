#include "graphfuzz/fuzz/go/chain_mutations.hpp"

namespace graphfuzz::go {

std::vector<Chain> abridge(const Chain& chain) {
  if (chain.size() < 2) return {};
  return {Chain(chain.begin() + 1, chain.end()), Chain(chain.begin(), chain.end() - 1)};
}

}  // namespace graphfuzz::go
