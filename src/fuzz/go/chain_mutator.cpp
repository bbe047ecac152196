#include "graphfuzz/fuzz/go/chain_mutator.hpp"

#include <set>
#include <utility>

namespace graphfuzz::go {
namespace {

/// The chains so far: a set, and in the order in which they were made, so that a seed gives the same every time.
class Chains {
 public:
  void add(Chain chain) {
    if (known_.insert(chain).second) list_.push_back(std::move(chain));
  }
  void add(std::vector<Chain> chains) {
    for (Chain& chain : chains) add(std::move(chain));
  }
  std::size_t size() const { return list_.size(); }
  const Chain& operator[](std::size_t index) const { return list_[index]; }
  std::vector<Chain> take() { return std::move(list_); }

 private:
  std::set<Chain> known_;
  std::vector<Chain> list_;
};

// Rules 3 and 4 are only tried every other time: that nothing new came of a round does not mean that nothing can.
constexpr unsigned kVainRounds = 8;

}  // namespace

RelationOptions relation_options(const ChainOptions& options) {
  RelationOptions relations;
  relations.operations = options.all_operations ? Operations::all : Operations::gopie;
  relations.unfinished = options.unfinished;
  relations.rel1 = options.rel1;
  relations.rel2 = options.rel2;
  relations.transitive = options.transitive;
  return relations;
}

std::vector<Chain> start_chains(const Trace& trace, const Relations& relations, std::uint32_t count, Random& random) {
  std::vector<std::uint32_t> first;
  for (const std::uint32_t event : relations.operations()) {
    if (can_be_held(trace.events[event].kind) && !relations.rel2(event).empty()) first.push_back(event);
  }
  Chains chains;
  for (std::uint32_t tries = 0; tries < 8 * count && chains.size() < count && !first.empty(); ++tries) {
    const std::uint32_t a = first[random.below(first.size())];
    const auto related = relations.rel2(a);
    const std::uint32_t b = related[random.below(related.size())];
    if (!relations.related2(a, b) || !can_be_held(trace.events[b].kind)) continue;
    Chain chain = {a, b};
    if (is_chain(trace, chain)) chains.add(std::move(chain));
  }
  return chains.take();
}

std::vector<Chain> mutate(const Trace& trace, const Chain& chain, const Relations& relations,
                          const ChainOptions& options, unsigned energy, Random& random) {
  if (energy == 0 || chain.empty()) return {};
  Chains result;
  result.add(chain);
  for (unsigned vain = 0; vain < kVainRounds;) {
    const std::size_t before = result.size();
    for (std::size_t i = 0; i < before && result.size() <= options.mutate_bound; ++i) {
      const Chain current = result[i];
      result.add(abridge(current));
      if (options.flips) result.add(flip(trace, current));
      if (current.size() <= options.bound && random.below(2) == 1) result.add(substitute(trace, current, relations));
      if (current.size() <= options.bound && random.below(2) == 1) {
        result.add(augment(trace, options.augment_original ? chain : current, relations, options.mutate_bound, random));
      }
    }
    if (result.size() > options.mutate_bound || random.below(200) < energy) break;
    vain = result.size() == before ? vain + 1 : 0;
  }
  return result.take();
}

}  // namespace graphfuzz::go
