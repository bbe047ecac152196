#include <utility>

#include "graphfuzz/fuzz/go/chain_mutations.hpp"

namespace graphfuzz::go {
namespace {

void append(const Trace& trace, const Chain& chain, const Relations& relations, std::uint32_t event,
            std::vector<Chain>& result) {
  if (!relations.related2(chain.back(), event)) return;
  Chain longer = chain;
  longer.push_back(event);
  if (is_chain(trace, longer)) result.push_back(std::move(longer));
}

}  // namespace

std::vector<Chain> augment(const Trace& trace, const Chain& chain, const Relations& relations) {
  std::vector<Chain> result;
  if (chain.empty()) return result;
  for (const std::uint32_t event : relations.rel2(chain.back())) append(trace, chain, relations, event, result);
  return result;
}

std::vector<Chain> augment(const Trace& trace, const Chain& chain, const Relations& relations, std::size_t most,
                           Random& random) {
  if (chain.empty()) return {};
  const auto related = relations.rel2(chain.back());
  if (related.size() <= most) return augment(trace, chain, relations);
  std::vector<Chain> result;
  for (std::size_t i = 0; i < most; ++i) {
    append(trace, chain, relations, related[random.below(related.size())], result);
  }
  return result;
}

}  // namespace graphfuzz::go
