// From one run to scheduling chains: which are begun with, and what is made of one.
#pragma once

#include <cstdint>
#include <vector>

#include "graphfuzz/fuzz/go/chain_mutations.hpp"
#include "graphfuzz/fuzz/go/options.hpp"

namespace graphfuzz::go {

/// The relations that the options ask for.
RelationOptions relation_options(const ChainOptions& options);

/// Up to `count` different chains of two operations with a Rel2 relation, of different routines, drawn at random
/// ("Fragmentation"). Fewer if there are not as many, or they are hard to come by.
std::vector<Chain> start_chains(const Trace& trace, const Relations& relations, std::uint32_t count, Random& random);

/// The loop of "Mutation": applies the rules to the chain, and to what that gives, round after round, until there are
/// more than MUTATEBOUND chains, or after a round with probability energy / 200 (so that, as in the document, more
/// energy means fewer rounds), or when no rule gives anything new. `chain` itself is the first of the result.
/// `energy`: percent; with 0 nothing is made.
std::vector<Chain> mutate(const Trace& trace, const Chain& chain, const Relations& relations,
                          const ChainOptions& options, unsigned energy, Random& random);

}  // namespace graphfuzz::go
